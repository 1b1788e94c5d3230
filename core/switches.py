"""What can be switched off in a forward pass, read off its equations: for the switchboard, the machine and the diagram.

    switches(trace)                        # each step that can be left out, silenced, or lose a head
    everywhere(trace, "residual")          # the edits that do it in the whole model: (Skip("*.added"),)
    of_box(trace, box)                     # what the switch of a box of the diagram does
    turned(trace, edits_of_a_switch, edits_in_force)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from core.edits import Ablate, Edit, Scale, Skip
from core.plan import Box
from core.steps import Trace

LEFT_OUT = {"attention.scores": "scale", "attention.masked_scores": "mask", "embedding.positioned": "positions",
            "vision.placed": "positions", "norm.added": "residual", "norm.normalized": "norm", "norm.output": "norm"}
"""Equations whose input can pass unchanged, and what is then off."""
SILENCED = {"attention.output": "block", "feedforward.output": "block"}
"""Equations that write into the residual stream: off, they write nothing."""
OF_BOXES = ("mask", "positions", "residual", "norm")
"""What the switch of a box leaves out; the whole block where there is nothing of these in it."""


@dataclass(frozen=True)
class Switch:
    """``what`` is off (scale, mask, positions, residual, norm, block, head) under this edit of a single step."""

    what: str
    edit: Edit


def switches(trace: Trace) -> tuple[Switch, ...]:
    """All switches of a pass, in the order of computation."""
    return trace.derived("switches", lambda: tuple(_switches(trace)))


def _switches(trace: Trace) -> Iterator[Switch]:
    for name, step in trace.items():
        key = step.equation.key if step.equation is not None else ""
        if key in LEFT_OUT and step.equation.skip is not None:
            yield Switch(LEFT_OUT[key], Skip(name))
        elif key in SILENCED:
            yield Switch(SILENCED[key], Scale(name, 0.0))
        elif key == "attention.weights" and "head" in step.axes:
            yield from (Switch("head", Ablate(name, head)) for head in range(step.shape[step.axes.index("head")]))


def everywhere(trace: Trace, what: str) -> tuple[Edit, ...]:
    """The edits that switch something off in the whole model, as few as patterns of names allow; none: it has none."""
    mine = [switch.edit for switch in switches(trace) if switch.what == what]
    steps, edits = {edit.step for edit in mine}, []
    for edit in mine:
        if not any(fnmatchcase(edit.step, known.step) for known in edits):
            patterns = (one for one in _patterns(edit.step) if set(_matching(trace, one)) <= steps)
            edits.append(replace(edit, step=next(patterns)))
    return tuple(edits)


def of_box(trace: Trace, box: Box) -> list[Switch]:
    """What the switch of a box switches off; nothing where nothing in it can be left out."""
    own = [switch for switch in switches(trace) if switch.edit.step in box.steps]
    return [switch for switch in own if switch.what in OF_BOXES] or [one for one in own if one.what == "block"]


def off(trace: Trace, edits: Sequence[Edit]) -> list[str]:
    """The boxes whose switch is off under these edits, whether they name its steps or a pattern does."""
    boxes = trace.plan.boxes(trace) if edits else ()
    return [box.id for box in boxes if is_off(trace, [switch.edit for switch in of_box(trace, box)], edits)]


def is_off(trace: Trace, wanted: Sequence[Edit], edits: Sequence[Edit]) -> bool:
    """Whether the edits in force do all that these do."""
    each = _each(trace, wanted)
    return bool(each) and all(any(_does(edit, one) for edit in edits) for one in each)


def turned(trace: Trace, wanted: Sequence[Edit], edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits in force with a switch turned, which does ``wanted`` when it is off.

    Turned on again, a pattern that did it goes on for the other steps that it names.
    """
    if not is_off(trace, wanted, edits):
        return (*(edit for edit in edits if edit not in wanted), *wanted)
    each, kept = _each(trace, wanted), []
    for edit in edits:
        if not any(_does(edit, one) for one in each):
            kept.append(edit)
        else:
            kept += [named for named in _each(trace, (edit,)) if named not in each]
    return tuple(kept)


def _patterns(step: str) -> Iterator[str]:
    """Patterns that name a step, from those that name the most; the last names it alone."""
    parts = step.split(".")
    if len(parts) > 1:
        yield f"*.{parts[-1]}"
    if len(parts) > 2:
        yield f"*.{re.sub('[0-9]', '?', parts[-2])}.{parts[-1]}"
    yield step


def _matching(trace: Trace, pattern: str) -> list[str]:
    return [pattern] if pattern in trace else [name for name in trace if fnmatchcase(name, pattern)]


def _each(trace: Trace, edits: Sequence[Edit]) -> list[Edit]:
    """The edits, each of a single step."""
    return [replace(edit, step=name) for edit in edits for name in _matching(trace, edit.step)]


def _does(edit: Edit, wanted: Edit) -> bool:
    """Whether an edit does to this step what is wanted."""
    return fnmatchcase(wanted.step, edit.step) and replace(edit, step=wanted.step) == wanted
