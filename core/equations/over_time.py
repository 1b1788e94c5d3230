"""Convolution over time, and over space and time: N4. Zeros stand before the first moment and after the last."""

import torch

from core.equations.arithmetic import mean
from core.equations.convolution import window_cells, window_worked
from core.trace import equation


@equation("N4 convolution", r"y_{tf} = b_f + \sum_{k,c} W_{fck}\, x_{t+k,\,c}",
          "time d_x, filter d_x kernel_time, filter -> time filter", gather=window_cells, symbols="y_{tf} x W b_f",
          shows="signed", worked=window_worked)
def convolved_in_time(X, W, b):
    """A window of moments moved along time. (T, d), (F, d, k), (F,) -> (T, F), k odd."""
    y = torch.nn.functional.conv1d(X.mT.reshape(-1, X.shape[-1], X.shape[-2]), W, b, padding=W.shape[-1] // 2)
    return y.mT.reshape(*X.shape[:-1], len(W))


@equation("N4 convolution", r"y_{tijf} = b_f + \sum_{k,m,l,c} W_{fckml}\, v_{t+k,\,i+m,\,j+l,\,c}",
          "time height width channel, filter channel kernel_time kernel_row kernel_column, filter "
          "-> time height width filter", gather=window_cells, symbols="y_{tijf} v W b_f", shows="signed",
          worked=window_worked)
def convolved_in_space_and_time(V, W, b):
    """A small cube moved through a film. (T, H, W, C), (F, C, k, k, k), (F,) -> (T, H, W, F), k odd."""
    moved = V.movedim(-1, -4).reshape(-1, V.shape[-1], *V.shape[-4:-1])
    y = torch.nn.functional.conv3d(moved, W, b, padding=tuple(k // 2 for k in W.shape[2:])).movedim(1, -1)
    return y.reshape(*V.shape[:-1], len(W))


@equation("N4 convolution", r"\bar{x}_c = \frac{1}{T}\sum_t x_{tc}", "time d_x -> d_x", symbols=r"\bar{x}_c x",
          shows="signed", worked=mean)
def mean_over_time(X):
    """The mean of all moments: their order is gone. (T, d) -> (d,)."""
    return X.mean(-2)
