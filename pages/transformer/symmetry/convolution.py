"""Convolution and shift: R95."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import symmetry as computed
from pages.components import lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.glossary.view import passage_with_cards
from pages.components.lesson.pictures import titled
from pages.components.numbers import numerals
from pages.components.text import words
from pages.transformer.symmetry import PAGE


@st.fragment
def convolution() -> None:
    """Shifted, then convolved; convolved, then shifted. R95."""
    w = words(PAGE)
    with st.container(border=True):
        st.subheader(w["convolution_title"], anchor="r95")
        st.markdown(passage_with_cards(PAGE, "convolution"))
        lesson.erratum("R95", _r95)


def _r95() -> None:
    w, columns = words(PAGE), st.columns([0.6, 0.4])
    by = in_link(columns[0].slider)(w["shift"], 0, 23, 5, key="R95 shift")
    edge = lesson.one_of(columns[1], w["edge"], ["circular", "zeros"], w, "", "R95 edge", default="circular")
    circular = edge == "circular"
    rows = computed.shifted(24, by, circular)
    names = ("x", "shifted", "y", "y_of_shifted", "shifted_y")
    heatmap(titled(PAGE, "convolution", torch.stack([rows[name] for name in names]).numpy(),
                   rows=[w[f"row_{name}"] for name in names]), key="R95")
    meters = computed.shift_meters(rows)
    printed, right = st.columns(2)
    printed.markdown(w["r95_printed"].format(**numerals(meters)))
    right.markdown(w["r95_right"].format(**numerals(meters)))
