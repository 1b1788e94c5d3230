"""A board's pictures and frames as one run of bytes, sent to the browser once.

Layout: four bytes (little-endian) giving the length of a JSON header, the header, then the values of every
picture as float16, then the masks as one byte per cell. Offsets in the header count from its end.
float16 keeps -inf and nan and about three digits: enough to look at; exact values come from Python.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .model import SCALES, Cell, Frame, Picture

LARGEST = 65504.0  # the largest finite float16


@dataclass(frozen=True, eq=False)
class Payload:
    """The bytes for the browser, and what Python needs to check a report against them."""

    data: bytes
    shapes: dict[str, tuple[int, int, int]]
    panelled: frozenset[str]
    steps: tuple[str, ...]

    def holds(self, cell: Cell | None) -> bool:
        """Whether the cell lies inside one of the pictures."""
        if cell is None or cell.picture not in self.shapes:
            return False
        panels, rows, columns = self.shapes[cell.picture]
        if (cell.panel is not None) != (cell.picture in self.panelled):
            return False
        return (cell.panel or 0) < panels and cell.row < rows and cell.column < columns


def payload(pictures: Sequence[Picture], frames: Sequence[Frame]) -> Payload:
    """Pack pictures and frames. Pure: a page may keep the result in a cache."""
    _check(pictures, frames)
    cubes = [_cube(picture.values) for picture in pictures]
    floats = [_half(cube) for cube in cubes]
    masks = [_mask(picture, cube.shape) for picture, cube in zip(pictures, cubes)]
    entries, offset = [], 0
    mask_offset = sum(block.nbytes for block in floats)
    for picture, cube, block, mask in zip(pictures, cubes, floats, masks):
        entry = _entry(picture, cube) | {"offset": offset}
        if mask is not None:
            entry |= {"mask": mask_offset, "maskPanels": mask.shape[0]}
            mask_offset += mask.size
        entries.append(entry)
        offset += block.nbytes
    body = b"".join(block.tobytes() for block in [*floats, *(mask for mask in masks if mask is not None)])
    header = {"pictures": entries, "frames": [_frame(frame) for frame in frames]}
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    version = hashlib.blake2b(text.encode() + body, digest_size=8).hexdigest()
    encoded = f'{{"version":"{version}",{text[1:]}'.encode()
    return Payload(
        data=struct.pack("<I", len(encoded)) + encoded + body,
        shapes={picture.name: cube.shape for picture, cube in zip(pictures, cubes)},
        panelled=frozenset(picture.name for picture in pictures if np.ndim(picture.values) == 3),
        steps=tuple(frame.key for frame in frames),
    )


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The header and the arrays in a payload's bytes: the inverse that the browser also computes."""
    (length,) = struct.unpack_from("<I", data)
    header, body = json.loads(data[4 : 4 + length]), data[4 + length :]
    arrays = {}
    for entry in header["pictures"]:
        count = int(np.prod(entry["shape"]))
        values = np.frombuffer(body, np.float16, count, entry["offset"])
        arrays[entry["name"]] = values.reshape(entry["shape"])
    return header, arrays


def _cube(values: np.ndarray) -> np.ndarray:
    values = np.asarray(values, dtype=np.float64)
    if values.ndim > 3:
        raise ValueError(f"A picture has at most three axes (panel, row, column), not {values.ndim}.")
    return values.reshape((1,) * (3 - values.ndim) + values.shape)


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


def _entry(picture: Picture, cube: np.ndarray) -> dict[str, Any]:
    return {
        "name": picture.name,
        "title": picture.title,
        "rows": list(picture.rows),
        "columns": list(picture.columns),
        "rowAxis": picture.row_axis,
        "columnAxis": picture.column_axis,
        "rowLink": picture.row_link,
        "columnLink": picture.column_link,
        "panels": list(picture.panels),
        "panelled": np.ndim(picture.values) == 3,
        "scale": picture.scale,
        "limit": _limit(picture, cube),
        "colour": picture.colour,
        "alt": picture.alt,
        "shape": list(cube.shape),
        "outlines": [list(block) for block in picture.outlines],
    }


def _limit(picture: Picture, cube: np.ndarray) -> float:
    """The end of the colour scale: given, or 1 for a probability, or the largest finite size."""
    if picture.limit is not None:
        return float(picture.limit)
    if picture.scale in ("sequential", "mask"):
        return 1.0
    sizes = np.abs(cube[np.isfinite(cube)])
    return float(min(sizes.max(), LARGEST)) if sizes.size and sizes.max() > 0 else 1.0


def _frame(frame: Frame) -> dict[str, Any]:
    return {
        "key": frame.key,
        "title": frame.title,
        "group": frame.group,
        "pictures": list(frame.pictures),
        "operators": list(frame.operators),
    }


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
    panels, rows, columns = _cube(picture.values).shape
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
