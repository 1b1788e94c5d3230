"""A linear combination of neurons, and of tokens: N4-04; R85."""

from __future__ import annotations

import streamlit as st

from core.experiments import tokens as computed
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import show
from pages.components.lesson.pictures import shown, steps_of
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.tokens import PAGE, sources

STARTS, MOST = (0.5, 1.0, -0.5, 0.2), 1.5


@lesson.panel
def combination() -> None:
    """A slider for each weight; what comes out beside it, as a number and as a token."""
    w, Z = words(PAGE), sources.tokens("text")[: len(STARTS)]
    labels = steps_of(sources.text()[: len(STARTS)])
    with lesson.exhibit(PAGE, "N4-04"):
        weights = [in_link(column.slider)(w["weight_of"].format(name=label), -MOST, MOST, start, 0.1,
                                          key=f"tokens weight {i}")
                   for i, (column, label, start) in enumerate(zip(st.columns(len(labels)), labels, STARTS))]
        trace = computed.combination(weights, Z, labels)
        left, right = st.columns([0.4, 0.6], gap="large")
        with left:
            _wires(trace, weights, "x", "combined_neurons")
        with right:
            _wires(trace, weights, "Z", "combined")
        names = ("w", "Z", "combined")
        state = show([shown(trace[name], PAGE, title=w[f"picture_{name}"]) for name in names], "tokens combined",
                     ("·", "="), height=260)
        arithmetic(trace, state, "tokens combined", "combined_neurons", "combined")
        lesson.predict(PAGE, "N4-04", ("any_vector", "span_only"), lambda: _missed(Z), "span_only")
        lesson.erratum("R85", lambda: _field(Z, weights))


def _wires(trace: Trace, weights: list[float], inputs: str, output: str) -> None:
    """The inputs in a row, what is made of them above, and wires as thick as their weights."""
    w, rows = words(PAGE), trace[inputs].value.reshape(len(weights), -1).tolist()
    result = trace[output].value.reshape(-1).tolist()
    high = 2.6 if len(result) > 1 else 1.6
    spots = {str(i): charts.Spot(i, 0, "", -1, tuple(cells)) for i, cells in enumerate(rows)}
    spots["out"] = charts.Spot((len(rows) - 1) / 2, high, "", 0, tuple(result))
    wires = [charts.Wire(str(i), "out", 1 if x >= 0 else 0, min(1.0, abs(x) / MOST)) for i, x in enumerate(weights)]
    caption = w[f"wires_{output}"].format(out=plain(result[0]), n=len(result))
    charts.wiring(spots, wires, caption, height=330)
    st.caption(caption)


def _missed(Z) -> dict[str, float]:
    new = computed.mlp(Z)[0]
    return computed.beyond(Z, new)


def _field(Z, weights: list[float]) -> None:
    w, tokens = words(PAGE), computed.field(Z, weights)
    lesson.figures((w["one_number"], plain(tokens["printed"].item())),
                   (w["one_token"], w["so_many"].format(n=tokens["right"].numel())))
