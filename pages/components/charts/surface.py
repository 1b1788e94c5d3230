"""Drawings in three dimensions: a surface with paths on it, and points. Plotly draws them, here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from pages.components.charts.marks import FAINT, INK, PAPER, colour
from pages.components.formula import theme

SIDES = {"left": (-1.5, -1.4, 0.9), "right": (1.5, -1.4, 0.9)}
"""From where it can be seen, for whoever does not drag: Plotly's camera, in units of the drawing's size."""


def surface(heights, across: tuple[float, float], along: tuple[float, float],
            paths: Mapping[str, Sequence[tuple[float, float, float]]], *, key: str, names: tuple[str, str, str],
            side: str, tones: Sequence[int] = range(6), height: int = 420) -> None:
    """Draw heights (rows along the second axis, columns across) and paths of (x, y, height); paths may leave it.

    ``names``: of the three axes; ``side``: one of ``SIDES``. Tell beside it what it shows, for those who do not see it.
    """
    at = [_evenly(ends, count) for ends, count in ((across, len(heights[0])), (along, len(heights)))]
    drawn: list[dict[str, Any]] = [
        {"type": "surface", "x": at[0], "y": at[1], "z": [[float(z) for z in row] for row in heights],
         "colorscale": "Viridis", "showscale": False, "opacity": 0.85, "hovertemplate": _hover_text(names)}]
    for (name, points), tone in zip(paths.items(), tones):
        x, y, z = ([float(one) for one in part] for part in zip(*points))
        drawn.append({"type": "scatter3d", "name": name, "x": x, "y": y, "z": z, "mode": "lines+markers",
                      "line": {"color": colour(tone), "width": 6}, "hovertemplate": f"{name}<br>{_hover_text(names)}"})
        drawn[-1].update(marker={"color": colour(tone), "size": 3})
    highest = float(max(map(max, heights)))
    ranges = (across, along, (0.0, 1.05 * highest))  # the surface's: a path may lead far away from it
    st.plotly_chart({"data": drawn, "layout": _layout(names, ranges, side, height)}, key=f"{key} {side}", theme=None,
                    config={"displaylogo": False, "displayModeBar": False})


def cloud(groups: Mapping[str, Sequence[tuple[float, float, float, str]]], *, key: str) -> None:
    """Points (x, y, z, what is told of it) in space, a colour per group; axes without names."""
    drawn = [{"type": "scatter3d", "name": name, "mode": "markers", "text": [point[3] for point in points],
              **{axis: [float(point[i]) for point in points] for i, axis in enumerate("xyz")}}
             for name, points in groups.items()]
    for tone, points in enumerate(drawn):
        points.update(marker={"color": colour(tone), "size": 6}, hovertemplate="%{text}<extra></extra>")
    reach = 1.1 * max(abs(float(x)) for points in groups.values() for *place, _ in points for x in place)
    st.plotly_chart({"data": drawn, "layout": _layout(("", "", ""), ((-reach, reach),) * 3, "right", 460)}, key=key,
                    theme=None, config={"displaylogo": False, "displayModeBar": False})


def _evenly(ends: tuple[float, float], count: int) -> list[float]:
    low, high = ends
    return [low + (high - low) * i / (count - 1) for i in range(count)]


def _hover_text(names: tuple[str, str, str]) -> str:
    values = (f"{name} = %{{{letter}:.3g}}" for name, letter in zip(names, "xyz"))
    return "<br>".join(values) + "<extra></extra>"


def _layout(names: Sequence[str], ranges: Sequence[tuple[float, float]], side: str, height: int) -> dict[str, Any]:
    ink, paper, faint = INK[theme()], PAPER[theme()], FAINT[theme()]
    axis = {"color": ink, "gridcolor": faint, "backgroundcolor": paper, "showbackground": True}
    axes = {f"{letter}axis": axis | {"title": {"text": name}, "range": ends}
            for letter, name, ends in zip("xyz", names, ranges)}
    camera = {"eye": dict(zip("xyz", SIDES[side])), "center": {"x": 0, "y": 0, "z": -0.12}}
    return {"height": height, "margin": {"l": 0, "r": 0, "t": 0, "b": 0}, "paper_bgcolor": paper,
            "font": {"color": ink, "size": 12}, "showlegend": True, "legend": {"x": 0, "y": 1},
            "scene": axes | {"camera": camera, "aspectmode": "cube"}}
