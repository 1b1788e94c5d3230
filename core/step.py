"""One result of a forward pass: the calls that made it, its axes, and the words along them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from core.cells import Cell
from core.formula import Equation
from core.lazy import lazy


class Reference(NamedTuple):
    """What an input was: a step's value (of one call, if the step repeats), a parameter, or a constant (no name)."""

    name: str | None
    call: int | None = None
    parameter: bool = False


class Call(NamedTuple):
    """One evaluation of an equation, as it happened. Without ``args`` and ``value`` where they are computed anew."""

    name: str
    equation: Equation | None
    args: tuple
    value: Tensor | None
    shape: tuple[int, ...]
    references: tuple[Reference, ...] = ()
    axis: str | None = None
    edited: bool = False
    axes: tuple[str, ...] = ()
    labels: Mapping[str, Sequence[str]] = {}
    shows: str = ""
    orders: Mapping[str, tuple[int, ...]] = {}  # axes whose entries an edit has reordered: entry i was order[i]
    thin: bool = False  # without arguments, which are computed anew
    glimpse: Tensor | None = None  # of large weights that are not kept, the largest of each part


SIDE = 64
"""Rows and columns of weights at a glimpse, at most."""


def reduced(weights: Tensor) -> Tensor:
    """(..., heads, n, m) weights -> at most SIDE rows and columns, each the largest weight of its part."""
    rows, columns = (min(SIDE, size) for size in weights.shape[-2:])
    if weights.shape[-2:] == (rows, columns):
        return weights
    return torch.nn.functional.adaptive_max_pool2d(weights, (rows, columns))


class Step:
    """One named result of a forward pass.

    ``value``: detached tensor; its axes are named by ``axes``; ``labels`` holds the words along an axis, or None.
    ``values``: the value of each call, also where their shapes differ, to be read only. Both lie on the CPU.
    ``inputs``: names of the steps and parameters it read; ``edited``: whether an intervention changed it.
    ``shows``: how it looks, one of ``core.formula.SHOWS``. ``streams`` and ``pairs``: the words that each axis runs
    along, see ``core.streams``. ``letter``: the notes' letter for it in this model's plan, as LaTeX, or None.
    ``recorded``: its calls as they are kept.
    """

    def __init__(self, calls: list[Call], letters: Callable[[str], str | None] = lambda name: None,
                 along: Callable[[], Mapping[str, Step]] = dict, blocks=None):
        """``letters``: the plan's; ``along``: by name, steps with labels, streams and pairs, which few of a trace are
        asked for; ``blocks``: where calls lack their arguments, or values too, what computes them again (core.blocks).
        """
        first = calls[0]
        self.name, self.equation, self.edited = first.name, first.equation, any(c.edited for c in calls)
        self.shows = first.equation.shows if first.equation else first.shows
        self.repeated = first.axis is not None or len(calls) > 1
        self.shapes = tuple(call.shape for call in calls)
        own = first.equation.output if first.equation else first.axes
        batch = ("batch", "batch_2", "batch_3")[: len(first.shape) - len(own)]
        self.axes = ((first.axis or "call",) if self.repeated else ()) + batch + own
        self.recorded, self._letters, self._along, self._blocks = calls, letters, along, blocks

    @lazy
    def letter(self) -> str | None:
        return self._letters(self.name)

    @lazy
    def labels(self) -> tuple[tuple[str, ...] | None, ...]:
        return self._along()[self.name].labels

    @lazy
    def streams(self) -> tuple[str, ...]:
        return self._along()[self.name].streams

    @lazy
    def pairs(self) -> tuple[tuple[tuple[str, str], ...] | None, ...]:
        return self._along()[self.name].pairs

    @property
    def references(self) -> list[tuple[Reference, ...]]:
        """What each call read, argument by argument."""
        return [call.references for call in self.recorded]

    @property
    def _calls(self) -> list[Call]:
        """The calls with their arguments and values."""
        return self.recorded if self._blocks is None else self._blocks.calls(self.name)

    @property
    def held(self) -> bool:
        """Whether its value is kept, and need not be computed anew."""
        return self.recorded[0].value is not None

    @property
    def values(self) -> list[Tensor]:
        return [call.value.detach().cpu() for call in (self.recorded if self.held else self._calls)]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of ``value``, which is not copied for it. ValueError if repeated calls differ in shape."""
        first = self.shapes[0]
        if any(shape != first for shape in self.shapes):
            raise ValueError(f"{self.name} was computed in several shapes; read its values one by one.")
        return ((len(self.shapes),) if self.repeated else ()) + first

    @property
    def lengths(self) -> list[int | None]:
        """The length of each axis; None where the calls differ."""
        lengths = [n[0] if len(set(n)) == 1 else None for n in zip(*self.shapes)]
        return [len(self.shapes), *lengths] if self.repeated else lengths

    @property
    def _shapes(self) -> str:
        """The shape in words: that of the value, or those of the calls where they differ."""
        shapes = dict.fromkeys(self.shapes)
        return str(self.shape) if len(shapes) == 1 else f"of one of its calls ({', '.join(map(str, shapes))})"

    @property
    def value(self) -> Tensor:
        """The numbers, in the shape of ``axes``: a copy at every call. ValueError if calls differ in shape."""
        shape = self.shape
        return torch.stack(self.values).reshape(shape)

    def rows(self, at: slice) -> Tensor:
        """Some entries of the first axis of its value; of a large one that an equation gives again, they alone."""
        return self.value[at] if self.held or self.repeated else self._blocks.rows(self.name, at)

    @property
    def glimpse(self) -> Tensor:
        """Weights (head, query, key) in at most SIDE rows and columns; of large ones this is kept."""
        return reduced(self.value) if self.recorded[0].glimpse is None else self.recorded[0].glimpse

    def at(self, cell: Cell) -> float:
        """The number in one cell, its call in front if the step repeats. IndexError for a cell that does not exist."""
        call, at = self.split(self.checked(cell))
        return float(self.values[call][at])

    def checked(self, cell: Cell) -> Cell:
        """The same cell in plain whole numbers. IndexError if there is none such."""
        call, at = self.split(cell) if len(cell) == len(self.axes) else (-1, ())
        if not 0 <= call < len(self.shapes) or not all(0 <= i < n for i, n in zip(at, self.shapes[call])):
            raise IndexError(f"{self.name} has the shape {self._shapes}; there is no cell {tuple(cell)}.")
        return tuple(int(i) for i in cell)

    @property
    def tensor(self) -> Tensor:
        """The value as computed, differentiable if recorded with ``gradients=True``. ValueError of a repeated step."""
        if self.repeated:
            raise ValueError(f"{self.name} was computed several times; take its calls one by one.")
        return self._calls[0].value

    @lazy
    def inputs(self) -> tuple[str, ...]:
        """The steps and parameters it read, each once."""
        return tuple(dict.fromkeys(r.name for refs in self.references for r in refs if r.name is not None))

    def arguments(self, call: int) -> tuple:
        """The arguments of one call: tensors, on the CPU, and constants, as they were passed."""
        return tuple(arg.cpu() if isinstance(arg, Tensor) else arg for arg in self.held_arguments(call))

    def held_arguments(self, call: int) -> tuple:
        """The same as they are kept: a parameter lies where its model does, so that what is read of it alone moves."""
        return self._calls[call].args

    def split(self, cell: Cell) -> tuple[int, Cell]:
        """A cell of the value as (number of the call, cell within that call's value)."""
        return (cell[0], tuple(cell[1:])) if self.repeated else (0, tuple(cell))

    def computed(self, cell: Cell) -> tuple[int, Cell]:
        """The same, where that cell stood before an edit reordered an axis."""
        call, at = self.split(cell)
        orders, axes = self.recorded[call].orders, self.axes[len(self.axes) - len(at):]
        return call, tuple(orders[axis][i] if axis in orders else i for axis, i in zip(axes, at))

    @property
    def orders(self) -> Mapping[str, tuple[int, ...]]:
        """The new order of each axis that an edit has permuted."""
        return self.recorded[0].orders

    def later(self, steps: Mapping[str, Step]) -> list[Step]:
        """The steps along the same times that its second and later calls read."""
        names = dict.fromkeys(r.name for call in self.references[1:] for r in call if not r.parameter)
        return [s for name in names if (s := steps.get(name)) and s.repeated and s.axes[0] == self.axes[0]]

    def __repr__(self) -> str:
        return f"Step({self.name}: {' '.join(self.axes)} = {self._shapes})"
