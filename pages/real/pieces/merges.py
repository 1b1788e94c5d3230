"""How a word is built from bytes: always the pair that stands highest in the list of merges becomes one."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.equations import embedding
from core.experiments import pieces
from pages.components import lesson
from pages.components.cache import shared
from pages.components.lesson.brought import language_model
from pages.components.text import words
from pages.real.pieces import PAGE
from pages.real.pieces.own_text import in_line

KEY, OPTIONS, LONGEST = "merges", ("from_left", "by_list", "from_right"), 30


@lesson.panel
def merges() -> None:
    """The rounds of a kept word, once the reader has guessed where merging begins; then of the reader's."""
    found = pieces.stored()
    with lesson.exhibit(PAGE, KEY):
        first, last = found["rounds"][0], found["rounds"][-1]
        if lesson.predict(PAGE, KEY, OPTIONS, truth=lambda told: _begins(found), word=found["word"].strip(),
                          pair="+".join(first[0]), number=first[1], rounds=len(found["rounds"]), all=found["merges"],
                          last_pair="+".join(last[0]), last_number=last[1]):
            _table(_own() or found["rounds"])
        lesson.stands(embedding.lookup.equation)


def _begins(found: dict) -> str:
    """Which end the first pair stands at, if at any."""
    (left, right), _, joined = found["rounds"][0]
    return OPTIONS[0 if joined[0] == left + right else 2 if joined[-1] == left + right else 1]


def _table(rounds: Sequence[pieces.Round]) -> None:
    w = words(PAGE)
    head = f"| {w['round']} | {w['pair']} | {w['number']} | {w['after']} |\n|---|---|---|---|\n"
    st.markdown(head + "\n".join(f"| {i} | {in_line(pair)} | {number} | {in_line(joined)} |"
                                 for i, (pair, number, joined) in enumerate(rounds, 1)))


def _own() -> Sequence[pieces.Round] | None:
    """The rounds of a word of the reader's, where there is a model and something merges."""
    w, model = words(PAGE), language_model()
    if not model:
        return None
    text = st.text_input(w["own_word"], max_chars=LONGEST, key="pieces word", placeholder=w["own_word_example"])
    if not text.strip():
        return None
    found = _rounds(model, f" {text.strip()}")
    if not found:
        st.info(w["no_merge"], icon=":material/edit:")
    return found


@shared
def _rounds(model: str, text: str) -> Sequence[pieces.Round]:
    """Of the first stretch that merges at all."""
    return next((one for one in pieces.rounds(model, text) if one), [])
