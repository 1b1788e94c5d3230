"""Lines, and how often each size occurs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pages.components.charts.marks import (
    DASHED,
    FAINT,
    GREY,
    LEGEND,
    colour,
    draw,
    inks,
    lying,
    quantity,
    tall,
    tips,
    values,
)
from pages.components.formula import theme
from pages.components.numbers import POWERS_OF_TEN, plain
from pages.components.text import words

Points = tuple[Sequence[float], Sequence[float]]
DASHES = ([1, 0], [5, 4], [2, 2])


def lines(series: Mapping[str | tuple[str, str], Points], x: str, y: str, *, scales: tuple[str, str] = ("linear",) * 2,
          marks: Mapping[str, Points] | None = None, dots: bool = False, at: float | None = None,
          level: float | None = None, ticks: Sequence[float] = (), domain: tuple[float, float] | None = None,
          tones: Sequence[int] = range(6), height: int = 260, legend: bool = True, joined: bool = True) -> None:
    """A line per name, dashed by kind where the names are pairs of name and kind; points alone if not ``joined``.

    ``marks``: points on top; ``dots``: a point at each value; ``at``: an upright rule, ``level``: one across;
    ``scales``: of x and y, linear, log or sqrt; ``ticks`` of x and ``domain`` of y, where they are not to be found.
    """
    keys = [key if isinstance(key, tuple) else (key, "") for key in series]
    names, kinds = (list(dict.fromkeys(key[i] for key in keys)) for i in (0, 1))
    rows = _rows(zip(keys, series.values()), "log" in scales[1:])
    place = {"x": _across(x, scales[0], ticks, [row["x"] for row in rows]), "y": _along(y, scales[1], domain, rows)}
    ink = {"color": inks("name", names, tones[: len(names)], legend)}
    tooltip = {"tooltip": tips(name=words("charts")["series"],
                               **({"kind": words("charts")["kind"]} if kinds[1:] else {}), at=x, said=y)}
    line = {"type": "line", "strokeWidth": 2} | ({"point": {"size": 28}} if dots else {})
    mark = line if joined else {"type": "circle", "size": 60, "opacity": 0.75}
    drawn = [{"data": values(rows), "mark": mark, "encoding": place | ink | tooltip | _dashes(kinds)}]
    if marks:
        points = _rows((((name, ""), coordinates) for name, coordinates in marks.items()), False)
        drawn.append({"data": values(points), "mark": {"type": "circle", "size": 34, "opacity": 1},
                      "encoding": place | ink | tooltip})
    for field, value in (("x", at), ("y", level)):
        if value is not None:
            drawn.append({"data": values([{field: value}]), "encoding": {field: place[field]},
                          "mark": {"type": "rule", "color": GREY, "strokeDash": DASHED, "strokeWidth": 1.5}})
    draw({"layer": drawn} | tall(height, names, legend), " · ".join(filter(None, (*names, y))))


def _rows(series, positive: bool) -> list[dict]:
    """A row per point. What is not a number, or has no logarithm, is left out."""
    return [{"x": float(x), "y": float(y), "name": name, "at": plain(x, 4), "said": plain(y, 4)}
            | ({"kind": kind} if kind else {}) for (name, kind), (xs, ys) in series for x, y in zip(xs, ys)
            if math.isfinite(x) and math.isfinite(y) and (y > 0 or not positive)]


def _across(title: str, scale: str, ticks: Sequence[float], numbers: Sequence[float]) -> dict:
    """What is counted has no halves: its axis is marked at whole numbers. That of roots is marked at like distances."""
    if scale == "sqrt" and not ticks:
        ticks = [max(numbers, default=0.0) * part ** 2 for part in (0, 0.25, 0.5, 0.75, 1)]
    whole = all(float(tick).is_integer() and abs(tick) < 1000 for tick in ticks or numbers)
    axis = {"grid": False} | ({"values": list(ticks)} if ticks else {})
    axis |= {"format": "d", "tickMinStep": 1} if whole else {}
    return lying("x", title, scale={"type": scale, "nice": False, "zero": scale == "sqrt"}, axis=axis)


def _along(title: str, scale: str, domain: tuple[float, float] | None, rows: Sequence[Mapping]) -> dict:
    bounds = {"domain": list(domain)} if domain else {"zero": False}
    axis = _powers([row["y"] for row in rows]) if scale == "log" else {"tickCount": 5}
    return quantity("y", title, scale={"type": scale} | bounds, axis={"gridColor": FAINT[theme()]} | axis)


def _powers(numbers: Sequence[float]) -> dict:
    """A logarithmic axis marked at about five powers of ten, from below the least value to above the largest."""
    ends = [math.log10(end) for end in (min(numbers, default=1.0), max(numbers, default=1.0))]
    low, high = math.floor(ends[0]), math.ceil(ends[1])
    step = max(1, round((high - low) / 5))
    return {"values": [10.0**k for k in range(low, high + 1, step)], "labelExpr": POWERS_OF_TEN}


def _dashes(kinds: Sequence[str]) -> dict:
    if len(kinds) < 2:
        return {}
    shown = {"orient": "bottom", "labelLimit": LEGEND, "symbolStrokeColor": GREY,  # at the top: cut off
             "symbolType": "stroke", "symbolFillColor": "transparent", "symbolSize": 500, "symbolStrokeWidth": 2}
    return {"strokeDash": {"field": "kind", "type": "nominal", "title": None, "sort": list(kinds), "legend": shown,
                           "scale": {"domain": list(kinds), "range": list(DASHES[: len(kinds)])}}}


def histogram(logs: Sequence[float], title: str, count: str, low: float, high: float, ends: str) -> None:
    """How often each size occurs, in 36 bins between 10^low and 10^high; ``logs`` are logarithms to base ten.

    ``ends`` writes a bin's two ends; the first bin begins at 0.
    """
    bins = 36
    width, counted = (high - low) / bins, [0] * bins
    for value in logs:
        counted[min(bins - 1, max(0, int((value - low) / width)))] += 1
    edges = [10 ** (low + i * width) for i in range(bins + 1)]
    rows = [{"from": edges[i], "to": edges[i + 1], "n": n, "none": 0,
             "bin": ends.format(low=plain(edges[i], 2) if i else 0, high=plain(edges[i + 1], 2))}
            for i, n in enumerate(counted)]
    across = lying("from", title, scale={"type": "log", "domain": [10**low, 10**high]},
                   axis={"grid": False, "values": [10.0**k for k in range(math.ceil(low), math.floor(high) + 1)],
                         "labelExpr": POWERS_OF_TEN})
    draw({"data": values(rows), "mark": {"type": "bar", "color": colour(0)}, "height": 270, "encoding": {
        "x": across, "x2": {"field": "to"}, "y2": {"field": "none"}, "tooltip": tips(bin=title, n=count),
        "y": quantity("n", count, axis={"gridColor": FAINT[theme()], "tickCount": 4})}}, f"{title} · {count}")
