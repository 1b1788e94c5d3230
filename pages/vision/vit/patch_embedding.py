"""Patches become vectors: one linear map, a class token, learned positions. N0-27; R35; ViT, table 8."""

from __future__ import annotations

import streamlit as st

from core.equations import vision
from core.experiments import published_vision as published
from core.experiments import vit as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice, runs
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic, holds
from pages.components.lesson.pictures import shown, titled
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.vision.vit import PAGE

STEPS = ("embedding.with_class", "embedding.placed")


@lesson.panel
def patch_embedding(trace: Trace) -> None:
    """What the encoder reads, as a sum; and how alike the learned positions are."""
    with lesson.exhibit(PAGE, "N0-27"):
        before, after = (shown(trace[name], PAGE) for name in STEPS)
        places = titled(PAGE, "E_pos", trace.parameters["embedding.E_pos"], before.rows, row_link=before.row_link,
                        column_link=before.column_link)
        holds("embedded", STEPS)
        state = heatmap([before, places, after], key="embedded", operators=("+", "="), height=330)
        arithmetic(trace, state, "embedded", "embedding.placed")
        left, right = st.columns(2, gap="large")
        with left:
            _alike(trace)
            lesson.predict(PAGE, "N0-27", ("equal", "similar", "unrelated"), _convolution,
                           lambda differences: "equal" if differences["right"] < 1e-10 else "unrelated")
        with right:
            _other_places()
        lesson.erratum("R35", _class_token)
        lesson.stands(vision.embedded.equation, vision.with_class.equation)


def _alike(trace: Trace) -> None:
    """Cosines of the learned positions: does a place resemble its neighbours?"""
    names = trace["embedding.patch_embedding.patches"].labels[0]
    cosines = computed.position_similarity(model_choice.subject().model)
    heatmap(titled(PAGE, "cosines", cosines, names, names, row_link="place", column_link="other", limit=1.0),
            key="positions alike", height=360)


def _other_places() -> None:
    """What other kinds of positions are worth, as the paper measured it."""
    w, table = words(PAGE), published.TABLES["vit_positions"]
    st.markdown(w["other_places"])
    charts.bars({w[f"places_{name}"]: row[0] for name, row in table.rows.items()}, w["five_pictures"], scale="dots",
                domain=(0.608, 0.65), tones=[-1, 0, 0, 0], texts=[fixed(row[0], 5) for row in table.rows.values()])
    st.dataframe({w["places"]: [w[f"places_{name}"] for name in table.rows]} | {
        w[f"added_{i}"]: ["–" if row[i] is None else fixed(row[i], 5) for row in table.rows.values()]
        for i, _ in enumerate(table.columns)}, hide_index=True)
    st.caption(f"{table.source} · {w['unit_share']}")


def _convolution() -> dict[str, float]:
    right, wrong = computed.as_convolution()
    return {"right": right, "wrong": wrong}


def _class_token() -> None:
    """How far the class tokens of two examples are apart where the encoder reads them, and after its last layer."""
    w, model = words(PAGE), model_choice.name()
    pair = [runs.cached_trace(model, text) for text in model_choice.SENTENCES[model][:2]]
    for column, step, name in zip(st.columns(2), (STEPS[1], "encoder_norm.output"), ("class_read", "class_last")):
        first, second = (trace[step].value[0] for trace in pair)
        column.metric(w[name], plain(float((first - second).abs().max()), 3), border=True)
