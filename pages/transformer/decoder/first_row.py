"""The start token's row: N1-17."""

from __future__ import annotations

import streamlit as st

from core.experiments import decoder as computed
from core.steps import Trace
from pages.components import charts, lesson, runs
from pages.components.text import words
from pages.transformer.decoder import PAGE
from pages.transformer.decoder.other_sentence import other_sentence

_first_rows = runs.of_sentence(computed.first_rows)


@lesson.panel
def first_row(trace: Trace) -> None:
    """The row of the start token in two sentences, step by step. EXHIBITS N1-17."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-17"):
        left, right = st.columns([0.6, 0.4], gap="medium")
        with right:
            other = other_sentence("other first")
            changes = _first_rows(other)
        asked = right if lesson.guessed(PAGE, "N1-17") else left
        if asked is right:
            names = [w["embedded"]] + [f"{int(name.split('.')[1]) + 1} · {w[f'part_{_part(name)}']}"
                                       for name, _ in changes[1:]]
            with left:
                charts.columns(names, {w["first_row_differs"]: [value for _, value in changes]},
                               w["first_row_differs"], height=260)
        with asked:
            values = dict(changes)
            lesson.predict(PAGE, "N1-17", ("same_row", "close_row", "other_row"),
                           own=values["decoder.0.self_attention.output"],
                           cross=values["decoder.0.cross_attention.output"],
                           second=values.get("decoder.1.self_attention.output", 0.0), truth="same_row")


def _part(name: str) -> str:
    return name.split(".", 2)[2].replace(".output", "")
