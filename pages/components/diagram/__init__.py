"""The encoder-decoder Transformer as a drawing that shows where a step is computed. N0 figure 2, EXHIBITS N0-32.

    clicked = diagram("encoder.0.self_attention.scores", key="map", words=words)    # the column, up to 860 px high
    clicked = diagram(step, key="strip", words=words, compact=True)                 # the strip above a walkthrough
    if clicked: go("walk", step=first_step_of(clicked))                             # a box's id, once per click

Boxes and wires are data (``layout.py``), tested against a trace; the browser only places and draws them. Two mounts
make one drawing: the picture, the same from run to run (so Streamlit sends a reference), and the step that is lit.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from .layout import Box, Label, Wire, box_of, boxes, boxes_of_equation, label_of, numbered, wires

__all__ = ["WORD_KEYS", "Box", "Label", "Wire", "box_of", "boxes", "boxes_of_equation", "diagram", "label_of", "wires"]

WORD_KEYS = (
    "diagram",
    "encoder",
    "decoder",
    "source",
    "target",
    "equation",
    "source_embedding",
    "target_embedding",
    "self_attention",
    "masked_self_attention",
    "cross_attention",
    "add_norm",
    "feed_forward",
    "logits",
    "probabilities",
    "loss",
)

_HERE = Path(__file__).parent


def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


_mount_drawing = st.components.v2.component(
    "attention_diagram", css=_text("diagram.css"), js=_text("places.js") + _text("diagram.js")
)
_mount_lit = st.components.v2.component("attention_diagram_lit", js=_text("lit.js"))


def diagram(lit: str, *, layers: int = 2, key: str, words: Mapping[str, str], compact: bool = False) -> str | None:
    """Draw the model with the box of the step ``lit`` lit up; the id of a box that was just clicked, else None.

    ``lit`` is a step's name or a box's id; one that the drawing does not show lights nothing. ``words`` holds a text
    for each of WORD_KEYS. ``compact`` draws a strip of 76 px over the full width.
    """
    named = {name: words.get(name, "") for name in WORD_KEYS}
    with st.container(gap=None):
        drawing = _drawing(layers) | {"key": key, "compact": compact, "words": named}
        clicked = _mount_drawing(key=key, data=drawing, on_box_change=_nothing).box
        _mount_lit(key=f"{key}.lit", data={"key": key, "lit": box_of(lit), "label": label_of(lit)})
    return clicked


def _nothing() -> None:
    """Streamlit knows a component's triggers by their callbacks."""


@functools.cache
def _drawing(layers: int) -> dict[str, Any]:
    return {
        "layers": layers,
        "boxes": [_as_data(box) for box in boxes(layers)],
        "wires": [[wire.source, wire.target, wire.kind] for wire in wires(layers)],
    }


def _as_data(box: Box) -> dict[str, Any]:
    labels = [[label.text, *label.parts, numbered(label.equations)] for label in box.labels]
    return {
        "id": box.id,
        "word": box.word,
        "kind": box.kind,
        "stack": box.stack,
        "row": box.row,
        "layer": box.layer,
        "labels": labels,
        "equations": numbered(box.equations),
    }
