"""Convolution over time, and over space and time: N4. Zeros stand before the first moment and after the last."""

import itertools

import torch

from core.equations.arithmetic import inner, mean_cell
from core.trace import equation


def _inside(i: int, size: int, kernel: int) -> list[tuple[int, int]]:
    """(place in the kernel, place in the input) for the places of the kernel at i that lie inside the input."""
    return [(k, i + k - kernel // 2) for k in range(kernel) if 0 <= i + k - kernel // 2 < size]


def _moments(at, X, W, b):
    inside, channels = _inside(at[0], X.shape[0], W.shape[2]), range(X.shape[1])
    return [[(t, c) for k, t in inside for c in channels], [(at[1], c, k) for k, t in inside for c in channels],
            [(at[1],)]]


@equation("N4 convolution", r"y_{tf} = b_f + \sum_{k,c} W_{fck}\, x_{t+k,\,c}",
          "time d_x, filter d_x kernel_time, filter -> time filter", gather=_moments, symbols="y_{tf} x W b_f",
          shows="signed")
def convolved_in_time(X, W, b):
    """A window of moments moved along time. (T, d), (F, d, k), (F,) -> (T, F), k odd."""
    y = torch.nn.functional.conv1d(X.mT.reshape(-1, X.shape[-1], X.shape[-2]), W, b, padding=W.shape[-1] // 2)
    return y.mT.reshape(*X.shape[:-1], len(W))


@convolved_in_time.worked
def _(at, X, W, b):
    inside = _inside(at[0], X.shape[0], W.shape[2])
    x = X[inside[0][1]:inside[-1][1] + 1]
    kernel = W[at[1]][:, inside[0][0]:inside[-1][0] + 1].T
    return inner(x.reshape(-1), kernel.reshape(-1), ("X", "W"), b[at[1]], "b")


def _cube(at, V, W):
    return [_inside(i, size, kernel) for i, size, kernel in zip(at, V.shape, W.shape[2:])]


def _cube_cells(at, V, W, b):
    channels = range(V.shape[3])
    places = [(*zip(*one), c) for one in itertools.product(*_cube(at, V, W)) for c in channels]
    return [[(*read, c) for _, read, c in places], [(at[3], c, *kernel) for kernel, _, c in places], [(at[3],)]]


@equation("N4 convolution", r"y_{tijf} = b_f + \sum_{k,m,l,c} W_{fckml}\, v_{t+k,\,i+m,\,j+l,\,c}",
          "time height width channel, filter channel kernel_time kernel_row kernel_column, filter "
          "-> time height width filter", gather=_cube_cells, symbols="y_{tijf} v W b_f", shows="signed")
def convolved_in_space_and_time(V, W, b):
    """A small cube moved through a film. (T, H, W, C), (F, C, k, k, k), (F,) -> (T, H, W, F), k odd."""
    moved = V.movedim(-1, -4).reshape(-1, V.shape[-1], *V.shape[-4:-1])
    y = torch.nn.functional.conv3d(moved, W, b, padding=tuple(k // 2 for k in W.shape[2:])).movedim(1, -1)
    return y.reshape(*V.shape[:-1], len(W))


@convolved_in_space_and_time.worked
def _(at, V, W, b):
    (times, rows, columns) = (slice(one[0][1], one[-1][1] + 1) for one in _cube(at, V, W))
    inside = [slice(one[0][0], one[-1][0] + 1) for one in _cube(at, V, W)]
    kernel = W[at[3]][:, inside[0], inside[1], inside[2]].transpose(1, 2, 3, 0)
    return inner(V[times, rows, columns].reshape(-1), kernel.reshape(-1), ("V", "W"), b[at[3]], "b")


@equation("N4 convolution", r"\bar{x}_c = \frac{1}{T}\sum_t x_{tc}", "time d_x -> d_x", symbols=r"\bar{x}_c x",
          shows="signed")
def mean_over_time(X):
    """The mean of all moments: their order is gone. (T, d) -> (d,)."""
    return X.mean(-2)


@mean_over_time.worked
def _(at, X):
    return mean_cell(X[:, at[0]], X.shape[0], X=X[:, at[0]])
