"""What a non-local block has beside attention: N2; Wang et al. 2018, 3.2. Its attention has one head and no scale."""

import torch

from core.equations.arithmetic import number, passed, picked, softmax
from core.trace import equation


@equation("N2 non-local", r"X_1 = X", "token d_k -> head token d_k", gather=lambda at, x: [[at[1:]]], symbols="X_1 X",
          shows="signed", worked=picked)
def one_head(x):
    """The pixels as they are, as the only head: the Gaussian variant compares them so. (n, d) -> (1, n, d)."""
    return x.unsqueeze(-3).clone()


@equation("N2 non-local", r"A_{ij} = \frac{P_{ij}}{N}", "head query key -> head query key",
          symbols="A P", shows="signed")
def averaged(P):
    """The dot product variant: over the number of places, so rows need not sum to 1. (head, n, m)."""
    return P / P.shape[-1]


@averaged.worked
def _(at, P):
    return passed(rf"\frac{{{number(P[at])}}}{{{P.shape[-1]}}}", P[at] / P.shape[-1], P=P[at])


@equation("N2 non-local", r"p_c = \frac{e^{s_c}}{\sum_{c'} e^{s_{c'}}}", "height width filter -> height width filter",
          along="filter", symbols="p_c s_c", shows="share", worked=softmax)
def pixel_probabilities(scores):
    """The answer of every pixel by itself. (H, W, classes) -> the same shape."""
    return torch.softmax(scores, -1)
