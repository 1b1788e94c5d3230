"""A label for every word: N2, slot filling."""

import torch

from core.equations.arithmetic import inner, softmax_cell
from core.trace import equation


@equation("N2 slot filling", r"o_t = V h_t + c", "time d_h, label d_h, label -> time label", symbols="o_t V h_t c",
          shows="signed")
def label_scores(H, V, c):
    """A score per label from what is known at each word. (T, d_h) -> (T, labels)."""
    return H @ V.mT + c


@label_scores.worked
def _(at, H, V, c):
    return inner(H[at[0]], V[at[1]], ("H", "V"), c[at[1]], "c")


@equation("N2 slot filling", r"\hat{y}_t = \mathrm{softmax}(o_t)", "time label -> time label", along="label",
          symbols=r"\hat{y}_t o_t", shows="share")
def label_probabilities(o):
    """How likely each label is, word by word. (T, labels)."""
    return torch.softmax(o, -1)


@label_probabilities.worked
def _(at, o):
    return softmax_cell(o[at[0]], at[1], "o")
