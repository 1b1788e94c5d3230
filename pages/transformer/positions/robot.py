"""The table of four words: N4-20; R97, R98."""

from __future__ import annotations

import math

import streamlit as st

from core.equations import embedding
from core.experiments import positions as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.board import Cell, heatmap
from pages.components.formula import number
from pages.components.lesson.pictures import titled
from pages.components.numbers import fixed
from pages.components.text import words
from pages.transformer.positions import PAGE
from pages.transformer.positions.sliders import BASES, formula_of_cell


@lesson.panel
def robot() -> None:
    """The table of four words, value for value, and how far such a code reaches. EXHIBITS N4-20."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-20"):
        columns = st.columns([0.25, 0.25, 0.5], gap="medium")
        d = in_link(columns[0].select_slider)(w["slider_d"], (2, 4, 6, 8), 4, key="robot d")
        base = in_link(columns[1].select_slider)(w["slider_base"], BASES, 100, key="robot base")
        tokens = w["robot"].split()
        PE = computed.table(len(tokens), d, base)
        shares = [0.3, 0.7] if d <= 4 else [0.36, 0.64]
        left, right = st.columns(shares, gap="medium", vertical_alignment="center")
        with left:
            state = heatmap(titled(PAGE, "robot", PE.numpy(), rows=tokens, limit=1.0,
                                   columns=[f"{'sin' if j % 2 == 0 else 'cos'} {j // 2}" for j in range(d)]),
                            key="robot", cell=Cell("robot", None, 1, min(3, d - 1)))
        right.markdown(_printed_table(PE, tokens, d, base))
        left, right = st.columns(2, gap="large")
        with left:
            cell = (state.cell.row, state.cell.column) if state.cell else (1, 0)
            lesson.stands(embedding.positions.equation)
            formula_of_cell(embedding.positions.equation, cell, (PE, 0, float(base)))
            _twins(d, base)
        if lesson.guessed(PAGE, "N4-20"):
            with right:
                _reach(d, base)
        lesson.erratum("R97", half)
        lesson.erratum("R98", _decimals)


def _printed_table(PE, tokens: list[str], d: int, base: int) -> str:
    """The notes' table: each cell's formula and its value to two decimals."""
    head = "| | k |" + "".join(f" $P_{{k,{j}}}$ |" for j in range(d))
    lines = [head, "|---" * (d + 2) + "|"]
    for k, token in enumerate(tokens):
        cells = []
        for j in range(d):
            power = base ** (j // 2 * 2 / d)
            name = r"\cos" if j % 2 else r"\sin"
            cells.append(rf" $\scriptsize {name}({k}/{number(power)}){{=}}{{{fixed(PE[k, j], 2)}}}$ |")
        lines.append(f"| {token} | {k} |" + "".join(cells))
    return "\n".join(lines)


def _reach(d: int, base: int) -> None:
    """How near each position comes to position 0."""
    w, twins = words(PAGE), computed.twins(130, d, base)
    st.markdown(w["reach"])
    distance = twins["distance"].numpy()
    charts.lines({w["distance"]: (range(len(distance)), distance)}, w["axis_position"], "", height=170,
                  at=twins["near"], tones=(4,))


def _twins(d: int, base: int) -> None:
    thousand, hundred = computed.twins(1000, d, base), computed.twins(100, d, base)
    lesson.predict(PAGE, "N4-20", ["first", "thirty_first", "sixty_third"], near=str(hundred["near"]),
                   least=hundred["least"], far=str(thousand["near"]), closest=thousand["least"], d=str(d),
                   base=str(base), truth="sixty_third")


def half() -> None:
    """R97: positions up to L / 2 and up to L."""
    w = words(PAGE)
    tokens = w["robot"].split()
    length = in_link(st.slider)("L", 2, 16, len(tokens), key="R97 length")
    names = [tokens[k] if length == len(tokens) else str(k) for k in range(length)]
    PE = computed.table(length, 4, 100)
    printed, right = st.columns(2)
    for column, name, count in ((printed, "half", math.ceil(length / 2)), (right, "full", length)):
        with column:
            heatmap(titled(PAGE, name, PE[:count].numpy(), rows=names[:count], limit=1.0), key=f"R97 {name}")
    printed.caption(w["without_row"].format(count=length - math.ceil(length / 2), length=length))


def _decimals() -> None:
    """One of the sixteen values with more and more decimals; and how many of all are printed right."""
    w, PE = words(PAGE), computed.table(4, 4, 100)
    value, cells = PE[1, 3], [(i, j) for i in range(4) for j in range(4)]
    st.dataframe({w["decimals"]: [1, 2, 3, 4], r"cos(0.1)": [fixed(value, k) for k in (1, 2, 3, 4)]}, hide_index=True)
    right = sum(computed.as_printed(computed.ROBOT[i][j], float(PE[i, j])) for i, j in cells)
    st.caption(w["all_right"].format(right=right, all=len(cells), printed=computed.ROBOT[1][3]))
