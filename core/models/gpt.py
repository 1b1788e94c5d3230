"""A language model: the decoder alone, with the norm in front. Radford et al. 2018, 3.1, and 2019, 2.3."""

from collections.abc import Callable

from torch import nn

from core.data.vocabulary import Marks
from core.equations import output
from core.models import layers
from core.models.cache import Cache, State
from core.models.transformer import MASKED_SELF_ATTENTION, OUTPUT, place_and_mask
from core.plan import Block, Plan
from core.trace import Module

PLAN = Plan(
    {"decoder": (Block("embedding", ("embedding.*", "shift_right")),
                 *layers.pre_norm_blocks("decoder", MASKED_SELF_ATTENTION)),
     "output": OUTPUT},
    {"embedding.positioned": "z_{0}", **layers.pre_norm_letters("decoder"), "decoder_norm.output": "Y^{[9]}",
     "logits": "Y^{[10]}", "probabilities": "Y^{[11]}", "loss": "L"})
"""Layers as in N0 eq (43), (44); the output's letters as in N0 eq (36)-(39)."""


class DecoderOnly(Module):
    """What goes on with a text: ``decode(ids, cache)``, (..., n) -> (..., n, d_model), and the ``logits`` of that."""

    def forward(self, ids):
        """Word ids (..., n) -> logits (..., n, vocabulary_size)."""
        return self.logits(self.decode(ids))

    def start(self, prompt, cached: bool = True) -> State:
        """The state before the prompt (..., n), which is what to step with first; its first word may be a mark."""
        return State(prompt, (), Cache() if cached else None)

    def step(self, state: State, ids):
        """Read more words (..., k), or all so far without a cache -> (logits (..., k, V), the next state)."""
        cache = state.cache and state.cache.rows()
        return self.logits(self.decode(ids, cache)), State(state.first, (), cache)


class GPT(DecoderOnly):
    """A text in, a score for every next word out: learned places, masked self-attention, GELU, tied output.

    The output matrix is the embedding table, without bias. ValueError for a text of more words than ``places``.
    ``feed_forward``: builds a layer's second part, as in ``EncoderLayer``.
    """

    plan, marks = PLAN, Marks()

    def __init__(self, vocabulary_size: int, places: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 2,
                 d_ff: int = 256, feed_forward: Callable[[int, int], Module] = layers.gelu_feed_forward):
        super().__init__()
        self.embedding = layers.LearnedEmbedding(vocabulary_size, places, d_model)
        self.decoder = nn.ModuleList(layers.PreNormEncoderLayer(d_model, n_heads, d_ff, feed_forward=feed_forward)
                                     for _ in range(n_layers))
        self.decoder_norm = layers.LayerNorm(d_model)

    def decode(self, ids, cache=None):
        """Word ids (..., n) -> (..., n, d_model). With a cache that holds words n is 1, else ValueError."""
        places, mask = place_and_mask(ids, cache)
        x = self.embedding(ids, places)
        for layer in self.decoder:
            x = layer(x, mask, cache)
        return self.decoder_norm(x)

    def logits(self, y):
        """Decoded (..., n, d_model) -> a score per word (..., n, vocabulary_size)."""
        return output.logits(y, self.embedding.W_E, None)
