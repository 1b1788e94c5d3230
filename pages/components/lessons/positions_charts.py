"""Charts of the pages on positions and symmetry: curves, bars, clocks, in the colours of the formulas."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import altair as alt
import streamlit as st

from pages.components.formula import PALETTE, theme

GREY = "#8a93a3"
Points = tuple[Sequence[float], Sequence[float]]


def colour(place: int) -> str:
    """A colour of the palette, in the reader's theme; below 0 grey."""
    return GREY if place < 0 else PALETTE[theme()][place]


def curves(series: Mapping[str, Points], x: str, y: str, *, height: int = 190,
           marks: Mapping[str, Points] | None = None, at: float | None = None, tones: Sequence[int] = (0, 1, 2, 3, 4, 5), whole: bool = False) -> None:
    """Lines by name, points on top where ``marks`` names any, a rule at ``at``. ``whole``: x counts."""
    names = list(series)
    legend = alt.Legend(title=None, orient="top", labelLimit=260) if len(names) > 1 else None
    ink = alt.Color("name:N", legend=legend,
                    scale=alt.Scale(domain=names, range=[colour(tone) for tone in tones[: len(names)]]))
    ticks = sorted({x for xs, _ in series.values() for x in xs}) if whole else alt.Undefined
    across = alt.X("x:Q", title=x, axis=alt.Axis(grid=False, values=ticks, format="d" if whole else alt.Undefined),
                   scale=alt.Scale(nice=False))
    along = alt.Y("y:Q", title=y or None, scale=alt.Scale(zero=False))
    layers = [_plot(_rows(series)).mark_line(strokeWidth=1.8).encode(x=across, y=along, color=ink)]
    if marks:
        layers.append(_plot(_rows(marks)).mark_circle(size=34, opacity=1).encode(
            x=across, y=along, color=ink, tooltip=["name:N", "x:Q", alt.Tooltip("y:Q", format=".4f")]))
    if at is not None:
        layers.append(_plot([{"x": at}]).mark_rule(color=GREY, strokeDash=[4, 3]).encode(x="x:Q"))
    st.altair_chart(alt.layer(*layers).properties(height=height), width="stretch")


def _plot(rows: list[dict]) -> alt.Chart:
    return alt.Chart(alt.Data(values=rows))


def _rows(series: Mapping[str, Points]) -> list[dict]:
    return [{"x": float(x), "y": float(y), "name": name} for name, (xs, ys) in series.items() for x, y in zip(xs, ys)]


def bars(values: Mapping[str, float], title: str, *, tones: Sequence[int] | int = 0, step: int = 24,
         domain: tuple[float, float] | None = None, digits: int = 3) -> None:
    """Named bars lying down, each with its number."""
    tones = [tones] * len(values) if isinstance(tones, int) else tones
    rows = [{"name": name, "value": value, "tone": colour(tone), "text": f"{value:.{digits}g}"}
            for (name, value), tone in zip(values.items(), tones)]
    low, high = domain or (min(0.0, *values.values()), 1.15 * max(1e-9, *values.values()))
    base = _plot(rows).encode(
        y=alt.Y("name:N", sort=None, title=None,
                axis=alt.Axis(labelLimit=220, labelOverlap=False, ticks=False, domain=False)),
        x=alt.X("value:Q", title=title, scale=alt.Scale(domain=[low, high], nice=False),
                axis=alt.Axis(grid=False, tickCount=5)))
    bar = base.mark_bar(height=step * 0.62, cornerRadius=2).encode(
        color=alt.Color("tone:N", scale=None), tooltip=["name:N", alt.Tooltip("value:Q", format=".4g")])
    text = base.mark_text(align="left", dx=4, color=GREY).encode(text="text:N")
    st.altair_chart((bar + text).properties(height=step * len(rows) + 62), width="stretch")


def logarithmic(values: Mapping[str, float], title: str, *, tones: Sequence[int], low: float = 1e-17,
                high: float = 100.0, step: int = 26) -> None:
    """Named bars on a scale of powers of ten, from rounding errors to whole numbers."""
    rows = [{"name": name, "value": max(value, low), "low": low, "tone": colour(tone), "text": f"{value:.1g}"}
            for (name, value), tone in zip(values.items(), tones)]
    base = _plot(rows).encode(
        y=alt.Y("name:N", sort=None, title=None,
                axis=alt.Axis(labelLimit=240, labelOverlap=False, ticks=False, domain=False)),
        x=alt.X("value:Q", title=title, scale=alt.Scale(type="log", domain=[low, high], nice=False),
                axis=alt.Axis(grid=False, values=[1e-16, 1e-12, 1e-8, 1e-4, 1], format=".0e")))
    bar = base.mark_bar(height=step * 0.62, cornerRadius=2).encode(
        x2="low:Q", color=alt.Color("tone:N", scale=None), tooltip=["name:N", alt.Tooltip("value:Q", format=".3g")])
    text = base.mark_text(align="left", dx=4, color=GREY).encode(text="text:N")
    st.altair_chart((bar + text).properties(height=step * len(rows) + 62), width="stretch")


def clocks(hands: Sequence[tuple[Sequence[Sequence[float]], int]], labels: Sequence[str], size: int = 74) -> None:
    """A dial per pair with one hand of each set: ``hands`` are the tips (x, y) per dial, and the colour."""
    across = max(1, min(len(labels), 8))
    spots = [(2.5 * (i % across), -3.1 * (i // across)) for i in range(len(labels))]
    right, bottom = 2.5 * (across - 1) + 1.25, -3.1 * (-(-len(labels) // across) - 1) - 1.85
    plane = {"x": alt.X("x:Q", axis=None, scale=alt.Scale(domain=[-1.25, right], nice=False)),
             "y": alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[bottom, 1.1], nice=False))}
    rim = [{"i": i, "a": a, "x": x + math.sin(a / 48 * math.tau), "y": y + math.cos(a / 48 * math.tau)}
           for i, (x, y) in enumerate(spots) for a in range(49)]
    layers = [_plot(rim).mark_line(color=GREY, strokeWidth=1, opacity=0.6).encode(**plane, detail="i:N", order="a:Q")]
    for tips, tone in hands:
        lines = [{"x": x, "y": y, "x2": x + dx, "y2": y + dy} for (x, y), (dx, dy) in zip(spots, tips)]
        layers.append(_plot(lines).mark_rule(color=colour(tone), strokeWidth=3, strokeCap="round").encode(
            **plane, x2="x2:Q", y2="y2:Q"))
    names = [{"x": x, "y": y - 1.5, "label": label} for (x, y), label in zip(spots, labels)]
    layers.append(_plot(names).mark_text(color=GREY, fontSize=11).encode(**plane, text="label:N"))
    width, height = size * (right + 1.25) / 2.5, size * (1.1 - bottom) / 2.5
    chart = alt.layer(*layers).properties(width=width, height=height, autosize=alt.AutoSizeParams(type="none"))
    chart = chart.configure(background="transparent").configure_view(strokeWidth=0)
    st.altair_chart(chart, width="content", theme=None)
