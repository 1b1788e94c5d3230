"""A reader that sees both sides: the encoder alone, which says what stands at hidden places. Devlin et al. 2018, 3.

And an encoder of sentences: the same layers, the mean of their rows, length 1. Reimers and Gurevych 2019.
"""

import torch
from torch import nn

from core.data.vocabulary import Marks
from core.equations import embedding as eq
from core.equations import feedforward, output, sentence
from core.models.layers import EncoderLayer, LayerNorm, LearnedEmbedding, gelu_feed_forward
from core.models.transformer import PLAN as TRANSFORMER_PLAN
from core.plan import Block, Plan
from core.trace import Module

PLAN = Plan(
    {"encoder": (Block("embedding", ("embedding.*",)), *TRANSFORMER_PLAN.columns["encoder"][1:]),
     "output": (Block("feed_forward", ("transform.*",)), Block("logits", ("logits",)),
                Block("hidden_word", ("probabilities",)), Block("loss", ("loss", "token_losses")))},
    {"embedding.positioned": "X^{[0]}", "embedding.norm.output": "X",
     **{name: letter for name, letter in TRANSFORMER_PLAN.letters.items()
        if name.startswith(("encoder", "logits", "probabilities", "loss"))}})
"""Layers as in N0 eq (10)-(18); the output's letters as in N0 eq (36)-(39)."""
SENTENCE_PLAN = Plan(
    {"encoder": PLAN.columns["encoder"],
     "output": (Block("sentence_vector", ("unit_length", "squared_length", "mean_of_words")),)},
    {**{name: x for name, x in PLAN.letters.items() if name.startswith(("embedding", "encoder"))},
     "mean_of_words": "s", "squared_length": r"\ell", "unit_length": "u"})
"""BERT's layers; s, l and u as in ``core.equations.sentence``."""


class SegmentedEmbedding(LearnedEmbedding):
    """Word, place and segment, then the norm. Devlin et al. 2018, figure 2.

    Parameters: W_E, W_P as in LearnedEmbedding, W_S (segments, d_model), from N(0, 0.02^2).
    """

    def __init__(self, vocabulary_size: int, places: int, segments: int, d_model: int):
        super().__init__(vocabulary_size, places, d_model)
        self.W_S = nn.Parameter(torch.randn(segments, d_model) * 0.02)
        self.norm = LayerNorm(d_model)

    def forward(self, ids, segments):
        """ids (..., n) and the segment of each (..., n) -> (..., n, d_model)."""
        return self.norm(eq.with_segments(super().forward(ids), eq.segments(segments, self.W_S)))


class Transform(Module):
    """What an encoded word passes before it is compared with the table: linear, GELU, norm. BERT's released code.

    Parameters: W_1 (d_model, d_model), b_1 (d_model,), and those of the norm.
    """

    def __init__(self, d_model: int):
        super().__init__()
        self.W_1 = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_model, d_model)))
        self.b_1 = nn.Parameter(torch.zeros(d_model))
        self.norm = LayerNorm(d_model)

    def forward(self, x):
        """(..., n, d_model) -> (..., n, d_model)."""
        return self.norm(feedforward.gelu(feedforward.hidden(x, self.W_1, self.b_1)))


class SegmentedEncoder(Module):
    """Words, places and segments through a stack of layers. ValueError for a text of more words than ``places``."""

    marks = Marks()

    def __init__(self, vocabulary_size: int, places: int, segments: int, d_model: int, n_heads: int, n_layers: int,
                 d_ff: int):
        super().__init__()
        self.embedding = SegmentedEmbedding(vocabulary_size, places, segments, d_model)
        self.encoder = nn.ModuleList(EncoderLayer(d_model, n_heads, d_ff, feed_forward=gelu_feed_forward)
                                     for _ in range(n_layers))

    def encode(self, ids, segments):
        """Word ids and segments (..., n) -> (..., n, d_model). A batch is padded, so it is masked."""
        x = self.embedding(ids, segments)
        mask = eq.padding_mask(ids, ids, self.marks.pad) if ids.ndim > 1 else None
        for layer in self.encoder:
            x = layer(x, mask)
        return x


class BERT(SegmentedEncoder):
    """A text with hidden words in, a score for every word at every place out; the output is tied to the embedding.

    Parameters besides the parts': b_out (vocabulary_size,).
    """

    plan = PLAN

    def __init__(self, vocabulary_size: int, places: int, segments: int = 2, d_model: int = 64, n_heads: int = 4,
                 n_layers: int = 2, d_ff: int = 256):
        super().__init__(vocabulary_size, places, segments, d_model, n_heads, n_layers, d_ff)
        self.transform = Transform(d_model)
        self.b_out = nn.Parameter(torch.zeros(vocabulary_size))

    def forward(self, ids, segments):
        """Word ids and segments (..., n) -> logits (..., n, vocabulary_size)."""
        return self.logits(self.encode(ids, segments))

    def logits(self, x):
        """Encoded (..., d_model) -> a score per word (..., vocabulary_size)."""
        return output.logits(self.transform(x), self.embedding.W_E, self.b_out)


class SentenceEncoder(SegmentedEncoder):
    """What a sentence says as a vector of length 1: near ones mean much the same."""

    plan = SENTENCE_PLAN

    def forward(self, ids, segments):
        """Word ids and segments (..., n) -> (..., d_model)."""
        s = sentence.mean_of_words(self.encode(ids, segments), ids, self.marks.pad)
        return sentence.unit_length(s, sentence.squared_length(s))
