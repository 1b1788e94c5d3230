"""Noun phrases in both languages at once: a word is (text, sure key, weak keys), equal keys are links."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from core.data import lexicon as lex

Word = tuple[str, int, tuple[int, ...]]
Side = list[Word]
Both = tuple[Side, Side]
PUNCTUATION = 1_000_000  # the key of every punctuation mark at the end
Found = TypeVar("Found")
WEAK_ENGLISH = frozenset(["in", "the", "on", "at", "of", "to", "for"])


@dataclass
class Context:
    """What one derivation remembers: its random numbers, its keys, the word pairs and depths it used."""

    rng: random.Random
    combos: list[tuple[str, str]] = field(default_factory=list)
    last: int = 0
    relatives: int = 0
    depth: int = 0

    def key(self) -> int:
        """Return a fresh alignment key."""
        self.last += 1
        return self.last

    def forget(self) -> None:
        """Forget an attempt that is not going to be used."""
        self.combos.clear()
        self.relatives = self.depth = 0

    def chance(self, p: float) -> bool:
        """Return true with probability p."""
        return self.rng.random() < p

    def until(self, draw: Callable[[Context], Found], fits: Callable[[Found], bool]) -> Found:
        """Draw again until what was drawn fits."""
        while True:
            drawn = draw(self)
            if fits(drawn):
                return drawn


@dataclass
class Phrase:
    """A noun phrase: Chinese words, English words as subject and as object, agreement, alignment key."""

    zh: Side
    en: Side
    agree: str
    key: int
    objective: Side | None = None
    child: bool = False
    pronoun: str = ""

    @property
    def en_object(self) -> Side:
        """English words in object position."""
        return self.en if self.objective is None else self.objective


def gloss(text: str, key: int) -> Side:
    """English words of one Chinese word: content words are sure, little words weak."""
    return [(w, 0, (key,)) if w in WEAK_ENGLISH else (w, key, ()) for w in text.split()]


def pronoun(ctx: Context, zh: str) -> Phrase:
    """A personal pronoun."""
    subject, obj, _, agree = lex.PRONOUNS[zh]
    k = ctx.key()
    return Phrase([(zh, k, ())], [(subject, k, ())], agree, k, [(obj, k, ())], False, zh)


def kin(ctx: Context, owner: str, zh: str) -> Phrase:
    """A relative with its owner, which takes no 的 in Chinese: 我 妈妈, my mother."""
    k, o = ctx.key(), ctx.key()
    en = [(lex.PRONOUNS[owner][2], o, ()), (lex.KIN[zh][0], k, ())]
    return Phrase([(owner, o, ()), (zh, k, ())], en, "3", k, None, zh in lex.CHILDREN, lex.KIN[zh][1])


def name(ctx: Context, zh: str) -> Phrase:
    """A proper name."""
    k = ctx.key()
    return Phrase([(zh, k, ())], [(lex.NAMES[zh][0], k, ())], "3", k, None, False, lex.NAMES[zh][1])


def owner_words(ctx: Context, owner: Phrase) -> Both:
    """A possessor before its noun: 我 的 / my, 老师 的 / the teacher 's."""
    d = ctx.key()
    zh = [*owner.zh, ("的", 0, (d, owner.key))]
    if owner.zh[0][0] in lex.PRONOUNS and len(owner.zh) == 1:
        return zh, [(lex.PRONOUNS[owner.zh[0][0]][2], owner.key, (d,))]
    return zh, [*owner.en, ("'s", 0, (d,))]


def _determiner(det: str, noun: lex.Noun, k: int, d: int) -> tuple[Side, list[Word], bool]:
    """Chinese determiner with measure word, English determiner, and whether the noun is plural."""
    measure = (noun.measure, 0, (k, d)) if not noun.portion else (noun.measure, -k, (d,))
    if det in ("这", "那"):
        return [(det, d, ()), measure], [({"这": "this", "那": "that"}[det], d, ())], False
    if det in ("这些", "那些"):
        return [(det, d, ())], [({"这些": "these", "那些": "those"}[det], d, ())], True
    if det == "一":
        return [("一", d, ()), measure], [("a", d, ())], False
    if det in lex.NUMERALS:
        return [(det, d, ()), measure], [(lex.NUMERALS[det], d, ())], True
    if det == "很多":
        return [("很多", d, ())], [("many", d, ())], True
    if det == "any":
        return [], [("a", 0, (k,))] if noun.kind == "c" else [], noun.kind == "p"
    if det == "the":
        return [], [("the", 0, (k,))], noun.kind == "p"
    return [], [], noun.kind in "cp"


def noun_phrase(ctx: Context, zh: str, det: str, adj: str = "", owner: Phrase | None = None,
                relative: Both | None = None) -> Phrase:
    """A noun with determiner, adjective, owner or relative clause; det "" is bare, "the" bare but definite."""
    noun, k, d = lex.NOUNS[zh], ctx.key(), ctx.key()
    zh_side, en_side, plural = _determiner("the" if relative else det, noun, k, d)
    after: Side = []
    if owner:
        zh_side, en_side = owner_words(ctx, owner)
        plural = noun.kind == "p"
    if relative:
        r = ctx.key()
        zh_side = [*relative[0], ("的", 0, (r,))]
        after = [("who" if noun.kind == "h" else "that", 0, (r, k)), *relative[1]]
    a = ctx.key()
    middle: Side = []
    if adj:
        ctx.combos.append((adj, zh))
        entry = lex.ADJECTIVES[adj]
        zh_side = [*zh_side, (adj, a, ()), *([("的", 0, (a,))] if entry.de else [])]
        middle = [(entry.en, a, ())]
    if noun.portion and det not in ("", "the", "any") and not owner and not relative:
        portion = noun.portions if plural else noun.portion
        en_side = [*en_side, (portion, -k, (d,)), ("of", 0, (k, -k))]
    head = noun.plural if plural and noun.plural else noun.en
    en = [*en_side, *middle, (head, k, ())]
    if en[0][0] == "a" and en[1][0][0] in "aeiou":
        en[0] = ("an", *en[0][1:])
    agree = "p" if plural else "3"
    return Phrase([*zh_side, (zh, k, ())], [*en, *after], agree, k, None, zh in lex.CHILDREN)


def pick_adjective(ctx: Context, zh: str, p: float, short: bool = False) -> str:
    """Perhaps an adjective that fits the noun; short ones (without 的) after another 的."""
    if not ctx.chance(p):
        return ""
    fitting = [a.zh for a in lex.ADJECTIVES_OF[zh] if not (short and a.de)]
    return ctx.rng.choice(fitting) if fitting else ""


def owner(ctx: Context) -> Phrase:
    """Somebody who can own a thing."""
    roll = ctx.rng.random()
    if roll < 0.6:
        return pronoun(ctx, ctx.rng.choice(list(lex.PRONOUNS)))
    if roll < 0.75:
        return kin(ctx, ctx.rng.choice("我你他她"), ctx.rng.choice(list(lex.KIN)))
    if roll < 0.85:
        return name(ctx, ctx.rng.choice(list(lex.NAMES)))
    return noun_phrase(ctx, ctx.rng.choice(("老师", "学生", "医生", "司机", "孩子")), "the")


def person(ctx: Context, simple: bool = False) -> Phrase:
    """Somebody who can do things."""
    roll = ctx.rng.random()
    if roll < 0.46:
        return pronoun(ctx, ctx.rng.choice(list(lex.PRONOUNS)))
    if roll < 0.56:
        return kin(ctx, ctx.rng.choice("我你他她"), ctx.rng.choice(list(lex.KIN)))
    if roll < 0.64:
        return name(ctx, ctx.rng.choice(list(lex.NAMES)))
    human = ctx.rng.choice(("老师", "学生", "医生", "司机", "孩子", "女孩", "男孩"))
    if roll < 0.84 or simple:
        return noun_phrase(ctx, human, "the")
    if roll < 0.89:
        return noun_phrase(ctx, human, ctx.rng.choice(("这", "那", "这些")))
    if roll < 0.95:
        return noun_phrase(ctx, "朋友", "", owner=pronoun(ctx, ctx.rng.choice(list(lex.PRONOUNS))))
    return noun_phrase(ctx, human, ctx.rng.choice(list(lex.NUMERALS)))


def simple_person(ctx: Context) -> Phrase:
    """Somebody in a word or two."""
    return person(ctx, simple=True)


def asked_about(ctx: Context) -> Phrase:
    """A subject for a question: one does not ask what one does oneself."""
    return ctx.until(simple_person, lambda phrase: phrase.pronoun not in ("我", "我们"))


def somebody(ctx: Context, subject: Phrase) -> Phrase:
    """Somebody other than the subject, as an object."""
    taken = subject.zh[0][0][0]
    return ctx.until(simple_person, lambda phrase: (
        phrase.zh[0][0][0] != taken and phrase.zh[-1][0] != subject.zh[-1][0]))


def thing(ctx: Context, zh: str, dets: tuple[str, ...], adj: float = 0.22) -> Phrase:
    """A thing with one of the allowed determiners ("的" means somebody's)."""
    noun = lex.NOUNS[zh]
    if noun.kind == "a":
        return noun_phrase(ctx, zh, "the" if dets == ("the",) else "", pick_adjective(ctx, zh, adj))
    if noun.kind == "p":
        plain = tuple(d for d in dets if d in ("", "any", "the", "的", "这些", "那些"))
        dets = plain or ("这些",)
    if noun.kind == "m":
        dets = tuple(d for d in dets if d not in ("这些", "那些", "很多")) or ("",)
    if zh == "房间":
        dets = tuple(d for d in dets if d in ("这", "那", "的", "the", "一")) or ("这",)
    det = ctx.rng.choice(dets)
    if det == "的" and zh in ("电影", "歌"):
        det = "这"
    if det == "的":
        return noun_phrase(ctx, zh, "", pick_adjective(ctx, zh, adj / 2, True), owner(ctx))
    return noun_phrase(ctx, zh, det, pick_adjective(ctx, zh, adj))
