"""Attention upon attention: N4-15; R109."""

from __future__ import annotations

import streamlit as st

from core.experiments import layers
from pages.components import charts, lesson
from pages.components.cache import shared
from pages.components.numbers import fixed
from pages.components.text import words
from pages.transformer.similarity import PAGE

DEPTH = 6


@shared
def _cosines() -> dict[str, list[float]]:
    return {kind: layers.depth(kind, DEPTH).cosine.tolist() for kind in ("none", "residual", "post")}


@lesson.panel
def stacked() -> None:
    """The simplified Transformer built as it is written: attention and MLP, nothing else."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-15"):
        left, right = st.columns([0.6, 0.4], gap="large")
        cosines, depths = _cosines(), range(1, DEPTH + 1)
        guessed = lesson.guessed(PAGE, "N4-15")
        visible = {kind: values for kind, values in cosines.items() if guessed or kind != "none"}
        with left:
            charts.lines({w[f"stack_{kind}"]: (depths, values) for kind, values in visible.items()}, w["layers"],
                         w["mean_cosine"], domain=(0, 1), ticks=depths, dots=True)
        with right:
            lesson.predict(PAGE, "N4-15", ("apart", "alike"), lambda: {
                "one": cosines["none"][0], "two": cosines["none"][1], "residual": cosines["residual"][1],
                "post": cosines["post"][1]}, truth="alike")
        lesson.erratum("R109", _after_two)


def _after_two() -> None:
    """How alike the tokens are after two layers: as the text lists them, with residuals, and with norms too."""
    w = words(PAGE)
    lesson.figures(*((w["after_two_layers"].format(stack=w[f"stack_{kind}"]), fixed(cosines[1], 4))
                     for kind, cosines in _cosines().items()), border=True)
