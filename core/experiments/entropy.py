"""How near does a language model come to what nobody can beat? A GPT on sentences whose entropy is known.

EXHIBITS N4-35. ``python -m core.experiments.entropy`` runs it (five minutes of one core) and keeps the result in
assets/experiments. Every sentence is drawn afresh by the training language's grammar, in Chinese, with nothing left
out, so that the model learns no list by heart; it is tested on draws of another seed.
"""

import math
import random
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

import torch
from torch import Tensor, nn

from core.data import grammar
from core.data.grammar_nouns import Context
from core.data.vocabulary import SPECIALS, Vocabulary, build_vocabulary
from core.experiments import stored_runs
from core.fit import fit
from core.measures import surprise
from core.models.gpt import GPT
from core.models.transformer import padded
from core.recipes.recipe import Recipe

NAME = "entropy"
PLACES, POOL, FIRST = 48, 40, 20
TESTED, COUNTED, LISTED, LEAST = 2000, 250_000, 10_000, 100
"""Sentences tested on; drawn to count how they go on; drawn to list the words; the fewest that are counted."""
LENGTHS = (6, 8, 10, 12, 14)
SMOOTHING = 0.1
"""What is added to each count of the bigrams."""

Words = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class GrammarRecipe(Recipe):
    """Fresh sentences of the grammar, the next word asked for at every place."""

    configuration: dict = field(default_factory=lambda: {"d_model": 64, "n_heads": 4, "n_layers": 2, "d_ff": 256})

    def loss(self, model: GPT, batch: tuple[Tensor, Tensor]) -> Tensor:
        """Cross-entropy in nats per word, the end mark with them."""
        read, wanted = batch
        return nn.functional.cross_entropy(model(read).flatten(0, 1), wanted.flatten(), ignore_index=model.marks.pad)


RECIPE = GrammarRecipe(steps=5000, batch=64, rate=3e-3, warmup=200)


class Tested(NamedTuple):
    """A sentence, its surprise in nats as it was derived, and with all the derivations found of it."""

    words: Words
    derived: float
    nats: float
    ways: int

    @property
    def tokens(self) -> int:
        """Words and the end mark."""
        return len(self.words) + 1


def chinese_words(sides) -> Words:
    """The Chinese words of what the grammar derived."""
    return tuple(word[0] for word in sides[0])


def sentences(seed: str) -> Iterator[Words]:
    """Endless sentences as the grammar draws them."""
    rng = random.Random(seed)
    while True:
        yield chinese_words(grammar.derive(Context(rng)))


def tested(count: int, seed: str) -> list[Tested]:
    """Sentences with what the grammar itself says of their probability."""
    rng, examples = random.Random(seed), []
    for _ in range(count):
        sides, drawn = surprise.watched(rng, grammar.derive)
        known = surprise.others(grammar.derive, chinese_words, drawn, sides)
        examples.append(Tested(chinese_words(sides), drawn.nats, -math.log(math.fsum(known.values())), len(known)))
    return examples


def vocabulary(count: int = LISTED) -> Vocabulary:
    """The words of so many sentences, by how often they come."""
    drawn = sentences("words")
    return build_vocabulary([next(drawn) for _ in range(count)], "zh")


def sides(rows: Sequence[Words], words: Vocabulary) -> tuple[Tensor, Tensor]:
    """Sentences -> (what is read, what is asked for), each (sentences, longest + 1)."""
    marks = words.marks
    ids = padded([[marks.start, *words.encode(row), marks.end] for row in rows], marks.pad)
    return ids[:, :-1], ids[:, 1:]


class Batches(Iterator):
    """Endless batches of about equal lengths; ``pairs`` (V, V): how often which word followed which so far."""

    def __init__(self, recipe: GrammarRecipe, words: Vocabulary):
        self.words, self.pairs = words, torch.zeros(len(words), len(words))
        self.drawn, self.recipe = sentences(f"train-{recipe.seed}"), recipe
        self.order = random.Random(recipe.seed)
        self.waiting: list[list[Words]] = []

    def __next__(self) -> tuple[Tensor, Tensor]:
        size = self.recipe.batch
        if not self.waiting:
            pool = sorted((next(self.drawn) for _ in range(POOL * size)), key=len)
            self.waiting = [pool[i:i + size] for i in range(0, len(pool), size)]
            self.order.shuffle(self.waiting)
        read, wanted = sides(self.waiting.pop(), self.words)
        asked = wanted != self.words.marks.pad
        n = len(self.words)
        self.pairs += torch.bincount(read[asked] * n + wanted[asked], minlength=n * n).view(n, n)
        return read, wanted


@torch.no_grad()
def surprises(model: GPT, rows: Sequence[Words], words: Vocabulary) -> list[list[float]]:
    """The model's nats at each word and at the end mark of each sentence."""
    by_sentence: list[list[float]] = []
    for start in range(0, len(rows), 250):
        part = rows[start:start + 250]
        read, wanted = sides(part, words)
        nats = nn.functional.cross_entropy(model(read).transpose(1, 2), wanted, reduction="none")
        by_sentence += [row[:len(one) + 1] for row, one in zip(nats.tolist(), part)]
    return by_sentence


def landmarks(pairs: Tensor, rows: Sequence[Words], words: Vocabulary) -> dict[str, float]:
    """Nats per word of models that look at one word before, and at none; counted."""
    allowed = len(words) - len(SPECIALS) + 1
    read, wanted = sides(rows, words)
    asked = wanted != words.marks.pad
    smooth = pairs + SMOOTHING
    bigram = smooth / (pairs.sum(1, keepdim=True) + SMOOTHING * allowed)
    unigram = smooth.sum(0) / smooth.sum()
    return {"bigram": -bigram[read[asked], wanted[asked]].log().mean().item(),
            "unigram": -unigram[wanted[asked]].log().mean().item()}


def per_word(nats: Sequence[float], tokens: Sequence[int]) -> tuple[float, float]:
    """Nats per word over all sentences, and the standard error of that ratio."""
    mean, n = sum(nats) / sum(tokens), len(nats)
    rest = [x - mean * t for x, t in zip(nats, tokens)]
    return mean, statistics.stdev(rest) * math.sqrt(n) / sum(tokens)


def going_on(rows: Sequence[Words], count: int) -> list[list[float | None]]:
    """The grammar's nats at each word of some sentences, counted on fresh draws; None where too few begin so."""
    begun, drawn = Counter({(*row, "")[:i]: 0 for row in rows for i in range(len(row) + 2)}), sentences("counted")
    for _ in range(count):
        ended = (*next(drawn), "")
        for i in range(len(ended) + 1):
            if ended[:i] not in begun:
                break
            begun[ended[:i]] += 1
    return [[math.log(begun[one[:i]] / begun[one[:i + 1]]) if begun[one[:i + 1]] >= LEAST else None
             for i in range(len(one))] for one in ((*row, "") for row in rows)]


def shown(rows: Sequence[Tested], model: Sequence[list[float]], count: int) -> list[dict]:
    """Of each of some lengths the tested sentence that can be counted furthest: word by word, model and grammar."""
    candidates = []
    for one, own, counted in zip(rows, model, going_on([one.words for one in rows], count)):
        far = sum(nats is not None for nats in counted)
        candidates.append((one.tokens, far,
                           {"words": one.words, "model": own, "grammar": counted[:far], "nats": one.nats}))
    return [max((one for one in candidates if one[0] == length), key=lambda one: one[1])[2] for length in LENGTHS]


def trained(words: Vocabulary, rows: Sequence[Words]) -> tuple[GPT, list[tuple[int, float]], Batches]:
    """The model; its nats per word of the tested sentences on the way, by step; its batches."""
    torch.manual_seed(RECIPE.seed)
    model, batches = GPT(len(words), PLACES, **RECIPE.configuration), Batches(RECIPE, words)
    keep = {round(RECIPE.steps * (i / 16) ** 3) for i in range(2, 17)}
    curve = []

    def progress(step: int, loss: float) -> None:
        if step in keep:
            nats = surprises(model, rows, words)
            curve.append((step, per_word([sum(one) for one in nats], [len(one) for one in nats])[0]))
            print(curve[-1], flush=True)

    fit(model, batches, RECIPE, progress)
    return model, curve, batches


def run() -> dict:
    """The grammar's entropy, the model's cross-entropy on the way to it, landmarks, some sentences word by word."""
    words, examples = vocabulary(), tested(TESTED, "test")
    rows, tokens = [one.words for one in examples], [one.tokens for one in examples]
    entropy, error = per_word([one.nats for one in examples], tokens)
    print(entropy, error, flush=True)
    model, curve, batches = trained(words, rows)
    own = surprises(model, rows, words)
    total = [sum(one) for one in own]
    excess = per_word([nats - one.nats for nats, one in zip(total, examples)], tokens)
    return {"entropy": entropy, "error": error, "derivations": per_word([one.derived for one in examples], tokens)[0],
            "ways": statistics.fmean(one.ways for one in examples),
            "first": [one.nats for one in examples[:FIRST]], "curve": curve,
            "model": per_word(total, tokens)[0], "excess": excess[0], "excess_error": excess[1],
            **landmarks(batches.pairs, rows, words), "sentences": shown(examples, own, COUNTED),
            "words_per_sentence": statistics.fmean(tokens), "read": int(batches.pairs.double().sum()),
            "vocabulary": len(words) - len(SPECIALS), "parameters": sum(p.numel() for p in model.parameters()),
            "tested": TESTED, "counted": COUNTED, "least": LEAST,
            "recipe": asdict(RECIPE)}


def perplexity(nats: float) -> float:
    """Among how many equally likely words one would be as unsure."""
    return math.exp(nats)


def read_sentences(results: Mapping) -> int:
    """How many sentences the model of a run was trained on."""
    return results["recipe"]["steps"] * results["recipe"]["batch"]


stored = stored_runs.kept(NAME)
"""What ``run`` found when it was last run. Nats per word, the end mark counted as one.

``entropy``: the grammar's surprise at the tested sentences, ``error``: how far off its mean may be (one standard
error); ``derivations``: the same before other derivations of a sentence are counted, ``ways``: how many were found;
``excess``: what the model needs more, sentence by sentence; ``sentences``: nats at each word; ``first``: the
grammar's nats of the first tested sentences.
"""


if __name__ == "__main__":
    stored_runs.keep(NAME, run)
