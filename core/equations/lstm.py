"""The long short-term memory of N4: what to forget, what to write, what to show. Hochreiter and Schmidhuber 1997;
the forget gate: Gers et al. 2000. One step in time; the recorder lines the steps up along a time axis."""

import numpy as np
import torch

from core.equations.arithmetic import end_to_end, end_to_end_cells, number, passed
from core.formula import Part, Worked
from core.trace import equation

GATE = "d_joined, d_h d_joined, d_h -> d_h"


def _squashed(cell: int, v, W, b, name: str) -> tuple[float, tuple[Part, ...], str]:
    """A row of W times v, plus its bias; (the sum, its parts, the operation as LaTeX)."""
    v = v[:]
    terms = W[cell] * v
    parts = Part(terms, {"W": W[cell], "v": v}), Part(np.array([b[cell]]), {"b": np.array([b[cell]])})
    return float(terms.sum() + b[cell]), parts, rf"{name}({number(terms.sum())} + ({number(b[cell])}))"


def _gate(at, v, W, b) -> Worked:
    total, parts, operation = _squashed(at[0], v, W, b, r"\sigma")
    return Worked(float(1 / (1 + np.exp(-total))), parts, operation)


@equation("N4 LSTM", r"v_t = [h_{t-1}, x_t]", "d_h, d_x -> d_joined", gather=end_to_end_cells,
          symbols="v_t h_{t-1} x_t", shows="signed", worked=end_to_end)
def joined(h, x):
    """What was shown last and what is read now, one behind the other. (d_h,), (d_x,) -> (d_h + d_x,)."""
    return torch.cat((h, x), -1)


@equation("N4 LSTM", r"f_t = \sigma(W_f v_t + b_f)", GATE, symbols="f_t v_t W_f b_f", shows="size")
def forget_gate(v, W, b):
    """The part of each memory that stays, 0 to 1. (d_joined,) -> (d_h,)."""
    return torch.sigmoid(v @ W.mT + b)


forget_gate.worked(_gate)


@equation("N4 LSTM", r"i_t = \sigma(W_i v_t + b_i)", GATE, symbols="i_t v_t W_i b_i", shows="size")
def input_gate(v, W, b):
    """The part of each new value that is written, 0 to 1. (d_joined,) -> (d_h,)."""
    return torch.sigmoid(v @ W.mT + b)


input_gate.worked(_gate)


@equation("N4 LSTM", r"\tilde{C}_t = \tanh(W_C v_t + b_C)", GATE, symbols=r"\tilde{C}_t v_t W_C b_C", shows="signed")
def candidate(v, W, b):
    """What could be written, -1 to 1. (d_joined,) -> (d_h,)."""
    return torch.tanh(v @ W.mT + b)


@candidate.worked
def _(at, v, W, b):
    total, parts, operation = _squashed(at[0], v, W, b, r"\tanh")
    return Worked(float(np.tanh(total)), parts, operation)


@equation("N4 LSTM", r"C_t = f_t \odot C_{t-1} + i_t \odot \tilde{C}_t", "d_h, d_h, d_h, d_h -> d_h",
          symbols=r"C_t f_t C_{t-1} i_t \tilde{C}_t", shows="signed")
def cell_state(f, C, i, new):
    """The memory: what is kept of the old and what is written. Four times (d_h,) -> (d_h,), without bounds."""
    return f * C + i * new


@cell_state.worked
def _(at, f, C, i, new):
    kept, written = np.array([f[at] * C[at]]), np.array([i[at] * new[at]])
    parts = (Part(kept, {"f": np.array([f[at]]), "C": np.array([C[at]])}),
             Part(written, {"i": np.array([i[at]]), "new": np.array([new[at]])}))
    return Worked(float(kept[0] + written[0]), parts, f"{number(kept[0])} + ({number(written[0])})")


@equation("N4 LSTM", r"o_t = \sigma(W_o v_t + b_o)", GATE, symbols="o_t v_t W_o b_o", shows="size")
def output_gate(v, W, b):
    """The part of each memory that is shown, 0 to 1. (d_joined,) -> (d_h,)."""
    return torch.sigmoid(v @ W.mT + b)


output_gate.worked(_gate)


@equation("N4 LSTM", r"h_t = o_t \odot \tanh C_t", "d_h, d_h -> d_h", symbols="h_t o_t C_t", shows="signed")
def hidden(o, C):
    """What is shown of the memory, -1 to 1. Twice (d_h,) -> (d_h,)."""
    return o * torch.tanh(C)


@hidden.worked
def _(at, o, C):
    return passed(rf"{number(o[at])} \cdot \tanh({number(C[at])})", o[at] * np.tanh(C[at]), o=o[at], C=C[at])
