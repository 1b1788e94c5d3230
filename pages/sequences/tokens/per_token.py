"""The same small network for every token alone, which is a 1 x 1 convolution: N4-05; R110."""

from __future__ import annotations

import streamlit as st

from core.equations import tokens as eq
from core.experiments import tokens as computed
from pages.components import lesson
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import show
from pages.components.lesson.pictures import shown
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.tokens import PAGE, sources


@lesson.panel
def per_token() -> None:
    """A matrix for each row, and a convolution that sees one token: cell by cell the same numbers."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-05"):
        Z = sources.tokens("text")
        trace = computed.per_token(Z, sources.names("text"))
        state = show([shown(trace[name], PAGE, title=w[f"picture_{name}"]) for name in ("Z", "hidden", "one_by_one")],
                     "tokens alone", ("→", "="), height=400)
        ours, theirs = trace["hidden"].value, trace["one_by_one"].value.T
        st.metric(w["largest_difference"], plain((ours - theirs).abs().max().item(), 2))
        arithmetic(trace, state, "tokens alone", "hidden", "one_by_one")
        if state.cell is None:
            lesson.stands(eq.rectified_neurons.equation)
        lesson.predict(PAGE, "N4-05", ("one_convolution", "two_convolutions"),
                       lambda: computed.as_two_convolutions(sources.tokens("text")), "two_convolutions")
        lesson.erratum("R110", lambda: _one_or_two(Z))


def _one_or_two(Z) -> None:
    w, differences = words(PAGE), computed.as_two_convolutions(Z)
    lesson.figures((w["missed_by_one"], f"{plain(100 * differences['one'], 3)}%"),
                   (w["missed_by_two"], plain(differences["two"], 2)))
