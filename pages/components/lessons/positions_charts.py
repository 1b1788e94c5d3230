"""Charts of the pages on positions and symmetry: curves, bars, clocks, in the colours of the formulas.

Written as Vega-Lite: a chart of several layers takes Altair a quarter of a second to validate, too long under a slider.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import streamlit as st

from pages.components.formula import PALETTE, theme
from pages.components.numerals import POWERS_OF_TEN, plain

GREY = "#8a93a3"
Points = tuple[Sequence[float], Sequence[float]]


def colour(place: int) -> str:
    """A colour of the palette, in the reader's theme; below 0 grey."""
    return GREY if place < 0 else PALETTE[theme()][place]


def _layer(rows: list[dict], mark: dict, **encoding) -> dict:
    return {"data": {"values": rows}, "mark": mark, "encoding": encoding}


def _show(layers: list[dict], key: str, **options) -> None:
    st.vega_lite_chart(spec={"layer": layers} | options, width="stretch", key=key)


def curves(series: Mapping[str, Points], x: str, y: str, *, key: str, height: int = 190, at: float | None = None,
           marks: Mapping[str, Points] | None = None, tones: Sequence[int] = range(6), whole: bool = False) -> None:
    """Lines by name, points on top where ``marks`` names any, a rule at ``at``. ``whole``: x counts."""
    names = list(series)
    legend = {"title": None, "orient": "top", "labelLimit": 260} if len(names) > 1 else None
    ink = {"field": "name", "type": "nominal", "legend": legend,
           "scale": {"domain": names, "range": [colour(tone) for tone in tones[: len(names)]]}}
    across = {"type": "ordinal", "axis": {"grid": False, "labelAngle": 0}} if whole else {
        "type": "quantitative", "axis": {"grid": False}, "scale": {"nice": False}}
    place = {"x": {"field": "x", "title": x} | across,
             "y": {"field": "y", "type": "quantitative", "title": y or None, "scale": {"zero": False}}}
    layers = [_layer(_rows(series), {"type": "line", "strokeWidth": 1.8}, color=ink, **place)]
    if marks:
        tip = [{"field": "name", "type": "nominal", "title": " "}, {"field": "x", "type": "quantitative", "title": x},
               {"field": "y", "type": "quantitative", "format": ".4f", "title": y or "  "}]
        layers.append(_layer(_rows(marks), {"type": "circle", "size": 34, "opacity": 1}, color=ink, tooltip=tip,
                             **place))
    if at is not None:
        layers.append(_layer([{"x": at}], {"type": "rule", "color": GREY, "strokeDash": [4, 3]}, x=place["x"]))
    _show(layers, key, height=height)


def _rows(series: Mapping[str, Points]) -> list[dict]:
    return [{"x": float(x), "y": float(y), "name": name} for name, (xs, ys) in series.items() for x, y in zip(xs, ys)]


def bars(values: Mapping[str, float], title: str, *, key: str, tones: Sequence[int] | int = 0, step: int = 24,
         domain: tuple[float, float] | None = None, digits: int = 3) -> None:
    """Named bars lying down, each with its number."""
    low, high = domain or (min(0.0, *values.values()), 1.15 * max(1e-9, *values.values()))
    scale = {"domain": [low, high], "nice": False}
    _bars(values, title, key, tones, step, scale, {"tickCount": 5}, max(0.0, low), digits)


def logarithmic(values: Mapping[str, float], title: str, *, key: str, tones: Sequence[int], step: int = 26) -> None:
    """Named bars on a scale of powers of ten, from rounding errors to whole numbers."""
    scale = {"type": "log", "domain": [1e-17, 100.0], "nice": False}
    axis = {"values": [1e-16, 1e-12, 1e-8, 1e-4, 1], "labelExpr": POWERS_OF_TEN}
    _bars(values, title, key, tones, step, scale, axis, 1e-17, 2)


def _bars(values, title: str, key: str, tones, step: int, scale: dict, axis: dict, start: float, digits: int) -> None:
    tones = [tones] * len(values) if isinstance(tones, int) else tones
    rows = [{"name": name, "value": max(value, start), "start": start, "tone": colour(tone),
             "text": _said(value, digits, scale)} for (name, value), tone in zip(values.items(), tones)]
    names = {"labelLimit": 240, "labelOverlap": False, "ticks": False, "domain": False}
    place = {"y": {"field": "name", "type": "nominal", "sort": None, "title": None, "axis": names},
             "x": {"field": "value", "type": "quantitative", "title": title, "scale": scale,
                   "axis": {"grid": False} | axis}}
    tip = [{"field": "name", "type": "nominal", "title": " "}, {"field": "text", "type": "nominal", "title": title}]
    bar = _layer(rows, {"type": "bar", "height": step * 0.62, "cornerRadius": 2}, **place, x2={"field": "start"},
                 color={"field": "tone", "type": "nominal", "scale": None}, tooltip=tip)
    text = _layer(rows, {"type": "text", "align": "left", "dx": 4, "color": GREY}, **place,
                  text={"field": "text", "type": "nominal"})
    _show([bar, text], key, height=step * len(rows) + 62)


def _said(value: float, digits: int, scale: dict) -> str:
    """A bar's number: on a scale from 0 to 1 with as many decimals as its neighbours have."""
    return f"{value:.{digits}f}" if scale["domain"] == [0, 1] and value >= 10**-digits else plain(value, digits)


def clocks(hands: Sequence[tuple[Sequence[Sequence[float]], int]], labels: Sequence[str], *, key: str,
           size: int = 74) -> None:
    """A dial per pair with one hand of each set: ``hands`` are the tips (x, y) per dial, and the colour."""
    across = max(1, min(len(labels), 8))
    spots = [(2.5 * (i % across), -3.1 * (i // across)) for i in range(len(labels))]
    right, bottom = 2.5 * (across - 1) + 1.25, -3.1 * (-(-len(labels) // across) - 1) - 1.85
    width, height = round(size * (right + 1.25) / 2.5), round(size * (1.1 - bottom) / 2.5)
    place = {"x": _bare("x", [-1.25, right]), "y": _bare("y", [bottom, 1.1])}
    rim = [{"i": i, "a": a, "x": x + math.sin(a / 48 * math.tau), "y": y + math.cos(a / 48 * math.tau)}
           for i, (x, y) in enumerate(spots) for a in range(49)]
    layers = [_layer(rim, {"type": "line", "color": GREY, "strokeWidth": 1, "opacity": 0.6}, **place,
                     detail={"field": "i", "type": "nominal"}, order={"field": "a", "type": "quantitative"})]
    for tips, tone in hands:
        lines = [{"x": x, "y": y, "x2": x + dx, "y2": y + dy} for (x, y), (dx, dy) in zip(spots, tips)]
        layers.append(_layer(lines, {"type": "rule", "color": colour(tone), "strokeWidth": 3, "strokeCap": "round"},
                             **place, x2={"field": "x2"}, y2={"field": "y2"}))
    names = [{"x": x, "y": y - 1.5, "label": label} for (x, y), label in zip(spots, labels)]
    layers.append(_layer(names, {"type": "text", "color": GREY, "fontSize": 11}, **place,
                         text={"field": "label", "type": "nominal"}))
    st.vega_lite_chart(spec={"layer": layers, "width": width, "height": height, "autosize": {"type": "none"},
                             "background": "transparent", "config": {"view": {"stroke": None}}},
                       width="content", theme=None, key=key)


def _bare(field: str, domain: list[float]) -> dict:
    """A direction of a drawing: a scale and no axis."""
    return {"field": field, "type": "quantitative", "axis": None, "scale": {"domain": domain, "nice": False,
                                                                           "zero": False}}
