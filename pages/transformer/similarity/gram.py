"""Gram matrices, and what breaks their diagonal: N4-12; R88, R90."""

from __future__ import annotations

import numpy as np
import streamlit as st
import torch

from core.experiments import similarity
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.cover import cover, covers
from pages.components.lesson.one_head import picture, show
from pages.components.numbers import fixed, plain, vector
from pages.components.text import words
from pages.transformer.similarity import PAGE
from pages.transformer.similarity.scene import pixels


@shared
def _violations() -> list[tuple[int, float]]:
    return [(d, similarity.violations(d)) for d in (2, 4, 8, 16, 32, 64)]


@lesson.panel
def gram(trace: Trace | None) -> None:
    """All pairs of tokens, by dot product or cosine: a sentence, the patches of a picture, or four tokens by hand."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-12"):
        row = lesson.controls()
        sources = ("hand", "patches") + (("sentence",) if trace is not None else ())
        source = lesson.one_of(row, w["tokens"], sources, w, "tokens_", "gram source", default="hand")
        kind = lesson.one_of(row, w["measure"], ("dot", "cosine"), w, "measure_", "gram kind", default="dot")
        X, labels = _tokens(source, trace)
        products, name = similarity.gram(X, kind, labels), {"dot": "gram", "cosine": "cosine"}[kind]
        G = products[name].value
        left, right = st.columns([0.46, 0.54] if source == "hand" else [0.66, 0.34], gap="large")
        with left:
            guessed = lesson.guessed(PAGE, "N4-12")
            drawn = [picture(products, "tokens", title=w["picture_tokens"], row_axis="", column_axis="",
                             row_link="token", column_link="feature"),
                     picture(products, name, title=w[f"picture_{name}"], row_axis="", column_axis="",
                             **({"limit": 1.0} if kind == "cosine" else {}))]
            if not guessed:
                drawn[1] = cover(drawn[1], 1 - np.eye(len(G)))
            state = show(drawn, "gram", ("→",), words=None if guessed else covers(), height=430)
            if guessed:
                own = similarity.own_largest(G)
                st.caption(w["own_largest"].format(rows=sum(own), n=len(own)))
        with right:
            if source == "patches":
                st.image(pixels(similarity.scene()), width=216, alt=w["scene"])
            arithmetic(products, state, "gram", name, head=0)
        first, second = st.columns(2, gap="large")
        with first:
            lesson.predict(PAGE, "N4-12", ("always_diagonal", "may_be_elsewhere"), _by_hand, truth="may_be_elsewhere")
        if guessed:
            widths, shares = zip(*_violations())
            with second:
                charts.lines({w["violations"]: (widths, shares)}, w["token_width"], w["violations"],
                             scales=("log", "linear"), ticks=widths, height=200, dots=True)
        lesson.erratum("R88", lambda: _focus(len(labels) if source == "sentence" else 4))
        lesson.erratum("R90", lambda: _diagonals(trace))


def _tokens(source: str, trace: Trace | None) -> tuple[torch.Tensor, list[str]]:
    if source == "sentence" and trace is not None:
        step = trace["source_embedding.positioned"]
        return step.value, list(step.labels[0] or ())
    if source == "patches":
        return similarity.tokens(similarity.scene()), similarity.patch_names()
    X = torch.tensor(similarity.HAND_TOKENS)
    return X, [vector(x) for x in X]


def _by_hand() -> dict[str, float]:
    G = similarity.gram(torch.tensor(similarity.HAND_TOKENS), "dot")["gram"].value
    shares = dict(_violations())
    return {"own": float(G[0, 0]), "other": float(G[0, 1]), "largest": float(G.max()), "share_4": 100 * shares[4],
            "share_64": 100 * shares[64]}


def _focus(n: int) -> None:
    """Dot product and cosine of two tokens; the largest weight that softmax can give to a cosine."""
    w, X = words(PAGE), torch.tensor(similarity.HAND_TOKENS)
    lesson.figures(("cos((1, 0), (3, 1))", fixed(similarity.gram(X, "cosine")["cosine"].value[0, 1], 3)),
                   ("(1, 0) · (3, 1)", plain(similarity.gram(X, "dot")["gram"].value[0, 1], 4)))
    counts = sorted({2, 4, n, 196})
    st.dataframe({w["count"]: counts, w["best_by_cosine"]: [similarity.best_cosine_weight(k) for k in counts],
                  w["plain_average"]: [1 / k for k in counts]}, hide_index=True)


def _diagonals(trace: Trace | None) -> None:
    """How many rows have their largest entry on the diagonal, by dot product and by cosine."""
    w, cases = words(PAGE), ("hand", "patches") + (("sentence",) if trace is not None else ())
    table: dict[str, list] = {w["tokens"]: [], w["rows_dot"]: [], w["rows_cosine"]: []}
    for case in cases:
        X, _ = _tokens(case, trace)
        table[w["tokens"]].append(w[f"tokens_{case}"])
        for kind, name, column in (("dot", "gram", "rows_dot"), ("cosine", "cosine", "rows_cosine")):
            own = similarity.own_largest(similarity.gram(X, kind)[name].value)
            table[w[column]].append(f"{sum(own)} / {len(own)}")
    st.dataframe(table, hide_index=True)
    st.dataframe({w["token_width"]: [d for d, _ in _violations()],
                  w["violations"]: [f"{fixed(100 * share, 1)}%" for _, share in _violations()]}, hide_index=True)
