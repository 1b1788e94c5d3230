"""Attention and influence: N0-02."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from core.experiments import decoder as computed
from core.steps import Trace
from pages.components import charts, lesson, runs
from pages.components.board import heatmap
from pages.components.formula import PALETTE, theme
from pages.components.lesson.pictures import label_at, matrix
from pages.components.text import words
from pages.transformer.decoder import PAGE


def _how_often(counts: Mapping) -> str:
    """Whether attention and gradient name the same source word first: for every word, for most, for few."""
    same, rows = int(counts["same"]), int(counts["rows"])
    return "always" if same == rows else "mostly" if 2 * same > rows else "seldom"


_dependence = runs.of_sentence(computed.dependence)


@lesson.panel
def influence(trace: Trace) -> None:
    """Attention beside gradient, for the source and for the words read before. EXHIBITS N0-02."""
    w, dependence = words(PAGE), _dependence()
    source, read, target = (trace[name].labels[0] for name in ("source", "shift_right", "target"))
    future = np.triu(np.ones((len(read), len(read)), dtype=bool), 1)
    limit = float(max(dependence.gradient_source.max(), dependence.gradient_target.max()))
    common = {"row_axis": w["written"], "row_link": "written"}
    with lesson.exhibit(PAGE, "N0-02"):
        left, right = st.columns([0.66, 0.34], gap="medium")
        with left:
            to_source = common | {"column_axis": w["source_words"], "column_link": "source"}
            to_read = common | {"column_axis": w["read"], "column_link": "read", "masked": future}
            palette = PALETTE[theme()]
            for side, columns, weights, gradients, options in (
                    ("source", source, dependence.attention_source, dependence.gradient_source, to_source),
                    ("read", read, dependence.attention_target, dependence.gradient_target, to_read)):
                heatmap([matrix("attention", w[f"attention_{side}"], weights, target, columns, scale="sequential",
                                limit=1.0, colour=palette[1], **options),
                         matrix("gradient", w[f"gradient_{side}"], gradients, target, columns, scale="magnitude",
                                limit=limit, colour=palette[0], **options)],
                        key=f"depends {side}")
        with right:
            distances = dependence.by_distance()
            charts.columns([str(k) for k in range(len(distances))], {w["gradient_mean"]: distances},
                                    w["gradient_mean"], across=w["by_distance"])
            rows = len(target)
            lesson.predict(PAGE, "N0-02", ("always", "mostly", "seldom"), same=str(dependence.same_first()),
                           rows=str(rows), order=str(dependence.same_order()), word=label_at(target, 0),
                           attended=label_at(source, int(dependence.attention_source[0].argmax())),
                           moved=label_at(source, int(dependence.gradient_source[0].argmax())), truth=_how_often,
                           possible=len(source) > 1)
