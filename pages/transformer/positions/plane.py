"""Codes for a plane: N4-19."""

from __future__ import annotations

import streamlit as st

from core.equations import variants
from core.experiments import positions as computed
from pages.components import lesson
from pages.components.address import in_link
from pages.components.board import Cell, heatmap
from pages.components.lesson.pictures import titled
from pages.components.text import words
from pages.transformer.positions import PAGE
from pages.transformer.positions.sliders import BASES


@lesson.panel
def plane() -> None:
    """Stripes in both directions, the code of one patch, and where else it would be found. EXHIBITS N4-19."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-19"):
        columns = st.columns([0.3, 0.3, 0.4], gap="medium")
        d = in_link(columns[0].select_slider)(w["slider_d"], (8, 16, 32), 16, key="plane d")
        base = in_link(columns[1].select_slider)(w["slider_base"], BASES, 20, key="plane base")
        codes = computed.plane(12, 16, d, base)
        places = [[str(i + 1) for i in range(size)] for size in codes.shape[:2]]
        names = [w["panel"].format(wave="sin" if j % 2 == 0 else "cos", i=j % (d // 2) // 2,
                                   axis=w["down" if j < d // 2 else "across"]) for j in range(d)]
        left, right = st.columns([0.48, 0.52], gap="large")
        with left:
            state = heatmap(titled(PAGE, "stripes", codes.permute(2, 0, 1).numpy(), rows=places[0], columns=places[1],
                                   panels=tuple(names), limit=1.0, row_link="y", column_link="x"),
                            key="plane", cell=Cell("stripes", 0, 4, 6), height=520)
        panel, row, column = (state.cell.panel, state.cell.row, state.cell.column) if state.cell else (0, 4, 6)
        with right:
            _patch(codes, names, row, column, places)
            alone = computed.look_alikes(codes[..., panel:panel + 1], row, column, 1e-9)
            whole = computed.look_alikes(codes, row, column, 1e-9)
            lesson.predict(PAGE, "N4-19", ["nobody", "a_stripe", "everybody"], panel=names[panel], alike=str(alone[0]),
                           all=str(codes[..., 0].numel() - 1), whole=str(whole[0]), nearest=whole[1], truth="a_stripe")


def _patch(codes, names, row: int, column: int, places: list[list[str]]) -> None:
    """One patch's code, and its likeness with all patches."""
    w = words(PAGE)
    st.caption(w["patch"].format(row=row + 1, column=column + 1, d=len(names)))
    code = codes[row, column]
    like = variants.cosine(code.unsqueeze(0), codes.flatten(0, 1)).view(codes.shape[:2])
    heatmap([titled(PAGE, "code", code.numpy(), limit=1.0),
             titled(PAGE, "alike", like.numpy(), rows=places[0], columns=places[1], limit=1.0, row_link="y",
                    column_link="x")],
            key="patch", height=330)
    lesson.stands(variants.positions_in_a_plane.equation)
