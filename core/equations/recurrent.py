"""Recurrence: N4, the RNN's forward pass. One step in time; the recorder lines the steps up along a time axis."""

from functools import partial

import numpy as np
import torch

from core.equations.arithmetic import inner_product, number, passed, single, taken
from core.formula import Part, Worked
from core.trace import equation


@equation("N4 RNN", r"x_t = X_{t,:}", "time d_x -> d_x", gather=lambda at, X, t: [[(t, at[0])], []], symbols="x_t X",
          shows="signed", worked=partial(taken, "X"))
def at_time(X, t):
    """The input of time t. (T, d_x) -> (d_x,)."""
    return X[..., t, :]


@equation("N4 RNN", r"a_t = W h_{t-1} + U x_t + b", "d_before, d_x, d_h d_before, d_h d_x, d_h -> d_h",
          symbols="a_t W h_{t-1} U x_t b", shows="signed")
def pre_activation(h, x, W, U, b):
    """What the state is about to become: the old state and the input, each through its matrix. -> (d_h,)."""
    return h @ W.mT + x @ U.mT + b


@pre_activation.worked
def _(at, h, x, W, U, b):
    h, x = h[:], x[:]
    remembered, read = W[at[0]] * h, U[at[0]] * x
    parts = Part(remembered, {"W": W[at[0]], "h": h}), Part(read, {"U": U[at[0]], "x": x}), single(b[at], b=b[at])
    return Worked(float(remembered.sum() + read.sum() + b[at]), parts,
                  f"{number(remembered.sum())} + ({number(read.sum())}) + ({number(b[at])})")


@equation("N4 RNN", r"h_t = \tanh a_t", "d_h -> d_h", symbols="h_t a_t", shows="signed")
def hidden(a):
    """The state: squashed into (-1, 1). (d_h,)."""
    return torch.tanh(a)


@hidden.worked
def _(at, a):
    return passed(rf"\tanh({number(a[at])})", np.tanh(a[at]), a=a[at])


@equation("N4 RNN", r"o_t = V h_t + c", "time d_h, vocabulary d_h, vocabulary -> time vocabulary",
          symbols="o_t V h_t c", shows="signed", worked=inner_product)
def readout(H, V, c):
    """A score per word from each state. (T, d_h) -> (T, vocabulary)."""
    return H @ V.mT + c


@equation("N4 RNN", r"H = [h_1; \dots; h_T]", "* d_h -> time d_h",
          gather=lambda at, *states: [[(at[1],)] if t == at[0] else [] for t in range(len(states))], symbols="H",
          shows="signed")
def stacked(*states):
    """The states of all times as rows. T times (d_h,) -> (T, d_h)."""
    return torch.stack(states, -2)


@stacked.worked
def _(at, *states):
    return passed(rf"h_{{{at[0]}}}[{at[1]}]", states[at[0]][at[1]], states=states[at[0]][at[1]])
