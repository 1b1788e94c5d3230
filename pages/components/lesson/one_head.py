"""What the pages on attention and similarity share: one head's pictures, and the arithmetic of the cell chosen in them.

    layer, head = choose_head(trace, "scores")
    state = show([picture(trace, f"{layer}.queries", head)], "scores")
    arithmetic(trace, state, "scores", head=head)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import streamlit as st
import torch
from streamlit.delta_generator import DeltaGenerator

from core.experiments import attention as computed
from core.formula import EQUATIONS, Equation
from core.steps import Step, Trace
from pages.components import lesson
from pages.components.board import BoardState, Picture, array, heatmap
from pages.components.cell.arithmetic import holds
from pages.components.formula import tint
from pages.components.stage import drawing
from pages.components.text import words


def equation_of(step: Step) -> Equation | None:
    """The equation of a step; of a given value, the one that computes it in a model."""
    return step.equation or EQUATIONS.get(f"attention.{step.name.rpartition('.')[2]}")


def picture(trace: Trace, name: str, head: int = 0, **changes) -> Picture:
    """A step as the walkthrough shows it, one head of it where it has heads."""
    step = trace[name]
    drawn = drawing.picture(step, words("walkthrough"), tint(equation_of(step)))
    values = array(drawn.values)
    own = {"values": values[head], "panels": ()} if values.ndim == 3 else {"values": values}
    return replace(drawn, **own | changes)


def show(pictures: Sequence[Picture], key: str, operators: tuple[str, ...] = (), **options) -> BoardState:
    """Pictures side by side, operators between them."""
    holds(key, (drawn.name for drawn in pictures))
    return heatmap(pictures, key=key, operators=operators, **options)


def encoder_attentions(trace: Trace) -> list[str]:
    """The paths of the encoder's self-attentions."""
    return [name.removesuffix(".weights") for name in trace
            if name.startswith("encoder.") and name.endswith("self_attention.weights")]


def choose_head(trace: Trace, key: str, where: lesson.Place = st) -> tuple[str, int]:
    """Which self-attention of the encoder (its path), and which head."""
    w, row = words("lesson"), where.container(horizontal=True, width="content")
    path = lesson.pressed(row, w["layer"], encoder_attentions(trace), f"{key} layer",
                          named=lambda path: w["layer_n"].format(n=int(path.split(".")[1]) + 1))
    return path, lesson.numbered(row, w["head"], trace[f"{path}.weights"].value.shape[-3], f"{key} head")


def read_words(trace: Trace, path: str) -> Sequence[str]:
    """The words that an attention reads."""
    return trace[f"{path}.weights"].labels[-1] or ()


def queries_keys_values(trace: Trace, path: str, head: int) -> Iterator[torch.Tensor]:
    """Q, K and V of one head."""
    return (trace[f"{path}.{name}"].value[head] for name in ("queries", "keys", "values"))


def product(where: DeltaGenerator, shown: str, left: torch.Tensor, right: torch.Tensor) -> None:
    """Two matrices multiplied: the shape that comes out, or why they do not fit and what the library says to that."""
    w, sizes = words("lesson"), {"columns": left.shape[-1], "rows": right.shape[-2]}
    where.markdown(w["fits" if sizes["columns"] == sizes["rows"] else "does_not_fit"].format(**sizes))
    where.code(f"{shown}\n{computed.attempt(left, right)}", language=None, wrap_lines=True)


def tries(page: str, *asked) -> None:
    """Several experiments of one exhibit side by side, each ``(id, options, compute, truth)``; computed on reveal."""
    for column, (identity, *given) in zip(st.columns(len(asked), gap="large"), asked):
        with column:
            lesson.predict(page, identity, *given)
