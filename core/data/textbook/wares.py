"""Wares of a size and colour, 的 without its noun, who and what is somewhere, what hurts; and two of such clauses."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.choices import HUE
from core.data.textbook.clauses import action, liking, quality
from core.data.textbook.compared import comparison
from core.data.textbook.doings import doing
from core.data.textbook.forms import any_of, forms, slot
from core.data.textbook.measures import counted
from core.data.textbook.phrases import Both, Draw, Np, friend, human, linked, plain, thing
from core.data.textbook.places import place
from core.data.textbook.things_told import of_thing, opinion_told, valued, whom
from core.data.textbook.where import beside

KIND = "新=new/旧=old/大=big/小=small/便宜=cheap/贵=expensive/红色=red/白色=white/黑色=black/绿色=green/蓝色=blue"
MORE = "大=bigger/小=smaller/便宜=cheaper/长=longer/短=shorter/好=better/新=newer"
TOO = "大=big/小=small/贵=expensive/长=long/短=short"
OWN = "我=mine/你=yours/他=his/她=hers"


@slot
def piece(d: Draw) -> Np:
    """这 件 毛衣: one thing to buy, of which there may be another."""
    noun = d.pick([n.zh for n in w.NOUNS.values() if n.tags & set("tw") and n.kind == "c" and n.measure])
    return thing(d, noun, d.pick("this this that"), 0)


@slot
def pieces(d: Draw) -> Np:
    """这 双 鞋: what English has in the plural."""
    return thing(d, d.pick("鞋 裤子 衣服"), d.pick("this this that"), 0)


@slot
def measure(d: Draw) -> Both:
    """那 件, that one."""
    zh, en = d.pick((("那", "that one"), ("这", "this one")))
    return d.unit(f"{zh} {d.pick('件 条 本 个 张 辆 把 台')}", en)


ONES = forms(f"""
{{piece}} 太 ({TOO}) 了 ， 有 ({MORE}) 一点儿 的 吗 | {{piece}} is too (1) , is there a (2) one
{{piece}} 太 ({TOO}) 了 ， 有 没有 ({MORE}) 一点儿 的 | {{piece}} is too (1) , is there a (2) one
{{piece}} 有点儿 ({TOO}) ， 有 没有 ({MORE}) 一点儿 的 | {{piece}} is a little (1) , is there a (2) one
{{piece}} 有点儿 ({TOO}) ， 有 ({MORE}) 一点儿 的 吗 | {{piece}} is a little (1) , is there a (2) one
{{pieces}} 太 ({TOO}) 了 ， 有 ({MORE}) 一点儿 的 吗 | {{pieces}} are too (1) , are there (2) ones
{{pieces}} 太 ({TOO}) 了 ， 有 没有 ({MORE}) 一点儿 的 | {{pieces}} are too (1) , are there (2) ones
{{pieces}} 有点儿 ({TOO}) ， 有 没有 ({MORE}) 一点儿 的 | {{pieces}} are a little (1) , are there (2) ones
{{piece}} 有 ({HUE}) 的 吗 | do you have {{piece}} in (1)
{{pieces}} 有 ({HUE}) 的 吗 | do you have {{pieces}} in (1)
有 ({HUE}) 的 吗 | is there a (1) one
有 没有 ({HUE}) 的 | is there a (1) one
你 想 买 ({KIND}) 的 还是 ({KIND}) 的 | do you want to buy the (1) one or the (2) one
你 要 ({HUE}) 的 还是 ({HUE}) 的 | do you want the (1) one or the (2) one
你 的 (咖啡=coffee/茶=tea/牛奶=milk) 要 热 的 还是 冷 的 | do you want your (1) hot or cold
你 喜欢 ({KIND}) 的 还是 ({KIND}) 的 | do you like the (1) one or the (2) one
你 觉得 ({HUE}) 的 好看 还是 ({HUE}) 的 好看 | do you think that the (1) one or the (2) one is more beautiful
你 觉得 {{piece}} 好看 ， 还是 那 个 ({HUE}) 的 好看 | do you think that {{piece}} or that (1) one is more beautiful
({KIND}) 的 多少 钱 | how much is the (1) one
哪 个 是 ({OWN}) 的 | which one is (1)
""")
ONES_SAID = forms(f"""
{{who}} 要 ({KIND}) 的 | {{who}} {{s want who}} the (1) one
{{who}} 想 买 ({KIND}) 的 | {{who}} {{s want who}} to buy the (1) one
{{who}} 想 买 ({MORE}) 一点儿 的 | {{who}} {{s want who}} to buy a (1) one
{{who}} 喜欢 ({KIND}) 的 | {{who}} {{s like who}} the (1) one
{{who}} 不 喜欢 ({KIND}) 的 ， 喜欢 ({KIND}) 的 | {{who}} {{do who}} not like the (1) one but {{s like who}} the \
(2) one
({KIND}) 的 是 ({OWN}) 的 ， ({KIND}) 的 是 ({OWN}) 的 | the (1) one is (2) and the (3) one is (4)
({KIND}) 的 太 贵 了 | the (1) one is too expensive
({KIND}) 的 太 贵 了 ， {{who}} 想 买 ({KIND}) 的 | the (1) one is too expensive , {{who}} {{s want who}} to buy \
the (2) one
({KIND}) 的 (很=very/真=really) (好看=beautiful/漂亮=beautiful/好=good) | the (1) one is (2) (3)
({HUE}) 的 比 ({HUE}) 的 (贵=more_expensive/便宜=cheaper/好看=more_beautiful/好=better) | the (1) one is (3) than \
the (2) one
({KIND}) 的 {{price}} ， ({KIND}) 的 {{price2}} | the (1) one is {{price}} and the (2) one is {{price2}}
{{piece}} 是 ({OWN}) 的 ， {{measure}} 是 {{kin}} 的 | {{piece}} is (1) and {{measure}} is {{own kin}}
{{piece}} 是 {{who}} {{past}} 买 的 | {{who}} bought {{piece}} {{past}}
{{piece}} 是 ({KIND}) 的 | {{piece}} is (1)
{{piece}} 不 是 ({KIND}) 的 | {{piece}} is not (1)
我 试试 那 双 ({HUE}) 的 吧 | let me try those (1) ones
我 试试 那 件 ({HUE}) 的 吧 | let me try that (1) one
{{who}} 穿 ({HUE}) (衣服=clothes/裤子=trousers) 很 (好看=beautiful/漂亮=beautiful) | {{who}} {{s look who}} very \
(3) in (1) (2)
{{who}} 穿 ({HUE}) (毛衣=sweater/裙子=skirt/衬衫=shirt) 最 好看 | {{who}} {{s look who}} most beautiful in a (1) (2)
""")
ACHE = "牙=toothache/牙=toothache/头=headache/肚子=stomachache"
HEALTH = forms(f"""
{{who}} ({ACHE}) 疼 | {{who}} {{s have who}} a (1)
{{who}} 的 ({ACHE}) 很 疼 | {{who}} {{s have who}} a bad (1)
{{who}} ({ACHE}) 有点儿 疼 | {{who}} {{s have who}} a little (1)
{{who}} ({ACHE}) 不 疼 | {{who}} {{do who}} not have a (1)
{{who}} ({ACHE}) 不 疼 了 | {{who}} {{do who}} not have a (1) any more
{{who}} {{past}} ({ACHE}) 疼 | {{who}} had a (1) {{past}}
{{who}} ({ACHE}) 疼 ， 想 去 (医院=to_the_hospital/看病=to_see_a_doctor) | {{who}} {{s have who}} a (1) and {{s \
want who}} to go (2)
{{who}} ({ACHE}) 疼 ， 不 能 来 (上课=class/上班=work) | {{who}} {{s have who}} a (1) and can not come to (2)
{{who}} 感冒 了 ， ({ACHE}) 很 疼 | {{who}} {{s have who}} a cold and a bad (1)
{{who}} 的 手 (很=a_lot/有点儿=a_little) 疼 | {{own who}} hand hurts (1)
{{who}} 的 感冒 好 了 | {{own who}} cold is better
{{who}} 的 病 已经 好 了 | {{who}} {{be who}} already well
{{who}} 的 病 (好_一点儿=a_little_better/好_多=much_better) 了 | {{who}} {{be who}} (1)
{{who}} 的 身体 越来越 好 | {{own who}} health is getting better and better
{{who}} 身体 越来越 (好=better_and_better) 了 | {{own who}} health is getting (1)
{{who}} 的 身体 (很=very/非常=very/不=not/不太=not_very) 好 | {{own who}} health is (1) good
{{who}} 吃 了 药 ， 现在 (舒服=better/好=better) 多 了 | {{who}} took medicine and {{be who}} much (1) now
{{who}} 一 天 吃 (一=once/两=twice/三=three_times) 次 药 | {{who}} {{s take who}} medicine (1) a day
这 个 药 一 天 吃 (一=once/两=twice/三=three_times) 次 | take this medicine (1) a day
这 个 药 每天 吃 (一=once/两=twice/三=three_times) 次 | take this medicine (1) a day
医生 让 {{who}} (多=more/多=more) 喝 水 | the doctor asked {{obj who}} to drink (1) water
医生 说 {{who}} (应该_多_休息=should_rest_more/应该_多_喝_水=should_drink_more_water/\
不_能_喝_咖啡=can_not_drink_coffee) | the doctor said that {{who}} (1)
""")
HEALTH_ASKED = forms(f"""
你 ({ACHE}) 疼 吗 | do you have a (1)
你 的 ({ACHE}) 还 疼 吗 | do you still have a (1)
你 ({ACHE}) 还 疼 不 疼 | do you still have a (1)
你 哪儿 疼 | where does it hurt
你 (哪儿/哪里) 不 舒服 | where do you not feel well
{{owner}} 的 病 好 了 吗 | {{be owner}} {{owner}} well now
{{owner}} 的 感冒 好 (了/一点儿_了) 吗 | is {{own owner}} cold better
{{owner}} 身体 (怎么样/怎么样) | how is {{own owner}} health
{{owner}} 身体 好 吗 | how is {{own owner}} health
{{who}} 吃 药 了 没有 | did {{who}} take medicine
""")
THERE_ASKED = forms("""
{beside} 是 什么 楼 | what building is {beside}
{beside} 有 什么 | what is there {beside}
{spot} 有 什么 | what is there {spot}
{beside} 是 什么 地方 | what place is {beside}
{spot} 有 人 吗 | is there anybody {spot}
{place} 有 人 吗 | is there anybody {at place}
{place} 有 没有 人 | is there anybody {at place}
谁 在 {place} {vp:bare} | who is {ing vp} {at place}
{beside} 有 (银行=bank/饭馆=restaurant/超市=supermarket/医院=hospital/书店=bookshop) 吗 | is there a (1) {beside}
{beside} 有 没有 (银行=bank/饭馆=restaurant/超市=supermarket/医院=hospital) | is there a (1) {beside}
""")
THERE = forms("""
{spot} 没 人 | there is nobody {spot}
{place} 没 人 | there is nobody {at place}
{place} 没有 人 | there is nobody {at place}
{place} 一 个 人 也 没有 | there is not a single person {at place}
{place} 有 人 | there is somebody {at place}
外面 有 人 | there is somebody outside
{spot} 什么 也 没有 | there is nothing {spot}
{spot} 什么 都 没有 | there is nothing {spot}
{place} 人 (很=many/不=not_many) 多 | there are (1) people {at place}
{beside} 是 {building_one} | {beside} is {building_one}
{beside} 不 是 {building_one} | {beside} is not {building_one}
{beside} 是 {building_one} ， {beside2} 是 {building_one2} | {beside} is {building_one} and {beside2} is \
{building_one2}
{beside} 有 {building_one} | there is {building_one} {beside}
""")


@slot
def building_one(d: Draw) -> Np:
    """一 家 很 大 的 超市, a very big supermarket."""
    zh, en = d.pick((("超市", "supermarket"), ("商店", "shop"), ("饭馆", "restaurant"), ("咖啡馆", "cafe"),
                     ("书店", "bookshop"), ("银行", "bank"), ("医院", "hospital"), ("公司", "company")))
    size = d.pick((("", ""), ("", ""), ("大", "big"), ("小", "small"), ("新", "new"), ("很 大 的", "very big"),
                   ("很 小 的", "very small"), ("很 好 的", "very good"), ("很 便宜 的", "very cheap")))
    k, m = d.key(), d.key()
    return Np([*linked("一 家", m), *linked(size[0], k), *linked(zh, d.key())],
              [("a", m, ()), *linked(size[1], k), *linked(en, d.last)])


STILL = ("下班", "穿", "放", "起床", "下课", "住", "看见", "带", "拿", "借")


def going_on(d: Draw) -> Both:
    """外面 有 两 个 孩子 在 踢 足球, there are two children playing football outside; 窗户 外面 有 一 只 鸟 在 唱歌."""
    vp = doing(d, "bare", 0)
    while vp.goes or vp.fast or vp.zh_before or vp.zh in STILL or any(word[0] == "for" for word in vp.en_rest):
        vp = doing(d, "bare", 0)
    n, zh = d.pick((1, 1, 2, 3)), d.pick("人 人 孩子 女孩 男孩 学生 男人 女人")
    there, roll = place(d), d.rng.random()
    zh_there, at = (there.zh, there.at) if roll < 0.5 else d.unit("外面", "outside") if roll < 0.75 else d.unit(
        "窗户 外面", "outside the window")
    many = human(d, zh, "many") if d.chance(0.2) else None
    k, number = d.key(), w.number(n)
    who = (many.zh, many.en) if many else ([*linked(" ".join(number[0]), k), *plain("个"), *linked(zh, d.key())], [
        ("a" if n == 1 else number[1], k, ()), (w.HUMANS[zh] if n == 1 else w.plural(w.HUMANS[zh]), d.last, ())])
    if zh == "人" and not many and n == 1 and d.chance(0.7):
        who = plain("有 人")[1:], plain("somebody")
    be = "are" if many or n > 1 else "is"
    return ([*zh_there, *plain("有"), *who[0], *plain("在"), *vp.whole_zh()],
            [*plain(f"there {be}"), *who[1], *vp.whole_en("ing"), *at])


def near_us(d: Draw) -> Both:
    """坐 在 我 旁边 的 那 个 人 is for others; here: 公园 旁边 的 那 个 人 是 我 的 老师."""
    there, who, k = beside(d), friend(d, d.pick("朋友 老师 同学")), d.key()
    zh, en = d.pick(list({"人": "person", "女孩": "girl", "男孩": "boy", "孩子": "child", "学生": "student"}.items()))
    return ([*there[0], *plain("的 那 个"), (zh, k, ()), *plain("是"), *who.zh],
            [*plain("that"), (en, k, ()), *there[1], *plain("is"), *who.en])


def ware(d: Draw) -> Both:
    """What is said of wares, places, health."""
    return d.pick((lambda d: any_of(d, ONES_SAID), lambda d: any_of(d, HEALTH), lambda d: any_of(d, THERE), going_on,
                   near_us))(d)


def ware_asked(d: Draw) -> Both:
    """What is asked about them."""
    return any_of(d, d.pick((ONES, ONES, HEALTH_ASKED, THERE_ASKED)))


@slot
def side(d: Draw) -> Both:
    """Any clause of this field."""
    return d.pick((of_thing, whom, comparison, counted, ware, opinion_told, valued))(d)


@slot
def anybody(d: Draw) -> Both:
    """What somebody does, likes, feels, or such a clause."""
    return d.pick((action, action, liking, quality))(d)


PAIRS = forms("""
{side} ， (但是/可是/不过) {side2} | {side} , but {side2}
{side} ， {side2} | {side} , and {side2}
因为 {side} ， 所以 {anybody} | because {side} , {anybody}
因为 {side} ， {anybody} | because {side} , {anybody}
{side} ， 所以 {anybody} | {side} , so {anybody}
虽然 {side} ， (但是/可是) {anybody} | although {side} , {anybody}
虽然 {anybody} ， (但是/可是) {side} | although {anybody} , {side}
{anybody} ， 因为 {side} | {anybody} because {side}
{anybody} ， (但是/可是) {side} | {anybody} , but {side}
{who} 觉得 {side} | {who} {s think who} that {side}
{who} 觉得 {opinion_told} | {who} {s think who} that {opinion_told}
{who} 不 觉得 {opinion_told} | {who} {do who} not think that {opinion_told}
{who} 说 {side} | {who} {s say who} that {side}
{who} 知道 {side} | {who} {s know who} that {side}
听说 {side} | I heard that {side}
""")


def pair(d: Draw) -> Both:
    """Two clauses, one of them about a thing, a place, a quantity, a quality; thought and said."""
    return any_of(d, PAIRS)


def pair_asked(d: Draw) -> Both:
    """你 觉得 ... 吗."""
    zh, en = opinion_told(d)
    return [*plain("你 觉得"), *zh, *plain("吗")], [*plain("do you think that"), *en]


