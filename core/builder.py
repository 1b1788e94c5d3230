"""What a recording writes: calls as they happen, and from them the steps of a trace, each finished before it is shown.

A deep model's blocks (layers of an ``nn.ModuleList``) leave only their outline: names, shapes, references, what each
block was given and gave, and the weights of its attentions. Their steps are computed anew when they are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from weakref import ref

from torch import Tensor, nn

from core import labels, streams
from core.blocks import Blocks
from core.formula import Equation
from core.plan import Plan
from core.step import Call, Reference, Step

ATTENTION = ("head", "query", "key")
"""The axes of shares that the picture of a whole machine reads; they are kept of every block."""


class TraceBuilder:
    """Collects the calls of one forward pass. ``blocks``: where a deep model's blocks are kept, or None."""

    def __init__(self, parameters: Mapping[str, nn.Parameter], declared: Mapping, plan: Plan | None,
                 blocks: Blocks | None):
        self.plan, self.blocks, self._declared = plan or Plan({}), blocks, declared
        self.calls: dict[str, list[Call]] = {}
        self._origins = {id(value): (lambda value=value: value, Reference(name, parameter=True))
                         for name, value in parameters.items()}
        self._made = 0  # calls so far
        self._finished: tuple[int, dict[str, Step]] = (0, {})

    def add(self, name: str, equation: Equation | None, args: tuple, value: Tensor, **more) -> None:
        """One evaluation; ``more``: the other fields of ``Call``."""
        calls = self.calls.setdefault(name, [])
        references = tuple(self.origin(arg) for arg in args)
        self.stems_from(value, Reference(name, len(calls)))
        calls.append(Call(name, equation, args, value, tuple(value.shape), references, **more))
        self._made += 1

    def origin(self, value) -> Reference:
        """The step or parameter that a value is, by identity; a reference without a name for a constant."""
        alive, reference = self._origins.get(id(value), (None, None))
        return reference if alive and alive() is value else Reference(None)

    def stems_from(self, value: Tensor, reference: Reference) -> None:
        """From now on this very tensor is known as a step's value, as long as it lives: an id is given out again."""
        self._origins[id(value)] = ref(value), reference

    def leave(self, path: str, before: Mapping[str, int], entry) -> None:
        """A block has ended: keep what it was given and gave, and the outline of its calls since ``before``."""
        new = {name: calls[before.get(name, 0):] for name, calls in self.calls.items()
               if len(calls) > before.get(name, 0)}
        for name, calls in new.items():
            self.calls[name][before.get(name, 0):] = [outline(call) for call in calls]
        self.blocks.keep(path, entry, self.origin(entry.output), new)

    def adopt(self, path: str, earlier: Blocks, steps: Mapping[str, Sequence[Call]]) -> Tensor:
        """A block as an earlier pass left it; returns what it gave."""
        entry, reference = self.blocks.adopt(path, earlier)
        for name in earlier.names(path):
            self.calls[name] = list(steps[name])
            self._made += len(steps[name])
        self.stems_from(entry.output, reference)
        return entry.output

    def steps(self) -> dict[str, Step]:
        """The steps of all calls so far, complete; the same ones until another call is made."""
        if self._finished[0] != self._made:
            self._finished = self._made, self._finish()
        return self._finished[1]

    def _finish(self) -> dict[str, Step]:
        steps: dict[str, Step] = {}
        for name, calls in self.calls.items():
            anew = self.blocks.calls if self.blocks is not None and name in self.blocks else None
            steps[name] = Step(calls, self.plan.letter(name), anew)
            steps[name].labels = labels.labels_of(steps, steps[name], self._declared)
        labels.of_later_calls(steps, self._declared)
        streams.follow(steps)
        return steps


def outline(call: Call) -> Call:
    """A call without its arguments, and without its value but for attention's weights."""
    attended = call.equation is not None and call.equation.shows == "share" and call.equation.output == ATTENTION
    return call._replace(args=(), value=call.value if attended else None)
