"""Weights that stay, weights that the data makes: N4-09; R107, R108."""

from __future__ import annotations

import streamlit as st

from core.experiments import tokens as computed
from pages.components import charts, lesson
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.lesson.pictures import titled
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.tokens import PAGE, sources

_without = shared(computed.without_values)


@shared
def _made() -> dict:
    return {name: value.numpy() for name, value in computed.made(list(computed.PICTURES)).items()}


@lesson.panel
def computed_weights() -> None:
    """One W for all pictures, and one A for each."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-09"):
        matrices = _made()
        columns = st.columns(len(computed.PICTURES) + 1, gap="small")
        for column, name in zip(columns[1:], computed.PICTURES):
            column.image(sources.scene_patches(name), caption=w[f"option_{name}"], alt=w[f"option_{name}"],
                         width="stretch")
        heatmap([titled(PAGE, "W", matrices["W"])]
                + [titled(PAGE, f"A_{name}", matrices[name], scale="sequential") for name in computed.PICTURES],
                key="tokens made", height=390)
        lesson.predict(PAGE, "N4-09", ("moves_W", "moves_A", "moves_all"), _moves, "moves_A")
        lesson.erratum("R107", _projections)
        lesson.erratum("R108", _values)


@shared
def _moves() -> dict[str, float]:
    return computed.moved(*list(computed.PICTURES)[:2])


def _projections() -> None:
    w, moves = words(PAGE), _moves()
    charts.bars({w[f"moved_{name}"]: moves[name] for name in ("weights", "W_Q", "W_K")}, w["moved_most"],
                tones=(0, -1, -1))


def _values() -> None:
    w, losses = words(PAGE), _without(sources.scene())
    lesson.figures((w["off_printed"], f"{plain(100 * losses['off'], 3)}%"), (w["off_right"], plain(losses["right"], 2)))
