"""Shapes that the arithmetic of a cell takes again and again: an inner product, a softmax, one number passed on.

Those that take the equation are given to it as ``worked=``; its axes say which numbers a cell is made of.
"""

import math
from collections.abc import Callable

import numpy as np

from core.cells import Cells
from core.formula import Equation, Part, Worked
from core.numbers import latex as number


def inner_product(equation: Equation, at, *inputs) -> Worked:
    """A sum of products of two inputs along the axis they share, and a bias if there is one."""
    x, w, *bias = equation.numbers_read(at, inputs)
    return inner(x, w, equation.names[:2], bias[0] if bias else None, equation.names[-1])


def softmax(equation: Equation, at, scores) -> Worked:
    """exp(s_j) over the sum of all, with the row's largest score taken off first, which changes nothing."""
    (row,), (symbol,) = equation.numbers_read(at, [scores]), equation.names
    j, top = at[equation.output.index(equation.along)], row.max()
    if top == -np.inf:
        return Worked(0.0, (Part(np.zeros(len(row)), {symbol: row}),), r"\max_j = -\infty \;\Rightarrow\; 0")
    terms = np.exp(row - top)
    total = terms.sum()
    p = float(terms[j] / total)
    return Worked(p, (Part(terms, {symbol: row}),),
                  rf"\frac{{e^{{{number(row[j])} - ({number(top)})}}}}{{{number(total)}}}"
                  rf" = \frac{{{number(terms[j])}}}{{{number(total)}}}", p * (1 + abs(row[j] - top)))


def addition(equation: Equation, at, *inputs) -> Worked:
    """A sum of one number from each input."""
    terms = dict(zip(equation.names, equation.numbers_read(at, inputs)))
    parts = tuple(single(x, **{symbol: x}) for symbol, x in terms.items())
    return Worked(float(sum(terms.values())), parts, " + ".join(f"({number(x)})" for x in terms.values()))


def picked(equation: Equation, at, *inputs) -> Worked:
    """A number taken over as it is; the cells that ``gather`` names hold it, and then what told which one it is."""
    read = {name: x[cells[0]] for name, x, cells in zip(equation.names, inputs, equation.gather(at, *inputs)) if cells}
    x = next(iter(read.values()))
    return passed(number(x), x, **read)


def taken(symbol: str, equation: Equation, at, *inputs) -> Worked:
    """The same, written as ``symbol`` with the place of the one cell that ``gather`` names."""
    name, x, cell = next((name, x, cells[0]) for name, x, cells in
                         zip(equation.names, inputs, equation.gather(at, *inputs)) if cells)
    return passed(rf"{symbol}[{', '.join(map(str, cell))}]", x[cell], **{name: x[cell]})


def let_through(share: Callable[[float], float], equation: Equation, at, x) -> Worked:
    """A number times the share of it that it lets through itself."""
    h = x[at]
    part = share(h)
    return passed(rf"({number(h)}) \cdot {number(part)}", h * part, abs(h), **{equation.names[0]: h})


def relu(equation: Equation, at, x) -> Worked:
    """A number, or 0 where it is negative."""
    return passed(rf"\max(0, {number(x[at])})", max(0.0, x[at]), **{equation.names[0]: x[at]})


def inner(x, w, symbols: tuple[str, str], b: float | None = None, bias: str = "b") -> Worked:
    """A sum of products, and a bias if there is one."""
    terms = x * w
    total = terms.sum()
    parts = (Part(terms, {symbols[0]: x, symbols[1]: w}),)
    if b is None:
        return Worked(float(total), parts, rf"\textstyle\sum = {number(total)}")
    return Worked(float(total + b), (*parts, single(b, **{bias: b})), f"{number(total)} + ({number(b)})")


def end_to_end(equation: Equation, at, first, second) -> Worked:
    """A number of two rows, one behind the other."""
    i, n = at[0], first.shape[0]
    symbol, row, i = (equation.names[0], first, i) if i < n else (equation.names[1], second, i - n)
    return passed(rf"{symbol}[{i}]", row[i], **{symbol: row[i]})


def end_to_end_cells(at, first, second) -> list:
    """Which number of which of the two rows that is."""
    n = first.shape[0]
    return [[at], []] if at[0] < n else [[], [(at[0] - n,)]]


def row_and_target_cells(at, scores, target, *constants) -> list:
    """A loss reads a row of scores, and which of them is the right one."""
    return [Cells(at[0], range(scores.shape[-1])), [at], *([] for _ in constants)]


def wave(p: float, column: int, width: int, base: float, cosine: bool) -> Worked:
    """One number of a sinusoidal position: sine or cosine of p / base^(column / width)."""
    angle, name = p / base ** (column / width), r"\cos" if cosine else r"\sin"
    result, slope = (math.cos(angle), math.sin(angle)) if cosine else (math.sin(angle), math.cos(angle))
    return Worked(result, (),
                  rf"{name}\frac{{{number(p)}}}{{{base:.9g}^{{{column}/{width}}}}} = {name} {number(angle)}",
                  abs(result) + abs(angle * slope))


def mean(equation: Equation, at, x) -> Worked:
    """The mean of the numbers along the axis that is gone; 0 of none."""
    (row,) = equation.numbers_read(at, [x])
    return mean_cell(row, max(1, len(row)), **{equation.names[0]: row})


def mean_cell(terms, count: float, **factors) -> Worked:
    """A sum of terms over their count; ``factors``: what the terms were made of."""
    total = terms.sum()
    return Worked(float(total / count), (Part(terms, factors),), rf"\frac{{{number(total)}}}{{{number(count)}}}",
                  float(abs(terms).sum() / count))


def passed(operation: str, result: float, added: float | None = None, **factors: float) -> Worked:
    """A cell made of one number of each input; the term is the first of them. ``added``: abs(result) unless told."""
    term = single(next(iter(factors.values())), **factors)
    return Worked(float(result), (term,), operation, float(abs(result) if added is None else added))


def single(term: float, **factors: float) -> Part:
    """One term, and the one number of each input that it is made of."""
    return Part(np.array([term]), {symbol: np.array([factor]) for symbol, factor in factors.items()})
