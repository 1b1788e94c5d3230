"""Steps, and the trace they form: values by name, and for every cell the cells it was made from."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch
from torch import Tensor

from core import labels, streams
from core.cells import Cell, Numbers, behind
from core.check import MOST_CELLS, Check, check
from core.formula import Equation, Origin, Worked
from core.lazy import lazy
from core.plan import Plan

T = TypeVar("T")


class Call(NamedTuple):
    """One evaluation of an equation, as it happened."""

    name: str
    equation: Equation | None
    args: tuple
    value: Tensor
    axis: str | None = None
    edited: bool = False
    axes: tuple[str, ...] = ()
    labels: Mapping[str, Sequence[str]] = {}
    shows: str = ""
    orders: Mapping[str, tuple[int, ...]] = {}  # axes whose entries an edit has reordered: entry i was order[i]


@dataclass(frozen=True)
class Reference:
    """What an input was: a step's value (of one call, if the step repeats), a parameter, or a constant (no name)."""

    name: str | None
    call: int | None = None
    parameter: bool = False


class Step:
    """One named result of a forward pass.

    ``value``: detached tensor; its axes are named by ``axes``; ``labels`` holds the words along an axis, or None.
    ``values``: the value of each call, also where their shapes differ, without a copy: to be read only.
    ``inputs``: names of the steps and parameters it read; ``edited``: whether an intervention changed it.
    ``shows``: how it looks, one of ``core.formula.SHOWS``. ``streams`` and ``pairs``: the words that each axis runs
    along, see ``core.streams``. ``letter``: the notes' letter for it in this model's plan, as LaTeX, or None.
    """

    def __init__(self, calls: list[Call], references: list[tuple[Reference, ...]]):
        first = calls[0]
        self.name, self.equation, self.edited = first.name, first.equation, any(c.edited for c in calls)
        self.shows = first.equation.shows if first.equation else first.shows
        self._calls, self.references = calls, references
        self.repeated = first.axis is not None or len(calls) > 1
        own = first.equation.output if first.equation else first.axes
        batch = ("batch", "batch_2", "batch_3")[: first.value.ndim - len(own)]
        self.values = [call.value.detach() for call in calls]
        self.axes = ((first.axis or "call",) if self.repeated else ()) + batch + own
        self.labels: tuple[tuple[str, ...] | None, ...] = (None,) * len(self.axes)
        self.streams: tuple[str, ...] = ("",) * len(self.axes)
        self.pairs: tuple[tuple[tuple[str, str], ...] | None, ...] = (None,) * len(self.axes)
        self.plan = Plan({})

    @lazy
    def letter(self) -> str | None:
        """The letter of exactly this result here ("X^{[2]}")."""
        return self.plan.letter(self.name)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of ``value``, which is not copied for it. ValueError if repeated calls differ in shape."""
        first = self.values[0].shape
        if any(value.shape != first for value in self.values):
            raise ValueError(f"{self.name} was computed in several shapes; read its values one by one.")
        return ((len(self.values),) if self.repeated else ()) + tuple(first)

    @property
    def _shapes(self) -> str:
        """The shape in words: that of the value, or those of the calls where they differ."""
        shapes = dict.fromkeys(tuple(value.shape) for value in self.values)
        return str(self.shape) if len(shapes) == 1 else f"of one of its calls ({', '.join(map(str, shapes))})"

    @lazy
    def value(self) -> Tensor:
        """The numbers, a copy in the shape of ``axes``. ValueError if repeated calls differ in shape."""
        shape = self.shape
        return torch.stack(self.values).reshape(shape)

    def at(self, cell: Cell) -> float:
        """The number in one cell, its call in front if the step repeats. IndexError for a cell that does not exist."""
        call, at = self.split(self.checked(cell))
        return float(self.values[call][at])

    def checked(self, cell: Cell) -> Cell:
        """The same cell in plain whole numbers. IndexError if there is none such."""
        call, at = self.split(cell) if len(cell) == len(self.axes) else (-1, ())
        if not 0 <= call < len(self.values) or not all(0 <= i < n for i, n in zip(at, self.values[call].shape)):
            raise IndexError(f"{self.name} has the shape {self._shapes}; there is no cell {tuple(cell)}.")
        return tuple(int(i) for i in cell)

    @property
    def tensor(self) -> Tensor:
        """The value as it stood in the computation: differentiable if recorded with ``gradients=True``.

        ValueError for a step that was computed several times.
        """
        if self.repeated:
            raise ValueError(f"{self.name} was computed several times; take its calls one by one.")
        return self._calls[0].value

    @lazy
    def inputs(self) -> tuple[str, ...]:
        """The steps and parameters it read, each once."""
        return tuple(dict.fromkeys(r.name for refs in self.references for r in refs if r.name is not None))

    def arguments(self, call: int) -> tuple:
        """The arguments of one call: tensors and constants, as they were passed."""
        return self._calls[call].args

    def split(self, cell: Cell) -> tuple[int, Cell]:
        """A cell of the value as (number of the call, cell within that call's value)."""
        return (cell[0], tuple(cell[1:])) if self.repeated else (0, tuple(cell))

    def computed(self, cell: Cell) -> tuple[int, Cell]:
        """The same, where that cell stood before an edit reordered an axis."""
        call, at = self.split(cell)
        orders, axes = self._calls[call].orders, self.axes[len(self.axes) - len(at):]
        return call, tuple(orders[axis][i] if axis in orders else i for axis, i in zip(axes, at))

    @property
    def own_labels(self) -> Mapping[str, Sequence[str]]:
        """The words that a given step came with."""
        return self._calls[0].labels

    @property
    def orders(self) -> Mapping[str, tuple[int, ...]]:
        """The new order of each axis that an edit has permuted."""
        return self._calls[0].orders

    def later(self, steps: Mapping[str, Step]) -> list[Step]:
        """The steps along the same times that its second and later calls read."""
        names = dict.fromkeys(r.name for call in self.references[1:] for r in call if not r.parameter)
        return [s for name in names if (s := steps.get(name)) and s.repeated and s.axes[0] == self.axes[0]]

    def __repr__(self) -> str:
        return f"Step({self.name}: {' '.join(self.axes)} = {self._shapes})"


class Trace(Mapping):
    """Every step of one forward pass, by name, in the order it was computed."""

    def __init__(self, parameters: Mapping[str, Tensor], labels: Mapping, plan: Plan | None = None):
        self.plan = plan or Plan({})
        self._calls: list[Call] = []
        self._labels = labels
        self._derived: tuple[int, dict[Hashable, Any]] = (0, {})
        self.parameters = {name: value.detach() for name, value in parameters.items()}
        self._parameter_names = {id(value): name for name, value in parameters.items()}

    @property
    def _steps(self) -> dict[str, Step]:
        return self.derived("steps", self._grouped)

    def derived(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` reads off the steps, kept with them under a key; made anew once the recording has gone on."""
        if self._derived[0] != len(self._calls):
            self._derived = len(self._calls), {}
        kept = self._derived[1]
        if key not in kept:
            kept[key] = make()
        return kept[key]

    def _grouped(self) -> dict[str, Step]:
        origin = {key: Reference(name, parameter=True) for key, name in self._parameter_names.items()}
        grouped: dict[str, tuple[list, list]] = {}
        for call in self._calls:
            calls, references = grouped.setdefault(call.name, ([], []))
            references.append(tuple(origin.get(id(a), Reference(None)) for a in call.args))
            origin[id(call.value)] = Reference(call.name, len(calls))
            calls.append(call)
        steps: dict[str, Step] = {}
        for name, (calls, references) in grouped.items():
            steps[name] = Step(calls, references)
            steps[name].labels = labels.labels_of(steps, steps[name], self._labels)
            steps[name].plan = self.plan
        labels.of_later_calls(steps, self._labels)
        streams.follow(steps)
        return steps

    def __getitem__(self, name: str) -> Step:
        try:
            return self._steps[name]
        except KeyError:
            near = get_close_matches(str(name), list(self._steps), 3)
            raise KeyError(f"No step is called {name!r}; nearest: {', '.join(near) or 'none'}.") from None

    def __contains__(self, name: object) -> bool:
        return name in self._steps  # without the search for similar names

    def __iter__(self) -> Iterator[str]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)

    def labels(self, name: str) -> dict[str, tuple[str, ...] | None]:
        """The words along each axis of a step."""
        return dict(zip(self[name].axes, self[name].labels))

    def value_of(self, name: str) -> Tensor:
        """The value of a step or of a parameter; not the model's own memory. KeyError for any other name."""
        return self.parameters[name].clone() if name in self.parameters else self[name].value

    def sources(self, name: str, cell: Cell) -> list[tuple[str, Cell]]:
        """The cells read for this cell, as (step or parameter, index); KeyError and IndexError if it does not exist."""
        step = self[name]
        cell = step.checked(cell)
        if step.equation is None:
            return []
        call, at = step.computed(cell)
        return list(dict.fromkeys((origin.name, cell) for _, origin in self._origins(step, call, at)
                                  if origin.name is not None for cell in origin.cells))

    def worked(self, name: str, cell: Cell) -> Worked:
        """The arithmetic of one cell in float64, term by term, each factor with the cell it was read from.

        Of an edited step it is what the equation gives, before the edit; a reordered axis keeps its cells' arithmetic.
        """
        step = self[name]
        cell = step.checked(cell)
        if step.equation is None:
            return Worked(step.at(cell), (), "")
        call, at = step.computed(cell)
        with np.errstate(all="ignore"):
            worked = self.arithmetic(step, call, at)
        return worked.with_rows({symbol: origin for symbol, origin in self._origins(step, call, at) if origin.cells})

    def arithmetic(self, step: Step, call: int, at: Cell) -> Worked:
        """The arithmetic of one cell of one call, without its links."""
        _, numbers, at = self._unbatched(step, call, at)
        return step.equation.work(at, *numbers)

    def check(self, name: str, most: int = MOST_CELLS) -> Check:
        """Compare worked cells, at most so many, with the picture: how many agree, the largest difference."""
        return check(self, name, most)

    def save(self, path) -> None:
        """Write all steps to a NumPy archive, with axes, labels and wiring as JSON under the key ``about``.

        A step whose calls differ in shape is written call by call: ``NAME[0]``, ``NAME[1]`` ...
        """
        about = {n: {"axes": s.axes, "labels": s.labels, "shows": s.shows, "inputs": s.inputs,
                     "equation": s.equation.key if s.equation else None, "edited": s.edited}
                 for n, s in self._steps.items()}
        arrays = {}
        for name, step in self._steps.items():
            one_shape = len({value.shape for value in step.values}) == 1
            arrays |= ({name: step.value.numpy()} if one_shape else
                       {f"{name}[{call}]": value.numpy() for call, value in enumerate(step.values)})
        np.savez_compressed(path, about=np.array(json.dumps(about, ensure_ascii=False)), **arrays)

    def _prefix(self, reference: Reference) -> Cell:
        if reference.name is None or reference.parameter or not self[reference.name].repeated:
            return ()
        return (reference.call,)

    def _unbatched(self, step: Step, call: int, at: Cell) -> tuple[list[Cell], list, Cell]:
        """Per argument: the batch index that belongs to this cell; the argument there; the cell without its batch."""
        own = len(step.equation.output)
        batch, at = at[: len(at) - own], at[len(at) - own:]
        prefixes, numbers = [], []
        for position, value in enumerate(step.arguments(call)):
            prefix: Cell = ()
            if isinstance(value, Tensor):
                extra = value.ndim - len(step.equation.input_axes(position))
                if extra:
                    prefix = tuple(0 if n == 1 else i for i, n in zip(batch[-extra:], value.shape))
                value = Numbers(value[prefix])
            prefixes.append(prefix)
            numbers.append(value)
        return prefixes, numbers, at

    def _origins(self, step: Step, call: int, at: Cell) -> Iterator[tuple[str, Origin]]:
        """(symbol, where its numbers were read) for each argument."""
        prefixes, numbers, at = self._unbatched(step, call, at)
        names = step.equation.names
        read = step.equation.cells_read(at, numbers)
        for position, (reference, prefix, cells) in enumerate(zip(step.references[call], prefixes, read)):
            symbol = names[min(position, len(names) - 1)]  # *states: one symbol for all
            yield symbol, Origin(reference.name, behind(self._prefix(reference) + prefix, cells))
