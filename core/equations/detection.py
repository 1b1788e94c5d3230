"""Objects in pictures: places in the plane, object queries, and the answers of their slots. N3; Carion et al. 2020."""

import math
from collections.abc import Callable
from functools import partial

import torch

from core.equations.arithmetic import addition, inner_product, number, passed, softmax, wave
from core.formula import Worked
from core.trace import equation

EPSILON = 1e-6


def plane_wave(place: Callable[[int, int], float], equation, at, like, base) -> Worked:
    """A number of a place in the plane; ``place(i, n)``: where row or column i of n stands."""
    half = like.shape[-1] // 2
    axis, column = divmod(at[2], half)
    return wave(place(at[axis], like.shape[axis]), column // 2 * 2, half, base, cosine=column % 2 == 1)


@equation("N3 DETR", r"PE_{yx} = [PE(\tilde{y});\, PE(\tilde{x})],\;\; "
          r"\tilde{y} = \frac{2\pi y}{H + \varepsilon},\; y \ge 1",
          "height width d_model -> height width d_model", gather=lambda at, like, base: [[], []], symbols="PE_{yx}",
          shows="signed", worked=partial(plane_wave, lambda i, n: 2 * math.pi * (i + 1) / (n + EPSILON)))
def plane_positions(like, base):
    """Half of the features for the row, half for the column, counted from 1 and scaled to 2 pi (R80). (H, W, d_model).

    Carion et al. 2020, appendix A.4.
    """
    rows, columns = (2 * math.pi * torch.arange(1, n + 1, dtype=like.dtype) / (n + EPSILON) for n in like.shape[-3:-1])
    return plane_waves(rows, columns, like.shape[-1], base)


def plane_waves(rows, columns, d, base):
    """Waves (H, W, d), half for the places ``rows`` (H,), half for ``columns`` (W,). ValueError unless 4 divides d."""
    if d % 4:
        raise ValueError(f"{d} features cannot be pairs of sine and cosine for both rows and columns.")
    omega = base ** (-torch.arange(0, d // 2, 2, dtype=rows.dtype) / (d // 2))
    down, along = (torch.stack((angles.sin(), angles.cos()), -1).flatten(-2)
                   for angles in (torch.outer(places, omega) for places in (rows, columns)))
    return torch.cat((down.unsqueeze(1).expand(-1, len(columns), -1), along.expand(len(rows), -1, -1)), -1)


@equation("N3 DETR", r"x^q = x + PE", "query d_model, query d_model -> query d_model", skip=0, symbols="x^q x PE",
          shows="signed", worked=addition)
def placed_queries(x, places):
    """What asks, with its place: in every layer, for the queries. (n, d_model). Carion et al. 2020, A.3."""
    return x + places


@equation("N3 DETR", r"x^k = x + PE", "key d_model, key d_model -> key d_model", skip=0, symbols="x^k x PE",
          shows="signed", worked=addition)
def placed_keys(x, places):
    """What is asked, with its place: in every layer, for the keys and never for the values (R83). (m, d_model)."""
    return x + places


@equation("N3 DETR", r"Y_0 = 0", "query d_model -> query d_model", gather=lambda at, queries: [[]], symbols="Y_0",
          shows="signed")
def empty_slots(queries):
    """What the slots hold before the first layer: nothing; what tells them apart are the object queries. (N_q, d)."""
    return torch.zeros_like(queries)


@empty_slots.worked
def _(at, queries):
    return Worked(0.0, (), "0")


@equation("N3 DETR", r"s = Y W_c + b_c", "slot d_model, d_model class, class -> slot class", symbols="s Y W_c b_c",
          shows="signed", worked=inner_product)
def class_scores(Y, W_c, b_c):
    """One score per class and slot, the last class is "no object". (N_q, d), (d, C + 1) -> (N_q, C + 1)."""
    return Y @ W_c + b_c


@equation("N3 DETR", r"\hat{p}_{ic} = \frac{e^{s_{ic}}}{\sum_{c'} e^{s_{ic'}}}", "slot class -> slot class",
          along="class", symbols=r"\hat{p} s", shows="share", worked=softmax)
def class_probabilities(scores):
    """What each slot takes its object for. (N_q, C + 1) -> the same shape."""
    return torch.softmax(scores, -1)


@equation("N3 DETR", r"u = R W_2 + b_2", "slot d_ff, d_ff side, side -> slot side", symbols="u R W_2 b_2",
          shows="signed", worked=inner_product)
def box_numbers(R, W_2, b_2):
    """Four numbers per slot, not yet between 0 and 1. (N_q, d), (d, 4) -> (N_q, 4)."""
    return R @ W_2 + b_2


@equation("N3 DETR", r"\hat{b} = \frac{1}{1 + e^{-u}}", "slot side -> slot side", symbols=r"\hat{b} u", shows="size")
def boxes(u):
    """The box of each slot: centre x, centre y, width, height in shares of the picture. (N_q, 4)."""
    return torch.sigmoid(u)


@boxes.worked
def _(at, u):
    x = u[at]
    result = 1 / (1 + math.exp(-x))
    return passed(rf"\frac{{1}}{{1 + e^{{{number(-x)}}}}}", result, result * (1 + abs(x)), u=x)
