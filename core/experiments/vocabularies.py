"""Words, letters, and pieces between them: what a vocabulary costs. EXHIBITS N4-36; byte-pair encoding of Sennrich et
al. 2016."""

import functools
import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from core.data import grammar

WORDS, LETTERS, D_MODEL = 100_000, 26, 512
"""The two vocabularies of N4, and the width at which their output matrices are counted."""
SENTENCES, SEED, MERGES = 1500, 1, 300
SPACE = "␣"
Pair = tuple[str, str]


class Cost(NamedTuple):
    """A vocabulary of ``size`` entries, and one text in it: ``pieces``; what each choice and the text cost."""

    size: int
    pieces: tuple[str, ...]

    @property
    def nats(self) -> float:
        """Of one choice among all entries, all alike."""
        return math.log(self.size)

    @property
    def output(self) -> int:
        """Numbers in the output matrix."""
        return self.size * D_MODEL

    @property
    def attention(self) -> int:
        """Cells of one attention matrix over the text."""
        return len(self.pieces) ** 2


@functools.cache
def corpus() -> tuple[tuple[str, ...], ...]:
    """English sentences of the training language, as words."""
    return tuple(pair.en for pair in grammar.corpus("train", SENTENCES, SEED))


def spelled(word: str) -> tuple[str, ...]:
    """Its letters, the space in front on the first one."""
    return (SPACE + word[0], *word[1:])


@functools.cache
def merges() -> tuple[Pair, ...]:
    """The commonest neighbours of the corpus, merged again and again; of equal ones the first in the alphabet."""
    words = Counter(word for sentence in corpus() for word in sentence)
    cut = {word: list(spelled(word)) for word in words}
    merged: list[Pair] = []
    for _ in range(MERGES):
        pairs: Counter[Pair] = Counter()
        for word, pieces in cut.items():
            for pair in pairwise(pieces):
                pairs[pair] += words[word]
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merged.append(best)
        cut = {word: merged_pair(pieces, best) for word, pieces in cut.items()}
    return tuple(merged)


def merged_pair(pieces: Sequence[str], pair: Pair) -> list[str]:
    """The pieces with every such pair joined, from the left."""
    joined: list[str] = []
    for piece in pieces:
        if joined and (joined[-1], piece) == pair:
            joined[-1] += piece
        else:
            joined.append(piece)
    return joined


def pieces(words: Sequence[str], count: int) -> tuple[str, ...]:
    """A text in the vocabulary after so many merges."""
    parts: list[str] = []
    for word in words:
        cut = list(spelled(word))
        for pair in merges()[:count]:
            cut = merged_pair(cut, pair)
        parts += cut
    return tuple(parts)


@functools.cache
def letters() -> int:
    """Entries before any merge: the letters of the corpus, each with and without a space in front where it occurs."""
    return len({piece for sentence in corpus() for word in sentence for piece in spelled(word)})


def curve(counts: Sequence[int]) -> list[tuple[int, float]]:
    """(entries, pieces per word of the corpus) after so many merges."""
    words = Counter(word for sentence in corpus() for word in sentence)
    total = sum(words.values())
    return [(letters() + min(count, len(merges())),
             sum(n * len(pieces((word,), count)) for word, n in words.items()) / total) for count in counts]
