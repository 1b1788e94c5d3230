"""A sentence in, a direction out: the encoder of BERT, the mean of its rows, length 1. Reimers and Gurevych 2019."""

from torch import nn

from core.data.vocabulary import Marks
from core.equations import embedding as eq
from core.equations import sentence
from core.models.bert import PLAN as BERT_PLAN
from core.models.bert import SegmentedEmbedding
from core.models.layers import EncoderLayer, gelu_feed_forward
from core.plan import Block, Plan
from core.trace import Module

PLAN = Plan({"encoder": BERT_PLAN.columns["encoder"],
             "output": (Block("sentence_vector", ("unit_length", "squared_length", "mean_of_words")),)},
            {**{name: x for name, x in BERT_PLAN.letters.items() if name.startswith(("embedding", "encoder"))},
             "mean_of_words": "s", "squared_length": r"\ell", "unit_length": "u"})
"""BERT's layers; s, l and u as in ``core.equations.sentence``."""


class SentenceEncoder(Module):
    """What a sentence says as a vector of length 1: near ones mean much the same.

    ValueError for a text of more words than ``places``.
    """

    plan, marks = PLAN, Marks()

    def __init__(self, vocabulary_size: int, places: int, segments: int, d_model: int, n_heads: int, n_layers: int,
                 d_ff: int):
        super().__init__()
        self.embedding = SegmentedEmbedding(vocabulary_size, places, segments, d_model)
        self.encoder = nn.ModuleList(EncoderLayer(d_model, n_heads, d_ff, feed_forward=gelu_feed_forward)
                                     for _ in range(n_layers))

    def forward(self, ids, segments):
        """Word ids and segments (..., n) -> (..., d_model)."""
        s = sentence.mean_of_words(self.encode(ids, segments), ids, self.marks.pad)
        return sentence.unit_length(s, sentence.squared_length(s))

    def encode(self, ids, segments):
        """Word ids and segments (..., n) -> (..., n, d_model). A batch is padded, so it is masked."""
        x = self.embedding(ids, segments)
        mask = eq.padding_mask(ids, ids, self.marks.pad) if ids.ndim > 1 else None
        for layer in self.encoder:
            x = layer(x, mask)
        return x
