"""Words in Latin letters are copied whole: lexically constrained decoding, as ``core.number_rule`` does with numbers.

"我在Microsoft工作。" was "I work at Melfos.": the place was right, the spelling was not. Where a text holds such words,
two and more Latin letters in a Chinese answer spell one of them, and a name in an English answer is one of them, or one
that the text may hold in Chinese. Which, where and whether at all stays the model's choice. What it gives: ``kept`` in
``metrics.filled`` (core/measures/everyday.py).
"""

import functools
import re
from collections.abc import Sequence

import torch
from torch import Tensor

from core.data.everyday import normal
from core.data.piece_vocabulary import PieceVocabulary
from core.data.pieces import BYTES, SPACE
from core.data.templates import NAMES
from core.number_rule import Scorer

LONG = 4  # letters from which on a piece that begins with a capital is a word, not the beginning of one


def words(text: str, source: PieceVocabulary) -> list[str]:
    """What an answer may copy from a text. Of a Chinese one: its words in Latin letters, of two letters at least; of an
    English one: words with capitals, and such as are no piece of ``source``; "The" at a sentence's beginning is none.
    """
    if source.language == "zh":
        return list(dict.fromkeys(re.findall("[A-Za-z]{2,}", normal(text, "zh"))))
    known = {piece.removeprefix(SPACE) for piece in source.pieces.pieces if piece.startswith(SPACE)}
    found = {}
    for match in re.finditer("[A-Za-z]{2,}", normal(text, "en")):
        word, inside = match[0], re.search(r"[\w,;:] ?[\"']?$", text[:match.start()])
        is_name = not word[1:].islower() or (word[0].isupper() and inside)
        if is_name or not known & {word, word.lower()}:
            found[word] = None
    return list(found)


def constrained(ask: Scorer, text: str, source: PieceVocabulary, target: PieceVocabulary) -> Scorer:
    """A scorer (``core.decode.scorer``) under which the ``words`` of a text are copied whole, if at all; where nothing
    could follow, it scores as ``ask`` does."""
    wanted = words(text, source)
    if not wanted:
        return ask
    rule = _Rule(wanted, normal(text, source.language), target)

    def log_probabilities(prefixes: Sequence[tuple[int, ...]]) -> Tensor:
        scores = ask(prefixes)
        may = torch.stack([rule.allowed(prefix) for prefix in prefixes]).to(scores.device)
        ruled = scores.masked_fill(~may, -torch.inf)
        return torch.where(ruled.isneginf().all(1, keepdim=True), scores, ruled)

    return log_probabilities


@functools.lru_cache(maxsize=4)
def _texts(vocabulary: PieceVocabulary) -> list[str]:
    """The pieces as texts, bytes of ASCII too."""
    ascii_bytes = {byte: chr(value) for value, byte in enumerate(BYTES[:128])}
    return [ascii_bytes.get(piece, piece.replace(SPACE, " ")) for piece in vocabulary.pieces.pieces]


def _names(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names of assets/templates that a Chinese text may hold, in English, and how each of them begins; of given
    ones up to two syllables make a name."""
    entries = [entry.strip().partition(" ")[::2] for listed in NAMES.values() for entry in listed.split(",")]
    named = {word for zh, en in entries if zh.replace("{}", "") in text for word in re.findall("[A-Za-z]+", en)}
    syllables = {word for word in named if word.islower()}
    names = (named - syllables) | {"I"}
    names |= {(one + two).capitalize() for one in syllables for two in ("", *syllables)}
    return frozenset(names), frozenset(name[:end] for name in names for end in range(1, len(name) + 1))


@functools.lru_cache(maxsize=4)
def _known(vocabulary: PieceVocabulary) -> tuple[frozenset[str], frozenset[str]]:
    """The pieces that begin a word, without the space; and with what letters those without capitals begin."""
    known = frozenset(piece[1:] for piece in _texts(vocabulary) if piece.startswith(" "))
    return known, frozenset(word[:end] for word in known if word.islower() for end in range(1, len(word) + 1))


class _Rule:
    """Which pieces may follow those that have been written of an answer."""

    def __init__(self, wanted: Sequence[str], text: str, vocabulary: PieceVocabulary):
        self.wanted, self.pieces, (self.names, self.beginnings) = wanted, _texts(vocabulary), _names(text)
        self.known, self.plain = _known(vocabulary)
        self.fits = self._chinese if vocabulary.language == "zh" else self._english
        self.after = functools.cache(self._after)

    def allowed(self, prefix: Sequence[int]) -> Tensor:
        """(V,) booleans: the pieces that may follow."""
        before, tail = re.fullmatch("(.*?)([A-Za-z]*)", "".join(self.pieces[i] for i in prefix), re.DOTALL).groups()
        return self.after(tail, not re.search("[A-Za-z0-9,;:] $|[A-Za-z0-9'-]$", before))

    def _after(self, tail: str, initial: bool) -> Tensor:
        """Behind a word's first letters, or none; ``initial``: with this word a sentence begins."""
        return torch.tensor([self.fits(tail, initial, piece) for piece in self.pieces])

    def _chinese(self, tail: str, _: bool, piece: str) -> bool:
        letters = re.match("[A-Za-z]*", piece)[0]
        if letters:
            return self._begun(tail + letters) or (not tail and len(letters) == 1)  # X光
        return len(tail) < 2 or tail in self.wanted

    def _english(self, tail: str, initial: bool, piece: str) -> bool:
        letters = re.match(" ?([A-Za-z]*)", piece)[1]
        if letters and not piece.startswith(" ") and tail:  # the word goes on
            return self._begins(tail + letters, initial) or (
                tail.islower() and piece.islower() and not self._begun(tail))
        may_end = not tail or tail in self.wanted or self._is_word(tail, initial)
        return may_end and (not letters or self._begins(letters, initial and not tail)
                            or self._is_word(letters, initial and not tail))

    def _begins(self, letters: str, initial: bool) -> bool:
        """Whether a copied word, a name, or, where a sentence begins, a plain word begins so."""
        return self._begun(letters) or letters in self.beginnings or (
            initial and (letters[1:].islower() or not letters[1:]) and letters.lower() in self.plain)

    def _begun(self, letters: str) -> bool:
        return any(one.startswith(letters) for one in self.wanted)

    def _is_word(self, letters: str, initial: bool) -> bool:
        """Whether it is an English word of its own; a piece with a capital is, within a sentence, a name."""
        if letters in self.names or letters.islower():
            return True
        usual = letters.lower() in self.known and (len(letters) > 1 or letters == "A")
        return initial if usual else letters in self.known and len(letters) >= LONG
