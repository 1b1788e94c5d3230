"""Where a place of the picture looks in the encoder: click one."""

from __future__ import annotations

import streamlit as st

from core.data import scenes
from core.equations import detection as equations
from pages.components import lesson
from pages.components.lesson.one_head import encoder_attentions
from pages.components.numbers import Numeral
from pages.components.pixels import Panel, chosen, pixels
from pages.components.text import words
from pages.vision.detr import PAGE
from pages.vision.detr.reading import Reading


@lesson.panel
def encoder(read: Reading) -> None:
    """The chosen place's row of weights, head by head, laid over the scene."""
    w, trace = words(PAGE), read.trace
    layers = encoder_attentions(trace)
    with lesson.exhibit(PAGE, "encoder"):
        layer = layers[lesson.numbered(st, w["layer"], len(layers), "encoder layer")]
        A = trace[f"{layer}.weights"].value
        side = int(A.shape[-1] ** 0.5)
        start = _middle(read, side)
        row, column = chosen("encoder", start, (side, side))
        panels = []
        for head, weights in enumerate(A[:, row * side + column]):
            panels.append(Panel(w["head_n"].format(n=head + 1), read.image, fog=weights.view(side, side).numpy(),
                                low=float(weights.min()), grid=(side, side),
                                note=w["head_note"].format(most=Numeral(weights.max()), even=Numeral(1 / side**2))))
        pixels(panels, key="encoder", label=w["choose_place"], start=start, size=440)
        lesson.predict(PAGE, "encoder", ("pixels_64", "places_64", "shapes"), lambda: _sizes(A), "places_64")
        lesson.stands(equations.placed_queries.equation)


def _middle(read: Reading, side: int) -> tuple[int, int]:
    """The place in the middle of the first shape."""
    shape, step = read.scene[0], scenes.SIDE // side
    return (shape.y + shape.height // 2) // step, (shape.x + shape.width // 2) // step


def _sizes(A) -> dict[str, str]:
    return {"tokens": str(A.shape[-1]), "side": str(int(A.shape[-1] ** 0.5)), "picture": str(scenes.SIDE),
            "patch": str(scenes.SIDE // int(A.shape[-1] ** 0.5))}
