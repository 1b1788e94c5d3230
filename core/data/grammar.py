"""A hand-written synchronous grammar: Chinese, English and their word alignment in one derivation."""

import itertools
import random
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from core.data import grammar_joined as joined
from core.data import grammar_sentences as sentences
from core.data.grammar_builder import build_sides
from core.data.grammar_examples import derive_examples
from core.data.grammar_nouns import PUNCTUATION, Context, Side
from core.data.lexicon import HELD_OUT
from core.data.vocabulary import SPECIALS, Vocabulary

SPLITS = ("train", "test", "combinations", "structure")
SHORTEST, LONGEST, LONGEST_TRAIN = 3, 28, 22


@dataclass(frozen=True)
class Pair:
    """A sentence in both languages with its gold links (zh index, en index)."""

    zh: tuple[str, ...]
    en: tuple[str, ...]
    sure: frozenset[tuple[int, int]]
    possible: frozenset[tuple[int, int]]


def align(zh: Side, en: Side) -> Pair:
    """Link the words that share a key: sure if both hold it as sure, possible otherwise."""
    holders: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for j, (_, own, weak) in enumerate(en):
        if own:
            holders[own].append((j, True))
        for key in weak:
            holders[key].append((j, False))
    sure, possible = set(), set()
    for i, (_, own, weak) in enumerate(zh):
        for j, strong in holders.get(own, ()) if own else ():
            possible.add((i, j))
            if strong:
                sure.add((i, j))
        for key in weak:
            possible.update((i, j) for j, _ in holders.get(key, ()))
    return Pair(tuple(w[0] for w in zh), tuple(w[0] for w in en), frozenset(sure), frozenset(possible))


def finish(zh: Side, en: Side, question: bool) -> tuple[Side, Side]:
    """Add the final punctuation."""
    mark = ("？", "?") if question else ("。", ".")
    return [*zh, (mark[0], PUNCTUATION, ())], [*en, (mark[1], PUNCTUATION, ())]


def derive(ctx: Context, deep: bool = False) -> tuple[Side, Side]:
    """One derivation by the random numbers of a fresh context; nothing is left out."""
    asks = not deep and ctx.chance(0.27)
    make = sentences.deep if deep else joined.question if asks else sentences.statement
    return finish(*make(ctx), asks)


def belongs(split: str, zh: Side, en: Side, ctx: Context) -> bool:
    """Say whether a derivation belongs to a split; the splits exclude one another.

    What is reserved for testing, a stable hash of the Chinese words says.
    """
    if min(len(zh), len(en)) < SHORTEST or max(len(zh), len(en)) > LONGEST:
        return False
    if any(a[0] == b[0] for a, b in itertools.pairwise(zh)):
        return False
    held = not HELD_OUT.isdisjoint(ctx.combos)
    shallow = ctx.depth <= 1 and ctx.relatives <= 1 and max(len(zh), len(en)) <= LONGEST_TRAIN
    if split == "structure":
        return not shallow and not held
    if split == "combinations":
        return shallow and held
    in_test = zlib.crc32(" ".join(w[0] for w in zh).encode()) % 10 == 0
    return shallow and not held and in_test == (split == "test")


def stream(split: str, seed: int) -> Iterator[Pair]:
    """Endless distinct pairs of a split."""
    rng = random.Random(f"{split}-{seed}")
    seen = set()
    while True:
        ctx = Context(rng)
        zh, en = derive(ctx, split == "structure")
        key = " ".join(w[0] for w in zh)
        if key not in seen and belongs(split, zh, en, ctx):
            seen.add(key)
            yield align(zh, en)


def corpus(split: str, count: int, seed: int) -> list[Pair]:
    """Return `count` distinct pairs of a split; the same arguments always give the same list."""
    if split not in SPLITS:
        raise ValueError(f"unknown split {split!r}, expected one of {SPLITS}")
    return list(itertools.islice(stream(split, seed), count))


def surprise(seed: int, language: str) -> tuple[str, ...]:
    """The words of a sentence that training does not see, in ``zh`` or ``en``."""
    return getattr(next(stream("test", seed)), language)


def build(choices: dict[str, int]) -> Pair:
    """Build the sentence of the chosen slots; choices that do not go together are replaced by valid ones."""
    zh, en, question = build_sides(choices)
    return align(*finish(zh, en, question))


def example_pairs() -> list[Pair]:
    """The example sentences with their gold alignments."""
    return [align(*finish(*both, question)) for both, question in derive_examples()]


def examples() -> list[str]:
    """Chinese sentences that show what the grammar can do."""
    return ["".join(pair.zh) for pair in example_pairs()]


def examples_en() -> list[str]:
    """The same sentences in English."""
    return [Vocabulary(SPECIALS, "en").join(pair.en) for pair in example_pairs()]
