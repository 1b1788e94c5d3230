"""The error surface of one recurrent unit, and gradient descent at its cliff: N2-07, N2-06."""

from __future__ import annotations

import streamlit as st

from core.experiments import error_surface as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.charts.surface import SIDES, surface
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.recurrent import PAGE

RATES = (0.02, 0.05, 0.1, 0.2)
STARTS = {"wall": (1.4, -0.2, 0.1), "jumps": (2.2, 0.1, 0.1), "valley": (2.0, 0.3, 0.1)}
LONGEST, STEPS = 0.5, 120
_surface = shared(computed.surface)


@lesson.panel
def cliff() -> None:
    """The surface with both ways down it, and their losses."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-07", "N2-06"):
        left, right = st.columns([0.58, 0.42], gap="large")
        with right:
            start, rate = _start()
            free = computed.descend(*start, rate, None, STEPS)
            clipped = computed.descend(*start, rate, LONGEST, STEPS)
            revealed = lesson.predict(PAGE, "N2-07", ("falls_down", "thrown_far", "stands_still"), _thrown,
                                      truth="thrown_far")
        with left:
            _, _, heights = _surface(51)
            side = lesson.one_of(st, w["seen_from"], SIDES, w, "seen_from_", "recurrent side", default="left")
            paths = {w["free"]: free, w["clipped"]: clipped} if revealed else {w["start"]: _only_start(start)}
            surface(heights, computed.W, computed.B, {name: _points(one) for name, one in paths.items()}, tones=(1, 4),
                    key="recurrent surface", names=("w", "b", w["loss"]), side=side, height=470)
            st.caption(f"{w['surface_alt']} {w['surface_turn']}")
            if revealed:
                _losses(free, clipped)


def _start() -> tuple[tuple[float, float], float]:
    w = words(PAGE)
    chosen = lesson.one_of(st, w["starts"], (*STARTS, "own"), w, "start_", "recurrent start", default="wall")
    at, along, rate = STARTS.get(chosen, STARTS["wall"])
    if chosen == "own":
        columns = st.columns(2)
        at = in_link(columns[0].slider)("w", 0.6, 2.4, at, 0.1, key="recurrent w")
        along = in_link(columns[1].slider)("b", -0.9, 0.5, along, 0.1, key="recurrent b")
    rate = in_link(st.select_slider)(w["rate"], RATES, rate, key="recurrent rate")
    return (at, along), rate


def _only_start(start: tuple[float, float]) -> computed.Descent:
    return computed.descend(*start, 0.0, steps=0)


def _points(descent: computed.Descent) -> list[tuple[float, float, float]]:
    return [(w, b, loss) for (w, b), loss in zip(descent.path, descent.losses)]


def _thrown() -> dict[str, float]:
    at, along, rate = STARTS["wall"]
    free = computed.descend(at, along, rate, None, STEPS)
    clipped = computed.descend(at, along, rate, LONGEST, STEPS)
    return {"jump": free.longest_jump, "longest": max(free.lengths), "left": free.losses[-1], "first": free.jumps[0],
            "number": str(1 + free.jumps.index(free.longest_jump)),
            "step": clipped.longest_jump, "found": clipped.losses[-1], "limit": LONGEST}


def _losses(free: computed.Descent, clipped: computed.Descent) -> None:
    """The jumping loss curve of N2-06, with and without clipping."""
    w, steps = words(PAGE), range(STEPS + 1)
    charts.lines({w["free"]: (steps, free.losses), w["clipped"]: (steps, clipped.losses)}, w["step"], w["loss"],
                 tones=(1, 4), height=210)
    lesson.figures((w["jump_free"], plain(free.longest_jump, 3)), (w["jump_clipped"], plain(clipped.longest_jump, 3)))
