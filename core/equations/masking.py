"""Hiding patches and putting them back: N2 section 3.3; He et al. 2021, 3. The shuffle is made of two sortings."""

import numpy as np
import torch

from core.cells import Cells
from core.equations.arithmetic import inner_product, passed, picked
from core.formula import Part, Worked
from core.trace import equation


def kept_count(patches: int, ratio: float) -> int:
    """How many patches stay: the floor of N (1 - r) as it is meant, at least 1.

    ``int(N * (1 - r))`` keeps none of 10 at r = 0.9, for 10 (1 - 0.9) is 0.9999999999999998 in float64 (R72).
    ValueError unless the ratio is from 0 to below 1.
    """
    if not 0 <= ratio < 1:
        raise ValueError(f"The share of hidden patches is from 0 to below 1; it cannot be {ratio}.")
    return max(1, int(round(patches * (1 - ratio), 9)))


@equation("N2 MAE", r"\pi = \mathrm{argsort}(u)", "patch -> rank", symbols=r"\pi u", shows="ids",
          gather=lambda at, noise: [Cells(range(noise.shape[0]))])
def order(noise):
    """The patches by their random numbers, least first: which patch has rank r. (N,) -> (N,)."""
    return noise.argsort(dim=-1, stable=True)


@order.worked
def _(at, noise):
    noise = noise[:]
    patch = int(noise.argsort(kind="stable")[at[0]])
    return Worked(patch, (Part(noise, {"noise": noise}),), rf"|\{{u_q < u_p\}}| = {at[0]}")


@equation("N2 MAE", r"\pi^{-1} = \mathrm{argsort}(\pi)", "rank -> patch", symbols=r"\pi^{-1} \pi", shows="ids",
          gather=lambda at, order: [Cells(range(order.shape[0]))])
def restore(order):
    """The rank of each patch: where to look for it after the shuffle. (N,) -> (N,)."""
    return order.argsort(dim=-1, stable=True)


@restore.worked
def _(at, order):
    order = order[:]
    rank = int(np.flatnonzero(order == at[0])[0])
    return Worked(rank, (Part(order, {"order": order}),), rf"\pi_{{{rank}}} = {at[0]}")


@equation("N2 MAE", r"\pi_{0 \dots n-1}", "rank -> kept", gather=lambda at, order, count: [[at], []], shows="ids",
          worked=picked)
def kept(order, count):
    """The patches that stay visible: the first of the shuffled ones. (N,) -> (count,)."""
    return order[..., :count].clone()


@equation("N2 MAE", r"m_p = [\,\pi^{-1}_p \ge n\,]", "patch -> patch", symbols=r"m_p \pi^{-1}", shows="hidden")
def hidden(restore, count):
    """Which patches are hidden: those whose rank is too high. (N,) -> (N,) booleans."""
    return restore >= count


@hidden.worked
def _(at, restore, count):
    rank = int(restore[at[0]])
    return passed(rf"[{rank} \ge {count}]", float(rank >= count), restore=rank)


@equation("N2 MAE", r"v_i = z_{\pi_i}", "patch d_model, kept -> token d_model", symbols=r"v_i z \pi", shows="signed",
          gather=lambda at, tokens, kept: [[(int(kept[at[0]]), at[1])], [(at[0],)]], worked=picked)
def visible(tokens, kept):
    """The visible patches alone: what the encoder reads, without a mask token. (N, d), (n,) -> (n, d)."""
    return tokens.gather(-2, kept.unsqueeze(-1).expand(*kept.shape, tokens.shape[-1]))


@equation("N2 MAE", r"\bar{v} = x W_D + b_D", "token d_encoder, d_encoder d_model, d_model -> token d_model",
          symbols=r"\bar{v} x W_D b_D", shows="signed", worked=inner_product)
def narrowed(x, W_D, b_D):
    """From the encoder's width to the decoder's. (n + 1, d_encoder) -> (n + 1, d_model)."""
    return x @ W_D + b_D


def _unshuffled_cells(at, tokens, x_mask, restore):
    place, feature = at
    if place == 0:
        return [[at], [], []]
    rank = int(restore[place - 1])
    is_visible = rank < tokens.shape[0] - 1
    return [[(rank + 1, feature)] if is_visible else [], [] if is_visible else [(feature,)], [(place - 1,)]]


@equation("N2 MAE", r"y_p = \begin{cases} \bar{v}_{\pi^{-1}_p} & m_p = 0 \\ [M] & m_p = 1 \end{cases}",
          "token d_model, d_model, patch -> place d_model", gather=_unshuffled_cells,
          symbols=r"y_p \bar{v} [M] \pi^{-1}", shows="signed", worked=picked)
def unshuffled(tokens, x_mask, restore):
    """Each visible patch at its own place again, one mask token [M] at all others; the class token stays in front.

    (n + 1, d), (d,), (N,) -> (N + 1, d).
    """
    missing = restore.shape[-1] + 1 - tokens.shape[-2]
    row = torch.cat((tokens[..., 1:, :], x_mask.expand(*tokens.shape[:-2], missing, -1)), -2)
    places = row.gather(-2, restore.unsqueeze(-1).expand(*restore.shape, row.shape[-1]))
    return torch.cat((tokens[..., :1, :], places), -2)
