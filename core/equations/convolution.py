"""Pictures as pictures: convolution, and the way from a picture's pixels to a row of tokens and back. N2, N3."""

import torch

from core.equations.arithmetic import inner, number, passed, relu
from core.trace import equation


def _window(at, x, W, stride):
    """Rows and columns of the picture under the kernel, and the kernel's own, without those beyond the edge."""
    ranges = []
    for i, size, kernel in zip(at, x.shape, W.shape[2:]):
        first = i * stride - kernel // 2
        inside = range(max(0, first), min(size, first + kernel))
        ranges.append((inside, range(inside.start - first, inside.stop - first)))
    return ranges


def _window_cells(at, x, W, b, stride):
    (rows, down), (columns, across) = _window(at, x, W, stride)
    channels = range(x.shape[2])
    return [[(i, j, c) for i in rows for j in columns for c in channels],
            [(at[2], c, k, m) for k in down for m in across for c in channels], [(at[2],)], []]


@equation("N2 convolution", r"y_{ijf} = b_f + \sum_{k,m,c} W_{fckm}\, x_{si+k,\,sj+m,\,c}",
          "height width channel, filter channel kernel_row kernel_column, filter -> height width filter",
          gather=_window_cells, symbols="y_{ijf} x W b_f", shows="signed")
def convolved(x, W, b, stride):
    """A small window moved over the picture by ``stride``; beyond the edge there are zeros. (H, W, C) -> (H', W', F).

    W (F, C, k, k) with k odd, as torch's Conv2d has it with padding k // 2.
    """
    batch = x.shape[:-3]
    moved = x.reshape(-1, *x.shape[-3:]).movedim(-1, 1)
    y = torch.nn.functional.conv2d(moved, W, b, stride, W.shape[-1] // 2).movedim(1, -1)
    return y.reshape(*batch, *y.shape[1:])


@convolved.worked
def _(at, x, W, b, stride):
    (rows, down), (columns, across) = _window(at, x, W, stride)
    patch = x[rows.start:rows.stop, columns.start:columns.stop]
    kernel = W[at[2]][:, down.start:down.stop, across.start:across.stop].transpose(1, 2, 0)
    return inner(patch.reshape(-1), kernel.reshape(-1), ("x", "W"), b[at[2]], "b")


@equation("N2 convolution", r"R = \max(0, y)", "height width filter -> height width filter", skip=0, symbols="R y",
          shows="signed", worked=relu)
def rectified(y):
    """ReLU of every pixel of every feature map. (H, W, F)."""
    return torch.relu(y)


def _pixel_cells(at, x):
    return [[(*divmod(at[0], x.shape[1]), at[1])]]


@equation("N3 DETR", r"X_{iW+j} = x_{ij}", "height width channel -> token channel", gather=_pixel_cells, symbols="X x",
          shows="signed")
def flattened(x):
    """The pixels one after the other, row by row: a picture as a row of tokens. (H, W, C) -> (H W, C)."""
    return x.flatten(-3, -2)


@flattened.worked
def _(at, x):
    pixel = x[_pixel_cells(at, x)[0][0]]
    return passed(number(pixel), pixel, x=pixel)


def _token_cells(at, X, width):
    return [[(at[0] * width + at[1], at[2])], []]


@equation("N2 non-local", r"x_{ij} = X_{iW+j}", "token channel -> height width channel", gather=_token_cells,
          symbols="x X", shows="signed")
def unflattened(X, width):
    """The tokens as a picture again. (H W, C) -> (H, W, C)."""
    return X.unflatten(-2, (-1, width))


@unflattened.worked
def _(at, X, width):
    token = X[_token_cells(at, X, width)[0][0]]
    return passed(number(token), token, X=token)
