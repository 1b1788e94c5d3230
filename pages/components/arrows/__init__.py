"""One query among keys and values of two numbers: its arrow is turned and lengthened, shares and output follow.

    x, y = arrows(names, keys, values, start=(1.7, 0.9), key="hand", label="...", free=True)

The browser computes while the arrow moves, by the same formula, and reports where it was left; the link holds that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import streamlit as st

from pages.components.address import remembered
from pages.components.charts.marks import PALETTE
from pages.components.modules import component
from pages.components.text import words

__all__ = ["accepted", "arrows"]

FARTHEST = 3.0
"""How long the query may be made."""
TONES = (1, 3, 2)
"""Colours of the palette for the words; the query has the first, that of all queries."""
_mount = component("attention_arrows", "arrows/arrows.js", css="arrows/arrows.css")

Point = tuple[float, float]


def arrows(names: Sequence[str], keys: Sequence[Point], values: Sequence[Point], *, start: Point, key: str, label: str,
           free: bool) -> Point:
    """Show the query's arrow among at most three keys, the shares, and the output among the values.

    ``free``: whether the arrow may also be made longer or shorter. Returns the query as the reader left it.
    """
    slot = f"{key} query"
    query = remembered(slot, start, _read, lambda point: ",".join(map(str, point)))

    def moved() -> None:
        raw = st.session_state[key].get("query")
        new_query = accepted(raw.get("point") if isinstance(raw, Mapping) else None)
        if new_query is not None:
            st.session_state[slot] = new_query

    ink, *tones = (f"light-dark({PALETTE['light'][tone]}, {PALETTE['dark'][tone]})" for tone in (0, *TONES))
    _mount(key=key, on_query_change=moved, data={
        "names": list(names), "keys": keys, "values": values, "query": query, "free": free, "farthest": FARTHEST,
        "label": label, "ink": ink, "tones": tones[:len(names)], "words": dict(words("arrows"))})
    return query


def accepted(raw) -> Point | None:
    """A query that the arrow can have, rounded to hundredths, or None for anything else."""
    if not isinstance(raw, list | tuple) or len(raw) != 2 or not all(isinstance(x, int | float) for x in raw):
        return None
    point = tuple(round(float(number), 2) if math.isfinite(number) else math.inf for number in raw)
    return point if math.hypot(*point) <= FARTHEST + 0.01 else None


def _read(text: str) -> Point | None:
    """A query as a link has it: ``1.7,-0.9``."""
    try:
        return accepted([float(part) for part in text.split(",")])
    except ValueError:
        return None
