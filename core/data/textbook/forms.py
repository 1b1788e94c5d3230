"""Forms written as lines: Chinese | English, with slots in braces and choices in round brackets.

``{who}`` makes a phrase and its later mentions repeat it; ``{be who}``, ``{do who}``, ``{has who}``, ``{s want who}``
agree with it, ``{own who}``, ``{obj who}``, ``{again who}``, ``{them who}`` are its other shapes; ``{at place}``,
``{to place}``;
``{base vp}``, ``{ing vp}``, ``{past vp}``, ``{s vp who}`` inflect what is done. A slot's name may end in a digit and
be followed by what it is made of: ``{it2:#t:own}``. A choice ``(饿=hungry/累=tired)`` is made once; ``(1)`` is its
English. An underscore is a space within a choice.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

from core.data.grammar_verbs import be
from core.data.textbook import verbs as v
from core.data.textbook import words as w
from core.data.textbook.clauses import do, finite
from core.data.textbook.doings import doing, going
from core.data.textbook.phrases import (
    Both,
    Draw,
    Np,
    Side,
    companion,
    friend,
    hour,
    human,
    kin,
    linked,
    name,
    one,
    owner,
    person,
    plain,
    pronoun,
    thing,
)
from core.data.textbook.places import Place, place
from core.data.textbook.times import TIMES, length, time
from core.data.textbook.verbal import Vp

MAKERS = {"who": person, "you": person, "she": one, "name": name, "mine": kin, "owner": owner, "human": human,
          "friend": friend, "going": going, "hour": hour}
PLACED = {"ground": w.GROUNDS, "far": (*w.GROUNDS, *w.CITIES), "desk": w.DESKS, "campus": w.CAMPUS, "town": w.HOMES}
SLOTS: dict[str, Callable] = {}
"""Further slots by name, (draw) -> phrase; the files of forms add theirs."""


KNOWING: dict[str, Callable] = {}
"""Slots that look at what is filled already, (draw, found) -> phrase."""


def slot(make: Callable) -> Callable:
    """Add a slot by its function's name."""
    return _named(make, SLOTS)


def knowing(make: Callable) -> Callable:
    """Add a slot that looks at the others."""
    return _named(make, KNOWING)


def _named(make: Callable, slots: dict[str, Callable]) -> Callable:
    name = make.__name__.rstrip("_")
    if name in SLOTS or name in KNOWING:
        raise ValueError(f"{make.__module__} and another file both fill {{{name}}}.")
    slots[name] = make
    return make


def forms(text: str) -> list[tuple[str, str]]:
    """The lines of a text, (Chinese, English)."""
    return [tuple(side.strip() for side in line.split("|")) for line in text.strip().splitlines()]


def made(d: Draw, form: tuple[str, str], **found) -> Both:
    """A form with its slots filled; ``found``: those that are there already."""
    chosen: list[tuple[str, int]] = []
    zh = [word for part in _parts(form[0]) for word in _chinese(d, part, found, chosen)]
    return zh, [word for part in _parts(form[1]) for word in _english(d, part, found, chosen)]


@functools.cache
def _parts(side: str) -> tuple[str, ...]:
    """Slots, choices and words of one side."""
    return tuple(re.findall(r"\{[^}]*\}|\([^)]*\)|\S+", side))


def _chinese(d: Draw, part: str, found: dict, chosen: list) -> Side:
    if part[0] == "(":
        left = [one for one in part[1:-1].split("/") if one.partition("=")[2].replace("_", " ") not in
                [en for en, _ in chosen]]
        zh, _, en = d.rng.choice(left or part[1:-1].split("/")).partition("=")
        chosen.append((en.replace("_", " "), d.key()))
        return [(word, d.last, ()) for word in zh.replace("_", " ").split()]
    if part[0] != "{":
        return plain(part)
    shape, _, rest = part[1:-1].rpartition(" ")
    key, *made_of = rest.split(":")
    if key not in found:
        found[key] = _fill(d, key, made_of, found)
    value = found[key]
    if shape == "again":
        return pronoun(d, value.pronoun).zh
    return value.whole_zh() if isinstance(value, Vp) else value[0] if isinstance(value, tuple) else value.zh


def _fill(d: Draw, key: str, made_of: list[str], found: dict):
    kind = key.rstrip("0123456789")
    if kind in SLOTS:
        return SLOTS[kind](d)
    if kind in KNOWING:
        return KNOWING[kind](d, found)
    if kind == "other":
        who = found.get("who")
        if who is None or not who.zh or who.mine not in w.PRONOUNS:
            return person(d, (who.zh[0][0] if who.zh else who.pronoun) if who is not None else "")
        return person(d, who.zh[0][0], who.mine)
    if kind in ("it", "none"):
        noun = d.pick(w.tagged(made_of[0].replace(",", " ")))
        return thing(d, noun, d.pick(made_of[1].replace(",", " ")) if len(made_of) > 1 else "")
    if kind == "n":
        low, high = map(int, made_of[0].split("-"))
        tens = range(-(-low // 10) * 10, high + 1, 10)
        zh, en = w.number(d.pick([*range(low, high + 1), *tens, *tens, *tens]), "m" in made_of[1:])
        k = d.key()
        return [(word, k, ()) for word in zh], [(en, k, ())]
    if kind == "vp":
        return doing(d, made_of[0].replace(",", " ") if made_of else "bare one own number", 0.2,
                     found.get("who"))
    if kind == "place":
        return place(d, d.pick(made_of[0].replace(",", " ")) if made_of else "")
    return _more(d, kind, made_of, found)


def _more(d: Draw, kind: str, made_of: list[str], found: dict):
    if kind == "kin":
        return kin(d, d.pick("我 你 他 她"))
    if kind == "me":
        return pronoun(d, d.pick("我 你 他 她"))
    if kind == "that":
        return human(d, d.pick("人 男孩 女孩 老师 孩子"), d.pick("这 那"))
    if kind in ("past", "future", "habit"):
        return time(d, kind)
    if kind == "length":
        return length(d, *made_of)
    if kind == "kins":
        return family(d, found["me"])
    if kind in PLACED:
        return place(d, d.pick(PLACED[kind]))
    if kind == "called":
        return Np(*d.unit(*d.pick((("小明", "xiaoming"), ("安娜", "anna"), ("李明", "li ming")))))
    if kind == "day_":
        return d.unit(*d.pick(list(TIMES["past"].items())))
    if kind == "near":
        return companion(d, found["who"])
    return MAKERS[kind](d)


def family(d: Draw, who: Np) -> Both:
    """爸爸 ， 妈妈 和 我, my father , my mother and I."""
    zh, en, kin_of = [], [], d.rng.sample(list(w.KIN), d.pick((2, 2, 3)))
    for i, word in enumerate(["爸爸", "妈妈", *kin_of[:-1]] if d.chance(0.6) else kin_of):
        one = kin(d, of=who.pronoun, zh=word)
        zh, en = [*zh, *(plain("，") if i else []), *one.zh], [*en, *(plain(",") if i else []), *one.en]
    return [*zh, *plain("和"), *who.zh], [*en, *plain("and"), *who.en]


def _english(d: Draw, part: str, found: dict, chosen: list) -> Side:
    if part[0] == "(":
        en, k = chosen[int(part[1:-1]) - 1]
        return linked(en, k)
    if part[0] != "{":
        return plain(part)
    shape, *rest = part[1:-1].split()
    value = found.get(rest[-1] if rest else shape)
    if isinstance(value, Vp):
        form = finite(found[rest[-1]].agree) if len(rest) > 1 else shape
        return value.whole_en(form)
    if shape == "s" and isinstance(found.get(rest[0]), Vp):
        return found[rest[0]].whole_en(finite(value.agree))
    if not rest:
        return value.en if isinstance(value, (Np, Place)) else value[1]
    return _shape(d, shape, rest, value, found)


def _shape(d: Draw, shape: str, rest: list[str], value, found: dict) -> Side:
    if shape == "again":
        return pronoun(d, value.pronoun).en
    if shape == "them":  # me, him
        return pronoun(d, value.pronoun).en_object
    if shape in ("at", "to"):
        return getattr(value, shape)
    if shape in ("own", "obj"):
        return value.en_own if shape == "own" else value.en_object
    if shape == "no":  # without its article
        return value.en[1:] if value.en[0][0] in ("a", "an", "the") else value.en
    if shape in ("s", "past", "ing"):
        return plain(" ".join(v.inflect(rest[0].replace("_", " "), finite(value.agree) if shape == "s" else shape)))
    if shape == "job":  # a student, students
        zh = rest[0]
        return plain(w.plural(zh) if value.agree == "p" else f"a {zh}")
    agree = value.agree
    return plain({"be": be(agree), "was": be(agree, True), "do": do(agree), "has": "has" if agree == "3" else "have",
                  "it": "they" if agree == "p" else "it"}[shape])


def any_of(d: Draw, found: list[tuple[str, str]], **given) -> Both:
    """One of several forms."""
    return made(d, d.rng.choice(found), **given)
