"""Recurrent translators: N2, machine translation and the attention-based model.

An encoder reads the sentence word by word; a decoder writes the translation word by word. Between them stands one state
of a fixed size (Sutskever et al. 2014), or, with attention, every state of the encoder (Bahdanau et al. 2015).
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from core.data.vocabulary import Marks
from core.equations import alignment, bridge, output, recurrent
from core.models.cache import Cache, State
from core.models.layers import Words
from core.models.lstm import LSTMCell
from core.models.rnn import RNNCell, begun, over_time
from core.models.transformer import OUTPUT
from core.plan import Block, Plan
from core.trace import Module, given

BRIDGE = Block("bridge", ("encoder.bridge", "encoder.memory_bridge"))
LETTERS = {"source_embedding.lookup": "X", "encoder.cell.cell_state": "C", "encoder.stacked": "H",
           "encoder.bridge": "z^{0}", "encoder.memory_bridge": "C^{0}", "target_embedding.lookup": "Y",
           "decoder.cross_attention.energies": "e", "decoder.cross_attention.weights": r"\hat{\alpha}",
           "decoder.cross_attention.context": "c", "decoder.cell.cell_state": "C", "decoder.stacked": "Z",
           "loss": "L"}

MATCH_PLAN = Plan({"decoder": (Block("match", ("matched", "energies")), Block("softmax", ("weights",)),
                               Block("context", ("context",)))})


def planned(encoder: str, decoder: str) -> Plan:
    """The drawing of a recurrent translator whose cells have these words."""
    return Plan({"encoder": (Block("word_vectors", ("source_embedding.*",)),
                             Block(encoder, ("encoder.cell.*", "encoder.stacked")), BRIDGE),
                 "decoder": (Block("word_vectors", ("target_embedding.*", "shift_right")),
                             Block(decoder, ("decoder.cell.*", "decoder.cross_attention.*", "decoder.stacked"))),
                 "output": OUTPUT}, LETTERS)


class Encoder(Module):
    """A cell over the source; its states, and the bridge to the decoder."""

    def __init__(self, cell: Module):
        super().__init__()
        self.cell = cell

    def forward(self, X, source, pad: int):
        """X (..., n, d_x) of the ids ``source`` (..., n) -> (states (..., n, d_h), the last state, a tensor a part)."""
        parts, bridges = over_time(self.cell, X, *begun(self.cell, X)), (bridge.bridge, bridge.memory_bridge)
        return recurrent.stacked(*parts[0]), tuple(over(source, pad, *part) for over, part in zip(bridges, parts))


class Decoder(Module):
    """A cell over the words written so far, begun by what the encoder hands over."""

    def __init__(self, cell: Module):
        super().__init__()
        self.cell = cell

    def forward(self, Y, state, memory=None, source=None, pad: int = 0):
        """Y (..., m, d_x), the state -> (states (..., m, d_h), the state after the last word)."""
        parts = over_time(self.cell, Y, *state)
        return recurrent.stacked(*parts[0]), tuple(part[-1] for part in parts)


class AdditiveAttention(Module):
    """match(z, h_i) as a small network; W (d_match, d_z), U (d_match, d_h), v (d_match,). Bahdanau et al., A.1.2."""

    plan = MATCH_PLAN

    def __init__(self, d_z: int, d_h: int, d_match: int):
        super().__init__()
        self.W = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_match, d_z)))
        self.U = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_match, d_h)))
        self.v = nn.Parameter(torch.randn(d_match) * d_match**-0.5)

    def forward(self, z, H, ids=None, pad: int = 0):
        """z (..., d_z), H (..., n, d_h) -> context (..., d_h). ``ids`` (..., n): hide the states of padding."""
        e = alignment.energies(alignment.matched(z, H, self.W, self.U), self.v)
        if ids is not None:
            e = alignment.masked_energies(e, ids, pad)
        return alignment.context(alignment.weights(e), H)


class SourceAttention(AdditiveAttention):
    """Asked once per written word."""

    axis = "time"


class ReadingCell(LSTMCell):
    """An LSTM cell that reads the context behind the word. N2, attention-based model: c^0 goes in, z^1 comes out."""

    def forward(self, h, C, X, t: int, c):
        return self.read(h, C, alignment.with_context(recurrent.at_time(X, t), c))


class AttendingDecoder(Module):
    """Before each word the decoder asks with its state, reads the mixture of source states, and goes on from there."""

    def __init__(self, d_x: int, d_h: int, d_match: int):
        super().__init__()
        self.cross_attention = SourceAttention(d_h, d_h, d_match)
        self.cell = ReadingCell(d_x + d_h, d_h)

    def forward(self, Y, state, memory, source, pad: int = 0):
        """As ``Decoder``, with the encoder's states ``memory`` (..., n, d_h) of the ids ``source`` (..., n)."""
        words = source if source.ndim > 1 else None
        parts = over_time(lambda h, C, Y, t: self.cell(h, C, Y, t, self.cross_attention(h, memory, words, pad)),
                          Y, *state)
        return recurrent.stacked(*parts[0]), tuple(part[-1] for part in parts)


def unrolled(cell: RNNCell | LSTMCell, X: Tensor, state: Sequence[Tensor],
             lengths: Tensor | None = None) -> tuple[Tensor, tuple[Tensor, ...]]:
    """A cell over X (batch, T, d_x) from its state, each (batch, d_h), by torch's own kernels, without a trace.

    -> (states (batch, T, d_h), the state after the last row; of each sequence's own last row where ``lengths`` (batch,)
    says how long it is, its states behind that being 0).
    """
    lstm = isinstance(cell, LSTMCell)
    kernel, weights = (torch.lstm, cell.stacked_weights()) if lstm else (torch.rnn_tanh, (cell.U, cell.W, cell.b))
    weights = [*weights, torch.zeros_like(weights[2])]
    before = [part.unsqueeze(0) for part in state]
    if lengths is None:
        H, *after = kernel(X, before if lstm else before[0], weights, True, 1, 0.0, False, False, True)
        return H, tuple(part[0] for part in after)
    packed = nn.utils.rnn.pack_padded_sequence(X, lengths, batch_first=True, enforce_sorted=False)
    before = [part[:, packed.sorted_indices] for part in before]
    data, *after = kernel(packed.data, packed.batch_sizes, before if lstm else before[0], weights, True, 1, 0.0, False,
                          False)
    H, _ = nn.utils.rnn.pad_packed_sequence(nn.utils.rnn.PackedSequence(data, *packed[1:]), True, 0.0, X.shape[1])
    return H, tuple(part[0, packed.unsorted_indices] for part in after)


class RecurrentTranslator(Module):
    """Sentence in, a score for every next word out, by two recurrent networks. N2, machine translation.

    Parameters beside the tables' and cells': W_out (target_size, d_h), b_out (target_size,). ``dropout`` acts in
    ``scores``, by which it is trained: words and states. ``marks``: which word ids are no words.
    """

    marks = Marks()
    plan: Plan
    cell: type[Module]

    def __init__(self, source_size: int, target_size: int, d_x: int, d_h: int, dropout: float = 0.0):
        super().__init__()
        self.source_embedding, self.target_embedding = Words(source_size, d_x), Words(target_size, d_x)
        self.encoder, self.decoder = Encoder(self.cell(d_x, d_h)), self.made(d_x, d_h)
        self.W_out = nn.Parameter(torch.randn(target_size, d_h) * d_h**-0.5)
        self.b_out = nn.Parameter(torch.zeros(target_size))
        self.dropout = dropout

    def made(self, d_x: int, d_h: int) -> Module:
        """The decoder."""
        return Decoder(self.cell(d_x, d_h))

    def forward(self, source, decoder_input):
        """source (..., n), decoder_input (..., m) -> logits (..., m, target_size)."""
        memory, state = self.encode(source)
        return self.logits(self.decode(decoder_input, state, memory, source)[0])

    def logits(self, Z):
        """Decoder states (..., m, d_h) -> a score per word (..., m, target_size)."""
        return output.logits(Z, self.W_out, self.b_out)

    def encode(self, source):
        """Word ids (..., n) -> (states (..., n, d_h), the state handed over)."""
        return self.encoder(self.source_embedding(source), source, self.marks.pad)

    def decode(self, decoder_input, state, memory, source):
        """Word ids (..., m) from a state -> (states (..., m, d_h), the state after them)."""
        return self.decoder(self.target_embedding(decoder_input), state, memory, source, self.marks.pad)

    def start(self, source, cached: bool = True) -> State:
        """The state before the first word: the source (..., n) is read."""
        first = torch.full((*source.shape[:-1], 1), self.marks.start)
        memory, state = self.encode(source)
        return State(first, (source, memory, *state), Cache() if cached else None)

    def step(self, state: State, ids):
        """Read more words (..., k), or all so far without a cache -> (logits (..., k, target_size), the next state)."""
        source, memory, *before = state.context
        memory = given("memory", memory, "key d_h")
        Z, after = self.decode(ids, begun(self.decoder.cell, memory, before), memory, source)
        following = state if state.cache is None else State(state.first, (source, memory, *after), state.cache)
        return self.logits(Z), following

    def scores(self, source, decoder_input):
        """What ``forward`` gives for batches (batch, n), (batch, m), by fused kernels, and dropout: for training."""
        X = self.dropped(self.source_embedding(source))
        state = tuple(part.detach() for part in begun(self.encoder.cell, X))
        memory, state = unrolled(self.encoder.cell, X, state, (source != self.marks.pad).sum(-1))
        Z = self.written(self.dropped(self.target_embedding(decoder_input)), state, memory, source)
        return self.logits(self.dropped(Z))

    def written(self, Y, state, memory, source):
        """The decoder's states (batch, m, d_h) over Y (batch, m, d_x), fused."""
        return unrolled(self.decoder.cell, Y, state)[0]

    def dropped(self, x):
        """With dropout in training."""
        return nn.functional.dropout(x, self.dropout, self.training)


class RNNTranslator(RecurrentTranslator):
    """With plain tanh cells: N2, machine translation."""

    cell, plan = RNNCell, planned("recurrent_cell", "recurrent_cell")


class LSTMTranslator(RecurrentTranslator):
    """With LSTM cells. Sutskever et al. 2014, one layer each and the source in its own order."""

    cell, plan = LSTMCell, planned("lstm_cell", "lstm_cell")


class AttentionTranslator(RecurrentTranslator):
    """With LSTM cells and additive attention. N2, attention-based model; Bahdanau et al. 2015, with one direction.

    ``d_match``: the width in which states are compared.
    """

    cell, plan = LSTMCell, planned("lstm_cell", "attending_cell")

    def __init__(self, source_size: int, target_size: int, d_x: int, d_h: int, d_match: int, dropout: float = 0.0):
        self.d_match = d_match
        super().__init__(source_size, target_size, d_x, d_h, dropout)

    def made(self, d_x: int, d_h: int) -> Module:
        return AttendingDecoder(d_x, d_h, self.d_match)

    def written(self, Y, state, memory, source):
        asked, cell = self.decoder.cross_attention, self.decoder.cell
        W, U, b = cell.stacked_weights()
        W_word, W_context = W[:, :Y.shape[-1]], torch.cat((W[:, Y.shape[-1]:], U), 1)
        offered, hidden, read = memory @ asked.U.mT, source == self.marks.pad, Y @ W_word.mT + b
        (h, C), states = state, []
        for t in range(Y.shape[1]):
            e = torch.tanh((h @ asked.W.mT).unsqueeze(1) + offered) @ asked.v
            c = torch.bmm(torch.softmax(e.masked_fill(hidden, -torch.inf), -1).unsqueeze(1), memory).squeeze(1)
            i, f, new, o = (read[:, t] + torch.cat((c, h), 1) @ W_context.mT).chunk(4, 1)
            C = torch.sigmoid(f) * C + torch.sigmoid(i) * torch.tanh(new)
            h = torch.sigmoid(o) * torch.tanh(C)
            states.append(h)
        return torch.stack(states, 1)


NETWORKS = {"rnn": RNNTranslator, "lstm": LSTMTranslator, "attention": AttentionTranslator}
"""The networks by the word that a checkpoint's JSON has for them."""
