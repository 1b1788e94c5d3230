"""How far convolutions see, what shifting a picture does to them, and what one block changes. EXHIBITS N2-28, N2-29."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn


def receptive_field(layers: int, kernel: int = 3) -> int:
    """Pixels of a side that one pixel depends on after so many convolutions of stride 1."""
    return 1 + layers * (kernel - 1)


def layers_to_link(distance: int, kernel: int = 3) -> int:
    """How many convolutions it takes until a pixel depends on one ``distance`` pixels away; a non-local block: 1."""
    return -(-distance // ((kernel - 1) // 2))


@dataclass(frozen=True)
class Shifted:
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
    row = trace_weights[:, pixel[0] * side + pixel[1]].mean(0)
    return row.unflatten(0, (-1, side))


def same_as_attention(x: Tensor, W: tuple[Tensor, Tensor, Tensor]) -> float:
    """Largest difference between a block's mixture and torch's attention without scale, on pixels x (n, channels)."""
    theta, phi, g = (x @ w for w in W)
    ours = torch.softmax(theta @ phi.T, -1) @ g
    theirs = nn.functional.scaled_dot_product_attention(theta[None], phi[None], g[None], scale=1.0)[0]
    return (ours - theirs).abs().max().item()
