"""Gates that see the memory: N2-05."""

from __future__ import annotations

import streamlit as st

from core.equations import peephole
from core.experiments import lstm as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.text import words
from pages.sequences.lstm import PAGE

MEMORIES = tuple(number / 4 for number in range(-12, 13))


@lesson.panel
def peepholes() -> None:
    """The forget gate over the memory, with the output shut: flat without a peephole."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-05"):
        left, right = st.columns([0.6, 0.4], gap="large")
        with right:
            weight = in_link(st.slider)(w["peephole_weight"], -3.0, 3.0, 1.5, 0.5, key="lstm peephole")
            openings = computed.gate_over_memory(MEMORIES, weight)
            cost = computed.weights(8, 16)
            revealed = lesson.predict(PAGE, "N2-05", ("sees_it", "blind"), more=cost["peepholes"],
                                      lstm=cost["lstm"], truth="blind")
        with left:
            shown = {w["with_peephole"]: (MEMORIES, openings["peephole"])}
            if revealed:
                shown = {w["without_peephole"]: (MEMORIES, openings["plain"])} | shown
            charts.lines(shown, w["memory_before"], w["row_forget_gate"], domain=(0, 1), height=300,
                         tones=(1, 0) if revealed else (0,))
        lesson.stands(peephole.forget_gate.equation, peephole.output_gate.equation)
