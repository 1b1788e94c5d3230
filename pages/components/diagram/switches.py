"""The switch of a box: which edits leave out what it does, and which boxes some edits leave out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from core.edits import Edit, Scale, Skip
from core.plan import Box
from core.steps import Trace

SKIPPED = {"attention.masked_scores": "mask", "embedding.positioned": "positions", "vision.placed": "positions",
           "norm.added": "residual", "norm.normalized": "norm", "norm.output": "norm"}
"""Equations whose input can pass unchanged, and what is off then; the keys of words are ``off_`` and this."""
SILENCED = {"attention.output": "block", "feedforward.output": "block"}
"""Equations that write into the residual stream; where nothing else can be left out, they write nothing."""


@dataclass(frozen=True)
class Switch:
    """``what``: keys of what is off when it is off; ``edits``: what it then does."""

    what: tuple[str, ...]
    edits: tuple[Edit, ...]


def switch_of(box: Box, trace: Trace) -> Switch | None:
    """The switch of a box; None where nothing in it can be left out."""
    made = [(name, trace[name].equation.key) for name in box.steps if trace[name].equation is not None]
    skipped = [(name, SKIPPED[key]) for name, key in made if key in SKIPPED and trace[name].equation.skip is not None]
    silent = [(name, SILENCED[key]) for name, key in made if key in SILENCED]
    edits = [Skip(name) for name, _ in skipped] or [Scale(name, 0.0) for name, _ in silent]
    what = dict.fromkeys(word for _, word in skipped or silent)
    return Switch(tuple(what), tuple(edits)) if edits else None


def off(trace: Trace, edits: Sequence[Edit]) -> list[str]:
    """The boxes whose switch is off under these edits, whether they name its steps or a pattern does."""
    found: list[str] = []
    for box in trace.plan.boxes(trace) if edits else ():
        switch = switch_of(box, trace)
        if switch and all(any(_does(edit, wanted) for edit in edits) for wanted in switch.edits):
            found.append(box.id)
    return found


def turned(trace: Trace, box: Box, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits with the switch of this box turned. A pattern that left it out goes on for the other steps it names."""
    switch = switch_of(box, trace)
    if switch is None:
        return tuple(edits)
    own = {edit.step for edit in switch.edits}
    if box.id not in off(trace, edits):
        return (*(edit for edit in edits if edit not in switch.edits), *switch.edits)
    kept: list[Edit] = []
    for edit in edits:
        if not any(_does(edit, wanted) for wanted in switch.edits):
            kept.append(edit)
        elif "*" in edit.step or "?" in edit.step:
            kept += [_named(edit, name) for name in trace if fnmatchcase(name, edit.step) and name not in own]
    return tuple(kept)


def _does(edit: Edit, wanted: Edit) -> bool:
    """Whether an edit does to this step what is wanted."""
    return fnmatchcase(wanted.step, edit.step) and _named(edit, wanted.step) == wanted


def _named(edit: Edit, step: str) -> Edit:
    """The same edit of one step."""
    return type(edit)(step, *(value for name, value in vars(edit).items() if name != "step"))
