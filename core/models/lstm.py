"""The LSTM of N4: one cell, three gates, called once per time. Hochreiter and Schmidhuber 1997; Gers et al. 2000."""

import torch
from torch import nn

from core.equations import lstm as eq
from core.equations import peephole
from core.equations.recurrent import at_time
from core.plan import Block
from core.trace import Module

CELL = Block("lstm_cell", ("cell.*", "stacked"))
LETTERS = {"cell.forget_gate": "f", "cell.input_gate": "i", "cell.candidate": r"\tilde{C}", "cell.cell_state": "C",
           "cell.output_gate": "o", "cell.hidden": "h"}
GATES = "ifCo"  # in torch's order


class LSTMCell(Module):
    """One step in time. N4, LSTM: f, i, the candidate, C, o, h.

    Parameters: W_f, W_i, W_C, W_o (d_h, d_h + d_x), read by [h, x]; b_f, b_i, b_C, b_o (d_h,). ``forget_bias``: where
    b_f begins, so that a fresh cell keeps what it holds (Jozefowicz et al. 2015).
    """

    axis, parts = "time", ("start", "start_memory")

    def __init__(self, d_x: int, d_h: int, forget_bias: float = 1.0):
        super().__init__()
        self.d_h = d_h
        for gate in GATES:
            W = torch.cat((nn.init.orthogonal_(torch.empty(d_h, d_h)),
                           nn.init.xavier_uniform_(torch.empty(d_h, d_x))), 1)
            setattr(self, f"W_{gate}", nn.Parameter(W))
            setattr(self, f"b_{gate}", nn.Parameter(torch.full((d_h,), forget_bias if gate == "f" else 0.0)))

    def forward(self, h, C, X, t: int):
        """h, C (..., d_h) before, X (..., T, d_x), t from 0 -> (h, C) after."""
        return self.read(h, C, at_time(X, t))

    def read(self, h, C, x):
        """The same with the row x (..., d_x) itself."""
        v = eq.joined(h, x)
        f, i = eq.forget_gate(v, self.W_f, self.b_f), eq.input_gate(v, self.W_i, self.b_i)
        C = eq.cell_state(f, C, i, eq.candidate(v, self.W_C, self.b_C))
        return eq.hidden(eq.output_gate(v, self.W_o, self.b_o), C), C

    def stacked_weights(self):
        """(input weights (4 d_h, d_x), state weights (4 d_h, d_h), bias (4 d_h,)) as ``nn.LSTM`` lays them out."""
        W = torch.cat([getattr(self, f"W_{gate}") for gate in GATES])
        return W[:, self.d_h:], W[:, :self.d_h], torch.cat([getattr(self, f"b_{gate}") for gate in GATES])


class PeepholeCell(LSTMCell):
    """One step in time, whose gates see the memory too. N2; Gers and Schmidhuber 2000.

    Parameters beside the LSTM's: p_f, p_i, p_o (d_h,), one number per unit and gate.
    """

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
