"""A surface over a plane as a picture in three dimensions, with paths on it: dragged, or turned with the arrow keys.

    surface(heights, (0.5, 2.5), (-1, 0.6), {"free": [(1.4, -0.2, 2.1), ...]}, key="error", names=("w", "b", "loss"),
            label="what it shows, for those who do not see it")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pages.components.charts.marks import GREY, INK, colour
from pages.components.formula import theme
from pages.components.modules import component

__all__ = ["surface"]

_mount = component("attention_surface", "surface/surface.js", css="surface/surface.css")


def surface(heights, across: tuple[float, float], along: tuple[float, float],
            paths: Mapping[str, Sequence[tuple[float, float, float]]], *, key: str, names: tuple[str, str, str],
            label: str, tones: Sequence[int] = range(6), height: int = 420) -> None:
    """Draw heights (rows along the second axis, columns across) and paths of (x, y, height); paths may leave it.

    ``names``: of the three axes; ``label``: what it is, for those who do not see it.
    """
    drawn = [{"name": name, "tone": colour(tone), "points": [list(map(float, point)) for point in points]}
             for (name, points), tone in zip(paths.items(), tones)]
    _mount(key=key, data={
        "rows": len(heights), "heights": [round(float(z), 4) for row in heights for z in row], "across": list(across),
        "along": list(along), "paths": drawn, "names": list(names), "label": label, "height": height,
        "ink": INK[theme()], "grey": GREY, "dark": theme() == "dark"})
