"""The waves of the positions: N0-05, N1-03; R46."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.equations import embedding, variants
from core.experiments import positions as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.board import Cell, heatmap
from pages.components.formula import tint
from pages.components.formula.view import formula
from pages.components.lesson.pictures import titled
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.positions import PAGE
from pages.transformer.positions.sliders import formula_of_cell, sliders


@lesson.panel
def waves() -> None:
    """The table, one of its columns as a wave, its pairs as clocks. EXHIBITS N0-05, N1-03."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-05", "N1-03"):
        left, right = st.columns([0.56, 0.44], gap="large")
        with left:
            n, d, base = sliders("waves", 32, 64, 10000)
            apart = in_link(st.toggle)(w["in_halves"], key="waves halves")
            PE = (computed.halves if apart else computed.table)(n, d, base)
            state = heatmap(titled(PAGE, "PE", PE.numpy(), row_axis=w["axis_position"], column_axis="d_model",
                                   limit=1.0, colour=tint(embedding.positions.equation)),
                            key="waves", cell=Cell("PE", None, min(5, n - 1), 4), height=520)
        p, column = (state.cell.row, state.cell.column) if state.cell else (min(5, n - 1), min(4, d - 1))
        with right:
            _wave(n, d, base, p, column, apart)
        _wave_tries(n, d, base)


def _wave(n: int, d: int, base: int, p: int, column: int, apart: bool) -> None:
    """The arithmetic of the chosen cell, its pair of columns as waves, and some pairs as clocks at this position."""
    w, pair = words(PAGE), column % (d // 2) if apart else column // 2
    equation = (variants.positions_in_halves if apart else embedding.positions).equation
    like = computed.table(n, d, base)
    arguments = (like, float(base)) if apart else (like, 0, float(base))
    formula(equation, depth="intuition")
    formula_of_cell(equation, (p, column), arguments)
    omega = computed.frequencies(d, base)[pair].item()
    fine = np.linspace(0, n - 1, 4 * (n - 1) + 1)
    places = np.arange(n)
    first, second = _columns(pair, d, apart)
    names = w["sine"].format(i=first), w["cosine_wave"].format(i=second)
    series, points = ({name: (xs, wave(xs * omega)) for name, wave in zip(names, (np.sin, np.cos))}
                      for xs in (fine, places))
    with st.container(key="waves lines"):
        charts.lines(series, w["axis_position"], "", marks=points, at=p)
    pairs = _some_pairs(d, pair)
    fastest, slowest = computed.rounds(d, base)
    st.caption(w["clocks"].format(p=p, fastest=plain(fastest), slowest=plain(slowest)))
    tips = computed.clocks(p, d, base)[pairs].tolist()
    with st.container(key="waves clocks"):
        charts.clocks([(tips, 0)], ["{}, {}".format(*_columns(i, d, apart)) for i in pairs], size=56,
                      across=4)


def _columns(pair: int, d: int, apart: bool) -> tuple[int, int]:
    """Where a pair's sine and cosine stand."""
    return (pair, pair + d // 2) if apart else (2 * pair, 2 * pair + 1)


def _some_pairs(d: int, chosen: int) -> list[int]:
    """Eight pairs from the fastest to the slowest; the chosen one takes the place of its neighbour."""
    spread = {round(i * (d // 2 - 1) / 7) for i in range(8)}
    return sorted(spread - {min(spread, key=lambda i: abs(i - chosen))} | {chosen})


def _wave_tries(n: int, d: int, base: int) -> None:
    facts = computed.facts(n, d, base)
    left, right = st.columns(2, gap="large")
    with left:
        lesson.predict(PAGE, "N0-05", ["grows", "constant", "swings"], shortest=facts["shortest"],
                       longest=facts["longest"], root=facts["root"], stripes=facts["stripes"], turned=facts["turned"],
                       truth="constant")
    with right:
        ordered, apart = computed.table(n, d, base), computed.halves(n, d, base)
        lesson.predict(PAGE, "N1-03", ["nothing_changes", "products_change", "order_lost"],
                       off=(variants.gram(ordered, ordered) - variants.gram(apart, apart)).abs().max().item(),
                       cells=(ordered - apart).abs().max().item(), truth="nothing_changes")
    lesson.erratum("R46", counted_from_one)


def counted_from_one() -> None:
    """R46: columns counted from 1 swap sine and cosine."""
    w = words(PAGE)
    tokens = w["robot"].split()
    right = computed.table(len(tokens), 4, 100)
    swapped = right.unflatten(-1, (-1, 2)).flip(-1).flatten(-2)
    for column, name, values, first in zip(st.columns(2), ("from_one", "from_zero"), (swapped, right), (1, 0)):
        names = [str(first + j) for j in range(values.shape[1])]
        with column:
            heatmap(titled(PAGE, name, values.numpy(), rows=tokens, columns=names, limit=1.0), key=f"R46 {name}")
