"""What the number of heads changes: N2-20; R23, R94."""

from __future__ import annotations

import streamlit as st

from core.experiments import heads, parameters
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.lesson.pictures import matrix
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.heads import PAGE

_rank = shared(heads.rank)


@lesson.panel
def how_many() -> None:
    """A slider for h: parameters, multiply-adds, and the rank that a head's scores can have."""
    with lesson.exhibit(PAGE, "N2-20"):
        w = words(PAGE)
        left, middle, right = st.columns([0.2, 0.5, 0.3], gap="medium")
        with left:
            d_model = in_link(st.select_slider)("d_model", (64, 128, 256, 512), value=64, key="heads d_model")
            n_heads = in_link(st.select_slider)("h", (1, 2, 4, 8, 16, 32), value=8, key="heads h")
            d_k = d_model // n_heads
            ranks = _rank(64, d_model, n_heads)
            st.latex(rf"d_k = \frac{{{d_model}}}{{{n_heads}}} = {d_k}")
            ops = parameters.multiply_adds(64, d_model, n_heads, d_k)
            st.metric(w["weights_count"], plain(parameters.attention(d_model, n_heads * d_k, biases=False)))
            st.metric(w["multiply_adds"], plain(sum(ops.values())))
            st.metric(w["ranks"], f"{ranks.scores_rank} → {ranks.weights_rank}")
        with middle:
            heatmap([matrix("S", "S", ranks.scores), matrix("A", "A", ranks.weights, scale="sequential")],
                    key="heads rank", operators=("softmax",))
        with right:
            spectra = {"S": ranks.scores_spectrum.clamp_min(1e-17).tolist(), "A": ranks.weights_spectrum.tolist()}
            charts.lines({letter: (range(1, len(one) + 1), one) for letter, one in spectra.items()},
                         w["singular_number"], w["singular"], scales=("linear", "log"), height=300, dots=True,
                         at=min(d_k, 64) + 0.5)
        lesson.predict(PAGE, "N2-20", ("count_grows", "count_same", "count_falls"), rank=ranks.scores_rank,
                       full=ranks.weights_rank, d_k=d_k, h=n_heads,
                       count=plain(parameters.attention(d_model, n_heads * d_k, biases=False)), truth="count_same")
        lesson.erratum("R94", lambda: _parameters_by_heads(d_model))
        lesson.erratum("R23", _bleu_by_heads)


def _parameters_by_heads(d_model: int) -> None:
    """Heads that share d_model, and heads that are each d_model wide."""
    w, counts = words(PAGE), parameters.by_heads(d_model)
    left, right = st.columns(2)
    for column, name, numbers in ((left, "full_width", counts.full), (right, "shared_width", counts.shared)):
        with column:
            st.caption(w[name].format(d=d_model))
            charts.bars({f"h = {h}": count for h, count in zip(counts.heads, numbers)}, w["weights_count"], step=28,
                        domain=(0, 1.22 * max(counts.full)))


def _bleu_by_heads() -> None:
    """Row (A) of the paper's Table 3, as printed there."""
    rows = sorted((row for row in parameters.TABLE_3 if row.row in ("base", "A")), key=lambda row: row.sizes.n_heads)
    scores = {f"h = {row.sizes.n_heads}": row.bleu for row in rows}
    charts.bars(scores, words(PAGE)["bleu"], scale="dots", domain=(24.5, 26))
