"""Pictures as pictures: weights laid over them as fog that lifts, boxes in front, and places to choose.

    at = pixels([Panel("picture", image, fog=row, grid=(16, 16))], key="seen", label="...", start=(1, 2))

A panel's fog lifts where its numbers are large. Click a place of a panel with a grid,
or move with the arrow keys: all panels with a grid have the same place chosen.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st

from pages.components import address
from pages.components.modules import component
from pages.components.text import words

__all__ = ["Box", "Panel", "chosen", "paper", "pixels"]

_mount = component("attention_pixels", "pixels/pixels.js", css="pixels/pixels.css")


def paper(image: np.ndarray) -> np.ndarray:
    """A picture (H, W, C) from 0 to 1 in three colours: of one channel 1 is ink, dark on light."""
    return np.repeat(1 - image, 3, -1) if image.shape[-1] == 1 else image


@dataclass(frozen=True)
class Box:
    """A frame in front of a picture: left, top, width, height in shares of its sides; its colour, and a word on it."""

    x: float
    y: float
    width: float
    height: float
    tone: str
    text: str = ""
    dashed: bool = False


@dataclass(frozen=True, eq=False)
class Panel:
    """A picture (H, W, 3) from 0 to 1. ``fog``: numbers (h, w) laid over it; ``grid``: rows and columns to choose from.

    The fog is thickest at the number ``low`` and gone at the largest. ``note``: a line below the picture.
    """

    title: str
    picture: np.ndarray
    fog: np.ndarray | None = None
    low: float = 0.0
    grid: tuple[int, int] | None = None
    boxes: tuple[Box, ...] = ()
    note: str = ""

    def data(self) -> dict:
        """The same for the browser."""
        rgb = (np.clip(np.asarray(self.picture), 0, 1) * 255).round().astype(np.uint8)
        fog = None
        if self.fog is not None:
            values = np.asarray(self.fog, float)
            fog = {"rows": values.shape[0], "columns": values.shape[1], "values": values.round(6).ravel().tolist(),
                   "low": self.low, "limit": float(values.max())}
        return {"title": self.title, "note": self.note, "rows": rgb.shape[0], "columns": rgb.shape[1],
                "rgb": base64.b64encode(rgb.tobytes()).decode(), "fog": fog, "grid": self.grid,
                "boxes": [vars(box) for box in self.boxes]}


def pixels(panels: Sequence[Panel], *, key: str, label: str, start: tuple[int, int] = (0, 0),
           size: int = 300, across: int | None = None) -> tuple[int, int]:
    """Show the panels side by side, each ``size`` wide at most, and say which place (row, column) is chosen.

    ``across``: how many stand in one line where the page is wide; all of them if None.
    """
    grid = next((panel.grid for panel in panels if panel.grid), (1, 1))
    slot, at = f"{key}.chosen", chosen(key, start, grid)
    state = st.session_state.setdefault(slot, {"from": None, "serial": 0})
    if state["from"] != (start, grid):
        state |= {"at": at, "from": (start, grid), "serial": state["serial"] + 1}

    def pointed() -> None:
        raw = st.session_state[key].get("at") or {}
        row, column = raw.get("row"), raw.get("column")
        if type(row) is int and type(column) is int and 0 <= row < grid[0] and 0 <= column < grid[1]:
            st.session_state[slot] |= {"at": (row, column), "serial": int(raw.get("serial") or 0)}

    if any(panel.grid for panel in panels):
        address.keep(key, None if at == start else f"{at[0]}.{at[1]}")
    w = words("pixels")
    _mount(key=key, on_at_change=pointed, data={
        "panels": [panel.data() for panel in panels], "at": at, "serial": state["serial"], "label": label,
        "size": size, "across": across or len(panels), "place": w["place"], "keys": w["keys"]})
    return at


def chosen(key: str, start: tuple[int, int], grid: tuple[int, int]) -> tuple[int, int]:
    """The place that is chosen, before the panels are drawn: ``start``, until the reader or a link chooses another."""
    state = st.session_state.get(f"{key}.chosen")
    if state is None:
        return _linked(key, grid) or start
    return state["at"] if state.get("from") == (start, grid) else start


def _linked(key: str, grid: tuple[int, int]) -> tuple[int, int] | None:
    """The place in the link, where it lies in the grid."""
    match = re.fullmatch(r"(\d{1,4})\.(\d{1,4})", address.linked(key) or "")
    at = (int(match[1]), int(match[2])) if match else grid
    return at if at[0] < grid[0] and at[1] < grid[1] else None
