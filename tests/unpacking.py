"""A board's message read again, as `payload.js` reads it: the inverse of `pages/components/board/packing.py`."""

import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pages.components.board.header import BLANK, BLANK_FRAME, largest


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The header of a message, and the arrays in its parts: what the browser computes."""
    (length,) = struct.unpack_from("<I", data)
    header, at, parts, arrays = json.loads(data[4 : 4 + length]), 4 + length, {}, {}
    while at < len(data):
        number, size = struct.unpack_from("<II", data, at)
        parts[number] = data[at + 8 : at + 8 + size]
        at += 8 + size
    header |= _tables(header)
    for entry in header["pictures"]:
        if entry["part"] in parts:
            values = np.frombuffer(parts[entry["part"]], np.float16, int(np.prod(entry["shape"])), entry["offset"])
            arrays[entry["name"]] = values.reshape(entry["shape"])
            entry.setdefault("limit", largest(arrays[entry["name"]]))
    return header, arrays


def _tables(tables: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The rows of both tables again."""
    pictures, frames = _rows(tables["pictures"], BLANK), _rows(tables["frames"], BLANK_FRAME)
    for i, picture in enumerate(pictures):
        if "behind" in picture:
            picture["alt"] = picture["title"] + picture.pop("behind")
        if picture["growsFrom"] != "":
            picture["growsFrom"] = pictures[i - picture["growsFrom"]]["name"]
    for frame in frames:
        first, own = frame.pop("first"), frame.pop("own", None)
        frame |= {"key": frame["key"] if own is None else pictures[first + own]["name"],
                  "pictures": [pictures[first + i]["name"] for i in (0, *frame["pictures"])]}
    return {"pictures": pictures, "frames": frames}


def _apart(parts: Sequence[int | str]) -> list[str]:
    """The texts again."""
    texts, before = [], ""
    for shared, rest in zip(parts[::2], parts[1::2]):
        texts.append(before := before[:shared] + rest)
    return texts


def _rows(table: Mapping[str, Any], blank: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = [dict(blank) for _ in range(table["count"])]
    for name, column in table["columns"].items():
        of, at = column["of"] if "of" in column else _apart(column["same"]), column.get("at")
        for i, row in enumerate(rows):
            value = of[at[i]] if at else of[i] if len(of) > 1 else of[0]
            if value is not None:
                row[name] = value
    return rows
