"""How a word is built from bytes: always the pair that stands highest in the list of merges becomes one."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.equations import embedding
from core.experiments import pieces
from pages.components import lesson
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.lesson.brought import language_model
from pages.components.lesson.pictures import table
from pages.components.numbers import plain
from pages.components.text import words
from pages.real.pieces import PAGE
from pages.real.pieces.own_text import in_cell

KEY, OPTIONS, LONGEST = "merges", ("from_left", "by_list", "from_right"), 30


@lesson.panel
def merges() -> None:
    """The rounds of a kept word, once the reader has guessed where merging begins; then of the reader's."""
    run = pieces.stored()
    with lesson.exhibit(PAGE, KEY):
        first, last = run["rounds"][0], run["rounds"][-1]
        if lesson.predict(PAGE, KEY, OPTIONS, truth=lambda numbers: _begins(run), word=run["word"].strip(),
                          pair="+".join(first[0]), number=first[1], rounds=len(run["rounds"]), all=run["merges"],
                          last_pair="+".join(last[0]), last_number=last[1]):
            own = _own()
            if own != []:
                _table(own or run["rounds"])
        lesson.stands(embedding.lookup.equation)


def _begins(run: dict) -> str:
    """Which end the first pair stands at, if at any."""
    (left, right), _, joined = run["rounds"][0]
    return OPTIONS[0 if joined[0] == left + right else 2 if joined[-1] == left + right else 1]


def _table(rounds: Sequence[pieces.Round]) -> None:
    w = words(PAGE)
    table((w["round"], w["pair"], w["number"], w["after"]),
          ((str(i), in_cell(pair), plain(number), in_cell(joined))
           for i, (pair, number, joined) in enumerate(rounds, 1)))


def _own() -> Sequence[pieces.Round] | None:
    """The rounds of a word of the reader's, where there is a model and something merges."""
    w, model = words(PAGE), language_model()
    if not model:
        return None
    text = in_link(st.text_input)(w["own_word"], max_chars=LONGEST, key="pieces word",
                                  placeholder=w["own_word_example"])
    if not text.strip():
        return None
    rounds = _rounds(model, f" {text.strip()}")
    if not rounds:
        st.info(w["no_merge"], icon=":material/edit:")
    return rounds


@shared
def _rounds(model: str, text: str) -> Sequence[pieces.Round]:
    """Of the first stretch that merges at all."""
    return next((one for one in pieces.rounds(model, text) if one), [])
