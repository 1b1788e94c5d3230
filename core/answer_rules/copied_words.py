"""Words in Latin letters are copied whole: lexically constrained decoding, as in ``number_rule``.

"我在Microsoft工作。" was "I work at Melfos.": the place was right, the spelling was not. Where a text holds such words,
Latin letters in a Chinese answer spell one of them, or stand alone in the text too (X-ray, X光); and a name in an
English answer is one of them, or one that the text may hold in Chinese. Which, where and whether at all stays the
model's choice. Among the pieces that may follow the probability is shared out anew: a word whose first letter was
chosen pays nothing for those that must follow. Without that it lost to a shorter word, or to none (of those in Latin
letters 89% came through into Chinese, with it all); of numbers this does not hold, where a comma may follow or not.
What the rule gives: ``kept`` in ``metrics.filled`` (core/measures/everyday.py).
"""

import functools
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from core.answer_rules.masking import Scorer, masked
from core.data.everyday import normal
from core.data.piece_vocabulary import PieceVocabulary
from core.data.pieces import BYTES, SPACE
from core.data.templates import NAMES

LONG = 4  # letters from which on a piece that begins with a capital is a word, not the beginning of one


def words(text: str, source: PieceVocabulary) -> list[str]:
    """What an answer may copy from a text. Of a Chinese one: its words in Latin letters, of two letters at least; of an
    English one: words with capitals, and such as are no piece of ``source``; "The" at a sentence's beginning is none.
    """
    if source.language == "zh":
        return list(dict.fromkeys(re.findall("[A-Za-z]{2,}", normal(text, "zh"))))
    text, known, found = normal(text, "en"), _inventory(source).known, {}
    for match in re.finditer("[A-Za-z]{2,}", text):
        word, inside = match[0], re.search(r"[\w,;:] ?[\"']?$", text[:match.start()])
        is_name = not word[1:].islower() or (word[0].isupper() and inside)
        if is_name or not known & {word, word.lower()}:
            found[word] = None
    return list(found)


def constrained(ask: Scorer, text: str, source: PieceVocabulary, target: PieceVocabulary) -> Scorer:
    """A scorer (``core.decode.scorer``) under which the ``words`` of a text are copied whole, if at all;
    log-probabilities among the pieces that may follow."""
    wanted = words(text, source)
    if not wanted:
        return ask
    ruled = masked(ask, _Rule(wanted, normal(text, source.language), target).allowed)
    return lambda prefixes: torch.log_softmax(ruled(prefixes), -1)


@functools.lru_cache(maxsize=4)
def _texts(vocabulary: PieceVocabulary) -> list[str]:
    """The pieces as texts, bytes of ASCII too."""
    ascii_bytes = {byte: chr(value) for value, byte in enumerate(BYTES[:128])}
    return [ascii_bytes.get(piece, piece.replace(SPACE, " ")) for piece in vocabulary.pieces.pieces]


def _beginnings(words: Iterable[str]) -> frozenset[str]:
    """With what letters words begin, each whole word too."""
    return frozenset(word[:end] for word in words for end in range(1, len(word) + 1))


def _names(text: str) -> frozenset[str]:
    """The names of assets/templates that a Chinese text may hold, in English; of given ones up to two syllables make
    a name."""
    entries = [entry.strip().partition(" ")[::2] for listed in NAMES.values() for entry in listed.split(",")]
    named = {word for zh, en in entries if zh.replace("{}", "") in text for word in re.findall("[A-Za-z]+", en)}
    syllables = {word for word in named if word.islower()}
    given = {(one + two).capitalize() for one in syllables for two in ("", *syllables)}
    return frozenset((named - syllables) | given | {"I"})


class _Inventory(NamedTuple):
    """Of each piece: the letters that it begins with; whether these go on with a word, and all small. The pieces that
    begin a word, without the space; and with what letters those without capitals begin."""

    letters: list[str]
    going_on: Tensor
    small: Tensor
    known: frozenset[str]
    plain: frozenset[str]


@functools.lru_cache(maxsize=4)
def _inventory(vocabulary: PieceVocabulary) -> _Inventory:
    pieces = _texts(vocabulary)
    known = frozenset(piece[1:] for piece in pieces if piece.startswith(" "))
    return _Inventory([re.match(" ?([A-Za-z]*)", piece)[1] for piece in pieces],
                      torch.tensor([re.match("[A-Za-z]", piece) is not None for piece in pieces]),
                      torch.tensor([piece.islower() for piece in pieces]), known,
                      _beginnings(filter(str.islower, known)))


class _Rule:
    """Which pieces may follow those that have been written of an answer."""

    def __init__(self, wanted: Sequence[str], text: str, vocabulary: PieceVocabulary):
        self.wanted, self.begun = frozenset(wanted), _beginnings(wanted)
        self.alone = frozenset(re.findall("(?<![A-Za-z])[A-Za-z](?![A-Za-z])", text)) - {"I", "a"}
        self.pieces, self.names = _texts(vocabulary), _names(text)
        self.beginnings = _beginnings(self.names)
        self.letters, self.going_on, self.small, self.known, self.plain = _inventory(vocabulary)
        self.after = functools.cache(self._chinese if vocabulary.language == "zh" else self._english)
        self.starting = functools.cache(self._starting)

    def allowed(self, prefix: Sequence[int]) -> Tensor:
        """(V,) booleans: the pieces that may follow."""
        before, tail = re.fullmatch("(.*?)([A-Za-z]*)", "".join(self.pieces[i] for i in prefix), re.DOTALL).groups()
        return self.after(tail, not re.search("[A-Za-z0-9,;:] $|[A-Za-z0-9'-]$", before))

    def _chinese(self, tail: str, _: bool) -> Tensor:
        may_end = not tail or tail in self.wanted or tail in self.alone
        return torch.tensor([
            (tail + letters in self.begun or tail + letters in self.alone) if letters and going_on else may_end
            for letters, going_on in zip(self.letters, self.going_on.tolist())])

    def _english(self, tail: str, initial: bool) -> Tensor:
        """Behind a word's first letters, or none; ``initial``: with this word a sentence begins."""
        if not tail:
            return self.starting(initial)
        may_end = tail in self.wanted or self._is_word(tail, initial)
        going_on = self.small if tail.islower() and tail not in self.begun else torch.tensor(
            [self._begins(tail + letters, initial) for letters in self.letters])
        return torch.where(self.going_on, going_on, self.starting(False) & may_end)

    def _starting(self, initial: bool) -> Tensor:
        """What may begin a word, or be none."""
        return torch.tensor([not letters or self._begins(letters, initial) or self._is_word(letters, initial)
                             for letters in self.letters])

    def _begins(self, letters: str, initial: bool) -> bool:
        """Whether a copied word, a name, or, where a sentence begins, a plain word begins so."""
        return letters in self.begun or letters in self.beginnings or (
            initial and (letters[1:].islower() or not letters[1:]) and letters.lower() in self.plain)

    def _is_word(self, letters: str, initial: bool) -> bool:
        """Whether it is an English word of its own; a piece with a capital is, within a sentence, a name."""
        if letters in self.names or letters.islower():
            return True
        usual = letters.lower() in self.known and (len(letters) > 1 or letters == "A")
        return initial if usual else letters in self.known and len(letters) >= LONG
