"""What is said of a stop, as plain data: its title and place, a question with its answer, formulas, prose.

    explain(trace, stop, row, "en", "numbers")                  # of the whole machine, where ``stop`` is None
    explain(trace, stop, row, "zh", "intuition", scene="softmax", word="猫")    # as a scene of the tour
    heading(stop, "en", unit_of(trace))                         # what the board shows of a stop

Nothing here knows of a page: ``stop_view`` draws it with Streamlit; whatever writes a file or a notebook starts here.
All texts are Markdown in which a word of the glossary is a link ``glossary#ID``.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass

from core.labels import Name
from core.plan import Box
from core.steps import Step, Trace
from core.switches import switches
from pages.components.formula import Formula, typeset
from pages.components.glossary import with_cards
from pages.components.labels_told import Label, filled
from pages.components.numbers import Numeral, plain
from pages.components.stage.findings import Finding, finding
from pages.components.stage.layer_text import LayerAnswers, layer_prose
from pages.components.stage.layers import LAYER
from pages.components.stage.recipes import PLAIN
from pages.components.stage.stops import BLOCK, WIDEST, Stop, squeezed
from pages.components.text_files import DEPTHS, axes, escaped, page_words, passages, said

CHARACTERS, WORDS = 4.0, 3.5  # that a reader takes in within a second
SHORTEST = 3000  # milliseconds
FORMULAS = 3  # results that stand side by side, as queries, keys and values do


@dataclass(frozen=True)
class Heading:
    """``column``: the column of its box, and its layer counted from 1; ``box``: its name; "" where it has none.

    ``pause``: milliseconds that reading its prose takes.
    """

    title: str
    column: str
    box: str
    pause: int


@dataclass(frozen=True)
class StopText:
    """``place``: from the whole to the part; ``question`` and ``answer``: "" where nothing is asked.

    ``findings``: the cells of the answer, or of the prose about a folded layer, as (step, index), numbered from 1 in
    this order; None in an index is the whole row or column there. ``prose``: passages, each deeper than the one before.
    ``begin``: by which keys the tour is walked, where it begins; nothing for paper.
    """

    title: str
    place: tuple[str, ...]
    question: str
    answer: str
    formula: tuple[Formula, ...]
    prose: tuple[str, ...]
    findings: tuple[tuple[str, tuple[int | None, ...]], ...]
    begin: str = ""


def explain(trace: Trace, stop: Stop | None, row: int, language: str, depth: str, *, scene: str = "", word: str = "",
            tints: Mapping[str, str] | None = None, base: str = "light",
            answers: LayerAnswers | None = None) -> StopText:
    """What is said of a stop in a language ("zh", "en") at a depth (``DEPTHS``).

    ``row``: the row of the stop's picture that is spoken of; ``scene``: the key of the tour's text that stands in place
    of the stop's, and ``word`` the followed word that it names; ``tints``, ``base``: see ``formula.typeset``;
    ``answers``: what a model that writes would say after a folded layer, and after the one before.
    """
    unit = unit_of(trace)
    about = heading(stop, language, unit)
    title, passage = toured(scene, language, unit) if scene else (about.title, "")
    part = "" if stop is not None and stop.key.startswith(LAYER) else about.box
    place = tuple(filter(None, (about.column, part))) or (page_words(language, "stage")["machine"],)
    if stop is not None and stop.key.startswith(LAYER):
        prose, cells = layer_prose(trace, stop.key, row, language, answers)
        return StopText(title, place, "", "", (), (prose,), tuple(cells))
    fact = finding(trace, stop.key, row) if stop is not None and stop.key in trace else None
    brief, hint = depth == DEPTHS[0], "heads_hint" if squeezed(trace) else "machine_hint"
    hint += "" if squeezed(trace) or switches(trace) else "_bare"
    followed = escaped(said(word, page_words(language, "stage")))
    prose = (passage.format(word=followed),) if scene else _prose(stop, language, depth, unit, hint)
    answer = _filled(fact, "answer", language, unit)
    if fact and any(_is_beyond(trace[name], index) for name, index in fact.cells):
        answer += page_words(language, "stage")["beyond"].format(shown=WIDEST)
    return StopText(title, place, _filled(fact, "question", language, unit), answer,
                    () if scene and brief else _formulas(trace, stop, language, depth, tints, base), prose,
                    fact.cells if fact else (), _begin(scene, language) if scene and stop is None else "")


def _begin(scene: str, language: str) -> str:
    w = page_words(language, "stage")
    return w.get(f"begin_{scene}", w["begin"])


def heading(stop: Stop | None, language: str, unit: str) -> Heading:
    """Title and place of a stop, or of the whole machine; ``unit``: what is under study, as ``unit_of``.

    A stop of which nothing more is known is called by its block's name, and so is the block's overview.
    """
    if stop is None:
        return Heading(page_words(language, "stage")["machine"], "", "", SHORTEST)
    words, diagram = page_words(language, "walkthrough"), page_words(language, "diagram")
    box = "" if stop.box is None else _in_units(diagram.get(stop.box.word, stop.box.word.replace("_", " ")), language,
                                                unit)
    if box and (stop.key.startswith(BLOCK) or stop.kind == PLAIN.kind):
        title = box
    else:
        title = _in_units(words[_fitting(words, f"kind_{stop.kind.replace('.', '_')}", unit)], language, unit)
    pause = _milliseconds(passages(language, "walkthrough").get(stop.kind, ""))
    return Heading(title, _column(stop.box, diagram), box, pause)


def toured(scene: str, language: str, unit: str) -> tuple[str, str]:
    """Title and text of a scene of the tour, its ``{word}`` left open."""
    known = passages(language, "tour")
    title, _, body = _in_units(known[_fitting(known, scene, unit)], language, unit).partition("\n")
    return title, with_cards(language, body)


def unit_of(trace: Trace) -> str:
    """What is under study where that is no text of words: "pictures", "characters", or ""."""
    if trace[next(iter(trace))].shows == "picture":
        return "pictures"
    words = trace["probabilities"].labels[-1] if "probabilities" in trace else None
    return "characters" if words and all(len(word) == 1 or word[0] == "<" for word in words) else ""


def in_its_units(words: Mapping[str, str], trace: Trace, language: str) -> dict[str, str]:
    """The short strings of a drawing, which speak of what is read: of characters, or not of words in a picture."""
    unit = unit_of(trace)
    return {key: _in_units(words[_fitting(words, key, unit)], language, unit) for key in words}


def grid_words(trace: Trace, language: str) -> dict[str, str]:
    """The short strings of the grid of all heads."""
    return in_its_units(page_words(language, "diagram") | page_words(language, "head_grid"), trace, language)


def _column(box: Box | None, diagram: Mapping[str, str]) -> str:
    if box is None:
        return ""
    column = diagram.get(box.column, box.column)
    return column if box.layer is None else diagram["layer_n"].format(column=column, n=box.layer + 1)


def _filled(fact: Finding | None, part: str, language: str, unit: str) -> str:
    """Question or answer, words as Markdown that shows them as they are, numbers as in a book."""
    if fact is None:
        return ""
    texts = page_words(language, "findings")
    kinds = {str: Label, Name: lambda name: escaped(said(name, texts)), float: Numeral}
    values = {name: kinds.get(type(value), plain)(value) for name, value in fact.values.items()}
    asked, text = (texts[_fitting(texts, f"{fact.key}_{one}", unit)] for one in ("question", part))
    known = [name for name in fact.values if part == "answer" and f"{{{name}}}" in asked]
    return filled(with_cards(language, _in_units(text, language, unit)), values, language, known)


def _formulas(trace: Trace, stop: Stop | None, language: str, depth: str, tints: Mapping[str, str] | None,
              base: str) -> tuple[Formula, ...]:
    """The formula of the stop, or of all its results where several stand side by side."""
    if stop is None or stop.key not in trace:
        return ()
    called = axes(page_words(language, "walkthrough"))
    return tuple(typeset(trace[name].equation, trace, name, language=language, depth=depth, words=called, tints=tints,
                         base=base) for name in stop.results[-FORMULAS:] if trace[name].equation is not None)


def _prose(stop: Stop | None, language: str, depth: str, unit: str, hint: str) -> tuple[str, ...]:
    """As deep as the reader wants it; a layer that repeats another only says so. ``hint``: of the whole machine."""
    w = page_words(language, "stage")
    if stop is None:
        return (with_cards(language, _in_units(w[_fitting(w, hint, unit)], language, unit)),)
    if stop.key.startswith(BLOCK):
        return (with_cards(language, w["block_hint"]),)
    if stop.repeats is not None and depth == DEPTHS[0]:
        return (with_cards(language, w["again"]).format(place=_column(stop.repeats, page_words(language, "diagram"))),)
    parts = ("", "numbers", "formula")[: max(1, min(3, DEPTHS.index(depth) + 1))]
    passages_ = (_passage(stop.kind, part, language, unit) for part in parts)
    return tuple(with_cards(language, text if part == "formula" else _in_units(text, language, unit))  # quotes notes
                 for part, text in zip(parts, passages_))


def _passage(kind: str, part: str, language: str, unit: str) -> str:
    """The prose of a kind: of its situation ("scores.cross.numbers"), or of the kind in general ("scores.numbers").

    ``part``: "" for everybody, "numbers" or "formula" for those who want to know more.
    """
    known = passages(language, "walkthrough")
    for key in (kind, kind.partition(".")[0]):
        full = _fitting(known, f"{key}.{part}" if part else key, unit)
        if full in known:
            return known[full]
    raise KeyError(f"There is no passage {part or 'for everybody'!r} about stops of the kind {kind!r}.")


def _fitting(known: Container[str], key: str, unit: str) -> str:
    """The key under which the same is said of such a trace, where something is said of it."""
    own = f"{unit}.{key}"
    return own if unit and own in known else key


def _in_units(text: str, language: str, unit: str) -> str:
    """A text that speaks of words, of characters where these are what is read."""
    if unit != "characters":
        return text
    w = page_words(language, "stage")
    kept = "|".join([*w["kept_words"].split(), r"\{\w+\}", r"#\w+"])
    found = re.compile(rf"{kept}|(?<![A-Za-z])({w['a_word']})(?=s?(?![A-Za-z]))", re.IGNORECASE)
    return found.sub(lambda one: one[0] if not one[1] else
                     w["a_character"].capitalize() if one[1][0].isupper() else w["a_character"], text)


def _is_beyond(step: Step, index: tuple[int | None, ...]) -> bool:
    """Whether a picture ends before this cell: it shows the first features of many."""
    return step.axes[-1] != "vocabulary" and (index[-1] or 0) >= WIDEST


@functools.lru_cache(maxsize=1024)
def _milliseconds(text: str) -> int:
    """How long a reader needs for a text, at least SHORTEST."""
    characters = sum(0x4E00 <= ord(letter) <= 0x9FFF for letter in text)
    spelled = sum(word.isascii() for word in text.split())
    return max(SHORTEST, int(1000 * (characters / CHARACTERS + spelled / WORDS)))
