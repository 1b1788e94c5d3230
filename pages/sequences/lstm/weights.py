"""What an LSTM costs beside an RNN, and what changes with the data: N2-04; R104."""

from __future__ import annotations

import streamlit as st

from core.experiments import lstm as computed
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.lesson.pictures import steps_of
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.lstm import PAGE


@lesson.panel
def weights(trace: Trace) -> None:
    """Numbers to be trained in cells of the same sizes."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-04"):
        left, right = st.columns([0.6, 0.4], gap="large")
        with right:
            columns = st.columns(2)
            d_x = in_link(columns[0].slider)("d_x", 1, 64, 8, key="lstm d_x")
            d_h = in_link(columns[1].slider)("d_h", 1, 64, 16, key="lstm d_h")
            parameters = computed.weights(d_x, d_h)
            revealed = lesson.predict(PAGE, "N2-04", ("twice", "three_times", "four_times"), rnn=parameters["rnn"],
                                      lstm=parameters["lstm"], gru=parameters["gru"], truth="four_times")
        with left:
            names = ("rnn", "gru", "lstm") if revealed else ("rnn",)
            charts.bars({w[f"cell_{name}"]: float(parameters[name]) for name in names}, w["to_train"],
                        texts=[plain(parameters[name], 7) for name in names], step=44)
            if revealed:
                st.caption(w["gru"])
        lesson.erratum("R104", lambda: _r104(trace))


def _r104(trace: Trace) -> None:
    """The forget gate of the first unit: what an old memory is multiplied by, word by word."""
    w, sentence = words(PAGE), trace["source"].labels[0]
    st.markdown(w["r104"])
    charts.columns(steps_of(sentence), {"": trace["cell.forget_gate"].value[:, 0].tolist()}, w["row_forget_gate"],
                   highest=1.15)
