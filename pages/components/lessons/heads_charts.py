"""Charts of the pages on heads and layers: lines over a number, bars in parts, bars in pairs, arcs, spans."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import altair as alt
import streamlit as st

from pages.components.lessons.positions_charts import GREY, bars, colour

__all__ = ["GREY", "arcs", "bars", "colour", "counts", "dots", "lines", "pairs", "plot", "spans", "stacked"]


def plot(rows: Iterable[Mapping]) -> alt.Chart:
    return alt.Chart(alt.Data(values=[dict(row) for row in rows]))


def _finite(value: float) -> bool:
    return math.isfinite(value)


def lines(series: Mapping[str, Sequence[float]], x: str, y: str, *, log: bool = False, height: int = 260,
          at: float | None = None, first: int = 1, tones: Sequence[int] = (0, 1, 2, 3, 4, 5), legend: bool = True,
          domain: tuple[float, float] | None = None) -> None:
    """A line per name over 1, 2, 3 ...; a dashed rule at ``at``. What is not a number is left out."""
    rows = [{"name": name, "x": first + i, "y": float(value)} for name, values in series.items()
            for i, value in enumerate(values) if _finite(float(value)) and (value > 0 or not log)]
    names = list(series)
    scale = alt.Scale(type="log" if log else "linear", zero=False, **({"domain": domain} if domain else {}))
    drawn = plot(rows).mark_line(strokeWidth=2, point=alt.OverlayMarkDef(size=18)).encode(
        x=alt.X("x:Q", title=x, axis=alt.Axis(grid=False, tickMinStep=1)),
        y=alt.Y("y:Q", title=y, scale=scale, axis=alt.Axis(format=".1e" if log else "", tickCount=6)),
        color=alt.Color("name:N", scale=alt.Scale(domain=names, range=[colour(i) for i in tones[: len(names)]]),
                        legend=alt.Legend(title=None, orient="top", labelLimit=240, columns=3) if legend else None),
        tooltip=["name:N", "x:Q", alt.Tooltip("y:Q", format=".4g")])
    layers = [drawn]
    if at is not None:
        layers.append(plot([{"x": at}]).mark_rule(color=GREY, strokeDash=[4, 3]).encode(x="x:Q"))
    st.altair_chart(alt.layer(*layers).properties(height=height), width="stretch")


def stacked(rows: Sequence[Mapping], parts: Sequence[str], title: str) -> None:
    """Bars lying down, made of parts: rows of word, part, value."""
    tones = [colour(i % 6) for i in range(len(parts))]
    chart = plot(rows).mark_bar().encode(
        x=alt.X("value:Q", title=title, stack=True, axis=alt.Axis(grid=False)),
        y=alt.Y("word:N", sort=None, title=None, axis=alt.Axis(labelLimit=120)),
        color=alt.Color("part:N", sort=None, scale=alt.Scale(domain=list(parts), range=tones),
                        legend=alt.Legend(title=None, orient="top")),
        tooltip=["word:N", "part:N", alt.Tooltip("value:Q", format=".3f")])
    st.altair_chart(chart.properties(height=alt.Step(24)), width="stretch")


def pairs(labels: Sequence[str], series: Mapping[str, Sequence[float]], title: str, tones: Sequence[int] = (-1, 0),
          domain: tuple[float, float] | None = (0, 1)) -> None:
    """For each label a bar of each series, one under the other."""
    rows = [{"word": label, "which": which, "value": float(value)} for which, values in series.items()
            for label, value in zip(labels, values)]
    names = list(series)
    chart = plot(rows).mark_bar().encode(
        y=alt.Y("word:N", sort=None, title=None, axis=alt.Axis(labelLimit=140)),
        yOffset=alt.YOffset("which:N", sort=names),
        x=alt.X("value:Q", title=title, axis=alt.Axis(grid=False),
                scale=alt.Scale(domain=domain) if domain else alt.Undefined),
        color=alt.Color("which:N", scale=alt.Scale(domain=names, range=[colour(i) for i in tones]),
                        legend=alt.Legend(title=None, orient="top", labelLimit=240)),
        tooltip=["word:N", "which:N", alt.Tooltip("value:Q", format=".4f")])
    st.altair_chart(chart.properties(height=alt.Step(13)), width="stretch")


def counts(values: Mapping[str, int], title: str, tones: Sequence[int] | int = 0, top: int | None = None,
           step: int = 28) -> None:
    """Whole numbers as bars lying down, written out in full."""
    tones = [tones] * len(values) if isinstance(tones, int) else tones
    found = [{"name": name, "value": value, "tone": colour(tone), "text": f"{value:,}"}
             for (name, value), tone in zip(values.items(), tones)]
    reach = 1.22 * (top or max(values.values()))
    base = plot(found).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=190)),
        x=alt.X("value:Q", title=title, scale=alt.Scale(domain=[0, reach], nice=False),
                axis=alt.Axis(grid=False, tickCount=4, format="~s")))
    drawn = base.mark_bar(height=0.6 * step).encode(color=alt.Color("tone:N", scale=None))
    said = base.mark_text(align="left", dx=4, color=GREY).encode(text="text:N")
    st.altair_chart((drawn + said).properties(height=alt.Step(step)), width="stretch")


def dots(values: Mapping[str, float], title: str, domain: tuple[float, float]) -> None:
    """One point per name on a scale that need not start at 0, with its number."""
    base = plot({"name": name, "value": value, "text": f"{value:g}"} for name, value in values.items()).encode(
        y=alt.Y("name:N", sort=None, title=None), x=alt.X("value:Q", title=title, axis=alt.Axis(tickCount=6),
                                                          scale=alt.Scale(domain=list(domain), zero=False)))
    drawn = base.mark_circle(size=110, opacity=1, color=colour(0))
    said = base.mark_text(align="left", dx=10, color=GREY).encode(text="text:N")
    st.altair_chart((drawn + said).properties(height=alt.Step(26)), width="stretch")


def arcs(maps: Mapping[str, list[list[float]]], rows: Sequence[str], columns: Sequence[str], title: str) -> None:
    """Per map, queries at the left and keys at the right, a line as dark as its weight; pointing at a word keeps it."""
    def place(i: int, count: int) -> float:
        return -i / max(1, count - 1)

    found = [{"map": name, "query": f"{rows[i]} {i}", "key": f"{j} {columns[j]}", "x": 0, "x2": 1,
              "y": place(i, len(rows)), "y2": place(j, len(columns)), "weight": float(A[i][j]), "i": i, "j": j}
             for name, A in maps.items() for i in range(len(rows)) for j in range(len(columns))]
    hover = alt.selection_point(on="pointerover", fields=["i"], clear="pointerout", empty=True)
    wide = alt.Scale(domain=[-0.55, 1.55], nice=False)
    tall = alt.Scale(domain=[-1.06, 0.06], nice=False)
    strength = alt.Opacity("weight:Q", scale=alt.Scale(domain=[0, 1], range=[0.03, 1]), legend=None)
    base = alt.Chart()
    ends = {"x": alt.X("x:Q", axis=None, scale=wide), "y": alt.Y("y:Q", axis=None, scale=tall)}
    drawn = base.mark_rule(strokeWidth=3, color=colour(0)).encode(
        **ends, x2="x2:Q", y2="y2:Q", opacity=alt.condition(hover, strength, alt.value(0.02)),
        tooltip=["query:N", "key:N", alt.Tooltip("weight:Q", format=".3f")])
    left = base.transform_filter("datum.j == 0").mark_text(align="right", dx=-6, fontSize=13, color=GREY).encode(
        **ends, text="query:N", opacity=alt.condition(hover, alt.value(1), alt.value(0.35))).add_params(hover)
    right = base.transform_filter("datum.i == 0").mark_text(align="left", dx=6, fontSize=13, color=GREY).encode(
        x=alt.X("x2:Q", axis=None, scale=wide), y=alt.Y("y2:Q", axis=None, scale=tall), text="key:N")
    height = 25 * max(len(rows), len(columns), 4)
    layered = alt.layer(drawn, left, right, data=alt.Data(values=found)).properties(width=300, height=height)
    facets = layered.facet(column=alt.Column("map:N", title=title, header=alt.Header(labelFontSize=15)))
    st.altair_chart(facets.configure_view(stroke=None), width="content")


def spans(rows: Sequence[Mapping], title: str, band: tuple[float, float], marks: Sequence[tuple[float, int]],
          domain: tuple[float, float]) -> None:
    """Spans lying down (name, low, high, text), a band that they share, and dashed rules."""
    across = alt.Scale(domain=list(domain), zero=False, nice=False, clamp=True)
    base = plot(rows).encode(y=alt.Y("name:N", sort=None, title=None))
    drawn = base.mark_bar(height=12, color=colour(0)).encode(
        x=alt.X("low:Q", title=title, scale=across, axis=alt.Axis(grid=False, tickCount=8)), x2="high:Q",
        tooltip=["name:N", "text:N", alt.Tooltip("low:Q", format=","), alt.Tooltip("high:Q", format=",")])
    said = base.mark_text(align="left", dx=6, color=GREY).encode(x=alt.X("high:Q", scale=across), text="text:N")
    shared = plot([{"low": band[0], "high": band[1]}]).mark_rect(color=colour(2), opacity=0.35).encode(
        x=alt.X("low:Q", scale=across), x2="high:Q")
    rules = plot([{"x": x, "tone": colour(tone)} for x, tone in marks]).mark_rule(
        strokeDash=[4, 3], strokeWidth=2).encode(x=alt.X("x:Q", scale=across), color=alt.Color("tone:N", scale=None))
    st.altair_chart(alt.layer(shared, drawn, said, rules).properties(height=alt.Step(24)), width="stretch")
