"""Where one is and goes: places by their names, beside others, and people's homes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.data.textbook import words as w
from core.data.textbook.phrases import Draw, Side, friend, linked, name, pronoun

TOLD: list[Callable[[Draw], Place]] = []
"""Makes a place of which something is said; the file of such phrases adds it."""


@dataclass
class Place:
    """A place: Chinese, English without preposition, where, whither."""

    zh: Side
    en: Side
    at: Side
    to: Side


def place(d: Draw, zh: str = "") -> Place:
    """A place by its name, or any; now and then by what it is next to, or somebody's home."""
    roll = d.rng.random() if not zh else 1
    zh, k = zh or d.pick(w.VISITED), d.key()
    if roll < 0.07:
        return home(d)
    if TOLD and 0.9 < roll < 1:
        return TOLD[0](d)
    if zh == "家":
        en = [("home", k, ())]
        return Place([("家", k, ())], en, [("at", 0, (k,)), *en], en)
    side = linked(zh, k)
    en = [(word, 0 if word == "the" else k, (k,)) for word in w.PLACES[zh][0].split()]
    if not w.PLACES[zh][1]:
        return Place(side, en, en, en)
    if roll < 0.12 and zh in w.GROUNDS:
        near = d.pick([ground for ground in w.GROUNDS if ground != zh])
        (zh_near, en_near), n = d.unit(*d.pick((("旁边 的", "next to"), ("附近 的", "near")))), d.key()
        side = [(near, n, ()), *zh_near, *side]
        en = [*en, *en_near, *((word, 0 if word == "the" else n, (n,)) for word in w.PLACES[near][0].split())]
    return Place(side, en, [(w.PLACES[zh][1], 0, (k,)), *en], [("to", 0, (k,)), *en])


def home(d: Draw) -> Place:
    """我 家, my home; 老师 家, the teacher's home."""
    whose = d.pick((lambda: pronoun(d, d.pick("我 我 你 他 她 我们")), lambda: friend(d), lambda: name(d)))()
    k = d.key()
    en = [*whose.en_own, ("home", k, ())]
    return Place([*whose.zh, ("家", k, ())], en, [("at", 0, (k,)), *en], [("to", 0, (k,)), *en])
