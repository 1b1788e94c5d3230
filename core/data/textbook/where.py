"""Where things, people and buildings are, and what there is somewhere."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.forms import forms, slot
from core.data.textbook.phrases import Both, Draw, Np, human, linked, plain, pronoun, thing

ROOMS = {"房间": "room", "教室": "classroom", "饭店": "restaurant", "商店": "shop", "超市": "supermarket",
         "公园": "park",
         "图书馆": "library", "城市": "city", "包": "bag", "盒子": "box", "车": "car"}
SIDES = (("旁边", "next to"), ("旁边", "next to"), ("后面", "behind"), ("前面", "in front of"), ("前面", "in front of"),
         ("附近", "near"), ("外面", "outside"), ("左边", "on the left of"), ("右边", "on the right of"))
OWNED = ("房间", "包", "车", "桌子", "床")
TOPS = {"桌子": "table", "椅子": "chair", "床": "bed"}


@slot
def spot(d: Draw) -> Both:
    """桌子 上, on the table; 我 的 房间 里, in my room; 学校 旁边, 我 家 附近, next to the school, near my home."""
    roll, k, s, o = d.rng.random(), d.key(), d.key(), d.key()
    zh_own, en_own = [], [("the", 0, (k,))]
    if roll < 0.33:
        zh, (side, en) = d.pick(TOPS), d.pick((("上", "on"), ("上", "on"), ("下面", "under")))
        noun = TOPS[zh]
    elif roll < 0.6:
        zh, side, en = d.pick(ROOMS), "里", "in"
        noun = ROOMS[zh]
    elif roll < 0.72:
        zh, noun, (side, en) = "家", "home", d.pick(SIDES)
    else:
        zh, (side, en) = d.pick(w.GROUNDS), d.pick(SIDES)
        noun = w.PLACES[zh][0].removeprefix("the ")
    if zh == "家" or (zh in OWNED and d.chance(0.3)):
        whose = pronoun(d, d.pick("我 我 我 他 她 我们 你"))
        zh_own, en_own = [*whose.zh, *([] if zh == "家" else [("的", 0, (o,))])], whose.en_own
    de = [("的", 0, (s,))] if len(side) == 2 and d.chance(0.12) else []
    return ([*zh_own, (zh, k, ()), *de, (side, s, ())],
            [*linked(en, s), *en_own, *linked(noun, k)])


@slot
def some(d: Draw) -> Np:
    """What there may be somewhere."""
    if d.chance(0.35):
        zh, k, m, n = d.pick(w.HUMANS), d.key(), d.key(), d.pick((1, 1, 2, 3, 5, 8, 10, 12, 20, 25, 30))
        if d.chance(0.4):
            return human(d, zh, "many")
        zh_n, en_n = w.number(n)
        en = [("a", m, ()), (w.HUMANS[zh], k, ())] if n == 1 else [(en_n, m, ()), (w.plural(w.HUMANS[zh]), k, ())]
        return Np([*((x, m, ()) for x in zh_n), ("个", 0, (m,)), (zh, k, ())], en, "3" if n == 1 else "p")
    noun = d.pick([n.zh for n in w.NOUNS.values() if n.tags & set("tabdf") and n.kind != "p"])
    return thing(d, noun, d.pick("one one number many"))


@slot
def building(d: Draw) -> Np:
    """一 个 商店, a shop: what may stand beside something."""
    zh, k, m = d.pick("商店 超市 公园 饭馆 咖啡馆 银行 书店 图书馆 医院 学校 电影院 咖啡馆"), d.key(), d.key()
    en, n = w.PLACES[zh][0].removeprefix("the "), d.pick((1, 1, 1, 1, 2, 3))
    if d.chance(0.12):
        return Np([("很多", m, ()), (zh, k, ())], [("many", m, ()), *linked(w.plural(en), k)], "p")
    said, count = w.number(n)
    good, fine = d.unit(*d.pick((("大", "big"), ("小", "small"), ("新", "new")))) if d.chance(0.2) else ([], [])
    de = [*plain("很"), *good, *plain("的")], [*plain("very"), *fine]
    good, fine = de if good and d.chance(0.3) else (good, fine)
    return Np([*((x, m, ()) for x in said), ("个", 0, (m,)), *good, (zh, k, ())],
              [("a" if n == 1 else count, m, ()), *fine, *linked(en if n == 1 else w.plural(en), k)],
              "3" if n == 1 else "p")


@slot
def beside(d: Draw) -> Both:
    """我 家 旁边, 学校 附近: where a building may stand."""
    zh, k, s, (side, en) = d.pick((*w.GROUNDS, *["家"] * 8)), d.key(), d.key(), d.pick(SIDES[:7])
    whose = pronoun(d, d.pick("我 我 我们 他 她 你")) if zh == "家" else None
    noun = "home" if whose else w.PLACES[zh][0].removeprefix("the ")
    return ([*(whose.zh if whose else []), (zh, k, ()), (side, s, ())],
            [*linked(en, s), *(whose.en_own if whose else [("the", 0, (k,))]), *linked(noun, k)])


@slot
def price(d: Draw) -> Both:
    """三 十 五 块 钱, 一 百 二 十 块: thirty-five yuan, one hundred twenty yuan."""
    k, n = d.key(), d.pick([*range(2, 100), *range(10, 100, 5), *range(10, 100, 10)])
    hundreds = d.pick((0, 0, 0, 1, 2, 3, 5))
    if hundreds and d.chance(0.5):
        n = 0
    elif hundreds:
        n = d.pick((*range(20, 100, 10), *range(21, 100)) if d.chance(0.3) else range(20, 100, 10))
    zh, en = w.number(n, n == 2) if n else ([], "")
    zh_many, en_many = w.number(hundreds) if hundreds else ([], "")
    zh = [*zh_many, *(["百"] if hundreds else []), *zh, "块", *(["钱"] if d.chance(0.6) else [])]
    en = " ".join([en_many, "hundred" if hundreds else "", en, "yuan"]).split()
    return [(x, k, ()) for x in zh], [(x, k, ()) for x in en]


@slot
def city(d: Draw) -> Both:
    """A city."""
    zh = d.pick(w.CITIES)
    return d.unit(zh, w.CITIES[zh])


EXISTENCE = forms("""
{spot} 有 {some} | there {be some} {some} {spot}
{spot} 有 {some} | there {be some} {some} {spot}
{spot} 有 {some} 和 {some2} | there {be some} {some} and {some2} {spot}
{spot} 有 {some} ， {some2} 和 {some3} | there {be some} {some} , {some2} and {some3} {spot}
{spot} 没有 {none:#t,#a,#b,#d,#f:a} | there is no {no none} {spot}
{spot} 没有 人 | there is nobody {spot}
{beside} 有 {building} | there {be building} {building} {beside}
{beside} 有 {building} | there {be building} {building} {beside}
{beside} 有 {building} 和 {building2} | there {be building} {building} and {building2} {beside}
{beside} 没有 (商店=shop/超市=supermarket/公园=park/饭馆=restaurant/银行=bank/医院=hospital) | there is no (1) {beside}
{who} 家 有 {n:2-9} 口 人 | there are {n} people in {own who} family
{me} 家 有 {n:3-6} 口 人 ， {kins} | there are {n} people in {own me} family , {kins}
{who} 家 有 {some} | there {be some} {some} in {own who} home
""")
LOCATED = forms("""
{who} 在 {place} | {who} {be who} {at place}
{who} 在 家 | {who} {be who} at home
{who} 不 在 {place} | {who} {be who} not {at place}
{who} 不 在 家 | {who} {be who} not at home
{who} 坐 在 {spot} | {who} {s sit who} {spot}
{who} 坐 在 {other} (旁边=next_to/后面=behind/前面=in_front_of) | {who} {s sit who} (1) {obj other}
{who} 在 {place} (等=waiting_for/等=waiting_for/找=looking_for) {other} | {who} {be who} (1) {obj other} {at place}
{who} 不 在 ， (出_去=went_out/去_学校=went_to_school/去_上班=went_to_work/回_家=went_home) 了 | {who} {be who} not \
here , {again who} (1)
{it:#t,#a,#v:the,own,this,own} 在 {spot} | {it} {be it} {spot}
{it:#t,#a,#v:the,own} 不 在 {spot} | {it} {be it} not {spot}
{ground} (在=is/不_在=is_not) {ground2} (旁边=next_to/后面=behind/前面=in_front_of) | {ground} (1) (2) {ground2}
{who} 住 在 (二=second/三=third/四=fourth/五=fifth/六=sixth/七=seventh/八=eighth) 楼 | {who} {s live who} on the (1) \
floor
{ground} 在 {beside} | {ground} is {beside}
从 {ground} 到 {ground2} (很_远=is_very_far/不_远=is_not_far/不_太_远=is_not_very_far) | it (1) from {ground} to \
{ground2}
{ground} 在 (二=second/三=third/四=fourth/五=fifth/六=sixth) 楼 | {ground} is on the (1) floor
{ground} 离 {far} (很_远=is_very_far_from/不_远=is_not_far_from/很_近=is_very_near) | {ground} (1) {far}
(我=my/你=your/他=his/她=her/我们=our) 家 离 {far} (很_远=is_very_far_from/不_远=is_not_far_from/\
很_近=is_very_near/太_远_了=is_too_far_from) | (1) home (2) {far}
""")
