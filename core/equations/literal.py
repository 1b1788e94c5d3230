"""The notes' formulas exactly as printed, where the print is wrong: for showing what would come of them (ERRATA)."""

import math
from functools import partial

import numpy as np

from core.equations.arithmetic import mean_cell, number, passed, single, taken
from core.formula import Part, Worked
from core.trace import equation


@equation("N0 (13) as printed", r"X^{[3]}_{ij} = \frac{X^{[2]}_{ij} - \sum_j X^{[2]}_{ij}}"
          r"{\sqrt{\frac{1}{d_m}\sum_j (X^{[2]}_{ij} - \sum_j X^{[2]}_{ij})^2}}", "token d_model -> token d_model",
          along="d_model", skip=0, symbols="X^{[3]} X^{[2]}", shows="signed")
def normalized_by_sum(x):
    """Layer norm with the sum for the mean (R01): mean square 1, not mean 0; NaN of zeros, or of one. (n, d_model)."""
    centred = x - x.sum(-1, keepdim=True)
    return centred / centred.square().mean(-1, keepdim=True).sqrt()


@normalized_by_sum.worked
def _(at, x):
    row, total = x[at[0]], x[at[0]].sum()
    spread = ((row - total) ** 2).mean()
    return Worked(float((row[at[1]] - total) / np.sqrt(spread)), (Part(row, {"x": row}),),
                  rf"\frac{{{number(row[at[1]])} - ({number(total)})}}{{\sqrt{{{number(spread)}}}}}",
                  (abs(row[at[1]]) + abs(row).sum()) / np.sqrt(spread))


@equation("N0 (22) as printed", r"S_{ij} = \frac{Q_{ij} K_{ij}}{\sqrt{d_k}}",
          "head query d_k, head query d_k -> head query d_k", symbols="S Q K", shows="signed")
def elementwise_scores(Q, K):
    """Query times key number by number (R09): as wide as a head, not as long as the sentence. -> (head, n, d_k)."""
    return Q * K / math.sqrt(Q.shape[-1])


@elementwise_scores.worked
def _(at, Q, K):
    q, k, d_k = Q[at], K[at], Q.shape[-1]
    return Worked(q * k / d_k**0.5, (single(q * k, Q=q, K=k),),
                  rf"\frac{{{number(q)} \cdot ({number(k)})}}{{\sqrt{{{d_k}}}}}", abs(q * k) / d_k**0.5)


@equation("N0 (22) as printed", r"\tilde{A}_{ij} = \begin{cases} S_{ij} & i \ge j \\ -10^9 & i < j \end{cases}",
          "head query key, query key -> head query key", skip=0, symbols=r"\tilde{A} S", shows="signed")
def scores_masked_by_a_number(S, allowed):
    """A large negative number for minus infinity (R10): a row with nothing allowed attends to all. (head, n, m)."""
    return S.masked_fill(~allowed.unsqueeze(-3), -1e9)


@scores_masked_by_a_number.worked
def _(at, S, allowed):
    result = S[at] if allowed[at[1:]] else -1e9
    return passed(number(result), result, S=S[at], allowed=bool(allowed[at[1:]]))


@equation("N0 (39) as printed", r"L = \frac{1}{n_0}\sum_{i=0}^{n_0} L_i", "token -> ", symbols="L L_i", shows="size")
def loss_from_zero(losses):
    """The mean that counts one position too many (R13): (n_0 + 1,) losses, the first of no word, over n_0. A number."""
    return losses.sum(-1) / (losses.shape[-1] - 1)


@loss_from_zero.worked
def _(at, losses):
    return mean_cell(losses[:], len(losses) - 1, losses=losses[:])


def _flat_pixel(at, image, side):
    """(row, column, channel) of a feature of a piece of the flattened picture."""
    return tuple(int(i) for i in np.unravel_index(at[0] * side**2 * image.shape[2] + at[1], image.shape))


@equation("N0 (41) as printed", r"x_p = [x_p^1, \dots, x_p^N]^\top", "height width channel -> patch pixel",
          gather=lambda at, image, side: [[_flat_pixel(at, image, side)], []], symbols="x_p", shows="picture",
          worked=partial(taken, "x"))
def pieces(image, side):
    """Flattened first, then cut (R33): strips of rows, not squares. (H, W, C) -> (H W / side^2, side^2 C)."""
    return image.flatten(-3).unflatten(-1, (-1, side * side * image.shape[-1]))
