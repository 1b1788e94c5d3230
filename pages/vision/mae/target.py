"""The other target: each patch's pixels brought to mean 0 and variance 1. N2 MAE; He et al. 2021, table 1d."""

from __future__ import annotations

import streamlit as st

from core.experiments import mae as computed
from core.steps import Trace
from pages.components import lesson
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic, holds
from pages.components.lesson.pictures import shown
from pages.vision.mae import PAGE


@lesson.panel
def target(trace: Trace) -> None:
    """Pixels as they are, and normalised patch by patch."""
    with lesson.exhibit(PAGE, "target"):
        targets = computed.targets(trace)
        holds("target", ("patches", "normalized_pixels"))
        left, right = st.columns(2, gap="large")
        with left:
            state = heatmap([shown(step, PAGE) for step in targets.values()], key="target",
                            operators=("→",), height=480)
        with right:
            arithmetic(targets, state, "target", "normalized_pixels")
