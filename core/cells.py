"""Cells without copies: blocks of indices listed when asked for, tensors of which only what is read is converted."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

Cell = tuple[int, ...]


class Cells(Sequence):
    """The cells of a block, in order. An axis is an index or a range: Cells(2, range(3)) is (2, 0), (2, 1), (2, 2)."""

    def __init__(self, *along: int | range):
        self.along = tuple(a if isinstance(a, range) else range(a, a + 1) for a in along)

    def behind(self, prefix: Cell) -> Cells:
        """The same cells with more indices in front."""
        return Cells(*prefix, *self.along)

    def __len__(self) -> int:
        return math.prod(map(len, self.along))

    def __iter__(self) -> Iterator[Cell]:
        return itertools.product(*self.along)

    def __getitem__(self, t):
        if isinstance(t, slice):
            return [self[i] for i in range(*t.indices(len(self)))]
        at, left = [], range(len(self))[t]  # IndexError beyond the end
        for along in reversed(self.along):
            left, i = divmod(left, len(along))
            at.append(along[i])
        return tuple(reversed(at))


class Numbers:
    """A tensor read as float64 NumPy (whole numbers and booleans as they are): only what is indexed is converted.

    ``x[...]``, ``x[i]``, ``x[:, j]``, ``x[:]`` are arrays, ``x[i, j]`` a number. Nothing else is defined, so that no
    worked cell takes more of a tensor than it reads.
    """

    def __init__(self, tensor):
        self._held = array(tensor) if tensor.device.type == "cpu" else tensor  # of another device what is read moves
        self.shape, self.ndim = tuple(tensor.shape), tensor.ndim

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, at):
        taken = self._held[at]
        taken = taken if hasattr(taken, "astype") else array(taken)[()]
        return taken.astype(float) if taken.dtype.kind == "f" else taken


def array(tensor):
    """A tensor as NumPy, in the same memory; of bfloat16, which NumPy has not, a copy in float32."""
    tensor = tensor.detach().cpu()
    try:
        return tensor.numpy()
    except TypeError:
        return tensor.float().numpy()


def behind(prefix: Cell, cells: Sequence[Cell]) -> Sequence[Cell]:
    """Cells with more indices in front; a block stays a block."""
    if not prefix:
        return cells
    return cells.behind(prefix) if isinstance(cells, Cells) else [prefix + cell for cell in cells]
