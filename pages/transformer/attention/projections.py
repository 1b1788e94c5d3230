"""Queries, keys and values: N0-08, N3-04; R05."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import attention as computed
from core.steps import Trace
from pages.components import lesson
from pages.components.address import in_link
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import choose_head, picture, product, read_words, show
from pages.components.lesson.pictures import titled
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.attention import PAGE


@lesson.panel
def projections(trace: Trace) -> None:
    """The same words three times: X times W^Q, W^K or W^V."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-08", "N3-04"):
        row = lesson.controls()
        path, head = choose_head(trace, "projections", row)
        role = lesson.one_of(row, w["role"], ("queries", "keys", "values"), w, "role_", "projections role",
                             default="queries")
        step, parameter = f"{path}.{role}", f"{path}.W_{'QKV'[('queries', 'keys', 'values').index(role)]}"
        matrix = titled(PAGE, f"W_{parameter[-1]}", trace.parameters[parameter][head], row_link="d_model",
                        row_axis="d_model", column_axis=trace[step].axes[-1], column_link=trace[step].axes[-1])
        state = show([picture(trace, trace[step].inputs[0]), matrix, picture(trace, step, head)], "projections",
                     ("×", "="), height=520)
        left, right = st.columns(2, gap="large")
        with left:
            arithmetic(trace, state, "projections", step, head=head)
            lesson.predict(PAGE, "N3-04", ("q_k", "k_v", "all_three"), _widths, truth="q_k")
        with right:
            _gauge(trace, path, head)
            lesson.predict(PAGE, "N0-08", ("scores_change", "scores_stay"), lambda: _gauged(trace, path, head),
                           truth="scores_stay")
        lesson.erratum("R05", lambda: _length_bound(trace, path))


def _gauge(trace: Trace, path: str, head: int) -> None:
    """Other queries and keys that make the same scores."""
    w = words(PAGE)
    seed = in_link(st.slider)(w["turn"], 0, 9, key="projections turn")
    turned = computed.gauge(computed.attention_module(trace.parameters, path), _input(trace, path), head, seed)
    names = ("Q", "P") if seed == 0 else ("turned Q", "turned P")
    labels = read_words(trace, path)
    show([titled(PAGE, "turned_Q", turned[names[0]], labels, row_link="query", column_axis="d_k"),
          titled(PAGE, "turned_P", turned[names[1]], labels, labels, row_link="query", column_link="key")],
         "projections turned", ("→",), height=300)
    st.caption(w["turned"].format(queries=plain(float((turned["Q"] - turned[names[0]]).abs().max())),
                                  scores=plain(float((turned["P"] - turned[names[1]]).abs().max()))))


def _input(trace: Trace, path: str) -> torch.Tensor:
    return trace[trace[f"{path}.queries"].inputs[0]].value


def _gauged(trace: Trace, path: str, head: int) -> dict[str, float]:
    turned = computed.gauge(computed.attention_module(trace.parameters, path), _input(trace, path), head, 1)
    return {"queries": float((turned["Q"] - turned["turned Q"]).abs().max()),
            "scores": float((turned["P"] - turned["turned P"]).abs().max())}


def _widths() -> dict[str, str]:
    Q, K, V = torch.ones(3, 4), torch.ones(3, 4), torch.ones(3, 7)
    return {"right": computed.attempt(Q @ K.mT, V), "wrong": computed.attempt(Q, torch.ones(3, 5).mT)}


def _length_bound(trace: Trace, path: str) -> None:
    """As printed: as many rows as the sentence has words. R05."""
    X = _input(trace, path)
    n, d = X.shape
    printed, right = st.columns(2)
    product(printed, f"X {n}×{d} · W {n}×{d}", X, torch.ones(n, d))
    product(right, f"X {n}×{d} · W {d}×{d}", X, torch.ones(d, d))
