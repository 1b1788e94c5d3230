"""Charts of the pages on heads and layers, as Vega-Lite: lines, bars in parts and in pairs, counts, arcs, spans.

Written as plain dictionaries: building the same with Altair takes longer than everything else on these pages.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from pages.components.lessons.positions_charts import GREY, colour
from pages.components.numerals import POWERS_OF_TEN

QUIET = {"grid": False, "tickCount": 5}


def _draw(spec: Mapping, width: str = "stretch") -> None:
    st.vega_lite_chart(dict(spec), width=width)


def _values(rows: Iterable[Mapping]) -> dict:
    return {"values": [dict(row) for row in rows]}


def _names(field: str, **axis) -> dict:
    """An upright axis of names in the order of the data."""
    return {"field": field, "type": "nominal", "sort": None, "title": None,
            "axis": {"labelLimit": 190, "ticks": False, "domain": False, "labelOverlap": False, **axis}}


def _number(field: str, title: str | None = None, **more) -> dict:
    return {"field": field, "type": "quantitative", "title": title, **more}


def _tones(field: str, names: Sequence[str], tones: Sequence[int], legend: bool = True) -> dict:
    shown = {"title": None, "orient": "top", "labelLimit": 240, "columns": 3 if max(map(len, names)) > 8 else 4}
    shown = shown if legend and len(names) > 1 else None
    return {"field": field, "type": "nominal", "sort": None, "legend": shown,
            "scale": {"domain": list(names), "range": [colour(tone) for tone in tones]}}


def _tips(*names: str, **numbers: tuple[str, str]) -> list[dict]:
    """What a pointer is told: names as they are, and numbers by field as (title, format).

    Titles are keys there, so that no two may be the same: names have blanks of different lengths.
    """
    return [{"field": name, "type": "nominal", "title": " " * i} for i, name in enumerate(names, 1)] + [
        {"field": name, "type": "quantitative", "title": title, "format": how}
        for name, (title, how) in numbers.items()]


def lines(series: Mapping[str, Sequence[float]], x: str, y: str, *, log: bool = False, height: int = 260,
          at: float | None = None, tones: Sequence[int] = (0, 1, 2, 3, 4, 5), legend: bool = True) -> None:
    """A line per name over 1, 2, 3 ...; a dashed rule at ``at``. What is not a number is left out."""
    rows = [{"name": name, "x": i, "y": float(value)} for name, values in series.items()
            for i, value in enumerate(values, 1) if math.isfinite(value) and (value > 0 or not log)]
    across = _number("x", x, axis={"grid": False, "tickMinStep": 1})
    along = _number("y", y, scale={"type": "log" if log else "linear", "zero": False},
                    axis=_powers([row["y"] for row in rows]) if log else {"tickCount": 5})
    drawn = {"data": _values(rows), "mark": {"type": "line", "strokeWidth": 2, "point": {"size": 18}},
             "encoding": {"x": across, "y": along, "color": _tones("name", list(series), tones[: len(series)], legend),
                          "tooltip": _tips("name", x=(x, "d"), y=(y, ".4g"))}}
    rule = {"data": _values([{"x": at}]), "mark": {"type": "rule", "color": GREY, "strokeDash": [4, 3]},
            "encoding": {"x": _number("x", x)}}
    _draw({"layer": [drawn, rule] if at is not None else [drawn], "height": height})


def _powers(values: Sequence[float]) -> dict:
    """A logarithmic axis marked at about five powers of ten, from below the least value to above the largest."""
    ends = [math.log10(end) for end in (min(values, default=1.0), max(values, default=1.0))]
    low, high = math.floor(ends[0]), math.ceil(ends[1])
    step = max(1, round((high - low) / 5))
    return {"values": [10.0**k for k in range(low, high + 1, step)], "labelExpr": POWERS_OF_TEN}


def stacked(rows: Sequence[Mapping], parts: Sequence[str], title: str) -> None:
    """Bars lying down, made of parts: rows of word, part, value."""
    _draw({"data": _values(rows), "mark": "bar", "height": {"step": 24}, "encoding": {
        "y": _names("word"), "x": _number("value", title, stack=True, axis=QUIET),
        "color": _tones("part", parts, [i % 6 for i in range(len(parts))]),
        "tooltip": _tips("word", "part", value=(title, ".3f"))}})


def pairs(labels: Sequence[str], series: Mapping[str, Sequence[float]], title: str,
          tones: Sequence[int] = (-1, 0)) -> None:
    """For each label a bar of each series from 0 to 1, one under the other."""
    rows = [{"word": label, "which": which, "value": float(value)} for which, values in series.items()
            for label, value in zip(labels, values)]
    _draw({"data": _values(rows), "mark": "bar", "height": {"step": 13}, "encoding": {
        "y": _names("word"), "yOffset": {"field": "which", "sort": list(series)},
        "x": _number("value", title, axis=QUIET, scale={"domain": [0, 1]}),
        "color": _tones("which", list(series), tones), "tooltip": _tips("word", "which", value=(title, ".4f"))}})


def counts(values: Mapping[str, int], title: str, tones: Sequence[int] | int = 0, top: int | None = None,
           step: int = 28) -> None:
    """Whole numbers as bars lying down, written out in full."""
    tones = [tones] * len(values) if isinstance(tones, int) else tones
    rows = [{"name": name, "value": value, "tone": colour(tone), "text": f"{value:,}"}
            for (name, value), tone in zip(values.items(), tones)]
    across = _number("value", title, axis=QUIET | {"format": "~s"},
                     scale={"domain": [0, 1.22 * (top or max(values.values()))], "nice": False})
    bar = {"mark": {"type": "bar", "height": 0.6 * step},
           "encoding": {"color": {"field": "tone", "type": "nominal", "scale": None}}}
    _draw({"data": _values(rows), "height": {"step": step}, "encoding": {"y": _names("name"), "x": across},
           "layer": [bar, _said(4)]})


def _said(dx: int) -> dict:
    return {"mark": {"type": "text", "align": "left", "dx": dx, "color": GREY},
            "encoding": {"text": {"field": "text", "type": "nominal"}}}


def dots(values: Mapping[str, float], title: str, domain: tuple[float, float]) -> None:
    """One point per name on a scale that need not start at 0, with its number."""
    rows = [{"name": name, "value": value, "text": f"{value:g}"} for name, value in values.items()]
    across = _number("value", title, axis={"tickCount": 6}, scale={"domain": list(domain), "zero": False})
    point = {"mark": {"type": "circle", "size": 110, "opacity": 1, "color": colour(0)}}
    _draw({"data": _values(rows), "height": {"step": 26}, "encoding": {"y": _names("name"), "x": across},
           "layer": [point, _said(10)]})


def arcs(maps: Mapping[str, list[list[float]]], rows: Sequence[str], columns: Sequence[str], title: str,
         weight: str) -> None:
    """Per map, queries at the left and keys at the right, a line as dark as its weight; pointing at a word keeps it."""
    def place(i: int, count: int) -> float:
        return -i / max(1, count - 1)

    found = [{"map": name, "query": f"{rows[i]} {i + 1}", "key": f"{j + 1} {columns[j]}", "i": i, "j": j,
              "x": 0, "x2": 1, "y": place(i, len(rows)), "y2": place(j, len(columns)), "weight": float(A[i][j])}
             for name, A in maps.items() for i in range(len(rows)) for j in range(len(columns))]
    wide, tall = {"domain": [-0.55, 1.55], "nice": False}, {"domain": [-1.06, 0.06], "nice": False}
    ends = {"x": _number("x", axis=None, scale=wide), "y": _number("y", axis=None, scale=tall)}
    far = {"x": _number("x2", axis=None, scale=wide), "y": _number("y2", axis=None, scale=tall)}
    strength = {"param": "word", **_number("weight", scale={"domain": [0, 1], "range": [0.03, 1]}, legend=None)}
    line = {"mark": {"type": "rule", "strokeWidth": 3, "color": colour(0)}, "encoding": ends | {
        "x2": {"field": "x2"}, "y2": {"field": "y2"}, "tooltip": _tips("query", "key", weight=(weight, ".3f")),
        "opacity": {"condition": strength, "value": 0.02}}}
    word = {"type": "text", "fontSize": 13, "color": GREY}
    asks = {"mark": word | {"align": "right", "dx": -6}, "transform": [{"filter": "datum.j == 0"}],
            "params": [{"name": "word", "select": {"type": "point", "on": "pointerover", "fields": ["i"],
                                                   "clear": "pointerout"}}],
            "encoding": ends | {"text": {"field": "query", "type": "nominal"},
                                "opacity": {"condition": {"param": "word", "value": 1}, "value": 0.35}}}
    answers = {"mark": word | {"align": "left", "dx": 6}, "transform": [{"filter": "datum.i == 0"}],
               "encoding": far | {"text": {"field": "key", "type": "nominal"}}}
    height = 25 * max(len(rows), len(columns), 4)
    _draw({"data": _values(found), "config": {"view": {"stroke": None}},
           "facet": {"column": {"field": "map", "type": "nominal", "title": title, "header": {"labelFontSize": 15}}},
           "spec": {"width": 340, "height": height, "layer": [line, asks, answers]}}, "content")


def spans(rows: Sequence[Mapping], title: str, band: tuple[float, float], marks: Sequence[tuple[float, int]],
          domain: tuple[float, float]) -> None:
    """Spans lying down (name, low, high, text), a band that they share, and dashed rules."""
    scale = {"domain": list(domain), "zero": False, "nice": False, "clamp": True}
    low, high = _number("low", title, scale=scale, axis={"grid": False, "tickCount": 8}), {"field": "high"}
    shared = {"data": _values([{"low": band[0], "high": band[1]}]), "encoding": {"x": low, "x2": high},
              "mark": {"type": "rect", "color": colour(2), "opacity": 0.35}}
    drawn = {"mark": {"type": "bar", "height": 12, "color": colour(0)}, "encoding": {
        "y": _names("name"), "x": low, "x2": high, "tooltip": _tips("name", "text", "range")}}
    said = _said(6)
    said["encoding"] |= {"y": _names("name"), "x": _number("high", title, scale=scale)}
    rules = {"data": _values({"x": x, "tone": colour(tone)} for x, tone in marks),
             "mark": {"type": "rule", "strokeDash": [4, 3], "strokeWidth": 2},
             "encoding": {"x": _number("x", title, scale=scale),
                          "color": {"field": "tone", "type": "nominal", "scale": None}}}
    _draw({"data": _values(rows), "height": {"step": 24}, "layer": [shared, drawn, said, rules]})
