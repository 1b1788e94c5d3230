"""Networks that label every word, for slot filling: by the word alone, by a state, by a memory, by attention. N2."""

from torch import nn, randn, zeros

from core.equations import tagging
from core.equations.embedding import look_ahead_mask, lookup
from core.equations.norm import added
from core.models.attention import MultiHeadAttention
from core.models.layers import Embedding
from core.models.lstm import CELL as LSTM_CELL
from core.models.lstm import LETTERS, LSTMCell
from core.models.rnn import CELL, RNN
from core.plan import Block, Plan
from core.trace import Module

EMBEDDING = Block("word_vectors", ("lookup",))
LABELS = Block("labels", ("label_scores", "label_probabilities"))
WORD_PLAN = Plan({"per_word": (EMBEDDING,), "output": (LABELS,)})
LSTM_PLAN = Plan({"recurrent": (EMBEDDING, LSTM_CELL), "output": (LABELS,)}, LETTERS)
ATTENTION_PLAN = Plan({"encoder": (Block("embedding", ("embedding.*",)),
                                   Block("self_attention", ("attention.*", "look_ahead_mask")),
                                   Block("add", ("added",))), "output": (LABELS,)})
RECURRENT_PLAN = Plan({"recurrent": (EMBEDDING, CELL), "output": (LABELS,)})


class PerWordTagger(Module):
    """Every word by itself: its vector, a score per label. W_E (vocabulary_size, d_x), V (labels, d_x), c (labels,)."""

    plan = WORD_PLAN

    def __init__(self, vocabulary_size: int, labels: int, d_x: int):
        super().__init__()
        self.W_E = nn.Parameter(randn(vocabulary_size, d_x) * d_x**-0.5)
        self.V = nn.Parameter(nn.init.xavier_uniform_(zeros(labels, d_x)))
        self.c = nn.Parameter(zeros(labels))

    def forward(self, ids):
        """Word ids (..., T) -> scores (..., T, labels)."""
        return tagging.label_scores(lookup(ids, self.W_E), self.V, self.c)


class RecurrentTagger(RNN):
    """A recurrent network whose state is read off as a label at every word. N2, N4.

    Parameters beside the RNN's: W_E (vocabulary_size, d_x); its V and c give a score per label.
    """

    plan = RECURRENT_PLAN

    def __init__(self, vocabulary_size: int, labels: int, d_x: int, d_h: int):
        super().__init__(d_x, d_h, labels)
        self.W_E = nn.Parameter(randn(vocabulary_size, d_x) * d_x**-0.5)

    def forward(self, ids):
        """Word ids (..., T) -> scores (..., T, labels)."""
        return tagging.label_scores(self.states(lookup(ids, self.W_E)), self.V, self.c)


class LSTMTagger(RecurrentTagger):
    """The same with an LSTM. N2, N4."""

    plan, kind = LSTM_PLAN, LSTMCell


class AttentionTagger(Module):
    """The same with one causal self-attention: every word looks back at the words before it. V (labels, d_x), c."""

    plan = ATTENTION_PLAN

    def __init__(self, vocabulary_size: int, labels: int, d_x: int, n_heads: int):
        super().__init__()
        self.embedding = Embedding(vocabulary_size, d_x)
        self.attention = MultiHeadAttention(d_x, n_heads)
        self.V = nn.Parameter(nn.init.xavier_uniform_(zeros(labels, d_x)))
        self.c = nn.Parameter(zeros(labels))

    def forward(self, ids):
        """Word ids (..., T) -> scores (..., T, labels)."""
        x = self.embedding(ids)
        return tagging.label_scores(added(x, self.attention(x, mask=look_ahead_mask(ids, ids))), self.V, self.c)
