"""Training without the mask: N1-18."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
import torch

from core.experiments import decoder_masks as computed
from core.steps import Trace
from pages.components import lesson, runs
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.formula import PALETTE, theme
from pages.components.lesson.pictures import matrix
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.decoder import PAGE
from pages.transformer.decoder.shift import training_link


def _how_much(shares: Mapping) -> str:
    """Whether less or more than a tenth of the sensitivity falls on the future; a single word has none."""
    return "leak_none" if shares["leaked"] == 0 else "leak_little" if shares["leaked"] < 0.1 else "leak_much"


_leakage = runs.of_trace(computed.leakage)


@lesson.panel
def leak(trace: Trace) -> None:
    """Which word read moves which word written, with the mask and without. EXHIBITS N1-18."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-18"):
        on = in_link(st.toggle)(w["mask_on"], value=True, key="mask_on")
        norms, weights = _leakage(on)
        read, target = trace["shift_right"].labels[0], trace["target"].labels[0]
        unmasked, _ = _leakage(False)
        limit = float(unmasked.max())
        left, right = st.columns([0.64, 0.36], gap="medium")
        with left:
            heatmap([matrix("weights", w["first_weights"], weights, read, read, scale="sequential", limit=1.0,
                            row_axis=w["read"], column_axis=w["read"], column_link="read", colour=PALETTE[theme()][1]),
                     matrix("jacobian", w["jacobian"], norms, target, read, row_axis=w["written"],
                            column_axis=w["read"], column_link="read", scale="magnitude", limit=limit,
                            colour=PALETTE[theme()][0])],
                    key="leak")
        with right:
            st.latex(r"J_{ij} = \left\lVert \frac{\partial\, Y^{[10]}_{i,\,y_i}}{\partial\, y_j} \right\rVert")
            future = torch.triu(torch.ones_like(norms), 1).bool()
            amounts = [float(_leakage(mask)[0][future].sum()) for mask in (True, False)]
            st.metric(w["from_future"], plain(amounts[not on]))
            share = amounts[1] / float(unmasked.sum())
            lesson.predict(PAGE, "N1-18", ("leak_none", "leak_little", "leak_much"), masked=amounts[0],
                           unmasked=amounts[1], cells=str(int(future.sum())), all=str(future.numel()),
                           share=f"{fixed(100 * share, 0)}%", leaked=share, truth=_how_much)
            training_link()
