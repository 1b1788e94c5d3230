"""What several lessons need: steps as pictures, the chosen cell's arithmetic, bars, selectors."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import altair as alt
from streamlit.delta_generator import DeltaGenerator

from core.steps import Step, Trace
from pages.components import frames, lesson, state
from pages.components.formula import PALETTE, formula, theme, tint
from pages.components.heatmap import BoardState, Picture
from pages.components.lessons.cells import axes
from pages.components.lessons.charts import MUTED
from pages.components.text import words


def step_words(page: str) -> dict[str, str]:
    """The captions of steps and axes: the walkthrough's, and the page's own."""
    return words("walkthrough") | words(page)


def shown(step: Step, page: str, **changes) -> Picture:
    """A step as the walkthrough draws it, with some fields changed."""
    return dataclasses.replace(frames.picture(step, step_words(page), tint(step.equation)), **changes)


def arithmetic(trace: Trace, seen: BoardState, page: str, *otherwise: str) -> None:
    """The formula of the chosen cell's step with its numbers; of the steps ``otherwise`` while no cell is chosen."""
    w, cell = step_words(page), seen.cell
    if cell is None or cell.picture not in trace or trace[cell.picture].equation is None:
        for name in (name for name in otherwise if trace[name].equation is not None):
            formula(trace[name].equation, trace, name, depth=state.depth(), words=axes(w))
        return
    step = trace[cell.picture]
    worked = trace.worked(step.name, frames.index_of(step, cell))
    depth = state.DEPTHS[max(1, state.DEPTHS.index(state.depth()))]
    formula(step.equation, trace, step.name, worked, depth=depth, words=axes(w))


def steps_of(labels: Sequence[str]) -> list[str]:
    """Words numbered, so that a word that comes twice stays two."""
    return [f"{i + 1} {label}" for i, label in enumerate(labels)]


def pillars(labels: Sequence[str], series: Mapping[str, Sequence[float]], title: str, height: int = 220,
            width: int | str = "container", digits: int = 3, across: str | None = None) -> alt.Chart:
    """Upright bars over named places, one colour per series; the number above each bar where there is one series.

    ``title`` and ``across``: what the two axes are called.
    """
    palette, names = PALETTE[theme()], list(series)
    rows = [{"place": label, "order": i, "series": name, "value": float(series[name][i])}
            for name in names for i, label in enumerate(labels)]
    most = max((row["value"] for row in rows), default=0.0)  # room for the numbers above the bars
    plot = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("place:N", sort=list(labels), title=across,
                axis=alt.Axis(labelAngle=-40 if len(''.join(labels)) > 60 else 0, labelLimit=130,
                              labelOverlap=False, ticks=False)),
        y=alt.Y("value:Q", title=title, scale=alt.Scale(domain=[0, 1.15 * most or 1.0], nice=False),
                axis=alt.Axis(grid=False, tickCount=4)),
        tooltip=[alt.Tooltip("place:N", title=across or words("charts")["place"]),
                 alt.Tooltip("series:N", title=words("charts")["series"]),
                 alt.Tooltip("value:Q", format=f".{digits}g", title=title)])
    legend = alt.Legend(orient="top", title=None, labelLimit=260) if len(names) > 1 else None
    colour = alt.Color("series:N", sort=names, legend=legend, scale=alt.Scale(domain=names, range=palette[:len(names)]))
    drawn = plot.mark_bar(cornerRadius=2).encode(color=colour, xOffset=alt.XOffset("series:N", sort=names))
    if len(names) == 1:
        drawn += plot.mark_text(dy=-7, fontSize=11, color=MUTED[theme()]).encode(
            text=alt.Text("value:Q", format=f".{digits}g"))
    return drawn.properties(height=height, width=width)


def layer_and_head(trace: Trace, page: str, key: str, step: str, row: DeltaGenerator,
                   mean: bool = False) -> tuple[int, int | None]:
    """Selectors of a layer and of a head of the step ``decoder.{layer}.{step}``; a head of None is the mean of all."""
    w = words(page)
    layers = [name for name in trace if name.startswith("decoder.") and name.endswith(f".{step}")]
    heads = range(trace[layers[0]].value.shape[0])
    options = [-1, *heads] if mean else list(heads)  # None would mean that nothing is chosen
    layer = lesson.numbered(row, w["layer"], len(layers), f"{key} layer")
    head = row.segmented_control(w["head"], options, default=options[0], key=f"{key} head", required=True,
                                 format_func=lambda h: w["all_heads"] if h < 0 else str(h + 1))
    return layer, None if head < 0 else head
