"""A hundred thousand words, twenty-six letters, and pieces between them: N4-36; R106."""

from __future__ import annotations

import math
import re

import streamlit as st

from core.experiments import vocabularies
from core.experiments.vocabularies import D_MODEL, LETTERS, WORDS, Cost
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.language_models import PAGE

PHRASE = ("Once", "upon", "a", "time")
STEP = 25


@lesson.panel
def vocabulary() -> None:
    """One text in three vocabularies, with what each costs; merges to be added one after the other."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-36"):
        row = lesson.controls()
        text = in_link(row.text_input)(w["text"], " ".join(PHRASE), key="vocabulary text", max_chars=60, width=360)
        merges = in_link(row.slider)(w["merges"], 0, vocabularies.MERGES, 100, STEP, key="merges", width=300)
        split = tuple(re.findall("[A-Za-z]+", text)) or PHRASE
        between = Cost(vocabularies.letters() + merges, vocabularies.pieces(split, merges))
        costs = {"words": Cost(WORDS, split), "between": between,
                 "letters": Cost(LETTERS, tuple("".join(split)))}
        st.dataframe(_table(costs), hide_index=True)
        _curve()
        nats = {name: costs[name].nats for name in ("words", "letters")}
        lesson.predict(PAGE, "N4-36", ("ratio_4000", "ratio_100", "ratio_4"), truth=_ratio, words=nats["words"],
                       letters=nats["letters"], ratio=nats["words"] / nats["letters"], many=WORDS, few=LETTERS,
                       big=costs["words"].output, small=costs["letters"].output, d=D_MODEL)
        lesson.erratum("R106", _r106)


def _ratio(sizes) -> str:
    """The option that is nearest to how many letters weigh as much as a word."""
    return f"ratio_{min((4000, 100, 4), key=lambda guess: abs(math.log(guess / sizes['ratio'])))}"


def _table(costs: dict[str, Cost]) -> dict[str, list[str]]:
    w = words(PAGE)
    return {w["entries"]: [w[f"kind_{name}"] for name in costs],
            w["size_of"]: [plain(cost.size) for cost in costs.values()],
            w["cut"]: [" | ".join(cost.pieces) for cost in costs.values()],
            w["steps"]: [plain(len(cost.pieces)) for cost in costs.values()],
            w["one_choice"]: [plain(cost.nats, 4) for cost in costs.values()],
            w["matrix"].format(d=D_MODEL): [plain(cost.output) for cost in costs.values()],
            w["cells"]: [plain(cost.attention) for cost in costs.values()]}


@shared
def _points() -> list[tuple[int, float]]:
    return vocabularies.curve(range(0, vocabularies.MERGES + 1, STEP))


def _curve() -> None:
    w, points = words(PAGE), _points()
    charts.lines({w["kind_between"]: tuple(zip(*points))}, w["size_of"], w["per_word"], dots=True, height=230,
                 level=1.0, ticks=[size for size, _ in points][::2], legend=False)
    st.caption(w["curve_told"].format(sentences=plain(vocabularies.SENTENCES)))


def _r106() -> None:
    w, spaced = words(PAGE), " ".join(PHRASE)
    printed, right = st.columns(2)
    printed.metric(w["without_space"], plain(len("".join(PHRASE))))
    right.metric(w["with_space"].format(symbols=LETTERS + 1), plain(len(spaced)))
    right.caption(w["with_space_told"].format(cells=plain(len(spaced) ** 2), words=plain(len(PHRASE)),
                                              few=plain(len(PHRASE) ** 2)))
