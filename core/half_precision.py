"""Weights that are held in half precision: raised to float32 while an equation computes with them, and no longer.

A pass over a model of many parameters waits for memory, of which it so reads half: with 135 million parameters a token
takes three quarters of the time that it takes with float32 held. Float32 holds every half number exactly; a
product that is computed in parts may add up in another order (within 1e-4: tests/test_brought_laws.py). The parts and
the buffer are for a processor's cache: on another device a weight is raised as a whole, and anew each time.
"""

import threading
from collections.abc import Iterator, Sequence

import torch
from torch import Tensor, nn

from core.formula import Equation

HALF = (torch.float16, torch.bfloat16)
PART = 1 << 20
"""Numbers that are raised at once: they stay in the processor's cache while they are used."""


def is_half(value) -> bool:
    """Whether it is a tensor in half precision."""
    return isinstance(value, Tensor) and value.dtype in HALF


def result(equation: Equation, args: Sequence) -> Tensor:
    """The value of an equation. Of a table in which only rows are looked up, those alone are raised.

    Half numbers that are no weights, and meet no others, are computed with as they are: an erratum is about them.
    """
    halves = [arg for arg in args if is_half(arg)]
    if not halves:
        return equation.function(*args)
    others = any(isinstance(arg, Tensor) and arg.is_floating_point() and not is_half(arg) for arg in args)
    if not others and not any(isinstance(arg, nn.Parameter) for arg in halves):
        return equation.function(*args)
    if equation.gather is not None:
        return _raised(equation, args) if others else equation.function(*args).float()
    large = [i for i, arg in enumerate(args) if is_half(arg) and arg.is_cpu and arg.numel() > PART]
    axis = next((axis for i in large for axis in equation.input_axes(i) if axis in equation.output
                 and axis != equation.along), None)
    return _raised(equation, args) if axis is None else _in_parts(equation, args, axis, args[large[0]].numel())


class _Buffer(threading.local):
    """Where a thread raises numbers to, each time the same: tensors that stay would settle between fresh ones, and a
    process come to hold twice the memory that it uses."""

    def __init__(self):
        self.numbers = torch.empty(PART)

    def raised(self, args: Sequence) -> Iterator:
        """The arguments in float32, which hold until the next are raised in this thread."""
        begun, follows = 0, torch.is_grad_enabled() and any(isinstance(a, Tensor) and a.requires_grad for a in args)
        for arg in args:
            if not is_half(arg):
                yield arg
            elif follows or not arg.is_cpu or begun + arg.numel() > len(self.numbers) or not _dense(arg):
                yield arg.float()
            else:
                yield self.numbers[begun:begun + arg.numel()].as_strided(arg.shape, arg.stride(), begun).copy_(arg)
                begun += arg.numel()


_buffer = _Buffer()


def _dense(value: Tensor) -> bool:
    """Whether its numbers lie one behind the other, in whatever order of axes."""
    return value.numel() == 1 + sum((size - 1) * stride for size, stride in zip(value.shape, value.stride()))


def _raised(equation: Equation, args: Sequence) -> Tensor:
    return equation.function(*_buffer.raised(args))


def _in_parts(equation: Equation, args: Sequence, axis: str, numbers: int) -> Tensor:
    """The value, slice by slice along an axis of the result: what shares no entry of it is computed apart."""
    places = [_place(equation.input_axes(i), axis) if isinstance(arg, Tensor) else None for i, arg in enumerate(args)]
    size = next(arg.shape[place] for arg, place in zip(args, places) if place is not None)
    step, place, value = max(1, size * PART // numbers), _place(equation.output, axis), None
    for begun in range(0, size, step):
        length = min(step, size - begun)
        part = _raised(equation, [arg if at is None else arg.narrow(at, begun, length)
                                  for arg, at in zip(args, places)])
        if value is None:
            shape = list(part.shape)
            shape[place] = size
            value = part.new_empty(shape)
        value.narrow(place, begun, length).copy_(part)
    return value


def _place(axes: tuple[str, ...], axis: str) -> int | None:
    """Where an axis stands, from the end: batches stand before; None where there is none such."""
    return axes.index(axis) - len(axes) if axis in axes else None
