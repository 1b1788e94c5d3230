"""Nets as dots and wires: who reads whom, and, of the dot that is pointed out, all that it depends on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pages.components.charts.marks import INK, LEGEND, PAPER, colour, draw, own_ink, quantity, values
from pages.components.formula import theme

SIGNED = {"light": ("#2f6bd8", "#eef0f4", "#d9822b"), "dark": ("#7fb0ff", "#2b313b", "#ffb45c")}
LABEL, BOX = 13, 2.3  # size of a word; side of a box against that of a dot


class Spot(NamedTuple):
    """A unit: its place, its word, its tone (grey below 0), and, of a token, its numbers as a column of cells.

    ``side``: where the word stands: "below", "above", "left", "right", "inside" (a box with its word in it) or "alone"
    (a word and no unit).
    """

    x: float
    y: float
    word: str = ""
    tone: int = 0
    cells: tuple[float, ...] = ()
    side: str = "below"


class Wire(NamedTuple):
    """From one unit to another; ``weight`` from 0 to 1 is its strength, and the tone its colour."""

    start: str
    end: str
    tone: int = -1
    weight: float = 0.5


SHIFTS = {"below": (0, 1, "center", "top"), "above": (0, -1, "center", "bottom"), "left": (-1, 0, "right", "middle"),
          "right": (1, 0, "left", "middle"), "inside": (0, 0, "center", "middle"), "alone": (0, 0, "left", "middle")}


def wiring(spots: Mapping[str, Spot], wires: Sequence[Wire], alt: str, *, height: int = 300, size: int = 320,
           lights: Mapping[str, Sequence[str]] | None = None, chosen: str = "") -> None:
    """Draw the units and what joins them.

    ``lights``: by unit that can be clicked, the units that light up with it; ``chosen``: which one is at first.
    ``size``: the area of a dot; a box is drawn for a word inside.
    """
    base, place = theme(), _place(spots)
    dim = 0.28 if lights else 1.0
    layers = [_wires(spots, wires, place, dim)]
    if lights:
        layers.append(_lit_wires(spots, wires, lights, place))
    layers += _dots(spots, place, size, dim, lights, chosen)
    if lights:
        layers.append(_lit_dots(spots, lights, place, size))
    layers += _cells(spots, place, base)
    layers += _words(spots, place, size, base)
    draw({"layer": layers, "height": height, "config": {"view": {"stroke": None}}}, alt)


def _place(spots: Mapping[str, Spot]) -> dict:
    """Scales that hold all units with room round them."""
    ends = {}
    for axis in ("x", "y"):
        coordinates = [getattr(spot, axis) for spot in spots.values()]
        room = 0.5 if axis == "x" else 0.6
        ends[axis] = quantity(axis, axis=None, scale={
            "domain": [min(coordinates) - room, max(coordinates) + room], "nice": False, "zero": False})
    return ends


def _line(spots: Mapping[str, Spot], wire: Wire) -> dict:
    a, b = spots[wire.start], spots[wire.end]
    return {"x": a.x, "y": a.y, "x2": b.x, "y2": b.y, "tone": colour(wire.tone), "weight": float(wire.weight)}


FAR = {"x2": {"field": "x2"}, "y2": {"field": "y2"}}
THICK = {"field": "weight", "type": "quantitative", "legend": None, "scale": {"domain": [0, 1], "range": [0.3, 5]}}


def _wires(spots: Mapping, wires: Sequence[Wire], place: dict, dim: float) -> dict:
    rows = [_line(spots, wire) for wire in wires]
    return {"data": values(rows), "mark": {"type": "rule", "opacity": 0.75 * dim, "strokeCap": "round"},
            "encoding": place | FAR | {"color": own_ink(), "strokeWidth": THICK}}


def _lit_wires(spots: Mapping, wires: Sequence[Wire], lights: Mapping, place: dict) -> dict:
    rows = [_line(spots, wire) | {"chosen": name, "tone": colour(0)} for name, lit in lights.items()
            for wire in wires if wire.start in (both := {*lit, name}) and wire.end in both]
    return {"data": values(rows), "transform": [{"filter": {"param": "chosen", "empty": False}}],
            "mark": {"type": "rule", "strokeCap": "round"},
            "encoding": place | FAR | {"color": own_ink(), "strokeWidth": THICK}}


def _dots(spots: Mapping, place: dict, size: int, dim: float, lights: Mapping | None, chosen: str) -> list[dict]:
    plain = [{"x": s.x, "y": s.y, "tone": colour(s.tone), "chosen": name, "name": s.word or name}
             for name, s in spots.items() if s.side not in ("inside", "alone") and not s.cells]
    boxes = [{"x": s.x, "y": s.y, "tone": colour(s.tone), "name": s.word} for s in spots.values() if s.side == "inside"]
    dot = {"data": values(plain), "mark": {"type": "circle", "size": size, "opacity": max(dim, 0.4)},
           "encoding": place | {"color": own_ink()}}
    if lights:
        dot["mark"]["cursor"] = "pointer"
        dot["params"] = [{"name": "chosen", "value": [{"chosen": chosen}] if chosen else [],
                          "select": {"type": "point", "on": "click", "fields": ["chosen"], "clear": False}}]
    layers = [dot] if plain or lights else []
    if boxes:
        layers.append({"data": values(boxes), "encoding": place | {"color": own_ink()},
                       "mark": {"type": "square", "size": BOX**2 * size, "opacity": 1}})
    return layers


def _lit_dots(spots: Mapping, lights: Mapping, place: dict, size: int) -> dict:
    rows = [{"x": spots[one].x, "y": spots[one].y, "chosen": name, "tone": colour(1 if one == name else 0)}
            for name, lit in lights.items() for one in {*lit, name}]
    return {"data": values(rows), "transform": [{"filter": {"param": "chosen", "empty": False}}],
            "mark": {"type": "circle", "size": 1.25 * size, "opacity": 1, "aria": False},
            "encoding": place | {"color": own_ink()}}


CELL, EDGE = 0.105, 0.035  # of a token's numbers: from one to the next, and the frame round them


def _ends(spot: Spot) -> tuple[float, float]:
    """Foot and head of a token's column."""
    half = CELL * len(spot.cells) / 2 + EDGE
    return spot.y - half, spot.y + half


def _cells(spots: Mapping[str, Spot], place: dict, base: str) -> list[dict]:
    """Tokens as columns of coloured cells, one per number, centred on their place; a single number is a disc."""
    most = max((abs(cell) for spot in spots.values() for cell in spot.cells), default=0.0)
    ink = {"field": "cell", "type": "quantitative", "legend": None, "scale": {
        "domain": [-1, 0, 1], "range": list(SIGNED[base]), "interpolate": "rgb"}}
    far = place | {"y2": {"field": "y2"}}
    single, columns = [], []
    for spot in spots.values():
        (columns if len(spot.cells) > 1 else single).extend([spot] if spot.cells else [])
    discs = [{"x": s.x, "y": s.y, "cell": s.cells[0] / (most or 1), "tone": colour(s.tone)} for s in single]
    frames = [{"x": s.x, "y": _ends(s)[0], "y2": _ends(s)[1], "tone": colour(s.tone)} for s in columns]
    cells = [{"x": s.x, "y": (top := _ends(s)[1] - EDGE - CELL * k), "y2": top - CELL, "cell": cell / (most or 1)}
             for s in columns for k, cell in enumerate(s.cells)]
    layers = []
    if discs:
        layers += [{"data": values(discs), "mark": {"type": "circle", "size": 1150, "opacity": 1},
                    "encoding": place | {"color": own_ink()}},
                   {"data": values(discs), "mark": {"type": "circle", "size": 800, "opacity": 1, "aria": False},
                    "encoding": place | {"color": ink}}]
    if cells:
        layers += [{"data": values(frames), "mark": {"type": "bar", "width": 30, "cornerRadius": 5},
                    "encoding": far | {"color": own_ink()}},
                   {"data": values(cells), "mark": {"type": "bar", "width": 24, "aria": False},
                    "encoding": far | {"color": ink}}]
    return layers


def _words(spots: Mapping, place: dict, size: int, base: str) -> list[dict]:
    """What the units are called; below a column of cells, clear of it."""
    layers, away = [], 0.6 * size**0.5 + 5
    for side, (dx, dy, align, baseline) in SHIFTS.items():
        rows = [{"x": s.x, "y": _ends(s)[0] if s.cells and side == "below" else s.y, "word": s.word}
                for s in spots.values() if s.side == side and s.word]
        if rows:
            inside = side == "inside"
            layers.append({"data": values(rows), "encoding": place | {"text": {"field": "word", "type": "nominal"}},
                           "mark": {"type": "text", "fontSize": max(LABEL, round(0.36 * BOX * size**0.5)) if inside
                                    else LABEL, "limit": LEGEND, "dx": dx * away, "dy": dy * away, "align": align,
                                    "color": PAPER[base] if inside else INK[base], "baseline": baseline,
                                    "aria": False}})
    return layers
