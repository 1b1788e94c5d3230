"""What the exhibits on positions share: the sliders of a table, and the arithmetic of one cell."""

from __future__ import annotations

import streamlit as st

from core.formula import Equation
from pages.components.address import in_link
from pages.components.formula import numbers
from pages.components.text import words
from pages.transformer.positions import PAGE

BASES = (10, 20, 50, 100, 1000, 10000, 100000)
WIDTHS = (4, 8, 16, 32, 64, 128)


def sliders(key: str, n: int, d: int, base: int) -> tuple[int, int, int]:
    """The three sizes of a table of positions, side by side."""
    w, columns = words(PAGE), st.columns(3, gap="medium")
    return (in_link(columns[0].slider)(w["slider_n"], 4, 128, n, key=f"{key} n"),
            in_link(columns[1].select_slider)(w["slider_d"], WIDTHS, d, key=f"{key} d"),
            in_link(columns[2].select_slider)(w["slider_base"], BASES, base, key=f"{key} base"))


def formula_of_cell(equation: Equation, cell: tuple[int, ...], arguments: tuple) -> None:
    """The last operation of one cell, with its numbers."""
    inputs = [a.double().numpy() if hasattr(a, "numpy") else a for a in arguments]
    st.latex(rf"PE_{{{cell[0]},{cell[1]}}} = {numbers(equation.work(cell, *inputs))}")
