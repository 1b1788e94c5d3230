"""Places in the plane: rows and columns, each with half of the features: N3-15; R80."""

from __future__ import annotations

import streamlit as st
import torch

from core.equations import detection as equations
from core.experiments import detr as computed
from pages.components import charts, lesson
from pages.components.address import expander
from pages.components.board import Cell, chosen, heatmap
from pages.components.lesson.pictures import titled
from pages.components.numbers import plain
from pages.components.text import words
from pages.vision.detr import PAGE
from pages.vision.detr.reading import Reading

SIZE, FEATURES, START = (16, 16), 256, (5, 5)
FORMULAS = (r"\begin{aligned} a)\ & PE_{(x, 2i)} = \sin(x / 10000^{2i/128}) & b)\ & PE_{(x, 2i+1)} = \cos(x /"
            r" 10000^{2i/128}) \\ c)\ & PE_{(y, 2i)} = \sin(y / 10000^{2i/128}) & d)\ & PE_{(y, 2i+1)} = \cos(y /"
            r" 10000^{2i/128}) \end{aligned}")
WHOLE = (r"\begin{aligned} & PE_{yx} = [\,PE_{128}(\tilde y)\,;\,PE_{128}(\tilde x)\,],\quad 0 \le i < 64 \\ &"
         r" \tilde y = 2\pi y\,/\,(H + 10^{-6}),\quad y = 1, \dots, H \end{aligned}")


@lesson.panel
def places(read: Reading) -> None:
    """How alike a place is to all others: a part by rows plus a part by columns. EXHIBITS N3-15."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-15"):
        printed, whole = st.columns(2, gap="large")
        with printed:
            st.markdown(w["four_formulas"])
            st.latex(FORMULAS)
        with whole:
            st.markdown(w["whole_formula"])
            st.latex(WHOLE)
        _similarity()
        lesson.predict(PAGE, "N3-15", ("axis_more", "diagonal_more", "both_equal"), _far, "axis_more")
        _codes(read)
        lesson.erratum("R80", _r80)
        lesson.stands(equations.plane_positions.equation)


def _similarity() -> None:
    w, numbers = words(PAGE), [str(i + 1) for i in range(SIZE[0])]
    cell = chosen("plane")
    at = (cell.row, cell.column) if cell else START
    parts = computed.split_similarity(*SIZE, FEATURES, at)
    most = float(parts[-1].max())
    heatmap([titled(PAGE, name, part, numbers, numbers, scale="sequential", limit=most, row_link="y", column_link="x",
                    outlines=((*at, 1, 1),)) for name, part in zip(("by_rows", "by_columns", "alike"), parts)],
            key="plane", operators=("+", "="), height=400, cell=Cell("alike", None, *START))
    st.caption(w["click_place"])


def _far() -> dict[str, float]:
    G = computed.place_similarity(8, 9, FEATURES)[0, 0]
    return {"axis": float(G[0, 5]), "diagonal": float(G[3, 4]), "own": float(G[0, 0])}


def _codes(read: Reading) -> None:
    """This model's own places: rows of the picture's places, columns features."""
    w, codes = words(PAGE), read.trace["places.plane_positions"].value
    half = codes.shape[-1] // 2
    numbers = [str(i + 1) for i in range(codes.shape[0])]
    with expander("places", w["own_places"]):
        heatmap([titled(PAGE, "y_codes", codes[:, 0, :half], rows=numbers, row_link="y", limit=1.0),
                 titled(PAGE, "x_codes", codes[0, :, half:], rows=numbers, row_link="x", limit=1.0)],
                key="own places", height=260)


def _r80() -> None:
    """The frequencies up to 127 and up to 63, and what the slow half does over the largest picture."""
    w = words(PAGE)
    series = {name: computed.frequencies(count, 128) for name, count in ((w["i_to_127"], 128), (w["i_to_63"], 64))}
    charts.lines({name: (range(len(f)), f) for name, f in series.items()}, "i", w["frequency"],
                 scales=("linear", "log"), tones=(1, 0))
    slow = torch.tensor(series[w["i_to_127"]][64:])
    turn = float((slow * 50).max())
    st.markdown(w["slow_half"].format(turn=plain(turn), slowest=plain(float(slow.min())),
                                      ours=plain(series[w["i_to_63"]][-1])))

