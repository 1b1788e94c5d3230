"""A token is one thing with many numbers: N4-01."""

from __future__ import annotations

import streamlit as st

from core.experiments import tokens as computed
from pages.components import charts, lesson
from pages.components.board import heatmap
from pages.components.lesson.pictures import titled
from pages.components.text import words
from pages.sequences.tokens import PAGE, sources


@lesson.panel
def fields() -> None:
    """A set of neurons beside a set of tokens; what may be reordered freely."""
    w, Z = words(PAGE), sources.tokens("picture")
    with lesson.exhibit(PAGE, "N4-01"):
        left, right = st.columns(2, gap="large")
        with left:
            _set(Z[:5, :1].tolist(), w["set_neurons"])
        with right:
            _set(Z[:5].tolist(), w["set_tokens"])
        results = computed.reordered(Z)
        off = {kind: (results[f"{kind} before"] - results[f"{kind} after"]).abs().max().item()
               for kind in ("tokens", "features")}
        if lesson.predict(PAGE, "N4-01", ("free_tokens", "free_features", "free_both"), truth="free_tokens", **off):
            _compare_orders(results)


def _set(numbers: list[list[float]], title: str) -> None:
    spots = {str(i): charts.Spot(i, 0, f"{i + 1}", -1, tuple(cells)) for i, cells in enumerate(numbers)}
    charts.wiring(spots, (), title, height=250, size=60)
    st.caption(title)


def _compare_orders(results: dict) -> None:
    w = words(PAGE)
    kind = lesson.one_of(st, w["reversed"], ("tokens", "features"), w, "reversed_", "tokens reversed",
                         default="features")
    before, after = results[f"{kind} before"], results[f"{kind} after"]
    limit = max(before.abs().max().item(), after.abs().max().item())
    options = {"limit": limit, "row_link": "token", "column_link": "d"}
    heatmap([titled(PAGE, "before", before, **options), titled(PAGE, "after", after, **options),
             titled(PAGE, "difference", before - after, **options)], key="tokens reordered",
            operators=("−", "="), height=420)
