"""The score matrix: N1-07, N4-14."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import attention as computed
from core.steps import Trace
from pages.components import lesson
from pages.components.address import in_link
from pages.components.board import chosen
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.cover import cover, covers
from pages.components.lesson.one_head import choose_head, picture, queries_keys_values, read_words, show, tries
from pages.components.lesson.pictures import label_at, rounding
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.attention import PAGE


@lesson.panel
def dot_products(trace: Trace) -> None:
    """Every query with every key; how many of the d_k numbers take part; queries and keys tied."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-07", "N4-14"):
        row = lesson.controls()
        path, head = choose_head(trace, "scores", row)
        Q, K, V = queries_keys_values(trace, path, head)
        width = in_link(row.slider)(w["numbers_used"], 1, Q.shape[-1], Q.shape[-1], key="scores width", width=260)
        tied = in_link(row.toggle)(w["tied"], key="scores tied")
        K = Q if tied else K
        labels = read_words(trace, path)
        one = computed.attend(Q[:, :width], K[:, :width], V, queries=labels, keys=labels)
        cell = chosen("scores")
        lit = {"queries": cell.row, "keys": cell.column} if cell and cell.picture == "dot_products" else {}
        outlined = {name: {"outlines": ((row, 0, 1, width),)} for name, row in lit.items() if row < len(Q)}
        drawn = [picture(one, name, **outlined.get(name, {})) for name in ("queries", "keys", "dot_products")]
        guessed = lesson.guessed(PAGE, "N1-07")
        if not guessed:  # of each pair of words one direction: the other is what is asked
            drawn[-1] = cover(drawn[-1], torch.ones(len(Q), len(Q)).tril(-1).numpy())
        state = show(drawn, "scores", ("·", "="), words=None if guessed else covers(), height=420)
        left, right = st.columns(2, gap="large")
        with left:
            arithmetic(one, state, "scores", "dot_products", head=0)
        with right:
            _ranks(Q, K, width, guessed)
        tries(PAGE, ("N1-07", ("symmetric", "not_symmetric"), lambda: _symmetry(trace, path, head, labels),
                     lambda symmetry: "not_symmetric" if symmetry["untied"] else "symmetric", len(Q) > 1),
              ("N4-14", ("independent", "same_or_reversed"), lambda: _one_number(trace, path, head),
               "same_or_reversed", len(Q) > 2))  # two keys have no other order than one and its reverse


def _ranks(Q: torch.Tensor, K: torch.Tensor, width: int, guessed: bool) -> None:
    w, ranks = words(PAGE), computed.narrowed(Q, K, width)
    difference, least = computed.asymmetry(ranks["P"])
    lesson.figures((w["rank_scores"], ranks["rank P"]), (w["rank_weights"], ranks["rank A"]))
    if guessed:
        lesson.figures((w["asymmetry"], plain(difference)),
                       (w["least_eigenvalue"], plain(0.0 if abs(least) < 1e-4 else least)))


def _symmetry(trace: Trace, path: str, head: int, labels) -> dict[str, float | str]:
    Q, K, _ = queries_keys_values(trace, path, head)
    P = Q @ K.mT
    at = divmod(int((P - P.mT).argmax()), len(P))
    untied, tied = computed.asymmetry(P), computed.asymmetry(Q @ Q.mT)
    return {"one": label_at(labels, at[0]), "other": label_at(labels, at[1]), "there": float(P[at]),
            "back": float(P[at[::-1]]), "least": max(tied[1], 0.0) if abs(tied[1]) < 1e-4 else tied[1],
            "difference": rounding(tied[0]), "untied": untied[0]}


def _one_number(trace: Trace, path: str, head: int) -> dict[str, float]:
    Q, K = (trace[f"{path}.{name}"].value[head][:, :1] for name in ("queries", "keys"))
    orders = {tuple(row.argsort().tolist()) for row in Q @ K.mT}
    return {"orders": len(orders), "rows": len(Q), "rank": computed.narrowed(Q, K, 1)["rank P"]}
