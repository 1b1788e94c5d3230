"""Has this mark a twin of its colour? The same picture before two networks: N2-28."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core import catalog
from core.data import marks
from core.experiments import families
from core.experiments import nonlocal_block as computed
from pages.components import lesson
from pages.components.cache import shared
from pages.components.compose import Rules, Thing, compose, css
from pages.components.formula import PALETTE
from pages.components.pixels import Box, Panel, pixels
from pages.components.text import words
from pages.vision.nonlocal_block import PAGE
from pages.vision.nonlocal_block.reading import MOST, Reading, layers

RIGHT, WRONG = 3, 1  # places in the palette
OPTIONS = ("both", "only_block", "neither")
_near = shared(computed.twins_in_window)


def twins(read: Reading) -> None:
    """The reader places marks; both networks answer for each of them. EXHIBITS N2-28."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-28"):
        edited, answered = st.columns([0.36, 0.64], gap="large")
        with edited:
            st.markdown(w["place_marks"])
            _editor(read)
        with answered:
            if lesson.predict(PAGE, "N2-28", OPTIONS, lambda: _prose_values(read), "only_block"):
                _answers(read)


def _editor(read: Reading) -> None:
    w = words(PAGE)
    colours = {name: (w[f"colour_{name}"], css(rgb)) for name, rgb in marks.COLOURS.items()}
    rules = Rules(marks.SIDE, {"mark": w["one_mark"]}, colours, (1, 1), (1, MOST), "#000000")
    things = [Thing("mark", colour, column, row, 1, 1) for (row, column), colour in zip(read.places, read.colours)]
    compose(things, rules, key="marks", label=w["editor"], on_change=_put)


def _put(things: list[Thing]) -> None:
    st.session_state["text"] = marks.written([(one.y, one.x) for one in things], [one.colour for one in things])


def _answers(read: Reading) -> None:
    w = words(PAGE)
    panels = []
    for name, trace in (("plain", read.plain), ("block", read.block)):
        likely = read.likely(trace)
        right = int(((likely > 0.5) == read.answers).sum())
        panels.append(Panel(w[f"network_{name}"], read.image, boxes=tuple(_boxes(read, likely)),
                            note=w["right_of"].format(right=right, all=len(likely))))
    pixels(panels, key="answers", label=w["answers"], size=520)
    st.caption(w["legend"])


def _boxes(read: Reading, likely: np.ndarray):
    """A frame round each mark: what the network says, green if that is right."""
    w, side = words(PAGE), marks.SIDE
    for (row, column), p, twin in zip(read.places, likely, read.answers):
        tone = PALETTE["light"][RIGHT if (p > 0.5) == twin else WRONG]
        yield Box((column - 0.5) / side, (row - 0.5) / side, 2 / side, 2 / side, tone,
                  w["says_twin" if p > 0.5 else "says_alone"], bool((p > 0.5) != twin))


def _prose_values(read: Reading) -> dict[str, str | float]:
    reach = families.reach(layers(read))
    plain, block = (catalog.about(name)["metrics"] for name in read.names)
    return {"plain": plain["accuracy"], "block": block["accuracy"], "always": plain["always_the_commoner"],
            "pictures": plain["pictures"], "marks": str(marks.MARKS), "reach": str(reach),
            "near": 100 * _near(reach)}
