"""How far convolutions see, what shifting a picture does to them, and what one block changes. EXHIBITS N2-28, N2-29."""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from core.data import marks
from core.equations import attention
from core.models.nonlocal_block import DotProductBlock, GaussianBlock, NonLocalBlock

RULES = {"gaussian": GaussianBlock, "embedded": NonLocalBlock, "dot_product": DotProductBlock}
"""Three rules by which pixels are compared: Wang et al. 2018, 3.2."""


class Shifted(NamedTuple):
    """Largest differences for a picture moved by some pixels round its edge.

    ``equivariance``: convolving the moved picture against moving the convolved one; ``invariance``: against the
    convolved one as it was; ``pooled``: their means over all pixels.
    """

    equivariance: float
    invariance: float
    pooled: float


def shifted(picture: Tensor, kernel: Tensor, by: tuple[int, int], circular: bool) -> Shifted:
    """One convolution of a picture (H, W, C) with a kernel (F, C, k, k); beyond the edge the other side, or zeros."""
    pad = kernel.shape[-1] // 2

    def convolved(x: Tensor) -> Tensor:
        x = nn.functional.pad(x.movedim(-1, 0).unsqueeze(0), (pad,) * 4, mode="circular" if circular else "constant")
        return nn.functional.conv2d(x, kernel)[0].movedim(0, -1)

    before, after = convolved(picture), convolved(picture.roll(by, (0, 1)))
    return Shifted((after - before.roll(by, (0, 1))).abs().max().item(), (after - before).abs().max().item(),
                   (after.mean((0, 1)) - before.mean((0, 1))).abs().max().item())


def reach(trace_weights: Tensor, side: int, pixel: tuple[int, int]) -> Tensor:
    """Where a pixel looks: its row of the weights (head, n, n) as a picture (side, n / side), mean over the heads."""
    return trace_weights[:, pixel[0] * side + pixel[1]].mean(0).unflatten(0, (-1, side))


def same_as_attention(x: Tensor, W: tuple[Tensor, Tensor, Tensor]) -> float:
    """Largest difference between the block's equations and torch's attention without scale, on pixels x (n, C)."""
    theta, phi, g = ((x @ w)[None] for w in W)
    ours = attention.head_outputs(attention.weights(attention.dot_products(theta, phi)), g)
    theirs = nn.functional.scaled_dot_product_attention(theta, phi, g, scale=1.0)
    return (ours - theirs).abs().max().item()


def as_convolution(picture: Tensor, W: Tensor) -> float:
    """Largest difference between W (channels, inner) as a 1 x 1 convolution of a picture (H, W, C) and as a matrix."""
    convolved = nn.functional.conv2d(picture.movedim(-1, 0)[None], W.T[..., None, None])[0].movedim(0, -1)
    return (convolved - picture @ W).abs().max().item()


def variants(block: NonLocalBlock, x: Tensor) -> dict[str, Tensor]:
    """How much each pixel of x (n, channels) takes of each other, (n, n), with a block's weights by each of RULES."""
    return {name: rule.shares(block, rule.pair_scores(block, x))[0] for name, rule in RULES.items()}


def dependence(model: nn.Module, picture: Tensor, pixel: tuple[int, int]) -> Tensor:
    """How steeply a pixel's answer (twin against alone) hangs on each pixel of a picture (H, W, C): (H, W)."""
    picture = picture.clone().requires_grad_(True)
    with torch.enable_grad():
        scores = model(picture)[pixel]
        slope, = torch.autograd.grad(scores[1] - scores[0], picture)
    return slope.norm(dim=-1)


def taken_away(subject, places: list, colours: list[str], asked: int) -> list[float]:
    """What a marker says of the asked mark: with all marks, then without each in turn (of itself: with all)."""
    def likely(kept: list[int]) -> float:
        answer = subject.answer(marks.written([places[i] for i in kept], [colours[i] for i in kept]))
        return answer[kept.index(asked)][2]

    everyone = list(range(len(places)))
    return [likely(everyone), *(likely([j for j in everyone if j != i or i == asked]) for i in everyone)]


def farthest_twins(places: list, colours: list[str]) -> int:
    """Rows or columns between the two marks of one colour that are farthest apart; 0 where there are no twins."""
    return max((max(abs(a[0] - b[0]), abs(a[1] - b[1])) for i, a in enumerate(places) for j, b in enumerate(places[:i])
                if colours[i] == colours[j]), default=0)


def twins_in_window(reach: int, pictures: int = 1000) -> float:
    """Of all marks with a twin in drawn pictures, the share that has one within a window of ``reach`` round it."""
    generator = np.random.default_rng(0)
    inside = asked = 0
    for _ in range(pictures):
        places, colours = marks.drawn(generator)
        for i, a in enumerate(places):
            apart = [max(abs(a[0] - b[0]), abs(a[1] - b[1])) for j, b in enumerate(places)
                     if j != i and colours[j] == colours[i]]
            asked, inside = asked + bool(apart), inside + (min(apart, default=reach) <= reach // 2)
    return inside / asked
