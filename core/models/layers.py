"""The blocks that encoder and decoder are stacked from. N0 sections 4 and 5; Vaswani et al. 2017, 3.1."""

from collections.abc import Callable

import torch
from torch import nn

from core.equations import embedding, feedforward, gated, norm
from core.models.attention import Dropout, MultiHeadAttention
from core.plan import Block
from core.trace import Module


class Words(Module):
    """A vector for each word, and nothing of its place. W_E (vocabulary_size, d_model), from N(0, 1 / d_model)."""

    def __init__(self, vocabulary_size: int, d_model: int):
        super().__init__()
        self.W_E = nn.Parameter(torch.randn(vocabulary_size, d_model) * d_model**-0.5)

    def forward(self, ids):
        """ids (..., n) -> (..., n, d_model)."""
        return embedding.lookup(ids, self.W_E)


class Embedding(Words):
    """Words to vectors: look-up, times sqrt(d_model), plus sinusoidal position. N0 eq (1)-(3).

    The rows of W_E, from N(0, 1 / d_model), have about unit entries once they are scaled.
    """

    def __init__(self, vocabulary_size: int, d_model: int, dropout: float = 0.0, base: float = 10000.0):
        super().__init__(vocabulary_size, d_model)
        self.base = base
        self.dropout = Dropout(dropout)

    def forward(self, ids, start: int = 0):
        """ids (..., n) at positions start, start + 1, ... -> (..., n, d_model)."""
        E = embedding.scaled(super().forward(ids))
        return self.dropout(embedding.positioned(E, embedding.positions(E, start, self.base)))


class LearnedEmbedding(Module):
    """Words to vectors with a learned row for each place. Radford et al. 2018, 3.1; Devlin et al. 2018, 3.

    Parameters: W_E (vocabulary_size, d_model), W_P (places, d_model), both from N(0, 0.02^2).
    """

    def __init__(self, vocabulary_size: int, places: int, d_model: int):
        super().__init__()
        self.W_E = nn.Parameter(torch.randn(vocabulary_size, d_model) * 0.02)
        self.W_P = nn.Parameter(torch.randn(places, d_model) * 0.02)

    def forward(self, ids, start: int = 0):
        """ids (..., n) at places start, start + 1, ... -> (..., n, d_model)."""
        E = embedding.lookup(ids, self.W_E)
        return embedding.positioned(E, embedding.learned_positions(E, self.W_P, start))


class Residual(Module):
    """The input plus what a sub-layer wrote. N0 eq (12)."""

    def __init__(self, dropout: float = 0.0):
        super().__init__()
        self.dropout = Dropout(dropout)

    def forward(self, x, f):
        """x, f (..., n, d_model) -> (..., n, d_model)."""
        return norm.added(x, self.dropout(f))


class LayerNorm(Module):
    """Each token to mean 0 and variance 1, then gain and bias. N0 eq (13), put right (R01); Ba et al. 2016, 3.

    Parameters: gamma, beta (d_model,). ``epsilon`` is added to the variance, under the root.
    """

    def __init__(self, d_model: int, epsilon: float = 1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.epsilon = epsilon

    def forward(self, x):
        """(..., n, d_model) -> (..., n, d_model)."""
        mu = norm.mean(x)
        return norm.output(norm.normalized(x, mu, norm.variance(x, mu), self.epsilon), self.gamma, self.beta)


class FeedForward(Module):
    """Two linear maps with an activation between, for each token alone. N0 eq (15), (16); Vaswani et al. 2017, 3.3.

    ``activation``: the equation between them, ReLU as in the notes.
    Parameters: W_1 (d_model, d_ff), b_1 (d_ff,), W_2 (d_ff, d_model), b_2 (d_model,).
    """

    def __init__(self, d_model: int, d_ff: int, activation: Callable = feedforward.activation):
        super().__init__()
        self.W_1 = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_model, d_ff)))
        self.b_1 = nn.Parameter(torch.zeros(d_ff))
        self.W_2 = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_ff, d_model)))
        self.b_2 = nn.Parameter(torch.zeros(d_model))
        self.activation = activation

    def forward(self, x):
        """(..., n, d_model) -> (..., n, d_model)."""
        return feedforward.output(self.activation(feedforward.hidden(x, self.W_1, self.b_1)), self.W_2, self.b_2)


def gelu_feed_forward(d_model: int, d_ff: int) -> FeedForward:
    """The feed-forward network of GPT, BERT and ViT."""
    return FeedForward(d_model, d_ff, feedforward.gelu)


ACTIVATIONS = {"relu": feedforward.activation, "gelu": feedforward.gelu, "gelu_new": feedforward.gelu_by_tanh,
               "gelu_pytorch_tanh": feedforward.gelu_by_tanh, "silu": gated.swish, "swish": gated.swish}
"""By the names that configs have for them."""


class EncoderLayer(Module):
    """Self-attention, add & norm, feed-forward, add & norm. N0 eq (10)-(18), post-norm as in Vaswani et al. 2017, 3.1.

    Maps x (..., n, d_model) to the same shape; ``mask`` (..., n, n) booleans: which words each word may see; ``cache``:
    keys and values of earlier words. ``feed_forward`` builds the second sub-layer from d_model and d_ff.
    """

    def __init__(self, d_model: int, n_heads: int, d_ff: int, dropout: float = 0.0,
                 feed_forward: Callable[[int, int], Module] = FeedForward):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, n_heads, dropout)
        self.residual_1, self.norm_1 = Residual(dropout), LayerNorm(d_model)
        self.feed_forward = feed_forward(d_model, d_ff)
        self.residual_2, self.norm_2 = Residual(dropout), LayerNorm(d_model)

    def forward(self, x, mask=None, cache=None):
        x = self.norm_1(self.residual_1(x, self.self_attention(x, mask=mask, cache=cache)))
        return self.norm_2(self.residual_2(x, self.feed_forward(x)))


class DecoderLayer(Module):
    """Masked self-attention, cross-attention, feed-forward, each with add & norm. N0 eq (20)-(35).

    Maps y (..., m, d_model) to the same shape, reading memory (..., n, d_model); ``mask`` (..., m, m) for own words,
    ``memory_mask`` (..., m, n) for those of the source; ``feed_forward`` as in EncoderLayer.
    """

    def __init__(self, d_model: int, n_heads: int, d_ff: int, dropout: float = 0.0,
                 feed_forward: Callable[[int, int], Module] = FeedForward):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, n_heads, dropout)
        self.residual_1, self.norm_1 = Residual(dropout), LayerNorm(d_model)
        self.cross_attention = MultiHeadAttention(d_model, n_heads, dropout)
        self.residual_2, self.norm_2 = Residual(dropout), LayerNorm(d_model)
        self.feed_forward = feed_forward(d_model, d_ff)
        self.residual_3, self.norm_3 = Residual(dropout), LayerNorm(d_model)

    def forward(self, y, memory, mask=None, memory_mask=None, cache=None):
        y = self.norm_1(self.residual_1(y, self.self_attention(y, mask=mask, cache=cache)))
        y = self.norm_2(self.residual_2(y, self.cross_attention(y, memory, memory_mask, cache)))
        return self.norm_3(self.residual_3(y, self.feed_forward(y)))


class PreNormEncoderLayer(EncoderLayer):
    """The same parts with the norm in front of each sub-layer, as in ViT. N0 eq (43), (44)."""

    def forward(self, x, mask=None, cache=None):
        x = self.residual_1(x, self.self_attention(self.norm_1(x), mask=mask, cache=cache))
        return self.residual_2(x, self.feed_forward(self.norm_2(x)))


class PreNormDecoderLayer(DecoderLayer):
    """The decoder layer with the norm in front of each sub-layer."""

    def forward(self, y, memory, mask=None, memory_mask=None, cache=None):
        y = self.residual_1(y, self.self_attention(self.norm_1(y), mask=mask, cache=cache))
        y = self.residual_2(y, self.cross_attention(self.norm_2(y), memory, memory_mask, cache))
        return self.residual_3(y, self.feed_forward(self.norm_3(y)))


def pre_norm_blocks(stack: str, *attentions: Block) -> tuple[Block, ...]:
    """The boxes of a stack called ``stack`` whose layers have the norm in front of each part, with its last norm.

    ``attentions``: the boxes of its attentions; where none are given, that of an encoder's.
    """
    own = Block("self_attention", (f"{stack}.*.self_attention.*", "padding_mask"))
    parts = *(attentions or (own,)), Block("feed_forward", (f"{stack}.*.feed_forward.*",))
    boxes = (box for number, part in enumerate(parts, 1) for box in (
        Block("norm", (f"{stack}.*.norm_{number}.*",)), part, Block("add", (f"{stack}.*.residual_{number}.*",))))
    return (*boxes, Block("norm", (f"{stack}_norm.*",)))


def pre_norm_letters(stack: str) -> dict[str, str]:
    """N0 eq (43), (44): z' after the first sub-layer of layer l, z after the second; z_0 is what the stack reads."""
    return {f"{stack}.*.norm_1.output": r"\mathrm{LN}(z_{l-1})",
            f"{stack}.*.self_attention.output": r"\mathrm{MSA}_{l}", f"{stack}.*.residual_1.added": "z'_{l}",
            f"{stack}.*.norm_2.output": r"\mathrm{LN}(z'_{l})",
            f"{stack}.*.feed_forward.output": r"\mathrm{MLP}_{l}", f"{stack}.*.residual_2.added": "z_{l}"}
