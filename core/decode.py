"""From a distribution over the next word to a sentence: greedy, beam search, sampling, and the key-value cache.

A model decodes if it has ``marks``, ``start(prompt) -> State`` and ``step(state, ids) -> (logits, State)``
(core/models/cache.py): an encoder-decoder, a language model, a recurrent network.

N0 section 8, eq (40); N1 section 4; Vaswani et al. 2017, 6.1 (beam, length penalty after Wu et al. 2016, eq. 14).
"""

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from cachetools import LRUCache
from torch import Tensor

from core import device
from core.data.vocabulary import Marks
from core.equations import output
from core.trace import Trace, given, record

LIMIT = 48  # words; no sentence of the grammar is longer than 28
KEPT = 4  # texts whose keys and values a ``Continuation`` keeps
NOTHING = ("",)  # of the steps of a pass is kept; no step has this name


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


class NoNumbersError(ValueError):
    """Scores of which no word can be chosen: an edit has made them NaN or infinite."""


def distribution(logits: Tensor, temperature: float = 1.0, top_k: int = 0, top_p: float = 1.0) -> Tensor:
    """What is sampled from: (V,) probabilities of one row of logits (V,). N1 4.4; nucleus: Holtzman et al. 2020.

    First the temperature (0 puts everything on the largest logit), then the k likeliest words (0: all), then of what
    these leave, brought back to the sum 1, the likeliest words that together reach ``top_p``, never fewer than one. In
    ties and on the boundary as in Hugging Face's TopKLogitsWarper and TopPLogitsWarper: words as likely as the k-th
    all stay, and of equals the later ones are the last to go. Minus infinity rules a word out. Raises ValueError for
    values out of range, NoNumbersError for logits that are no numbers.
    """
    if not 0 <= temperature < math.inf or not 0 < top_p <= 1 or top_k < 0:
        raise ValueError("A temperature must be finite and at least 0, top-k at least 0, top-p above 0 and at most 1.")
    largest = _largest(logits)
    if temperature < torch.finfo(logits.dtype).tiny:  # as 0: dividing by it would be 0 / 0
        return torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).to(logits.dtype)
    scores = (logits - largest) / temperature
    if top_k:
        scores = scores.masked_fill(scores < scores.topk(min(top_k, len(scores))).values[-1], -math.inf)
    if top_p < 1:
        ordered, order = scores.sort(stable=True)
        dropped = torch.softmax(ordered, -1).cumsum(-1) <= 1 - top_p
        dropped[-1] = False
        scores = scores.masked_fill(torch.zeros_like(dropped).scatter(-1, order, dropped), -math.inf)
    return torch.softmax(scores, -1)


def _largest(logits: Tensor) -> Tensor:
    largest = logits.max()
    if not largest.isfinite():
        raise NoNumbersError("Scores that hold NaN or infinity, or rule out every word, give no distribution.")
    return largest


def greedy_choice(logits: Tensor) -> int:
    """The likeliest word. (V,) -> its id; the first where several are. NoNumbersError if the logits are no numbers."""
    _largest(logits)
    return int(logits.argmax(-1))


def sampling(temperature: float, top_k: int, top_p: float, seed: int) -> Callable[[Tensor], int]:
    """A choice that draws from ``distribution``, the same draws for the same seed."""
    generator = torch.Generator().manual_seed(seed)

    def choose(logits: Tensor) -> int:
        return int(torch.multinomial(distribution(logits, temperature, top_k, top_p), 1, generator=generator))

    return choose


@torch.no_grad()
def greedy(model, prompt: Tensor, limit: int = LIMIT) -> Tensor:
    """The likeliest word, again and again, until the end mark or ``limit`` words. N1 4.4.

    prompt: what ``model.start`` reads, ids (n,) or (batch, n) -> ids (m,) or (batch, m), padded behind the end mark.
    """
    if prompt.ndim == 1:
        return greedy(model, prompt.unsqueeze(0), limit)[0]
    state = model.start(prompt)
    word, chosen = state.first, []
    done = torch.zeros(len(prompt), 1, dtype=torch.bool, device=prompt.device)
    while len(chosen) < limit and not done.all():
        logits, state = model.step(state, word)
        word = logits[:, -1:].argmax(-1).masked_fill(done, model.marks.pad)
        done = done | (word == model.marks.end)
        chosen.append(word)
    return torch.cat(chosen, 1) if chosen else prompt.new_empty(len(prompt), 0)


def words(model, prompt: Tensor, choose: Callable[[Tensor], int] = greedy_choice, *, cached: bool = False,
          limit: int = LIMIT, edits: Sequence = (), only: Sequence[str] = (),
          labels: Callable[[list[int]], dict] = lambda ids: {}) -> Iterator[Word]:
    """Word by word, each with the trace of the pass that made it, until the end mark or the limit.

    ``cached``: the pass computes the new words only and takes earlier keys and values from the cache; otherwise every
    pass recomputes the whole text. ``labels(read)``: names for the trace's axes; ``only``: patterns of the steps that
    it keeps, or else all. ``edits`` act on every pass in which their place exists: a row that is not yet there is not
    yet changed (with a cache, the one row is row 0).
    Keys and values stay where the model lies; ``choose`` is given its row of scores on the CPU.
    """
    with record(model, *edits, strict=False, only=NOTHING):
        state = model.start(prompt, cached)
    text, new, last = state.first.tolist(), state.first.tolist(), None
    for _ in range(limit):
        read = new if cached else text
        trace, scores, probabilities, state = _recorded(model, state, read, labels, edits, only)
        last = choose(scores[-1].cpu())
        text, new = [*text, last], [last]
        yield Word(last, probabilities[-1].cpu(), trace)
        if last == model.marks.end:
            return


def trace_after(model, prompt: Tensor, before: Sequence[int],
                labels: Callable[[list[int]], dict] = lambda ids: {}) -> Trace:
    """The whole trace of the uncached pass in which ``words`` chooses what follows ``before`` (ids)."""
    with record(model, only=NOTHING):
        state = model.start(prompt, False)
    return _recorded(model, state, [*state.first.tolist(), *before], labels)[0]


def _recorded(model, state, read: list[int], labels: Callable[[list[int]], dict], edits: Sequence = (),
              only: Sequence[str] = ()) -> tuple[Trace, Tensor, Tensor, Any]:
    """One pass over the ids ``read``. -> its trace, scores and probabilities (len(read), V), the state after it."""
    with record(model, *edits, labels=labels(read), strict=False, only=only) as trace:
        ids = given("decoder_input", state.first.new_tensor(read), "token", shows="ids")
        scores, state = model.step(state, ids)
        probabilities = output.probabilities(scores)
    return trace, scores, probabilities, state


def next_scores(model, prompt: Tensor, before: Sequence[int], edits: Sequence = ()) -> Tensor:
    """The scores (V,) of the word after the words ``before`` (ids); ``edits`` act as in ``words``."""
    return _after(model, prompt, edits)(before).cpu()


def _after(model, prompt: Tensor, edits: Sequence) -> Callable[[Sequence[int] | Sequence[Sequence[int]]], Tensor]:
    """Scores (..., V) after a prefix, or after several of one length in one pass: what comes before the first word is
    read once, every prefix anew."""
    with torch.no_grad(), record(model, *edits, strict=False, only=NOTHING):
        state = model.start(prompt, False)

    @torch.no_grad()
    def scores(before: Sequence) -> Tensor:
        written = state.first.new_tensor(before)
        with record(model, *edits, strict=False, only=NOTHING):
            logits, _ = model.step(state, torch.cat((state.first.expand(*written.shape[:-1], -1), written), -1))
        return logits[..., -1, :]

    return scores


class Continuation:
    """The scores of what comes next in a text that grows: what was read before is kept, of the texts asked for last."""

    def __init__(self, model):
        self._model, self._lock = model, threading.Lock()
        self._kept: LRUCache[tuple[int, ...], tuple] = LRUCache(KEPT)

    @torch.no_grad()
    def scores(self, ids: tuple[int, ...]) -> Tensor:
        """(V,) after these words (ids); one step where all but the last of them were asked for before."""
        with self._lock:
            after, before = self._kept.get(ids), self._kept.get(ids[:-1])
        if after is None:
            state = before[1] if before else self._model.start(torch.tensor(ids, device=device.of(self._model)))
            logits, state = self._model.step(state, before[1].first.new_tensor(ids[-1:]) if before else state.first)
            after = logits[-1].to("cpu", copy=True), state
        with self._lock:
            self._kept[ids] = after
        return after[0]


def word_by_word(edits: Sequence) -> bool:
    """Whether they do to words read one by one, over a cache, what they do to the whole text: there one word has no
    mask, and keys and values are appended."""
    names = [edit.step.rpartition(".")[2] for edit in edits]
    return (all(edit.on_each for edit in edits)
            and all(name.isidentifier() and "mask" not in name and "appended" not in name for name in names))


def scorer(model, prompt: Tensor, edits: Sequence = ()) -> Callable[[Sequence[tuple[int, ...]]], Tensor]:
    """Log-probabilities (prefixes, V), in nats, of the next word after each of several prefixes of one length.

    For one prompt (n,). Where all prefixes but their last words were asked before, only those words are computed; under
    ``edits``, which act as in ``words``, where these allow it; else every prefix is read anew.
    """
    if not word_by_word(edits):
        scores = _after(model, prompt, edits)
        if all(edit.on_all for edit in edits):
            return lambda prefixes: torch.log_softmax(scores(prefixes), -1)
        return lambda prefixes: torch.log_softmax(torch.stack([scores(prefix) for prefix in prefixes]), -1)
    passes = record(model, *edits, strict=False, only=NOTHING, deep=False) if edits else torch.no_grad()
    with passes:
        root = model.start(prompt.unsqueeze(0))
    asked: dict[tuple[int, ...], int] = {}
    state = root

    def log_probabilities(prefixes: Sequence[tuple[int, ...]]) -> Tensor:
        nonlocal asked, state
        ids, parents = prompt.new_tensor(prefixes), [asked.get(prefix[:-1]) for prefix in prefixes]
        with passes:
            if ids.shape[1] and None not in parents:
                scores, state = model.step(state.rows(prompt.new_tensor(parents)), ids[:, -1:])
            else:
                begun = root.rows(prompt.new_zeros(len(prefixes)))
                scores, state = model.step(begun, torch.cat((begun.first, ids), 1))
        asked = {prefix: row for row, prefix in enumerate(prefixes)}
        return torch.log_softmax(scores[:, -1], -1)

    return log_probabilities


@dataclass(frozen=True)
class Beam:
    """All prefixes that were looked at, and which of them are the finished hypotheses, best score first."""

    tree: list[Node]
    best: list[int]


def beam(log_probabilities: Callable[[Sequence[tuple[int, ...]]], Tensor], width: int = 4, alpha: float = 0.6,
         limit: int = LIMIT, end: int = Marks().end) -> Beam:
    """Beam search: the ``width`` likeliest prefixes are extended until as many have ended, or to ``limit`` words.

    A hypothesis' score is its log-probability (nats) / ((5 + length) / 6) ** alpha, its length with the end mark; the
    search itself goes by log-probability. A width of 1 is greedy. Wu et al. 2016, eq. 14. Raises ValueError for a width
    or a limit below 1. (Hugging Face's ``length_penalty`` divides by length ** alpha instead.)
    """
    if width < 1 or limit < 1:
        raise ValueError("A beam has a width of at least 1, and room for at least 1 word.")
    tree, alive, finished = [Node((), None, 0.0, 0.0, True, False)], [0], []
    for _ in range(limit):
        candidates = _extended(tree, alive, log_probabilities, width, alpha, end)
        order = sorted(range(len(candidates)), key=lambda i: -candidates[i].log_probability)
        kept = set(order[: width - len(finished)])
        alive = []
        for i, node in enumerate(candidates):
            tree.append(replace(node, kept=True) if i in kept else node)
            if i in kept:
                (finished if node.finished else alive).append(len(tree) - 1)
        if not alive:
            break
    return Beam(tree, sorted(finished or alive, key=lambda i: -tree[i].score))


def _extended(tree, alive, log_probabilities, width, alpha, end) -> list[Node]:
    """The ``width`` likeliest next words of each living prefix, of those that are possible."""
    nodes = []
    for i, row in zip(alive, log_probabilities([tree[i].words for i in alive])):
        top = row.topk(min(width, row.numel()))
        for value, word in zip(top.values.tolist(), top.indices.tolist()):
            if value == -math.inf:  # ruled out
                continue
            total = tree[i].log_probability + value
            words = (*tree[i].words, word)
            nodes.append(Node(words, i, total, total / ((5 + len(words)) / 6) ** alpha, False, word == end))
    return nodes
