"""What is said and asked of things and people that are told of: a noun phrase of any kind wherever one may stand."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.choices import JOB, KIN, LAND
from core.data.textbook.clauses import action, describe, liking, quality
from core.data.textbook.forms import any_of, forms, slot
from core.data.textbook.heads import named, owned, relative, rich, some, somebody, taken
from core.data.textbook.phrases import Both, Draw, Np, linked, person, plain

SORTS = {"goods": "#t", "reading": "书 小说 杂志 词典 报纸 信", "clothes": "#w", "meal": "#f 菜 饺子",
         "wheels": "#v 电脑 手机", "pet": "#a", "room": "房间 房子 教室", "film": "电影 歌 中国_电影"}


def _sort(name: str, spec: str) -> None:
    nouns = [noun for noun in w.tagged(spec) if noun in w.NOUNS]

    def told(d: Draw) -> Np:
        return rich(d, d.pick(nouns))

    def some_of(d: Draw) -> Np:
        return some(d, d.pick(nouns))

    for made, kind in ((told, name), (some_of, f"{name}_some")):
        made.__name__ = kind
        slot(made)


for _name, _spec in SORTS.items():
    _sort(_name, _spec)


@slot
def gift_told(d: Draw) -> Np:
    """你 送 我 的 礼物: what one is thanked for."""
    k, (zh, en) = d.key(), d.pick((("送 我", "gave me"), ("送 给 我", "gave me"), ("给 我 买", "bought for me"),
                                   ("借 给 我", "lent me"), ("给 我 做", "made for me")))
    noun = d.pick({"借": "书 词典 雨伞 自行车", "做": "蛋糕 饺子 菜 面条"}.get(
        "做" if "做" in zh else zh[0], "礼物 礼物 花 书 毛衣 裙子 帽子 衣服 词典 蛋糕"))
    zh_n, en_n = named(d, noun, "", 0.85)
    return Np([*plain("你"), *linked(zh, k), *plain("的"), *zh_n],
              [*plain("the"), *en_n, *plain("that you"), *linked(en, k)], "p" if w.NOUNS[noun].kind == "p" else "3")


OF_THINGS = forms("""
{goods} 在 {spot} | {goods} {be goods} {spot}
{goods} 不 在 {spot} | {goods} {be goods} not {spot}
{goods} 在 {spot} | {goods} {be goods} {spot}
{goods} 是 {kin} 的 | {goods} {be goods} {own kin}
{goods} 是 (我=mine/你=yours/他=his/她=hers) 的 | {goods} {be goods} (1)
{goods} 不 是 (我=mine/你=yours/他=his/她=hers) 的 | {goods} {be goods} not (1)
{goods} 是 {colour} | {goods} {be goods} {colour}
{clothes} 是 {colour} | {clothes} {be clothes} {colour}
{goods} {price} | {goods} {be goods} {price}
{wheels} (坏=broken/坏=broken) 了 | {wheels} {be wheels} (1)
{wheels} 又 坏 了 | {wheels} {be wheels} broken again
{goods} {who} 不 喜欢 | {who} {do who} not like {goods}
{reading} {who} 看 完 了 | {who} finished reading {reading}
{reading} {who} 已经 看 完 了 | {who} already finished reading {reading}
{reading} {who} 还 没 看 完 | {who} did not finish reading {reading} yet
{reading} {who} 看 过 | {who} {has who} read {reading}
{film} {who} 没 听 过 | {who} {has who} not heard {film}
{clothes} {who} 穿 着 很 (好看=beautiful/漂亮=beautiful) | {clothes} {s look clothes} very (1) on {obj who}
{clothes} {who} 穿 (有点儿=a_little/太=too) (大=big/小=small/长=long/短=short) | {clothes} {be clothes} (1) (2) \
for {obj who}
谢谢 {gift_told} | thank you for {gift_told}
谢谢 {gift_told} ， 我 (很=very_much/非常=very_much) 喜欢 | thank you for {gift_told} , I like {it gift_told} (1)
{who} 很 喜欢 {gift_told} | {who} {s like who} {gift_told} very much
""")
WITH_THINGS = forms("""
{who} 喜欢 {goods} | {who} {s like who} {goods}
{who} 不 喜欢 {goods} | {who} {do who} not like {goods}
{who} 最 喜欢 {goods} | {who} {s like who} {goods} best
{who} (正在/在) 找 {goods} | {who} {be who} looking for {goods}
{who} 没 找 到 {goods} | {who} did not find {goods}
{who} 找 到 了 {goods} | {who} found {goods}
{who} 想 买 {goods} | {who} {s want who} to buy {goods}
{who} 不 想 买 {goods} | {who} {do who} not want to buy {goods}
{who} 买 了 {goods} | {who} bought {goods}
{who} {past} 买 了 {clothes_some} | {who} bought {clothes_some} {past}
{who} 想 买 {clothes_some} | {who} {s want who} to buy {clothes_some}
{who} 想 给 {other} 买 {goods_some} | {who} {s want who} to buy {goods_some} for {obj other}
{who} 给 {other} 买 了 {goods_some} | {who} bought {goods_some} for {obj other}
{who} 送 {other} {goods_some} | {who} {s give who} {obj other} {goods_some}
{who} {past} 送 了 {other} {goods_some} | {who} gave {obj other} {goods_some} {past}
{who} 有 {goods_some} | {who} {s have who} {goods_some}
{who} 有 {goods_some} 和 {goods_some2} | {who} {s have who} {goods_some} and {goods_some2}
{who} 有 {pet_some} | {who} {s have who} {pet_some}
{who} 家 有 {pet_some} | there {be pet_some} {pet_some} in {own who} home
{who} 需要 {goods_some} | {who} {s need who} {goods_some}
{who} 要 {meal_some} | {who} {s want who} {meal_some}
{who} 在 {shop_told} 买 了 {goods_some} | {who} bought {goods_some} {at shop_told}
{who} 看 过 {reading} | {who} {has who} read {reading}
{who} 没 看 过 {reading} | {who} {has who} not read {reading}
{who} 看 完 了 {reading} | {who} finished reading {reading}
{who} 还 没 看 完 {reading} | {who} did not finish reading {reading} yet
{who} {future} 穿 {clothes} | {who} will wear {clothes} {future}
{who} (今天=today/现在=now) 穿 着 {clothes_some} | {who} {be who} wearing {clothes_some} (1)
{who} 把 {clothes} 洗 了 | {who} washed {clothes}
{who} 把 {goods} 放 在 {spot} 了 | {who} put {goods} {spot}
{who} 把 {goods} 忘 在 {place} 了 | {who} left {goods} {at place}
{who} 把 {goods} 给 了 {other} | {who} gave {goods} to {obj other}
{who} 把 {reading} 借 给 了 {other} | {who} lent {reading} to {obj other}
{who} 忘 了 带 {goods} | {who} forgot to bring {goods}
请 把 {goods} 给 (我=me/我们=us/他=him) | please give {goods} to (1)
请 把 {goods} 放 在 {spot} | please put {goods} {spot}
别 忘 了 带 {goods} | do not forget to bring {goods}
{spot} 有 {goods_some} | there {be goods_some} {goods_some} {spot}
{spot} 有 {clothes_some} 和 {goods_some} | there {be clothes_some} {clothes_some} and {goods_some} {spot}
""")
OF_PEOPLE = forms(f"""
{{human_one}} 是 {{kin}} | {{human_one}} is {{kin}}
{{human_one}} 不 是 {{kin}} | {{human_one}} is not {{kin}}
{{human_one}} 是 {{friend}} 的 ({KIN}) | {{human_one}} is {{own friend}} (1)
{{human_one}} 是 {{me}} 的 (老师=teacher/朋友=friend/同学=classmate/学生=student) | {{human_one}} is {{own me}} (1)
{{human_one}} 叫 {{called}} | the name of {{human_one}} is {{called}}
""")
WITH_PEOPLE = forms("""
{who} 认识 {human_told} | {who} {s know who} {human_told}
{who} 不 认识 {human_told} | {who} {do who} not know {human_told}
{who} 喜欢 {human_told} | {who} {s like who} {human_told}
{who} 想 认识 {human_told} | {who} {s want who} to meet {human_told}
{who} 看见 了 {human_told} | {who} saw {human_told}
{who} {past} 看见 了 {human_told} | {who} saw {human_told} {past}
{who} 在 等 {human_told} | {who} {be who} waiting for {human_told}
{who} 正在 找 {human_told} | {who} {be who} looking for {human_told}
{who} 想 找 {human_some} | {who} {s want who} to look for {human_some}
{who} 想 帮助 {human_told} | {who} {s want who} to help {human_told}
{who} 想 给 {human_told} 打 电话 | {who} {s want who} to call {human_told}
{who} 给 {human_told} 打 了 电话 | {who} called {human_told}
{who} {past} 跟 {human_told} 见面 了 | {who} met {human_told} {past}
{who} 跟 {human_told} 一起 {vp:bare} | {who} {s vp who} with {human_told}
{who} 想 跟 {human_told} 一起 {vp:bare} | {who} {s want who} to {base vp} with {human_told}
{who} 把 {it:#t:the,own} 给 了 {human_told} | {who} gave {it} to {human_told}
{who} 有 {human_some} | {who} {s have who} {human_some}
{who} 认识 {human_some} | {who} {s know who} {human_some}
{who} 在 {place} 认识 了 {human_some} | {who} met {human_some} {at place}
{who} {past} 认识 了 {human_some} | {who} met {human_some} {past}
{place} 有 {human_some} | there {be human_some} {human_some} {at place}
外面 有 {human_some} | there {be human_some} {human_some} outside
{she} 是 一 个 (很=very/非常=very) (好=good/聪明=clever/忙=busy/有意思=interesting) 的 \
(人=person/老师=teacher/学生=student/孩子=child) | {she} is a (1) (2) (3)
""")
WHO_QUESTIONS = forms(f"""
{{human_told}} 是 谁 | who {{be human_told}} {{human_told}}
{{human_one}} 叫 什么 名字 | what is the name of {{human_one}}
{{human_one}} 是 不 是 {{kin}} | is {{human_one}} {{kin}}
{{human_one}} 是 {{kin}} 吗 | is {{human_one}} {{kin}}
{{human_told}} 在 (哪儿/哪里) | where {{be human_told}} {{human_told}}
{{human_told}} 是 哪 国 人 | what country {{be human_told}} {{human_told}} from
{{human_told}} 是 ({LAND}) 人 吗 | {{be human_told}} {{human_told}} (1)
{{human_one}} 是 {{me}} 的 (老师=teacher/朋友=friend/同学=classmate/学生=student) 吗 | is {{human_one}} {{own me}} (1)
{{human_one}} 是 ({JOB}) 吗 | is {{human_one}} a (1)
你 (认识=know/喜欢=like) {{human_told}} 吗 | do you (1) {{human_told}}
你 认识 不 认识 {{human_told}} | do you know {{human_told}}
你 看见 {{human_told}} 了 吗 | did you see {{human_told}}
你 在 等 {{human_told}} 吗 | are you waiting for {{human_told}}
谁 是 {{human_told}} | who is {{human_told}}
谁 认识 {{human_told}} | who knows {{human_told}}
你 有 {{human_some}} 吗 | do you have {{human_some}}
""")
THING_QUESTIONS = forms("""
{goods} 在 (哪儿/哪里) | where {be goods} {goods}
{goods} 是 谁 的 | whose {be goods} {goods}
{goods} 多少 钱 | how much {be goods} {goods}
{goods} 是 你 的 吗 | {be goods} {goods} yours
{goods} 是 不 是 你 的 | {be goods} {goods} yours
{goods} 是 谁 送 给 你 的 | who gave you {goods}
{clothes} 是 什么 颜色 的 | what color {be clothes} {clothes}
{goods} 在 {spot} 吗 | {be goods} {goods} {spot}
{clothes} 怎么样 | how {be clothes} {clothes}
{meal} 好吃 吗 | {be meal} {meal} delicious
{meal} 怎么样 | how {be meal} {meal}
{wheels} 坏 了 吗 | {be wheels} {wheels} broken
(你=you/您=you) 喜欢 {goods} 吗 | do (1) like {goods}
你 看见 {goods} 了 吗 | did you see {goods}
你 看 过 {reading} 吗 | have you read {reading}
你 看 完 {reading} 了 吗 | did you finish reading {reading}
你 找 到 {goods} 了 吗 | did you find {goods}
谁 买 了 {goods} | who bought {goods}
谁 有 {goods_some} | who has {goods_some}
你 有 {clothes_some} 吗 | do you have {clothes_some}
你 能 把 {reading} 借 给 我 吗 | can you lend {reading} to me
{reading} 能 借 我 一下 吗 | can you lend me {reading}
{wheels} 能 借 我 一下 吗 | can you lend me {wheels}
我 可以 (看_一下=look_at/用_一下=use) {goods} 吗 | can I (1) {goods}
你 觉得 {goods} 怎么样 | what do you think of {goods}
你 想 买 {clothes_some} 吗 | do you want to buy {clothes_some}
""")


def whom(d: Draw) -> Both:
    """Somebody who is told of does something, is so, likes something."""
    roll = d.rng.random()
    if roll < 0.2:
        return any_of(d, OF_PEOPLE)
    if roll < 0.5:
        return any_of(d, WITH_PEOPLE)
    if roll < 0.65:
        who = person(d)
        return any_of(d, [form for form in WITH_PEOPLE if "human_told" in form[0]], who=who,
                      human_told=relative(d, who.mine))
    return d.pick((action, action, quality, liking))(d, somebody(d) if d.chance(0.8) else relative(d, "我"))


def named_so(d: Draw) -> Both:
    """这 是 你 送 我 的 礼物; 那 不 是 我 弟弟 的 车; 这 是 谁 的 书; 这些 都 是."""
    noun = d.pick(w.tagged("#t #v #a"))
    what = d.pick((lambda: taken(d, noun), lambda: owned(d, noun), lambda: some(d, noun)))()
    if what is None or what.zh[0][0] in ("这", "那", "很多"):
        what = owned(d, noun)
    zh, no = d.pick("这 那"), d.chance(0.2)
    en = ({"这": "these are", "那": "those are"} if what.agree == "p" else {"这": "this is", "那": "that is"})[zh]
    return ([*plain(zh), *plain("不 是" if no else "是"), *what.zh],
            [*plain(en), *plain("not" if no else ""), *what.en])


GRADES = ("", "很", "很", "很", "很", "非常", "真", "太", "有点儿", "不太", "no", "not at all", "both")


def told_so(d: Draw, np: Np, noun: str, grade: str) -> Both:
    """A thing and its quality."""
    rows = [row for row in w.THINGS if noun in w.tagged(row[3])]
    zh, en, *_ = d.pick(rows)
    if grade == "both" and len(rows) > 1:
        (zh, en, *_), (zh2, en2, *_) = d.rng.sample(rows, 2)
        verb = "are" if np.agree == "p" else "is"
        return [*np.zh, *plain(f"又 {zh} 又 {zh2}")], [*np.en, *plain(f"{verb} both {en} and {en2}")]
    if grade == "not at all":
        found = describe(d, np, zh, en, neg=True)
        at = len(np.zh)
        return [*np.zh, *plain("一点儿 也"), *found[0][at:]], [*found[1], *plain("at all")]
    return describe(d, np, zh, en, "" if grade in ("no", "both") else grade, neg=grade == "no")


ADJECTIVES = {row[0] for row in w.THINGS}


def clear(d: Draw, noun: str) -> Np:
    """A thing of any description without an adjective."""
    found = rich(d, noun, 0.55)
    while ADJECTIVES & {word[0] for word in found.zh}:
        found = rich(d, noun, 0.55)
    return found


def valued(d: Draw) -> Both:
    """我 昨天 买 的 那 本 书 非常 有意思: a thing of any description and how it is."""
    noun = d.pick(w.tagged(d.pick(w.THINGS)[3]))
    return told_so(d, clear(d, noun), noun, d.pick(GRADES[1:]))


def valued_asked(d: Draw) -> Both:
    """你 买 的 那 本 书 有意思 吗, 贵 不 贵, 怎么样."""
    noun = d.pick(w.tagged(d.pick(w.THINGS)[3]))
    np, roll = clear(d, noun), d.rng.random()
    zh, en, *_ = d.pick([row for row in w.THINGS if noun in w.tagged(row[3])])
    verb = plain("are" if np.agree == "p" else "is")
    if roll < 0.2:
        return [*np.zh, *plain("怎么样")], [*plain("how"), *verb, *np.en]
    if roll < 0.5:
        return describe(d, np, zh, en, ask="yn")
    return [*np.zh, *plain(f"{zh} 不 {zh}")], [*verb, *np.en, *plain(en)]


@slot
def opinion_told(d: Draw) -> Both:
    """What one may think of a thing or of somebody."""
    return valued(d) if d.chance(0.7) else quality(d, somebody(d))


def of_thing(d: Draw) -> Both:
    """A statement with a thing that is told of."""
    return d.pick((lambda d: any_of(d, OF_THINGS), lambda d: any_of(d, WITH_THINGS), lambda d: any_of(d, WITH_THINGS),
                   valued, valued, named_so))(d)


def of_thing_asked(d: Draw) -> Both:
    """A question about somebody or something."""
    return d.pick((lambda d: any_of(d, THING_QUESTIONS), lambda d: any_of(d, WHO_QUESTIONS), valued_asked))(d)

