"""What every chart is made of: colours, axes, what a pointer is told; and the one place where a chart is drawn."""

from __future__ import annotations

import math
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence

import streamlit as st

from pages.components.formula import PALETTE, theme
from pages.components.lecture import projected
from pages.components.text import words

GREY = "#8a93a3"
PAPER = {"light": "#ffffff", "dark": "#12151c"}
INK = {"light": "#1b1f27", "dark": "#e8ebf0"}
FAINT = {"light": "#d5dae2", "dark": "#343c4a"}
DASHED = [4, 3]
QUIET = {"grid": False, "tickCount": 5}
TEXT, LEGEND, LINE = 12, 260, 34  # size of what is written, width of a legend's entry in pixels, letters in a line
LETTER = 7  # about the width of a letter in a title
AROUND = 85  # the height of the lower axis with its title and of a line of the legend, in pixels
PARTS = ("layer", "hconcat", "vconcat")
ROUND = {"top": 0, "right": 2, "bottom": 20, "left": 0}
"""Pixels around a chart, the lower as Streamlit's; without those at the right the last number of an axis is cut."""
FLUSH = {"axisXQuantitative": {"labelFlush": {"expr": "3.5 * length(datum.label)"}}}
"""A number nearer to the axis's end than half its own width ends with its tick: when a window has become narrower, Vega
leaves as much room as the numbers needed before, and what reaches farther beyond the plot would be cut."""
LARGER = 1.3
"""So much larger is a chart written on a projector, where a view's own zoom is for type of the size of a board's."""


def draw(spec: Mapping, alt: str, width: int | str = "stretch") -> None:
    """Draw it here; ``alt``: what it is, for those who do not see it."""
    spec = {"padding": ROUND} | dict(_enlarged(spec) if projected.shown() else spec)
    spec["config"] = FLUSH | spec.get("config", {})
    st.vega_lite_chart(_remarked(spec, _silent), width=width, alt=alt)


def _enlarged(spec: Mapping) -> dict:
    """The same for the last row of a hall: axes, legend and numbers larger."""
    written = {"axis": {"labelFontSize": TEXT, "titleFontSize": TEXT + 1}, "legend": {"labelFontSize": TEXT + 1}}
    larger = {of: {key: round(LARGER * size) for key, size in sizes.items()} for of, sizes in written.items()}
    height = spec.get("height")
    most = height["step"] + 1 if isinstance(height, Mapping) else math.inf  # a number is no higher than its bar

    def written_larger(mark: Mapping) -> Mapping:
        size = mark.get("fontSize")
        return {**mark, "fontSize": min(LARGER * size, max(size, most))} if size else mark

    return _remarked(spec, written_larger) | {"config": {**spec.get("config", {}), **larger}}


def _silent(mark: Mapping) -> Mapping:
    """Rules and bands say nothing to a screen reader: a layer of them has no words, and may be empty."""
    return {"aria": False, **mark} if mark["type"] in ("rule", "rect") else mark


def _remarked(spec: Mapping, change: Callable[[Mapping], Mapping]) -> dict:
    """The same with its marks, and those of the charts in it, changed."""
    copy = {key: [_remarked(one, change) for one in value] if key in PARTS else value for key, value in spec.items()}
    if isinstance(copy.get("mark"), Mapping):
        copy["mark"] = change(copy["mark"])
    return copy


def colour(tone: int) -> str:
    """A colour of the palette, in the reader's theme; below 0 grey."""
    return GREY if tone < 0 else PALETTE[theme()][tone]


def each(tones: Sequence[int] | int, count: int) -> list[int]:
    """A tone for each of so many."""
    return [tones] * count if isinstance(tones, int) else list(tones)[:count]


def values(rows: Iterable[Mapping]) -> dict:
    """Data of a chart; a row with a number that is infinite or none is left out: JSON has no word for it."""
    return {"values": [row for row in rows if all(not isinstance(one, float) or math.isfinite(one)
                                                  for one in row.values())]}


def largest(numbers: Iterable[float]) -> float:
    """The largest that can be drawn; 0 if there is none."""
    return max(filter(math.isfinite, numbers), default=0.0)


def quantity(field: str, title: str | None = None, beside: Iterable[str] = (), **more) -> dict:
    """A number along an axis; its title in lines that fit into a narrow chart, ``beside`` names in it too."""
    line = min(LINE, max(16, LINE + 10 - max(map(_wide, beside), default=0)))
    return {"field": field, "type": "quantitative", "title": _wrapped(title or "", line) or None, **more}


def lying(field: str, title: str, beside: Iterable[str] = (), **more) -> dict:
    """The same along the lower edge: a title wider than the plot ends with it, below the names at the left."""
    one = quantity(field, title, beside, **more)
    return one | {"axis": ending(one["title"] or ()) | (one.get("axis") or {})}


def ending(title: Sequence[str]) -> dict:
    """Where the lines of a lower axis's title stand: they end with the plot if they are wider than it."""
    pixels = LETTER * max(map(_wide, title), default=0)
    return {"titleAnchor": {"expr": f"width < {pixels} ? 'end' : 'middle'"}}


def _wrapped(text: str, line: int) -> list[str]:
    """Its lines of at most so many letters, about as long as each other; of Chinese characters half as many."""
    most = max(1, line * len(text) // max(1, _wide(text)))
    lines = textwrap.wrap(text, most)
    even = (textwrap.wrap(text, width) for width in range(max(1, -(-len(text) // max(1, len(lines)))), most))
    return next((one for one in even if len(one) == len(lines)), lines)


def name(field: str, **more) -> dict:
    """Names in the order of the data."""
    return {"field": field, "type": "nominal", "sort": None, "title": None, **more}


def names_down(field: str) -> dict:
    """An upright axis of names."""
    return name(field, axis={"labelLimit": 240, "ticks": False, "domain": False, "labelOverlap": False})


def inks(field: str, names: Sequence[str], tones: Sequence[int], legend: bool = True) -> dict:
    """A colour per name, with a legend where there are several."""
    widest = max(map(_wide, names))
    columns = f"clamp(floor(width / {math.ceil(6.5 * widest + 26)}), 1, {3 if widest > 8 else 4})"
    shown = {"title": None, "orient": "top", "labelLimit": LEGEND, "columns": {"expr": columns}}
    return name(field, legend=shown if legend and len(names) > 1 else None,
                scale={"domain": list(names), "range": [colour(tone) for tone in tones]})


def tall(height: int, names: Sequence[str], legend: bool = True) -> dict:
    """How high a chart is: ``height`` with its axes and one line of legend; further lines take nothing of the plot.

    On a projector it is as high as the scene was made for; a screen as wide needs no further lines.
    """
    if not legend or len(names) < 2 or projected.shown():
        return {"height": height}
    return {"height": height - AROUND, "autosize": {"type": "fit-x", "contains": "padding"}}


def with_room(low: float, high: float, most: float, texts: Iterable[str], scale: str = "linear") -> list:
    """A scale's ends: from ``low`` to ``high``, or so far that what is written beside the largest number has room.

    How far that is depends on the chart's width, which is known in the browser alone.
    """
    letter = 7 * (LARGER if projected.shown() else 1)
    wider = f"width / max(width / 4, width - {12 + letter * max(map(_wide, texts), default=0)})"
    far = (f"{low} * pow({most / low}, {wider})" if scale == "log" else
           f"pow({most + 1}, {wider}) - 1" if scale == "symlog" else f"{low} + {most - low} * {wider}")
    return [low, {"expr": f"max({high}, {far})"}]


def _wide(text: str) -> int:
    """Its width in letters; a Chinese character is as wide as two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def own_ink() -> dict:
    """The colour that stands in the row itself."""
    return {"field": "tone", "type": "nominal", "scale": None}


def tips(**titles: str) -> list[dict]:
    """What a pointer is told: field = title. Titles are keys there: of two alike the second goes by a general word."""
    fields, general = [], (words("charts")[key] for key in ("value", "place"))
    for field, title in titles.items():
        taken = {one["title"] for one in fields}
        fields.append({"field": field, "type": "nominal",
                       "title": title if title and title not in taken else next(general)})
    return fields


def number_label(dx: int = 4, **more) -> dict:
    """The mark that writes a row's number beside it."""
    return {"mark": {"type": "text", "align": "left", "dx": dx, "fontSize": TEXT, "color": INK[theme()]} | more,
            "encoding": {"text": {"field": "text", "type": "nominal"}}}
