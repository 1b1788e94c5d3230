"""A whole model on one screen, read off a trace and the model's plan.

    spec = machine(trace, plan)
    spec["tracks"]     # what flows together: rows (words, patches, times) and the boxes that they pass
    spec["ribbons"]    # who reads whom: a step of shares, the track it reads from, the track that reads
    spec["next"]       # the next words of each row, where a step holds shares over a vocabulary: the one written, the
                       # likeliest, and which of them an edit has changed
    weights(trace, spec)   # {step: (heads, readers, read)}, the widths of the ribbons
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from core.plan import Box, Plan
from core.steps import Step, Trace
from pages.components.formula.letters import plain
from pages.components.text_files import said

from .rows import Row, Rows

LIKELIEST = 3  # next words that are shown of each row


def machine(trace: Trace, plan: Plan, unedited: Trace | None = None, words: Mapping[str, str] = {}) -> dict[str, Any]:
    """The drawing of a run as plain data; see the module.

    ``unedited``: the same run before the edits of this one; ``words``: what names along the axes are called.
    """
    spec = _Drawing(trace, plan, edited=unedited is not None, words=words).spec()
    if unedited is not None and spec["next"] and spec["next"]["step"] in unedited:
        before = _Drawing(unedited, plan, edited=True, words=words).spec()["next"]["words"]
        spec["next"]["before"] = [row[0]["word"] if row else "" for row in before]
    return spec


def weights(trace: Trace, spec: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """The weights of every ribbon: step -> (heads, readers, read) float32. Of a batch the first entry."""
    return {ribbon["step"]: _cube(trace[ribbon["step"]], ribbon["axes"]) for ribbon in spec["ribbons"]}


def reading(trace: Trace, plan: Plan) -> dict[str, Any] | None:
    """Which word was read to write which, by the head that looks most surely from one track at another.

    ``{"step", "head", "read": [words], "written": [words], "weights": (written, read) lists}``; None where no step
    reads one stream for another, or no next word is computed.
    """
    spec = machine(trace, plan)
    cubes, ahead = weights(trace, spec), spec["next"]
    across = [r for r in spec["ribbons"] if r["from"] != r["to"] and ahead and ahead["track"] == r["to"]]
    sure = [(cubes[r["step"]][h].max(-1).mean(), r, h) for r in across for h in range(r["heads"])]
    if not sure:
        return None
    _, ribbon, head = max(sure, key=lambda entry: entry[0])
    rows = spec["tracks"][ribbon["from"]]["rows"]
    return {"step": ribbon["step"], "head": head, "read": [rows[i]["word"] for i in ribbon["reads"]],
            "written": [ahead["words"][i][0]["word"] for i in ribbon["readers"]],
            "weights": cubes[ribbon["step"]][head].tolist()}


class _Drawing:
    """Tracks first, then the ribbons between them, then the next words."""

    def __init__(self, trace: Trace, plan: Plan, edited: bool = False, words: Mapping[str, str] = {}):
        self.trace, self.plan, self.rows, self.edited, self.words = trace, plan, Rows(trace), edited, words
        self.boxes = plan.boxes(trace)
        self.lies = {step: box for box in self.boxes for step in box.steps}
        self.tracks: list[list[Row]] = []
        self.places: dict[str, int] = {}  # box -> track
        self.ribbons: list[dict[str, Any]] = []
        self.made = {step.name: _axes(step, self.rows) for step in trace.values() if step.shows == "share"}

    def spec(self) -> dict[str, Any]:
        for box in self.boxes:
            self.places[box.id] = self._track(box)
        for name, axes in self.made.items():
            if axes and name in self.lies:
                self._ribbon(name, axes)
        ahead = self._next()
        tracks = [{"rows": self._row_data(rows, i),
                   "boxes": [self._box(box, ahead) for box in self.boxes if self.places[box.id] == i]}
                  for i, rows in enumerate(self.tracks)]
        return {"tracks": tracks, "ribbons": self.ribbons, "next": ahead}

    def _track(self, box: Box) -> int:
        """The track whose rows pass through a box; a new one where none fits."""
        rows = self._rows_of(box)
        for i, known in enumerate(self.tracks):
            if set(rows) & set(known):
                known += [row for row in rows if row not in known] if len(rows) > len(known) else []
                self.tracks[i] = sorted(known, key=lambda row: rows.index(row) if row in rows else -1)
                return i
        for source in self._read_by(box):
            track = self.places[source]
            if len(self.tracks[track]) == len(rows):  # words again, one place on, as a loss compares them
                return track
        self.tracks.append(list(rows))
        return len(self.tracks) - 1

    def _rows_of(self, box: Box) -> list[Row]:
        """The rows of what a box hands on; readers where it holds shares; one row of its own for a single vector."""
        for name in reversed(box.steps):
            if self.made.get(name):
                return self._readers(name, self.made[name])
            axes = self.rows.axes(name)
            if axes:
                return list(axes.get("query") or next(iter(axes.values())))  # a mask's rows are its readers'
        return [Row(box.id, 0)]

    def _readers(self, name: str, axes: tuple[str | None, str]) -> list[Row]:
        """The rows that read by a step of shares. One that has no axis of readers is read for a single vector."""
        if axes[0] is not None:
            return list(self.rows.along(name, axes[0]))
        reader = next(iter(self.trace.readers(name)), name)
        return [Row(self.lies[reader].id if reader in self.lies else reader, 0)]

    def _read_by(self, box: Box) -> Iterable[str]:
        """The boxes whose results a box reads."""
        names = dict.fromkeys(name for step in box.steps for name in self.trace[step].inputs)
        return dict.fromkeys(self.lies[n].id for n in names if n in self.lies and self.lies[n].id in self.places)

    def _ribbon(self, name: str, axes: tuple[str | None, str]) -> None:
        box = self.lies[name]
        to, read = self.places[box.id], list(self.rows.along(name, axes[1]))
        readers = self._readers(name, axes)
        source = next((i for i, rows in enumerate(self.tracks) if set(read) <= set(rows)), None)
        if source is None and set(read) & set(self.tracks[to]):  # words of earlier passes, kept in a cache
            self._put_in_front(to, [row for row in read if row not in self.tracks[to]])
            source = to
        elif source is None:
            self.tracks.append(read)
            source = len(self.tracks) - 1
        self.ribbons.append({
            "step": name, "box": box.id, "axes": list(axes), "from": source, "to": to,
            "heads": _cube(self.trace[name], axes).shape[0],
            "reads": [self.tracks[source].index(row) for row in read],
            "readers": [self.tracks[to].index(row) for row in readers]})

    def _put_in_front(self, track: int, rows: list[Row]) -> None:
        """More rows above a track's own; the ribbons drawn so far count theirs anew."""
        self.tracks[track] = rows + self.tracks[track]
        for ribbon in self.ribbons:
            for end, places in (("from", "reads"), ("to", "readers")):
                if ribbon[end] == track:
                    ribbon[places] = [place + len(rows) for place in ribbon[places]]

    def _next(self) -> dict[str, Any] | None:
        """The likeliest words of the last step that holds shares over a vocabulary (an axis along no rows)."""
        names = [name for name, axes in self.made.items()
                 if axes is None and name in self.lies and self.trace[name].equation.along
                 and len(self.trace[name].equation.output) == 2]  # not an answer for every pixel
        if not names:
            return None
        step, box = self.trace[names[-1]], self.lies[names[-1]]
        values, labels = _first(step), step.labels[-1]
        values = values[-1] if step.repeated else values  # each layer has answered: the last one counts
        track, values = self.places[box.id], np.atleast_2d(values)
        ahead = len(self.tracks[track]) - len(values)  # rows of earlier passes have had their next word
        words = [[{"word": said(labels[i], self.words) if labels else str(i), "share": float(row[i])}
                  for i in self._order(row, labels, at)] for at, row in zip(self.tracks[track][ahead:], values)]
        return {"step": step.name, "box": box.id, "track": track, "words": [[] for _ in range(ahead)] + words}

    def _order(self, shares: np.ndarray, labels: tuple[str, ...] | None, row: Row) -> list[int]:
        """The likeliest words; before them the one that the answer has there, which a beam need not find likeliest.

        Under edits the likeliest alone: the answer, which is read here too, was written without them.
        """
        order = np.argsort(-shares, kind="stable").tolist()
        written = self.rows.words.get(row, ("", ""))[1]
        if "target" in self.trace and not self.edited and labels and written in labels:
            at = labels.index(written)
            order = [at, *(i for i in order[:LIKELIEST] if i != at)]
        return order[:LIKELIEST]

    def _row_data(self, rows: list[Row], track: int) -> list[dict[str, Any]]:
        """Rows as data: the words read and produced, and the stream under which the pictures know them."""
        stream = next((self._stream(box, len(rows)) for box in reversed(self.boxes)
                       if self.places[box.id] == track and self._stream(box, len(rows))), None)
        data = []
        for i, row in enumerate(rows):
            word, produced = self.rows.words.get(row, ("", ""))
            data.append({"stream": stream or row.stream, "index": i if stream else row.index,
                         "word": said(word, self.words) or str((i if stream else row.index) + 1), "produced": produced})
        return data

    def _stream(self, box: Box, size: int) -> str | None:
        """The stream along which a box hands on this many rows."""
        step = self.trace[box.steps[-1]]
        sizes = zip(step.streams, step.shape)
        return next((stream for stream, length in sizes if stream and length == size), None)

    def _box(self, box: Box, ahead: Mapping | None) -> dict[str, Any]:
        steps = [self.trace[name] for name in box.steps]
        reads = any(ribbon["box"] == box.id for ribbon in self.ribbons)
        wide = any(self._matrix(name) for step in steps for name in step.inputs)
        chained = any(r.name in box.steps and r.call != call and self.trace[r.name].repeated
                      for step in steps if step.repeated
                      for call, references in enumerate(step.references) for r in references)
        kind = ("ribbons" if reads else "words" if ahead and ahead["box"] == box.id
                else "chain" if chained else "block" if wide else "thin")
        letters = [letter for name in box.steps if (letter := self.plan.letter(name))]
        return {"id": box.id, "word": box.word, "column": box.column, "layer": box.layer, "kind": kind,
                "letter": letter_parts(letters[-1]) if letters else []}

    def _matrix(self, name: str) -> bool:
        return name in self.trace.parameters and self.trace.parameters[name].ndim > 1


def letter_parts(letter: str) -> list[list]:
    r"""LaTeX of a plan's letter as [text, level]: "X^{[3]}" -> [["X", 0], ["[3]", 1]]; level -1 stands below."""
    return [[text, {"sup": 1, "sub": -1}.get(mark, 0)] for text, mark in plain(letter.replace("'", "′"))]


def _axes(step: Step, rows: Rows) -> tuple[str | None, str] | None:
    """(axis of the readers or None, axis of the rows read) of a step of shares; None if its shares are not of rows."""
    along = _along(step, rows.trace)
    if along is None or rows.along(step.name, along) is None:
        return None
    readers = [axis for axis in rows.axes(step.name) if axis != along]
    return (readers[-1] if readers else None), along


def _along(step: Step, trace: Trace) -> str | None:
    """The axis along which shares sum to 1: the normaliser's own, or that of the shares from which they were made."""
    if step.equation is None:
        return None
    if step.equation.along:
        return step.equation.along
    sources = (trace[name] for name in step.inputs if name in trace and trace[name].shows == "share")
    return next((axis for source in sources if (axis := _along(source, trace)) in step.axes), None)


def _first(step: Step) -> np.ndarray:
    """The value without batch: of its first entry."""
    value = step.value.numpy()
    return value[tuple(0 if axis.startswith("batch") else slice(None) for axis in step.axes)]


def _cube(step: Step, axes: Iterable[str | None]) -> np.ndarray:
    """Shares as (heads, readers, read)."""
    names = [axis for axis in step.axes if not axis.startswith("batch")]
    readers, read = axes
    others = [i for i, axis in enumerate(names) if axis not in (readers, read)]
    order = [*others, *([names.index(readers)] if readers else []), names.index(read)]
    value = _first(step).transpose(order)
    sizes = value.shape[len(others):]
    return value.reshape(-1, *((1,) if readers is None else ()), *sizes).astype(np.float32)
