"""A convolution as a layer: what pictures are read with before attention. N2, N3."""

import torch
from torch import nn

from core.equations import convolution
from core.trace import Module


class Convolution(Module):
    """A convolution and a ReLU. W (filters, channels, kernel, kernel), b (filters,)."""

    def __init__(self, channels: int, filters: int, kernel: int, stride: int):
        super().__init__()
        self.W = nn.Parameter(nn.init.kaiming_normal_(torch.empty(filters, channels, kernel, kernel)))
        self.b = nn.Parameter(torch.zeros(filters))
        self.stride = stride

    def forward(self, x):
        """(..., H, W, channels) -> (..., H / stride, W / stride, filters)."""
        return convolution.rectified(convolution.convolved(x, self.W, self.b, self.stride))
