"""A vocabulary of pieces of words: no word is unknown, and each piece has a label of its own along a picture's edge."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.data.everyday import normal
from core.data.pieces import FIXED, SPACE, Pieces, spaced
from core.data.typed_sentence import completed
from core.data.vocabulary import OwnMarks, Vocabulary, clean
from core.lazy import lazy

INSIDE = "·"
"""Stands before a piece that goes on with the word before it."""


@dataclass(frozen=True)
class PieceVocabulary(OwnMarks):
    """What ``core.data.vocabulary.Vocabulary`` offers, over pieces; a token is a piece's label.

    In Chinese a label is the piece itself. In a spelled language it is the piece without the space before it, and one
    that goes on with a word begins with INSIDE. A byte is ``<0xE4>``.
    """

    pieces: Pieces
    language: Literal["zh", "en"]

    @lazy
    def words(self) -> tuple[str, ...]:
        """The label of each piece, by number."""
        return tuple(piece if i < len(FIXED) or self.language == "zh" else _label(piece)
                     for i, piece in enumerate(self.pieces.pieces))

    def ids(self, text: str) -> list[int]:
        """The numbers of the likeliest pieces of any text, as ``core.data.everyday.normal`` writes it."""
        text = text if text.isprintable() else clean(text, self.language)  # nobody sees what is not; marks are kept
        return self.pieces.encode(spaced(normal(text, self.language), self.language))

    def sentence(self, text: str) -> str:
        """A text as people type it, with the final mark and the capitals that the texts behind the pieces have."""
        return completed(text, self.language, lambda word: SPACE + word in self._known)

    @lazy
    def _known(self) -> frozenset[str]:
        return frozenset(self.pieces.pieces)

    def join(self, tokens: Sequence[str]) -> str:
        """The text that pieces make."""
        return self.pieces.text(self.encode(tokens))


def listed(given: dict) -> Vocabulary | PieceVocabulary:
    """The words, or the pieces of words, that a checkpoint's JSON lists."""
    if "scores" in given:
        return PieceVocabulary(Pieces((*FIXED, *given["words"]), given["scores"]), given["language"])
    return Vocabulary(tuple(given["words"]), given["language"])


def _label(piece: str) -> str:
    """Of a spelled language: without the space that begins a word, with INSIDE where none does."""
    if piece.startswith(SPACE):
        return piece[1:] if piece[1:2].isalnum() else piece
    return INSIDE + piece if piece[:1].isalnum() else piece
