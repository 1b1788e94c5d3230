"""Queries and keys brought to mean square 1 in each head before they are compared. Qwen3, 2.

Henry et al. 2020 bring them to length 1 and learn one factor.
"""

import numpy as np

from core.cells import Cells
from core.equations.arithmetic import number, single
from core.formula import Part, Worked
from core.trace import equation


def _normalized(x, gamma, epsilon):
    return x * (x.square().mean(-1, keepdim=True) + epsilon).rsqrt() * gamma


def _cells(at, x, gamma, epsilon):
    return [Cells(at[0], at[1], range(x.shape[-1])), [(at[2],)], []]


def _cell(equation, at, x, gamma, epsilon):
    row, gain = x[at[0], at[1]], gamma[at[2]]
    total = (row**2).sum()
    result = row[at[2]] / np.sqrt(total / len(row) + epsilon) * gain
    operation = (rf"{number(gain)} \cdot \frac{{{number(row[at[2]])}}}"
                 rf"{{\sqrt{{{number(total)} / {len(row)} + {number(epsilon)}}}}}")
    parts = Part(row**2, {equation.names[0]: row}), single(gain, gamma=gain)
    return Worked(float(result), parts, operation, 2 * abs(result))


@equation("Qwen3 2", r"\hat{Q}_{ic} = \gamma_c \frac{Q_{ic}}{\sqrt{\frac{1}{d_k}\sum_k Q_{ik}^2 + \varepsilon}}",
          "head query d_k, d_k -> head query d_k", skip=0, gather=_cells, symbols=r"\hat{Q} Q \gamma", shows="signed",
          worked=_cell)
def normalized_queries(Q, gamma, epsilon):
    """Each query with mean square 1, then one gain per feature for all heads. (head, n, d_k)."""
    return _normalized(Q, gamma, epsilon)


@equation("Qwen3 2", r"\hat{K}_{jc} = \gamma_c \frac{K_{jc}}{\sqrt{\frac{1}{d_k}\sum_k K_{jk}^2 + \varepsilon}}",
          "head key d_k, d_k -> head key d_k", skip=0, gather=_cells, symbols=r"\hat{K} K \gamma", shows="signed",
          worked=_cell)
def normalized_keys(K, gamma, epsilon):
    """Each key with mean square 1, then one gain per feature for all heads. (head, m, d_k)."""
    return _normalized(K, gamma, epsilon)
