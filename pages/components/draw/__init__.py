"""A small picture to draw: with the pointer, or with the arrow keys and Space; undone, cleared.

    draw("00...0", side=8, levels="0123456789abcdefg", key="digit", label="...", on_change=put)

The picture is a text of one letter a pixel, row by row, so that it fits in a link. The browser paints first and reports
after. What is on screen is what Python says, until the reader paints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from pages.components.modules import component
from pages.components.text import words

__all__ = ["accepted", "draw"]

_mount = component("attention_draw", "draw/draw.js", css="draw/draw.css")


def draw(text: str, *, side: int, levels: str, key: str, label: str, on_change: Callable[[str], None]) -> None:
    """Show the picture of ``side`` by ``side`` pixels, each a letter of ``levels``, paper first, ink last.

    ``on_change`` is called with the whole text when the reader has painted.
    """
    slot = f"{key}.kept"
    state = st.session_state.setdefault(slot, {"text": None, "serial": 0})
    if state["text"] != text:
        state |= {"text": text, "serial": state["serial"] + 1}

    def painted() -> None:
        raw = st.session_state[key].get("drawn") or {}
        new_text = accepted(raw.get("text") if isinstance(raw, Mapping) else None, side, levels)
        if new_text is not None:
            st.session_state[slot] |= {"text": new_text, "serial": int(raw.get("serial") or 0)}
            on_change(new_text)

    w = words("draw")
    _mount(key=key, on_drawn_change=painted, data={
        "text": text, "serial": state["serial"], "side": side, "levels": levels, "label": label,
        "words": {name: w[name] for name in ("undo", "clear", "erase", "keys", "place")}})


def accepted(raw, side: int, levels: str) -> str | None:
    """A text of just so many letters of ``levels``, or None for anything else."""
    fits = isinstance(raw, str) and len(raw) == side * side and not set(raw) - set(levels)
    return raw if fits else None
