"""What an equation is: its place in the notes, its axes, and the arithmetic of one of its cells."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

Cell = tuple[int, ...]
EQUATIONS: dict[str, Equation] = {}


@dataclass(frozen=True)
class Part:
    """Terms to be added: one number each, and the factors, by the name of the input they were read from."""

    terms: np.ndarray
    factors: Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Row:
    """One term: its value and its factors as (symbol, number, name of step or parameter or None, cell or None)."""

    value: float
    factors: tuple[tuple[str, float, str | None, Cell | None], ...]


@dataclass(frozen=True)
class Worked:
    """The arithmetic of one cell: the terms, the final operation as LaTeX with this cell's numbers, the result."""

    result: float
    parts: tuple[Part, ...]
    operation: str
    rows: tuple[Row, ...] = ()

    def with_rows(self, origins: Mapping[str, Sequence[tuple[str | None, Cell]]]) -> Worked:
        """The same with its rows, each factor linked to the cell it came from."""
        rows = []
        for part in self.parts:
            count = len(part.terms)
            columns = {symbol: np.broadcast_to(numbers, count) for symbol, numbers in part.factors.items()}
            for t in range(count):
                factors = []
                for symbol, numbers in columns.items():
                    links = origins.get(symbol, ())
                    name, cell = links[t] if len(links) == count else links[0] if len(links) == 1 else (None, None)
                    factors.append((symbol, float(numbers[t]), name, cell if name else None))
                rows.append(Row(float(part.terms[t]), tuple(factors)))
        return replace(self, rows=tuple(rows))


@dataclass(frozen=True, eq=False)
class Equation:
    """An equation of the notes, which is a function.

    ``signature``: axis words, ``"head query d_k, head key d_k -> head query key"``. To make one output cell, axes that
    an input shares with the output are fixed and its other axes are swept; a normaliser names in ``along`` the shared
    axis that it sweeps as well; a look-up names the cells it reads in ``gather(cell, *inputs)``, a list per input.
    ``skip``: which input passes unchanged when the step is left out. ``symbols``: the letters of result and inputs in
    ``latex``, for colouring. ``origin``: the source beyond the notes.
    """

    key: str
    name: str
    number: str
    latex: str
    signature: str
    function: Callable
    names: tuple[str, ...]
    inputs: tuple[tuple[str, ...], ...]
    output: tuple[str, ...]
    along: str | None = None
    gather: Callable | None = None
    skip: int | None = None
    symbols: tuple[str, ...] = ()
    _worked: list[Callable] = field(default_factory=list, repr=False)

    @classmethod
    def declare(cls, function: Callable, number: str, latex: str, signature: str, *, along: str | None = None,
                gather: Callable | None = None, skip: int | None = None, symbols: str = "") -> Equation:
        """Read the signature and enter the equation in EQUATIONS under ``chapter.name``."""
        left, right = signature.split("->")
        key = f"{function.__module__.rsplit('.', 1)[-1]}.{function.__name__}"
        declared = cls(
            key, function.__name__, number, latex, signature, function, tuple(inspect.signature(function).parameters),
            tuple(tuple(axes.split()) for axes in left.split(",")) if left.strip() else (), tuple(right.split()),
            along, gather, skip, tuple(symbols.split()))
        EQUATIONS[key] = declared
        return declared

    def set_worked(self, function: Callable) -> Callable:
        """Attach the arithmetic of one cell: ``function(cell, *inputs) -> Worked``, on float64 arrays without batch."""
        self._worked[:] = [function]
        return function

    def work(self, cell: Cell, *inputs) -> Worked:
        """The arithmetic of one cell, on NumPy inputs without batch. LookupError if the equation has none."""
        if not self._worked:
            raise LookupError(f"The equation {self.key} has no worked cell.")
        return self._worked[0](cell, *inputs)

    def input_axes(self, position: int) -> tuple[str, ...]:
        """The axis words of an input; constants after the tensors have none. The last word list repeats if starred."""
        if self.inputs and self.inputs[-1][:1] == ("*",):
            position = min(position, len(self.inputs) - 1)
            return self.inputs[position][1:] if self.inputs[position][:1] == ("*",) else self.inputs[position]
        return self.inputs[position] if position < len(self.inputs) else ()

    def cells_read(self, cell: Cell, inputs: Sequence) -> list[list[Cell]]:
        """For one output cell, the cells read of each input (empty for constants)."""
        if self.gather is not None:
            return self.gather(cell, *inputs)
        fixed = {axis: i for axis, i in zip(self.output, cell) if axis != self.along}
        found = []
        for position, value in enumerate(inputs):
            if not isinstance(value, np.ndarray):
                found.append([])
                continue
            axes = self.input_axes(position)
            ranges = [(fixed[a],) if a in fixed else range(n) for a, n in zip(axes, value.shape)]
            found.append(list(itertools.product(*ranges)))
        return found
