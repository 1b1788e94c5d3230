"""What a board shows and what it reports: plain values, no Streamlit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from pages.components.location import Cell, Follow, Place, cell_from_text

SCALES = ("sequential", "diverging", "mask", "magnitude")

WORD_KEYS = (
    "board", "previous", "next", "play", "pause", "step", "panel", "all_panels", "enlarge",
    "menu", "save_png", "save_svg", "save_csv", "copy", "copied", "not_copied", "table", "close", "truncated",
    "masked", "minus_infinity", "zero", "not_a_number", "allowed", "row", "column", "value", "selected",
    "speed", "letters", "unfollow", "previous_head", "next_head", "keys_full", "keys", "keys_step", "keys_page",
    "keys_ends", "keys_play", "keys_answer", "keys_head", "keys_choose", "keys_cell", "keys_back", "keys_leave",
    "keys_undo",
)  # fmt: skip
"""Every string of the interface. A missing word is shown as nothing."""


class Halo(NamedTuple):
    """A numbered ring on a cell, or on the whole of its row, which the text speaks of."""

    number: int
    cell: Cell
    whole: bool = False


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
    follow: Follow | None = None

    @property
    def place(self) -> Place:
        return Place(self.step, self.head, self.cell, self.follow)


class Later(NamedTuple):
    """Values that are computed when their picture is looked at: their shape now, the array when it is read."""

    shape: tuple[int, ...]
    read: Callable[[], np.ndarray]


def array(values: np.ndarray | Later) -> np.ndarray:
    """The values themselves, also of those left for later."""
    return values.read() if isinstance(values, Later) else values


@dataclass(frozen=True, eq=False)
class Picture:
    """One array as a heatmap: (columns), (rows, columns) or (panels, rows, columns).

    Pictures of one frame whose axes have the same link light the same index together. Two axes that
    hold the same words in different roles (query and key of self-attention) are told apart by giving
    them different links. `row_stream` and `column_stream` name what the axis runs along (see `core.streams`), so that a
    word is followed through all pictures; `grows_from` is the picture of the same shape whose cells become these.
    `outlines` frames blocks of cells in every panel: (first row, first column, rows, columns).
    """

    name: str
    title: str
    values: np.ndarray | Later
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    row_axis: str = ""
    column_axis: str = ""
    row_link: str = ""
    column_link: str = ""
    row_stream: str = ""
    column_stream: str = ""
    grows_from: str = ""
    panels: tuple[str, ...] = ()
    scale: str = "diverging"
    limit: float | None = None
    colour: str = ""
    alt: str = ""
    masked: np.ndarray | None = None
    outlines: tuple[tuple[int, int, int, int], ...] = ()


@dataclass(frozen=True)
class Frame:
    """One step: the pictures side by side, the last one being the result, and the signs between them.

    `arrangement`, on a board that fills the window: "row" (lines and stacks, whatever shows most), "product" (the
    second picture above the third, the first at its left), "sheet" (all results of a block; a click on one leads to
    its step). `pause`: milliseconds that playing waits here, as long as the text needs. `kind`: what draws it; that of
    a sheet which stands for a layer is "layer". `folded`: the key of that frame, in each of the layer's own.
    """

    key: str
    title: str
    group: str
    pictures: tuple[str, ...]
    signs: tuple[str, ...] = ()
    arrangement: str = "row"
    pause: int = 2000
    kind: str = "pictures"
    folded: str = ""


@dataclass(frozen=True)
class Options:
    """How a board is set up.

    `stepper`: the line with buttons above the pictures. `height` bounds the pictures, in pixels; with `fill` they take
    all the height down to the window's end. `url`: step, cell, head and followed word stand in the address.
    `editable`: the picture whose cells can be dragged or typed over. `motion`: what two steps share moves.
    `numbers`: prefer cells with room for their number. `haloes`: rings on cells. `path`: the keys of the frames that
    arrows walk through (all but sheets by default). `partners`: entries of other streams that stay strong with the
    followed one. `asks`: the text beside holds a question that Space answers. `address`: what else the link keeps, by
    name; "" is left out.
    """

    stepper: bool = True
    height: int | None = None
    url: bool = True
    editable: str | None = None
    fill: bool = False
    motion: bool = True
    numbers: bool = False
    haloes: Sequence[Halo] = ()
    path: Sequence[str] | None = None
    partners: Sequence[Follow] = ()
    asks: bool = False
    address: Mapping[str, str] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """The same for the browser."""
        rings = [{"number": halo.number, "whole": halo.whole, **halo.cell._asdict()} for halo in self.haloes]
        path = None if self.path is None else list(self.path)
        partners = [partner._asdict() for partner in self.partners]
        own = {name: value for name, value in vars(self).items() if name not in ("url", "address")}
        return own | {"haloes": rings, "path": path, "partners": partners}


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


def follow_from(raw: Any) -> Follow | None:
    """What is followed, as a browser sent it (a mapping); None for anything else."""
    if isinstance(raw, Follow) or raw is None:
        return raw
    if not isinstance(raw, Mapping) or not isinstance(raw.get("stream"), str):
        return None
    index = _index(raw.get("index"))
    return None if index is None else Follow(raw["stream"], index)


def _index(raw: Any) -> int | None:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) and raw >= 0 else None
