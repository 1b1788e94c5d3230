"""Who and what and when, in both languages at once; a word is (text, sure key, weak keys), equal keys are links."""

from __future__ import annotations

import random
from dataclasses import dataclass

from core.data.textbook import words as w

SAID = "我 我 我 我 我 你 你 他 他 她 她 我们 我们 我们 他们 你们 她们"
KIN = ("妈妈 妈妈 妈妈 爸爸 爸爸 爸爸 哥哥 姐姐 弟弟 妹妹 哥哥 姐姐 弟弟 妹妹 爷爷 奶奶 儿子 女儿 丈夫 妻子 男朋友 "
       "女朋友")
MATES = {"丈夫": "妻子", "男朋友": "女朋友"}
MET = "老师 老师 老师 学生 学生 医生 医生 司机 服务员 孩子 孩子 女孩 男孩 同学"
"""Whom a first textbook speaks of, the most usual more often."""
Word = tuple[str, int, tuple[int, ...]]
Side = list[Word]
Both = tuple[Side, Side]


class Draw:
    """The random numbers of one sentence, and its alignment keys."""

    def __init__(self, rng: random.Random):
        self.rng, self.last = rng, 0

    def key(self) -> int:
        """A fresh alignment key."""
        self.last += 1
        return self.last

    def chance(self, p: float) -> bool:
        """True with probability p."""
        return self.rng.random() < p

    def pick(self, found):
        """One of several things; of the words of a text."""
        return self.rng.choice(found.split() if isinstance(found, str) else list(found))

    def unit(self, zh: str, en: str) -> Both:
        """Words that belong together, all linked."""
        k = self.key()
        return linked(zh, k), linked(en, k)


def plain(text: str) -> Side:
    """Words without a link."""
    return linked(text, 0)


def linked(text: str, key: int) -> Side:
    """The words of a text, divided by spaces or underscores, linked by a key."""
    return [(word, key, ()) for word in text.replace("_", " ").split()]


@dataclass
class Np:
    """A noun phrase: both sides, agreement (1, 2, 3, p), object form, possessive, and the pronoun that takes it up."""

    zh: Side
    en: Side
    agree: str = "3"
    obj: Side | None = None
    own: Side | None = None
    again: str = "他"
    holder: str = ""

    @property
    def mine(self) -> str:
        """Whose mother it is when somebody of whom is spoken thus says just mother."""
        return self.holder or self.pronoun

    @property
    def pronoun(self) -> str:
        """The pronoun that takes it up: itself, if it is one."""
        return self.zh[0][0] if len(self.zh) == 1 and self.zh[0][0] in w.PRONOUNS else self.again

    @property
    def en_object(self) -> Side:
        """English as an object."""
        return self.en if self.obj is None else self.obj

    @property
    def en_own(self) -> Side:
        """English as an owner."""
        return [*self.en, ("'s", 0, ())] if self.own is None else self.own


def pronoun(d: Draw, zh: str) -> Np:
    """A personal pronoun."""
    k, (subject, obj, own, _, agree) = d.key(), w.PRONOUNS[zh]
    return Np([(zh, k, ())], [(subject, k, ())], agree, [(obj, k, ())], [(own, k, ())], zh)


def kin(d: Draw, owner: str = "", zh: str = "", of: str = "我") -> Np:
    """A relative: 我 妈妈, 我 的 妈妈, my mother; without an owner it is that of ``of``, who does something."""
    zh, whose = zh or d.pick(KIN), owner or of
    turned = {b: a for a, b in MATES.items()}
    zh = (MATES if whose in ("他", "他们") else turned if whose in ("她", "她们") else {}).get(zh, zh)
    k, o = d.key(), d.key()
    en = [(w.PRONOUNS[owner or of][2], o if owner else k, ()), (w.KIN[zh], k, ())]
    de = [("的", 0, (o,))] if owner and d.chance(0.2) else []
    return Np([*([(owner, o, ())] if owner else []), *de, (zh, k, ())], en, again="她" if zh in w.WOMEN else "他",
              holder=owner or of)


def name(d: Draw) -> Np:
    """A proper name."""
    zh = d.pick(w.NAMES)
    return Np(*d.unit(zh, w.NAMES[zh]), again="她" if zh in w.WOMEN or "小姐" in zh else "他")


def human(d: Draw, zh: str = "", det: str = "the") -> Np:
    """Somebody by what he or she is; det: the, 这, 那, 们, many."""
    zh = zh or d.pick([h for h in w.HUMANS if h not in ("人", "朋友")])
    k, t, e, again = d.key(), d.key(), w.HUMANS[zh], "她" if zh in w.WOMEN else "他"
    if det in ("这", "那"):
        en = [({"这": "this", "那": "that"}[det], t, ()), (e, k, ())]
        return Np([(det, t, ()), ("个", 0, (k, t)), (zh, k, ())], en, again=again)
    if det == "们":
        return Np([(zh, k, ()), ("们", 0, (k,))], [("the", 0, (k,)), (w.plural(e), k, ())], "p", again="他们")
    if det == "many":
        return Np([("很多", t, ()), (zh, k, ())], [("many", t, ()), (w.plural(e), k, ())], "p", again="他们")
    return Np([(zh, k, ())], [("the", 0, (k,)), (e, k, ())], again=again)


def friend(d: Draw, zh: str = "朋友", of: str = "") -> Np:
    """我 的 朋友, my friend; also without 的; ``of``: whose."""
    owner, k, o = of or d.pick("我 我 你 他 她 我们"), d.key(), d.key()
    de = [("的", 0, (o,))] if d.chance(0.75) else []
    return Np([(owner, o, ()), *de, (zh, k, ())], [(w.PRONOUNS[owner][2], o, ()), (w.HUMANS[zh], k, ())],
              holder=owner)


def both_of(d: Draw) -> Np:
    """A 和 B; in English the speaker comes last."""
    k = d.key()
    first = d.pick((lambda: pronoun(d, d.pick("我 我 你 他 她")), lambda: name(d),
                    lambda: kin(d, d.pick("我 你 他 她"))))()
    other = d.pick((lambda: name(d), lambda: kin(d, of=first.mine), lambda: friend(d, of="我")))()
    link, (a, b) = ("and", k, ()), (other, first) if first.pronoun == "我" else (first, other)
    return Np([*first.zh, ("和", k, ()), *other.zh], [*a.en, link, *b.en], "p",
              [*a.en_object, link, *b.en_object], [*a.en, link, *b.en_own], "我们" if first.pronoun == "我" else "他们")


def person(d: Draw, avoid: str = "", of: str = "我") -> Np:
    """Somebody who can do things; ``avoid``: not this pronoun or name; ``of``: whose a mere mother is."""
    kinds = ((0.60, lambda: pronoun(d, d.pick(SAID))), (0.72, lambda: kin(d, d.pick("我 我 我 你 他 她"))),
             (0.78, lambda: kin(d, of=of)), (0.86, lambda: name(d)),
             (0.93, lambda: human(d, d.pick(MET), d.pick("the the 这 那 们"))),
             (0.97, lambda: friend(d, d.pick("朋友 朋友 同学 老师"))), (1.0, lambda: both_of(d)))
    while True:
        roll = d.rng.random()
        found = next(make for limit, make in kinds if roll < limit)()
        if found.zh[0][0][0] != avoid[:1]:
            return found


def companion(d: Draw, who: Np, family: float = 0.4) -> Np:
    """With whom or for whom: one's own family, friends, people one knows."""
    if d.chance(family):
        owner = who.mine if d.chance(0.3) and len(who.mine) <= 2 else ""
        return kin(d, owner if owner in w.PRONOUNS else "", of=who.mine if who.mine in w.PRONOUNS else "我")
    avoid, roll = who.zh[0][0] if who.zh else who.pronoun, d.rng.random()
    if roll < 0.3:
        return Np(*d.unit("朋友", "a friend"))
    if roll < 0.55 and who.mine in w.PRONOUNS:
        return friend(d, d.pick("朋友 朋友 同学 老师"), of=who.mine)
    return person(d, avoid) if roll < 0.75 else pronoun_but(d, who)


def pronoun_but(d: Draw, who: Np) -> Np:
    """A pronoun that is not the one who does it."""
    return pronoun(d, d.pick([zh for zh in ["我", "你", "他", "她", "我们", "他们",
                                            "你们"] if zh[0] != who.pronoun[0]]))


def one(d: Draw) -> Np:
    """One person, neither the speaker nor who is spoken to."""
    while (found := person(d, "我")).agree != "3":
        pass
    return found


def asked(d: Draw) -> Np:
    """Somebody to ask about: most often whom one talks to."""
    return pronoun(d, "你") if d.chance(0.5) else person(d, "我")


def owner(d: Draw) -> Np:
    """Somebody who can own a thing."""
    kinds = (lambda: kin(d, d.pick("我 你 他 她")), lambda: human(d), lambda: friend(d))
    return pronoun(d, d.pick(w.PRONOUNS)) if d.chance(0.6) else d.pick(kinds)()


def thing(d: Draw, zh: str, det: str = "", adjective: float = 0.15) -> Np:
    """A thing. det: one, number, this, that, these, own, the, many, a (English only), or nothing: bare."""
    n, k, m = w.NOUNS[zh], d.key(), d.key()
    if n.kind == "m" and det in ("the", "these", "this", "that") and (det == "these" or not n.measure):
        det = "the" if n.measure or zh in w.SERVED else ""
    if det in ("one", "number", "this", "that") and (not n.measure or (
            n.kind == "m" and not n.portion and det in ("one", "number"))):
        det = ""
    zh_first, en_first, many = determiner(d, n, det, k, m)
    a_zh, a_en = adjectives(d, zh) if d.chance(adjective) and det != "own" else ([], [])
    if n.portion and n.measure and det in ("one", "number"):
        portion = w.plural(n.portion) if many and det == "number" else n.portion
        en_first = [*(en_first or [("a", m, ())]), (portion, m, ()), ("of", 0, (k,))]
    en = [*en_first, *a_en, *linked((n.plural if many else n.en), k)]
    if en[0][0] == "a" and en[1][0][0] in "aeiou":
        en[0] = ("an", *en[0][1:])
    return Np([*zh_first, *a_zh, *linked(zh, k)], en, "p" if many or n.kind == "p" else "3",
              again="它")


def determiner(d: Draw, n: w.Noun, det: str, k: int, m: int) -> tuple[Side, Side, bool]:
    """Chinese determiner with measure word, the English one, and whether the noun is in the plural."""
    measure, plural = [(n.measure, 0, (k, m))] if n.measure else [], n.kind == "p"
    if det == "one":
        return [("一", m, ()), *measure], [] if plural else [("a", m, ())], plural
    if det == "number":
        zh, en = w.number(d.pick((2, 2, 3, 3, 4, 5, 6, 8, 10, 12, 20) if n.kind == "c" else (2, 2, 3, 3, 4, 5, 6)))
        return [*((x, m, ()) for x in zh), *measure], [(en, m, ())], True
    if det in ("this", "that"):
        en = {"this": "these", "that": "those"}[det] if plural else det
        return [({"this": "这", "that": "那"}[det], m, ()), *measure], [(en, m, ())], plural
    if det == "these" and n.kind != "m":
        return [("这些", m, ())], [("these", m, ())], True
    if det == "many":
        return [("很多", m, ())], [("much" if n.kind == "m" else "many", m, ())], n.kind != "m"
    if det == "own":
        whose = owner(d)
        return [*whose.zh, ("的", 0, (m,))], whose.en_own, plural
    if det == "the":
        return [], [("the", 0, (k,))], plural
    if det == "a":
        return [], [("a", 0, (k,))] if n.kind == "c" else [], plural
    return [], [], n.kind in "cp"


def adjectives(d: Draw, zh: str) -> Both:
    """An adjective before a noun, or nothing where none fits."""
    k, very = d.key(), d.key()
    if w.NOUNS[zh].tags & set("tvw") and d.chance(0.35):
        colour = d.pick(w.COLOURS)
        shape = d.pick(([(colour + "色", k, ()), ("的", 0, (k,))], [(colour, k, ())]))
        return shape, [(w.COLOURS[colour], k, ())]
    fitting = [row for row in w.THINGS if zh in w.tagged(row[3])]
    if not fitting:
        return [], []
    row = d.pick(fitting)
    if len(row[0]) == 1 and row[0] not in "贵难快":
        return [(row[0], k, ())], [(row[1], k, ())]
    if d.chance(0.4):
        return [("很", very, ()), (row[0], k, ()), ("的", 0, (k,))], [("very", very, ()), (row[1], k, ())]
    return [(row[0], k, ()), ("的", 0, (k,))], [(row[1], k, ())]


def hour(d: Draw, hours=range(1, 13)) -> Both:
    """七 点, seven o'clock; 八 点 半, half past eight; 九 点 一 刻, a quarter past nine; 两 点 十 分, two ten."""
    k, (zh, en), roll = d.key(), w.number(d.pick(hours)), d.rng.random()
    side = [*((x, k, ()) for x in zh), ("点", k, ())]
    if roll < 0.2:
        return [*side, ("半", k, ())], [*plain("half past"), (en, k, ())]
    if roll < 0.26:
        return [*side, ("一", k, ()), ("刻", k, ())], [*plain("a quarter past"), (en, k, ())]
    if roll < 0.32:
        minutes, said = w.number(d.pick((10, 20, 40, 50, 25)))
        return [*side, *((x, k, ()) for x in minutes), ("分", k, ())], [(en, k, ()), (said, k, ())]
    return side, [(en, k, ()), ("o'clock", 0, (k,))]
