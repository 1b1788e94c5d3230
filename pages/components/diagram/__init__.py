"""A model as a drawing of boxes and wires that shows where a step is computed. N0 figure 2, EXHIBITS N0-32.

    clicked = diagram(trace, step, key="map", words=words("diagram"))                   # columns, up to 860 px high
    clicked = diagram(trace, step, key="strip", words=words("diagram"), compact=True)   # lines of chips above a stage
    if clicked is not None: go("walk", step=...)                    # a box's id, once per click
    diagram(..., out=off(trace, edits), on_switch=turn)     # core/switches.py says what the switch of a box does

Boxes and wires are read off the trace and its plan (``layout.py``); the browser only places and draws them. Two mounts
make one drawing: the picture, the same from run to run (so Streamlit sends a reference), and what is lit and off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from core.plan import Box
from core.steps import Trace
from core.switches import of_box
from pages.components.formula import letters
from pages.components.modules import Written, component, control, nothing, written

from .layout import Wire, box_of, chains, wires

__all__ = ["Wire", "box_of", "chains", "diagram", "wires"]

_mount_drawing = component("attention_diagram", "diagram/diagram.js", css="diagram/diagram.css")


def diagram(trace: Trace, lit: str, *, key: str, words: Mapping[str, str], compact: bool = False,
            out: Sequence[str] = (), notes: Mapping[str, str] | None = None,
            on_switch: Callable[[str], None] | None = None) -> str | None:
    """Draw the model with the box of the step ``lit`` lit up; the id of a box that was just clicked, else None.

    ``lit`` is a step's name or a box's id; one that the drawing does not show lights nothing. ``out``: the boxes that
    are crossed out. ``notes``: a few letters to set beside a box, by id. ``compact``: lines of chips 22 px high, with
    switches; ``on_switch`` hears, before the page runs again, the id of a box whose switch was turned.
    """
    def switched() -> None:
        name = st.session_state[key].get("switch")
        if on_switch is not None and name is not None:
            on_switch(name)

    def drawing() -> Written:
        return written(data(trace, words, notes or {}) | {"key": key, "compact": compact})

    box = box_of(trace, lit)
    letter = trace[lit].letter if lit in trace else None
    with st.container(gap=None):
        shown = trace.derived((key, compact, *words.values(), *(notes or {}).items()), drawing)
        clicked = _mount_drawing(key=key, data=shown, on_box_change=nothing, on_switch_change=switched)
        control("__diagrams", key, {"lit": box and box.id, "out": list(out),
                                    "label": letters.written(letter) if letter else ""})
    return clicked.box


def data(trace: Trace, words: Mapping[str, str], notes: Mapping[str, str]) -> dict[str, Any]:
    """What the browser draws: boxes chain by chain with their words, and the wires."""
    return {
        "title": words["diagram"],
        "chains": [[_box(trace, box, words, notes) for box in line] for line in chains(trace)],
        "wires": [[wire.source, wire.target, wire.kind] for wire in wires(trace)],
    }


def _box(trace: Trace, box: Box, words: Mapping[str, str], notes: Mapping[str, str]) -> dict[str, Any]:
    name = words.get(box.word, box.word.replace("_", " "))
    column = words.get(box.column, box.column)
    symbols = [letter for step in box.steps if (letter := trace[step].letter)]
    made = [trace[step].equation.key.partition(".")[0] for step in box.steps if trace[step].equation is not None]
    off = dict.fromkeys(switch.what for switch in of_box(trace, box))
    return {
        "id": box.id,
        "name": name,
        "short": words.get(f"{box.word}_short", name),
        "kind": made[-1] if made else "given",
        "column": column,
        "layer": box.layer,
        "where": column if box.layer is None else words["layer_n"].format(column=column, n=box.layer + 1),
        "folded": "" if box.layer is None else words["layer_short"].format(n=box.layer + 1),
        "letters": [[letters.written(letter), letters.plain(letter)] for letter in symbols],
        "note": notes.get(box.id, ""),
        "switch": words["switch_of"].format(box=name, what=words["and"].join(words[f"off_{what}"] for what in off))
                  if off else "",
    }
