"""The encoder-decoder Transformer of the notes: N0 eq (1)-(37); Vaswani et al. 2017."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from core.data.vocabulary import Marks
from core.equations import embedding as eq
from core.equations import output
from core.models import layers
from core.models.cache import Cache, State
from core.plan import Block, Plan
from core.trace import Module, given

MASKED_SELF_ATTENTION = Block("masked_self_attention", ("decoder.*.self_attention.*", "look_ahead_mask"))
CROSS_ATTENTION = Block("cross_attention", ("decoder.*.cross_attention.*", "memory_mask"))
OUTPUT = Block("logits", ("logits",)), Block("next_word", ("probabilities",)), Block("loss", ("loss", "token_losses"))
PLAN = Plan(
    {"encoder": (Block("embedding", ("source_embedding.*",)),
                 Block("self_attention", ("encoder.*.self_attention.*", "padding_mask")),
                 Block("add_norm", ("encoder.*.norm_1.*", "encoder.*.residual_1.*")),
                 Block("feed_forward", ("encoder.*.feed_forward.*",)),
                 Block("add_norm", ("encoder.*.norm_2.*", "encoder.*.residual_2.*"))),
     "decoder": (Block("embedding", ("target_embedding.*", "shift_right")),
                 MASKED_SELF_ATTENTION,
                 Block("add_norm", ("decoder.*.norm_1.*", "decoder.*.residual_1.*")),
                 CROSS_ATTENTION,
                 Block("add_norm", ("decoder.*.norm_2.*", "decoder.*.residual_2.*")),
                 Block("feed_forward", ("decoder.*.feed_forward.*",)),
                 Block("add_norm", ("decoder.*.norm_3.*", "decoder.*.residual_3.*"))),
     "output": OUTPUT},
    {"source_embedding.positioned": "X",
     "encoder.*.self_attention.output": "X^{[1]}",
     "encoder.*.residual_1.added": "X^{[2]}", "encoder.*.norm_1.output": "X^{[3]}",
     "encoder.*.feed_forward.output": "X^{[4]}",
     "encoder.*.residual_2.added": "X^{[5]}", "encoder.*.norm_2.output": "X^{[6]}",
     "target_embedding.positioned": "Y",
     "decoder.*.self_attention.output": "Y^{[1]}",
     "decoder.*.residual_1.added": "Y^{[2]}", "decoder.*.norm_1.output": "Y^{[3]}",
     "decoder.*.cross_attention.output": "Y^{[4]}",
     "decoder.*.residual_2.added": "Y^{[5]}", "decoder.*.norm_2.output": "Y^{[6]}",
     "decoder.*.feed_forward.output": "Y^{[7]}",
     "decoder.*.residual_3.added": "Y^{[8]}", "decoder.*.norm_3.output": "Y^{[9]}",
     "logits": "Y^{[10]}", "probabilities": "Y^{[11]}", "loss": "L"})
"""N0 figure 2 and eq (1)-(39)."""

PRE_NORM_PLAN = Plan(
    {"encoder": (Block("embedding", ("source_embedding.*",)), *layers.pre_norm_blocks("encoder")),
     "decoder": (Block("embedding", ("target_embedding.*", "shift_right")),
                 *layers.pre_norm_blocks("decoder", MASKED_SELF_ATTENTION, CROSS_ATTENTION)),
     "output": OUTPUT},
    {"source_embedding.positioned": "z_{0}", **layers.pre_norm_letters("encoder"), "encoder_norm.output": "X^{[6]}",
     "target_embedding.positioned": "y_{0}", "decoder.*.norm_1.output": r"\mathrm{LN}(y_{l-1})",
     "decoder.*.self_attention.output": r"\mathrm{MSA}_{l}", "decoder.*.residual_1.added": "y'_{l}",
     "decoder.*.norm_2.output": r"\mathrm{LN}(y'_{l})", "decoder.*.cross_attention.output": r"\mathrm{MHA}_{l}",
     "decoder.*.residual_2.added": "y''_{l}", "decoder.*.norm_3.output": r"\mathrm{LN}(y''_{l})",
     "decoder.*.feed_forward.output": r"\mathrm{MLP}_{l}", "decoder.*.residual_3.added": "y_{l}",
     "decoder_norm.output": "Y^{[9]}", "logits": "Y^{[10]}", "probabilities": "Y^{[11]}", "loss": "L"})
"""N0 eq (43)-(45): z' and z after the first and second sub-layer; the decoder's twins y', y'', y are ours."""


def padded(rows: Sequence[Sequence[int]], pad: int) -> Tensor:
    """Rows of word ids as one batch (rows, longest), padded at the end."""
    return nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True, padding_value=pad)


def place_and_mask(ids: Tensor, cache: Cache | None) -> tuple[int, Tensor | None]:
    """(place of the first of these words, the mask between them), and the cache counts them. No mask for one word.

    ValueError for several words behind those of a cache.
    """
    if cache is None:
        return 0, eq.look_ahead_mask(ids, ids)
    places, count = cache.length, ids.shape[-1]
    if places and count != 1:
        raise ValueError("With a cache, words are decoded one at a time: there is no mask between new words.")
    cache.length += count
    return places, eq.look_ahead_mask(ids, ids) if count > 1 else None


class Transformer(Module):
    """Sentence in, a score for every next word out. N0 eq (1)-(36).

    ``tied``: the output matrix is the target embedding table (Vaswani et al. 2017, 3.4); otherwise it is W_out
    (target_size, d_model). Bias b_out (target_size,). ``marks``: which word ids are no words. ``feed_forward``: builds
    each layer's, as in ``layers.EncoderLayer``.
    """

    marks = Marks()
    encoder_layer, decoder_layer, plan = layers.EncoderLayer, layers.DecoderLayer, PLAN

    def __init__(self, source_size: int, target_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 2,
                 d_ff: int = 256, dropout: float = 0.0, tied: bool = True,
                 feed_forward: Callable[[int, int], Module] = layers.FeedForward):
        super().__init__()
        self.source_embedding = layers.Embedding(source_size, d_model, dropout)
        self.target_embedding = layers.Embedding(target_size, d_model, dropout)
        sizes = d_model, n_heads, d_ff, dropout, feed_forward
        self.encoder = nn.ModuleList(self.encoder_layer(*sizes) for _ in range(n_layers))
        self.decoder = nn.ModuleList(self.decoder_layer(*sizes) for _ in range(n_layers))
        self.W_out = None if tied else nn.Parameter(torch.randn(target_size, d_model) * d_model**-0.5)
        self.b_out = nn.Parameter(torch.zeros(target_size))

    def forward(self, source, decoder_input, start: int = 0):
        """source (..., n), decoder_input (..., m) -> logits (..., m, target_size); positions count from ``start``."""
        return self.logits(self.decode(decoder_input, self.encode(source, start), source, start=start))

    def logits(self, y):
        """Decoded (..., m, d_model) -> a score per word (..., m, target_size)."""
        return output.logits(y, self.target_embedding.W_E if self.W_out is None else self.W_out, self.b_out)

    def encode(self, source, start: int = 0):
        """Word ids (..., n) -> memory (..., n, d_model). A batch is padded, so it is masked."""
        x = self.source_embedding(source, start)
        mask = eq.padding_mask(source, source, self.marks.pad) if source.ndim > 1 else None
        for layer in self.encoder:
            x = layer(x, mask)
        return x

    def decode(self, decoder_input, memory, source, cache=None, start: int = 0):
        """Ids (..., m), the source's memory -> (..., m, d_model). With a cache of words m is 1, else ValueError."""
        places, mask = place_and_mask(decoder_input, cache)
        y = self.target_embedding(decoder_input, start + places)
        memory_mask = eq.memory_mask(decoder_input, source, self.marks.pad) if source.ndim > 1 else None
        for layer in self.decoder:
            y = layer(y, memory, mask, memory_mask, cache)
        return y

    def start(self, source, cached: bool = True) -> State:
        """The state before the first word: the source (..., n) is read."""
        first = torch.full((*source.shape[:-1], 1), self.marks.start, device=source.device)
        return State(first, (self.encode(source), source), Cache() if cached else None)

    def step(self, state: State, ids):
        """Read more words (..., k), or all so far without a cache -> (logits (..., k, target_size), the next state)."""
        memory, source = state.context
        cache = state.cache and state.cache.rows()
        memory = given("memory", memory, "token d_model")
        return self.logits(self.decode(ids, memory, source, cache)), State(state.first, state.context, cache)


class PreNormTransformer(Transformer):
    """The same with the norm in front of each sub-layer, and one more at the end of each stack. N0 eq (43)-(45)."""

    encoder_layer, decoder_layer, plan = layers.PreNormEncoderLayer, layers.PreNormDecoderLayer, PRE_NORM_PLAN

    def __init__(self, source_size: int, target_size: int, d_model: int = 64, **sizes):
        super().__init__(source_size, target_size, d_model, **sizes)
        self.encoder_norm, self.decoder_norm = layers.LayerNorm(d_model), layers.LayerNorm(d_model)

    def encode(self, source, start: int = 0):
        return self.encoder_norm(super().encode(source, start))

    def decode(self, decoder_input, memory, source, cache=None, start: int = 0):
        return self.decoder_norm(super().decode(decoder_input, memory, source, cache, start))


class SharedTransformer(Transformer):
    """The same with one table for both sides and the output, as both speak one language. Vaswani et al. 2017, 3.4."""

    def __init__(self, vocabulary_size: int, d_model: int = 64, **sizes):
        super().__init__(vocabulary_size, vocabulary_size, d_model, **sizes)
        self.source_embedding.W_E = self.target_embedding.W_E
