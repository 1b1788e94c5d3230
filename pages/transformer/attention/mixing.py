"""What mixing does to the tokens: N2-17; R60."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
import torch

from core.experiments import attention as computed
from core.experiments import layers
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.board import Frame, board
from pages.components.cache import shared
from pages.components.lesson.one_head import choose_head, picture, read_words
from pages.components.lesson.pictures import titled
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.attention import PAGE

TIMES = 12


@lesson.panel
def mixing(trace: Trace) -> None:
    """The same weights applied to the inputs themselves, again and again."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-17"):
        path, head = choose_head(trace, "mixing")
        A, name = _weights(trace, path, head), trace[f"{path}.queries"].inputs[0]
        states, labels = computed.mixed(A, trace[name].value, TIMES), read_words(trace, path)
        limit = float(states[0].abs().max())
        pictures = [picture(trace, f"{path}.weights", head)]
        guessed = lesson.guessed(PAGE, "N2-17")
        shown = TIMES if guessed else 1
        pictures += [replace(titled(PAGE, "mixed", X, labels, row_link="key", column_axis="d_model", limit=limit),
                             name=f"mixed {i}", title=w["picture_mixed"].format(n=i))
                     for i, X in enumerate(states[:shown + 1])]
        frames = [Frame(f"mixed {i}", w["times"].format(n=i), w["mixing"], (f"{path}.weights", f"mixed {i}"), ("×",))
                  for i in range(shown + 1)]
        left, right = st.columns([0.62, 0.38], gap="large")
        with left:
            state = board(pictures, frames, key="mixing", url=False, height=330)
        with right:
            if guessed:
                spreads = [max(share, 1e-15) for share in computed.spreads(states)]
                charts.lines({w["spread"]: (range(len(spreads)), spreads)}, w["times_axis"], w["spread"],
                             scales=("linear", "log"), at=int(state.step.split()[-1]), dots=True)
            lesson.predict(PAGE, "N2-17", ("unchanged", "converge", "grow"), lambda: _spreads(states), "converge",
                           possible=len(A) > 1)
        lesson.erratum("R60", lambda: _span(trace, path, head))


def _weights(trace: Trace, path: str, head: int) -> torch.Tensor:
    """In double precision, so that rows still sum to 1 after many applications."""
    return torch.softmax(trace[f"{path}.scores"].value[head].double(), -1)


def _spreads(states: list[torch.Tensor]) -> dict[str, float]:
    shares = computed.spreads(states)
    return {f"after_{i}": shares[i] for i in (1, 3, 6)} | _stacks()


@shared
def _stacks() -> dict[str, float]:
    """Mean cosine of two words after two untrained layers: with no residual, with it, with layer norm as well."""
    kinds = {"bare": "none", "residual": "residual", "post": "post"}
    return {name: float(layers.depth(kind, 2).cosine[-1]) for name, kind in kinds.items()}


def _span(trace: Trace, path: str, head: int) -> None:
    """Averaged inputs stay among the combinations of the inputs; averaged values do not."""
    w, X = words(PAGE), trace[trace[f"{path}.queries"].inputs[0]].value
    A = _weights(trace, path, head)
    lesson.figures((w["outside_span"], plain(computed.outside_span(A @ X.double(), X), 2)),
                   (w["outside_span"], fixed(computed.outside_span(trace[f"{path}.output"].value, X), 3)))
