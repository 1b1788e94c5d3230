"""Rotary positions: queries and keys are turned by an angle that grows with their place. Su et al. 2021, eq. 15, 34.

Feature c of the first half makes a plane with feature c + d_k / 2; in place p it is turned by p / base^(2c / d_k). The
dot product of a query and a key then depends on the distance of their places alone. ``interleaved``: features 2c and
2c + 1 make the plane, as in the paper.
"""

import functools
import math

import numpy as np
import torch

from core.equations.arithmetic import number
from core.formula import Part, Worked
from core.trace import equation


def _turned(x, start, base, interleaved):
    """x (..., head, n, d_k) with its rows at places start, start + 1, ..."""
    cosine, sine = _angles(start + x.shape[-2], x.shape[-1], base, x.dtype, x.device)
    if interleaved:
        (left, right), c, s = (x[..., 0::2], x[..., 1::2]), *(one[start:].chunk(2, -1)[0] for one in (cosine, sine))
        return torch.stack((left * c - right * s, right * c + left * s), -1).flatten(-2)
    left, right = x.chunk(2, -1)
    return x * cosine[start:] + torch.cat((-right, left), -1) * sine[start:]


@functools.lru_cache(maxsize=32)
def _angles(n, d_k, base, dtype, place):
    """Cosines and sines (n, d_k) of all angles, computed on the CPU: not every device has float64."""
    frequencies = base ** (-torch.arange(0, d_k, 2, dtype=torch.float64) / d_k)
    angles = torch.outer(torch.arange(n, dtype=torch.float64), frequencies).repeat(1, 2)
    return angles.cos().to(dtype).to(place), angles.sin().to(dtype).to(place)


def _cells(at, x, start, base, interleaved=False):
    """The feature itself and its partner; place 0 is not turned."""
    (head, i, c), half = at, x.shape[-1] // 2
    partner = c ^ 1 if interleaved else (c + half) % (2 * half)
    return [[at, (head, i, partner)] if i + start else [at], [], [], []][:3 + interleaved]


def _cell(equation, at, x, start, base, interleaved=False):
    """x_c cos a - x_partner sin a for the first feature of a plane, plus for the second."""
    (_, i, c), half = at, x.shape[-1] // 2
    plane, second = (c // 2, c % 2) if interleaved else (c % half, c >= half)
    angle, sign = (i + start) / base ** (2 * plane / x.shape[-1]), "+" if second else "-"
    pair = np.array([x[cell] for cell in _cells(at, x, start, base, interleaved)[0]])
    turned = np.array([math.cos(angle), math.sin(angle) if second else -math.sin(angle)])[:len(pair)]
    terms, names = pair * turned, (r"\cos", r"\sin")
    slope = abs(pair).sum() * abs(angle)  # the cosine of a large angle is known less exactly
    operation = f" {sign} ".join(rf"({number(one)}) \cdot {name}({number(angle)})" for one, name in zip(pair, names))
    parts = (Part(terms, {equation.names[0]: pair}),)
    return Worked(float(terms.sum()), parts, operation, float(abs(terms).sum() + slope))


@equation("Su 34", r"Q'_p = R_p Q_p", "head query d_k -> head query d_k", skip=0, gather=_cells, symbols="Q' Q",
          shows="signed", worked=_cell)
def rotated_queries(Q, start, base, interleaved=False):
    """Queries (head, n, d_k) turned by their places. Su et al. 2021, eq. 34; with the halves of Llama."""
    return _turned(Q, start, base, interleaved)


@equation("Su 34", r"K'_p = R_p K_p", "head key d_k -> head key d_k", skip=0, gather=_cells, symbols="K' K",
          shows="signed", worked=_cell)
def rotated_keys(K, start, base, interleaved=False):
    """Keys (head, n, d_k) turned by their places, as the queries."""
    return _turned(K, start, base, interleaved)
