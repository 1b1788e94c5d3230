"""The words along the axes of a step: its own, or handed on by what it read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # without torch: the first page says names too
    from core.step import Reference, Step


class Name(str):
    """A label that no text holds: a part of a model or of its task, with its number ("slot 3"). Pages translate it."""


def labels_of(steps: Mapping[str, Step], step: Step, declared: Mapping) -> tuple[tuple[str, ...] | None, ...]:
    """Per axis the words along it, or None. ``declared``: words by step or parameter, then by axis.

    Words that do not fit the length of the axis, in every call, are left out.
    """
    own = {**step.recorded[0].labels, **declared.get(step.name, {})}
    known = {axis: tuple(words) for axis, words in own.items()}
    for position, reference in enumerate(step.references[0]):
        for role, name, words in _named_axes(steps, step, declared, position, reference):
            for axis in (role, name):
                known.setdefault(axis, words)
    orders = step.orders.items()
    known |= {axis: tuple(known[axis][i] for i in o) for axis, o in orders if len(known.get(axis, ())) == len(o)}
    return tuple(known[a] if a in known and len(known[a]) == n else None for a, n in zip(step.axes, step.lengths))


def of_later_calls(steps: Mapping[str, Step], declared: Mapping) -> None:
    """Words along the times of steps whose first call read none: those of the steps that their later calls read.

    They are handed on from there, in the order of computation.
    """
    changed = False
    for step in steps.values():
        if step.repeated and step.labels[0] is None:
            later = (other.labels[0] for other in step.later(steps) if len(other.labels[0] or ()) == len(step.shapes))
            words = next(later, None)
            if words is not None:
                changed = True
                step.labels = (words, *step.labels[1:])
            elif changed:
                step.labels = labels_of(steps, step, declared)


def _named_axes(steps, step: Step, declared: Mapping, position: int, reference: Reference) -> Iterator[tuple]:
    """(role in this equation, name in its own step, words) for each axis of an input that carries words."""
    roles = step.equation.input_axes(position)
    if reference.parameter:
        words = declared.get(reference.name, {})
        yield from ((role, role, tuple(words[role])) for role in roles if role in words)
    elif reference.name in steps:
        source = steps[reference.name]
        padded = ("",) * (len(source.axes) - len(roles)) + tuple(roles)
        for role, name, words in zip(padded, source.axes, source.labels):
            if words is not None:
                yield role or name, name, words
