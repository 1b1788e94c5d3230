"""The recurrent network of N4: one tanh cell, called once per time."""

import torch
from torch import nn

from core.equations import recurrent as eq
from core.trace import Module, given


class RNNCell(Module):
    """One step in time: h_t = tanh(W h_{t-1} + U x_t + b). W (d_h, d_h), U (d_h, d_x), b (d_h,). N4, RNN."""

    axis = "time"

    def __init__(self, d_x: int, d_h: int):
        super().__init__()
        self.W = nn.Parameter(nn.init.orthogonal_(torch.empty(d_h, d_h)))
        self.U = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_h, d_x)))
        self.b = nn.Parameter(torch.zeros(d_h))

    def forward(self, h, X, t: int):
        """h (..., d_h) before, X (..., T, d_x), t from 0 -> h (..., d_h) after."""
        return eq.hidden(eq.pre_activation(h, eq.at_time(X, t), self.W, self.U, self.b))


class RNN(Module):
    """The cell unrolled over a sequence, and a score per word from each state. N4, RNN forward pass.

    Parameters beside the cell's: V (vocabulary_size, d_h), c (vocabulary_size,).
    """

    def __init__(self, d_x: int, d_h: int, vocabulary_size: int):
        super().__init__()
        self.cell = RNNCell(d_x, d_h)
        self.V = nn.Parameter(nn.init.xavier_uniform_(torch.empty(vocabulary_size, d_h)))
        self.c = nn.Parameter(torch.zeros(vocabulary_size))

    def forward(self, X):
        """X (..., T, d_x), T at least 1 -> scores (..., T, vocabulary_size). The state starts at zero."""
        h = given("start", X.new_zeros(*X.shape[:-2], len(self.cell.b)), "d_h")
        states = []
        for t in range(X.shape[-2]):
            h = self.cell(h, X, t)
            states.append(h)
        return eq.readout(eq.stacked(*states), self.V, self.c)
