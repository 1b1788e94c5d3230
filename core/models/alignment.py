"""Additive attention of one decoder state over the states of an encoder. Bahdanau et al. 2015."""

import torch
from torch import nn

from core.equations import alignment as eq
from core.plan import Block, Plan
from core.trace import Module

PLAN = Plan({"decoder": (Block("match", ("matched", "energies")), Block("softmax", ("weights",)),
                         Block("context", ("context",)))})


class AdditiveAttention(Module):
    """match(z, h_i) as a small network; W (d_match, d_z), U (d_match, d_h), v (d_match,). Bahdanau et al., A.1.2."""

    plan = PLAN

    def __init__(self, d_z: int, d_h: int, d_match: int):
        super().__init__()
        self.W = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_match, d_z)))
        self.U = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_match, d_h)))
        self.v = nn.Parameter(torch.randn(d_match) * d_match**-0.5)

    def forward(self, z, H, ids=None, pad: int = 0):
        """z (..., d_z), H (..., n, d_h) -> context (..., d_h). ``ids`` (..., n): hide the states of padding."""
        e = eq.energies(eq.matched(z, H, self.W, self.U), self.v)
        if ids is not None:
            e = eq.masked_energies(e, ids, pad)
        return eq.context(eq.weights(e), H)
