"""What a model looks like: its blocks in columns, the steps computed in each, and the notes' letters for them.

    PLAN = Plan({"encoder": (Block("embedding", ("source_embedding.*",)),
                             Block("self_attention", ("encoder.*.self_attention.*",)), ...)},
                {"encoder.*.norm_1.output": "X^{[3]}"})
    [box.id for box in PLAN.boxes(trace)]     # ["source_embedding", "encoder.0.self_attention", ...]

In a pattern, ``*`` as a whole part of the name is a number, the layer; as the last part it is anything.
"""

import functools
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


class Recorded(Protocol):
    """What a plan asks of a trace (``core.steps.Trace``)."""

    def __iter__(self) -> Iterator[str]:
        """The names of the steps, in the order of computation."""

    def __getitem__(self, name: str) -> Any:
        """A step: its ``inputs`` and its ``equation``."""

    def derived(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What is kept with the trace."""


@dataclass(frozen=True)
class Block:
    """One box of the diagram: the key of its name in ``diagram.toml`` or ``terms.toml``, and patterns of its steps.

    Its first pattern gives the box its id. Where a pattern has a layer the block repeats per layer; a pattern without
    one (a mask that all layers read) then belongs to the first layer's box.
    """

    word: str
    steps: tuple[str, ...]


class Box(NamedTuple):
    """A block of one layer in one trace. ``steps``: names of its steps, in the order of computation."""

    id: str
    word: str
    column: str
    layer: int | None
    steps: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Plan:
    """A model's drawing.

    ``columns``: a column's word ("encoder", "decoder", "output") -> its blocks, from input to output.
    ``letters``: pattern of step names -> the notes' letter in LaTeX; ``{l}`` is the layer, from 1, ``{l-1}`` one less.
    """

    columns: Mapping[str, tuple[Block, ...]]
    letters: Mapping[str, str] = field(default_factory=dict)

    def places(self, step: str) -> list[tuple[str, Block, int | None]]:
        """(column, block, layer) of every block whose patterns name this step: exactly one for what is computed."""
        places = []
        for column, blocks in self.columns.items():
            for block in blocks:
                match = next(filter(None, (_compiled(pattern).fullmatch(step) for pattern in block.steps)), None)
                if match:
                    places.append((column, block, _layer(match)))
        return places

    def boxes(self, trace: Recorded) -> list[Box]:
        """The boxes that have steps in this trace, in the order in which they are finished; kept with the trace.

        A given step that no block names lies in the box of the first step that reads it, or outside if none does.
        """
        return trace.derived(("boxes", self), lambda: self._boxes(trace))

    def _boxes(self, trace: Recorded) -> list[Box]:
        lies = self._lies(trace)
        first = {}  # the lowest layer of each repeated block
        for _, block, layer in lies.values():
            if layer is not None:
                first[block] = min(layer, first.get(block, layer))
        grouped: dict[tuple, list[str]] = {}
        for step in trace:
            if step in lies:
                column, block, layer = lies[step]
                if layer is None and "*" in block.steps[0].removesuffix(".*"):
                    layer = first.get(block, 0)
                grouped.setdefault((column, block, layer), []).append(step)
        order = {step: i for i, step in enumerate(trace)}
        made = [Box(_id(block, layer), block.word, column, layer, tuple(steps))
                for (column, block, layer), steps in grouped.items()]
        return sorted(made, key=lambda box: order[box.steps[-1]])

    def box_of(self, trace: Recorded, step: str) -> Box | None:
        """The box in which a step of this trace lies, or None. For many steps, read ``boxes`` once."""
        return next((box for box in self.boxes(trace) if step in box.steps), None)

    def letter(self, step: str) -> str | None:
        """The letter of exactly this step's result here, as LaTeX ("encoder.0.residual_1.added" -> "X^{[2]}")."""
        for pattern, letter in self.letters.items():
            match = _compiled(pattern).fullmatch(step)
            if match:
                layer = _layer(match)
                return letter if layer is None else (letter.replace("{l}", f"{{{layer + 1}}}")
                                                     .replace("{l-1}", f"{{{layer}}}"))
        return None

    def _lies(self, trace: Recorded) -> dict[str, tuple[str, Block, int | None]]:
        """Where each step lies: by its name, or else, if given, beside its first reader."""
        lies = {step: places[0] for step in trace if (places := self.places(step))}
        given = {step for step in trace if step not in lies and trace[step].equation is None}
        for reader in trace:
            for name in trace[reader].inputs:
                if name in given and name not in lies and reader in lies:
                    lies[name] = lies[reader]
        return lies


def _layer(match: re.Match) -> int | None:
    return int(match["layer"]) if "layer" in match.re.groupindex else None


def _id(block: Block, layer: int | None) -> str:
    """"encoder.*.norm_1.*" of layer 0 -> "encoder.0.norm_1"."""
    return block.steps[0].removesuffix(".*").replace("*", str(layer), 1)


@functools.cache
def _compiled(pattern: str) -> re.Pattern:
    """A pattern of step names; its group "layer" is the number that a ``*`` between dots stands for."""
    *parts, last = pattern.split(".")
    parts = [r"(?P<layer>\d+)" if part == "*" else re.escape(part) for part in parts]
    return re.compile(r"\.".join([*parts, ".*" if last == "*" else re.escape(last)]))
