"""What a convolution knows beforehand and a ViT must learn. N2-29."""

from __future__ import annotations

import streamlit as st

from core.experiments import vit as computed
from pages.components import charts, lesson, model_choice, readable_text
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.text import words
from pages.vision.vit import PAGE

SHIFTS = (1, 2, 3)


_moved = shared(computed.moved_digit)


@shared
def _right(model: str, by: int) -> float:
    return computed.right_when_moved(model_choice.loaded(model).model, by)


@lesson.panel
def bias() -> None:
    """Move the digit: what a convolution's output does."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-29"):
        by = in_link(st.select_slider)(w["shift"], SHIFTS, value=2, key="vit shift")
        if lesson.guessed(PAGE, "N2-29"):
            moved = _moved(readable_text.text(), by)
            charts.bars({w[f"bias_{name}"]: value for name, value in moved.items()}, w["largest_difference"],
                        scale="log", tones=(0, 1, 0, 1))
            right = {w["moved_by"].format(n=n): _right(model_choice.name(), n) for n in (0, *SHIFTS)}
            charts.bars(right, w["moved_right"], tones=[-1, *(1 if n == by else 0 for n in SHIFTS)], domain=(0, 115))
            st.caption(w["moved_told"])
        lesson.predict(PAGE, "N2-29", ("moves_along", "stays", "changes"), lambda: _moved(readable_text.text(), by),
                       lambda moved: "moves_along" if moved["circular"] < 1e-10 < moved["invariance"] else "",
                       possible=_moved(readable_text.text(), by)["invariance"] > 1e-10)
