"""One word's vector turned round, and who notices: N0-13, N1-04."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import layers
from core.steps import Trace
from pages.components import lesson, runs
from pages.components.address import in_link
from pages.components.board import Cell, chosen, go, heatmap
from pages.components.diagram import box_of, diagram
from pages.components.glossary.view import passage_with_cards
from pages.components.lesson.cover import cover, covers
from pages.components.lesson.pictures import matrix
from pages.components.numbers import plain
from pages.components.stage import drawing
from pages.components.text import words
from pages.transformer.layers import PAGE

_spread, _equivariance = runs.of_sentence(layers.spread), runs.of_sentence(layers.equivariance)


@lesson.panel
def who_moves(trace: Trace) -> None:
    """One word's vector turned round: the change of every word after every step of the encoder."""
    with lesson.exhibit(PAGE, "N0-13", "N1-04"):
        w, labels = words(PAGE), trace["source"].labels[0]
        names = [f"{i} {word}" for i, word in enumerate(labels)]
        token = in_link(st.pills)(w["token"], range(len(labels)), default=min(2, len(labels) - 1), required=True,
                                  format_func=names.__getitem__, key=f"layers token {len(labels)}")
        spread = _spread(token)
        left, middle, right = st.columns([0.35, 0.41, 0.24], gap="medium")
        key = f"layers spread {len(labels)}"
        with middle:
            _map(trace, spread.stages, key)
        with left:
            stages = [_stage(trace, stage) for stage in spread.stages]
            drawn = matrix("spread", w["spread"], spread.change, stages, labels, scale="magnitude",
                           row_axis=w["after"], column_axis=words("walkthrough")["axis_token"])
            if not lesson.guessed(PAGE, "N1-04"):
                drawn = cover(drawn, (torch.arange(len(labels)) != token).expand(spread.change.shape).numpy())
            heatmap(drawn, key=key, words=None if lesson.guessed(PAGE, "N1-04") else covers())
        others = [i for i in range(len(labels)) if i != token]
        until = spread.stages.index("encoder.0.self_attention.head_outputs")
        same, moved = _equivariance()
        with right:
            st.markdown(passage_with_cards(PAGE, "N1-04.how"))
            st.metric(w["reversed_without"], plain(same, 2))
            st.metric(w["reversed_with"], plain(moved))
        with left:
            lesson.predict(PAGE, "N1-04", ("moves_values", "moves_attention", "moves_norm", "moves_ffn"),
                           before=_largest(spread.change[:until], others),
                           after=_largest(spread.change[until:until + 1], others), same=same, moved=moved,
                           truth="moves_attention", possible=bool(others))


def _map(trace: Trace, stages: tuple[str, ...], key: str) -> None:
    """The architecture with the chosen row's step lit; a click on a box chooses its first row."""
    cell = chosen(key)
    row = cell.row if cell and cell.row in range(len(stages)) else 3
    box = diagram(trace, stages[row], key="layers map", words=words("diagram"))
    first = next((i for i, stage in enumerate(stages) if box and box_of(trace, stage).id == box), None)
    if first is not None:
        go(key, cell=Cell("spread", None, first, 0))


def _largest(change: torch.Tensor, others: list[int]) -> float:
    return float(change[:, others].max()) if others else 0.0


def _stage(trace: Trace, name: str) -> str:
    """A step in words, with its layer in front."""
    title = drawing.title(trace[name], words("walkthrough"))
    return title if name == layers.INPUT else f"{int(name.split('.')[1]) + 1} · {title}"
