"""The cell of the LSTM with peepholes of N2: its gates see the memory too. Gers and Schmidhuber 2000."""

import torch
from torch import nn

from core.equations import lstm as eq
from core.equations import peephole
from core.equations.recurrent import at_time
from core.models.lstm import LSTMCell


class PeepholeCell(LSTMCell):
    """One step in time. Parameters beside the LSTM's: p_f, p_i, p_o (d_h,), one number per unit and gate."""

    def __init__(self, d_x: int, d_h: int, forget_bias: float = 1.0):
        super().__init__(d_x, d_h, forget_bias)
        for gate in "fio":
            setattr(self, f"p_{gate}", nn.Parameter(torch.zeros(d_h)))

    def forward(self, h, C, X, t: int):
        """h, C (..., d_h) before, X (..., T, d_x), t from 0 -> (h, C) after."""
        v = eq.joined(h, at_time(X, t))
        f = peephole.forget_gate(v, self.W_f, self.b_f, self.p_f, C)
        i = peephole.input_gate(v, self.W_i, self.b_i, self.p_i, C)
        C = eq.cell_state(f, C, i, eq.candidate(v, self.W_C, self.b_C))
        return eq.hidden(peephole.output_gate(v, self.W_o, self.b_o, self.p_o, C), C), C
