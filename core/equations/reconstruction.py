"""What a masked autoencoder answers and how it is scored: N2 section 3.3; He et al. 2021, 3."""

import numpy as np
import torch

from core.equations.arithmetic import inner, mean_cell, number, picked
from core.formula import Part, Worked
from core.trace import equation

EPSILON = 1e-6


def _predicted_cells(at, y, W, b):
    patch, pixel = at
    return [[(patch + 1, k) for k in range(y.shape[-1])], [(k, pixel) for k in range(y.shape[-1])], [(pixel,)]]


@equation("N2 MAE", r"\hat{x}_p = y_p W + b", "place d_model, d_model pixel, pixel -> patch pixel",
          gather=_predicted_cells, symbols=r"\hat{x}_p y_p W b", shows="picture")
def predicted(y, W, b):
    """The pixels of every patch; the class token's row is left out. (N + 1, d) -> (N, P^2 C)."""
    return y[..., 1:, :] @ W + b


@predicted.worked
def _(at, y, W, b):
    return inner(y[at[0] + 1], W[:, at[1]], ("y", "W"), b[at[1]], "b")


@equation("N2 MAE", r"t_p = \frac{x_p - \mu_p}{\sqrt{\sigma^2_p + \varepsilon}}", "patch pixel -> patch pixel",
          along="pixel", symbols="t_p x_p", shows="signed")
def normalized_pixels(x_p):
    """Each patch to mean 0 and variance 1 (over n - 1; NaN of one number). (N, P^2 C). He et al. 2021, table 1d."""
    return (x_p - x_p.mean(-1, keepdim=True)) / (x_p.var(-1, keepdim=True) + EPSILON).sqrt()


@normalized_pixels.worked
def _(at, x_p):
    row = x_p[at[0]]
    mean, variance = row.mean(), row.var(ddof=1)
    root = (variance + EPSILON) ** 0.5
    return Worked((row[at[1]] - mean) / root, (Part(row, {"x_p": row}),),
                  rf"\frac{{{number(row[at[1]])} - {number(mean)}}}{{\sqrt{{{number(variance)} + 10^{{-6}}}}}}",
                  (abs(row[at[1]]) + abs(row).mean()) / root)


@equation("N2 MAE", r"e_p = \frac{1}{P^2 C} \lVert \hat{x}_p - x_p \rVert^2", "patch pixel, patch pixel -> patch",
          symbols=r"e_p \hat{x}_p x_p", shows="size")
def patch_errors(predicted, x_p):
    """The mean squared error of each patch, hidden or not. (N, P^2 C), (N, P^2 C) -> (N,)."""
    return (predicted - x_p).square().mean(-1)


@patch_errors.worked
def _(at, predicted, x_p):
    a, b = predicted[at[0]], x_p[at[0]]
    terms = (a - b) ** 2
    return Worked(terms.mean(), (Part(terms, {"predicted": a, "x_p": b}),),
                  rf"\frac{{{number(terms.sum())}}}{{{len(terms)}}}", ((abs(a) + abs(b)) * abs(a - b)).mean())


@equation("N2 MAE", r"\mathcal{L} = \frac{\sum_p m_p e_p}{\sum_p m_p}", "patch, patch -> ",
          symbols=r"\mathcal{L} e_p m_p", shows="size")
def hidden_loss(errors, hidden):
    """The mean over the hidden patches alone; 0 if none is hidden. (N,), (N,) booleans -> a single number."""
    return errors.where(hidden, 0.0).sum(-1) / hidden.sum(-1).clamp_min(1)


@hidden_loss.worked
def _(at, errors, hidden):
    errors, hidden = errors[:], hidden[:]
    return mean_cell(np.where(hidden, errors, 0.0), max(1, hidden.sum()), errors=errors, hidden=hidden)


@equation("N2 MAE", r"\tilde{x}_p = \begin{cases} x_p & m_p = 0 \\ \hat{x}_p & m_p = 1 \end{cases}",
          "patch pixel, patch pixel, patch -> patch pixel",
          gather=lambda at, x_p, predicted, hidden: [*([[], [at]] if hidden[at[0]] else [[at], []]), [at[:1]]],
          symbols=r"\tilde{x}_p x_p \hat{x}_p m_p", shows="picture", worked=picked)
def pasted(x_p, predicted, hidden):
    """The visible patches as they are, the answers in place of the hidden ones. (N, P^2 C)."""
    return torch.where(hidden.unsqueeze(-1), predicted, x_p)


def _patch_cell(at, side: int, width: int, channels: int) -> tuple[int, int]:
    """(patch, feature) of a pixel (row, column, channel)."""
    (down, row), (across, column) = divmod(at[0], side), divmod(at[1], side)
    return down * (width // side) + across, (row * side + column) * channels + at[2]


@equation("N2 MAE", r"x", "patch pixel -> height width channel", symbols="x", shows="picture", worked=picked,
          gather=lambda at, x_p, side, width: [[_patch_cell(at, side, width, x_p.shape[-1] // side**2)], [], []])
def unpatched(x_p, side, width):
    """The patches as a picture again, so wide. (N, side^2 C) -> (H, W, C). ValueError if side does not divide it."""
    if width % side:
        raise ValueError(f"A picture {width} wide has no patches of {side} x {side}.")
    rows = x_p.unflatten(-1, (side, side, -1)).unflatten(-4, (-1, width // side))
    return rows.transpose(-4, -3).flatten(-3, -2).flatten(-4, -3)
