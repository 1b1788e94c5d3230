"""The pieces of words of a brought tokenizer, each with its own spelling as a label."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.data.byte_vocabulary import visible
from core.data.vocabulary import Marks, Token
from core.lazy import lazy


@dataclass(frozen=True)
class TokenVocabulary:
    """What ``core.data.vocabulary.Vocabulary`` offers, over a ``tokenizers.Tokenizer``; a token is a piece as spelled.

    A text is cut with the marks that the tokenizer sets around it, as the model was trained on them. ``rows``: of the
    model's table, which may be longer.
    """

    tokenizer: Any
    marks: Marks
    language: Literal["zh", "en"]
    rows: int

    @lazy
    def words(self) -> tuple[str, ...]:
        """The spelling of each piece, by number."""
        return tuple(self.tokenizer.id_to_token(i) or f"⟨{i}⟩" for i in range(len(self)))

    @lazy
    def index(self) -> dict[str, int]:
        """The number of each piece."""
        return {word: i for i, word in enumerate(self.words)}

    def __len__(self) -> int:
        return max(self.rows, self.tokenizer.get_vocab_size())

    def split(self, text: str) -> list[str]:
        """The pieces of a text with its marks; none of a text without words."""
        encoding = self.tokenizer.encode(visible(text))
        return encoding.tokens if any(not mark for mark in encoding.special_tokens_mask) else []

    def segment(self, text: str) -> list[Token]:
        """The same; every piece is known."""
        return [Token(piece, True) for piece in self.split(text)]

    def encode(self, tokens: Sequence[str]) -> list[int]:
        """The numbers of pieces."""
        return [self.index.get(token, self.marks.unknown) for token in tokens]

    def decode(self, ids: Iterable[int]) -> list[str]:
        """The pieces of numbers, up to the end mark."""
        pieces = []
        for i in ids:
            if i == self.marks.end:
                break
            pieces.append(self.words[i])
        return pieces

    def join(self, tokens: Sequence[str]) -> str:
        """The text that pieces make."""
        return self.tokenizer.decode(self.encode(tokens))
