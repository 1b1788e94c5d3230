"""The error surface of one recurrent unit, and gradient descent at its cliff: N2-07, N2-06."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.experiments import error_surface as computed
from pages.components import charts, lesson
from pages.components.address import in_link, remembered
from pages.components.cache import shared
from pages.components.charts.surface import SIDES, surface
from pages.components.landscape import accepted, landscape
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.recurrent import PAGE

RATES = (0.02, 0.05, 0.1, 0.2)
STARTS = {"wall": (1.4, -0.2), "jumps": (2.2, 0.1), "valley": (2.0, 0.3)}
START, RATE, LONGEST, STEPS = "recurrent start", 0.1, 0.5, 120
_surface = shared(computed.surface)


@lesson.panel
def cliff() -> None:
    """The surface with both ways down it, and their losses."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-07", "N2-06"):
        left, right = st.columns([0.58, 0.42], gap="large")
        with right:
            start = _start()
            rate = in_link(st.select_slider)(w["rate"], RATES, RATE, key="recurrent rate")
            free = computed.descend(*start, rate, None, STEPS)
            clipped = computed.descend(*start, rate, LONGEST, STEPS)
            revealed = lesson.predict(PAGE, "N2-07", ("falls_down", "thrown_far", "stands_still"), _thrown,
                                      truth="thrown_far")
        with left:
            paths = {w["free"]: _points(free), w["clipped"]: _points(clipped)} if revealed else {}
            _picture(paths, (*start, free.losses[0]))
            if revealed:
                _losses(free, clipped)


def _start() -> tuple[float, float]:
    """Where the descents start: one of the named points, or where the reader has left the dot."""
    w, names = words(PAGE), {point: name for name, point in STARTS.items()}
    start = remembered(START, STARTS["wall"], _read, lambda point: names.get(point) or ",".join(map(str, point)))
    st.session_state["named start"] = names.get(start)
    st.segmented_control(w["starts"], STARTS, key="named start", format_func=lambda name: w[f"start_{name}"],
                         on_change=lambda: _put(STARTS.get(st.session_state["named start"], start)))
    return start


def _read(text: str) -> tuple[float, float] | None:
    """A start as a link has it: ``valley`` or ``1.4,-0.2``."""
    try:
        return STARTS.get(text) or accepted([float(part) for part in text.split(",")], computed.W, computed.B)
    except ValueError:
        return None


def _put(point: tuple[float, float]) -> None:
    st.session_state[START] = point


def _picture(paths: Mapping[str, list[tuple[float, float, float]]], start: tuple[float, float, float]) -> None:
    """The surface from above, where the start is dragged, or in space from one of its sides."""
    w, names = words(PAGE), ("w", "b", words(PAGE)["loss"])
    side = lesson.one_of(st, w["seen_from"], ("above", *SIDES), w, "seen_from_", "recurrent side", default="above")
    if side == "above":
        landscape(_surface(201)[2], computed.W, computed.B, paths, start=start, key="recurrent landscape", names=names,
                  labels=(w["start"], w["start_moved"]), on_change=_put, tones=(1, 4))
    else:
        surface(_surface(51)[2], computed.W, computed.B, paths or {w["start"]: [start]}, tones=(1, 4),
                key="recurrent surface", names=names, side=side, height=470)
    st.caption(f"{w['surface_alt']} {w['start_moved' if side == 'above' else 'surface_turn']}")


def _points(descent: computed.Descent) -> list[tuple[float, float, float]]:
    return [(w, b, loss) for (w, b), loss in zip(descent.path, descent.losses)]


def _thrown() -> dict[str, float]:
    free, clipped = (computed.descend(*STARTS["wall"], RATE, longest, STEPS) for longest in (None, LONGEST))
    return {"jump": free.longest_jump, "longest": max(free.lengths), "left": free.losses[-1], "first": free.jumps[0],
            "number": str(1 + free.jumps.index(free.longest_jump)),
            "step": clipped.longest_jump, "found": clipped.losses[-1], "limit": LONGEST}


def _losses(free: computed.Descent, clipped: computed.Descent) -> None:
    """The jumping loss curve of N2-06, with and without clipping."""
    w, steps = words(PAGE), range(STEPS + 1)
    charts.lines({w["free"]: (steps, free.losses), w["clipped"]: (steps, clipped.losses)}, w["step"], w["loss"],
                 tones=(1, 4), height=210)
    lesson.figures((w["jump_free"], plain(free.longest_jump, 3)), (w["jump_clipped"], plain(clipped.longest_jump, 3)))
