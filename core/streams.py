"""Which words the axes of the steps run along: a stream is named after the step whose entries it counts.

In a translation two streams carry words: ``source``, and ``shift_right``, along which the decoder reads a word and
produces the next. A step's ``streams`` name the stream of each axis ("" for features and heads); its ``pairs`` hold
(word read, word produced) for each entry of an axis where a loss says which word is to be produced there.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.step import Step

ENTRIES = frozenset({"token", "query", "key", "time", "patch", "place", "slot", "object", "target", "past", "new",
                     "other"})
"""Axis words that count words, patches, objects or moments; others count features, heads or words of a vocabulary."""


def follow(steps: Mapping[str, Step]) -> None:
    """Set ``streams`` and ``pairs`` of every step, in the order of computation."""
    for step in steps.values():
        step.streams = _streams(steps, step)
    timed = {step.name: stream for step in steps.values() if (stream := _later(steps, step))}
    for step in steps.values():
        step.streams = tuple(timed.get(stream, stream) for stream in step.streams)
    produced = _produced(steps)
    same = {name: stream for stream, name in produced.items()}  # entry i of a target is produced in row i of its reader
    pairs = functools.cache(lambda stream, size: _pairs(steps, stream, produced, size))
    for step in steps.values():
        step.streams = tuple(same.get(stream, stream) for stream in step.streams)
        step.pairs = tuple(map(pairs, step.streams, step.lengths))


def _streams(steps: Mapping[str, Step], step: Step) -> tuple[str, ...]:
    """Inherited from the inputs by axis word; an axis of entries that inherits none, or is reordered, begins one."""
    known: dict[str, str] = dict.fromkeys(step.orders, step.name)
    for axis, stream in _read(steps, step):
        known.setdefault(axis, stream)
    return tuple(known.get(axis, step.name) if axis in ENTRIES else "" for axis in step.axes)


def _later(steps: Mapping[str, Step], step: Step) -> str | None:
    """The stream of the times at which a step was called, where only its later calls tell: the first read no time."""
    if not step.repeated or step.streams[0] != step.name:
        return None
    streams = (other.streams[0] for other in step.later(steps) if other.streams[0] not in ("", step.name))
    return next(streams, None)


def _read(steps: Mapping[str, Step], step: Step) -> Iterator[tuple[str, str]]:
    """(axis word, stream) of the axes of all inputs that run along a stream."""
    for position, reference in enumerate(step.references[0]):
        if reference.name in steps and not reference.parameter:
            source = steps[reference.name]
            roles = step.equation.input_axes(position)
            padded = ("",) * (len(source.axes) - len(roles)) + tuple(roles)
            for role, axis, stream in zip(padded, source.axes, source.streams):
                if stream:
                    yield role or axis, stream


def _produced(steps: Mapping[str, Step]) -> dict[str, str]:
    """Stream -> the given step whose words are produced along it: a loss reads both, along one axis."""
    by_stream: dict[str, str] = {}
    for step in steps.values():
        if step.shows != "size" or step.equation is None:
            continue
        streams = [stream for axis, stream in _read(steps, step) if axis in ENTRIES]
        for name in step.inputs:
            if name in steps and steps[name].shows == "ids" and steps[name].equation is None:
                by_stream |= {stream: name for stream in streams if stream != name and stream not in by_stream}
    return by_stream


def _pairs(steps: Mapping[str, Step], stream: str, produced: Mapping[str, str],
           size: int | None) -> tuple[tuple[str, str], ...] | None:
    if stream not in produced:
        return None
    words = [next(filter(None, steps[name].labels), None) for name in (stream, produced[stream])]
    return tuple(zip(*words)) if all(w is not None and len(w) == size for w in words) else None
