"""The machine on one screen: a model as tracks of words that flow through boxes, every attention as ribbons.

    packed = pack(trace, plan)                                    # pure: keep it in a cache
    state = show(packed, key="machine", words=words("machine"), follow=Row("source", 6), off=("encoder.0.norm_1",))
    if state.box: ...                                             # a box was entered ("" when left), once per click
    reading(trace, plan)                                          # for a start page: who was read to write what

Derived by ``derived.py`` from trace and plan alone; drawn by ES modules that a board can use for a frame of its own:
``layout``, ``paint``, ``hit``, ``describe``, ``camera``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import streamlit as st

from core.plan import Plan
from core.steps import Trace
from pages.components.board import Frame, Picture, payload
from pages.components.modules import compact, component, control, nothing
from pages.components.thumbnails import thumbnails

from .derived import machine, reading, weights
from .rows import Row

__all__ = ["MachineAction", "Row", "machine", "pack", "reading", "show", "weights"]

_mount = component("attention_machine", "machine/view.js", css="machine/machine.css")


class MachineAction(NamedTuple):
    """What the reader has just done: the box entered, "" on leaving it; the word followed; None where nothing was."""

    box: str | None
    follow: Row | None
    unfollowed: bool


def pack(trace: Trace, plan: Plan, unedited: Trace | None = None, words: Mapping[str, str] = {}) -> bytes:
    """A run as the browser draws it: the spec, and the weights of its ribbons as a board's payload packs them."""
    spec = machine(trace, plan, unedited, words) | {"patches": thumbnails(trace)}
    pictures = [Picture(step, step, cube) for step, cube in weights(trace, spec).items()]
    header = compact(spec)
    frames = [Frame("machine", "", "", tuple(picture.name for picture in pictures))] if pictures else []
    body = b"\0\0" + payload(pictures, frames).whole if pictures else b""  # no key of its own
    return len(header).to_bytes(4, "little") + header + body


def show(packed: bytes, *, key: str, words: Mapping[str, str], follow: Row | None = None,
         off: Sequence[str] = ()) -> MachineAction:
    """Draw the machine."""
    state: dict[str, Any] = {"words": dict(words), "off": list(off),
                             "follow": follow and {"stream": follow[0], "index": follow[1]}}
    with st.container(gap=None):
        heard = _mount(key=key, data=len(key.encode()).to_bytes(2, "little") + key.encode() + packed,
                      on_box_change=nothing, on_follow_change=nothing)
        control("__machines", key, state)
    box, follow = heard.box, heard.follow
    chosen = follow and follow["value"]
    return MachineAction(None if box is None else box["value"] or "",
                         chosen and Row(chosen["stream"], int(chosen["index"])), follow is not None and not chosen)
