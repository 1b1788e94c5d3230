"""Small charts that lessons share: bars of probabilities, and a beam's tree."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import altair as alt

from core.experiments.trees import Place
from core.models.transformer import END
from pages.components.formula import PALETTE, theme
from pages.components.numerals import plain
from pages.components.text import words

INK = {"light": "#1b1f27", "dark": "#e8ebf0"}
PAPER = {"light": "#ffffff", "dark": "#12151c"}
MUTED = {"light": "#6b7280", "dark": "#9aa3b2"}
ACCENT = {"light": "#0f6cbd", "dark": "#6cb2f5"}
FAINT = {"light": "#d5dae2", "dark": "#343c4a"}


def _tip(field: str, how: str | None = None, name: str | None = None) -> alt.Tooltip:
    """A line under the pointer, with a name that a reader understands."""
    title = words("charts")[name or field.partition(":")[0]]
    return alt.Tooltip(field, title=title, **({"format": how} if how else {}))


def bars(labels: Sequence[str], shares: Sequence[float], title: str, lit: str = "", height: int = 26) -> alt.Chart:
    """A bar per word from 0 to 1, with its number; one word is lit."""
    base = theme()
    rows = [{"word": word, "p": p, "text": plain(p), "lit": word == lit} for word, p in zip(labels, shares)]
    plot = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("word:N", sort=None, title=None,
                axis=alt.Axis(labelLimit=130, labelOverlap=False, ticks=False, domain=False)),
        x=alt.X("p:Q", scale=alt.Scale(domain=[0, 1.12]), title=title,
                axis=alt.Axis(values=[0, 0.5, 1], grid=False, titleFontSize=12, titlePadding=4)),
        tooltip=[_tip("word:N"), _tip("p:Q", ".4f")])
    colour = alt.condition("datum.lit", alt.value(ACCENT[base]), alt.value(MUTED[base]))
    drawn = plot.mark_bar(cornerRadius=2, size=15).encode(color=colour)
    numbers = plot.mark_text(align="left", dx=4, fontSize=12, color=INK[base]).encode(text="text:N")
    return (drawn + numbers).properties(height=height * len(rows) + 70)


_STYLES = {  # fate: width and dash of the line from the parent, strength of box and text
    "lit": (3, [1, 0], 1.0), "kept": (1.8, [1, 0], 1.0), "dropped": (1, [4, 3], 0.65), "unseen": (0.7, [2, 4], 0.3)}


def _box(p: Place, labels: Mapping[int, str], detail: str) -> dict:
    """A node as a row of the chart's data: its box, where its line begins, what it says."""
    number = p.share if detail == "share" else math.exp(p.log_probability)
    whole = f" ⇒ {plain(math.exp(p.log_probability), 2)}" if p.words[-1] == END and detail == "share" else ""
    return {"x": p.x - .37, "x2": p.x + .37, "middle": p.x, "y": p.y - .36, "y2": p.y + .36, "at": p.y,
            "from": p.from_x + (.37 if p.from_x else .1), "height": p.from_y, "fate": p.fate,
            "text": f"{labels[p.words[-1]]}  {plain(number, 2)}{whole}", "words": " ".join(labels[i] for i in p.words),
            "share": p.share, "log_p": p.log_probability, "score": p.score}


def tree(places: Sequence[Place], labels: Mapping[int, str], depth_title: str, row: int = 34,
         detail: str = "share") -> alt.LayerChart:
    """A beam's tree from left to right: thick to the answer, solid where kept, dashed where dropped.

    Each box holds the word and the probability of the step (``share``), or of the whole prefix (``prefix``).
    """
    base = theme()
    colour = {"lit": ACCENT[base], "kept": INK[base], "dropped": MUTED[base], "unseen": MUTED[base]}
    fill = {"lit": ACCENT[base], "kept": FAINT[base], "dropped": PAPER[base], "unseen": PAPER[base]}
    written = {"lit": PAPER[base], "kept": INK[base], "dropped": INK[base], "unseen": MUTED[base]}
    boxes, layers = [_box(p, labels, detail) for p in places], []
    depth = max(p.x for p in places)
    across = alt.Scale(domain=[-.1, depth + .5], nice=False)
    down = alt.Scale(reverse=True, nice=False, domain=[-.6, max(p.y for p in places) + .6])
    marks = alt.Axis(values=list(range(1, depth + 1)), format="d", grid=False, orient="top", domain=False,
                     title=depth_title)

    def x(name: str) -> alt.X:
        return alt.X(f"{name}:Q", scale=across, axis=marks)

    def y(name: str) -> alt.Y:
        return alt.Y(f"{name}:Q", scale=down, axis=None)

    tips = [_tip("words:N", name="path"), _tip("share:Q", ".4g", "step_p"), _tip("log_p:Q", ".4f"),
            _tip("score:Q", ".4f")]
    for fate in ("unseen", "dropped", "kept", "lit"):
        width, dash, opacity = _STYLES[fate]
        mine = alt.Chart().transform_filter(f"datum.fate == '{fate}'")
        layers.append(mine.mark_rule(strokeWidth=width, strokeDash=dash, opacity=opacity, color=colour[fate]).encode(
            x=x("from"), x2="x:Q", y=y("height"), y2="at:Q"))
        layers.append(mine.mark_rect(cornerRadius=5, stroke=colour[fate], strokeWidth=1, strokeOpacity=opacity,
                                     fill=fill[fate]).encode(
            x=x("x"), x2="x2:Q", y=y("y"), y2="y2:Q", tooltip=tips))
        layers.append(mine.mark_text(fontSize=12, color=written[fate], opacity=max(opacity, .8)).encode(
            x=x("middle"), y=y("at"), text="text:N", tooltip=tips))
    tall = max(p.y for p in places) + 1.2
    drawn = alt.layer(*layers, data=alt.Data(values=boxes)).properties(height=int(row * tall) + 60)
    return drawn.configure_view(strokeWidth=0)


def curves(rows: Sequence[Mapping], x: str, y: str, titles: tuple[str, str], names: Sequence[str], *,
           scales: tuple[str, str] = ("linear", "linear"), dashes: Sequence[str] = (), rule: float | None = None,
           mark: float | None = None, height: int = 260, points: bool = False) -> alt.LayerChart:
    """Lines, a colour per ``name`` and, where ``dashes`` lists kinds, a dash per ``kind``.

    ``points``: a dot at each value, so that a first one alone can be seen; ``rule``: a level to draw across;
    ``mark``: an x to point at.
    """
    base = theme()
    across, down = (alt.Scale(type=kind, zero=kind != "log", nice=kind != "log") for kind in scales)
    dots = alt.OverlayMarkDef(size=28) if points else False
    plot = alt.Chart(alt.Data(values=list(rows))).mark_line(strokeWidth=2.2, point=dots).encode(
        x=alt.X(f"{x}:Q", title=titles[0], scale=across, axis=alt.Axis(grid=False, titleFontSize=12)),
        y=alt.Y(f"{y}:Q", title=titles[1], scale=down, axis=alt.Axis(titleFontSize=12)),
        color=alt.Color("name:N", title=None, scale=alt.Scale(domain=list(names), range=list(
            PALETTE[base][: len(names)])), legend=None if len(names) < 2 else alt.Legend(orient="top", labelLimit=260)),
        tooltip=[*([_tip("name:N", name="series")] if len(names) > 1 else []),
                 *([_tip("kind:N", name="series")] if dashes else []),
                 alt.Tooltip(f"{x}:Q", title=titles[0]), alt.Tooltip(f"{y}:Q", format=".4g", title=titles[1])])
    if dashes:
        plot = plot.encode(strokeDash=alt.StrokeDash("kind:N", title=None, sort=list(dashes), scale=alt.Scale(
            domain=list(dashes), range=[[1, 0], [5, 4], [2, 2]][: len(dashes)]), legend=alt.Legend(
                orient="top", labelLimit=260, symbolStrokeColor=INK[base])))
    layers = [plot]
    for channel, level in (("y", rule), ("x", mark)):
        if level is not None:
            layers.append(alt.Chart(alt.Data(values=[{"at": level}])).mark_rule(
                color=MUTED[base], strokeDash=[4, 3], strokeWidth=1.5).encode(**{channel: alt.datum(level)}))
    return alt.layer(*layers).properties(height=height)


def pairs(rows: Sequence[Mapping], kinds: Sequence[str], title: str) -> alt.LayerChart:
    """Bars from 0 to 1, one or two kinds per word, with their numbers."""
    base, count = theme(), len({row["word"] for row in rows})
    plot = alt.Chart(alt.Data(values=list(rows))).encode(
        y=alt.Y("word:N", sort=None, title=None, axis=alt.Axis(labelLimit=160, labelOverlap=False, ticks=False)),
        yOffset=alt.YOffset("kind:N", sort=list(kinds)),
        x=alt.X("p:Q", title=title, scale=alt.Scale(domain=[0, 1.05]), axis=alt.Axis(
            values=[0, 0.25, 0.5, 0.75, 1], format=".2f", grid=False, titleFontSize=12)),
        tooltip=[_tip("word:N"), _tip("kind:N", name="series"), alt.Tooltip("p:Q", format=".3f", title=title)])
    drawn = plot.mark_bar(cornerRadius=2).encode(color=alt.Color("kind:N", title=None, scale=alt.Scale(
        domain=list(kinds), range=[ACCENT[base], MUTED[base]]), legend=alt.Legend(orient="top", labelLimit=260)))
    numbers = plot.mark_text(align="left", dx=3, fontSize=11, color=INK[base]).encode(
        text=alt.Text("p:Q", format=".3f"))
    return (drawn + numbers).properties(height=34 * count + 80)
