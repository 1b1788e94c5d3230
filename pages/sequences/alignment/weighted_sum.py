"""The note's c^0 = 0.5 h^1 + 0.5 h^2, computed: N2-11; R61, R71."""

from __future__ import annotations

import streamlit as st

from core.experiments import alignment as computed
from core.formula import EQUATIONS
from pages.components import lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic
from pages.components.formula import number
from pages.components.lesson.pictures import shown
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.alignment import PAGE

MATCHES = ("cosine", "product", "own")
NOTE = (10.0, 10.0, 0.0, 0.0)  # FIDELITY T100


@lesson.panel
def weighted_sum() -> None:
    """Four characters, a match, softmax, and the sum. EXHIBITS N2-11."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-11"):
        left, right = st.columns([0.34, 0.66], gap="large")
        with left:
            energies = _energies()
        with right:
            trace = computed.example(energies)
            pictures = [shown(trace[name], PAGE, title=w[title]) for name, title in (
                ("energies", "energies"), ("weights", "alphas"), ("context", "context"))]
            state = heatmap(pictures, key="note board", operators=("softmax", "→ Σ α h"), height=200, numbers=True)
            arithmetic(trace, state, "note board", "context")
            st.container(key="note sum").markdown(" + ".join(f"{number(a, 5)}\\,h^{i}" for i, a in enumerate(
                trace["weights"].value.tolist(), 1)).join(("$c^0 = ", "$")))
        lesson.predict(PAGE, "N2-11", ("gap_10", "gap_100", "never"), lambda: {
            "left_10": computed.shortfall(NOTE), "left_100": computed.shortfall((100.0, 100.0, 0.0, 0.0))},
                       truth="never")
        lesson.erratum("R61", _r61)
        lesson.erratum("R71", _first_versions)
        lesson.stands(EQUATIONS["alignment.weights"])


def _energies() -> list[float]:
    """The scores of the four characters, by one of the note's matches or by hand."""
    w = words(PAGE)
    kind = lesson.one_of(st, w["match"], MATCHES, w, "match_", "note match", default="product")
    st.caption(w[f"match_{kind}_said"])
    if kind == "own":
        return [in_link(st.slider)(f"e{i} · {character}", -10.0, 20.0, start, 0.5, key=f"energy {i}")
                for i, (character, start) in enumerate(zip(computed.CHARACTERS, NOTE), 1)]
    gain = in_link(st.slider)(w["gain"], 0.0, 20.0, 2.0, 0.5, key="note gain", disabled=kind == "cosine")
    return computed.matched(kind, gain)


def _r61() -> None:
    """The sum as the note writes it, and the sum that softmax gives."""
    w, trace = words(PAGE), computed.example(NOTE)
    printed, right = st.columns(2)
    printed.markdown(w["r61_printed"])
    alphas = ", ".join(plain(a, 5) for a in trace["weights"].value.tolist())
    right.markdown(w["r61_right"].format(alphas=alphas, left=plain(computed.shortfall(NOTE), 2)))


def _first_versions() -> None:
    """The two papers that the note names: what it prints, and the month that their arXiv numbers carry."""
    w, cited = words(PAGE), computed.CITED
    st.dataframe({w["cited"]: list(cited), w["note_prints"]: [printed for _, printed in cited.values()],
                  "arXiv": [number for number, _ in cited.values()],
                  w["first_version"]: [computed.first_version(number) for number, _ in cited.values()]},
                 hide_index=True)
