"""Steps and numbers as the pictures of a lesson, and the selectors of a layer and a head."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.steps import Step, Trace
from pages.components import lesson
from pages.components.board import Picture
from pages.components.formula import colours, tint
from pages.components.labels_told import Label
from pages.components.numbers import plain
from pages.components.stage import drawing
from pages.components.stage.follow import numbered
from pages.components.text import words


def matrix(name: str, title: str, values, rows: Sequence[str] = (), columns: Sequence[str] = (), **options) -> Picture:
    """Numbers of an experiment as a picture."""
    array = values.detach().double().numpy() if hasattr(values, "detach") else values
    return Picture(name, title, array, tuple(rows), tuple(columns), alt=title, **options)


def titled(page: str, name: str, values, rows: Sequence[str] = (), columns: Sequence[str] = (), **options) -> Picture:
    """The same under the page's own title for it."""
    return matrix(name, words(page)[f"picture_{name}"], values, rows, columns, **options)


def one_line(rows: int) -> int:
    """A height for pictures of so many rows of words that keeps an equation on one line wherever it is wide enough."""
    return 125 + 22 * rows


def tints(trace: Trace, names: list[str]) -> dict[str, str]:
    """The colour each picture has in the equation that it is the result of, or else in the one that reads it."""
    tints: dict[str, str] = {}
    for name in names:
        step = trace[name]
        if step.equation is None:
            continue
        palette = colours(step.equation, step=step, trace=trace)
        tints |= {name: palette["result"]}
        read = {r.name: palette[s] for s, r in zip(step.equation.names, step.references[0]) if s in palette and r.name}
        tints = read | tints
    return tints


def step_words(page: str) -> dict[str, str]:
    """The captions of steps and axes: the walkthrough's, and the page's own."""
    return words("walkthrough") | words(page)


def shown(step: Step, page: str, **changes) -> Picture:
    """A step as the walkthrough draws it, with some fields changed."""
    return dataclasses.replace(drawing.picture(step, step_words(page), tint(step.equation)), **changes)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Texts and numbers in rows, the first of them the names of the columns."""
    lines = [head, ["---"] * len(head), *rows]
    st.markdown("\n".join(f"|{'|'.join(_cell(text) for text in line)}|" for line in lines))


def _cell(text: str) -> str:
    return text if text == "---" else f" {text} " if text else " "


def steps_of(labels: Sequence[str]) -> list[str]:
    """Words numbered, so that a word that comes twice stays two."""
    return [f"{i + 1} {label}" for i, label in enumerate(labels)]


def label_at(labels: Sequence[str], i: int) -> Label:
    """A word of a sentence as prose names it: of one that comes more than once, which."""
    return Label(numbered(labels, i))


def rounding(size: float) -> str:
    """How large a difference is that can only be rounding: a number and that it is, or that there is none."""
    return words("lesson")["rounding_of" if size else "exactly_zero"].format(size=plain(size, 4))


def layer_and_head(trace: Trace, page: str, key: str, step: str, row: DeltaGenerator,
                   mean: bool = False) -> tuple[int, int | None]:
    """Selectors of a layer and of a head of the step ``decoder.{layer}.{step}``; a head of None is the mean of all."""
    w = words(page)
    layers = [name for name in trace if name.startswith("decoder.") and name.endswith(f".{step}")]
    heads = range(trace[layers[0]].value.shape[0])
    options = [-1, *heads] if mean else list(heads)  # None would mean that nothing is chosen
    layer = lesson.numbered(row, w["layer"], len(layers), f"{key} layer")
    head = lesson.pressed(row, w["head"], options, f"{key} head",
                          named=lambda h: w["all_heads"] if h < 0 else str(h + 1))
    return layer, None if head < 0 else head
