"""Names, families, what one likes best, how an exam, a class, the food, the day is: small facts of life."""

from __future__ import annotations

from core.data.textbook import heads
from core.data.textbook.choices import CITY, FELT, HUE
from core.data.textbook.forms import any_of, forms, slot
from core.data.textbook.phrases import Both, Draw, Np, linked, plain
from core.data.textbook.words import COLOURS, number

SIBLING = "哥哥=brother/弟弟=brother/姐姐=sister/妹妹=sister/儿子=son/女儿=daughter/女朋友=girlfriend/男朋友=boyfriend"
VERY = "很=very/很=very/非常=very/真=really/不太=not_very/不=not/有点儿=a_little"
HARD = "难=difficult/容易=easy"
FUN = "有意思=interesting/好=good/难=difficult"
GOING = "考试=exam/汉语_考试=chinese_exam/历史_考试=history_exam/英语_考试=english_exam/比赛=match/"
GOING += "足球_比赛=football_match"
CLASS = "汉语_课=chinese_class/历史_课=history_class/英语_课=english_class/法语_课=french_class"


@slot
def siblings(d: Draw) -> Np:
    """两 个 姐姐, two sisters."""
    n = d.pick((1, 1, 1, 2, 2, 3))
    zh, en = d.pick((("哥哥", "brother"), ("弟弟", "brother"), ("姐姐", "sister"), ("妹妹", "sister"),
                     ("儿子", "son"), ("女儿", "daughter"), ("孩子", "child")))
    said, count = number(n)
    many = {"child": "children"}.get(en, en + "s")
    k, m = d.key(), d.key()
    return Np([*linked(" ".join(said), m), *plain("个"), (zh, k, ())],
              [("a" if n == 1 else count, m, ()), (en if n == 1 else many, k, ())], "3" if n == 1 else "p")


@slot
def best(d: Draw) -> Both:
    """我 最 喜欢 的 颜色 是 红色, the color that I like best is red."""
    zh, en, found = d.pick((
        ("颜色", "color", {f"{zh}色": en for zh, en in COLOURS.items()}),
        ("菜", "dish", {"饺子": "dumplings", "鱼": "fish", "面条": "noodles"}),
        ("城市", "city", {"北京": "beijing", "上海": "shanghai", "香港": "hong kong", "西安": "xi'an"}),
        ("水果", "fruit", {"苹果": "apples"}),
        ("地方", "place", {"图书馆": "the library", "公园": "the park", "农村": "the countryside"}),
        ("课", "class", {"历史 课": "history class", "汉语 课": "chinese class", "音乐 课": "music class"}),
        ("老师", "teacher", {"李 老师": "teacher li", "王 老师": "teacher wang"}),
        ("人", "person", {"妈妈": "my mother", "奶奶": "my grandmother", "爷爷": "my grandfather"})))
    who = d.pick((("我", "I like"), ("我", "I like"), ("他", "he likes"), ("她", "she likes"),
                  ("小明", "xiaoming likes"), ("我 妹妹", "my sister likes"), ("我们", "we like"),
                  ("安娜", "anna likes")))
    what, said = d.pick(list(found.items()))
    own = {"我": "my ", "我们": "our ", "他": "his ", "小明": "his "}.get(who[0], "her ")
    said = said.replace("my ", own)
    first = heads.joined_to(d, (plain(f"{who[0]} 最 喜欢"), plain(f"that {who[1]} best")), ([], plain("the")),
                      d.unit(zh, en))
    no = d.chance(0.12)
    return ([*first[0], *plain("不 是" if no else "是"), *linked(what, d.key())],
            [*first[1], *plain("is not" if no else "is"), *linked(said, d.last)])


FACTS = forms(f"""
{{who}} 有 {{siblings}} | {{who}} {{s have who}} {{siblings}}
{{who}} 有 {{siblings}} 和 {{siblings2}} | {{who}} {{s have who}} {{siblings}} and {{siblings2}}
{{who}} 没有 ({SIBLING}) | {{who}} {{do who}} not have a (1)
{{who}} 有 {{siblings}} ， 没有 ({SIBLING}) | {{who}} {{s have who}} {{siblings}} and {{do who}} not have a (1)
{{who}} 只 有 {{siblings}} | {{who}} only {{s have who}} {{siblings}}
{{me}} 的 (中文_名字=chinese_name/英文_名字=english_name/名字=name) (叫/是) {{called}} | {{own me}} (1) is {{called}}
{{me}} 姓 (王=wang/李=li/张=zhang) ， 不 姓 (王=wang/李=li/张=zhang) | {{own me}} last name is (1) and not (2)
{{me}} 不 姓 (王=wang/李=li/张=zhang) | {{own me}} last name is not (1)
{{me}} 的 (老师=teacher/朋友=friend/同学=classmate) 姓 (王=wang/李=li/张=zhang) | the last name of {{own me}} (1) \
is (2)
{{best}} | {{best}}
{{best}} | {{best}}
{{best}} | {{best}}
{{who}} 想 去 的 地方 是 ({CITY}) | the place that {{who}} {{s want who}} to go to is (1)
{{who}} 想 买 的 是 {{it:#t,#w:one}} | what {{who}} {{s want who}} to buy is {{it}}
这 次 ({GOING}) ({VERY}) ({HARD}) | this (1) is (2) (3)
这 次 ({GOING}) 太 ({HARD}) 了 | this (1) is too (2)
这 次 ({GOING}) 一点儿 也 不 ({HARD}) | this (1) is not (2) at all
这 次 考试 比 上 次 (难=more_difficult/容易=easier) (一点儿=a_little/多_了=much/得_多=much) | this exam is (2) (1) \
than the last one
({CLASS}) ({VERY}) ({FUN}) | (1) is (2) (3)
{{who}} 的 ({CLASS}) ({VERY}) ({FUN}) | {{own who}} (1) is (2) (3)
今天 的 (作业=homework/考试=exam/课=class/比赛=match/电影=movie) ({VERY}) ({FUN}) | today 's (1) is (2) (3)
今天 的 (作业=homework/考试=exam/课=class) 一点儿 也 不 ({HARD}) | today 's (1) is not (2) at all
今天 的 作业 (很=a_lot_of/太=too_much/不=not_much) 多 | there is (1) homework today
昨天 的 (考试=exam/课=class/比赛=match/电影=movie/晚饭=dinner) ({VERY}) (好=good/有意思=interesting) | yesterday \
's (1) was (2) (3)
今天 的 (早饭=breakfast/午饭=lunch/晚饭=dinner) ({VERY}) 好吃 | today 's (1) is (2) delicious
天 黑 了 | it is dark
天 快 黑 了 | it is going to be dark soon
今天 是 {{day}} ， 明天 是 {{day2}} | today is {{day}} and tomorrow is {{day2}}
今天 不 是 {{day}} ， 是 {{day2}} | today is not {{day}} but {{day2}}
今天 不 是 {{date}} | today is not {{date}}
{{who}} 要 半 斤 (肉=meat/鱼=fish/水果=fruit) | {{who}} {{s want who}} half a jin of (1)
{{who}} 吃 了 半 个 (苹果=apple/鸡蛋=egg) | {{who}} ate half an (1)
{{who}} 的 (生日=birthday/生日=birthday) 是 (星期_一=on_monday/星期_六=on_saturday/星期_天=on_sunday) | {{own \
who}} (1) is (2)
{{who}} 的 手 (很=very/不=not/有点儿=a_little) (大=big/小=small) | {{own who}} hands are (1) (2)
{{who}} 的 手 很 (冷=cold/漂亮=beautiful) | {{own who}} hands are very (1)
{{piece}} 的 颜色 (很=very/非常=very/真=really/不太=not_very) (好看=beautiful/漂亮=beautiful) | the color of \
{{piece}} is (1) (2)
{{who}} 喜欢 {{piece}} 的 颜色 | {{who}} {{s like who}} the color of {{piece}}
{{who}} 不 喜欢 {{piece}} 的 颜色 | {{who}} {{do who}} not like the color of {{piece}}
这 个 颜色 ({VERY}) (好看=beautiful/漂亮=beautiful) | this color is (1) (2)
""")
MATTER = "问题=question/考试=exam/工作=job/比赛=match/电话=phone_call"
WIDE = "漂亮=beautiful/干净=clean/大=big/小=small/有意思=interesting"
WHOLE = forms(f"""
(北京=beijing/上海=shanghai/香港=hong_kong/西安=xi'an) 是 一 个 \
(大=big/漂亮=beautiful/很_大_的=very_big/很_漂亮_的=very_beautiful/很_有意思_的=very_interesting) 城市 | (1) is a \
(2) city
(北京=beijing/上海=shanghai/香港=hong_kong/西安=xi'an) 是 中国 的 一 个 大 城市 | (1) is a big city in china
(这=this/那=that) 个 城市 ({VERY}) ({WIDE}) | (1) city is (2) (3)
(这=this/那=that) 个 城市 (人=people/车=cars) (很=many/太=too_many) 多 | there are (3) (2) in (1) city
{{who}} 喜欢 (这=this/那=that) 个 城市 | {{who}} {{s like who}} (1) city
{{who}} 住 在 一 个 (大=big/小=small) 城市 | {{who}} {{s live who}} in a (1) city
(这=this/那=that) 个 地方 ({VERY}) ({WIDE}) | (1) place is (2) (3)
{{who}} 住 的 地方 ({VERY}) ({WIDE}) | the place where {{who}} {{s live who}} is (1) (2)
{{who}} 住 的 地方 离 {{ground}} (很_远=very_far_from/不_远=not_far_from/很_近=very_near) | the place where \
{{who}} {{s live who}} is (1) {{ground}}
{{who}} 住 的 (房间=room/房子=house/宿舍=dormitory) ({VERY}) ({WIDE}) | the (1) where {{who}} {{s live who}} is \
(2) (3)
{{who}} 很 想 去 (这=this/那=that) 个 地方 | {{who}} really {{s want who}} to go to (1) place
(这=this/那=that) 座 (楼=building/房子=house) ({VERY}) (高=tall/旧=old/新=new/漂亮=beautiful) | (1) (2) is (3) (4)
{{beside}} 有 一 座 (高=a_tall/新=a_new/旧=an_old/大=a_big) 楼 | there is (1) building {{beside}}
{{who}} 想 买 一 座 (大=big/新=new/小=small) 房子 | {{who}} {{s want who}} to buy a (1) house
{{who}} 坐 在 (窗户=the_window/门=the_door) (旁边=next_to/前面=in_front_of) | {{who}} {{s sit who}} (2) (1)
{{goods}} 在 (窗户=the_window/门=the_door) (旁边=next_to/前面=in_front_of/后面=behind) | {{goods}} {{be goods}} \
(2) (1)
(窗户=the_window/门=the_door) (旁边=next_to/前面=in_front_of) 有 {{some}} | there {{be some}} {{some}} (2) (1)
(房间=room/教室=classroom/办公室=office) 的 窗户 ({VERY}) (大=big/小=small/干净=clean) | the window of the (1) is \
(2) (3)
(房间=room/教室=classroom/办公室=office) 的 (门=door/窗户=window) (开=open/关=closed) 着 | the (2) of the (1) is (3)
(门=the_door/窗户=the_window) (开=open/关=closed) 着 呢 | (1) is (2)
(门=the_door/窗户=the_window) (开=open/关=closed) 着 ， {{place}} 没 人 | (1) is (2) , and there is nobody {{at \
place}}
(这=this/那=that) 个 ({MATTER}) (很=very/非常=very/不=not/最=the_most) 重要 | (1) (2) is (3) important
身体 (很=very/最=the_most) 重要 | health is (1) important
学习 (汉语=chinese/英语=english/历史=history) (很=very/非常=very) 重要 | studying (1) is (2) important
{{who}} (总是=always/有时候=sometimes/常常=often) 很 ({FELT}) | {{who}} {{be who}} (1) very (2)
{{who}} (总是=always/有时候=sometimes/常常=often) 有点儿 ({FELT}) | {{who}} {{be who}} (1) a little (2)
{{who}} 有时候 ({FELT}) ， 有时候 不 ({FELT}) | {{who}} {{be who}} sometimes (1) and sometimes not (2)
{{who}} (早上=in_the_morning/晚上=in_the_evening/下午=in_the_afternoon/周末=at_the_weekend) \
(总是=always/常常=often) 很 ({FELT}) | {{who}} {{be who}} (2) very (3) (1)
{{past}} {{who}} (很=very/非常=very/有点儿=a_little/不=not/不太=not_very) ({FELT}) | {{who}} {{was who}} (1) (2) \
{{past}}
{{who}} {{past}} 一点儿 也 不 ({FELT}) | {{who}} {{was who}} not (1) at all {{past}}
{{who}} 一点儿 也 不 ({FELT}) | {{who}} {{be who}} not (1) at all
大家 都 (很=very_much/非常=very_much) 喜欢 {{goods}} | everyone likes {{goods}} (1)
大家 都 觉得 {{opinion_told}} | everyone thinks that {{opinion_told}}
大家 都 (认识=knows/喜欢=likes) {{human_told}} | everyone (1) {{human_told}}
{{who}} 学习 比 {{other}} 努力 | {{who}} {{s study who}} harder than {{obj other}}
{{who}} 工作 比 {{other}} 努力 | {{who}} {{s work who}} harder than {{obj other}}
{{who}} 学习 不 努力 | {{who}} {{do who}} not study hard
""")
ASKS = forms(f"""
{{who}} 有 ({SIBLING}) 吗 | {{do who}} {{who}} have a (1)
{{who}} 有 没有 ({SIBLING}) | {{do who}} {{who}} have a (1)
{{who}} 有 几 个 (姐姐=sisters/妹妹=sisters/孩子=children/儿子=sons/女儿=daughters) | how many (1) {{do who}} \
{{who}} have
{{me}} 姓 (王=wang/李=li/张=zhang) 吗 | is {{own me}} last name (1)
{{me}} 是 不 是 姓 (王=wang/李=li/张=zhang) | is {{own me}} last name (1)
{{me}} 的 (中文_名字=chinese_name/英文_名字=english_name/名字=name) (叫/是) 什么 | what is {{own me}} (1)
{{me}} 的 (老师=teacher/朋友=friend/同学=classmate) 姓 什么 | what is the last name of {{own me}} (1)
{{who}} 最 喜欢 的 (颜色=color/菜=dish/城市=city/电影=movie/书=book/歌=song) 是 什么 | what is the (1) that \
{{who}} {{s like who}} best
{{who}} 最 喜欢 什么 (颜色=color/菜=dish/歌=song/水果=fruit) | what (1) {{do who}} {{who}} like best
{{who}} 喜欢 什么 (电影=movies/书=books/音乐=music/菜=dishes/水果=fruit) | what (1) {{do who}} {{who}} like
{{who}} 喜欢 哪 个 (城市=city/老师=teacher/地方=place/颜色=color) | which (1) {{do who}} {{who}} like
{{who}} 最 喜欢 的 (老师=teacher/人=person/同学=classmate) 是 谁 | who is the (1) that {{who}} {{s like who}} best
这 次 ({GOING}) (难=difficult/容易=easy) 吗 | is this (1) (2)
这 次 ({GOING}) 难 不 难 | is this (1) difficult
这 次 ({GOING}) 怎么样 | how is this (1)
({CLASS}) (难=difficult/有意思=interesting) 吗 | is (1) (2)
今天 的 (作业=homework/考试=exam/课=class) 难 吗 | is today 's (1) difficult
昨天 的 (考试=exam/比赛=match/电影=movie/课=class) 怎么样 | how was yesterday 's (1)
昨天 的 (考试=exam/课=class) 难 吗 | was yesterday 's (1) difficult
今天 是 星期 几 | what day is it today
昨天 是 星期 几 | what day was it yesterday
今天 是 几 月 几 号 | what date is it today
今天 几 月 几 号 | what date is it today
明天 是 几 月 几 号 | what date is it tomorrow
{{piece}} 多 (大=big/长=long) | how (1) is {{piece}}
{{piece}} 是 什么 颜色 | what color is {{piece}}
{{who}} 的 (车=car/自行车=bicycle/手机=phone/包=bag/雨伞=umbrella) 是 什么 颜色 的 | what color is {{own who}} (1)
{{who}} 的 (车=car/自行车=bicycle/手机=phone/包=bag/雨伞=umbrella) 是 ({HUE}) 的 吗 | is {{own who}} (1) (2)
{{who}} 的 (车=car/自行车=bicycle/手机=phone/包=bag) 是 ({HUE}) 的 还是 ({HUE}) 的 | is {{own who}} (1) (2) or (3)
这 是 (你=yours/他=his/她=hers) 的 还是 (我=mine/我们=ours) 的 | is this (1) or (2)
哪 天 是 {{owner}} 的 生日 | which day is {{own owner}} birthday
""")


def self_told(d: Draw) -> Both:
    """A statement."""
    return any_of(d, d.pick((FACTS, WHOLE)))


def self_asked(d: Draw) -> Both:
    """A question."""
    return any_of(d, ASKS)
