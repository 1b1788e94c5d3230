"""Interventions as data: frozen and hashable, so that they are cache keys and fit in a link."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, fields
from typing import ClassVar

import torch
from torch import Tensor

from core.formula import Equation

LARGEST = 1e6  # in size; more would only run into the limit of 32 bits
LONGEST_TEXT = 5000  # characters of a link's edits, some eighty; an address takes half as much again for them
LONGEST_NAME = 80  # letters of a step or axis in a link; fnmatch keeps 32,768 patterns


class MisfitError(ValueError):
    """An edit asks for a place that the value does not have, as in a sentence that is still short."""


@dataclass(frozen=True)
class Edit:
    """A change to the value of a step, made while the forward pass runs. ``*`` in the name stands for anything.

    ``on_all``: of several texts in one pass it changes each as it would alone; what names a cell is for one text.
    ``on_each``: it changes the row of each word as it would alone, whichever others are there.
    """

    step: str
    on_all: ClassVar[bool] = True
    on_each: ClassVar[bool] = False

    def apply(self, equation: Equation, args: tuple, value: Tensor, call: int) -> Tensor:
        """The changed value, of the same shape; the value itself where this call is not meant.

        ``call`` counts from 0 where a step repeats. Raises ValueError where the edit makes no sense for this equation,
        MisfitError where it could for a larger value.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class Ablate(Edit):
    """Set one head to zero: ``value[..., head, :, :] = 0`` for a step with a ``head`` axis."""

    head: int
    on_each: ClassVar[bool] = True

    def apply(self, equation, args, value, call):
        axis = _axis(equation, value, "head")
        _check(self.head, value.shape[axis], f"a head of {self.step}")
        return value.index_fill(axis, torch.tensor([self.head], device=value.device), 0.0)


@dataclass(frozen=True)
class Scale(Edit):
    """Multiply the value by a factor, at most LARGEST in size. What a mask has hidden (minus infinity) stays hidden."""

    factor: float
    on_each: ClassVar[bool] = True

    def __post_init__(self):
        _check_finite(self.factor)

    def apply(self, equation, args, value, call):
        _check_number(self.step, value)
        return (value * self.factor).masked_fill(value.isneginf(), -math.inf)


@dataclass(frozen=True)
class Skip(Edit):
    """Leave the step out: what it was about to change passes through (mask, positions, residual, norm, scale off).

    Where softmax is left out, what the mask had hidden (minus infinity) counts for nothing: 0.
    """

    def apply(self, equation, args, value, call):
        if equation.skip is None:
            raise ValueError(f"{self.step} cannot be skipped: there is nothing it could pass on unchanged.")
        passed = args[equation.skip]
        return passed.masked_fill(passed == -math.inf, 0.0)


@dataclass(frozen=True)
class SetCell(Edit):
    """Set one cell to a number, at most LARGEST in size.

    ``at``: its index, with the number of the call in front where the step repeats.
    ``renormalize``: the other cells of its row keep their proportions and the row sums to 1 again.
    """

    at: tuple[int, ...]
    value: float
    renormalize: bool = False
    on_all: ClassVar[bool] = False

    def __post_init__(self):
        _check_finite(self.value)

    def apply(self, equation, args, value, call):
        at = tuple(self.at)
        if len(at) == value.ndim + 1:
            if at[0] != call:
                return value
            at = at[1:]
        if len(at) != value.ndim:
            raise ValueError(f"{self.step} has {value.ndim} axes; the cell {at} names {len(at)}.")
        for i, size in zip(at, value.shape):
            _check(i, size, f"an index of {self.step}")
        changed = value.clone()
        if self.renormalize:
            _check_number(self.step, value)
            if not at:
                raise ValueError(f"{self.step} is a single number; there is no row to bring back to the sum 1.")
            row = changed[at[:-1]]
            row[at[-1]] = 0.0
            rest = row.sum()
            if rest == 0 or not rest.isfinite():
                raise ValueError(f"The other cells in the row {at[:-1]} of {self.step} have no share to give or take.")
            row.mul_((1.0 - self.value) / rest)
        changed[at] = self.value
        if not value.is_floating_point() and changed[at] != self.value:
            raise ValueError(f"{self.step} holds words (by number) or yes and no (1 and 0), never {self.value}.")
        return changed


@dataclass(frozen=True)
class Permute(Edit):
    """Reorder the entries along an axis, e.g. the words of ``head_outputs`` along ``query``."""

    axis: str
    order: tuple[int, ...]

    def apply(self, equation, args, value, call):
        axis = _axis(equation, value, self.axis)
        if sorted(self.order) != list(range(value.shape[axis])):
            raise MisfitError(f"{self.order} is not an order of {value.shape[axis]} entries.")
        return value.index_select(axis, torch.tensor(self.order, device=value.device))


@dataclass(frozen=True)
class Replace(Edit):
    """Put another tensor in the value's place, e.g. a patch from another run. Equal only to itself; not for links."""

    tensor: Tensor
    on_all: ClassVar[bool] = False

    def apply(self, equation, args, value, call):
        if self.tensor.shape != value.shape:
            raise ValueError(f"{self.step} has the shape {tuple(value.shape)}, not {tuple(self.tensor.shape)}.")
        return self.tensor.to(value)

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return hash((self.step, id(self.tensor)))


KINDS = {kind.__name__: kind for kind in (Ablate, Scale, Skip, SetCell, Permute)}


def to_text(edits: tuple[Edit, ...]) -> str:
    """Edits as compact JSON for a link. Raises ValueError for a Replace, whose tensor does not fit in one."""
    if any(type(e).__name__ not in KINDS for e in edits):
        raise ValueError("An edit that puts a tensor in a step's place does not fit in a link.")
    return json.dumps([[type(e).__name__, *asdict(e).values()] for e in edits], separators=(",", ":")) if edits else ""


def from_text(text: str | None) -> tuple[Edit, ...]:
    """Edits from a link; whatever cannot be read is left out, so that any text is safe. Too long a text has none."""
    try:
        entries = json.loads(text or "[]") if len(text or "") <= LONGEST_TEXT else []
    except (ValueError, RecursionError):
        return ()
    edits = [_entry(entry) for entry in entries] if isinstance(entries, list) else []
    return tuple(edit for edit in edits if edit is not None)


def _entry(entry) -> Edit | None:
    if not isinstance(entry, list) or not entry or not isinstance(entry[0], str) or entry[0] not in KINDS:
        return None
    kind, values = KINDS[entry[0]], [tuple(v) if isinstance(v, list) else v for v in entry[1:]]
    declared = [f.type for f in fields(kind)]
    if len(values) != len(declared) or not all(_fits(v, t) for v, t in zip(values, declared)):
        return None
    return kind(*values)


def _fits(value, declared: str) -> bool:
    if declared == "float":
        return type(value) in (int, float) and abs(value) <= LARGEST
    if declared == "str":
        return type(value) is str and value.isascii() and len(value) <= LONGEST_NAME  # as all names of steps and axes
    if declared == "tuple[int, ...]":
        return isinstance(value, tuple) and all(type(v) is int for v in value)
    return type(value).__name__ == declared


def _axis(equation: Equation, value: Tensor, axis: str) -> int:
    if axis not in equation.output:
        raise ValueError(f"The result of {equation.name} has the axes {', '.join(equation.output)}, no {axis}.")
    return value.ndim - len(equation.output) + equation.output.index(axis)


def _check_number(step: str, value: Tensor) -> None:
    if not value.is_floating_point():
        raise ValueError(f"{step} holds words or yes and no, not numbers that could be scaled.")


def _check_finite(number: float) -> None:
    if not abs(number) <= LARGEST:  # not for NaN either
        raise ValueError(f"The number of an edit must be finite, and at most {LARGEST:,.0f} in size.")


def _check(index: int, size: int, what: str) -> None:
    if not 0 <= index < size:
        raise MisfitError(f"{what[0].upper()}{what[1:]} lies between 0 and {size - 1}, not {index}.")
