"""The language models since Llama: RMS norm in front, rotated positions, shared keys and values, gated feed-forward.

Touvron et al. 2023, 2.2. Mistral, Qwen2, Qwen3 and SmolLM differ in sizes, in biases, and in norms of queries and keys.
"""

from collections.abc import Callable, Sequence

import torch
from torch import nn

from core.data.vocabulary import Marks
from core.equations import attention as eq
from core.equations import embedding, gated, grouped, head_norm, output, rms_norm, rotary
from core.models.gpt import DecoderOnly
from core.models.layers import Residual, Words, pre_norm_blocks, pre_norm_letters
from core.models.transformer import OUTPUT, place_and_mask
from core.plan import Block, Plan
from core.trace import Module, given

PLAN = Plan(
    {"decoder": (Block("word_vectors", ("embedding.*", "shift_right")),
                 *pre_norm_blocks("decoder", Block("masked_self_attention", (
                     "decoder.*.self_attention.*", "look_ahead_mask", "sliding_look_ahead_mask")))),
     "output": OUTPUT},
    {"embedding.lookup": "z_{0}", **pre_norm_letters("decoder"), "decoder.*.norm_1.output": r"\mathrm{RMS}(z_{l-1})",
     "decoder.*.norm_2.output": r"\mathrm{RMS}(z'_{l})", "decoder_norm.output": "Y^{[9]}", "logits": "Y^{[10]}",
     "probabilities": "Y^{[11]}", "loss": "L"})
"""Letters as in N0 eq (43), (44), which put the norm in front too; the output's as in N0 eq (36)-(39)."""


class RMSNorm(Module):
    """Each token to mean square 1, then a gain. Zhang and Sennrich 2019. Parameter: gamma (d_model,)."""

    def __init__(self, d_model: int, epsilon: float = 1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.epsilon = epsilon

    def forward(self, x):
        """(..., n, d_model) -> (..., n, d_model)."""
        return rms_norm.output(rms_norm.normalized(x, rms_norm.mean_square(x), self.epsilon), self.gamma)


class GatedFeedForward(Module):
    """SwiGLU, or GEGLU by GELU ``activation``. Shazeer 2020, eq. 6. W_g, W_u (d_model, d_ff), W_d (d_ff, d_model)."""

    def __init__(self, d_model: int, d_ff: int, activation: Callable):
        super().__init__()
        self.activation = activation
        for name, sizes in (("W_g", (d_model, d_ff)), ("W_u", (d_model, d_ff)), ("W_d", (d_ff, d_model))):
            self.register_parameter(name, nn.Parameter(torch.empty(sizes)))

    def forward(self, x):
        """(..., n, d_model) -> (..., n, d_model)."""
        S = self.activation(gated.gate(x, self.W_g))
        return gated.down(gated.gated(S, gated.up(x, self.W_u)), self.W_d)


class GroupedAttention(Module):
    """Multi-head attention whose heads share keys and values in groups, with rotated queries and keys.

    Parameters: W_Q (h, d_model, d_k), W_K, W_V (g, d_model, d_k), W_O (h * d_k, d_model); with ``bias`` b_Q (h, d_k),
    b_K, b_V (g, d_k); with ``head_norm``, its epsilon, gamma_Q, gamma_K (d_k,). ValueError if the groups do not divide
    the heads.
    """

    def __init__(self, d_model: int, n_heads: int, n_groups: int, d_k: int, base: float, bias: bool,
                 head_norm: float | None, interleaved: bool):
        super().__init__()
        if n_groups < 1 or n_heads % n_groups:
            raise ValueError(f"{n_heads} heads cannot share {n_groups} keys and values evenly.")
        self.n_heads, self.d_k, self.head_norm, self.turns = n_heads, d_k, head_norm, (base, interleaved)
        for letter, count in (("Q", n_heads), ("K", n_groups), ("V", n_groups)):
            self.register_parameter(f"W_{letter}", nn.Parameter(torch.empty(count, d_model, d_k)))
            self.register_parameter(f"b_{letter}", nn.Parameter(torch.empty(count, d_k)) if bias else None)
        for letter in "QK" if head_norm else "":
            self.register_parameter(f"gamma_{letter}", nn.Parameter(torch.empty(d_k)))
        self.W_O = nn.Parameter(torch.empty(n_heads * d_k, d_model))

    def forward(self, x, places, mask=None, cache=None):
        """x (..., n, d_model) at places ``places``, ... -> (..., n, d_model); mask and cache as MultiHeadAttention."""
        Q, K = eq.queries(x, self.W_Q, self.b_Q), eq.keys(x, self.W_K, self.b_K)
        if self.head_norm:
            Q = head_norm.normalized_queries(Q, self.gamma_Q, self.head_norm)
            K = head_norm.normalized_keys(K, self.gamma_K, self.head_norm)
        Q, K = rotary.rotated_queries(Q, places, *self.turns), rotary.rotated_keys(K, places, *self.turns)
        V = eq.values(x, self.W_V, self.b_V)
        if cache is not None:
            K, V = cache.extended(self, K, V)
        K, V = grouped.shared_keys(K, self.n_heads), grouped.shared_values(V, self.n_heads)
        S = eq.scores(eq.dot_products(Q, K), self.d_k)
        A = eq.weights(S if mask is None else eq.masked_scores(S, mask))
        return eq.output(eq.concat(eq.head_outputs(A, V)), self.W_O, None)


class LlamaLayer(Module):
    """Norm, attention, add; norm, gated feed-forward, add. (..., n, d_model) -> the same."""

    def __init__(self, d_model: int, attention: tuple, d_ff: int, epsilon: float, activation: Callable):
        super().__init__()
        self.norm_1, self.self_attention = RMSNorm(d_model, epsilon), GroupedAttention(*attention)
        self.norm_2, self.feed_forward = RMSNorm(d_model, epsilon), GatedFeedForward(d_model, d_ff, activation)
        self.residual_1, self.residual_2 = Residual(), Residual()

    def forward(self, x, places, mask=None, cache=None):
        x = self.residual_1(x, self.self_attention(self.norm_1(x), places, mask, cache))
        return self.residual_2(x, self.feed_forward(self.norm_2(x)))


class Llama(DecoderOnly):
    """A text in, a score for every next word out. Its parameters are empty: they come from a checkpoint.

    ``n_groups``: of keys and values; ``d_k``: d_model / n_heads where None; ``tied``: the output is the embedding
    table, otherwise W_out (vocabulary_size, d_model); ``bias``: of queries, keys and values, as in Qwen2;
    ``head_norm``: of queries and keys, as in Qwen3; ``windows``: how many words each layer's queries see, None for all,
    as in Mistral; ``interleaved``: which features are turned together, see ``core.equations.rotary``.
    """

    plan, marks = PLAN, Marks()

    def __init__(self, vocabulary_size: int, d_model: int = 64, n_heads: int = 4, n_groups: int = 2, n_layers: int = 2,
                 d_ff: int = 256, d_k: int | None = None, base: float = 10000.0, epsilon: float = 1e-5,
                 tied: bool = True, bias: bool = False, head_norm: bool = False,
                 windows: Sequence[int | None] = (), interleaved: bool = False, activation: Callable = gated.swish):
        super().__init__()
        self.embedding = Words(vocabulary_size, d_model)
        d_k, of_heads = d_k or d_model // n_heads, epsilon if head_norm else None
        attention = d_model, n_heads, n_groups, d_k, base, bias, of_heads, interleaved
        self.decoder = nn.ModuleList(LlamaLayer(d_model, attention, d_ff, epsilon, activation) for _ in range(n_layers))
        self.windows = tuple(windows) or (None,) * n_layers
        self.decoder_norm = RMSNorm(d_model, epsilon)
        self.W_out = None if tied else nn.Parameter(torch.empty(vocabulary_size, d_model))

    def decode(self, ids, cache=None):
        """Word ids (..., n) -> (..., n, d_model); with a cache that holds words, n is 1."""
        x, keys = self.embedding(ids), ids
        places, mask = place_and_mask(ids, cache)
        masks = {None: mask}
        if places and any(self.windows):
            keys = given("words_before", ids.new_zeros(places + ids.shape[-1]), "token", shows="ids")
        for window in dict.fromkeys(filter(None, self.windows)):
            masks[window] = embedding.sliding_look_ahead_mask(ids, keys, window)
        for layer, window in zip(self.decoder, self.windows):
            x = layer(x, places, masks[window], cache)
        return self.decoder_norm(x)

    def logits(self, y):
        """Decoded (..., n, d_model) -> a score per word (..., n, vocabulary_size)."""
        return output.logits(y, self.embedding.W_E if self.W_out is None else self.W_out, None)
