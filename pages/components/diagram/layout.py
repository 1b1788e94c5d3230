"""What the drawing consists of: a model's boxes from its plan, in chains, and the wires between them from provenance.

A chain is what is drawn as one line: columns that go on where another ends (decoder and output). The wires are exactly
the vectors that one box reads of another; ids and masks, which every layer reads, are not drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.plan import Box
from core.steps import Trace


@dataclass(frozen=True)
class Wire:
    """An arrow from box to box: "flow" to the next of its chain, "skip" past some of it, "memory" from another."""

    source: str
    target: str
    kind: str


def chains(trace: Trace) -> list[list[Box]]:
    """The boxes in lines, from input to output; a column whose first box reads from another column goes on there."""
    return trace.derived("chains", lambda: _chains(trace))


def _chains(trace: Trace) -> list[list[Box]]:
    columns: dict[str, list[Box]] = {}
    for box in trace.plan.boxes(trace):
        columns.setdefault(box.column, []).append(box)
    lies, lines = _lies(trace), []
    for boxes in columns.values():
        before = {source for source, target in _edges(trace, lies) if target == boxes[0].id}
        line = next((line for line in lines if before & {box.id for box in line}), None)
        if line is None:
            lines.append(list(boxes))
        else:
            line.extend(boxes)
    return lines


def wires(trace: Trace) -> list[Wire]:
    """Every arrow, in the order of computation."""
    return trace.derived("wires", lambda: _wires(trace))


def _wires(trace: Trace) -> list[Wire]:
    place = {box.id: (i, j) for i, line in enumerate(chains(trace)) for j, box in enumerate(line)}

    def kind(source: str, target: str) -> str:
        (line, at), (other, there) = place[source], place[target]
        return "memory" if line != other else "flow" if there == at + 1 else "skip"

    return [Wire(source, target, kind(source, target)) for source, target in _edges(trace, _lies(trace))]


def box_of(trace: Trace, name: str) -> Box | None:
    """The box that a step lies in, or the box of this id; None for what the drawing does not show."""
    return next((box for box in trace.plan.boxes(trace) if name == box.id or name in box.steps), None)


def _lies(trace: Trace) -> dict[str, str]:
    return {step: box.id for box in trace.plan.boxes(trace) for step in box.steps}


def _edges(trace: Trace, lies: dict[str, str]) -> list[tuple[str, str]]:
    """(box read, box that reads), each once."""
    edges = {(lies[read], lies[step]): None for step in trace if step in lies for read in trace[step].inputs
             if read in lies and trace[read].shows not in ("ids", "mask", "hidden") and lies[read] != lies[step]}
    return list(edges)
