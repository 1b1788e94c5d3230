"""The performance: a sentence, its translation word by word, and ribbons as thick as the attention really paid."""

from __future__ import annotations

import streamlit as st

from pages.components.bar.navigation import WALK, lead_on
from pages.components.board import Cell, go
from pages.components.modules import component
from pages.components.text import words
from pages.start import example_run

KEY = "performance"
_mount = component("attention_performance", "word_by_word/performance.js", css="word_by_word/performance.css")


def performance() -> None:
    """Draw the stored run. A click on a word or a ribbon opens its cell in the walkthrough."""
    w, run = words("start"), example_run.run()
    spoken = len(run.rows) - 1  # the last row produces the end mark
    _mount(key=KEY, on_open_change=_open_cell, data={
        "columns": list(run.columns), "rows": list(run.rows[:spoken]),
        "weights": [[float(weight) for weight in row] for row in run.alignment[:spoken]],
        "words": {name: w[name] for name in ("reads", "read_by", "source", "target")}})


def _open_cell() -> None:
    place, run = st.session_state[KEY].get("open") or {}, example_run.run()
    row, column = place.get("row"), place.get("column")
    if type(row) is int and type(column) is int:
        go(WALK, step=run.step, cell=Cell(run.step, run.head, row, column))
        lead_on("walkthrough", run.model)
