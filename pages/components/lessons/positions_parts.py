"""What the exhibits on positions share: pictures under the page's own titles, the sliders of a table, one cell."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.formula import Equation
from core.steps import Trace
from pages.components import frames
from pages.components.formula import numbers, tint
from pages.components.heatmap import Picture
from pages.components.text import words

PAGE = "positions"
BASES = (10, 20, 50, 100, 1000, 10000, 100000)
WIDTHS = (4, 8, 16, 32, 64, 128)


def shown(trace: Trace, name: str) -> Picture:
    """A step of the trace as the walkthrough shows it."""
    return frames.picture(trace[name], words("walkthrough"), tint(trace[name].equation))


def picture(name: str, values, *, rows=(), columns=(), row_axis="", column_axis="", page: str = PAGE,
            **options) -> Picture:
    """An array of a page under the page's own title for it."""
    title = words(page)[f"picture_{name}"]
    return Picture(name, title, np.asarray(values), tuple(rows), tuple(columns), row_axis, column_axis,
                   alt=title, **options)


def sliders(key: str, n: int, d: int, base: int, most: int = 128) -> tuple[int, int, int]:
    """The three sizes of a table of positions, side by side."""
    w, columns = words(PAGE), st.columns(3, gap="medium")
    return (columns[0].slider(w["slider_n"], 4, most, n, key=f"{key} n"),
            columns[1].select_slider(w["slider_d"], WIDTHS, d, key=f"{key} d"),
            columns[2].select_slider(w["slider_base"], BASES, base, key=f"{key} base"))


def formula_of_cell(equation: Equation, cell: tuple[int, ...], arguments: tuple) -> None:
    """The last operation of one cell, with its numbers."""
    inputs = [a.double().numpy() if hasattr(a, "numpy") else a for a in arguments]
    st.latex(rf"PE_{{{cell[0]},{cell[1]}}} = {numbers(equation.work(cell, *inputs))}")
