"""What the worked cell sends to the browser: a few kilobytes of JSON, with every number already written out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from core.formula import Cell, Row, Worked
from core.steps import Step, Trace
from pages.components.formula import called as letters_here
from pages.components.formula import plain as letters_of
from pages.components.formula.palette import BOTH
from pages.components.numbers import plain
from pages.components.text_files import said
from pages.components.thumbnails import thumbnails

MOST = 300
WORD_KEYS = (
    "path", "whole_path", "terms", "by_index", "largest_first", "follow", "sum", "rest", "learned", "constant",
    "began_word", "began", "only_constants", "only_weights", "edited", "agree", "agree_of_some",
    "not_compared",
)  # fmt: skip
"""Every string of the interface; an axis is called what ``words`` calls it, or else by its own name."""


def unnamed(name: str, cell: Cell) -> tuple[str, str, str]:
    """What a step is called where nobody has words for it: the last part of its name."""
    return name.rpartition(".")[2], "", str(list(cell))


def packed(
    trace: Trace,
    name: str,
    cell: Cell,
    worked: Worked,
    *,
    colours: Mapping[str, str],
    path: Sequence[tuple[str, Cell]],
    words: Mapping[str, str],
    label_of: Callable[[str, Cell], str],
    called: Callable[[str, Cell], tuple[str, str, str]] = unnamed,
    most: int = MOST,
) -> dict[str, Any]:
    """The whole view of one cell. ``called``: a step's title, where it stands, and in brief which cell it is; ``most``:
    terms of a sum that are shown, the largest; of the others there is the sum."""
    step, worked = trace[name], replace(worked, rows=tuple(worked.rows))  # rows are made anew each time they are read
    title, where, _ = called(name, cell)
    letters = letters_here(trace, name)
    names = list(dict.fromkeys(symbol for row in worked.rows for symbol, *_ in row.factors))
    sources = list(dict.fromkeys(source for row in worked.rows for _, _, source, _ in row.factors if source))
    follow, following = largest(trace, worked), {symbol: BOTH.get(tone, tone) for symbol, tone in colours.items()}
    return {
        "name": name,
        "title": title,
        "where": where,
        "place": label_of(name, cell),
        "patches": _patches(trace, step, cell),
        "value": plain(float(step.value[cell]), 6),
        "letter": letters_of(letters.get("result", "")), "colour": following.get("result", ""),
        "crumbs": [[n, list(c), label_of(n, c), *called(n, c)] for n, c in path],
        "word": said(_word(step, cell), words) if not worked.rows else "",
        "notes": [words.get(note, "") for note in _notes(trace, step, cell, worked)],
        "letters": [letters_of(letters.get(symbol, symbol)) for symbol in names],
        "colours": [following.get(symbol, "") for symbol in names],
        "sources": [[source, source in trace, called(source, ())[0] if source in trace else ""] for source in sources],
        "parts": _parts(trace, step, cell, worked, names, sources, words, most),
        "follow": follow and {"name": follow[0], "cell": list(follow[1]), "title": called(*follow)[0]},
        "words": {key: words.get(key, "") for key in WORD_KEYS},
    }


def _patches(trace: Trace, step: Step, cell: Cell) -> list[list]:
    """The thumbnails of the patches that the cell's place names."""
    by_label, named = thumbnails(trace), (labels[i] for labels, i in zip(step.labels, cell) if labels)
    return [by_label[label] for label in named if label in by_label]


def largest(trace: Trace, worked: Worked) -> tuple[str, Cell] | None:
    """Where the largest term came from, passing over cells that were made of constants alone."""
    links = [link for row in sorted(worked.rows, key=_size, reverse=True) for link in _links(trace, row)]
    return next((link for link in links if not _closed(trace, *link)), links[0] if links else None)


def _size(row: Row) -> float:
    return -1.0 if math.isnan(row.value) else abs(row.value)


def _links(trace: Trace, row: Row) -> list[tuple[str, Cell]]:
    """The step cells of a row: of a product, the larger factor first."""
    links = [(x, source, cell) for _, x, source, cell in row.factors if source in trace]
    if _is_product([row]):
        links.sort(key=lambda link: abs(link[0]), reverse=True)
    return [(source, cell) for _, source, cell in links]


def _closed(trace: Trace, name: str, cell: Cell) -> bool:
    made = trace[name].equation is not None
    return made and not any(source in trace for source, _ in trace.sources(name, cell))


def _is_product(rows: Sequence[Row]) -> bool:
    def holds(row: Row) -> bool:
        product = math.prod(x for _, x, _, _ in row.factors)
        return product == row.value or math.isclose(product, row.value, rel_tol=1e-9, abs_tol=1e-30)

    return all(map(holds, rows))


def _word(step: Step, cell: Cell) -> str:
    """The word at this cell, if the last axis carries words."""
    return step.labels[-1][cell[-1]] if step.labels and step.labels[-1] else ""


def _notes(trace: Trace, step: Step, cell: Cell, worked: Worked) -> list[str]:
    """The keys of what has to be said about this cell."""
    notes = ["edited"] if step.edited else []
    if step.equation is None:
        return [*notes, "began_word" if _word(step, cell) else "began"]
    linked = [source for row in worked.rows for _, _, source, _ in row.factors if source]
    if any(source in trace for source in linked):
        return notes
    return [*notes, "only_weights" if linked else "only_constants"]


def _parts(trace, step, cell, worked, names, sources, words, most) -> list[dict[str, Any]]:
    """The rows in the parts that are summed one by one, bars to one scale."""
    finite = [abs(row.value) for row in worked.rows if math.isfinite(row.value)]
    unit, start, parts = max(finite, default=0.0) or 1.0, 0, []
    for part in worked.parts:
        rows = worked.rows[start:start + len(part.terms)]
        start += len(part.terms)
        chosen = sorted((not _own(step, cell, row), -_size(row), t) for t, row in enumerate(rows))[:most]
        shown = sorted(t for *_, t in chosen)
        axis, labels = swept(trace, step, rows)
        hidden = np.delete(part.terms, shown)
        parts.append({
            "axis": [(words[axis], "")] if words.get(axis) else _letters(axis),
            "letters": [names.index(symbol) for symbol in part.factors],
            "join": "×" if _is_product(rows) else ",",
            "maps": any(not _is_product([row]) and row.value != row.factors[0][1] for row in rows),
            "sum": plain(float(np.sum(part.terms)), 6) if len(rows) > 1 else "",
            "rest": _rest(hidden, words),
            "rows": [_row(rows[t], said(labels[t], words), unit, names, sources, step, cell) for t in shown],
        })
    return parts


def _letters(axis: str) -> list[tuple[str, str]]:
    letter, _, rest = axis.partition("_")
    return [(letter, ""), (rest, "sub")] if rest and len(letter) == 1 else [(axis.replace("_", " "), "")]


def _rest(hidden: np.ndarray, words: Mapping[str, str]) -> str:
    return words.get("rest", "").format(count=len(hidden), sum=plain(float(hidden.sum()), 4)) if len(hidden) else ""


def _row(row: Row, label: str, unit: float, names: list, sources: list, step: Step, cell: Cell) -> dict[str, Any]:
    """One term: label, value, length of its bar, factors as (letter, number, source, cell)."""
    bar = max(-1.0, min(1.0, row.value / unit)) if not math.isnan(row.value) else 0.0
    factors = [[names.index(symbol), plain(x, 4), -1 if source is None else sources.index(source),
                None if source is None else list(at)] for symbol, x, source, at in row.factors]
    own = _own(step, cell, row)
    return {"label": label, "value": plain(row.value, 4), "bar": round(bar, 4), "own": own, "factors": factors}


def _own(step: Step, cell: Cell, row: Row) -> bool:
    """Whether this term of a normaliser is the cell's own."""
    _, here = step.split(cell)
    return bool(step.equation.along) and any(at is not None and at[-len(here):] == here for *_, at in row.factors)


def swept(trace: Trace, step: Step, rows: Sequence[Row]) -> tuple[str, list[str]]:
    """The axis that the rows run along, and what stands at each of them: words if it carries any, else the index."""
    best: tuple[str, list[str]] = "", [""] * len(rows)
    if len(rows) < 2:
        return best
    for symbol, _, source, first in rows[0].factors:
        cells = [at for row in rows for s, _, name, at in row.factors if s == symbol and name == source]
        if source is None or len(cells) != len(rows):
            continue
        moving = [a for a in range(len(first)) if any(at[a] != first[a] for at in cells)]
        if len(moving) != 1:
            continue
        axis, words = _axis(trace, step, symbol, source, len(first), moving[0])
        labels = [words[at[moving[0]]] if words else str(at[moving[0]]) for at in cells]
        if words:
            return axis, labels
        if not best[0]:
            best = axis, labels
    return best


def _axis(trace: Trace, step: Step, symbol: str, source: str, ndim: int, axis: int) -> tuple[str, Sequence[str] | None]:
    """What an axis of an input is called in this equation, and the words along it."""
    roles = step.equation.input_axes(step.equation.names.index(symbol))
    role = roles[axis - ndim] if ndim - axis <= len(roles) else ""
    if source not in trace:
        return role, None
    return role or trace[source].axes[axis], trace[source].labels[axis]
