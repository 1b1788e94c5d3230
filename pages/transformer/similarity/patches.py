"""Patches among themselves: N4-11."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import attention, similarity
from pages.components import board, lesson
from pages.components.address import in_link
from pages.components.lesson.cover import cover, covers
from pages.components.lesson.one_head import show, tries
from pages.components.lesson.pictures import titled
from pages.components.numbers import Numeral, plain
from pages.components.text import words
from pages.transformer.similarity import PAGE
from pages.transformer.similarity.scene import GRID, PLACES, pixels


@lesson.panel
def patches() -> None:
    """Click a pixel: the row of weights of its patch, laid out as the picture is."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-11"):
        row = lesson.controls()
        gain = in_link(row.slider)(w["gain"], 1, 16, 8, key="patch gain", width=240)
        positions = in_link(row.toggle)(w["with_positions"], key="patch positions")
        image = similarity.scene()
        trace = similarity.looking_at_itself(image, float(gain), positions)
        chosen = _chosen_patch(lesson.guessed(PAGE, "N4-11"))
        A, side = trace["weights"].value[0], similarity.PATCH
        guessed = lesson.guessed(PAGE, "N4-11")
        covered = not guessed and divmod(chosen, GRID) in similarity.TREES
        left, right = st.columns([0.24, 0.76], gap="large")
        with left:
            st.image(pixels(_lit(image, chosen)), width=240, alt=w["scene"])
            st.caption(w["scene"])
        with right:
            at = (chosen // GRID * side, chosen % GRID * side, side, side)
            row_of_weights = titled(PAGE, "row_of_weights", A[chosen].view(GRID, GRID), PLACES, PLACES,
                                    scale="sequential", outlines=((chosen // GRID, chosen % GRID, 1, 1),),
                                    limit=float(A[chosen].max()))
            show([titled(PAGE, "brightness", image.mean(-1), scale="sequential", limit=1.0, outlines=(at,)),
                  cover(row_of_weights) if covered else row_of_weights],
                 "patch", ("→",), words=covers() if covered else None, height=430)
            if not covered:
                st.caption(w["patch_row"].format(row=PLACES[chosen // GRID], column=PLACES[chosen % GRID],
                                                 own=plain(float(A[chosen, chosen])),
                                                 entropy=Numeral(attention.entropy(A[chosen]))))
        tries(PAGE, ("N4-11", ("itself", "shared", "random"), _twins, "shared"))


def _chosen_patch(guessed: bool) -> int:
    """The patch of the pixel that was clicked last; at first, a tree, or before the guess about the trees a ball."""
    cell = board.chosen("patch")
    side = similarity.PATCH
    if cell and cell.picture == "brightness":
        st.session_state["patch chosen"] = cell.row // side * GRID + cell.column // side
    if cell and cell.picture == "row_of_weights":
        st.session_state["patch chosen"] = cell.row * GRID + cell.column
    (row, column), *_ = similarity.TREES if guessed else similarity.BALLS
    return min(GRID * GRID - 1, st.session_state.get("patch chosen", row * GRID + column))


def _lit(image: torch.Tensor, patch: int) -> torch.Tensor:
    """The picture with one patch bright and the rest dimmed."""
    side, lit = similarity.PATCH, 0.45 * image + 0.3
    rows, columns = (slice(i * side, (i + 1) * side) for i in (patch // GRID, patch % GRID))
    lit[rows, columns] = image[rows, columns]
    return lit


def _twins() -> dict[str, float]:
    (first, second) = (row * GRID + column for row, column in similarity.TREES)
    without, placed = (similarity.looking_at_itself(similarity.scene(), 8.0, flag)["weights"].value[0]
                       for flag in (False, True))
    return {"own": float(without[first, first]), "twin": float(without[first, second]),
            "difference": float((without[first] - without[second]).abs().max()),
            "placed": float((placed[first] - placed[second]).abs().max())}
