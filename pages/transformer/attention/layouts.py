"""Tokens as rows and tokens as columns: N3-08, N3-09; R76."""

from __future__ import annotations

import streamlit as st

from core.experiments import attention as computed
from core.steps import Trace
from pages.components import lesson
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import choose_head, picture, queries_keys_values, read_words, show
from pages.components.lesson.pictures import tints
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.attention import PAGE


@lesson.panel
def layouts(trace: Trace) -> None:
    """The same head with tokens as rows, as columns, and as columns with softmax along the wrong axis."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-08", "N3-09"):
        row = lesson.controls()
        layout = lesson.one_of(row, w["layout"], ("rows", "columns", "wrong"), w, "layout_", "layout",
                               default="columns")
        path, head = choose_head(trace, "layout head", row)
        Q, K, V = queries_keys_values(trace, path, head)
        labels = read_words(trace, path)
        rows = computed.attend(Q, K, V, queries=labels, keys=labels)
        if layout == "rows":
            shown, names, operators = rows, ("scores", "weights", "values", "head_outputs"), ("softmax →", "×", "=")
        else:
            shown = computed.columns(Q, K, V, labels, layout == "wrong")
            weights = "wrong_weights" if layout == "wrong" else "column_weights"
            names = ("column_scores", weights, "values", "column_outputs")
            operators = (w["softmax_right"] if layout == "wrong" else w["softmax_down"], w["after_values"], "=")
        tint = tints(shown, list(names))
        drawn = [picture(shown, name, **({"scale": "sequential"} if name.endswith("weights") else {}),
                         title=w[f"layout_{name}"], colour=tint.get(name, "")) for name in names]
        state = show(drawn, "layouts", operators, height=430)
        left, right = st.columns(2, gap="large")
        with left:
            arithmetic(shown, state, "layouts", names[-1], head=0)
        with right:
            out = shown[names[-1]].value
            out = out.squeeze(0) if layout == "rows" else out.mT
            st.metric(w["off_from_rows"], plain(float((out - rows["head_outputs"].value[0]).abs().max()), 2))
            lesson.predict(PAGE, "N3-09", ("error", "no_error"), lambda: _wrong_axis(Q, K, V), truth="no_error",
                           possible=len(labels) > 1)
        lesson.erratum("R76", lambda: lesson.enough(PAGE, len(labels) > 1) and _one_transposed(Q, K, V))


def _wrong_axis(Q, K, V) -> dict[str, float]:
    right, wrong = (computed.columns(Q, K, V, wrong_axis=flag) for flag in (False, True))
    A = wrong["wrong_weights"].value
    return {"least": float(A.min()), "most": float(A.max()), "sum": float(A.sum(0).max()),
            "off": float((right["column_outputs"].value - wrong["column_outputs"].value).abs().max())}


def _one_transposed(Q, K, V) -> None:
    """How far columns are from rows: with softmax down the columns, and with softmax along the rows all the same."""
    w, differences = words(PAGE), computed.layouts(Q, K, V)
    lesson.figures(*((w[f"columns_{name}"], plain(differences[name], 2)) for name in ("right", "wrong")), border=True)
