"""Other ways to do the same, which the notes or their sources name: layouts, similarities, positions, schedules."""

import math
from functools import partial

import numpy as np
import torch

from core.equations.arithmetic import inner, inner_product, number, passed, row_and_target_cells, softmax, wave
from core.equations.detection import plane_wave, plane_waves
from core.formula import Part, Worked
from core.trace import equation


@equation("N4 similarity", r"G_{ij} = x_i^\top y_j", "token feature, other feature -> token other", symbols="G x_i y_j",
          shows="signed", worked=inner_product)
def gram(X, Y):
    """Dot products of all pairs: long vectors count more. (n, d), (m, d) -> (n, m)."""
    return X @ Y.mT


@equation("N4 similarity", r"C_{ij} = \frac{x_i^\top y_j}{\|x_i\| \|y_j\|}",
          "token feature, other feature -> token other", symbols="C x_i y_j", shows="signed")
def cosine(X, Y):
    """Dot products, lengths divided out: from -1 to 1; NaN for a zero vector (R88). (n, d), (m, d) -> (n, m)."""
    return (X @ Y.mT) / (X.norm(dim=-1).unsqueeze(-1) * Y.norm(dim=-1).unsqueeze(-2))


@cosine.worked
def _(at, X, Y):
    x, y = X[at[0]], Y[at[1]]
    terms, lengths = x * y, np.sqrt((x * x).sum()) * np.sqrt((y * y).sum())
    return Worked(float(terms.sum() / lengths), (Part(terms, {"X": x, "Y": y}),),
                  rf"\frac{{{number(terms.sum())}}}{{{number(lengths)}}}", abs(terms).sum() / lengths)


@equation("N3 self-attention", r"A = K^\top Q / \sqrt{d_k}", "d_k key, d_k query -> key query", symbols="A K Q",
          shows="signed")
def column_scores(K, Q):
    """The scores where tokens are columns. (d_k, m), (d_k, n) -> (m, n): the transpose of the rows' scores."""
    return K.mT @ Q / math.sqrt(K.shape[-2])


@column_scores.worked
def _(at, K, Q):
    terms = K[:, at[0]] * Q[:, at[1]]
    return Worked(float(terms.sum() / len(terms) ** 0.5), (Part(terms, {"K": K[:, at[0]], "Q": Q[:, at[1]]}),),
                  rf"\frac{{{number(terms.sum())}}}{{\sqrt{{{len(terms)}}}}}", abs(terms).sum() / len(terms) ** 0.5)


@equation("N3 self-attention", r"\hat{A}_{ji} = \frac{e^{A_{ji}}}{\sum_{j'} e^{A_{j'i}}}", "key query -> key query",
          along="key", symbols=r"\hat{A} A_{ji}", shows="share", worked=softmax)
def column_weights(A):
    """Softmax down the columns, each of which sums to 1. (m, n)."""
    return torch.softmax(A, -2)


@equation("N3 self-attention", r"O = V \hat{A}", "d_v key, key query -> d_v query", symbols=r"O V \hat{A}",
          shows="signed", worked=inner_product)
def column_outputs(V, A):
    """The weighted sum of the values where tokens are columns. (d_v, m), (m, n) -> (d_v, n)."""
    return V @ A


def _write_cells(at, Z, W_O):
    head, i, c = at
    d_v = Z.shape[-1]
    return [[(head, i, k) for k in range(d_v)], [(head * d_v + k, c) for k in range(d_v)]]


@equation("N0 (8) (9)", r"Y_h = Z_h W^O_h", "head query d_v, concat d_model -> head query d_model", gather=_write_cells,
          symbols="Y_h Z_h W^O_h", shows="signed")
def head_writes(Z, W_O):
    """What each head alone writes; their sum is the output without its bias. (head, n, d_v) -> (head, n, d_model)."""
    return Z @ W_O.unflatten(0, (-1, Z.shape[-1]))


@head_writes.worked
def _(at, Z, W_O):
    head, i, c = at
    d_v = Z.shape[-1]
    return inner(Z[head, i], W_O[head * d_v:(head + 1) * d_v, c], ("Z", "W_O"))


@equation("N0 (2)", r"PE_p = [\sin p\,\omega_0, \dots, \cos p\,\omega_0, \dots],\quad \omega_i = b^{-2i/d}",
          "token d_model -> token d_model", gather=lambda at, like, base: [[], []], symbols="PE_p", shows="signed")
def positions_in_halves(like, base):
    """All sines, then all cosines, as much code has it: other columns, the same inner products. (n, d_model)."""
    n, d = like.shape[-2:]
    angles = torch.outer(torch.arange(n, dtype=like.dtype), base ** (-torch.arange(0, d, 2, dtype=like.dtype) / d))
    return torch.cat((angles.sin(), angles.cos()), -1)[:, :d]


@positions_in_halves.worked
def _(at, like, base):
    half = (like.shape[-1] + 1) // 2
    return wave(at[0], at[1] % half * 2, like.shape[-1], base, cosine=at[1] >= half)


@equation("N0 (2)", r"PE_{p+k} = M_k PE_p", "token d_model -> token d_model", symbols="PE_{p+k} PE_p",
          gather=lambda at, PE, k, base: [[(at[0], at[1] // 2 * 2), (at[0], at[1] // 2 * 2 + 1)], [], []],
          shows="signed")
def moved_positions(PE, k, base):
    """Positions k further on: each pair of columns turned by the same angle wherever it stands (R18). (n, d_model)."""
    angle = k * base ** (-torch.arange(0, PE.shape[-1], 2, dtype=PE.dtype) / PE.shape[-1])
    sine, cosine = PE[..., 0::2], PE[..., 1::2]
    turned = sine * angle.cos() + cosine * angle.sin(), cosine * angle.cos() - sine * angle.sin()
    return torch.stack(turned, -1).flatten(-2)


@moved_positions.worked
def _(at, PE, k, base):
    first = at[1] // 2 * 2
    angle = k * base ** (-first / PE.shape[-1])
    turn = np.array([-np.sin(angle), np.cos(angle)] if at[1] % 2 else [np.cos(angle), np.sin(angle)])
    pair = PE[at[0], first:first + 2]
    return Worked(float(turn @ pair), (Part(turn * pair, {"PE": pair}),),
                  " + ".join(rf"{number(t)} \cdot ({number(x)})" for t, x in zip(turn, pair)),
                  (1 + abs(angle)) * abs(turn * pair).sum())


@equation("N3 positions", r"PE_{yx} = [PE_y;\, PE_x],\quad y, x = 1, 2, \dots",
          "height width d_model -> height width d_model", gather=lambda at, like, base: [[], []], symbols="PE_{yx}",
          shows="signed", worked=partial(plane_wave, lambda i, n: i + 1))
def positions_in_a_plane(like, base):
    """Half of the features for the row, half for the column, both from 1. (H, W, d_model). Carion et al. 2020, A.4."""
    rows, columns = (torch.arange(1, n + 1, dtype=like.dtype) for n in like.shape[-3:-1])
    return plane_waves(rows, columns, like.shape[-1], base)


@equation("Vaswani 5.3", r"\eta_t = d_{model}^{-1/2} \min(t^{-1/2},\, t\, w^{-3/2})", "step -> step",
          symbols=r"\eta_t t", shows="size")
def learning_rates(steps, d_model, warmup):
    """Rising for ``warmup`` steps, then falling with the root of the step. (T,). Vaswani et al. 2017, eq. 3."""
    return d_model**-0.5 * torch.minimum(steps**-0.5, steps * warmup**-1.5)


@learning_rates.worked
def _(at, steps, d_model, warmup):
    t = steps[at]
    rise, fall = t * warmup**-1.5, t**-0.5
    return passed(rf"{number(d_model**-0.5)} \cdot \min({number(fall)}, {number(rise)})",
                  d_model**-0.5 * min(fall, rise), steps=t)


@equation("Vaswani 5.4", r"L_t = -\sum_v \left((1-\varepsilon)[v = y_t] + \frac{\varepsilon}{V}\right) \log p_{tv}",
          "token vocabulary, token -> token", gather=row_and_target_cells, symbols="L_t", shows="size")
def smoothed_losses(scores, target, epsilon):
    """Cross-entropy against a target that gives epsilon to all words alike; never 0. (m, V), (m,) -> (m,)."""
    log_p = torch.log_softmax(scores, -1)
    return -(1 - epsilon) * log_p.gather(-1, target.unsqueeze(-1)).squeeze(-1) - epsilon * log_p.mean(-1)


@smoothed_losses.worked
def _(at, scores, target, epsilon):
    row, wanted = scores[at[0]], np.full(scores.shape[-1], epsilon / scores.shape[-1])
    wanted[int(target[at[0]])] += 1 - epsilon
    log_total = np.log(np.exp(row - row.max()).sum()) + row.max()
    terms = -wanted * (row - log_total)
    return Worked(float(terms.sum()), (Part(terms, {"scores": row}),), rf"\textstyle\sum = {number(terms.sum())}",
                  wanted @ abs(row) + abs(log_total))


@equation("N2 batch norm", r"\hat{X}_{ij} = \frac{X_{ij} - \mu_j}{\sqrt{\sigma^2_j + \varepsilon}}",
          "row feature -> row feature", along="row", skip=0, symbols=r"\hat{X} X", shows="signed")
def normalized_over_batch(X, epsilon):
    """Batch norm as in training: each feature to mean 0 and mean square 1 over all rows there are. (rows, d)."""
    return (X - X.mean(-2, keepdim=True)) / (X.var(-2, correction=0, keepdim=True) + epsilon).sqrt()


@normalized_over_batch.worked
def _(at, X, epsilon):
    column = X[:, at[1]]
    m, v = column.mean(), column.var()
    return Worked(float((X[at] - m) / np.sqrt(v + epsilon)), (Part(column, {"X": column}),),
                  rf"\frac{{{number(X[at])} - ({number(m)})}}{{\sqrt{{{number(v)} + {number(epsilon)}}}}}",
                  (abs(X[at]) + abs(column).mean()) / np.sqrt(v + epsilon))
