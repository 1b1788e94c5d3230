"""Layer norm and RMS norm: what is left of a number that is added to all features."""

from __future__ import annotations

import streamlit as st

from core.equations import rms_norm
from core.experiments import since_2017
from pages.components import lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.lesson.pictures import titled
from pages.components.text import words
from pages.real.since_2017 import PAGE

KEY, FEATURES, ADDED = "norms", 12, 3


@lesson.panel
def norms() -> None:
    """A row of features, shifted by the reader, through both norms."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        row = since_2017.drawn(FEATURES)
        still, moved = since_2017.normalized(row), since_2017.normalized(row + ADDED)
        change = {f"{name}_change": float((moved[name] - still[name]).abs().max()) for name in still}
        if lesson.predict(PAGE, KEY, ("layer_stays", "rms_stays", "both_stay"), truth=_stays, added=ADDED, **change):
            added = in_link(st.slider)(w["added"], -5.0, 5.0, float(ADDED), 0.5, key="norms added")
            normalized = since_2017.normalized(row + added)
            columns = [str(i + 1) for i in range(FEATURES)]
            rows = {"features": row + added, **normalized}
            heatmap([titled(PAGE, name, values, [""], columns, scale="diverging", column_link="feature",
                            row_axis="", column_axis="") for name, values in rows.items()],
                    key="norms rows", height=190)
        lesson.stands(rms_norm.mean_square.equation, rms_norm.normalized.equation)


def _stays(numbers: dict) -> str:
    stays = [name for name in ("layer", "rms") if numbers[f"{name}_change"] < 1e-6]
    return "both_stay" if len(stays) == 2 else f"{stays[0]}_stays"
