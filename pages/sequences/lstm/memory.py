"""The memory cell with its gates held by hand: N4-29, N4-32; R103."""

from __future__ import annotations

import streamlit as st

from core.equations import lstm
from core.experiments import lstm as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.numbers import Numeral, plain
from pages.components.text import words
from pages.sequences.lstm import PAGE

PRESETS = {"count": (1.0, 1.0, 1.0, 0.0), "latch": (1.0, 0.0, 1.0, 0.7), "leak": (0.9, 0.0, 1.0, 0.7)}


@lesson.panel
def memory() -> None:
    """One unit: f, i and the candidate are held; C and h over a hundred steps."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-32", "N4-29"):
        left, right = st.columns([0.6, 0.4], gap="large")
        with right:
            f, i, new, first = _held()
            cell = computed.forced(f, i, new, first=first)
            revealed = lesson.predict(PAGE, "N4-32", ("h_counts", "h_below_one", "h_stays_zero"), _counted,
                                      truth="h_below_one")
        with left:
            steps = range(len(cell["C"]))
            shown = {"C": (steps, cell["C"])} | ({"h": (steps, cell["h"])} if revealed else {})
            charts.lines(shown, w["steps"], w["value"], tones=(0, 1), height=300)
            a, b = st.columns(2)
            a.metric("C", plain(cell["C"][-1], 4))
            if revealed:
                b.metric("h", plain(cell["h"][-1], 4))
        lesson.stands(lstm.cell_state.equation, lstm.hidden.equation)
        lesson.erratum("R103", lambda: _r103(PRESETS["leak"]))


def _held() -> tuple[float, float, float, float]:
    w = words(PAGE)
    chosen = lesson.one_of(st, w["gates_held"], (*PRESETS, "own"), w, "held_", "lstm held", default="count")
    if chosen in PRESETS:
        f, i, new, first = PRESETS[chosen]
        st.markdown(w["held"].format(f=plain(f), i=plain(i), new=plain(new), first=plain(first)))
        return PRESETS[chosen]
    columns = st.columns(2)
    return (in_link(columns[0].slider)("f", 0.0, 1.0, 0.95, 0.01, key="lstm f"),
            in_link(columns[1].slider)("i", 0.0, 1.0, 0.5, 0.01, key="lstm i"),
            in_link(columns[0].slider)(w["candidate"], -1.0, 1.0, 1.0, 0.1, key="lstm new"),
            in_link(columns[1].slider)(w["first"], -2.0, 2.0, 0.0, 0.1, key="lstm first"))


def _counted() -> dict[str, float]:
    counted, latched = computed.forced(1, 1, 1), computed.forced(1, 0, 1, first=0.7)
    return {"C": counted["C"][-1], "h": counted["h"][3], "latched": latched["C"][-1], "last": counted["h"][-1]}


def _r103(held: tuple[float, ...]) -> None:
    """What the gate multiplies is the old memory: one step, in numbers."""
    w, (f, i, new, first) = words(PAGE), held
    memory = computed.forced(f, i, new, first=first, steps=2)["C"]
    printed, right = st.columns(2)
    printed.markdown(w["r103_printed"])
    right.markdown(w["r103_right"].format(f=Numeral(f), before=Numeral(memory[0]), after=Numeral(memory[1]),
                                          later=Numeral(memory[2])))
