"""Recurrent networks on their page: slots, the wavefront of a deep network, what is kept at inference, a memory slot.

EXHIBITS N2-01, N4-23, N4-25, N3-02, N4-28; erratum R100.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from core.data import digits, slots
from core.equations import attention
from core.models.gpt import GPT
from core.models.rnn import DeepRNN, WordRNN
from core.steps import Trace
from core.trace import given, record

DOUBLE = torch.float64
BASE = {"layers": 6, "d_model": 512}
"""The Transformer base model: Vaswani et al. 2017, table 3."""


def six(tagger) -> list[dict]:
    """The six sentences of N2 as a tagger labels them: words, labels wanted and said, shares (words, labels)."""
    rows = []
    for words, wanted in slots.six():
        shares = tagger.shares(words)
        labels = [tagger.labels[i] for i in shares.argmax(-1).tolist()]
        at = next(i for i, word in enumerate(words) if word in slots.CITIES)
        rows.append({"words": words, "wanted": wanted, "said": labels, "shares": shares, "city": at,
                     "right": labels[at] == wanted[at]})
    return rows


def reordered(model, ids: Tensor) -> float:
    """How far, at most, any state's number moves when the words before the last change places. No positions are added.

    The words are reversed, the last one stays; the last state is compared.
    """
    back = torch.cat((ids[:-1].flip(0), ids[-1:]))
    with torch.no_grad():
        states = [model.states(model.W_E[one])[-1] for one in (ids, back)]
    return (states[0] - states[1]).abs().max().item()


# ---- Deep: which state can be computed when --------------------------------------------------------------------------


def deep(times: int, layers: int) -> Trace:
    """A seeded deep network over ``times`` random inputs."""
    generator, d_h = torch.Generator().manual_seed(0), 8
    model = DeepRNN(d_h, d_h, 4, layers).double()
    for parameter in model.parameters():
        parameter.data = torch.randn(parameter.shape, generator=generator, dtype=DOUBLE) / math.sqrt(d_h)
    X = torch.randn(times, d_h, generator=generator, dtype=DOUBLE)
    with record(model) as trace:
        model(given("input", X, "time d_x"))
    return trace


def ticks(trace: Trace) -> Tensor:
    """When each state can be computed, by what it reads: one tick after the last of it. (layers, T), from 1."""
    steps = [name for name in trace if name.endswith("cell.hidden")]
    times = trace[steps[0]].shape[0]
    ready = torch.zeros(len(steps) + 1, times + 1, dtype=torch.long)  # what row and column 0 stand for is there at once
    for layer, t in itertools.product(range(len(steps)), range(times)):
        ready[layer + 1, t + 1] = 1 + torch.maximum(ready[layer + 1, t], ready[layer, t + 1])
    return ready[1:, 1:]


def sizes(trace: Trace) -> np.ndarray:
    """The length of each state. (layers, T)."""
    return np.stack([trace[name].value.norm(dim=-1).numpy() for name in trace if name.endswith("cell.hidden")])


# ---- What is kept ----------------------------------------------------------------------------------------------------


def numbers_in_memory(length: int) -> dict[str, int]:
    """Numbers kept after so many words: an RNN's state, its states for training, a base decoder's keys, values."""
    d = BASE["d_model"]
    return {"state": d, "training": d * length, "cache": 2 * BASE["layers"] * d * length}


def measured(length: int) -> dict[str, int]:
    """The same counted in small models that have read so many words: a state of 8, two layers of width 8."""
    words = torch.arange(length) % 6 + 4
    with torch.no_grad():
        rnn, gpt = WordRNN(10, 8, 8), GPT(10, length, d_model=8, n_heads=2, n_layers=2, d_ff=8)
        ends = [model.step(model.start(words[:1]), words)[1] for model in (rnn, gpt)]
    return {"state": sum(one.numel() for one in ends[0].context),
            "cache": sum(one.numel() for pair in ends[1].cache._kept.values() for one in pair)}


# ---- A memory slot ---------------------------------------------------------------------------------------------------


def frames(count: int = 4) -> np.ndarray:
    """The first pictures of different digits of the set, 8 x 8, from 0 to 1. (count, 8, 8)."""
    pictures, labels = digits.everything()
    return np.stack([pictures[np.flatnonzero(labels == wanted)[0], ..., 0].astype(float) for wanted in range(count)])


def read_by_content(memories: Sequence[np.ndarray], asked: np.ndarray) -> Trace:
    """Attention of one question over what is in memory: weights and what is read. Keys and values are the pictures."""
    K = torch.from_numpy(np.stack([one.ravel() for one in memories]))
    with record(torch.nn.Module()) as trace:
        Q, K = given("question", torch.from_numpy(asked.ravel())[None, None], "head query d_k"), K[None]
        attention.head_outputs(attention.weights(attention.scores(attention.dot_products(Q, K), K.shape[-1])), K)
    return trace
