"""What is kept while reading: N4-28; R100."""

from __future__ import annotations

import streamlit as st

from core.experiments import recurrent as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.recurrent import PAGE

LENGTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)


@lesson.panel
def memory() -> None:
    """Numbers in memory after so many words: an RNN that reads, one that is trained, a Transformer that decodes."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-28"):
        left, right = st.columns([0.62, 0.38], gap="large")
        with right:
            length = in_link(st.select_slider)(w["words_read"], LENGTHS, 100, key="recurrent length")
            now = computed.numbers_in_memory(length)
            revealed = lesson.predict(PAGE, "N4-28", ("as_much", "ten_times", "thousand_times"), _prose_values,
                                      truth="thousand_times")
        with left:
            names = ("state", "training", "cache") if revealed else ("state",)
            charts.lines({w[f"kept_{name}"]: (LENGTHS, [computed.numbers_in_memory(n)[name] for n in LENGTHS])
                          for name in names},
                         w["words_read"], w["numbers_kept"], scales=("log", "log"), at=length, dots=True, height=300)
            for column, name in zip(st.columns(3), names):
                column.metric(w[f"kept_{name}"], plain(now[name], 7))
        lesson.erratum("R100", _r100)


def _prose_values() -> dict[str, float]:
    counts, one = (computed.numbers_in_memory(length) for length in (1000, 1))
    deep = computed.BASE["layers"] * one["state"]
    return counts | {"per_word": one["cache"], "ratio": counts["cache"] / counts["state"],
                     "state_deep": deep, "ratio_deep": counts["cache"] / deep}


def _r100() -> None:
    """The claim and the truth, counted in small models that have read 5 and 50 words."""
    w, few, many = words(PAGE), computed.measured(5), computed.measured(50)
    printed, right = st.columns(2)
    printed.markdown(w["r100_printed"].format(few=few["cache"], many=many["cache"]))
    right.markdown(w["r100_right"].format(few=few["state"], many=many["state"]))
