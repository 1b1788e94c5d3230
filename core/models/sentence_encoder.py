"""A sentence in, a direction out: the encoder of BERT, the mean of its rows, length 1. Reimers and Gurevych 2019."""

from core.equations import sentence
from core.models.bert import PLAN as BERT_PLAN
from core.models.bert import SegmentedEncoder
from core.plan import Block, Plan

PLAN = Plan({"encoder": BERT_PLAN.columns["encoder"],
             "output": (Block("sentence_vector", ("unit_length", "squared_length", "mean_of_words")),)},
            {**{name: x for name, x in BERT_PLAN.letters.items() if name.startswith(("embedding", "encoder"))},
             "mean_of_words": "s", "squared_length": r"\ell", "unit_length": "u"})
"""BERT's layers; s, l and u as in ``core.equations.sentence``."""


class SentenceEncoder(SegmentedEncoder):
    """What a sentence says as a vector of length 1: near ones mean much the same."""

    plan = PLAN

    def forward(self, ids, segments):
        """Word ids and segments (..., n) -> (..., d_model)."""
        s = sentence.mean_of_words(self.encode(ids, segments), ids, self.marks.pad)
        return sentence.unit_length(s, sentence.squared_length(s))
