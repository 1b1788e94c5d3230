"""What the pages on attention and similarity share: one head's pictures, and the arithmetic of the cell chosen in them.

    layer, head = choose_head(trace, "scores")
    seen = show([picture(trace, f"{layer}.queries", head)], "scores")
    arithmetic(trace, seen, "scores", head)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st
import torch
from streamlit.delta_generator import DeltaGenerator

from core.experiments import attention as computed
from core.formula import EQUATIONS, Equation
from core.steps import Step, Trace
from pages.components import frames, lesson, state
from pages.components.formula import formula, tint
from pages.components.heatmap import BoardState, Cell, Picture, go, heatmap
from pages.components.lessons.cells import axes, terms
from pages.components.text import words
from pages.components.worked import Link, advance


def equation_of(step: Step) -> Equation | None:
    """The equation of a step; of a given value, the one that computes it in a model."""
    return step.equation or EQUATIONS.get(f"attention.{step.name.rpartition('.')[2]}")


def picture(trace: Trace, name: str, head: int = 0, **changes) -> Picture:
    """A step as the walkthrough shows it, one head of it where it has heads."""
    step = trace[name]
    drawn = frames.picture(step, words("walkthrough"), tint(equation_of(step)))
    if drawn.values.ndim == 3:
        drawn = replace(drawn, values=drawn.values[head], panels=())
    return replace(drawn, **changes)


def show(pictures: Sequence[Picture], key: str, operators: tuple[str, ...] = (), **options) -> BoardState:
    """Pictures side by side, with operators between them."""
    st.session_state[f"{key} pictures"] = [drawn.name for drawn in pictures]
    return heatmap(pictures, key=key, words=words("board"), operators=operators, **options)


def choose_head(trace: Trace, key: str) -> tuple[str, int]:
    """Which self-attention of the encoder (its path), and which head."""
    w = words("attention")
    paths = [name.removesuffix(".weights") for name in trace
             if name.startswith("encoder.") and name.endswith("self_attention.weights")]
    row = st.container(horizontal=True, width="content")
    path = row.segmented_control(w["layer"], paths, default=paths[0], required=True, key=f"{key} layer",
                                 format_func=lambda p: w["layer_n"].format(n=int(p.split(".")[1]) + 1))
    return path, lesson.numbered(row, w["head"], trace[f"{path}.weights"].value.shape[-3], f"{key} head")


def product(where: DeltaGenerator, shown: str, left: torch.Tensor, right: torch.Tensor) -> None:
    """Two matrices multiplied: the shape that comes out, or why they do not fit and what the library says to that."""
    w, sizes = words("attention"), {"columns": left.shape[-1], "rows": right.shape[-2]}
    where.markdown(w["fits" if sizes["columns"] == sizes["rows"] else "does_not_fit"].format(**sizes))
    where.code(f"{shown}\n{computed.attempt(left, right)}", language=None, wrap_lines=True)


def index_of(step: Step, cell: Cell, head: int) -> tuple[int, ...]:
    """A cell of a picture of one head as an index of its step."""
    return (head, cell.row, cell.column) if step.value.ndim == 3 else frames.index_of(step, cell)


def arithmetic(trace: Trace, seen: BoardState, key: str, head: int = 0, at_first: str = "") -> None:
    """Formula and terms of the chosen cell; its factors lead back as far as the trace goes. At first, one formula."""
    chosen = seen.cell and seen.cell.picture in trace and (
        seen.cell.picture, index_of(trace[seen.cell.picture], seen.cell, head))
    kept = st.session_state.setdefault(f"{key} way", {"chosen": None, "here": None, "path": []})
    if chosen != kept["chosen"]:
        kept |= {"chosen": chosen, "here": chosen, "path": []}
        st.session_state[f"{key} way"] = kept
    if not _inside(trace, kept["here"]):
        kept |= {"chosen": None, "here": None, "path": []}
    name = kept["here"][0] if kept["here"] else at_first
    if name and trace[name].equation:
        formula(trace[name].equation, trace, name, depth=state.depth(), words=axes(words("walkthrough")))
    if not kept["here"]:
        st.caption(words("attention")["click"])
        return
    _terms(trace, kept, key, head)


def _terms(trace: Trace, kept: dict, key: str, head: int) -> None:
    def follow(link: Link) -> None:
        here = (link.name, link.cell)
        kept.update(path=advance(kept["path"], kept["here"], link), here=here)
        on_board = link.name in st.session_state.get(f"{key} pictures", ())
        if on_board and (trace[link.name].value.ndim != 3 or link.cell[0] == head):
            kept["chosen"] = here
            go(key, cell=Cell(link.name, None, *([0, *link.cell][-2:])))

    terms(trace, *kept["here"], key, follow, kept["path"])


def _inside(trace: Trace, here: tuple | None) -> bool:
    """Whether the cell is still there: another sentence may be shorter."""
    return bool(here) and here[0] in trace and len(here[1]) == trace[here[0]].value.ndim and all(
        i < n for i, n in zip(here[1], trace[here[0]].value.shape))


def tries(page: str, *asked) -> None:
    """Several experiments of one exhibit side by side, each ``(id, options, compute)``; computed on reveal."""
    for column, (identity, options, compute) in zip(st.columns(len(asked), gap="large"), asked):
        with column:
            lesson.predict(page, identity, options, compute)
