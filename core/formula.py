"""What an equation is: its place in the notes, its axes, and the arithmetic of one of its cells."""

from __future__ import annotations

import inspect
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, repeat
from typing import TYPE_CHECKING, NamedTuple

from core.cells import Cell, Cells

if TYPE_CHECKING:
    import numpy as np

EQUATIONS: dict[str, Equation] = {}
SHOWS = ("share", "signed", "size", "mask", "hidden", "ids", "picture")
"""How a result looks: shares along an axis (0 to 1), signed numbers, sizes (never negative), booleans that say what may
be seen or what is hidden, word numbers, pixels."""


def checked_shows(shows: str, what: str) -> str:
    """The same word if it is one of SHOWS. ValueError otherwise, naming ``what`` declared it."""
    if shows not in SHOWS:
        raise ValueError(f"{what} must say how it looks: shows={shows!r} is none of {', '.join(SHOWS)}.")
    return shows


class Part(NamedTuple):
    """Terms to be added: one number each, and the factors, by the name of the input they were read from."""

    terms: np.ndarray
    factors: Mapping[str, np.ndarray]


class Row(NamedTuple):
    """One term: its value and its factors as (symbol, number, name of step or parameter or None, cell or None)."""

    value: float
    factors: tuple[tuple[str, float, str | None, Cell | None], ...]


class Origin(NamedTuple):
    """Where the numbers of an input were read: the cells of one step or parameter (None: a constant)."""

    name: str | None
    cells: Sequence[Cell]


class Rows(Sequence):
    """The rows of all parts, one after the other, each made when it is asked for: a cell may have 50,000."""

    def __init__(self, parts: Sequence[Part], origins: Mapping[str, Origin]):
        self._parts, self._origins = parts, origins
        self._ends = list(accumulate(len(part.terms) for part in parts))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, t):
        if isinstance(t, slice):
            return [self[i] for i in range(*t.indices(len(self)))]
        t = range(len(self))[t]  # IndexError beyond the end
        number = bisect_right(self._ends, t)
        part = self._parts[number]
        t -= self._ends[number] - len(part.terms)
        return next(self._rows(part, slice(t, t + 1)))

    def __iter__(self) -> Iterator[Row]:
        for part in self._parts:
            yield from self._rows(part, slice(None))

    def _rows(self, part: Part, at: slice) -> Iterator[Row]:
        """Rows of a part in order, their numbers converted together."""
        from numpy import asarray, broadcast_to  # no sooner: the bar reads this file, and the first page has no numbers

        count, terms = len(part.terms), asarray(part.terms[at], float).tolist()
        factors = [self._column(symbol, broadcast_to(numbers, count)[at].astype(float).tolist(), count, at)
                   for symbol, numbers in part.factors.items()]
        return map(Row, terms, zip(*factors) if factors else repeat((), len(terms)))

    def _column(self, symbol: str, values: list[float], count: int, at: slice) -> Iterator[tuple]:
        """(symbol, number, name, cell) of an input: linked if it was read in one cell, or in one per term."""
        origin = self._origins.get(symbol)
        if origin is None or origin.name is None or len(origin.cells) not in (1, count):
            return ((symbol, x, None, None) for x in values)
        cells = origin.cells if at == slice(None) else origin.cells[at]
        cells = cells if len(origin.cells) == count else repeat(origin.cells[0])
        return ((symbol, x, origin.name, cell) for x, cell in zip(values, cells))


@dataclass(frozen=True)
class Worked:
    """The arithmetic of one cell: the terms, the final operation as LaTeX with this cell's numbers, the result.

    ``added``: the sum of the sizes of all that was added up to the result, if that is not the sum of the terms' sizes:
    rounding errors go with it.
    """

    result: float
    parts: tuple[Part, ...]
    operation: str
    added: float | None = None
    rows: Sequence[Row] = ()

    @property
    def scale(self) -> float:
        """The size that rounding errors go with."""
        return float(sum(abs(part.terms).sum() for part in self.parts) if self.added is None else self.added)

    def with_rows(self, origins: Mapping[str, Origin]) -> Worked:
        """The same with its rows, each factor linked to the cell it came from."""
        return replace(self, rows=Rows(self.parts, origins))


@dataclass(frozen=True, eq=False)
class Equation:
    """An equation of the notes, which is a function.

    ``signature``: axis words, ``"head query d_k, head key d_k -> head query key"``. To make one output cell, axes that
    an input shares with the output are fixed and its other axes are swept; a normaliser names in ``along`` the shared
    axis that it sweeps as well; a look-up names the cells it reads in ``gather(cell, *inputs)``, a list per input.
    ``skip``: which input passes unchanged when the step is left out. ``symbols``: the letters of result and inputs in
    ``latex``, for colouring. ``shows``: how the result looks, one of SHOWS.
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
    shows: str
    along: str | None = None
    gather: Callable | None = None
    skip: int | None = None
    symbols: tuple[str, ...] = ()
    _worked: list[Callable] = field(default_factory=list, repr=False)

    @classmethod
    def declare(cls, function: Callable, number: str, latex: str, signature: str, *, shows: str = "",
                along: str | None = None, gather: Callable | None = None, skip: int | None = None,
                symbols: str = "", worked: Callable | None = None) -> Equation:
        """Read the signature and enter the equation in EQUATIONS under ``chapter.name``.

        ``worked``: the arithmetic of one cell, read off the axes: ``worked(equation, cell, *inputs) -> Worked``.
        Raises ValueError where ``shows`` is missing or none of SHOWS.
        """
        left, right = signature.split("->")
        key = f"{function.__module__.rsplit('.', 1)[-1]}.{function.__name__}"
        declared = cls(
            key, function.__name__, number, latex, signature, function, tuple(inspect.signature(function).parameters),
            tuple(tuple(axes.split()) for axes in left.split(",")) if left.strip() else (), tuple(right.split()),
            checked_shows(shows, f"The equation {key}"), along, gather, skip, tuple(symbols.split()))
        if worked is not None:
            declared.set_worked(partial(worked, declared))
        EQUATIONS[key] = declared
        return declared

    def set_worked(self, function: Callable) -> Callable:
        """Attach the arithmetic of one cell: ``function(cell, *inputs) -> Worked``, on ``core.cells.Numbers``."""
        self._worked[:] = [function]
        return function

    def work(self, cell: Cell, *inputs) -> Worked:
        """The arithmetic of one cell, on inputs without batch that give NumPy when indexed. LookupError without one."""
        if not self._worked:
            raise LookupError(f"The equation {self.key} has no worked cell.")
        return self._worked[0](cell, *inputs)

    def input_axes(self, position: int) -> tuple[str, ...]:
        """The axis words of an input; constants after the tensors have none. The last word list repeats if starred."""
        if self.inputs and self.inputs[-1][:1] == ("*",):
            position = min(position, len(self.inputs) - 1)
            return self.inputs[position][1:] if self.inputs[position][:1] == ("*",) else self.inputs[position]
        return self.inputs[position] if position < len(self.inputs) else ()

    def cells_read(self, cell: Cell, inputs: Sequence) -> list[Sequence[Cell]]:
        """For one output cell, the cells read of each input (empty for constants)."""
        if self.gather is not None:
            return self.gather(cell, *inputs)
        fixed, cells = self._fixed(cell), []
        for position, value in enumerate(inputs):
            if not hasattr(value, "shape"):
                cells.append([])
                continue
            axes = self.input_axes(position)
            cells.append(Cells(*(fixed[a] if a in fixed else range(n) for a, n in zip(axes, value.shape))))
        return cells

    def numbers_read(self, cell: Cell, inputs: Sequence) -> list:
        """The same for NumPy: of each tensor the number or the row that the axes say; None for one that is missing."""
        fixed = self._fixed(cell)
        return [x if x is None else x[tuple(fixed.get(axis, slice(None)) for axis in axes)]
                for axes, x in zip(self.inputs, inputs)]

    def _fixed(self, cell: Cell) -> dict[str, int]:
        """The place along each axis of the output that is not swept."""
        return {axis: i for axis, i in zip(self.output, cell) if axis != self.along}
