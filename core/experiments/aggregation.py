"""How far a convolution sees, what it costs, and four ways to gather a picture's pixels. EXHIBITS N4-07, N4-08; R99."""

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from core.experiments.attention import generator

SIDE, CHANNELS, FILTERS, PATCH = 32, 3, 64, 8
WAYS = ("apart", "overlapping", "pyramid", "connected")
LEVELS = 4
DOUBLE = torch.float64


# ---- How far, and for how many weights -------------------------------------------------------------------------------


def width(kernels: Sequence[int], strides: Sequence[int] | None = None) -> int:
    """Pixels of a side that one output of a pile of convolutions sees. T101."""
    pixels, step = 1, 1
    for kernel, stride in zip(kernels, strides or (1,) * len(kernels)):
        pixels, step = pixels + (kernel - 1) * step, step * stride
    return pixels


def weights(kernels: Sequence[int]) -> int:
    """Weights of the pile for each pair of channels."""
    return sum(kernel**2 for kernel in kernels)


def layers_for(pixels: int) -> int:
    """How many layers of 3 by 3 it takes to see so many pixels of a side."""
    return pixels // 2


def ways_in(kernel: int, layers: int, side: int, at: tuple[int, int]) -> Tensor:
    """By how many ways, or none, each pixel reaches one output: a gradient through kernels of ones. (side, side)."""
    x = torch.zeros(1, 1, side, side, dtype=DOUBLE, requires_grad=True)
    ones = torch.ones(1, 1, kernel, kernel, dtype=DOUBLE)
    y = x
    for _ in range(layers):
        y = nn.functional.conv2d(y, ones, padding=kernel // 2)
    return torch.autograd.grad(y[0, 0][at], x)[0][0, 0]


def layers_across(side: int) -> int:
    """How many layers of 3 by 3 until one corner of a picture reaches the other, counted by running them. T101."""
    layers = 1
    while ways_in(3, layers, side, (side - 1, side - 1))[0, 0] == 0:
        layers += 1
    return layers


# ---- Four ways -------------------------------------------------------------------------------------------------------


@functools.cache
def network(way: str) -> nn.Module:
    """One of the four, with random weights. (1, 3, H, W) -> (1, 64, tokens down, tokens across)."""
    with torch.device("meta"):  # without weights: torch would draw them from the generator of all threads
        if way == "pyramid":
            net = nn.Sequential(*(nn.Conv2d(FILTERS if k else CHANNELS, FILTERS, 3, 2, 1) for k in range(LEVELS)))
        elif way == "connected":
            places = SIDE // PATCH, SIDE // PATCH
            every = nn.Linear(SIDE * SIDE * CHANNELS, FILTERS * math.prod(places))  # no weight is used twice
            net = nn.Sequential(nn.Flatten(), every, nn.Unflatten(1, (FILTERS, *places)))
        else:
            net = nn.Conv2d(CHANNELS, FILTERS, PATCH, PATCH if way == "apart" else PATCH // 2)
    draws = generator(0)
    for layer in net.modules():
        for name, weights in layer.named_parameters(recurse=False):
            bound = layer.weight.shape[1:].numel() ** -0.5  # as torch draws them
            drawn = torch.empty(weights.shape).uniform_(-bound, bound, generator=draws)
            setattr(layer, name, nn.Parameter(drawn, requires_grad=False))
    return net


class Counted(NamedTuple):
    """What one of the ways costs and gives; ``seen``: pixels of a side that a token in the middle depends on."""

    tokens: int
    parameters: int
    seen: int
    larger: str


@functools.cache
def counted(way: str) -> Counted:
    """Counted on the network itself: its tokens, its parameters, what one token sees, and a picture of 33 pixels."""
    net, x = network(way), torch.zeros(1, CHANNELS, SIDE, SIDE)
    tokens = net(x)[0, 0].numel()
    pixels = max(int(sees(way, k).any(0).sum()) for k in range(tokens))
    return Counted(tokens, sum(p.numel() for p in net.parameters()), pixels, larger(way))


def sees(way: str, token: int, level: int = LEVELS) -> Tensor:
    """Which pixels move a token: where its gradient is not zero. (32, 32), booleans. ``level``: of the pyramid."""
    net = network(way)
    if way == "pyramid":
        net = net[:level]
    x = torch.randn(1, CHANNELS, SIDE, SIDE, generator=generator(0)).requires_grad_()
    with torch.enable_grad():
        y = net(x)[0].flatten(1)[:, token].sum()
    return torch.autograd.grad(y, x)[0][0].abs().sum(0) > 0


def grid(way: str, level: int = LEVELS) -> tuple[int, int]:
    """Tokens down and across."""
    net = network(way)[:level] if way == "pyramid" else network(way)
    return tuple(net(torch.zeros(1, CHANNELS, SIDE, SIDE)).shape[-2:])


def larger(way: str) -> str:
    """What becomes of a picture one pixel larger: "4 × 4" tokens, or what the library says; only the last fails."""
    try:
        shape = network(way)(torch.zeros(1, CHANNELS, SIDE + 1, SIDE + 1)).shape[-2:]
    except RuntimeError as error:
        return str(error).partition("\n")[0]
    return f"{shape[0]} × {shape[1]}"


def shared() -> dict[str, float]:
    """Whether a patch makes the same token wherever it stands: the largest difference between two places. R99."""
    patch = torch.randn(CHANNELS, PATCH, PATCH, generator=generator(1))
    differences = {}
    for way in ("apart", "connected"):
        tokens = []
        for row, column in ((1, 1), (2, 2)):
            x = torch.zeros(1, CHANNELS, SIDE, SIDE)
            x[0, :, row * PATCH:(row + 1) * PATCH, column * PATCH:(column + 1) * PATCH] = patch
            tokens.append(network(way)(x)[0, :, row, column])
        differences[way] = (tokens[0] - tokens[1]).abs().max().item()
    return differences
