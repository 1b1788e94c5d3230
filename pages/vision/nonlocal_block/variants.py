"""Three rules by which pixels are compared, on the same pixels; and what the paper measured."""

from __future__ import annotations

import streamlit as st

from core import zoo
from core.data import marks
from core.equations import nonlocal_block as equations
from core.experiments import nonlocal_block as computed
from core.experiments import published_vision as published
from pages.components import charts, lesson
from pages.components.numbers import Numeral, fixed
from pages.components.pixels import Panel, chosen, pixels
from pages.components.text import words
from pages.vision.nonlocal_block import PAGE
from pages.vision.nonlocal_block.reading import Reading

GRID = (marks.SIDE, marks.SIDE)


@lesson.panel
def variants(read: Reading) -> None:
    """The chosen pixel's row by each rule, with its sum; below, the paper's table."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "variants"):
        columns = st.columns([0.66, 0.34], gap="large")
        with columns[0]:
            _rows(read)
            _depth(w)
        with columns[1]:
            table = published.TABLES["non_local_variants"]
            st.markdown(w["published"])
            charts.bars({w[f"rule_{name.replace(' ', '_')}"]: row[0] for name, row in table.rows.items()}, w["top_1"],
                        tones=[-1, *[0] * (len(table.rows) - 1)], scale="dots", domain=(71.5, 73.4),
                        texts=[f"{fixed(first, 1)} / {fixed(five, 1)}" for first, five in table.rows.values()])
            st.caption(w["source"])
        lesson.predict(PAGE, "variants", ("all_one", "dot_not", "none_one"), lambda: _sums(read), "dot_not")
        lesson.stands(equations.averaged.equation)


def _shares(read: Reading) -> dict:
    return computed.variants(zoo.load(read.names[1]).model.block, read.block["block.flattened"].value)


def _rows(read: Reading) -> None:
    w, shares = words(PAGE), _shares(read)
    at = chosen("variants", read.places[0], GRID)
    panels = []
    for rule in computed.RULES:
        row = shares[rule][at[0] * marks.SIDE + at[1]].view(GRID)
        panels.append(Panel(w[f"panel_{rule}"], read.image, fog=row.numpy(), low=float(row.min()), grid=GRID,
                            note=w["row_most"].format(most=Numeral(row.max()))))
    pixels(panels, key="variants", label=w["choose_pixel"], start=read.places[0], size=380)


def _depth(w: dict[str, str]) -> None:
    """What more blocks are worth, and a deeper network without one, as the paper measured it."""
    table = published.TABLES["non_local_depth"]
    st.markdown(w["depth"])
    charts.bars({w[f"depth_{i}"]: right for i, (right,) in enumerate(table.rows.values())}, w["depth_right"],
                tones=[-1, 0, 0, 0, -1], scale="dots", domain=(71.5, 74.7),
                texts=[fixed(right, 1) for right, in table.rows.values()])
    st.caption(w["depth_source"])


def _sums(read: Reading) -> dict[str, float]:
    """The sums of the first mark's rows."""
    i = read.places[0][0] * marks.SIDE + read.places[0][1]
    return {rule: float(shares[i].sum()) for rule, shares in _shares(read).items()}
