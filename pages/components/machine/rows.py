"""The rows of a machine: entries of streams (words, patches, times), one identity wherever they are read.

    rows = Rows(trace)
    rows.along("decoder.0.cross_attention.weights", "key")    # (Row("source", 0), Row("source", 1), ...)

Streams are the core's. What is new here: an axis put together from others (a cache and a new word, a class token and
patches) is followed into its parts by its look-up, so that its rows are the rows it was put together from.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from core.steps import Step, Trace


class Row(NamedTuple):
    """One entry of a stream."""

    stream: str
    index: int


class Rows:
    """The rows along the axes of every step of a trace; each is worked out once."""

    def __init__(self, trace: Trace):
        self.trace = trace
        self.words: dict[Row, tuple[str, str]] = {}  # word read, word produced there
        self._known: dict[tuple[str, str], tuple[Row, ...] | None] = {}

    def along(self, name: str, axis: str) -> tuple[Row, ...] | None:
        """The rows that an axis of a step runs along; None for features, heads, words of a vocabulary."""
        key = name, axis
        if key not in self._known:
            self._known[key] = self._find(self.trace[name], axis)
        return self._known[key]

    def axes(self, name: str) -> dict[str, tuple[Row, ...]]:
        """All axes of a step that run along rows."""
        every = ((axis, self.along(name, axis)) for axis in self.trace[name].axes)
        return {axis: rows for axis, rows in every if rows is not None}

    def _find(self, step: Step, axis: str) -> tuple[Row, ...] | None:
        if axis not in step.axes or not step.streams[step.axes.index(axis)]:
            return None
        at = step.axes.index(axis)
        stream, size = step.streams[at], step.shape[at]
        if stream == step.name and self._joined(step, axis):
            rows = tuple(self._part(step, at, index) for index in range(size))
        elif stream != step.name and self._begins(stream) is not None:
            rows = self.along(stream, self._begins(stream))
        else:
            rows = tuple(_row(stream, index) for index in range(size))
        for i, row in enumerate(rows):
            if step.pairs[at] or step.labels[at]:
                self.words.setdefault(row, step.pairs[at][i] if step.pairs[at] else (step.labels[at][i], ""))
        return rows

    @staticmethod
    def _joined(step: Step, axis: str) -> bool:
        """Whether an axis is put together from others: by a look-up, of inputs none of which has such an axis.

        Not one that is moved on by a place (pairs of a word read and one produced): its rows are rows of their own.
        """
        if step.pairs[step.axes.index(axis)]:
            return False
        roles = (step.equation.input_axes(p) for p in range(len(step.equation.names))) if step.equation else ()
        return step.equation is not None and step.equation.gather is not None and not any(axis in r for r in roles)

    def _begins(self, stream: str) -> str | None:
        """The axis of the step in which a stream begins."""
        step = self.trace[stream]
        return step.axes[step.streams.index(stream)] if stream in step.streams else None

    def _part(self, step: Step, at: int, index: int) -> Row:
        """The one row from which an entry was taken; its own where it was taken from none or from several."""
        cell = [0] * len(step.axes)
        cell[at] = index
        origins = set()
        for name, source in self.trace.sources(step.name, tuple(cell)):
            if name in self.trace:
                axes = self.trace[name].axes
                origins |= {rows[source[axes.index(axis)]] for axis, rows in self.axes(name).items()}
        return origins.pop() if len(origins) == 1 else _row(step.name, index)


def _row(stream: str, index: int) -> Row:
    """The layers' caches hold the same words: "decoder.0.x.past_keys" and layer 1's are one stream."""
    return Row(re.sub(r"\.\d+\.", ".*.", stream), index)
