"""What each head adds to each word: N4-17; R93."""

from __future__ import annotations

import streamlit as st

from core.equations import variants
from core.experiments import heads
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic
from pages.components.formula import colours
from pages.components.lesson.pictures import matrix
from pages.components.numbers import plain
from pages.components.stage import drawing
from pages.components.text import words
from pages.transformer.heads import PAGE
from pages.transformer.heads.sites import head_names


@lesson.panel
def each_writes(trace: Trace, site: str) -> None:
    """What each head adds to each word, and that the additions are the output."""
    with lesson.exhibit(PAGE, "N4-17"):
        written = heads.writes(trace, site)
        own, value = words(PAGE), written["head_writes"].value
        labels = trace[f"{site}.head_outputs"].labels[1] or ()
        tint = colours(variants.head_writes.equation)
        left, right = st.columns([0.66, 0.34], gap="medium")
        with left:
            pictures = [matrix("head_writes", own["writes"], value, labels, row_link="query", column_link="d_model",
                               row_axis=words("walkthrough")["axis_query"], column_axis="d_model",
                               panels=head_names(len(value)), colour=tint["result"]),
                        drawing.picture(trace[f"{site}.output"], words("walkthrough"))]
            key = f"heads writes {site}"
            state = heatmap(pictures, key=key, operators=("Σ + b",))
        with right:
            if state.cell is not None and state.cell.picture == "head_writes":
                arithmetic(written, state, key, "head_writes")
            else:
                lesson.stands(variants.head_writes.equation)
            _lengths(value, labels)
        split = heads.split(trace, site)
        lesson.predict(PAGE, "N4-17", ("scalar_same", "scalar_less"), difference=split.difference,
                       scalar=split.scalar_reach, matrix=split.matrix_reach,
                       d_v=trace[f"{site}.values"].value.shape[-1], truth="scalar_less")
        lesson.erratum("R93", lambda: _sum_or_concat(split))


def _lengths(value, labels) -> None:
    """A bar per word: how long each head's write is."""
    w, names = words(PAGE), head_names(len(value))
    rows = [(f"{i + 1} {labels[i] if labels else ''}", names[h], float(length))
            for h, row in enumerate(value.norm(dim=-1)) for i, length in enumerate(row)]
    charts.stacked(rows, names, w["length"])


def _sum_or_concat(split: heads.Split) -> None:
    w = words(PAGE)
    lesson.figures((w["reach_scalar"], split.scalar_reach), (w["reach_matrix"], split.matrix_reach))
    st.caption(w["sum_is_concat"].format(difference=plain(split.difference)))
