"""Bars: lying down or upright, in pairs, in parts, ranked, or from one end to another."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence

from pages.components.charts.marks import (
    DASHED,
    FAINT,
    GREY,
    INK,
    QUIET,
    TEXT,
    colour,
    draw,
    each,
    ending,
    inks,
    largest,
    lying,
    name,
    names_down,
    number_label,
    own_ink,
    quantity,
    tall,
    tips,
    values,
    with_room,
)
from pages.components.formula import theme
from pages.components.numbers import POWERS_OF_TEN, fixed, plain
from pages.components.text import words

LABELLED = 10  # of more columns in half a page the numbers would overprint each other
AXES = {
    "linear": QUIET,
    "dots": {"tickCount": 6},
    "log": {"grid": False, "values": [1e-16, 1e-12, 1e-8, 1e-4, 1], "labelExpr": POWERS_OF_TEN},
    "symlog": {"grid": False, "labels": False, "ticks": False},
}


def bars(numbers: Mapping[str, float], title: str, *, tones: Sequence[int] | int = 0, scale: str = "linear",
         domain: tuple[float, float] | None = None, digits: int = 3, texts: Sequence[str] = (),
         step: int = 26) -> None:
    """Named bars lying down, each with its number, or with ``texts``.

    ``scale``: linear; log, from rounding errors to whole numbers unless ``domain`` says otherwise; symlog, without
    marks; dots: points instead of bars, on a scale that need not start at 0.
    """
    low, high = domain or _ends(numbers, scale)
    start = low if scale == "log" else max(0.0, low)
    unit = scale == "linear" and (low, high) == (0, 1)
    said_of = texts or [_unit(value, digits) if unit else plain(value, digits) for value in numbers.values()]
    rows = [{"name": key, "value": max(float(value), start), "start": start, "tone": colour(tone), "text": text}
            for (key, value), tone, text in zip(numbers.items(), each(tones, len(numbers)), said_of)]
    ends = with_room(low, high, largest(row["value"] for row in rows), said_of, scale)
    powers = [10.0**k for k in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)] if (
        scale == "log" and domain) else []
    axis = AXES[scale] | ({"values": powers} if powers else {})
    across = lying("value", title, numbers, axis=axis, scale={
        "type": "linear" if scale == "dots" else scale, "domain": ends, "nice": False})
    mark = {"type": "circle", "size": 110, "opacity": 1} if scale == "dots" else {
        "type": "bar", "height": step * 0.62, "cornerRadius": 2}
    far = {} if scale == "dots" else {"x2": {"field": "start"}}
    draw({"data": values(rows), "height": {"step": step}, "encoding": {"y": names_down("name"), "x": across},
          "layer": [{"mark": mark, "encoding": far | {"color": own_ink(), "tooltip": _tooltip(title)}},
                    number_label(10 if scale == "dots" else 4)]}, title)


def _tooltip(title: str) -> list[dict]:
    return tips(name=words("charts")["place"], text=title)


def _ends(numbers: Mapping[str, float], scale: str) -> tuple[float, float]:
    """A scale with room for the numbers beside the bars."""
    if scale == "log":
        return 1e-17, 100.0
    most = max(1e-9, largest(numbers.values()))
    return (0.0, 40 * most + 1) if scale == "symlog" else (
        min(0.0, -largest(-x for x in numbers.values())), 1.22 * most)


def _unit(value: float, digits: int) -> str:
    """A number between 0 and 1 with as many decimals as its neighbours."""
    return fixed(value, digits) if value >= 10**-digits else plain(value, digits)


def columns(labels: Sequence[str], series: Mapping[str, Sequence[float | None]], title: str, *,
            height: int = 220, tones: Sequence[int] = range(6), highest: float | None = None,
            across: str | None = None) -> None:
    """Upright bars over named places, a colour per series; of one series with few bars, the number above each.

    ``title`` and ``across``: what the two axes are called. The same label may come twice. None has no bar.
    """
    names, word = list(series), words("charts")
    rows = [{"i": str(i), "place": label, "series": one, "value": float(series[one][i]), "text": plain(series[one][i])}
            for one in names for i, label in enumerate(labels) if series[one][i] is not None]
    most = largest(row["value"] for row in rows)
    written = json.dumps({str(i): label for i, label in enumerate(labels)}, ensure_ascii=False)
    place = {"x": name("i", axis={"labelExpr": f"({written})[datum.value]", "labelLimit": 130, "labelOverlap": False,
                                  "labelAngle": -40 if len("".join(labels)) > 60 else 0, "ticks": False}),
             "y": quantity("value", title, axis=QUIET,
                           scale={"domain": [0, highest or 1.15 * most or 1.0], "nice": False})}
    place["x"]["title"] = across  # in one line: a second would shorten the plot, and the other title would be cut
    place["x"]["axis"] |= ending([across or ""])
    bar = {"mark": {"type": "bar", "cornerRadius": 2}, "encoding": {
        "color": inks("series", names, tones[: len(names)]), "xOffset": {"field": "series", "sort": names},
        "tooltip": tips(place=across or word["place"], series=word["series"], text=title)}}
    number = number_label(0, align="center", dy=-7)
    draw({"data": values(rows), "encoding": place,
          "layer": [bar, number] if len(rows) <= LABELLED and len(names) == 1 else [bar]} | tall(height, names), title)


def pairs(labels: Sequence[str], series: Mapping[str, Sequence[float]], title: str,
          tones: Sequence[int] = (-1, 0), share: bool = True) -> None:
    """For each label a bar of each series, one under the other, with their numbers; ``share``: from 0 to 1."""
    rows = [{"word": label, "which": which, "value": float(value), "text": _unit(value, 3) if share else plain(value)}
            for which, numbers in series.items() for label, value in zip(labels, numbers)]
    most = 1.0 if share else max((row["value"] for row in rows), default=1.0)
    across = lying("value", title, labels, axis=QUIET, scale={"nice": False, "domain": with_room(
        0, 1.08 * most, largest(row["value"] for row in rows), [row["text"] for row in rows])})
    bar = {"mark": {"type": "bar", "cornerRadius": 2}, "encoding": {
        "color": inks("which", list(series), tones[: len(series)]),
        "tooltip": tips(word=words("charts")["word"], which=words("charts")["series"], text=title)}}
    down = {"y": names_down("word"), "yOffset": {"field": "which", "sort": list(series)}}
    draw({"data": values(rows), "height": {"step": 12}, "layer": [bar, number_label(3)],
          "encoding": down | {"x": across}}, title)


def stacked(rows: Sequence[tuple[str, str, float]], parts: Sequence[str], title: str) -> None:
    """Bars lying down, made of parts: rows of (word, part, value)."""
    drawn = [{"word": word, "part": part, "value": value, "text": plain(value)} for word, part, value in rows]
    draw({"data": values(drawn), "mark": "bar", "height": {"step": 24}, "encoding": {
        "y": names_down("word"), "x": lying("value", title, stack=True, axis=QUIET),
        "color": inks("part", parts, [i % 6 for i in range(len(parts))]),
        "tooltip": tips(word=words("charts")["word"], part=words("charts")["series"], text=title)}}, title)


def ranked(by_place: Mapping[str, Sequence[tuple[str, float, bool]]], title: str) -> None:
    """For each place its words with their probabilities, the likeliest first: (word, probability, whether lit)."""
    rows = [{"place": place, "rank": rank, "p": p, "word": word, "text": f"{word}  {plain(p, 2)}", "said": plain(p),
             "tone": colour(1) if lit else FAINT[theme()]}
            for place, words_ in by_place.items() for rank, (word, p, lit) in enumerate(words_)]
    bar = {"mark": {"type": "bar", "height": 18, "cornerRadius": 2, "opacity": 0.55}, "encoding": {
        "color": own_ink(), "tooltip": tips(word=words("charts")["word"], said=title)}}
    label = number_label()
    label["encoding"]["x"] = {"value": 0}
    header = {"title": None, "labelFontSize": 13, "labelFontWeight": 600, "labelColor": INK[theme()]}
    deep = max(map(len, by_place.values()), default=0)
    draw({"data": values(rows), "columns": 7, "spacing": 12, "config": {"view": {"stroke": None}},
          "facet": {"field": "place", "type": "nominal", "sort": list(by_place), "header": header},
          "spec": {"width": 146, "height": 24 * deep, "layer": [bar, label], "encoding": {
              "y": {"field": "rank", "type": "ordinal", "axis": None},
              "x": {"field": "p", "type": "quantitative", "axis": None, "scale": {"domain": [0, 1]}}}}},
         title, "content")


def spans(rows: Sequence[Mapping], title: str, band: tuple[float, float], marks: Sequence[tuple[float, int]],
          domain: tuple[float, float]) -> None:
    """Spans lying down (name, low, high, text, range), a band that they share, and dashed rules."""
    scale = {"domain": list(domain), "zero": False, "nice": False, "clamp": True}
    low, high = lying("low", title, scale=scale, axis={"grid": False, "tickCount": 8}), {"field": "high"}
    shared = {"data": values([{"low": band[0], "high": band[1]}]), "encoding": {"x": low, "x2": high},
              "mark": {"type": "rect", "color": colour(2), "opacity": 0.35}}
    drawn = {"mark": {"type": "bar", "height": TEXT, "color": colour(0)}, "encoding": {
        "y": names_down("name"), "x": low, "x2": high,
        "tooltip": tips(name=words("charts")["place"], text=words("charts")["value"], range=title)}}
    written = number_label(6)
    written["encoding"] |= {"y": names_down("name"), "x": lying("high", title, scale=scale)}
    rules = {"data": values({"x": x, "tone": colour(tone) if tone >= 0 else GREY} for x, tone in marks),
             "mark": {"type": "rule", "strokeDash": DASHED, "strokeWidth": 2},
             "encoding": {"x": lying("x", title, scale=scale), "color": own_ink()}}
    draw({"data": values(rows), "height": {"step": 24}, "layer": [shared, drawn, written, rules]}, title)
