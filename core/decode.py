"""From a distribution over the next word to a sentence: greedy, beam search, sampling, and the key-value cache.

N0 section 8, eq (40); N1 section 4; Vaswani et al. 2017, 6.1 (beam, length penalty after Wu et al. 2016, eq. 14).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from core.equations import output
from core.models.transformer import END, PAD, START, Transformer
from core.trace import Trace, given, record

LIMIT = 48  # words; no sentence of the grammar is longer than 28


class Cache:
    """Keys (head, past, d_k) and values (head, past, d_v) of earlier words, per attention module; ``length`` words.

    For one source and one growing target; ``Transformer.decode`` fills it, a word at a time. N0 eq (40).
    """

    def __init__(self):
        self.length = 0
        self._kept: dict = {}

    def __contains__(self, attention) -> bool:
        return attention in self._kept

    def given(self, attention) -> tuple[Tensor, Tensor]:
        """What was kept, named as coming from an earlier pass."""
        K, V = self._kept[attention]
        return given("past_keys", K, "head past d_k"), given("past_values", V, "head past d_v")

    def keep(self, attention, K: Tensor, V: Tensor) -> tuple[Tensor, Tensor]:
        """Take the place of what was kept; returns the same K and V."""
        self._kept[attention] = K, V
        return K, V


@dataclass(frozen=True)
class Word:
    """One generated word: its id, the distribution (V,) it was chosen from, and the pass that made it."""

    id: int
    probabilities: Tensor
    trace: Trace


@dataclass(frozen=True)
class Node:
    """A prefix in the beam's tree: its words, its parent's number in the tree, and how far it got.

    ``log_probability``: summed over the words, in nats; ``score``: with the length penalty; ``kept``: it stayed
    in the beam; ``finished``: its last word is the end token.
    """

    words: tuple[int, ...]
    parent: int | None
    log_probability: float
    score: float
    kept: bool
    finished: bool


def distribution(logits: Tensor, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0) -> Tensor:
    """What is sampled from: (V,) probabilities of one row of logits (V,). N1 4.4; nucleus: Holtzman et al. 2020.

    First the temperature (0 puts everything on the largest logit), then the k likeliest words (0: all), then the
    likeliest words that together reach ``top_p``, never fewer than one. Minus infinity rules a word out. Raises
    ValueError for values out of range, and for logits that are no numbers.
    """
    if not 0 <= temperature < math.inf or not 0 < top_p <= 1 or top_k < 0:
        raise ValueError("A temperature must be finite and at least 0, top-k at least 0, top-p above 0 and at most 1.")
    largest = logits.max()
    if not largest.isfinite():
        raise ValueError("Scores that hold NaN or infinity, or rule out every word, give no distribution.")
    if temperature < torch.finfo(logits.dtype).tiny:  # as 0: dividing by it would be 0 / 0
        return torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).to(logits.dtype)
    p = torch.softmax((logits - largest) / temperature, -1)
    ordered, order = p.sort(descending=True, stable=True)
    inside = (ordered.cumsum(-1) - ordered < top_p) | (top_p == 1)  # rounding may carry the sum past 1
    if top_k:
        inside[top_k:] = False
    kept = torch.zeros_like(p).scatter(-1, order, ordered * inside)
    return kept / kept.sum()


def greedy_choice(logits: Tensor) -> int:
    """The likeliest word. (V,) -> its id; the first where several are."""
    return int(logits.argmax(-1))


def sampling(temperature: float, top_k: int, top_p: float, seed: int) -> Callable[[Tensor], int]:
    """A choice that draws from ``distribution``, the same draws for the same seed."""
    generator = torch.Generator().manual_seed(seed)

    def choose(logits: Tensor) -> int:
        return int(torch.multinomial(distribution(logits, temperature, top_k, top_p), 1, generator=generator))

    return choose


@torch.no_grad()
def greedy(model: Transformer, source: Tensor, limit: int = LIMIT) -> Tensor:
    """The likeliest word, again and again, until the end token or ``limit`` words. N1 4.4.

    source (n,) or (batch, n), padded at the end -> ids (m,) or (batch, m), padded behind the end token.
    """
    if source.ndim == 1:
        return greedy(model, source.unsqueeze(0), limit)[0]
    memory, cache = model.encode(source), Cache()
    word = torch.full((len(source), 1), START)
    done = torch.zeros(len(source), 1, dtype=torch.bool)
    said = [word]
    while len(said) <= limit and not done.all():
        y = model.decode(word, memory, source, cache)
        word = model.logits(y).argmax(-1).masked_fill(done, PAD)
        done = done | (word == END)
        said.append(word)
    return torch.cat(said, 1)[:, 1:]


def words(model: Transformer, source: Tensor, choose: Callable[[Tensor], int] = greedy_choice, *, cached: bool = False,
          limit: int = LIMIT, edits: Sequence = (),
          labels: Callable[[list[int]], dict] = lambda ids: {}) -> Iterator[Word]:
    """Word by word, each with the trace of the pass that made it, until the end token or the limit.

    ``cached``: the pass computes the new word only and takes earlier keys and values from the cache; otherwise every
    pass recomputes the whole prefix. ``labels(prefix)``: names for the trace's axes. ``edits`` act on every pass in
    which their place exists: a row that is not yet there is not yet changed (with a cache, the one row is row 0).
    """
    ids, cache = [START], Cache() if cached else None
    with record(model, *edits, strict=False):
        memory = model.encode(source)
    while len(ids) <= limit and ids[-1] != END:
        prefix = ids[-1:] if cached else ids
        with record(model, *edits, labels=labels(prefix), strict=False) as trace:
            at = given("decoder_input", torch.tensor(prefix), "token")
            kept = given("memory", memory, "token d_model")
            scores = model.logits(model.decode(at, kept, source, cache))
            probabilities = output.probabilities(scores)
        ids.append(choose(scores[-1]))
        yield Word(ids[-1], probabilities[-1], trace)


def scorer(model: Transformer, source: Tensor) -> Callable[[Sequence[tuple[int, ...]]], Tensor]:
    """Log-probabilities (prefixes, V), in nats, of the next word after each of several prefixes of one length.

    For one source sentence (n,); prefixes are without the start token.
    """
    with torch.no_grad():
        memory = model.encode(source)

    @torch.no_grad()
    def log_probabilities(prefixes: Sequence[tuple[int, ...]]) -> Tensor:
        ids = torch.tensor([(START, *prefix) for prefix in prefixes])
        sources, memories = source.expand(len(ids), -1), memory.expand(len(ids), -1, -1)
        y = model.decode(ids, memories, sources)[:, -1]
        return torch.log_softmax(model.logits(y), -1)

    return log_probabilities


@dataclass(frozen=True)
class Beam:
    """All prefixes that were looked at, and which of them are the finished hypotheses, best score first."""

    tree: list[Node]
    best: list[int]


def beam(log_probabilities: Callable[[Sequence[tuple[int, ...]]], Tensor], width: int = 4, alpha: float = 0.6,
         limit: int = LIMIT) -> Beam:
    """Beam search: the ``width`` likeliest prefixes are extended until as many have ended, or to ``limit`` words.

    A hypothesis' score is its log-probability (nats) / ((5 + length) / 6) ** alpha, its length with the end token; the
    search itself goes by log-probability. A width of 1 is greedy. Wu et al. 2016, eq. 14. Raises ValueError for a width
    or a limit below 1.
    """
    if width < 1 or limit < 1:
        raise ValueError("A beam has a width of at least 1, and room for at least 1 word.")
    tree, alive, finished = [Node((), None, 0.0, 0.0, True, False)], [0], []
    for _ in range(limit):
        candidates = _extended(tree, alive, log_probabilities, width, alpha)
        order = sorted(range(len(candidates)), key=lambda i: -candidates[i].log_probability)
        kept = set(order[: width - len(finished)])
        alive = []
        for i, node in enumerate(candidates):
            tree.append(replace(node, kept=i in kept))
            if i in kept:
                (finished if node.finished else alive).append(len(tree) - 1)
        if not alive:
            break
    return Beam(tree, sorted(finished or alive, key=lambda i: -tree[i].score))


def _extended(tree, alive, log_probabilities, width, alpha) -> list[Node]:
    """The ``width`` likeliest next words of each living prefix."""
    found = []
    for i, row in zip(alive, log_probabilities([tree[i].words for i in alive])):
        top = row.topk(min(width, row.numel()))
        for value, word in zip(top.values.tolist(), top.indices.tolist()):
            total = tree[i].log_probability + value
            words = (*tree[i].words, word)
            found.append(Node(words, i, total, total / ((5 + len(words)) / 6) ** alpha, False, word == END))
    return found
