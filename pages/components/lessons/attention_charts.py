"""The charts of the pages on attention and similarity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt

from pages.components.formula import PALETTE, theme
from pages.components.lessons.charts import ACCENT, FAINT, INK, MUTED, PAPER
from pages.components.numerals import plain

HEIGHT = 270


def lines(rows: Sequence[Mapping], names: Sequence[str], x: str, y: str, *, at: float | None = None,
          log_x: bool = False, log_y: bool = False, height: int = HEIGHT, ticks: Sequence[float] | None = None,
          domain: Sequence[float] | None = None, dots: bool = True) -> alt.LayerChart:
    """One line per name over x, in the palette's colours; ``at`` draws an upright where the reader is.

    rows: ``{"x": 3, "y": 0.2, "name": "…"}``. ``ticks`` of x and ``domain`` of y, where they are not to be found.
    """
    base = theme()
    x_scale = alt.Scale(type="log" if log_x else "linear", zero=False, nice=False)
    y_scale = alt.Scale(type="log" if log_y else "linear", **({"domain": list(domain)} if domain else {}))
    x_axis = alt.Axis(grid=False, tickMinStep=1, format="d", **({"values": list(ticks)} if ticks else {}))
    y_axis = alt.Axis(gridColor=FAINT[base], tickCount=5, **({"format": "~g"} if log_y else {}))
    plot = alt.Chart(alt.Data(values=[dict(row) for row in rows])).encode(
        x=alt.X("x:Q", title=x, scale=x_scale, axis=x_axis), y=alt.Y("y:Q", title=y, scale=y_scale, axis=y_axis),
        color=alt.Color("name:N", sort=list(names), title=None,
                        legend=alt.Legend(orient="top", labelLimit=440) if len(names) > 1 or not y else None,
                        scale=alt.Scale(domain=list(names), range=list(PALETTE[base][: len(names)]))),
        tooltip=[alt.Tooltip("name:N", title=" "), alt.Tooltip("x:Q", title=x),
                 alt.Tooltip("y:Q", format=".4g", title=y or "  ")])
    drawn = plot.mark_line(strokeWidth=2) + plot.mark_point(filled=True, size=42 if dots else 0)
    if at is not None:
        rule = alt.Chart(alt.Data(values=[{"x": at}])).mark_rule(strokeDash=[4, 3], color=INK[base])
        drawn = rule.encode(x=alt.X("x:Q")) + drawn
    return drawn.properties(height=height)


def pull(pulls: Sequence[tuple[float, float]], copies: int, w: Mapping[str, str]) -> alt.LayerChart:
    """N0-03: what all copies of a word weigh together, as raw scores and after softmax."""
    names = (w["pull_raw"], w["pull_soft"])
    rows = [{"x": i + 1, "y": value, "name": name} for i, pair in enumerate(pulls) for name, value in zip(names, pair)]
    return lines(rows, names, w["copies_axis"], w["pull_axis"], at=copies, ticks=range(1, len(pulls) + 1))


def histogram(values: Sequence[float], title: str, count: str, low: float, high: float, ends: str) -> alt.Chart:
    """How often each size occurs, in logarithmic bins between 10^low and 10^high; ``ends`` writes a bin's two ends."""
    bins, base = 36, theme()
    width = (high - low) / bins
    counted = [0] * bins
    for value in values:
        counted[min(bins - 1, max(0, int((value - low) / width)))] += 1
    edges = [10 ** (low + i * width) for i in range(bins + 1)]
    rows = [{"from": edges[i], "to": edges[i + 1], "n": n, "none": 0,
             "bin": ends.format(low=plain(edges[i], 2) if i else 0, high=plain(edges[i + 1], 2))}
            for i, n in enumerate(counted)]
    return alt.Chart(alt.Data(values=rows)).mark_bar(color=ACCENT[base]).encode(
        x=alt.X("from:Q", title=title, scale=alt.Scale(type="log", domain=[10**low, 10**high]),
                axis=alt.Axis(grid=False, format="~g", tickCount=6)),
        x2="to:Q", y2="none:Q", y=alt.Y("n:Q", title=count, axis=alt.Axis(gridColor=FAINT[base], tickCount=4)),
        tooltip=[alt.Tooltip("bin:N", title=title), alt.Tooltip("n:Q", title=count)],
    ).properties(height=HEIGHT)


def compared(words: Sequence[str], groups: Mapping[str, Sequence[float]], y: str, highest: float = 1.0) -> alt.Chart:
    """Bars side by side for each word, one per group."""
    base, names = theme(), list(groups)
    rows = [{"word": f"{i}", "label": word, "group": name, "y": values[i]}
            for name, values in groups.items() for i, word in enumerate(words)]
    labels = "{" + ", ".join(f"'{i}': {_quoted(word)}" for i, word in enumerate(words)) + "}[datum.value]"
    return alt.Chart(alt.Data(values=rows)).mark_bar(cornerRadius=2).encode(
        x=alt.X("word:N", sort=None, title=None, axis=alt.Axis(labelExpr=labels, labelAngle=0, ticks=False)),
        xOffset=alt.XOffset("group:N", sort=names),
        y=alt.Y("y:Q", title=y, scale=alt.Scale(domain=[0, highest]),
                axis=alt.Axis(gridColor=FAINT[base], tickCount=5)),
        color=alt.Color("group:N", sort=names, title=None, legend=alt.Legend(orient="top", labelLimit=440),
                        scale=alt.Scale(domain=names, range=[MUTED[base], ACCENT[base], PALETTE[base][1]])),
        tooltip=[alt.Tooltip("label:N", title=" "), alt.Tooltip("group:N", title="  "),
                 alt.Tooltip("y:Q", format=".4f", title=y)]).properties(height=HEIGHT)


def _quoted(word: str) -> str:
    return "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'"


def costs(rows: Sequence[Mapping], title: str) -> alt.LayerChart:
    """Horizontal bars on a logarithmic axis, one per kind of layer: ``{"name", "y", "text"}``."""
    base = theme()
    highest = max(row["y"] for row in rows)
    plot = alt.Chart(alt.Data(values=[dict(row) for row in rows])).encode(
        y=alt.Y("name:N", sort=None, title=None, axis=alt.Axis(ticks=False, domain=False, labelLimit=140,
                                                              labelOverlap=False)),
        x=alt.X("y:Q", title=title, axis=alt.Axis(grid=False, labels=False, ticks=False),
                scale=alt.Scale(type="symlog", domain=[0, highest * 6 + 1])),
        tooltip=[alt.Tooltip("name:N", title=" "), alt.Tooltip("text:N", title=title)])
    bars = plot.mark_bar(color=ACCENT[base], cornerRadius=2, height=18)
    numbers = plot.mark_text(align="left", dx=5, color=INK[base]).encode(text="text:N")
    return (bars + numbers).properties(height=alt.Step(26))


def timeline(words: Sequence[str], serial: bool, title: str) -> alt.LayerChart:
    """N2-12: in which tick each word's output can be ready: one after the other, or all in the first."""
    base = theme()
    rows = [{"word": f"{i}", "label": word, "from": i if serial else 0, "to": i + 1 if serial else 1}
            for i, word in enumerate(words)]
    plot = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("word:N", sort=None, title=None, axis=None),
        x=alt.X("from:Q", title=title, scale=alt.Scale(domain=[0, max(len(words), 1)], nice=False),
                axis=alt.Axis(grid=True, gridColor=FAINT[base], tickMinStep=1)), x2="to:Q")
    bars = plot.mark_bar(color=ACCENT[base], cornerRadius=3)
    text = plot.mark_text(align="left", dx=6, color=PAPER[base], fontWeight=600).encode(text="label:N")
    return (bars + text).properties(height=30 * len(words) + 40)
