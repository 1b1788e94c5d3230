"""The header of a board's message: what the browser knows of pictures and frames before any value has come.

Both are tables, column by column: ``count``, and of each column its different values ``of`` and, row by row, the place
``at`` of its value among them; without ``at`` there is one for each row or one for all. None is what ``BLANK`` and
``BLANK_FRAME`` say, or nothing. Texts that begin alike are told as ``same``, in turn how many letters a text has in
common with the one before, and its others. A frame names its pictures by number, ``first`` and how far each other is
from it, and itself, if it has the name of one, as ``own``, so far from it too; a picture tells how many pictures
before it that one stands from which it grows, and as ``behind`` what its alt text adds to its title.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .model import Frame, Later, Picture, array

LARGEST = 65504.0  # the largest finite float16
BLANK = {
    "rowAxis": "", "columnAxis": "", "rowLink": "", "columnLink": "", "rowStream": "", "columnStream": "",
    "growsFrom": "", "panelled": False, "colour": "", "alt": "", "outlines": [], "part": 0,
}  # fmt: skip
ALIKE = ("name", "key")
"""Columns of texts that begin alike."""
BLANK_FRAME = {"group": "", "signs": [], "arrangement": "row", "pause": 2000, "kind": "pictures", "folded": ""}


def header(entries: Sequence[Mapping[str, Any]], frames: Sequence[Frame]) -> dict[str, Any]:
    """The two tables; ``entries``: see ``entry_of``."""
    number = {entry["name"]: i for i, entry in enumerate(entries)}
    grown = [entry | {"growsFrom": i - number[entry["growsFrom"]] if entry["growsFrom"] in number else ""}
             | _behind_title(entry["title"], entry["alt"]) for i, entry in enumerate(entries)]
    rows = [_frame(frame) for frame in frames]
    for one in rows:
        first, *others = [number[name] for name in one["pictures"]]
        one |= {"first": first, "pictures": [i - first for i in others]}
        if one["key"] in number:
            one |= {"key": "", "own": number[one["key"]] - first}
    return {"pictures": _table(grown, BLANK), "frames": _table(rows, BLANK_FRAME)}


def _behind_title(title: str, alt: str) -> dict[str, str]:
    """What an alt text says behind the title, where it begins with that."""
    return {"alt": "", "behind": alt.removeprefix(title)} if alt.startswith(title) else {}


def _table(rows: Sequence[Mapping[str, Any]], blank: Mapping[str, Any]) -> dict[str, Any]:
    columns = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        values = [None if name in blank and row.get(name) == blank[name] else row.get(name) for row in rows]
        keys = [repr(value) if isinstance(value, list) else value for value in values]
        distinct = dict(zip(keys, values))
        places = {key: i for i, key in enumerate(distinct)}
        unique = list(distinct.values())
        columns[name] = {"same": _in_common(unique)} if name in ALIKE else {"of": unique}
        if 1 < len(distinct) < len(rows):
            columns[name]["at"] = [places[key] for key in keys]
            if all(isinstance(value, int) for value in unique):  # a number's place is no shorter than the number
                columns[name] = {"of": values}
    return {"count": len(rows), "columns": columns}


def _in_common(texts: Sequence[str | None]) -> list[int | str]:
    """In turn, how many letters a text has in common with the one before, and its others; None as no text."""
    parts, before = [], ""
    for text in (text or "" for text in texts):
        shared = next((i for i, (a, b) in enumerate(zip(before, text)) if a != b), min(len(before), len(text)))
        parts += [shared, text[shared:]]
        before = text
    return parts


def entry_of(picture: Picture) -> dict[str, Any]:
    """A picture without its values."""
    return {
        "name": picture.name,
        "title": picture.title,
        "rows": list(picture.rows),
        "columns": list(picture.columns),
        "rowAxis": picture.row_axis,
        "columnAxis": picture.column_axis,
        "rowLink": picture.row_link,
        "columnLink": picture.column_link,
        "rowStream": picture.row_stream,
        "columnStream": picture.column_stream,
        "growsFrom": picture.grows_from,
        "panels": list(picture.panels),
        "panelled": len(shape_of(picture.values)) == 3,
        "scale": picture.scale,
        "limit": _limit(picture),
        "colour": picture.colour,
        "alt": picture.alt,
        "shape": list(cubic(picture.values)),
        "outlines": [list(block) for block in picture.outlines],
    }


def shared_limits(pictures: Sequence[Picture], frames: Sequence[Frame]) -> dict[str, float]:
    """The end of the colour scale of each share without one of its own: the largest that stands beside it, or beside
    one that does, so that colours side by side can be compared."""
    limits = {one.name: _limit(one) for one in pictures if one.scale == "sequential" and one.limit is None}
    limits = {name: limit for name, limit in limits.items() if limit is not None}
    families = {name: {name} for name in limits}
    for frame in frames:
        joined = set().union(*(families[name] for name in frame.pictures if name in families))
        families |= dict.fromkeys(joined, joined)
    return {name: max(limits[other] for other in family) for name, family in families.items()}


def _limit(picture: Picture) -> float | None:
    """The end of the colour scale: given, or 1 for a mask, or the largest finite size; None: it comes later."""
    if picture.limit is not None:
        return float(picture.limit)
    if picture.scale == "mask":
        return 1.0
    if isinstance(picture.values, Later):
        return None
    return largest(cube(picture.values))


def largest(values: np.ndarray) -> float:
    """The largest finite size, which float16 can say; 1 where there is none above 0."""
    sizes = np.abs(values[np.isfinite(values)])
    return float(min(sizes.max(), LARGEST)) if sizes.size and sizes.max() > 0 else 1.0


def _frame(frame: Frame) -> dict[str, Any]:
    return {
        "key": frame.key,
        "title": frame.title,
        "group": frame.group,
        "pictures": list(frame.pictures),
        "signs": list(frame.signs),
        "arrangement": frame.arrangement,
        "pause": frame.pause,
        "kind": frame.kind,
    } | ({"folded": frame.folded} if frame.folded else {})


def shape_of(values: np.ndarray | Later) -> tuple[int, ...]:
    """The shape, also of what comes later."""
    return values.shape if isinstance(values, Later) else np.shape(values)


def cubic(values: np.ndarray | Later) -> tuple[int, ...]:
    """The shape as panels, rows, columns. ValueError for more than three axes."""
    shape = shape_of(values)
    if len(shape) > 3:
        raise ValueError(f"A picture has at most three axes (panel, row, column), not {len(shape)}.")
    return (1,) * (3 - len(shape)) + shape


def cube(values: np.ndarray | Later) -> np.ndarray:
    """The values as panels, rows, columns, in float64."""
    now = array(values)
    return np.asarray(now, dtype=np.float64).reshape(cubic(values))
