"""Charts without axes: dials with hands, and arcs between two rows of words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pages.components.charts.marks import GREY, ROUND, TEXT, colour, draw, quantity, tips, values
from pages.components.numbers import plain

WORD = 100
"""How wide a word beside a row of arcs may be, in pixels; a longer one is cut."""
BESIDE, APART = 0.42, 1.84
"""What the words at one side of a row of arcs take, and from one row to the next, as shares of a row's width."""


def _bare(field: str, domain: Sequence[float]) -> dict:
    """A direction of a drawing: a scale and no axis."""
    return quantity(field, axis=None, scale={"domain": list(domain), "nice": False, "zero": False})


def clocks(hands: Sequence[tuple[Sequence[Sequence[float]], int]], labels: Sequence[str], size: int = 74,
           across: int = 8) -> None:
    """A dial per label, so many a line, with one hand of each set: ``hands`` are tips (x, y) per dial, and the tone."""
    across = max(1, min(len(labels), across))
    spots = [(2.5 * (i % across), -3.1 * (i // across)) for i in range(len(labels))]
    right, bottom = 2.5 * (across - 1) + 1.25, -3.1 * (-(-len(labels) // across) - 1) - 1.85
    place = {"x": _bare("x", (-1.25, right)), "y": _bare("y", (bottom, 1.1))}
    rim = [{"i": i, "a": a, "x": x + math.sin(a / 48 * math.tau), "y": y + math.cos(a / 48 * math.tau)}
           for i, (x, y) in enumerate(spots) for a in range(49)]
    layers = [{"data": values(rim), "mark": {"type": "line", "color": GREY, "strokeWidth": 1, "opacity": 0.6},
               "encoding": place | {"detail": {"field": "i", "type": "nominal"}, "order": quantity("a")}}]
    for ends, tone in hands:
        rows = [{"x": x, "y": y, "x2": x + dx, "y2": y + dy} for (x, y), (dx, dy) in zip(spots, ends)]
        layers.append({"data": values(rows), "encoding": place | {"x2": {"field": "x2"}, "y2": {"field": "y2"}},
                       "mark": {"type": "rule", "color": colour(tone), "strokeWidth": 3, "strokeCap": "round"}})
    below = [{"x": x, "y": y - 1.5, "label": label} for (x, y), label in zip(spots, labels)]
    layers.append({"data": values(below), "mark": {"type": "text", "color": GREY, "fontSize": TEXT},
                   "encoding": place | {"text": {"field": "label", "type": "nominal"}}})
    draw({"layer": layers, "width": round(size * (right + 1.25) / 2.5), "height": round(size * (1.1 - bottom) / 2.5),
          "autosize": {"type": "none"}, "padding": {"top": 0, "right": 0, "bottom": 0, "left": 0},  # not 20
          "background": "transparent", "config": {"view": {"stroke": None}}}, " · ".join(labels), "content")


def arcs(maps: Mapping[str, Sequence[Sequence[float]]], rows: Sequence[str], columns: Sequence[str], title: str,
         weight: str) -> None:
    """Per map, queries at the left and keys at the right, a line as dark as its weight; pointing at a word keeps it.

    All maps lie side by side in one plot, since facets of Vega have a width of their own and would not fill the page.
    """
    def place(i: int, count: int) -> float:
        return -i / max(1, count - 1)

    pairs = [{"map": name, "query": f"{rows[i]} {i + 1}", "key": f"{j + 1} {columns[j]}", "i": i, "j": j,
              "x": at * APART, "x2": at * APART + 1, "y": place(i, len(rows)), "y2": place(j, len(columns)),
              "weight": float(A[i][j]), "pair": f"{rows[i]} → {columns[j]}", "said": plain(A[i][j])}
             for at, (name, A) in enumerate(maps.items()) for i in range(len(rows)) for j in range(len(columns))]
    wide, tall = (-BESIDE, APART * (len(maps) - 1) + 1 + BESIDE), (-1.06, 0.06)
    ends, far = ({"x": _bare(x, wide), "y": _bare(y, tall)} for x, y in (("x", "y"), ("x2", "y2")))
    strength = {"param": "word", **quantity("weight", scale={"domain": [0, 1], "range": [0.03, 1]}, legend=None)}
    line = {"mark": {"type": "rule", "strokeWidth": 3, "color": colour(0)}, "encoding": ends | {
        "x2": {"field": "x2"}, "y2": {"field": "y2"}, "tooltip": tips(pair=title, said=weight),
        "opacity": {"condition": strength, "value": 0.02}}}
    word = {"type": "text", "fontSize": 13, "color": GREY, "limit": WORD}
    asks = {"mark": word | {"align": "right", "dx": -6}, "transform": [{"filter": "datum.j == 0"}],
            "params": [{"name": "word", "select": {"type": "point", "on": "pointerover", "fields": ["i"],
                                                   "clear": "pointerout"}}],
            "encoding": ends | {"text": {"field": "query", "type": "nominal"},
                                "opacity": {"condition": {"param": "word", "value": 1}, "value": 0.35}}}
    answers = {"mark": word | {"align": "left", "dx": 6}, "transform": [{"filter": "datum.i == 0"}],
               "encoding": far | {"text": {"field": "key", "type": "nominal"}}}
    names = {"data": values({"map": name, "x": at * APART + 0.5, "y": tall[1]} for at, name in enumerate(maps)),
             "mark": {"type": "text", "fontSize": 15, "color": GREY, "baseline": "bottom", "dy": -4},
             "encoding": ends | {"text": {"field": "map", "type": "nominal"}}}
    draw({"data": values(pairs), "config": {"view": {"stroke": None}}, "padding": {**ROUND, "top": 4},
          "title": {"text": title, "fontSize": 13, "fontWeight": "normal", "offset": 24},
          "height": 25 * max(len(rows), len(columns), 4), "autosize": {"type": "fit-x", "contains": "padding"},
          "layer": [line, asks, answers, names]}, title)
