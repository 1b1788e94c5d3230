"""Layer norm and batch norm: N2-22; R74."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import layers
from pages.components import lesson
from pages.components.address import in_link
from pages.components.board import Cell, heatmap
from pages.components.board.model import cell_from_mapping
from pages.components.lesson.pictures import matrix
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.layers import PAGE

START = Cell("normalized", None, 4, 2)  # the cell whose sources are framed before the reader chooses one
SHIFT, UNTOUCHED = 5.0, (1, 2)  # what is added to a sample; a cell of another


@lesson.panel
def layer_or_batch() -> None:
    """The same rows normalized along features and along the batch; another sample moved."""
    with lesson.exhibit(PAGE, "N2-22"):
        w = words(PAGE)
        left, right = st.columns([0.72, 0.28], gap="large")
        with right:
            shift = in_link(st.slider)(w["shift"], 0.0, 10.0, 0.0, 0.5, key="layers shift")
        before, after = layers.batch(0.0), layers.batch(shift)
        rows = [w["sample_word"].format(sample=s + 1, word=t + 1) for s in range(layers.SAMPLES)
                for t in range(layers.WORDS)]
        with left:
            _both_ways(after, rows)
        first = slice(0, layers.WORDS)
        with right:
            changes = [float((a[first] - b[first]).abs().max()) for a, b in
                       ((after.by_layer, before.by_layer), (after.by_batch, before.by_batch))]
            st.metric(w["changed_layer"], plain(changes[0]))
            st.metric(w["changed_batch"], plain(changes[1]))
        moved = layers.batch(SHIFT)
        lesson.predict(PAGE, "N2-22", ("both_move", "batch_moves", "layer_moves"),
                       by_layer=float((moved.by_layer[first] - before.by_layer[first]).abs().max()),
                       by_batch=float((moved.by_batch[first] - before.by_batch[first]).abs().max()),
                       error=layers.one_value_per_channel(), truth="batch_moves")
        lesson.erratum("R74", lambda: _axes(rows))


def _axes(rows: list[str]) -> None:
    """Which cells each norm takes its mean of, framed; and what an edit of another sample moves."""
    w, before, after = words(PAGE), layers.batch(0.0), layers.batch(SHIFT)
    frames = {name: _frame(layers.read_by(before.trace, name, UNTOUCHED))
              for name in ("normalized", "normalized_over_batch")}
    heatmap([matrix(f"read {name}", w[f"axes_{name}"], before.x, rows, outlines=(frame,), column_axis=w["feature"],
                    limit=3.0) for name, frame in frames.items()], key="layers axes", operators=("",))
    first = slice(0, layers.WORDS)
    moved = {"layer": before.by_layer - after.by_layer, "batch": before.by_batch - after.by_batch}
    lesson.figures(*((w[f"edited_{name}"].format(shift=plain(SHIFT)), plain(float(change[first].abs().max())))
                     for name, change in moved.items()), border=True)


def _frame(read: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    """The rectangle of cells: top, left, height, width."""
    top, left = (min(index) for index in zip(*read))
    bottom, right = (max(index) for index in zip(*read))
    return top, left, bottom - top + 1, right - left + 1


def _both_ways(batch: layers.Batch, rows: list[str]) -> None:
    """Input, layer norm, batch norm; the cells that the chosen one reads are framed in the input.

    No cross-hair runs through the input: it would light one row and one column, whichever of them is read.
    """
    w, key = words(PAGE), "layers batch"
    cell = cell_from_mapping((st.session_state.get(key) or {"cell": START}).get("cell"))
    frame, caption = (), w["batch_click"]
    if cell is not None and cell.picture in ("normalized", "normalized_over_batch"):
        read = layers.read_by(batch.trace, cell.picture, (cell.row, cell.column))
        frame = (_frame(read),)
        numbers = torch.stack([batch.x[at] for at in read])
        caption = w[f"read_{cell.picture}"].format(row=rows[cell.row], feature=cell.column, count=len(read), mean=plain(
            numbers.mean()), spread=plain(numbers.std(correction=0)))
    axes = {"column_axis": w["feature"], "limit": 3.0}
    links = {"row_link": "row", "column_link": "feature"}
    shown = [matrix("x", w["batch_x"], batch.x, rows, outlines=frame, **axes),
             matrix("normalized", w["batch_layer"], batch.by_layer, rows, **axes, **links),
             matrix("normalized_over_batch", w["batch_batch"], batch.by_batch, rows, **axes, **links)]
    heatmap(shown, key=key, operators=("→", ""), cell=START)
    st.caption(caption)
