"""Thanks, apologies, the waiter, the shop: what is sold out, too small, tried on; colours and sizes as nouns."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.acts import spread
from core.data.textbook.forms import any_of, forms, slot
from core.data.textbook.phrases import Both, Draw, Np, linked, plain, thing
from core.data.textbook.story import join
from core.data.textbook.urging import addressed

SIZES = {"大": ("big", "bigger"), "小": ("small", "smaller"), "贵": ("expensive", "more expensive"),
         "便宜": ("cheap", "cheaper"), "长": ("long", "longer"), "短": ("short", "shorter"), "新": ("new", "newer"),
         "好": ("good", "better"), "旧": ("old", "older")}
CONTRARY = {"大": "小", "小": "大", "贵": "便宜", "长": "短", "短": "长", "旧": "新"}


@slot
def more(d: Draw) -> Np:
    """两 碗 米饭 after 再: another two bowls of rice; another cup of coffee."""
    noun = w.NOUNS[d.pick("米饭 面条 茶 咖啡 可乐 水 牛奶 鸡蛋 饺子 苹果 蛋糕 汉堡包 菜")]
    k, m, n = d.key(), d.key(), d.pick((1, 1, 1, 2, 2, 3, 4, 5))
    zh, en = w.number(n)
    unit = [*linked(w.plural(noun.portion) if n > 1 else noun.portion, m), *plain("of")] if noun.portion else []
    count = [] if n == 1 else [(en, m, ())]
    name = noun.plural if (not noun.portion and n > 1) or noun.kind == "p" else noun.en
    if n == 1 and noun.zh == "饺子":
        return more(d)
    return Np([*((x, m, ()) for x in zh), (noun.measure, m, ()), (noun.zh, k, ())],
              [("another", m, ()), *count, *unit, *linked(name, k)], "p" if n > 1 else "3")


VARIED = "鞋 毛衣 衬衫 裙子 帽子 包 手机 杯子 车 自行车 雨伞"


@slot
def variety(d: Draw, zh_noun: str = "") -> Np:
    """那 双 白色 的, those white ones; 红色 的, the red one; 这 件 大 的."""
    noun = w.NOUNS[zh_noun or d.pick(VARIED)]
    k, m, many = d.key(), d.key(), noun.kind == "p"
    if d.chance(0.6):
        colour = d.pick(w.COLOURS)
        zh, en = d.pick((f"{colour}色 的", f"{colour}色 的", f"{colour} 的")), w.COLOURS[colour]
    else:
        zh = d.pick("大 小 新 旧 便宜 贵 好")
        zh, en = f"{zh} 的", SIZES[zh][0]
    this = d.pick(("", "这", "那", "那"))
    det = {"": "the", "这": "these" if many else "this", "那": "those" if many else "that"}[this]
    first = [(this, m, ()), (noun.measure, m, ())] if this else []
    one = "ones" if many and this else "one"
    return Np([*first, *linked(zh, k)], [(det, m, ()), *linked(en, k), (one, k, ())], "p" if one == "ones" else "3")


@slot
def wish(d: Draw) -> Both:
    """大 一点儿 的, a bigger one; 红色 的, a red one."""
    if d.chance(0.5):
        zh = d.pick(SIZES)
        more_en = SIZES[zh][1]
        return d.unit(f"{zh} 一点儿 的", f"a {more_en} one")
    colour = d.pick(w.COLOURS)
    return d.unit(f"{colour}色 的", f"{'an' if w.COLOURS[colour][0] in 'aeiou' else 'a'} {w.COLOURS[colour]} one")


FAVOUR = ("帮_我=helping_me/帮_我_修_电脑=helping_me_repair_the_computer/教_我_汉语=teaching_me_chinese/"
          "请_我_吃饭=inviting_me_to_eat/来_看_我=coming_to_see_me/等_我=waiting_for_me/告诉_我=telling_me/"
          "给_我_打_电话=calling_me/帮_我_买_票=helping_me_buy_tickets/来_机场=coming_to_the_airport/"
          "给_我_写_信=writing_to_me/帮_我_打扫_房间=helping_me_clean_the_room/借_给_我_书=lending_me_books/"
          "帮_我_找_手机=helping_me_look_for_the_phone/帮_我_做_作业=helping_me_do_homework/"
          "给_我_做饭=cooking_for_me/教_我_游泳=teaching_me_to_swim/教_我_做饭=teaching_me_to_cook/"
          "送_我_礼物=giving_me_a_gift/帮_妈妈_做饭=helping_my_mother_cook")
THANKS = spread(f"""
谢谢 (你=you/您=you/你们=you) ({FAVOUR}) | thank (1) for (2)
谢谢 (你=you/您=you) ({FAVOUR}) | thank (1) for (2)
谢谢 (你=you/您=you/你们=you) 送 (我=me/我们=us) 的 {{it:礼物,花,书,包,词典,毛衣,蛋糕,照片,帽子,雨伞:the}} | thank \
(1) for {{it}} \
that you gave (2)
谢谢 (你=you/你们=you) 给 (我=me/我们=us) (买=bought/做=made) 的 {{it:蛋糕,衣服,毛衣:the}} | thank (1) for {{it}} \
that \
you (3) for (2)
谢谢 (你=your/您=your) 的 (礼物=gift/信=letter/帮助=help/花=flowers/电话=call/咖啡=coffee) | thank you for (1) (2)
谢谢 (妈妈=mother/爸爸=father/老师=teacher/王_老师=teacher_wang/医生=doctor) | thank you , (1)
""")
LIKED = spread("""
我 (很=really/非常=really) 喜欢 | I (1) like it
真 (好看=beautiful/漂亮=beautiful/好吃=delicious/有意思=interesting) | it is really (1)
""")
KIND = forms("""
你 真 好 | you are really good
我 很 高兴 | I am very happy
太 好 了 | that is great
""")
SORRY = spread("""
我 忘 了 {task} | I forgot to {base task}
我 忘 了 (你=your/您=your) 的 (名字=name/生日=birthday/电话=phone) | I forgot (1) (2)
我 没 (带=bring) (书=books/作业=homework/钱=money/票=a_ticket) | I did not (1) (2)
我 {future} 不 能 {plan} | I can not {base plan} {future}
我 不 能 跟 你 [一起/] (去=go/吃饭=eat/看_电影=watch_a_movie/去_旅行=go_to_travel) | I can not (1) with you
我 没 听 懂 | I did not understand
让 你 等 了 (很_长_时间=a_long_time/半_个_小时=half_an_hour/一_个_小时=an_hour) | I made you wait for (1)
他 现在 不 在 (家=at_home/这儿=here/办公室=in_the_office) | he is not (1) now
""")
TABLE = spread("""
[请/] [给_我们/给_我/] 再 来 {more} | please bring {more}
[请/] 再 来 {more} 和 {more2} | please bring {more} and {more2}
来 {it:米饭,面条,茶,咖啡,可乐,鸡蛋,汉堡包:one,number} [吧/] | please bring {it}
请 给 我们 {it:米饭,面条,茶,咖啡,可乐,水:one,number} | please give us {it}
请 再 给 (我=me/我们=us) {more} | please give (1) {more}
我 还 要 {more} | I also want {more}
我 要 {it:米饭,面条,茶,咖啡,可乐:one,number} ， 再 来 {more} | I want {it} , and please bring {more}
我们 点 {it:米饭,面条,茶,咖啡,可乐,鸡蛋:one,number} 吧 | let us order {it}
再 (喝=drink/吃=eat/要=order/买=buy/来=bring) {more} 吧 | please (1) {more}
我们 再 (喝=drink/吃=eat/要=order/买=buy) {more} 吧 | let us (1) {more}
我 不 要 {it:#d:bare} ， 我 要 {it2:#d:one} | I do not want {it} , I want {it2}
我 要 (热=hot/冷=cold/大=big/小=small) 的 | I want a (1) one
这儿 的 (菜=dishes/饺子=dumplings/面条=noodles) 很 (好吃=delicious/便宜=cheap/贵=expensive) | the (1) here are very \
(2)
我们 点 的 (菜=dishes/米饭=rice/茶=tea) 还 没 来 | the (1) that we ordered did not come yet
""")
SOLD = spread("""
(苹果=apples/票=tickets/饺子=dumplings/鸡蛋=eggs/词典=dictionaries/裙子=skirts) 卖 完 了 | the (1) are sold out
(面包=bread/水果=fruit/鱼=fish/肉=meat/米饭=rice/可乐=cola) 卖 完 了 | the (1) is sold out
(鸡蛋=eggs/苹果=apples/票=tickets) 和 (饺子=dumplings/杂志=magazines) 都 卖 完 了 | the (1) and the (2) are all sold \
out
(苹果=apples/票=tickets/饺子=dumplings/鸡蛋=eggs/铅笔=pencils) 没有 了 | there are no (1) left
(牛奶=milk/面包=bread/水果=fruit/鱼=fish/肉=meat/米饭=rice/可乐=cola/茶=tea/咖啡=coffee/水=water) 没有 了 | there is \
no (1) left
(牛奶=milk/面包=bread/水果=fruit/鱼=fish/肉=meat) 和 (米饭=rice/可乐=cola/茶=tea/咖啡=coffee) 都 没有 了 | there is \
no (1) and no (2) left
家 里 没有 (牛奶=milk/面包=bread/水果=fruit/鱼=fish/肉=meat/鸡蛋=eggs) 了 | there is no (1) left at home
""")
TABLE_ASKED = spread("""
还 有 (牛奶=milk/面包=bread/水果=fruit/鱼=fish/肉=meat/米饭=rice/咖啡=coffee/茶=tea) 吗 | is there any (1) left
还 有 (苹果=apples/票=tickets/饺子=dumplings/鸡蛋=eggs/问题=questions/面条=noodles) 吗 | are there any (1) left
{place} 还 有 (票=tickets/人=people/苹果=apples) 吗 | are there still any (1) {at place}
[你/您] (要=want/想_喝=want_to_drink) {it:茶,咖啡,可乐,牛奶:bare} 还是 {it2:水,茶,咖啡:bare} | do you (1) {it} or \
{it2}
[你/您] 的 {it:咖啡,茶,牛奶,水:bare} 要 热 的 还是 冷 的 | do you want your {it} hot or cold
我们 点 的 (菜=dishes/米饭=rice/茶=tea) 怎么 还 没 来 | why did the (1) that we ordered not come yet
(公共汽车=the_bus/火车=the_train/医生=the_doctor/老师=the_teacher/服务员=the_waiter) 怎么 还 没 来 | why did (1) not \
come yet
{who} 怎么 还 没 (来=come/起床=get_up/到=arrive/回_家=go_home/走=leave) | why did {who} not (1) yet
一共 多少 钱 | how much is it altogether
(饭=the_food/菜=the_food/晚饭=dinner/午饭=lunch) 做 好 了 吗 | is (1) ready
{it:菜,蛋糕,鱼,面条:this,the} (好_不_好吃=delicious/好吃_吗=delicious) | {be it} {it} (1)
""")
TABLE_ASKED += spread("""
{who} 怎么 (哭=crying/笑=smiling) 了 | why {be who} {who} (1)
{who} 怎么 不 (说话=talk/吃=eat/走=leave/笑=smile/高兴=smile) | why {do who} {who} not (1)
""")


def thanks(d: Draw) -> Both:
    """谢谢 你 帮 我 修 电脑 ， 你 真 好."""
    first = any_of(d, THANKS)
    given = any(word[0] in ("送", "礼物", "花", "信", "咖啡") for word in first[0])
    return join([first, any_of(d, LIKED if given else KIND)], [("，", ",")]) if d.chance(0.4) else first


def apology(d: Draw) -> Both:
    """对不起 ， 我 忘 了 你 的 名字."""
    return join([d.unit("对不起", "sorry"), any_of(d, SORRY)], [("，", ",")])


def table(d: Draw) -> Both:
    """服务员 ， 再 来 两 碗 米饭."""
    if d.chance(0.2):
        return any_of(d, SOLD)
    said = any_of(d, TABLE)
    return join([d.unit("服务员", "waiter"), said], [("，", ",")]) if d.chance(0.45) else said


def table_asked(d: Draw) -> Both:
    """还 有 牛奶 吗; 服务员 ， 我们 点 的 菜 怎么 还 没 来."""
    said = any_of(d, TABLE_ASKED)
    return addressed(d, said) if d.chance(0.2) else said


def clerk(d: Draw) -> Both:
    """这 双 鞋 太 小 了 ， 有 没有 大 一点儿 的."""
    zh, contrary = d.pick(list(CONTRARY.items()))
    noun = d.pick(w.tagged("#w" if zh in "长短" else "#w 包 手机 杯子 房间 车"))
    it = thing(d, noun, d.pick("this that"), 0)
    grade_zh, grade, end = d.pick((("太", "too", " 了"), ("太", "too", " 了"), ("有点儿", "a little", ""),
                                   ("很", "very", "")))
    is_, en = "are" if it.agree == "p" else "is", SIZES[zh][0]
    first = [*it.zh, *plain(f"{grade_zh} {zh}{end}")], [*it.en, *plain(f"{is_} {grade} {en}")]
    other = SIZES[contrary][1]
    one = f"are there {other} ones" if it.agree == "p" else f"is there a {other} one"
    ask = d.pick(((f"有 没有 {contrary} 一点儿 的", one), (f"有 {contrary} 一点儿 的 吗", one),
                  (f"有 {contrary} 的 吗", one.replace(other, SIZES[contrary][0]))))
    return join([first, (plain(ask[0]), plain(ask[1]))], [("，", ",")])


TRY = spread("""
我 试试 {variety} [吧/] | let me try {variety}
{variety} 太 (贵=expensive/大=big/小=small) 了 | {variety} {be variety} too (1)
{variety} 很 (好看=beautiful/漂亮=beautiful/便宜=cheap) | {variety} {be variety} very (1)
我 喜欢 {variety} | I like {variety}
我 想 (买=buy/要=have) {variety} | I want to (1) {variety}
我 (要=want/不_要=do_not_want) {variety} | I (1) {variety}
请 给 我 [拿/] {variety} | please give me {variety}
{it:#w:this,that} (你=you/他=him/她=her/妈妈=my_mother) 穿 着 (很=very/真=really) 好看 | {it} {s look it} (2) good \
on (1)
""")


def tried_on(d: Draw) -> Both:
    """红色 的 太 贵 了 ， 我 试试 那 双 白色 的 吧."""
    if d.chance(0.5):
        return any_of(d, TRY)
    noun = d.pick(VARIED)
    one, two = variety(d, noun), variety(d, noun)
    first = any_of(d, [form for form in TRY if "太" in form[0]], variety=one)
    return join([first, any_of(d, TRY[:2], variety=two)], [("，", ",")])
