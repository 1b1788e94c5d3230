"""Peepholes (N2, LSTM): the gates see the memory too, each unit its own, by a diagonal. Gers and Schmidhuber 2000."""

import numpy as np
import torch

from core.equations.arithmetic import number, single
from core.formula import Part, Worked
from core.trace import equation

GATE = "d_joined, d_h d_joined, d_h, d_h, d_h -> d_h"


def _gate(equation, at, v, W, b, p, C) -> Worked:
    v, i = v[:], at[0]
    terms, memory = W[i] * v, p[i] * C[i]
    parts = Part(terms, {"W": W[i], "v": v}), single(memory, p=p[i], C=C[i]), single(b[i], b=b[i])
    total = float(terms.sum() + memory + b[i])
    latex = rf"\sigma({number(terms.sum())} + ({number(memory)}) + ({number(b[i])}))"
    return Worked(float(1 / (1 + np.exp(-total))), parts, latex)


@equation("N2 peephole", r"f_t = \sigma(W_f v_t + p_f \odot C_{t-1} + b_f)", GATE,
          symbols="f_t v_t W_f b_f p_f C_{t-1}", shows="size", worked=_gate)
def forget_gate(v, W, b, p, C):
    """The part of each memory that stays, 0 to 1; the old memory has a say. (d_joined,), (d_h,) -> (d_h,)."""
    return torch.sigmoid(v @ W.mT + p * C + b)


@equation("N2 peephole", r"i_t = \sigma(W_i v_t + p_i \odot C_{t-1} + b_i)", GATE,
          symbols="i_t v_t W_i b_i p_i C_{t-1}", shows="size", worked=_gate)
def input_gate(v, W, b, p, C):
    """The part of each new value that is written, 0 to 1; the old memory has a say. -> (d_h,)."""
    return torch.sigmoid(v @ W.mT + p * C + b)


@equation("N2 peephole", r"o_t = \sigma(W_o v_t + p_o \odot C_t + b_o)", GATE, symbols="o_t v_t W_o b_o p_o C_t",
          shows="size", worked=_gate)
def output_gate(v, W, b, p, C):
    """The part of each memory that is shown, 0 to 1; the new memory has a say. -> (d_h,)."""
    return torch.sigmoid(v @ W.mT + p * C + b)
