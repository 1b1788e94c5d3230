"""Layers that repeat: each is folded into one stop, which compares it with the layer before.

    for stop in layers(trace, stops(trace, trace.plan)): stop.key, stop.pictures     # "layer:decoder.4", ...
    before, now = comparable_layers(trace)[stop.key]; now.given(trace)              # the step whose rows it changes
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.plan import Box
from core.steps import Trace
from pages.components.stage.stops import Stop

LAYER = "layer:"
FEWEST = 4
"""So many equal layers, one after the other, are worth folding."""
_ATTENTION = ("head", "query", "key")


@dataclass(frozen=True)
class Layer:
    """``group``: column and number ("decoder.4"); ``boxes``: its boxes; ``steps``: what they compute, in order."""

    group: str
    boxes: tuple[Box, ...]
    steps: tuple[str, ...]

    @property
    def number(self) -> int:
        """From 0."""
        return self.boxes[0].layer

    @property
    def output(self) -> str:
        """The step that the layer hands on."""
        return self.steps[-1]

    def given(self, trace: Trace) -> str | None:
        """The step outside the layer whose rows it changes; None where it changes none."""
        size, inside = trace[self.output].shape, set(self.steps)
        return next((read for name in self.steps for read in trace[name].inputs
                     if read in trace and read not in inside and trace[read].shape == size), None)

    def weights(self, trace: Trace) -> list[str]:
        """The steps that hold the weights of its attentions."""
        return [name for name in self.steps if trace[name].shows == "share" and trace[name].axes == _ATTENTION]

    def pattern(self, trace: Trace) -> list[tuple]:
        """What it computes, whatever its number; a mask that all layers read has none, and does not count."""
        names = {name: re.sub(rf"\.{self.number}\.", ".*.", name, count=1) for name in self.steps}
        return [(pattern, trace[name].equation, trace[name].shapes)
                for name, pattern in names.items() if pattern != name]


def comparable_layers(trace: Trace) -> Mapping[str, tuple[Layer, Layer]]:
    """By the key of its stop, each layer that computes what the one before it computes, and that one.

    In a row of fewer than FEWEST equal layers none.
    """
    return trace.derived("compared layers", lambda: _comparable(trace))


def layers(trace: Trace, stops: Sequence[Stop]) -> list[Stop]:
    """One stop for each layer that is folded: weights and result of the layer before, and its own."""
    own = {stop.group for stop in stops}
    return [_stop(trace, key, before, now) for key, (before, now) in comparable_layers(trace).items()
            if now.group in own]


def _comparable(trace: Trace) -> dict[str, tuple[Layer, Layer]]:
    boxes: dict[tuple[str, int], list[Box]] = {}
    for box in trace.plan.boxes(trace):
        if box.layer is not None:
            boxes.setdefault((box.column, box.layer), []).append(box)
    all_layers = [Layer(f"{column}.{number}", tuple(own), tuple(name for box in own for name in box.steps))
                  for (column, number), own in boxes.items()]
    rows: list[list[Layer]] = [[layer] for layer in all_layers[:1]]
    for before, now in pairwise(all_layers):
        if now.pattern(trace) == before.pattern(trace):
            rows[-1].append(now)
        else:
            rows.append([now])
    return {LAYER + now.group: (before, now) for row in rows if len(row) >= FEWEST for before, now in pairwise(row)}


def _stop(trace: Trace, key: str, before: Layer, now: Layer) -> Stop:
    shown = dict.fromkeys(name for layer in (before, now) for name in (*layer.weights(trace), layer.output))
    results = (now.output, *now.weights(trace))
    return Stop(key, "layer", now.boxes[0], tuple(shown), ("",) * (len(shown) - 1), results, "sheet")
