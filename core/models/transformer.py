"""The encoder-decoder Transformer of the notes: N0 eq (1)-(37); Vaswani et al. 2017."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from core.equations import embedding as eq
from core.equations import output
from core.models.layers import (
    DecoderLayer,
    Embedding,
    EncoderLayer,
    LayerNorm,
    PreNormDecoderLayer,
    PreNormEncoderLayer,
)
from core.trace import Module

PAD, START, END, UNKNOWN = range(4)


def padded(rows: Sequence[Sequence[int]]) -> Tensor:
    """Rows of word ids as one batch (rows, longest), padded at the end."""
    return nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True, padding_value=PAD)


class Transformer(Module):
    """Sentence in, a score for every next word out. N0 eq (1)-(36).

    ``tied``: the output matrix is the target embedding table (Vaswani et al. 2017, 3.4); otherwise it is W_out
    (target_size, d_model). Bias b_out (target_size,). Word ids 0-3 are pad, start, end and unknown.
    """

    encoder_layer, decoder_layer = EncoderLayer, DecoderLayer

    def __init__(self, source_size: int, target_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 2,
                 d_ff: int = 256, dropout: float = 0.0, tied: bool = True):
        super().__init__()
        self.source_embedding = Embedding(source_size, d_model, dropout)
        self.target_embedding = Embedding(target_size, d_model, dropout)
        sizes = d_model, n_heads, d_ff, dropout
        self.encoder = nn.ModuleList(self.encoder_layer(*sizes) for _ in range(n_layers))
        self.decoder = nn.ModuleList(self.decoder_layer(*sizes) for _ in range(n_layers))
        self.W_out = None if tied else nn.Parameter(torch.randn(target_size, d_model) * d_model**-0.5)
        self.b_out = nn.Parameter(torch.zeros(target_size))

    def forward(self, source, decoder_input, start: int = 0):
        """source (..., n), decoder_input (..., m) -> logits (..., m, target_size); positions count from ``start``."""
        return self.logits(self.decode(decoder_input, self.encode(source, start), source, start=start))

    def logits(self, y):
        """Decoded (..., m, d_model) -> a score per word (..., m, target_size)."""
        W_out = self.target_embedding.W_E if self.W_out is None else self.W_out
        return output.logits(y, W_out, self.b_out)

    def encode(self, source, start: int = 0):
        """Word ids (..., n) -> memory (..., n, d_model). A batch is padded, so it is masked."""
        x = self.source_embedding(source, start)
        mask = eq.padding_mask(source, source, PAD) if source.ndim > 1 else None
        for layer in self.encoder:
            x = layer(x, mask)
        return x

    def decode(self, decoder_input, memory, source, cache=None, start: int = 0):
        """Word ids (..., m) and the memory of their source -> (..., m, d_model).

        With a cache, m is 1: the new word, which sees all that the cache holds; ValueError for more.
        """
        if cache is not None:
            if decoder_input.shape[-1] != 1:
                raise ValueError("With a cache, words are decoded one at a time: there is no mask between new words.")
            start, cache.length = start + cache.length, cache.length + 1
        y = self.target_embedding(decoder_input, start)
        mask = eq.look_ahead_mask(decoder_input, decoder_input) if cache is None else None
        memory_mask = eq.memory_mask(decoder_input, source, PAD) if source.ndim > 1 else None
        for layer in self.decoder:
            y = layer(y, memory, mask, memory_mask, cache)
        return y


class PreNormTransformer(Transformer):
    """The same with the norm in front of each sub-layer, and one more at the end of each stack. N0 eq (43)-(45)."""

    encoder_layer, decoder_layer = PreNormEncoderLayer, PreNormDecoderLayer

    def __init__(self, source_size: int, target_size: int, d_model: int = 64, **sizes):
        super().__init__(source_size, target_size, d_model, **sizes)
        self.encoder_norm, self.decoder_norm = LayerNorm(d_model), LayerNorm(d_model)

    def encode(self, source, start: int = 0):
        return self.encoder_norm(super().encode(source, start))

    def decode(self, decoder_input, memory, source, cache=None, start: int = 0):
        return self.decoder_norm(super().decode(decoder_input, memory, source, cache, start))
