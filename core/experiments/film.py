"""Films of a moving dot: convolution over time, and over space and time. EXHIBITS N4-21, N4-22."""

import torch
from torch import Tensor, nn

from core import given, record
from core.equations import convolution, over_time
from core.experiments.tokens import drawn
from core.steps import Trace

FRAMES, SIDE, FILTERS, KERNEL = 8, 8, 6, 3
DOUBLE = torch.float64
CHANNELS = 64
"""Of the layer whose weights are counted, on both sides."""


def film() -> Tensor:
    """A soft dot that moves from one corner to the other, and down faster than across. (T, H, W), from 0 to 1."""
    t = torch.arange(FRAMES, dtype=DOUBLE)
    rows, columns = 0.8 + 0.9 * t, 0.6 + 5.8 * (t / (FRAMES - 1)) ** 0.6
    at = torch.arange(SIDE, dtype=DOUBLE)
    down, across = at.view(1, -1, 1) - rows.view(-1, 1, 1), at.view(1, 1, -1) - columns.view(-1, 1, 1)
    return torch.exp(-(down**2 + across**2) / 0.9)


def quarters(frames: Tensor) -> Tensor:
    """A frame as four numbers: the mean of each of its quarters. (T, H, W) -> (T, 4)."""
    half = SIDE // 2
    return torch.stack([frames[:, i:i + half, j:j + half].mean((1, 2)) for i in (0, half) for j in (0, half)], -1)


def shuffled(frames: Tensor, seed: int = 0) -> Tensor:
    """The pixels of each quarter in another order: other pictures, the same four numbers. (T, H, W)."""
    order, half = torch.randperm((SIDE // 2) ** 2, generator=torch.Generator().manual_seed(seed)), SIDE // 2
    pictures = frames.clone()
    for i in (0, half):
        for j in (0, half):
            part = frames[:, i:i + half, j:j + half].flatten(1)
            pictures[:, i:i + half, j:j + half] = part[:, order].unflatten(1, (half, half))
    return pictures


def over_frames(frames: Tensor) -> Trace:
    """Frames to vectors, and a convolution along time over three of them. N4-21."""
    with record(nn.Identity()) as trace:
        X = given("frames", quarters(frames), "time d_x")
        over_time.convolved_in_time(X, given("W", 2 * drawn(FILTERS, 4, KERNEL, seed=401), "filter d_x kernel_time"),
                                    given("b", torch.zeros(FILTERS, dtype=DOUBLE), "filter"))
    return trace


def rearranged() -> dict[str, float]:
    """How different the pictures are, and how different what the network says of them. N4-21."""
    before, after = film(), shuffled(film())
    outputs = [over_frames(one)["convolved_in_time"].value for one in (before, after)]
    return {"pictures": (before - after).abs().max().item(), "said": (outputs[0] - outputs[1]).abs().max().item()}


def flat(frames: Tensor) -> Tensor:
    """Each frame through a 2-D convolution and ReLU, its mean over the picture; then the mean over time. (F,)."""
    W, b = drawn(FILTERS, 1, KERNEL, KERNEL, seed=411), torch.zeros(FILTERS, dtype=DOUBLE)
    features = [convolution.rectified(convolution.convolved(frame.unsqueeze(-1), W, b, 1)).mean((0, 1))
                for frame in frames]
    return over_time.mean_over_time(torch.stack(features))


def solid(frames: Tensor) -> Tensor:
    """The film through a 3-D convolution and ReLU, its mean over picture and time. (F,)."""
    W = drawn(FILTERS, 1, KERNEL, KERNEL, KERNEL, seed=412)
    y = over_time.convolved_in_space_and_time(frames.unsqueeze(-1), W, torch.zeros(FILTERS, dtype=DOUBLE))
    return convolution.rectified(y).mean((0, 1, 2))


def backwards() -> dict[str, float]:
    """How far the features of a film are from those of the film run backwards. N4-22."""
    forward = film()
    return {name: (features(forward) - features(forward.flip(0))).abs().max().item()
            for name, features in (("flat", flat), ("solid", solid))}


def weights() -> dict[str, int]:
    """The weights of one layer of 64 to 64 channels, kernel 3, without biases: counted on torch's own layers. N4-22."""
    return {name: layer(CHANNELS, CHANNELS, KERNEL, bias=False).weight.numel()
            for name, layer in (("flat", nn.Conv2d), ("solid", nn.Conv3d))}
