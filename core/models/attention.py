"""Multi-head attention, the one module in which tokens speak to each other. N0 eq (4)-(9), (20)-(25), (28)-(29)."""

import torch
from torch import nn

from core.equations import attention as eq
from core.trace import Module


class Dropout(nn.Dropout):
    """Dropout in training; otherwise nothing, at no cost."""

    def __call__(self, x):
        return super().__call__(x) if self.training else x


class MultiHeadAttention(Module):
    """h attentions side by side, one matrix per head. Vaswani et al. 2017, 3.2.2.

    Parameters: W_Q, W_K (h, d_model, d_k), W_V (h, d_model, d_v), W_O (h * d_v, d_model), and biases, with
    d_k = d_v = d_model / h. Raises ValueError if h does not divide d_model.
    """

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.0):
        super().__init__()
        if n_heads < 1 or d_model % n_heads:
            raise ValueError(f"d_model ({d_model}) must be a multiple of n_heads ({n_heads}).")
        self.d_k = d_model // n_heads
        for letter in "QKV":
            self.register_parameter(f"W_{letter}", nn.Parameter(_per_head(n_heads, d_model, self.d_k)))
            self.register_parameter(f"b_{letter}", nn.Parameter(torch.zeros(n_heads, self.d_k)))
        self.W_O = nn.Parameter(nn.init.xavier_uniform_(torch.empty(n_heads * self.d_k, d_model)))
        self.b_O = nn.Parameter(torch.zeros(d_model))
        self.dropout = Dropout(dropout)

    def forward(self, x, memory=None, mask=None, cache=None):
        """x (..., n, d_model) asks, memory (..., m, d_model) answers (itself where None) -> (..., n, d_model).

        ``mask`` (..., n, m) booleans, true where a word may be seen. ``cache``: keys and values of earlier words; those
        of a memory are computed once.
        """
        Q = eq.queries(x, self.W_Q, self.b_Q)
        K, V = self.keys_and_values(x if memory is None else memory, cache, fixed=memory is not None)
        S = eq.scores(eq.dot_products(Q, K), self.d_k)
        if mask is not None:
            S = eq.masked_scores(S, mask)
        A = self.dropout(eq.weights(S))
        return eq.output(eq.concat(eq.head_outputs(A, V)), self.W_O, self.b_O)

    def keys_and_values(self, memory, cache, fixed: bool):
        """K (..., h, m, d_k) and V (..., h, m, d_v) of the memory; with a cache, earlier ones are taken from it."""
        if cache is not None and fixed and self in cache:
            return cache.given(self)
        K = eq.keys(memory, self.W_K, self.b_K)
        V = eq.values(memory, self.W_V, self.b_V)
        return (K, V) if cache is None else cache.extended(self, K, V)


def _per_head(n_heads: int, d_model: int, d_k: int):
    """Xavier-uniform as one wide matrix, cut into heads; it stays one in memory, for the product over all heads."""
    wide = nn.init.xavier_uniform_(torch.empty(d_model, n_heads * d_k))
    return wide.unflatten(1, (n_heads, d_k)).movedim(1, 0)
