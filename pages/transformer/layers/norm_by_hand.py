"""Layer norm of a row to edit: N0-15, N1-12; R01, R02."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import layers
from core.steps import Trace
from pages.components import lesson
from pages.components.address import put_number, remembered_rows
from pages.components.board import Edit, chosen, heatmap
from pages.components.lesson.cover import cover, covers
from pages.components.lesson.pictures import matrix, one_line, table
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.layers import PAGE

ROWS = {"counting": (1.0, 2.0, 3.0, 4.0), "affine": (-1.0, 1.0, 3.0, 5.0), "balanced": (1.0, -1.0, 2.0, -2.0),
        "constant": (3.0, 3.0, 3.0, 3.0)}
ROW = "layers row"


def _set_row(name: str) -> None:
    st.session_state[ROW] = (ROWS[name],)


def _edited(edit: Edit) -> None:
    put_number(ROW, 0, edit.cell.column, edit.value)


@lesson.panel
def norm_by_hand(trace: Trace | None) -> None:
    """A row to edit: layer norm beside equation (13) as printed."""
    with lesson.exhibit(PAGE, "N0-15", "N1-12"):
        w = words(PAGE)
        row = torch.tensor(*remembered_rows(ROW, (ROWS["counting"],)), dtype=torch.float64)
        left, right = st.columns([0.6, 0.4], gap="large")
        with left:
            bar = lesson.controls()
            for name in ROWS:
                bar.button(w[f"row_{name}"], on_click=_set_row, args=(name,), key=f"layers row {name}")
            epsilon = lesson.pressed(bar, "ε", (1e-5, 0.0), "layers epsilon", named=plain)
            norms = layers.both_norms(row, epsilon)
            _three_rows(norms)
        with right:
            _summary(norms)
            x = torch.as_tensor(row) if trace is None else trace["encoder.0.residual_1.added"].value
            lesson.predict(PAGE, "N1-12", ("twice_smaller", "twice_same", "twice_zero"), difference=layers.twice(x),
                           truth="twice_same")
        _two_numbers()
        lesson.erratum("R01", lambda: _printed_norm(trace))
        lesson.erratum("R02", lambda: _one_by_one(row))


def _three_rows(norms: layers.Norms) -> None:
    """The row, its norm and what is printed. Every result reads the whole row: it is framed, and no column is lit."""
    w, key, count = words(PAGE), "layers norm", len(norms.row)
    cell = chosen(key)
    read = ((0, 0, 1, count),) if cell and cell.picture in ("right", "printed") else ()
    shown = [matrix("row", w["norm_row"], norms.row, limit=10.0, outlines=read),
             *(matrix(name, w[f"norm_{name}"], getattr(norms, name), limit=2.0) for name in ("right", "printed"))]
    same = torch.allclose(norms.right, norms.printed, atol=1e-3)
    heatmap(shown, key=key, operators=("→", "=" if same else "≠"), editable="row", on_edit=_edited, height=one_line(1))
    st.caption(w["norm_read"].format(count=count, mean=plain(norms.row.mean()), sum=plain(norms.row.sum()))
               if read else w["norm_click"])


def _two_numbers() -> None:
    """All that is left of a row of two numbers; the rows that come out are covered until the guess."""
    w, norms, key = words(PAGE), layers.two_numbers(), "N0-15.two"
    left, right = st.columns([0.6, 0.4], gap="large")
    with right:
        different = norms.right.round(decimals=6).unique(dim=0)
        guessed = lesson.predict(PAGE, key, ("two_many", "two_four", "two_only"), count=str(len(different)),
                                 rows=str(len(norms.row)), truth="two_only")
    with left:
        out = matrix("right", w["norm_right"], norms.right, limit=2.0)
        heatmap([matrix("row", w["two_rows"], norms.row, limit=6.0), out if guessed else cover(out)],
                key="layers two", words=None if guessed else covers(), operators=("→",), height=360)


def _summary(norms: layers.Norms) -> None:
    """Mean, mean square and length of the row, of its norm, and of what is printed."""
    w = words(PAGE)
    rows = []
    for name in ("row", "right", "printed"):
        x = getattr(norms, name)
        rows.append((w[f"norm_{name}"], *(fixed(one, 4) for one in (x.mean(), x.square().mean(), x.norm()))))
    with st.container(key="layers moments"):
        table(("", w["mean"], w["mean_square"], w["length"]), rows)


def _printed_norm(trace: Trace | None) -> None:
    """The whole sentence normalized both ways, and a row of 512 numbers."""
    w = words(PAGE)
    if trace is not None:
        step = trace["encoder.0.residual_1.added"]
        norms = layers.both_norms(step.value)
        columns = st.columns(2)
        for column, name in zip(columns, ("printed", "right")):
            with column:
                heatmap(matrix(name, w[f"norm_{name}"], getattr(norms, name), step.labels[0] or (), limit=3.0),
                        key=f"layers R01 {name}")
    long = layers.both_norms(layers.long_row())
    for column, x in zip(st.columns(2), (long.printed, long.right)):
        mean = fixed(x.mean(), 5)
        column.markdown(w["long_row"].format(sum=fixed(long.row.sum(), 4), mean=mean, spread=fixed(x.std(), 4)))


def _one_by_one(row: torch.Tensor) -> None:
    """The reader's row, each number normalized as a row of its own, and the row as one."""
    w, shown = words(PAGE), {"alone": layers.normalized(row.unsqueeze(-1)).flatten(), "right": layers.normalized(row)}
    for column, (name, x) in zip(st.columns(2), shown.items()):
        with column:
            heatmap([matrix("row", w["norm_row_here"], row, limit=10.0), matrix(name, w[f"norm_{name}"], x, limit=2.0)],
                    key=f"layers R02 {name}", operators=("→",), height=one_line(1))
