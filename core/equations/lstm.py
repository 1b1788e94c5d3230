"""The long short-term memory of N4: what to forget, what to write, what to show. Hochreiter and Schmidhuber 1997;
the forget gate: Gers et al. 2000. One step in time; the recorder lines the steps up along a time axis."""

from dataclasses import replace
from functools import partial

import numpy as np
import torch

from core.equations.arithmetic import end_to_end, end_to_end_cells, inner_product, number, passed, single
from core.formula import Worked
from core.trace import equation

GATE = "d_joined, d_h d_joined, d_h -> d_h"


def _squashed(equation, at, v, W, b, function, name: str) -> Worked:
    """A function of a row of W times v, plus its bias."""
    inside = inner_product(equation, at, v, W, b)
    return replace(inside, result=float(function(inside.result)), operation=rf"{name}({inside.operation})")


_gate = partial(_squashed, function=lambda x: 1 / (1 + np.exp(-x)), name=r"\sigma")


@equation("N4 LSTM", r"v_t = [h_{t-1}, x_t]", "d_h, d_x -> d_joined", gather=end_to_end_cells,
          symbols="v_t h_{t-1} x_t", shows="signed", worked=end_to_end)
def joined(h, x):
    """What was shown last and what is read now, one behind the other. (d_h,), (d_x,) -> (d_h + d_x,)."""
    return torch.cat((h, x), -1)


@equation("N4 LSTM", r"f_t = \sigma(W_f v_t + b_f)", GATE, symbols="f_t v_t W_f b_f", shows="size", worked=_gate)
def forget_gate(v, W, b):
    """The part of each memory that stays, 0 to 1. (d_joined,) -> (d_h,)."""
    return torch.sigmoid(v @ W.mT + b)


@equation("N4 LSTM", r"i_t = \sigma(W_i v_t + b_i)", GATE, symbols="i_t v_t W_i b_i", shows="size", worked=_gate)
def input_gate(v, W, b):
    """The part of each new value that is written, 0 to 1. (d_joined,) -> (d_h,)."""
    return torch.sigmoid(v @ W.mT + b)


@equation("N4 LSTM", r"\tilde{C}_t = \tanh(W_C v_t + b_C)", GATE, symbols=r"\tilde{C}_t v_t W_C b_C", shows="signed",
          worked=partial(_squashed, function=np.tanh, name=r"\tanh"))
def candidate(v, W, b):
    """What could be written, -1 to 1. (d_joined,) -> (d_h,)."""
    return torch.tanh(v @ W.mT + b)


@equation("N4 LSTM", r"C_t = f_t \odot C_{t-1} + i_t \odot \tilde{C}_t", "d_h, d_h, d_h, d_h -> d_h",
          symbols=r"C_t f_t C_{t-1} i_t \tilde{C}_t", shows="signed")
def cell_state(f, C, i, new):
    """The memory: what is kept of the old and what is written. Four times (d_h,) -> (d_h,), without bounds."""
    return f * C + i * new


@cell_state.worked
def _(at, f, C, i, new):
    kept, written = f[at] * C[at], i[at] * new[at]
    parts = single(kept, f=f[at], C=C[at]), single(written, i=i[at], new=new[at])
    return Worked(float(kept + written), parts, f"{number(kept)} + ({number(written)})")


@equation("N4 LSTM", r"o_t = \sigma(W_o v_t + b_o)", GATE, symbols="o_t v_t W_o b_o", shows="size", worked=_gate)
def output_gate(v, W, b):
    """The part of each memory that is shown, 0 to 1. (d_joined,) -> (d_h,)."""
    return torch.sigmoid(v @ W.mT + b)


@equation("N4 LSTM", r"h_t = o_t \odot \tanh C_t", "d_h, d_h -> d_h", symbols="h_t o_t C_t", shows="signed")
def hidden(o, C):
    """What is shown of the memory, -1 to 1. Twice (d_h,) -> (d_h,)."""
    return o * torch.tanh(C)


@hidden.worked
def _(at, o, C):
    return passed(rf"{number(o[at])} \cdot \tanh({number(C[at])})", o[at] * np.tanh(C[at]), o=o[at], C=C[at])
