"""Layers of recurrent cells, and which state can be computed when: N4-25, N3-02."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from core.equations import recurrent
from core.experiments import recurrent as computed
from core.steps import Trace
from pages.components import lesson
from pages.components.address import in_link
from pages.components.board import Frame, board
from pages.components.cache import shared
from pages.components.lesson.pictures import titled
from pages.components.text import board_words, words
from pages.sequences.recurrent import PAGE


@shared
def _run(times: int, layers: int) -> tuple[np.ndarray, np.ndarray]:
    trace: Trace = computed.deep(times, layers)
    return computed.sizes(trace), computed.ticks(trace).numpy()


@lesson.panel
def deep() -> None:
    """A grid of times and layers; the front of what can be computed runs across it."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-25", "N3-02"):
        left, right = st.columns([0.6, 0.4], gap="large")
        with right:
            columns = st.columns(2)
            times = in_link(columns[0].slider)(w["length"], 2, 16, 9, key="recurrent times")
            layers = in_link(columns[1].slider)(w["layers"], 2, 6, 4, key="recurrent layers")
            sizes, ready = _run(times, layers)
            last = int(ready.max())
            revealed = lesson.predict(PAGE, "N3-02", ("only_times", "times_plus", "times_by"), ticks=str(last),
                                      product=str(times * layers), truth="times_plus")
        with left:
            _wavefront(sizes, ready, last if revealed else min(3, last))
        lesson.stands(recurrent.pre_activation.equation)


def _wavefront(sizes: np.ndarray, ready: np.ndarray, last: int) -> None:
    """A frame per tick; before the reader has guessed only the first few."""
    w, (layers, times) = words(PAGE), sizes.shape
    rows = [w["layer_n"].format(n=layer + 1) for layer in range(layers)][::-1]
    pictures, frames = [], []
    for tick in range(1, last + 1):
        now = [(layers - 1 - int(layer), int(t), 1, 1) for layer, t in zip(*np.nonzero(ready == tick))]
        drawn = titled(PAGE, "wavefront", sizes[::-1], rows=rows, column_axis=w["time"], scale="magnitude",
                       columns=[str(t + 1) for t in range(times)], masked=(ready > tick)[::-1], outlines=tuple(now))
        pictures.append(replace(drawn, name=f"tick {tick}"))
        frames.append(Frame(str(tick), w["tick_n"].format(n=tick, count=len(now)), w["ticks"], (f"tick {tick}",),
                            pause=500))
    board(pictures, frames, key=f"recurrent wavefront {sizes.shape} {last}", words=board_words(w["not_yet"]), url=False,
          height=300)

