"""A label for every word: N2, slot filling."""

import torch

from core.equations.arithmetic import inner_product, softmax
from core.trace import equation


@equation("N2 slot filling", r"o_t = V h_t + c", "time d_h, label d_h, label -> time label", symbols="o_t V h_t c",
          shows="signed", worked=inner_product)
def label_scores(H, V, c):
    """A score per label from what is known at each word. (T, d_h) -> (T, labels)."""
    return H @ V.mT + c


@equation("N2 slot filling", r"\hat{y}_t = \mathrm{softmax}(o_t)", "time label -> time label", along="label",
          symbols=r"\hat{y}_t o_t", shows="share", worked=softmax)
def label_probabilities(o):
    """How likely each label is, word by word. (T, labels)."""
    return torch.softmax(o, -1)
