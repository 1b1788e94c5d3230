"""Attention: N0 section 3 and 5.2, 5.4. Queries, keys and values per head; scores; weights; the weighted sum."""

import math

import numpy as np
import torch
from torch.nn.functional import linear

from core.equations.arithmetic import inner_product, number, passed, picked, single, softmax
from core.formula import Worked
from core.trace import equation


def _project(x, W, b):
    """One projection per head: x (..., n, d_model), W (head, d_model, d_k), b (head, d_k) or None."""
    if x.ndim == 2 and b is not None:  # one sentence: a product per head, with nothing to rearrange
        return torch.baddbmm(b.unsqueeze(-2), x.expand(len(W), -1, -1), W)
    n_heads, d_model, d_k = W.shape
    wide = linear(x, W.mT.reshape(-1, d_model), None if b is None else b.reshape(-1))  # all heads in one product
    return wide.view(*x.shape[:-1], n_heads, d_k).transpose(-3, -2)


@equation("N0 (4) (6)", r"Q = X W^Q + b^Q", "query d_model, head d_model d_k, head d_k -> head query d_k",
          symbols="Q X W^Q b^Q", shows="signed", worked=inner_product)
def queries(x, W_Q, b_Q):
    """What each token asks for, in each head. (n, d_model) -> (head, n, d_k). Vaswani et al. 2017, 3.2.2."""
    return _project(x, W_Q, b_Q)


@equation("N0 (4) (6)", r"K = X W^K + b^K", "key d_model, head d_model d_k, head d_k -> head key d_k",
          symbols="K X W^K b^K", shows="signed", worked=inner_product)
def keys(x, W_K, b_K):
    """What each token offers to be found by, in each head. (m, d_model) -> (head, m, d_k)."""
    return _project(x, W_K, b_K)


@equation("N0 (4) (6)", r"V = X W^V + b^V", "key d_model, head d_model d_v, head d_v -> head key d_v",
          symbols="V X W^V b^V", shows="signed", worked=inner_product)
def values(x, W_V, b_V):
    """What each token hands over when attended to, in each head. (m, d_model) -> (head, m, d_v)."""
    return _project(x, W_V, b_V)


def _appended_cells(at, past, new):
    head, i, k = at
    n = past.shape[-2]
    return [[(head, i, k)], []] if i < n else [[], [(head, i - n, k)]]


@equation("After N0 (40), put right", r"K \leftarrow [K_{<t};\, k_t]", "head past d_k, head new d_k -> head key d_k",
          gather=_appended_cells, shows="signed", worked=picked)
def appended_keys(past, new):
    """The key cache: keys of earlier words are kept, only the new word's are computed. -> (head, past + new, d_k)."""
    return torch.cat((past, new), -2)


@equation("After N0 (40), put right", r"V \leftarrow [V_{<t};\, v_t]", "head past d_v, head new d_v -> head key d_v",
          gather=_appended_cells, shows="signed", worked=picked)
def appended_values(past, new):
    """The value cache: values of earlier words are kept, only the new are computed. -> (head, past + new, d_v)."""
    return torch.cat((past, new), -2)


@equation("N0 (5)", r"P = Q K^\top", "head query d_k, head key d_k -> head query key", symbols="P Q K", shows="signed",
          worked=inner_product)
def dot_products(Q, K):
    """How well each query matches each key, before scaling. (head, n, d_k), (head, m, d_k) -> (head, n, m)."""
    return Q @ K.mT


@equation("N0 (5)", r"S = \frac{P}{\sqrt{d_k}}", "head query key -> head query key", skip=0, symbols="S P",
          shows="signed")
def scores(P, d_k):
    """Scaled dot products, one per (query, key) pair. (head, n, m). Vaswani et al. 2017, eq. 1."""
    return P / math.sqrt(d_k)


@scores.worked
def _(at, P, d_k):
    p = P[at]
    return passed(rf"\frac{{{number(p)}}}{{\sqrt{{{d_k}}}}}", p / np.sqrt(d_k), P=p)


def _unhidden_cells(at, S, allowed):
    """A score that the mask hides is not read: whatever it is, minus infinity comes out."""
    return [[at] if allowed[at[1:]] else [], [at[1:]]]


@equation("After N0 (22), put right", r"\tilde{A}_{ij} = \begin{cases} S_{ij} & M_{ij} = 1 \\ -\infty & M_{ij} = 0"
          r"\end{cases}", "head query key, query key -> head query key", skip=0, symbols=r"\tilde{A} S M",
          gather=_unhidden_cells, shows="signed")
def masked_scores(S, allowed):
    """Scores (head, n, m), minus infinity where not allowed (n, m); N0 has -10^9 (R10). Vaswani et al. 2017, 3.2.3."""
    return S.masked_fill(~allowed.unsqueeze(-3), -math.inf)


@masked_scores.worked
def _(at, S, allowed):
    s, visible = S[at], bool(allowed[at[1:]])
    result, read = (s, {"S": s}) if visible else (-np.inf, {})
    return Worked(float(result), (single(result, **read, allowed=visible),), number(s) if visible else r"-\infty")


@equation("N0 (5) (7) (23)", r"A_{ij} = \frac{e^{S_{ij}}}{\sum_{j'} e^{S_{ij'}}}", "head query key -> head query key",
          along="key", skip=0, symbols="A S", shows="share", worked=softmax)
def weights(S):
    """Softmax over the keys: each row is a distribution; a row with nothing allowed is zeros. (head, n, m)."""
    return torch.softmax(S, -1).masked_fill(S.isneginf(), 0.0)  # softmax alone makes 0 / 0 of a row of nothing


@equation("N0 (5) (7) (23)", r"Z = A V", "head query key, head key d_v -> head query d_v", symbols="Z A V",
          shows="signed", worked=inner_product)
def head_outputs(A, V):
    """The values summed by weight. (head, n, m), (head, m, d_v) -> (head, n, d_v). Vaswani et al. 2017, eq. 1."""
    return A @ V


@equation("N0 (8) (24)", r"C = [Z_1, Z_2, \dots, Z_h]", "head query d_v -> query concat", symbols="C Z", shows="signed",
          gather=lambda at, Z: [[(at[1] // Z.shape[-1], at[0], at[1] % Z.shape[-1])]], worked=picked)
def concat(Z):
    """The heads side by side: (head, n, d_v) -> (n, head * d_v). Vaswani et al. 2017, 3.2.2."""
    return Z.transpose(-3, -2).flatten(-2)


@equation("N0 (9) (25)", r"X^{[1]} = C W^O + b^O", "query concat, concat d_model, d_model -> query d_model",
          symbols="X^{[1]} C W^O b^O", shows="signed", worked=inner_product)
def output(C, W_O, b_O):
    """What attention writes into each token: the heads mixed by W_O. (n, head * d_v) -> (n, d_model)."""
    written = C @ W_O
    return written if b_O is None else written + b_O
