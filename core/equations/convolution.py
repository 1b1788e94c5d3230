"""Pictures as pictures: convolution, and the way from a picture's pixels to a row of tokens and back. N2, N3."""

import itertools

import numpy as np
import torch

from core.cells import Cells
from core.equations.arithmetic import inner, picked, relu
from core.formula import Worked
from core.trace import equation


def _window(at, x, W, stride) -> tuple[tuple[range, ...], tuple[range, ...]]:
    """Places of the input under the kernel along each of its axes, and the kernel's own, none beyond the edge."""
    read, kernel = [], []
    for i, size, width in zip(at, x.shape, W.shape[2:]):
        first = i * stride - width // 2
        read.append(range(max(0, first), min(size, first + width)))
        kernel.append(range(read[-1].start - first, read[-1].stop - first))
    return tuple(read), tuple(kernel)


def window_cells(at, x, W, b, stride=None) -> list:
    """What one number of a convolution reads, along one axis or several; the channel is the input's last."""
    read, kernel = _window(at, x, W, stride or 1)
    channels = range(W.shape[1])
    return [Cells(*read, channels), [(at[-1], c, *k) for k in itertools.product(*kernel) for c in channels],
            [at[-1:]], *([] if stride is None else [[]])]


def window_worked(equation, at, x, W, b, stride=1) -> Worked:
    """A number of a convolution, along one axis or several: the window times the kernel, and the bias."""
    read, kernel = (tuple(slice(one.start, one.stop) for one in side) for side in _window(at, x, W, stride))
    weights = np.moveaxis(W[at[-1]][:, *kernel], 0, -1)
    return inner(x[read].reshape(-1), weights.reshape(-1), equation.names[:2], b[at[-1]], "b")


@equation("N2 convolution", r"y_{ijf} = b_f + \sum_{k,m,c} W_{fckm}\, x_{si+k,\,sj+m,\,c}",
          "height width channel, filter channel kernel_row kernel_column, filter -> height width filter",
          gather=window_cells, symbols="y_{ijf} x W b_f", shows="signed", worked=window_worked)
def convolved(x, W, b, stride):
    """A small window moved over the picture by ``stride``; beyond the edge there are zeros. (H, W, C) -> (H', W', F).

    W (F, C, k, k) with k odd, as torch's Conv2d has it with padding k // 2.
    """
    batch = x.shape[:-3]
    moved = x.reshape(-1, *x.shape[-3:]).movedim(-1, 1)
    y = torch.nn.functional.conv2d(moved, W, b, stride, W.shape[-1] // 2).movedim(1, -1)
    return y.reshape(*batch, *y.shape[1:])


@equation("N2 convolution", r"R = \max(0, y)", "height width filter -> height width filter", skip=0, symbols="R y",
          shows="signed", worked=relu)
def rectified(y):
    """ReLU of every pixel of every feature map. (H, W, F)."""
    return torch.relu(y)


@equation("N3 DETR", r"X_{iW+j} = x_{ij}", "height width channel -> token channel", symbols="X x", shows="signed",
          gather=lambda at, x: [[(*divmod(at[0], x.shape[1]), at[1])]], worked=picked)
def flattened(x):
    """The pixels one after the other, row by row: a picture as a row of tokens. (H, W, C) -> (H W, C)."""
    return x.flatten(-3, -2)


@equation("N2 non-local", r"x_{ij} = X_{iW+j}", "token channel -> height width channel", symbols="x X", shows="signed",
          gather=lambda at, X, width: [[(at[0] * width + at[1], at[2])], []], worked=picked)
def unflattened(X, width):
    """The tokens as a picture again. (H W, C) -> (H, W, C)."""
    return X.unflatten(-2, (-1, width))
