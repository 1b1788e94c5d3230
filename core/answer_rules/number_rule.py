"""Answers that write no other numbers than the text: lexically constrained decoding, for what stands there in digits.

A translator that has read few numbers writes 138 for 1318. A beam whose digits must spell numbers of the text copies
them: which, where and whether at all stays the model's choice. Words for numbers are free, but for months, and for
Chinese numerals where the text has all of its numbers in digits; without that the model evades into them.
Hokamp and Liu 2017, "Lexically Constrained Decoding for Sequence Generation Using Grid Beam Search" (there what must
be said, here what may); what it gives: ``metrics.filled`` of the checkpoints (core/measures/everyday.py).
"""

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from core.answer_rules.masking import Scorer, masked
from core.answer_rules.text_numbers import MONTHS, NUMBER, NUMERALS, SCALES, Number, Spelling, numbers
from core.data.piece_vocabulary import PieceVocabulary
from core.data.pieces import BYTES, SPACE

IDIOMS = ("万一", "千万")  # two numerals that are no number: in case, by all means
OTHERWISE = {"zh": ("百", "千", "万", "亿", "月"), "en": tuple(SCALES["en"])}
"""What makes another number, or a month, of the digits before it."""
_DIGITS = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_COUNTED = re.compile(r"\b(hundred|dozen|thousand|million|billion)")


def constrained(ask: Scorer, text: str, source: str, vocabulary: PieceVocabulary) -> Scorer:
    """A scorer (``core.decode.scorer``) under which digits spell the ``numbers`` of a text in the language ``source``,
    each as often as it stands there at most, and months, and two and more Chinese numerals, name none but these."""
    wanted = numbers(text, source, vocabulary.language)
    if not wanted:
        return ask
    return masked(ask, _Rule(wanted, text, vocabulary).allowed)


class _Inventory(NamedTuple):
    """The pieces of a vocabulary as texts; the places of digits and of marks between them; booleans (V,) of the pieces
    without a digit; the places of those that may make a numeral or a month of what stands before them."""

    pieces: list[str]
    characters: dict[str, int]
    free: Tensor
    naming: list[int]


@functools.lru_cache(maxsize=4)
def _inventory(vocabulary: PieceVocabulary) -> _Inventory:
    pieces = [piece.replace(SPACE, " ") for piece in vocabulary.pieces.pieces]
    digits = {*"0123456789", *(BYTES[ord(digit)] for digit in "0123456789")}
    free = [piece not in digits and (piece in BYTES or not re.search("[0-9]", piece)) for piece in pieces]
    naming = [i for i, piece in enumerate(pieces) if (
        re.match(f"[{NUMERALS}月]", piece) if vocabulary.language == "zh" else
        piece.strip() and any(piece.strip() in name for name in MONTHS))]
    return _Inventory(pieces, {piece: i for i, piece in enumerate(pieces) if re.fullmatch("[0-9.,]", piece)},
                      torch.tensor(free), naming)


class _Rule:
    """Which pieces may follow those that have been written of an answer."""

    def __init__(self, wanted: Sequence[Number], text: str, vocabulary: PieceVocabulary):
        self.wanted, self.language = wanted, vocabulary.language
        self.pieces, self.characters, self.free, naming = _inventory(vocabulary)
        self.months = {MONTHS[int(number.digits) - 1] for number in wanted if number.month}
        self.naming = naming if self.months or self.language == "zh" else []
        self.counted = not _COUNTED.search(NUMBER["en"].sub("", text))  # no number in words that is not read
        self.years = re.search(r"\b(year|AD|BC|CE)", text)
        self.behind = functools.cache(self._behind)
        self.named = functools.cache(self._named)

    def allowed(self, prefix: Sequence[int]) -> Tensor:
        """(V,) booleans: the pieces that may follow."""
        written = "".join(self.pieces[i] for i in prefix)
        current = re.search(r"([0-9]+(?:[.,][0-9]+)*)([.,]?)$", written)
        digits, begun = (current[1], current[0]) if current else ("", "")
        may = torch.zeros_like(self.free) if digits else self.free.clone()
        for way in self._left(written[:len(written) - len(begun)]):
            if way.digits.startswith(begun) and way.digits != begun:
                may[self.characters[way.digits[len(begun)]]] = True
            if digits and way.digits == digits:
                may |= self.behind(way)
        tail = re.search(f"[{NUMERALS}]*$", written)[0] if self.language == "zh" else written.rpartition(" ")[2]
        return may & self.named(tail)

    def _left(self, written: str) -> list[Spelling]:
        """How to spell the numbers that have not been written yet."""
        left = list(self.wanted)
        for match in _DIGITS.finditer(written):
            used = [(way.behind, i) for i, number in enumerate(left) for way in number.spellings
                    if way.digits == match[0] and written.startswith(way.behind, match.end())]
            if used:
                del left[max(used)[1]]
        return [way for number in left for way in number.spellings]

    def _behind(self, way: Spelling) -> Tensor:
        """What may follow a number: what must; or else anything but digits and what would make it another number."""
        if way.behind:
            return self.free & torch.tensor([piece.startswith(way.behind) for piece in self.pieces])
        is_year = self.years or re.fullmatch("[0-9]{4}", way.digits)
        barred = OTHERWISE[self.language] + (() if is_year else ("年",))
        return self.free & torch.tensor([not piece.startswith(barred) for piece in self.pieces])

    def _named(self, tail: str) -> Tensor:
        """What may follow numerals, or the beginning of a word: none that makes another number or month of them."""
        fits, may = self._chinese if self.language == "zh" else self._english, torch.ones_like(self.free)
        for i in self.naming:
            may[i] = fits(tail, self.pieces[i])
        return may

    def _chinese(self, before: str, piece: str) -> bool:
        first = re.match(f"[{NUMERALS}]*", piece)[0]
        numerals = before + first
        if self.months and numerals and re.match("月(?![亮光球])", piece[len(first):]):
            return any(number.month and numerals in number.words for number in self.wanted)
        return not first or len(numerals) < 2 or not self.counted or numerals in IDIOMS or any(
            word.startswith(numerals) for number in self.wanted for word in number.words)

    def _english(self, before: str, piece: str) -> bool:
        word = piece[1:] if piece.startswith(" ") else before + piece
        begun = {name for name in MONTHS if name.startswith(word)}
        return len(word) < 3 or not begun or bool(begun & self.months)
