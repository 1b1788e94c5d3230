"""What a recording writes: calls as they happen, and from them the steps of a trace, each finished before it is shown.

A deep model's blocks (layers of an ``nn.ModuleList``) leave only their outline: names, shapes, references, what each
block was given and gave, and the weights of its attentions. Their steps are computed anew when they are asked for; so
are the scores of a whole vocabulary, which one equation gives again.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from weakref import ref

import torch
from torch import Tensor, nn
from torch.utils.weak import WeakTensorKeyDictionary

from core import half_precision, labels, streams
from core.blocks import Blocks, Entry
from core.formula import Equation
from core.plan import Plan
from core.step import Call, Reference, Step, reduced

ATTENTION = ("head", "query", "key")
"""The axes of shares that the picture of a whole machine reads; they are kept of every block, or their glimpse."""
WEIGHTS, LARGE = 1_000_000, 250_000
"""Bytes: of a block's weights that are kept as they are, at most; of a value that goes and is given again, at least."""


class TraceBuilder:
    """Collects the calls of one forward pass. ``blocks``: where a deep model's blocks are kept, or None."""

    def __init__(self, parameters: Mapping[str, nn.Parameter], declared: Mapping, plan: Plan | None):
        self.plan, self._declared = plan or Plan({}), declared
        self.blocks: Blocks | None = None
        self.calls: dict[str, list[Call]] = {}
        self._parameters, self._copies = parameters, Copies()
        self.place = next((value.device for value in parameters.values()), torch.device("cpu"))
        self._origins = {id(value): (lambda value=value: value, Reference(name, parameter=True))
                         for name, value in parameters.items()}
        self._made = 0  # calls so far
        self._finished: tuple[int, dict[str, Step]] = (0, {})

    def add(self, name: str, equation: Equation | None, args: tuple, value: Tensor, **more) -> None:
        """One evaluation; ``more``: the other fields of ``Call``."""
        calls = self.calls.setdefault(name, [])
        references = _alike(tuple(self.origin(arg) for arg in args))
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

    def leave(self, path: str, before: Mapping[str, int], entry: Entry) -> None:
        """A block has ended: keep on the CPU what it was given and gave, the outline of its calls since ``before``."""
        new = {name: calls[before.get(name, 0):] for name, calls in self.calls.items()
               if len(calls) > before.get(name, 0)}
        for name, calls in new.items():
            self.calls[name][before.get(name, 0):] = [outline(call, call.value is entry.output, self._copies.of)
                                                      for call in calls]
        self.blocks.keep(path, entry.moved(self._copies.of), self.origin(entry.output), new)

    def adopt(self, path: str, earlier: Blocks, steps: Mapping[str, Sequence[Call]]) -> Tensor:
        """A block as an earlier pass left it; returns what it gave."""
        entry, reference = self.blocks.adopt(path, earlier)
        for name in earlier.names(path):
            self.calls[name] = list(steps[name])
            self._made += len(steps[name])
        output = entry.output.to(self.place)
        self.stems_from(output, reference)
        return output

    def settle(self) -> None:
        """The pass has ended: what is kept of it lies on the CPU from now on, but for the parameters."""
        if self.place.type != "cpu":
            of = self._copies.of
            self.calls = {name: [call._replace(args=tuple(map(of, call.args)), value=of(call.value)) for call in calls]
                          for name, calls in self.calls.items()}
            self._made += 1

    def lighten(self) -> None:
        """The pass of a deep model has ended: large values outside its blocks go, where their equation gives them."""
        for name, calls in self.calls.items():
            (call, *others), known = calls, [reference.name for reference in calls[0].references]
            if (name not in self.blocks and not others and not call.edited and call.equation is not None
                    and call.value.nbytes > LARGE and len(known) == len(call.args)):
                args = tuple(None if known else arg for known, arg in zip(known, call.args))
                self.calls[name] = [call._replace(args=args, value=None, thin=True)]
                make = functools.partial(computed, self.calls[name][0], [*map(self._source, call.references)],
                                         self.place)
                self.blocks.give_again(name, make, call)
                self._made += 1

    def _source(self, reference: Reference) -> Call | nn.Parameter | None:
        """What an argument is: a step's call, a parameter, or neither."""
        if reference.parameter:
            return self._parameters[reference.name]
        return self.calls[reference.name][reference.call] if reference.name else None

    def steps(self) -> dict[str, Step]:
        """The steps of all calls so far, complete; the same ones until another call is made."""
        if self._finished[0] != self._made:
            along = functools.cache(functools.partial(_along, dict(self.calls), self._declared))
            self._finished = self._made, {
                name: Step(calls, self.plan.letter, along, self.blocks if calls[0].thin else None)
                for name, calls in self.calls.items()}
        return self._finished[1]


def _along(calls_of: Mapping[str, list[Call]], declared: Mapping) -> dict[str, Step]:
    """Steps of the same calls with labels, streams and pairs. Others, so that no step leads back to itself."""
    steps: dict[str, Step] = {}
    for name, calls in calls_of.items():
        steps[name] = Step(calls)
        steps[name].labels = labels.labels_of(steps, steps[name], declared)
    labels.of_later_calls(steps, declared)
    streams.follow(steps)
    return steps


@torch.no_grad()
def computed(call: Call, sources: Sequence, place: torch.device, blocks: Blocks, at: slice | None = None) -> list[Call]:
    """A call that was let go, with its arguments and its value; ``at``: some entries of its first axis alone.

    ``sources``: what each argument is (``TraceBuilder._source``). It holds no step, which would hold it.
    """
    equation = call.equation
    alone = (at is not None and equation.gather is None and equation.output[0] != equation.along
             and len(call.shape) == len(equation.output))
    args = tuple(argument(call, position, source, blocks, at if alone else None)
                 for position, source in enumerate(sources))
    there = [arg.to(place) if isinstance(arg, Tensor) else arg for arg in args]
    value = half_precision.result(equation, there).cpu()
    return [call._replace(args=args, value=value if alone or at is None else value[at])]


def argument(call: Call, position: int, source: Call | nn.Parameter | None, blocks: Blocks, at: slice | None):
    """What a call was given; ``at``: of what shares the first axis of its result, these entries of it."""
    reference, value = call.references[position], call.args[position]
    alike = at is not None and call.equation.input_axes(position)[:1] == call.equation.output[:1]
    if isinstance(source, Call):
        value = source.value
        if value is None and alike and reference.call == 0:
            return blocks.rows(reference.name, at)
        value = blocks.calls(reference.name)[reference.call].value if value is None else value
        value = value.detach().cpu()
    elif source is not None:
        value = source
    return value[at] if alike and isinstance(value, Tensor) else value


@functools.lru_cache(1 << 15)
def _alike(references: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """The same references, one object for all traces: a model's calls read the same steps at every text."""
    return references


def outline(call: Call, returned: bool, copy: Callable) -> Call:
    """A call without its arguments, and without its value but for attention's weights and what its block returned.

    Of large weights a glimpse is kept. ``copy``: makes of a tensor one on the CPU.
    """
    attended = call.equation is not None and call.equation.shows == "share" and call.equation.output == ATTENTION
    small = attended and call.value.nbytes <= WEIGHTS
    return call._replace(args=(), thin=True, value=copy(call.value) if returned or small else None,
                         glimpse=reduced(copy(call.value)) if attended and not small else None)


class Copies:
    """What a pass leaves, on the CPU. Each tensor is copied once: all blocks are given the same mask, and each of them
    what the one before it returned."""

    def __init__(self):
        self._made = WeakTensorKeyDictionary()

    def of(self, value):
        """A tensor or a cache on the CPU; a parameter, and what is neither, as it is."""
        if hasattr(value, "moved"):
            return value.moved(self.of)
        if not isinstance(value, Tensor) or isinstance(value, nn.Parameter) or value.is_cpu:
            return value
        if value not in self._made:
            self._made[value] = value.cpu()
        return self._made[value]
