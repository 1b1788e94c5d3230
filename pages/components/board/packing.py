"""A board's pictures and frames as bytes: a header, sent at once, and parts, sent when a frame is looked at.

Parts follow the frames, contact sheets after the steps they gather: each holds the pictures that its frames show for
the first time, so many frames as stay within PART bytes together (one frame is never divided). Every picture lies in
exactly one part.

Message (`Payload.data`; `unpack` in payload.js): four bytes, the length of the header; the header, JSON; then
parts, each as its number, its length (four bytes each) and its bytes. A part fetched alone (`parts/VERSION/NUMBER`)
is its bytes. Part: the values of its pictures as float16, then their masks, one byte per cell. Integers and values are
little-endian. Header: `version`, a digest of everything, and two tables, see `header.py`: `frames`, and `pictures`,
each with the number of its `part` and, in that part, `offset` and, where cells are masked, `mask`.
A part with values that come `Later` is made when it is asked for; of such a picture the header does not
say the end of the colour scale, unless it was given: who opens the part takes the largest finite size in it.
float16 keeps -inf and nan and about three digits: enough to look at; exact values come from Python.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .header import LARGEST, cube, cubic, entry_of, header, shape_of, shared_limits
from .model import SCALES, Cell, Frame, Later, Picture

PART = 40_000  # bytes: the header, a sentence's machine and three parts (a link to cross-attention) stay below 250 KB
OPEN = 16  # parts made on demand that are kept: those of the first look are asked for at every step


@dataclass(frozen=True, eq=False)
class Payload:
    """The bytes for the browser, and what Python needs to check a report against them.

    `needs`: for each frame, by its key, the numbers of the parts that its pictures lie in.
    """

    version: str
    header: bytes
    parts: Sequence[bytes]
    needs: dict[str, tuple[int, ...]]
    shapes: dict[str, tuple[int, int, int]]
    panelled: frozenset[str]

    @property
    def steps(self) -> tuple[str, ...]:
        """The keys of the frames."""
        return tuple(self.needs)

    def data(self, numbers: Iterable[int]) -> bytes:
        """The header, and these parts."""
        parts = b"".join(struct.pack("<II", k, len(self.parts[k])) + self.parts[k] for k in numbers)
        return struct.pack("<I", len(self.header)) + self.header + parts

    @property
    def whole(self) -> bytes:
        """The header, and all parts."""
        return self.data(range(len(self.parts)))

    def holds(self, cell: Cell | None) -> bool:
        """Whether the cell lies inside one of the pictures."""
        if cell is None or cell.picture not in self.shapes:
            return False
        panels, rows, columns = self.shapes[cell.picture]
        if (cell.panel is not None) != (cell.picture in self.panelled):
            return False
        return (cell.panel or 0) < panels and cell.row < rows and cell.column < columns


class MadeLater(Sequence[bytes]):
    """The parts of a payload some of whose values come later: each is made when it is asked for."""

    def __init__(self, parts: Sequence[Sequence[Picture]]):
        self._parts = parts
        self._made = functools.lru_cache(OPEN)(lambda number: _bytes(parts[number]))

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, number: int) -> bytes:
        return self._made(number)


def payload(pictures: Sequence[Picture], frames: Sequence[Frame], *, mark: str = "",
            thumbnails: Mapping[str, list] | None = None) -> Payload:
    """Pack pictures and frames. Pure: a page may keep the result in a cache.

    `mark`: with values that come later, what tells this payload from others of the same pictures. `thumbnails`: of the
    patches that are labels (`thumbnails.py`).
    """
    _check(pictures, frames)
    packed = {picture.name: entry_of(picture) for picture in pictures}
    for name, limit in shared_limits(pictures, frames).items():
        packed[name]["limit"] = limit
    ordered = sorted(frames, key=lambda frame: frame.arrangement == "sheet")
    sizes = {picture.name: sum(_sizes(picture)) for picture in pictures}
    shared = list(_apportioned([*(frame.pictures for frame in ordered), tuple(packed)], sizes))
    given = {picture.name: picture for picture in pictures}
    held = [[given[name] for name in names] for names in shared]
    for k, part in enumerate(held):
        _place(k, part, packed)
    late = any(isinstance(picture.values, Later) for picture in pictures)
    parts = MadeLater(held) if late else tuple(map(_bytes, held))
    part_of = {name: k for k, names in enumerate(shared) for name in names}
    shapes = {name: tuple(entry["shape"]) for name, entry in packed.items()}
    fields = header(list(packed.values()), frames) | ({"patches": thumbnails} if thumbnails else {})
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    content = (mark.encode(),) if late else parts
    version = hashlib.blake2b(b"".join((text.encode(), *content)), digest_size=16).hexdigest()
    return Payload(
        version=version,
        header=f'{{"version":"{version}",{text[1:]}'.encode(),
        parts=parts,
        needs={frame.key: tuple(sorted({part_of[name] for name in frame.pictures})) for frame in frames},
        shapes=shapes,
        panelled=frozenset(picture.name for picture in pictures if len(shape_of(picture.values)) == 3),
    )


def _sizes(picture: Picture) -> tuple[int, int]:
    """The bytes of a picture's values and of its mask."""
    shape = cubic(picture.values)
    mask = _mask(picture, shape)
    return 2 * math.prod(shape), 0 if mask is None else mask.nbytes


def _apportioned(shown: Iterable[Sequence[str]], sizes: dict[str, int]) -> Iterator[list[str]]:
    """The names of the pictures, part by part; `shown`: those of each frame; `sizes`: their bytes."""
    placed: set[str] = set()
    part: list[str] = []
    for names in shown:
        fresh = [name for name in dict.fromkeys(names) if name not in placed]
        if part and fresh and sum(sizes[name] for name in part + fresh) > PART:
            yield part
            part = []
        part += fresh
        placed.update(fresh)
    yield part


def _place(number: int, pictures: Sequence[Picture], entries: dict[str, dict[str, Any]]) -> None:
    """Tell the entries of a part's pictures where in it they lie."""
    sizes = [_sizes(picture) for picture in pictures]
    at, masks_at = 0, sum(values for values, _ in sizes)
    for picture, (values, mask) in zip(pictures, sizes):
        entry = entries[picture.name]
        entry |= {"part": number, "offset": at}
        at += values
        if mask:
            entry |= {"mask": masks_at, "maskPanels": mask // math.prod(entry["shape"][1:])}
            masks_at += mask


def _bytes(pictures: Sequence[Picture]) -> bytes:
    """A part: all values, then all masks."""
    values = [_half(cube(picture.values)).tobytes() for picture in pictures]
    masks = (_mask(picture, cubic(picture.values)) for picture in pictures)
    return b"".join([*values, *(mask.tobytes() for mask in masks if mask is not None)])


def _half(cube: np.ndarray) -> np.ndarray:
    finite = np.isfinite(cube)
    return np.where(finite, np.clip(cube, -LARGEST, LARGEST), cube).astype("<f2")


def _mask(picture: Picture, shape: tuple[int, ...]) -> np.ndarray | None:
    """The forbidden cells, one layer where all panels share them."""
    if picture.masked is None or not np.any(picture.masked):
        return None
    masked = np.asarray(picture.masked, dtype=bool)
    shared = masked.ndim < 3 or masked.shape[0] == 1
    target = (1, *shape[1:]) if shared else shape
    return np.ascontiguousarray(np.broadcast_to(masked, target), dtype=np.uint8)


def _check(pictures: Sequence[Picture], frames: Sequence[Frame]) -> None:
    names = [picture.name for picture in pictures]
    if len(set(names)) < len(names):
        raise ValueError(f"Picture names are unique on a board; {sorted(names)} has a name twice.")
    if not frames or len({frame.key for frame in frames}) < len(frames):
        raise ValueError("A board needs at least one frame, and every frame its own key.")
    for picture in pictures:
        _check_picture(picture)
    for frame in frames:
        unknown = [name for name in frame.pictures if name not in names]
        if unknown or not frame.pictures:
            raise ValueError(f"Frame {frame.key!r} shows pictures that were not given: {unknown}.")


def _check_picture(picture: Picture) -> None:
    panels, rows, columns = cubic(picture.values)
    wrong = [
        f"{len(labels)} {kind} labels for {count}"
        for kind, labels, count in (
            ("row", picture.rows, rows),
            ("column", picture.columns, columns),
            ("panel", picture.panels, panels),
        )
        if labels and len(labels) != count
    ]
    if wrong:
        raise ValueError(f"Picture {picture.name!r} has {', '.join(wrong)}.")
    if picture.scale not in SCALES:
        raise ValueError(f"Picture {picture.name!r} asks for scale {picture.scale!r}; there are {SCALES}.")
