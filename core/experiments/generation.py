"""Generation, measured: one row more per pass, the cache, one pass against many, beams, samples, the chain rule.

EXHIBITS N0-01, N0-24, N0-25, N1-16, N1-23; ERRATA R31, R54. Everything runs on a trained translator and one sentence,
except the two trees written by hand.
"""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from core import decode
from core.data.vocabulary import Marks
from core.edits import Edit, Skip
from core.equations import embedding
from core.subjects.translator import Translator
from core.trace import record

MARKS = Marks()


def loop(translator: Translator, source: Tensor, *, ends: bool = True, limit: int = decode.LIMIT,
         only: Sequence[str] = ()) -> list[decode.Word]:
    """The greedy loop, every pass with its trace; not ``ends``: the end token cannot be chosen. N0-24, N1-16.

    ``only``: patterns of the steps that the traces keep, or else all.
    """
    def choose(logits: Tensor) -> int:
        return int((logits if ends else logits.index_fill(-1, torch.tensor([MARKS.end]), -math.inf)).argmax(-1))

    return list(decode.words(translator.model, source, choose, limit=limit, only=only, labels=translator.labels))


def columns(probabilities: Tensor, ids: Sequence[int], count: int) -> list[int]:
    """The vocabulary columns worth showing: the words of the sentence in order, then the likeliest others. (m, V)."""
    shown = list(dict.fromkeys(ids))
    likeliest = probabilities.max(0).values.argsort(descending=True).tolist()
    return [*shown, *(i for i in likeliest if i not in shown)][: max(count, len(shown))]


def repeats(passes: Sequence[decode.Word]) -> list[Tensor]:
    """How logits changed in rows that the pass before had computed already, one tensor per later pass. N0-24, R31."""
    values = [word.trace["logits"].value for word in passes]
    return [new[: len(old)] - old for old, new in itertools.pairwise(values)]


class Cost(NamedTuple):
    """Rows of keys that each pass computed: of the decoder's own words, of the source; and the distributions."""

    own: tuple[int, ...]
    source: tuple[int, ...]
    probabilities: Tensor


def cost(translator: Translator, source: Tensor, cached: bool) -> Cost:
    """Generate greedily and count, in the traces, what was projected in the first layer. N0-24."""
    words = list(decode.words(translator.model, source, cached=cached, only=("decoder.0.*.keys",)))

    def rows(attention: str) -> tuple[int, ...]:
        steps = [word.trace.get(f"decoder.0.{attention}.keys") for word in words]
        return tuple(0 if step is None else step.value.shape[-2] for step in steps)

    return Cost(rows("self_attention"), rows("cross_attention"), torch.stack([word.probabilities for word in words]))


def unmasked(translator: Translator) -> tuple[Edit, ...]:
    """The edits that let every decoder row see all rows."""
    return tuple(Skip(f"decoder.{i}.self_attention.masked_scores") for i in range(len(translator.model.decoder)))


def parallel(translator: Translator, source: Tensor, target: Sequence[int], edits: Sequence[Edit] = ()) -> Tensor:
    """Logits of all positions from one pass, teacher-forced on the target. -> (m, V). N0-25."""
    with torch.no_grad(), record(translator.model, *edits, only=decode.NOTHING):
        return translator.model(source, embedding.shift_right(torch.tensor(target), MARKS.start))


def serial(translator: Translator, source: Tensor, target: Sequence[int], edits: Sequence[Edit] = ()) -> Tensor:
    """The same logits from m passes over growing prefixes, the last row of each. -> (m, V). N0-25."""
    return torch.stack([parallel(translator, source, target[:t], edits)[-1] for t in range(1, len(target) + 1)])


# ---- The chain rule --------------------------------------------------------------------------------------------------


class Ledger(NamedTuple):
    """A sentence's log-probabilities word by word, their sum, and the perplexity."""

    words: tuple[str, ...]
    log_probabilities: tuple[float, ...]

    @property
    def total(self) -> float:
        """The sentence's log-probability, in nats."""
        return sum(self.log_probabilities)

    @property
    def perplexity(self) -> float:
        """exp of the mean surprise per word. FIDELITY T104."""
        return math.exp(-self.total / len(self.log_probabilities))


def ledger(translator: Translator, source: Tensor, target: Sequence[int]) -> Ledger:
    """log p of each word of a given target, told the true words before it (teacher-forced). N0-01, N4-35."""
    log_p = torch.log_softmax(parallel(translator, source, target), -1)
    words = tuple(translator.target_vocabulary.words[i] for i in target)
    return Ledger(words, tuple(float(row[i]) for row, i in zip(log_p, target)))


def continued(translator: Translator, source: Tensor, prefix: Sequence[int]) -> list[int]:
    """The prefix and what the model itself goes on to say (free-running, greedy), end token included."""
    ids, score = list(prefix), decode.scorer(translator.model, source)
    while len(ids) < decode.LIMIT and ids[-1:] != [MARKS.end]:
        ids.append(int(score([tuple(ids)])[0].argmax()))
    return ids


def next_word(translator: Translator, source: Tensor, prefix: Sequence[int]) -> Tensor:
    """The distribution of the word after a prefix. -> (V,). N0-01."""
    return decode.scorer(translator.model, source)([tuple(prefix)])[0].exp()


def telling_change(translator: Translator, source: Tensor, target: Sequence[int]) -> int:
    """The place (from 1) at which putting the runner-up for the word moves the next distribution most. N0-01."""
    score = decode.scorer(translator.model, source)
    moved = []
    for t in range(1, len(target)):
        p = score([tuple(target[: t - 1])])[0].clone()
        p[[target[t - 1], *range(MARKS.end + 1)]] = -math.inf
        was, now = score([tuple(target[:t]), (*target[: t - 1], int(p.argmax()))]).exp()
        moved.append(float((was - now).abs().sum()))
    return 1 + moved.index(max(moved)) if moved else 1


# ---- Choosing --------------------------------------------------------------------------------------------------------

A, B, C = 3, 4, 5
END = MARKS.end
LETTERS = {END: "</s>", A: "A", B: "B", C: "C"}
MISSED: Mapping[tuple[int, ...], Mapping[int, float]] = {
    (): {A: .5, B: .3, C: .2}, (A,): {END: .34, A: .33, B: .33}, (B,): {END: .9, A: .1}, (C,): {END: .5, A: .5}}
LOST: Mapping[tuple[int, ...], Mapping[int, float]] = {
    (): {A: .4, B: .35, C: .25}, (A,): {A: .4, B: .3, C: .3}, (B,): {A: .5, B: .5}, (C,): {A: .4, B: .3, C: .3},
    (A, A): {END: 1.}, (B, A): {END: .4, A: .3, B: .3}, (B, B): {END: .4, A: .3, B: .3}}
"""N1-23's tree, which greed gets wrong, and a tree in which a beam of two does worse than greed (R54)."""


def hand_tree(tree: Mapping[tuple[int, ...], Mapping[int, float]], width: int) -> decode.Beam:
    """Beam search over a tree given by hand; a prefix that is not listed goes on to three words alike. N1-23."""
    def log_probabilities(prefixes: Sequence[tuple[int, ...]]) -> Tensor:
        rows = [tree.get(prefix, {A: 1 / 3, B: 1 / 3, C: 1 / 3}) for prefix in prefixes]
        return torch.tensor([[row.get(i, 0.0) for i in range(C + 1)] for row in rows], dtype=torch.float64).log()

    return _possible(decode.beam(log_probabilities, width, alpha=0.0, limit=3))


def _possible(whole: decode.Beam) -> decode.Beam:
    """The same without the words that had probability 0."""
    kept = [i for i, node in enumerate(whole.tree) if node.log_probability > -math.inf]
    number = {i: n for n, i in enumerate(kept)}
    tree = [whole.tree[i] for i in kept]
    tree = [node if node.parent is None else replace(node, parent=number[node.parent]) for node in tree]
    return decode.Beam(tree, [number[i] for i in whole.best if i in number])


def endings(rows: Sequence[Tensor], ids: Sequence[int]) -> list[float]:
    """The probability of a translation that ends before each of its words: their number, and END. R32.

    ``rows``: the probabilities (V,) in front of each word of ``ids``; the last word is END, so the last is the whole's.
    """
    before, ended = 1.0, []
    for row, word in zip(rows, ids):
        ended.append(before * float(row[MARKS.end]))
        before *= float(row[word])
    return ended


def beam(translator: Translator, source: Tensor, width: int, alpha: float) -> decode.Beam:
    """Beam search for a translation, by the rules of the model's answers (``Translator.scorer``). N1-23."""
    ids = tuple(source.tolist())
    return decode.beam(translator.scorer(ids), width, alpha, translator.limit(ids))


def samples(translator: Translator, source: Tensor, choose: Callable[[Tensor], int], count: int,
            limit: int = decode.LIMIT) -> list[list[int]]:
    """Sentences drawn word by word, side by side, end token included."""
    score, sentences = decode.scorer(translator.model, source), [[] for _ in range(count)]
    for _ in range(limit):
        alive = [ids for ids in sentences if ids[-1:] != [MARKS.end]]
        if not alive:
            break
        for ids, row in zip(alive, score([tuple(ids) for ids in alive])):
            ids.append(choose(row))
    return sentences
