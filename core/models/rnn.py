"""The recurrent networks of N4: one tanh cell, called once per time; layers of such cells."""

from collections.abc import Callable

import torch
from torch import nn

from core.data.vocabulary import Marks
from core.equations import recurrent as eq
from core.equations.embedding import lookup
from core.models.cache import Cache, State
from core.plan import Block, Plan
from core.trace import Module, given

CELL = Block("recurrent_cell", ("cell.*", "stacked"))
OUTPUT = Block("logits", ("readout",)), Block("next_word", ("probabilities",)), Block("loss", ("loss", "token_losses"))
PLAN = Plan({"recurrent": (CELL,), "output": OUTPUT})
WORD_PLAN = Plan({"recurrent": (Block("word_vectors", ("lookup", "shift_right")), CELL), "output": OUTPUT})

DEEP_PLAN = Plan({"recurrent": (Block("recurrent_cell", ("layers.*.cell.*", "layers.*.stacked")),), "output": OUTPUT},
                 {"layers.*.cell.hidden": "h^{{l}}"})


def begun(cell: Module, X, state: tuple = ()) -> tuple:
    """The state before the rows of X (..., T, d_x), each part (..., d_h) by its name; zeros where none is given."""
    state = state or [X.new_zeros(*X.shape[:-2], cell.d_h) for _ in cell.parts]
    return tuple(given(name, part, "d_h") for name, part in zip(cell.parts, state))


def over_time(cell: Callable[..., tuple], X, *state) -> list[tuple]:
    """A cell over the rows of X (..., T, d_x), from a state with parts (..., d_h) -> each part after every row."""
    states = []
    for t in range(X.shape[-2]):
        state = cell(*state, X, t)
        states.append(state)
    return list(zip(*states))


class RNNCell(Module):
    """One step in time: h_t = tanh(W h_{t-1} + U x_t + b). W (d_h, d_h), U (d_h, d_x), b (d_h,). N4, RNN.

    ``parts``: the names of what its state begins with.
    """

    axis, parts = "time", ("start",)

    def __init__(self, d_x: int, d_h: int):
        super().__init__()
        self.d_h = d_h
        self.W = nn.Parameter(nn.init.orthogonal_(torch.empty(d_h, d_h)))
        self.U = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_h, d_x)))
        self.b = nn.Parameter(torch.zeros(d_h))

    def forward(self, h, X, t: int):
        """h (..., d_h) before, X (..., T, d_x), t from 0 -> (h,), the state (..., d_h) after as the only part."""
        return (eq.hidden(eq.pre_activation(h, eq.at_time(X, t), self.W, self.U, self.b)),)


class RNN(Module):
    """The cell unrolled over a sequence, and a score per word from each state. N4, RNN forward pass.

    Parameters beside the cell's: V (vocabulary_size, d_h), c (vocabulary_size,).
    """

    plan, kind = PLAN, RNNCell

    def __init__(self, d_x: int, d_h: int, vocabulary_size: int):
        super().__init__()
        self.cell = self.kind(d_x, d_h)
        self.V = nn.Parameter(nn.init.xavier_uniform_(torch.empty(vocabulary_size, d_h)))
        self.c = nn.Parameter(torch.zeros(vocabulary_size))

    def forward(self, X):
        """X (..., T, d_x), T at least 1 -> scores (..., T, vocabulary_size). The state starts at zero."""
        return eq.readout(self.states(X), self.V, self.c)

    def states(self, X, *state):
        """The states (..., T, d_h) after each row of X (..., T, d_x), from a state as ``begun``."""
        return eq.stacked(*over_time(self.cell, X, *begun(self.cell, X, state))[0])


class WordRNN(RNN):
    """A language model with one state: words in by a table W_E (vocabulary_size, d_x), scores of each next word. N4."""

    plan, marks = WORD_PLAN, Marks()

    def __init__(self, vocabulary_size: int, d_x: int, d_h: int):
        super().__init__(d_x, d_h, vocabulary_size)
        self.W_E = nn.Parameter(torch.randn(vocabulary_size, d_x) * d_x**-0.5)

    def forward(self, ids):
        """Word ids (..., T) -> logits (..., T, vocabulary_size)."""
        return super().forward(lookup(ids, self.W_E))

    def start(self, prompt, cached: bool = True) -> State:
        """The state before the prompt (..., n), which is what to step with first; its first word is the start mark."""
        return State(prompt, (self.V.new_zeros(*prompt.shape[:-1], self.cell.d_h),), Cache() if cached else None)

    def step(self, state: State, ids):
        """Read more words (..., k), or all so far without a cache -> (logits (..., k, V), the next state)."""
        H = self.states(lookup(ids, self.W_E), *state.context)
        after = state if state.cache is None else State(state.first, (H[..., -1, :],), state.cache)
        return eq.readout(H, self.V, self.c), after


class RNNLayer(Module):
    """One layer of a deep network: the cell over all times. X (..., T, d_x) -> states (..., T, d_h)."""

    def __init__(self, d_x: int, d_h: int):
        super().__init__()
        self.cell = RNNCell(d_x, d_h)

    def forward(self, X, state):
        """``state``: before anything was read, as ``begun``."""
        return eq.stacked(*over_time(self.cell, X, *state)[0])


class DeepRNN(Module):
    """Layers of recurrent cells, each reading the states of the one below; scores from the highest. N4, deep RNN.

    h_t of layer l = tanh(W h_{t-1} of layer l + U h_t of layer l-1 + b). V (vocabulary_size, d_h), c.
    """

    plan = DEEP_PLAN

    def __init__(self, d_x: int, d_h: int, vocabulary_size: int, n_layers: int):
        super().__init__()
        self.layers = nn.ModuleList(RNNLayer(d_h if layer else d_x, d_h) for layer in range(n_layers))
        self.V = nn.Parameter(nn.init.xavier_uniform_(torch.empty(vocabulary_size, d_h)))
        self.c = nn.Parameter(torch.zeros(vocabulary_size))

    def forward(self, X):
        """X (..., T, d_x) -> scores (..., T, vocabulary_size). Every layer's state starts at zero."""
        start = begun(self.layers[0].cell, X)
        for layer in self.layers:
            X = layer(X, start)
        return eq.readout(X, self.V, self.c)
