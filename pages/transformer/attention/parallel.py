"""What runs at the same time: N0-11, N2-12."""

from __future__ import annotations

import streamlit as st

from core.experiments import attention as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.numbers import Numeral, plain
from pages.components.text import words
from pages.transformer.attention import PAGE

ASKED = {"multiplications": "N0-11", "serial": "N2-12", "path": ""}
"""What the bars show, and the guess that each would give away."""


@lesson.panel
def parallel(labels: tuple[str, ...]) -> None:
    """Multiplications, serial steps and path lengths of one layer; and when each word's output is ready."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-11", "N2-12"):
        left, right = st.columns([0.6, 0.4], gap="large")
        with left:
            row = st.container(horizontal=True)
            n = in_link(row.select_slider)(w["length"], (5, 10, 20, 50, 100, 200, 512, 1000, 2000, 8192), 50,
                                           key="cost n")
            d = in_link(row.select_slider)("d_model", (64, 128, 256, 512, 1024), 512, key="cost d")
            costs_by_kind = computed.costs(n, d)
            for i, (quantity, asked) in enumerate(ASKED.items()):
                if asked and not lesson.guessed(PAGE, asked):
                    continue
                costs = {w[f"layer_{kind}"]: values[i] for kind, values in costs_by_kind.items()}
                charts.bars(costs, w[quantity], scale="symlog", texts=[
                    plain(cost) if cost == int(cost) else f"log₃ {n} ≈ {plain(cost)}" for cost in costs.values()])
            st.caption(w["share"].format(n=n, d=d, share=Numeral(100 * computed.attention_share(n, d, 4 * d))))
        with right:
            if lesson.guessed(PAGE, "N2-12"):
                _timeline(labels[:12])
            lesson.predict(PAGE, "N0-11", ("always", "short"), _cheaper, "short")
            lesson.predict(PAGE, "N2-12", ("hundred", "seven", "one"), _serial, "one")


def _timeline(labels: tuple[str, ...]) -> None:
    """When each word's output is ready."""
    w = words(PAGE)
    kind = lesson.one_of(st, w["timeline"], ("attention", "recurrent"), w, "layer_", "timeline", default="recurrent")
    ticks = [(i, i + 1) if kind == "recurrent" else (0, 1) for i in range(len(labels))]
    charts.timeline(labels, ticks, w["ticks"])


def _cheaper() -> dict[str, float | str]:
    ratios = {n: computed.costs(n, 512)["attention"][0] / computed.costs(n, 512)["recurrent"][0] for n in (50, 2000)}
    shares = {f"share_{n}": 100 * computed.attention_share(n) for n in (50, 512, 2048, 8192)}
    return {"ratio_50": ratios[50], "ratio_2000": ratios[2000]} | shares


def _serial() -> dict[str, float]:
    costs = computed.costs(100, 512)
    return {kind: values[1] for kind, values in costs.items()}
