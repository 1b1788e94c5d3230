"""A verb with what belongs to it, in both languages, and its objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from core.data.textbook import verbs as v
from core.data.textbook import words as w
from core.data.textbook.phrases import Draw, Np, Side, linked, plain, pronoun, thing

BARE = ["汉语", "英语", "法语", "日语", "中文", "英文", "历史", "音乐", "电视", "早饭", "午饭", "晚饭", "足球", "篮球",
        "作业", "药", "东西", "工作", "中国_菜", "法国_菜"]
ONES = [("新", "a new one"), ("大", "a big one"), ("小", "a small one"), ("红色", "a red one"), ("便宜", "a cheap one"),
        ("好", "a good one"), ("黑色", "a black one")]
TOLD: list[Callable[[Draw, str], Np]] = []
"""Makes a thing of which something is said; the file of such phrases adds it."""


@dataclass
class Vp:
    """What is done: before the verb (跟 X, 在 place), verb and object; in English the verb, then the rest.

    ``goes``: 了 comes last; ``fast``: the words of the verb stay together, 做 完 了; ``then``: what one goes for;
    ``marked``: 了 is there already.
    """

    zh: str
    en: str
    key: int
    zh_before: Side = field(default_factory=list)
    zh_object: Side = field(default_factory=list)
    en_rest: Side = field(default_factory=list)
    goes: bool = False
    fast: bool = False
    then: Vp | None = None
    marked: bool = False

    def verb_zh(self) -> Side:
        """The Chinese verb."""
        return [(word, self.key, ()) for word in self.zh.split()]

    def verb_en(self, form: str) -> Side:
        """The English verb as base, s, past, pp or ing."""
        return [(word, self.key, ()) for word in v.inflect(self.en, form)]

    def whole_zh(self) -> Side:
        """All of the Chinese side."""
        return [*self.zh_before, *self.verb_zh(), *self.zh_object]

    def whole_en(self, form: str) -> Side:
        """All of the English side."""
        return [*self.verb_en(form), *self.en_rest]


def objects(d: Draw, noun: str, dets: str, who: Np | None = None) -> Np:
    """An object with one of the determiners; now and then two objects, or 新 的, a new one."""
    n, det = w.NOUNS[noun], d.pick(dets)
    if noun in BARE:
        return thing(d, noun, "", 0)
    det = "" if det == "bare" or (n.kind == "m" and (det == "these" or not n.measure)) else det
    if TOLD and det in ("this", "that", "own") and d.chance(0.2):
        return TOLD[0](d, noun)
    if det == "own" and who is not None and who.mine in w.PRONOUNS and d.chance(0.7):
        return possessed(d, noun, pronoun(d, who.mine))
    if det == "number" and n.measure and n.kind == "c" and d.chance(0.15):
        zh, en = d.unit(f"几 {n.measure}", "a few")
        return Np([*zh, *((x, d.key(), ()) for x in noun.split("_"))], [*en, *plain(n.plural)], "p")
    if d.chance(0.06) and n.tags & set("tfd"):
        other = d.pick([m.zh for m in w.NOUNS.values() if m.tags & n.tags - set("t") and m.zh != noun] or ["书"])
        a, b, k = thing(d, noun, det), thing(d, other, d.pick(("one", "number", "")) if det else ""), d.key()
        return Np([*a.zh, ("和", k, ()), *b.zh], [*a.en, ("and", k, ()), *b.en], "p")
    if d.chance(0.02) and n.kind == "c" and n.tags & set("twv"):
        zh, en = d.unit(*d.pick(ONES))
        return Np([*zh, ("的", 0, ())], en)
    return thing(d, noun, det)


def possessed(d: Draw, noun: str, whose: Np) -> Np:
    """Somebody's thing."""
    n, k = w.NOUNS[noun], d.key()
    return Np([*whose.zh, ("的", 0, (whose.zh[0][1],)), *linked(noun, k)],
              [*whose.en_own, *linked(n.en, k)], "p" if n.kind == "p" else "3", again="它")
