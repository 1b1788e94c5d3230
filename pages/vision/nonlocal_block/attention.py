"""The block is attention: theta, phi and g are queries, keys and values; one head, no scale."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.equations import attention as equations
from core.experiments import nonlocal_block as computed
from pages.components import lesson
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.pictures import tints, titled
from pages.components.numbers import plain
from pages.components.text import words
from pages.vision.nonlocal_block import PAGE
from pages.vision.nonlocal_block.reading import Reading, doubled, flat, named

STEPS = ("block.queries", "block.keys", "block.dot_products", "block.weights")
OPTIONS = ("twice", "four_times", "sixteen_times")
MATRICES = ("W_theta", "W_phi", "W_g")


@lesson.panel
def attention(read: Reading) -> None:
    """The rows of the marks in the block's steps, and two differences that are nothing but rounding."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "attention"):
        st.latex(r"y_i = \sum_j \mathrm{softmax}_j(\theta_i^\top \phi_j)\, g_j,\qquad z_i = x_i + W_z^\top y_i,\qquad"
                 r" \theta = xW_\theta,\ \phi = xW_\phi,\ g = xW_g")
        _steps(read)
        differences = _differences(read)
        lesson.figures((w["as_convolution"], plain(differences["convolution"], 2)),
                       (w["as_attention"], plain(differences["attention"], 2)), border=True)
        lesson.predict(PAGE, "attention", OPTIONS, lambda: _sizes(read), OPTIONS[2])
        lesson.stands(equations.head_outputs.equation)


def _steps(read: Reading) -> None:
    w, trace, places = words(PAGE), read.block, flat(read)
    names, colours = [named(read, i) for i in range(len(places))], tints(read.block, list(STEPS))
    pictures, most = [], float(trace[STEPS[-1]].value[0][places][:, places].max())
    for step in STEPS:
        value = trace[step].value[0][places]
        square = step in STEPS[2:]
        values = value[:, places] if square else value
        pictures.append(replace(titled(PAGE, step.rpartition(".")[2], values, names, names if square else (),
                                       row_link="query" if step != "block.keys" else "key",
                                       column_link="key" if square else "d"),
                                name=step, colour=colours.get(step, ""),
                                **({"scale": "sequential", "limit": most} if step == STEPS[-1] else {})))
    state = heatmap(pictures, key="block", operators=("·", "=", "→"), height=300, numbers=True)
    st.caption(w["rows_of_marks"])
    if state.cell is not None and state.cell.row < len(places):
        column = state.cell.column
        if state.cell.picture in STEPS[2:]:
            column = places[min(column, len(places) - 1)]
        state = replace(state, cell=state.cell._replace(row=places[state.cell.row], column=column))
    arithmetic(trace, state, "block", *STEPS[2:], head=0)


def _differences(read: Reading) -> dict[str, float]:
    x = doubled(read.block, "block.flattened")
    W = [read.block.parameters[f"block.{name}"][0].double() for name in MATRICES]
    picture = doubled(read.block, "first.rectified")
    return {"convolution": max(computed.as_convolution(picture, one) for one in W),
            "attention": computed.same_as_attention(x, tuple(W))}


def _sizes(read: Reading) -> dict[str, str | float]:
    A = read.block["block.weights"].value[0]
    return {"n": str(len(A)), "pairs": plain(A.numel()), "more": plain(4 * len(A)),
            "pairs_then": plain((4 * len(A)) ** 2)}
