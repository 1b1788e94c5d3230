"""What a board shows and what it reports: plain values, no Streamlit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

SCALES = ("sequential", "diverging", "mask", "magnitude")

WORD_KEYS = (
    "board", "previous", "next", "play", "pause", "step", "panel", "all_panels", "enlarge",
    "menu", "save_png", "save_svg", "save_csv", "copy", "copied", "table", "close", "truncated",
    "masked", "minus_infinity", "zero", "not_a_number", "allowed", "row", "column", "value", "selected",
    "keys", "keys_step", "keys_page", "keys_ends", "keys_play", "keys_head", "keys_choose", "keys_cell", "keys_back",
    "keys_leave",
)  # fmt: skip
"""Every string of the interface. A missing word is shown as nothing."""


class Cell(NamedTuple):
    """One cell of one picture; `panel` is None where the picture has no panels."""

    picture: str
    panel: int | None
    row: int
    column: int


class Edit(NamedTuple):
    """A value that the reader gave to a cell. `serial` grows with every edit of a board."""

    cell: Cell
    value: float
    serial: int


@dataclass(frozen=True)
class BoardState:
    """What the reader is looking at: the step's key, the selected cell, the enlarged panel."""

    step: str
    cell: Cell | None = None
    head: int | None = None
    edit: Edit | None = None


@dataclass(frozen=True, eq=False)
class Picture:
    """One array as a heatmap: (columns), (rows, columns) or (panels, rows, columns).

    Pictures of one frame whose axes have the same link light the same index together. Two axes that
    hold the same words in different roles (query and key of self-attention) are told apart by giving
    them different links. `outlines` frames blocks of cells in every panel: (first row, first column, rows, columns).
    """

    name: str
    title: str
    values: np.ndarray
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    row_axis: str = ""
    column_axis: str = ""
    row_link: str = ""
    column_link: str = ""
    panels: tuple[str, ...] = ()
    scale: str = "diverging"
    limit: float | None = None
    colour: str = ""
    alt: str = ""
    masked: np.ndarray | None = None
    outlines: tuple[tuple[int, int, int, int], ...] = ()


@dataclass(frozen=True)
class Frame:
    """One step: the pictures side by side, the last one being the result."""

    key: str
    title: str
    group: str
    pictures: tuple[str, ...]
    operators: tuple[str, ...] = ()


_CELL = re.compile(
    r"(?P<picture>.+)@(?:(?P<panel>\d{1,5})\.)?(?P<row>\d{1,5})\.(?P<column>\d{1,5})", re.ASCII
)


def cell_to_text(cell: Cell | None) -> str:
    """`picture@panel.row.column`, or `picture@row.column`; nothing for no cell."""
    if cell is None:
        return ""
    panel = "" if cell.panel is None else f"{cell.panel}."
    return f"{cell.picture}@{panel}{cell.row}.{cell.column}"


def cell_from_text(text: Any) -> Cell | None:
    """The cell that `cell_to_text` wrote; None for anything else."""
    found = _CELL.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        return None
    panel = found["panel"]
    return Cell(
        found["picture"], None if panel is None else int(panel), int(found["row"]), int(found["column"])
    )


def cell_from_mapping(raw: Any) -> Cell | None:
    """The cell in what a browser sent (a mapping, or the text of a link); None for anything else."""
    if isinstance(raw, Cell) or raw is None:
        return raw
    if not isinstance(raw, Mapping):
        return cell_from_text(raw)
    row, column, panel = (_index(raw.get(name)) for name in ("row", "column", "panel"))
    if not isinstance(raw.get("picture"), str) or row is None or column is None:
        return None
    return Cell(raw["picture"], panel, row, column)


def _index(raw: Any) -> int | None:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) and raw >= 0 else None
