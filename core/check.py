"""Does the arithmetic of the cells agree with the tensor? Every cell of a small one, a sample of a large one."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.cells import array

if TYPE_CHECKING:
    from torch import Tensor

    from core.cells import Cell
    from core.formula import Worked

MOST_CELLS = 4096
MOST_TERMS = 2**24  # of all sampled cells together: a softmax over 50,000 words is checked in 335 cells
TOLERANCE = 1e-5
SMALLEST = float(np.finfo(np.float32).tiny)  # below it float32 keeps fewer digits, or none


class Check(NamedTuple):
    """``cells`` of ``total`` were compared; ``agree`` of them agree; ``largest`` difference, NaN if one is NaN."""

    cells: int
    agree: int
    largest: float
    total: int


def check(values: Sequence[Tensor], arithmetic: Callable[[int, Cell], Worked], most: int = MOST_CELLS) -> Check:
    """Compare the value of each call of a step with the worked cells, ``arithmetic(call, cell)``.

    At most ``most`` cells, drawn with a fixed seed, and fewer where a cell has very many terms.
    """
    arrays = [array(value) for value in values]
    total, cells, agree, largest, terms = sum(value.size for value in arrays), 0, 0, 0.0, 0
    with np.errstate(all="ignore"):
        for place in random.Random(0).sample(range(total), min(total, most)):
            call, at = _located(arrays, place)
            worked = arithmetic(call, at)
            value = float(arrays[call][at])
            cells, agree = cells + 1, agree + agrees(worked, value)
            difference = 0.0 if worked.result == value else abs(worked.result - value)
            largest = math.nan if math.isnan(difference) else max(difference, largest)  # NaN, once there, stays
            terms += sum(len(part.terms) for part in worked.parts)
            if terms > MOST_TERMS:
                break
    return Check(cells, agree, float(largest), total)


def agrees(worked: Worked, value: float) -> bool:
    """Whether the tensor's value is the worked result up to rounding in float32.

    Rounding goes with the size of what was added up, not with what was left of it. NaN never agrees, nor does plus
    infinity: no equation of the notes makes it. Minus infinity is what a mask writes, and agrees with itself.
    """
    if math.isfinite(worked.result) and math.isfinite(value) and math.isfinite(worked.scale):
        return abs(worked.result - value) <= TOLERANCE * worked.scale + SMALLEST
    return bool(worked.result == value < math.inf)


def _located(values: Sequence[np.ndarray], place: int) -> tuple[int, Cell]:
    """(call, cell of its value) of the cell that comes at this place when all are counted through."""
    for call, value in enumerate(values):
        if place < value.size:
            return call, tuple(map(int, np.unravel_index(place, value.shape)))
        place -= value.size
    raise IndexError(f"There is no cell number {place} behind the last.")
