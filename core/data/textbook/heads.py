"""Noun phrases with all that may stand before them: whose, where, of which kind, and what is said of them by 的."""

from __future__ import annotations

from core.data.textbook import places, verbal
from core.data.textbook import verbs as v
from core.data.textbook import words as w
from core.data.textbook.clauses import clause, possible
from core.data.textbook.doings import doing
from core.data.textbook.forms import any_of, made, slot
from core.data.textbook.gaps import BUILDINGS, GAPS, INNER
from core.data.textbook.phrases import (
    Both,
    Draw,
    Np,
    adjectives,
    friend,
    human,
    kin,
    linked,
    name,
    person,
    plain,
    pronoun,
    thing,
)
from core.data.textbook.places import Place
from core.data.textbook.times import time
from core.data.textbook.where import spot

SHOPS = {"商店": "shop", "超市": "supermarket", "饭馆": "restaurant", "咖啡馆": "cafe", "书店": "bookshop",
         "公司": "company", "银行": "bank", "医院": "hospital", "饭店": "restaurant"}
"""What is counted with 家."""


@slot
def shop(d: Draw) -> Place:
    """Where things are bought."""
    zh, en, at = d.pick((("超市", "the supermarket", "in"), ("商店", "the shop", "in"), ("北京", "beijing", "in"),
                         ("上海", "shanghai", "in"), ("香港", "hong kong", "in"), ("书店", "the bookshop", "in")))
    said = d.unit(zh, en)
    return Place(said[0], said[1], [*plain(at), *said[1]], [*plain("to"), *said[1]])


@slot
def worn(d: Draw) -> Np:
    """红 裙子, a red skirt; 白色 的 毛衣; 新 鞋, new shoes."""
    found = thing(d, d.pick(w.tagged("#w")), "one", 0)
    colour, k = d.pick(w.COLOURS), d.key()
    zh, en = d.pick((([(colour, k, ())], w.COLOURS[colour]), ([(colour + "色", k, ())], w.COLOURS[colour]),
                     ([(colour + "色", k, ()), *plain("的")], w.COLOURS[colour]), ([("新", k, ())], "new")))
    at = 1 if found.en[0][0] in ("a", "an") else 0
    return Np([*zh, found.zh[-1]], [*(plain("a") if at else []), (en, k, ()), found.en[-1]], found.agree)


def inner(d: Draw, agree: str, again: str = "他") -> Both:
    """What is said of somebody: 穿 红 裙子, who is wearing a red skirt."""
    who = Np([], plain("who"), agree, again=again)
    if d.chance(0.75):
        form = d.pick(INNER if agree == "3" else [form for form in INNER if "{worn}" not in form[0]])
        return made(d, form, who=who)
    tense = d.pick("past past prog prog hab")
    vp = doing(d, "bare one" if tense != "past" else "bare", 0.3, who)
    tense = possible(vp, "past" if vp.goes or vp.fast or vp.zh in v.ALONE else tense)
    when = time(d, "past") if tense == "past" else time(d, "habit") if tense == "hab" else None
    if tense == "past":  # 昨天 买 书 的 人, without 了
        return clause(d, who, vp, "hab", when)[0], clause(d, who, vp, "past", when)[1]
    return clause(d, who, vp, tense, when)


def joined_to(d: Draw, first: Both, det: Both, head: Both) -> Both:
    """那 个 + clause 的 + noun, or clause 的 + 那 个 + noun."""
    en = [*det[1], *head[1], *first[1]]
    named_first = first[0][0][0] in w.KIN or first[0][0][0] in w.HUMANS
    if det[0] and not named_first and d.chance(0.35):
        return [*det[0], *first[0], *plain("的"), *head[0]], en
    return [*first[0], *plain("的"), *det[0], *head[0]], en


HEADS = "女孩 男孩 人 人 老师 学生 孩子 男人 女人 朋友 同学 医生 司机 服务员 先生 小姐"


def relative(d: Draw, of: str) -> Np:
    """住 在 上海 的 姐姐, my sister who lives in shanghai; of: whose."""
    mine = kin(d, of=of if of in w.PRONOUNS else "我")
    first = inner(d, "3", mine.again)
    return Np([*first[0], *plain("的"), *mine.zh], [*mine.en, *first[1]], again=mine.again, holder=of)


def somebody(d: Draw, some: bool = False) -> Np:
    """那 个 穿 红 裙子 的 女孩; some: 一 个 会 说 法语 的 朋友."""
    zh = d.pick(HEADS)
    english, k, m = w.HUMANS.get(zh) or {"先生": "man", "小姐": "woman"}[zh], d.key(), d.key()
    zh_n, en_n, agree = "", "the", "3"
    if some:
        zh_n, en_n, agree = d.pick((*[("一 个", "a", "3")] * 3, ("两 个", "two", "p"),
                                    ("几 个", "a few", "p"), ("很多", "many", "p"), ("三 个", "three", "p")))
    elif d.chance(0.55):
        zh_n, en_n, agree = d.pick((*[("那 个", "that", "3")] * 2, ("这 个", "this", "3"),
                                    ("那 两 个", "those two", "p"), ("这些", "these", "p"), ("那 几 个", "those", "p")))
    many = [("们", 0, (k,))] if not zh_n and zh in ("学生", "孩子", "老师") and d.chance(0.1) else []
    again = "他们" if agree == "p" or many else "她" if zh in w.WOMEN or zh in ("小姐", "女人") else "他"
    first = inner(d, "p" if many else agree, again)
    head = [(zh, k, ()), *many], [(w.plural(english) if agree == "p" or many else english, k, ())]
    det = linked(zh_n, m), linked(en_n, m if zh_n else 0)
    both = joined_to(d, first, det, head)
    return Np(*both, "p" if agree == "p" or many else "3", again=again, holder=again)


@slot
def human_told(d: Draw) -> Np:
    """The one who ..."""
    return somebody(d)


@slot
def human_one(d: Draw) -> Np:
    """The one who ..., a single one."""
    while (found := somebody(d)).agree != "3":
        pass
    return found


@slot
def human_some(d: Draw) -> Np:
    """Somebody who ..."""
    return somebody(d, True)


def measured(d: Draw, noun: str, some: bool) -> tuple[Both, str]:
    """那 本, 这 两 件, 一 本, or nothing: determiner and agreement."""
    n, m = w.NOUNS[noun], d.key()
    if n.kind == "m" or not n.measure or noun == "饺子":
        return ([], plain("the")), "p" if n.kind == "p" else "3"
    roll, thing_is = d.rng.random(), "p" if n.kind == "p" else "3"
    if some:
        zh, en = ("一", "" if n.kind == "p" else "a") if roll < 0.8 else ("几", "a few")
        thing_is = thing_is if roll < 0.8 else "p"
    elif roll < 0.4:
        return ([], plain("the")), thing_is
    elif roll < 0.85:
        zh, en = d.pick((("那", "that"), ("那", "that"), ("这", "this")))
        en = {"that": "those", "this": "these"}[en] if n.kind == "p" else en
    else:
        number, said = w.number(d.pick((2, 2, 3, 4, 5)))
        zh, en = d.pick((("那", "those"), ("这", "these")))
        zh, en, thing_is = f"{zh} {number[0]}", en if n.kind == "p" else f"{en} {said}", "p"
    return ([*linked(zh, m), (n.measure, 0, (m,))], linked(en, m)), thing_is


def named(d: Draw, noun: str, agree: str, plain_ones: float = 0.75) -> Both:
    """The noun, perhaps with an adjective or a colour."""
    n, k = w.NOUNS[noun], d.key()
    a = ([], []) if d.chance(plain_ones) else adjectives(d, noun)
    return [*a[0], *linked(noun, k)], [*a[1], *linked(n.plural if agree == "p" else n.en, k)]


def taken(d: Draw, noun: str, some: bool = False) -> Np | None:
    """你 上周 借 给 我 的 那 本 小说: a thing of which something is said, if anything can be said of it."""
    fitting = [gap for gap in GAPS if noun in w.tagged(gap[0])]
    if not fitting:
        return None
    _, zh, en = d.pick(fitting)
    first = made(d, (zh, en))
    det, agree = measured(d, noun, some)
    if some and det[0][0][0] != "几" and w.NOUNS[noun].kind == "m":
        det = [], plain("the")
    return Np(*joined_to(d, first, det, named(d, noun, agree)), agree, again="它")


def whose(d: Draw) -> Np:
    """Whose it is: mine, my friend's sister's, the teacher's who ..."""
    roll = d.rng.random()
    if roll < 0.3:
        return pronoun(d, d.pick(list(w.PRONOUNS)))
    if roll < 0.5:
        return kin(d, d.pick("我 我 你 他 她"))
    if roll < 0.65:
        return d.pick((name, lambda d: friend(d, d.pick("朋友 同学 老师")), human))(d)
    if roll < 0.9:  # 我 朋友 的 姐姐
        who, zh, k = d.pick((friend, name))(d), d.pick("妈妈 爸爸 姐姐 妹妹 哥哥 弟弟 爷爷 奶奶 儿子 女儿"), d.key()
        return Np([*who.zh, *plain("的"), (zh, k, ())], [*who.en_own, (w.KIN[zh], k, ())])
    return person(d)


def owned(d: Draw, noun: str, plain_ones: float = 0.6) -> Np:
    """我 弟弟 的 红色 自行车; 我 朋友 的 姐姐 的 车; 我 的 那 本 书."""
    who, n = whose(d), w.NOUNS[noun]
    agree = "p" if n.kind == "p" else "3"
    this = [*plain("那"), (n.measure, 0, ())] if n.measure and n.kind != "m" and d.chance(0.12) else []
    zh, en = named(d, noun, agree, plain_ones if n.measure else 1)
    return Np([*who.zh, *plain("的"), *this, *zh], [*who.en_own, *en], agree, again="它")


def placed(d: Draw, noun: str) -> Np:
    """桌子 上 的 那 本 书, that book on the table."""
    there, (det, agree) = spot(d), measured(d, noun, False)
    zh, en = named(d, noun, agree)
    return Np([*there[0], *plain("的"), *det[0], *zh], [*det[1], *en, *there[1]], agree, again="它")


def rich(d: Draw, noun: str, taken_ones: float = 0.4) -> Np:
    """A certain thing, said in any way."""
    roll = d.rng.random()
    if roll < taken_ones and (found := taken(d, noun)):
        return found
    if roll < 0.5 and w.NOUNS[noun].tags & set("tfda"):
        return placed(d, noun)
    if roll < 0.72:
        return owned(d, noun)
    det, agree = measured(d, noun, False)
    if w.NOUNS[noun].kind == "m" and not w.NOUNS[noun].measure and noun not in w.SERVED:
        det = [], []
    zh, en = named(d, noun, agree, 0.35 if det[0] else 0.8)
    return Np([*det[0], *zh], [*det[1], *en], agree, again="它")


def some(d: Draw, noun: str) -> Np:
    """两 件 便宜 的 白色 毛衣: things one wants, has, sees."""
    n, found = w.NOUNS[noun], thing(d, noun, d.pick("one one one number number many"), 0)
    if not n.tags & set("tvwa") or d.chance(0.2):
        return found if d.chance(0.7) else thing(d, noun, "one", 1.0)
    a, c = adjectives(d, noun), ([], [])
    hued = n.tags & set("wv") or noun in ("包", "手机", "雨伞", "杯子", "花")
    if hued and (not a[0] or a[0][0][0][0] not in w.COLOURS):
        zh, k = d.pick(w.COLOURS), d.key()
        c = d.pick(([(zh + "色", k, ()), *plain("的")], [(zh, k, ())], [(zh + "色", k, ())])), [(w.COLOURS[zh], k, ())]
    cut = len(found.zh) - len(noun.split("_"))
    en_cut = len(found.en) - len((n.plural if found.agree == "p" else n.en).split())
    front = found.en[:en_cut]
    en = [*front, *a[1], *c[1], *found.en[en_cut:]]
    if en[0][0] in ("a", "an"):
        en[0] = ("an" if en[1][0][0] in "aeiou" else "a", *en[0][1:])
    return Np([*found.zh[:cut], *a[0], *c[0], *found.zh[cut:]], en, found.agree, again="它")


def building(d: Draw) -> tuple[Both, str]:
    """那 家 饭馆, 我 昨天 去 的 超市, 我们 学校 旁边 的 银行."""
    zh, k, m = d.pick(list(SHOPS)), d.key(), d.key()
    head = [(zh, k, ())], [(SHOPS[zh], k, ())]
    det = d.pick((("", "the"), ("那 家", "that"), ("这 家", "this")))
    det = linked(det[0], m), linked(det[1], m)
    roll = d.rng.random()
    if roll < 0.45:
        return joined_to(d, any_of(d, BUILDINGS), det, head), zh
    if roll < 0.7:
        return joined_to(d, next_to(d), det, head), zh
    det = det if det[0] else (plain("那 家"), plain("that"))
    return ([*det[0], *head[0]], [*det[1], *head[1]]), zh


def next_to(d: Draw) -> Both:
    """学校 旁边, 我 家 附近, next to the school, near my home."""
    side, en = d.pick((("旁边", "next to"), ("旁边", "next to"), ("附近", "near"), ("后面", "behind"),
                       ("前面", "in front of"), ("左边", "on the left of"), ("右边", "on the right of")))
    who = d.pick((("我 家", "my home"), ("我们 学校", "our school"), ("学校", "the school"), ("你 家", "your home"),
                  ("公园", "the park"), ("火车站", "the train station"), ("大学", "the university"),
                  ("我们 公司", "our company"), ("医院", "the hospital"), ("他 家", "his home")))
    return plain(f"{who[0]} {side}"), plain(f"{en} {who[1]}")


@slot
def shop_told(d: Draw) -> Place:
    """A building that is told of."""
    (zh, en), _ = building(d)
    return Place(zh, en, [*plain("in"), *en], [*plain("to"), *en])


verbal.TOLD.append(rich)
places.TOLD.append(shop_told)
