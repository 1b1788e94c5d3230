"""The tree of a search, and when each word's output is ready."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pages.components.charts.marks import FAINT, GREY, INK, PAPER, TEXT, colour, draw, name, quantity, tips, values
from pages.components.formula import theme
from pages.components.numbers import fixed, plain
from pages.components.text import words


class Node(NamedTuple):
    """A node of a tree: its place and its parent's, its fate, what its box says, and what a pointer is told."""

    x: int
    y: float
    from_x: int
    from_y: float
    fate: str
    text: str
    path: str
    share: float
    log_p: float
    score: float


STYLES = {  # fate: width and dash of the line from the parent, strength of box and text
    "unseen": (0.7, [2, 4], 0.3), "dropped": (1, [4, 3], 0.65), "kept": (1.8, [1, 0], 1.0), "lit": (3, [1, 0], 1.0)}


def tree(nodes: Sequence[Node], depth_title: str, row: int = 34) -> None:
    """A tree from left to right: thick to the answer, solid where kept, dashed where dropped."""
    base, deep = theme(), max(node.y for node in nodes)
    first, last = min(node.x for node in nodes), max(node.x for node in nodes)
    line = {"lit": colour(0), "kept": INK[base], "dropped": GREY, "unseen": GREY}
    fill = {"lit": colour(0), "kept": FAINT[base], "dropped": PAPER[base], "unseen": PAPER[base]}
    written = {"lit": PAPER[base], "kept": INK[base], "dropped": INK[base], "unseen": GREY}
    across = {"scale": {"domain": [first - 1.1, last + .5], "nice": False}, "axis": {
        "values": list(range(first, last + 1)), "format": "d", "grid": False, "orient": "top", "domain": False}}
    down = {"scale": {"reverse": True, "nice": False, "domain": [-.6, deep + .6]}, "axis": None}
    w, layers = words("charts"), []
    tooltip = {"tooltip": tips(words=w["path"], share=w["step_p"], log_p=w["log_p"], score=w["score"])}
    for fate, (width, dash, opacity) in STYLES.items():
        mine = {"transform": [{"filter": f"datum.fate == '{fate}'"}]}
        layers.append(mine | {
            "mark": {"type": "rule", "strokeWidth": width, "strokeDash": dash, "opacity": opacity, "color": line[fate]},
            "encoding": {"x": quantity("from", depth_title, **across), "x2": {"field": "x"},
                         "y": quantity("height", **down), "y2": {"field": "at"}}})
        layers.append(mine | {
            "mark": {"type": "rect", "cornerRadius": 5, "stroke": line[fate], "strokeWidth": 1,
                     "strokeOpacity": opacity, "fill": fill[fate]},
            "encoding": {"x": quantity("x", depth_title, **across), "x2": {"field": "x2"}, "y": quantity("y", **down),
                         "y2": {"field": "y2"}} | tooltip})
        layers.append(mine | {
            "mark": {"type": "text", "fontSize": TEXT, "color": written[fate], "opacity": max(opacity, .8)},
            "encoding": {"x": quantity("middle", depth_title, **across), "y": quantity("at", **down),
                         "text": {"field": "text", "type": "nominal"}} | tooltip})
    draw({"data": values(map(_box, nodes)), "layer": layers, "height": int(row * (deep + 1.2)) + 60,
          "config": {"view": {"strokeWidth": 0}}}, depth_title)


def _box(node: Node) -> dict:
    """A row of the chart's data: the box, where its line begins, what it says."""
    return {"x": node.x - .37, "x2": node.x + .37, "middle": node.x, "y": node.y - .36, "y2": node.y + .36,
            "at": node.y, "from": node.from_x + (.37 if node.from_x else .1), "height": node.from_y,
            "fate": node.fate, "text": node.text, "words": node.path, "share": plain(node.share, 4),
            "log_p": fixed(node.log_p, 4), "score": fixed(node.score, 4)}


def timeline(labels: Sequence[str], spans: Sequence[tuple[float, float]], title: str) -> None:
    """A bar per word, from when to when."""
    rows = [{"i": str(i), "label": label, "from": begin, "to": end}
            for i, (label, (begin, end)) in enumerate(zip(labels, spans))]
    place = {"y": name("i", axis=None), "x2": {"field": "to"}, "x": quantity(
        "from", title, scale={"domain": [0, max(len(rows), 1)], "nice": False},
        axis={"grid": True, "gridColor": FAINT[theme()], "tickMinStep": 1})}
    word = {"type": "text", "fontSize": TEXT, "align": "left", "dx": 6, "color": PAPER[theme()], "fontWeight": 600}
    draw({"data": values(rows), "encoding": place, "height": 30 * len(rows) + 40, "layer": [
        {"mark": {"type": "bar", "color": colour(0), "cornerRadius": 3}},
        {"mark": word, "encoding": {"text": {"field": "label", "type": "nominal"}}}]}, title)
