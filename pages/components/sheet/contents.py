"""What a sheet holds: the frames of all stops with their texts, the machine, and the arithmetic of some cells."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlencode

import numpy as np

from core import catalog
from core.edits import Edit, to_text
from core.steps import Step, Trace
from pages.components import runs
from pages.components.bar.picture import small
from pages.components.bar.reply import named
from pages.components.board import Halo
from pages.components.board.packing import Payload
from pages.components.cache import shared
from pages.components.cell import packing as cells
from pages.components.cell.names import called, place
from pages.components.formula import Formula, colours, numbers
from pages.components.head_grid import message as heads_message
from pages.components.head_grid.run import packed as packed_heads
from pages.components.labels_told import answer_text
from pages.components.machine import pack
from pages.components.modules import compact
from pages.components.sheet.markup import markup, mathml
from pages.components.stage import drawing, follow
from pages.components.stage.layer_text import answers_around
from pages.components.stage.run import ENDING, Run, run
from pages.components.stage.stop_text import StopText, explain, grid_words, in_its_units
from pages.components.stage.stops import squeezed
from pages.components.stage.tour import MACHINE
from pages.components.text_files import axes, page_words

WORDS = ("board", "machine", "worked", "sheet")
CELLS, TERMS = 8000, 40  # weights of attention that are worked; terms of a sum that are written
BOTH = "both"  # colours for light and dark: see formula.palette


@dataclass(frozen=True, eq=False)
class Sheet:
    """``texts``: as JSON, what is said and where it begins; ``pictures``: of all frames; ``machine``: as it is packed.

    ``run``: (model, sentence, language, depth, edits, view), from which the rest was made.
    """

    run: tuple
    texts: dict[str, Any]
    pictures: Payload
    machine: bytes

    @property
    def version(self) -> str:
        """Changes with the pictures, the words and how deep they go."""
        return f"{self.pictures.version}-{self.texts['language']}-{self.texts['depth']}"

    def message(self, whole: bool) -> bytes:
        """Four blocks, each after its length (u32, little-endian): texts, pictures, machine, worked cells.

        ``whole``: with all that a file needs; else with the pictures' header alone, whose parts are fetched later, and
        without cells.
        """
        if whole:
            shown = {*self.texts["tour"], *self.texts["steps"], *self.texts["texts"]}
            return self._blocks(self.texts, self._needed(shown), worked_cells(*self.run))
        return self._blocks(self.texts | {"cells": "no_cell_here"}, (), {})

    def on_paper(self) -> bytes:
        """The same with the pictures of the tour, without cells."""
        return self._blocks(self.texts, self._needed(self.texts["tour"]), {})

    def _blocks(self, texts: Mapping[str, Any], parts: Iterable[int], cells: Mapping[str, Any]) -> bytes:
        said, worked = (compact(data, default=asdict) for data in (texts, cells))
        blocks = said, b"\0\0" + self.pictures.data(parts), self.machine, worked
        return b"".join(struct.pack("<I", len(block)) + block for block in blocks)

    def _needed(self, frames: Iterable[str]) -> list[int]:
        """The parts in which the pictures of these frames lie."""
        return sorted({number for key in frames for number in self.pictures.needs.get(key, ())})


@shared
def sheet(model: str, sentence: str, language: str, depth: str, edits: tuple[Edit, ...], view: str) -> Sheet:
    """The walkthrough of a run; ``view`` as of ``stage.run``. Of a model of many layers the tour alone."""
    stage_run = run(model, sentence, language, BOTH, edits, view)
    trace = runs.cached_trace(model, sentence, () if view == "base" else edits)
    tour = [key for key in stage_run.tour if key != ENDING]
    deep = squeezed(trace)
    shown = set(tour) if deep else {MACHINE, *stage_run.stops}
    scenes = {scene.stop: scene.key for scene in stage_run.scenes}
    link = {"model": model, "text": sentence, "lang": language, "depth": depth, "edits": to_text(edits)}
    first = stage_run.first
    texts = {
        "language": language, "depth": depth, "sentence": sentence, **_model_summary(model, sentence, language, edits),
        "link": "walkthrough?" + urlencode({name: value for name, value in link.items() if value}),
        "words": {name: page_words(language, name) for name in WORDS} | {
            MACHINE: in_its_units(page_words(language, MACHINE), trace, language)}, "numbers": depth != "intuition",
        "tour": tour, "steps": tour if deep else [key for key in stage_run.steps if key != ENDING],
        "follow": first and first._asdict(), "partners": [one._asdict() for one in follow.partners(trace, first)],
        "texts": {key: _text(model, trace, stage_run, key, language, depth)
                  for key in stage_run.packed.steps if key in shown},
        "scenes": {key: _text(model, trace, stage_run, key, language, depth, scene) for key, scene in scenes.items()}}
    texts["cells"] = "no_cell" if all_weights(trace) else "no_cell_of_many"
    texts["machine"] = "heads" if deep else MACHINE
    machine = (heads_message(packed_heads(model, sentence, edits), grid_words(trace, language)) if deep else
               b"\0\0" + pack(trace, trace.plan, runs.cached_trace(model, sentence) if edits else None,
                               texts["words"][MACHINE]))
    return Sheet((model, sentence, language, depth, edits, view), texts, stage_run.packed, machine)


def _model_summary(model: str, sentence: str, language: str, edits: tuple[Edit, ...]) -> dict[str, str]:
    """What the model is called and says; the picture that it was given, as a small one."""
    from core import zoo

    subject = zoo.load(model)
    summary = {"model": named(model, page_words(language, "app")),
               "answer": answer_text(subject, subject.answer(sentence, edits), language)}
    return summary | ({"picture": small(model, sentence)} if catalog.abilities(model).reads == "picture" else {})


def _text(model: str, trace: Trace, stage_run: Run, key: str, language: str, depth: str,
          scene: str = "") -> dict[str, Any]:
    """What is said of a frame, of the row of the word that is followed at first."""
    stop = stage_run.stops.get(key)
    row = follow.row_told(trace, stop, stage_run.first)
    text = explain(trace, stop, row, language, depth, scene=scene, word=follow.word(trace, stage_run.first),
                   tints=stage_run.tints, base=BOTH, answers=answers_around(model, trace, stop, row))
    written = {"place": " · ".join(text.place), "title": text.title,
               "question": markup(language, text.question), "answer": markup(language, text.answer),
               "prose": "".join(markup(language, one) for one in text.prose), "begin": text.begin,
               "formula": [_formula(one) for one in text.formula], "rings": rings(trace, stage_run, text)}
    return {name: value for name, value in written.items() if value}


def _formula(one: Formula) -> dict[str, Any]:
    return {"math": mathml(one.latex), "number": one.number, "deeper": [mathml(latex) for latex in one.deeper],
            "code": one.code}


def rings(trace: Trace, stage_run: Run, text: StopText) -> list[dict[str, Any]]:
    """The cells of the answer, numbered; of those that no picture shows, none."""
    rings, visible = [], stage_run.visible_columns
    for number, (name, index) in enumerate(text.findings, 1):
        cell = drawing.cell_of(trace[name], tuple(0 if i is None else i for i in index), visible[name])
        if cell is not None:
            rings.append(Halo(number, cell, whole=index[-1] is None))
    return [{"number": ring.number, "whole": ring.whole, **ring.cell._asdict()} for ring in rings]


@shared
def worked_cells(model: str, sentence: str, language: str, depth: str, edits: tuple[Edit, ...],
                 view: str) -> dict[str, Any]:
    """The arithmetic of the cells that answers name and of every weight of attention, by "STEP@INDEX".

    Cells of one row share most of theirs: of all but the first only what is different is written, beside ``like``, the
    key of the first. ``at``: the cell of the picture that shows it; ``own``: which terms are the cell's own. Some
    seconds for a sentence of twelve words.
    """
    stage_run = run(model, sentence, language, BOTH, edits, view)
    trace, visible = runs.cached_trace(model, sentence, () if view == "base" else edits), stage_run.visible_columns
    w, known, firsts = page_words(language, "worked"), {}, {}
    w = w | axes(w)
    for name, index in _wanted(trace, stage_run, language, depth):
        cell = drawing.cell_of(trace[name], index, visible[name]) if name in visible else None
        if cell is None:
            continue
        key, row = f"{name}@{'.'.join(map(str, index))}", (name, *index[:-1])
        data = {"at": cell._asdict(), **_cell(trace, name, index, w)}
        first = firsts.setdefault(row, (key, data))
        known[key] = data if first[0] == key else {"like": first[0]} | {
            part: value for part, value in data.items() if value != first[1].get(part)}
    return known


def _cell(trace: Trace, name: str, index: tuple[int, ...], w: Mapping[str, str]) -> dict[str, Any]:
    step, arithmetic = trace[name], trace.worked(name, index)
    palette = colours(step.equation, BOTH, step, trace) if step.equation else {}
    data = cells.packed(trace, name, index, arithmetic, colours=palette, path=(), words=w,
                        label_of=lambda *cell: place(trace, *cell, w), called=lambda *cell: called(trace, *cell, w),
                        most=TERMS)
    del data["words"]  # once for all cells
    own = [[i for i, row in enumerate(part["rows"]) if row.pop("own")] for part in data["parts"]]
    return data | {"own": own, "operation": mathml(numbers(arithmetic)) if arithmetic.operation else ""}


def _wanted(trace: Trace, stage_run: Run, language: str, depth: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Steps and indices of the cells to work."""
    deep = squeezed(trace)
    for key in stage_run.tour if deep else stage_run.stops:
        if key in trace:
            row = follow.row_of(trace, key, stage_run.first)
            for name, index in explain(trace, stage_run.stops[key], row, language, depth).findings:
                if trace[name].equation is not None:
                    yield name, tuple(0 if i is None else i for i in index)
    every = all_weights(trace)
    for step in () if deep else _weights(trace):
        row = None if every else follow.row_of(trace, step.name, stage_run.first)
        yield from ((step.name, index) for index in np.ndindex(*step.shape) if row is None or index[-2:-1] == (row,))


def _weights(trace: Trace) -> list[Step]:
    return [step for step in trace.values() if step.equation is not None and step.equation.key.endswith(".weights")]


def all_weights(trace: Trace) -> bool:
    """Whether every weight of attention is worked; of more than CELLS only those of the followed word's rows are."""
    return not squeezed(trace) and sum(step.value.numel() for step in _weights(trace)) <= CELLS
