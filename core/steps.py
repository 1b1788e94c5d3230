"""Steps, and the trace they form: values by name, and for every cell the cells it was made from."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from core.formula import Cell, Equation, Worked


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


@dataclass(frozen=True)
class Reference:
    """What an input was: a step's value (of one call, if the step repeats), a parameter, or a constant (no name)."""

    name: str | None
    call: int | None = None
    parameter: bool = False


class Step:
    """One named result of a forward pass.

    ``value``: detached tensor; its axes are named by ``axes``; ``labels`` holds the words along an axis, or None.
    ``inputs``: names of the steps and parameters it read; ``edited``: whether an intervention changed it.
    """

    def __init__(self, calls: list[Call], references: list[tuple[Reference, ...]]):
        first = calls[0]
        self.name, self.equation, self.edited = first.name, first.equation, any(c.edited for c in calls)
        self._calls, self.references = calls, references
        self.repeated = first.axis is not None or len(calls) > 1
        own = first.equation.output if first.equation else first.axes
        batch = ("batch", "batch_2", "batch_3")[: first.value.ndim - len(own)]
        self.axes = ((first.axis or "call",) if self.repeated else ()) + batch + own
        self.labels: tuple[tuple[str, ...] | None, ...] = (None,) * len(self.axes)

    @functools.cached_property
    def value(self) -> Tensor:
        """The numbers, detached, in the shape of ``axes``. ValueError if repeated calls differ in shape."""
        values = [call.value.detach() for call in self._calls]
        if any(value.shape != values[0].shape for value in values):
            raise ValueError(f"{self.name} was computed in several shapes; record each pass in a trace of its own.")
        return torch.stack(values) if self.repeated else values[0].clone()

    @property
    def tensor(self) -> Tensor:
        """The value as it stood in the computation: differentiable if recorded with ``gradients=True``.

        ValueError for a step that was computed several times.
        """
        if self.repeated:
            raise ValueError(f"{self.name} was computed several times; take its calls one by one.")
        return self._calls[0].value

    @functools.cached_property
    def inputs(self) -> tuple[str, ...]:
        """The steps and parameters it read, each once."""
        return tuple(dict.fromkeys(r.name for refs in self.references for r in refs if r.name is not None))

    def arguments(self, call: int) -> tuple:
        """The arguments of one call: tensors and constants, as they were passed."""
        return self._calls[call].args

    def split(self, cell: Cell) -> tuple[int, Cell]:
        """A cell of the value as (number of the call, cell within that call's value)."""
        return (cell[0], tuple(cell[1:])) if self.repeated else (0, tuple(cell))

    def __repr__(self) -> str:
        return f"Step({self.name}: {' '.join(self.axes)} = {tuple(self.value.shape)})"


class Trace(Mapping):
    """Every step of one forward pass, by name, in the order it was computed."""

    def __init__(self, parameters: Mapping[str, Tensor], labels: Mapping):
        self._calls: list[Call] = []
        self._labels = labels
        self._arrays: dict[tuple[str, int], tuple] = {}
        self._read: tuple[int, dict[str, Step]] = (0, {})
        self.parameters = {name: value.detach() for name, value in parameters.items()}
        self._parameter_names = {id(value): name for name, value in parameters.items()}

    @property
    def _steps(self) -> dict[str, Step]:
        if self._read[0] != len(self._calls):  # first look, or the recording has gone on since the last
            self._read = len(self._calls), self._grouped()
        return self._read[1]

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
            steps[name].labels = self._labels_of(steps, steps[name])
        return steps

    def _labels_of(self, steps: Mapping[str, Step], step: Step) -> tuple:
        own = {**step._calls[0].labels, **self._labels.get(step.name, {})}
        known = {axis: tuple(words) for axis, words in own.items()}
        for position, reference in enumerate(step.references[0]):
            for role, name, words in self._named_axes(steps, step, position, reference):
                for axis in (role, name):
                    known.setdefault(axis, words)
        shape = ((len(step._calls),) if step.repeated else ()) + step._calls[0].value.shape
        return tuple(known[a] if a in known and len(known[a]) == n else None for a, n in zip(step.axes, shape))

    def _named_axes(self, steps, step: Step, position: int, reference: Reference) -> Iterator[tuple]:
        """(role in this equation, name in its own step, words) for each axis of an input that carries words."""
        roles = step.equation.input_axes(position)
        if reference.parameter:
            words = self._labels.get(reference.name, {})
            yield from ((role, role, tuple(words[role])) for role in roles if role in words)
        elif reference.name in steps:
            source = steps[reference.name]
            padded = ("",) * (len(source.axes) - len(roles)) + tuple(roles)
            for role, name, words in zip(padded, source.axes, source.labels):
                if words is not None:
                    yield role or name, name, words

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
        """The cells that were read to compute this cell, as (step or parameter, index). Empty for what was given.

        Raises KeyError for a step and IndexError for a cell that does not exist, as ``worked`` does.
        """
        step = self[name]
        cell = self._checked(step, cell)
        if step.equation is None:
            return []
        call, at = step.split(cell)
        found = []
        for reference, cells in zip(step.references[call], self._cells_read(step, call, at)):
            if reference.name is not None:
                prefix = self._prefix(reference)
                found += [(reference.name, prefix + c) for c in cells]
        return list(dict.fromkeys(found))

    def worked(self, name: str, cell: Cell) -> Worked:
        """The arithmetic of one cell in float64, term by term, each factor with the cell it was read from.

        Of an edited step it is what the equation gives, before the edit.
        """
        step = self[name]
        cell = self._checked(step, cell)
        if step.equation is None:
            return Worked(float(step.value[cell]), (), "")
        call, at = step.split(cell)
        worked = self._worked(step, call, at)
        names, origins = step.equation.names, {}
        for position, cells in enumerate(self._cells_read(step, call, at)):
            reference = step.references[call][position]
            symbol = names[min(position, len(names) - 1)]  # *states: one symbol for all
            origins.setdefault(symbol, []).extend((reference.name, self._prefix(reference) + c) for c in cells)
        return worked.with_rows(origins)

    def check(self, name: str) -> tuple[int, int, float]:
        """Compare the worked cells with the picture: (cells, cells within 1e-5, largest difference).

        Within 1e-5 of the cell, or of 1 where the cell is smaller. (0, 0, 0.0) for what was given or edited.
        """
        step = self[name]
        if step.equation is None or step.edited:
            return 0, 0, 0.0
        value = step.value.double().numpy()
        worked = np.empty_like(value)
        for cell in np.ndindex(*value.shape):
            worked[cell] = self._worked(step, *step.split(cell)).result
        with np.errstate(invalid="ignore"):
            difference = np.where((worked == value) | (np.isnan(worked) & np.isnan(value)), 0.0, np.abs(worked - value))
        allowed = 1e-5 * np.maximum(1.0, np.abs(np.where(np.isfinite(value), value, 0.0)))
        return value.size, int((difference <= allowed).sum()), float(difference.max(initial=0.0))

    def save(self, path) -> None:
        """Write all steps to a NumPy archive, with axes, labels and wiring as JSON under the key ``about``."""
        about = {n: {"axes": s.axes, "labels": s.labels, "inputs": s.inputs,
                     "equation": s.equation.key if s.equation else None, "edited": s.edited}
                 for n, s in self._steps.items()}
        arrays = {name: step.value.numpy() for name, step in self._steps.items()}
        np.savez_compressed(path, about=np.array(json.dumps(about, ensure_ascii=False)), **arrays)

    @staticmethod
    def _checked(step: Step, cell: Cell) -> Cell:
        shape = tuple(step.value.shape)
        if len(cell) != len(shape) or any(not 0 <= i < n for i, n in zip(cell, shape)):
            raise IndexError(f"{step.name} has the shape {shape}; there is no cell {tuple(cell)}.")
        return tuple(int(i) for i in cell)

    def _prefix(self, reference: Reference) -> Cell:
        if reference.name is None or reference.parameter or not self[reference.name].repeated:
            return ()
        return (reference.call,)

    def _numbers(self, step: Step, call: int) -> tuple:
        key = step.name, call
        if key not in self._arrays:
            self._arrays[key] = tuple(
                a.detach().double().numpy() if isinstance(a, Tensor) and a.is_floating_point()
                else a.numpy() if isinstance(a, Tensor) else a for a in step.arguments(call))
        return self._arrays[key]

    def _unbatched(self, step: Step, call: int, at: Cell) -> tuple[list[Cell], list, Cell]:
        """Per argument: the batch index that belongs to this cell; the argument there; the cell without its batch."""
        own = len(step.equation.output)
        batch, at = at[: len(at) - own], at[len(at) - own:]
        prefixes, numbers = [], []
        for position, value in enumerate(self._numbers(step, call)):
            prefix: Cell = ()
            extra = value.ndim - len(step.equation.input_axes(position)) if isinstance(value, np.ndarray) else 0
            if extra:
                prefix = tuple(0 if n == 1 else i for i, n in zip(batch[-extra:], value.shape))
            prefixes.append(prefix)
            numbers.append(value[prefix] if prefix else value)
        return prefixes, numbers, at

    def _cells_read(self, step: Step, call: int, at: Cell) -> list[list[Cell]]:
        prefixes, numbers, at = self._unbatched(step, call, at)
        cells = step.equation.cells_read(at, numbers)
        return [[prefix + cell for cell in found] for prefix, found in zip(prefixes, cells)]

    def _worked(self, step: Step, call: int, at: Cell) -> Worked:
        _, numbers, at = self._unbatched(step, call, at)
        return step.equation.work(at, *numbers)
