"""Losses over two parameters as a picture, with ways down it; where these start is a dot to drag.

    landscape(losses, (0.5, 2.5), (-1, 0.6), {"free": points}, start=(1.4, -0.2, 2.6), key="cliff",
              names=("w", "b", "loss"), labels=("start", "Drag it."), on_change=put)

The dot is dragged, moved by the arrow keys, or put where one clicks. The browser moves it first and reports where it
was left; the ways down, which Python computes, stay faint until they start there.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import streamlit as st

from pages.components.charts.marks import LARGER, PALETTE
from pages.components.lecture import projected
from pages.components.modules import component
from pages.components.numbers import fixed, plain

__all__ = ["accepted", "landscape"]

HEIGHT = 470
_mount = component("attention_landscape", "landscape/landscape.js", css="landscape/landscape.css")

Ends = tuple[float, float]
Point = tuple[float, float]


def landscape(losses: np.ndarray, across: Ends, along: Ends, paths: Mapping[str, Sequence[Sequence[float]]], *,
              start: tuple[float, float, float], key: str, names: tuple[str, str, str], labels: tuple[str, str],
              on_change: Callable[[Point], None], tones: Sequence[int] = range(6)) -> None:
    """Show losses (rows along the second axis, from below) and paths of points (x, y, ...), as far as they lie on it.

    ``start``: x, y and the loss there; ``names``: of the axes and of the loss; ``labels``: what the dot is called, and
    how it is moved. ``on_change`` is called with a point when the reader has left the dot there.
    """
    slot, at = f"{key}.kept", start[:2]
    state = st.session_state.setdefault(slot, {"at": None, "serial": 0})
    if state["at"] != at:
        state |= {"at": at, "serial": state["serial"] + 1}

    def moved() -> None:
        raw = st.session_state[key].get("start")
        point = accepted(raw.get("point"), across, along) if isinstance(raw, Mapping) else None
        if point is not None:
            st.session_state[slot] |= {"at": point, "serial": int(raw.get("serial") or 0)}
            on_change(point)

    highest = float(losses.max())
    _mount(key=key, on_start_change=moved, height=HEIGHT, data={
        "losses": base64.b64encode((255 * losses / highest).round().astype(np.uint8)[::-1].tobytes()).decode(),
        "columns": losses.shape[1], "rows": losses.shape[0], "highest": plain(highest, 2), "ends": (across, along),
        "ticks": [_ticks(*across), _ticks(*along)], "start": start, "serial": state["serial"], "names": names,
        "labels": labels, "larger": LARGER if projected.shown() else 1,
        "paths": [{"name": name, "colour": PALETTE["both"][tone],
                   "points": [(round(x, 4), round(y, 4)) for x, y, *_ in points]}
                  for (name, points), tone in zip(paths.items(), tones)]})


def accepted(raw, across: Ends, along: Ends) -> Point | None:
    """The point of the picture, in hundredths, that is nearest to a point; None for what is none."""
    if not isinstance(raw, list | tuple) or len(raw) != 2:
        return None
    if not all(isinstance(number, int | float) and math.isfinite(number) for number in raw):
        return None
    x, y = (round(float(min(max(number, low), high)), 2) for number, (low, high) in zip(raw, (across, along)))
    return x, y


def _ticks(low: float, high: float) -> list[tuple[float, str]]:
    """About five round numbers between two ends, and how they are written."""
    power = 10 ** math.floor(math.log10((high - low) / 4))
    step = power * min((1, 2, 5, 10), key=lambda many: abs(many * power - (high - low) / 4))
    decimals = max(0, -math.floor(math.log10(step)))
    return [(k * step, fixed(k * step, decimals)) for k in range(math.ceil(low / step), math.floor(high / step) + 1)]
