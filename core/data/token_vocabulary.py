"""The pieces of words of a brought tokenizer, each with its own spelling as a label."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.data.byte_vocabulary import visible
from core.data.vocabulary import Marks, Numbered
from core.lazy import lazy


@dataclass(frozen=True)
class TokenVocabulary(Numbered):
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

    def __len__(self) -> int:
        return max(self.rows, self.tokenizer.get_vocab_size())

    def split(self, text: str) -> list[str]:
        """The pieces of a text with its marks; none of a text without words."""
        encoding = self.tokenizer.encode(visible(text))
        return encoding.tokens if any(not mark for mark in encoding.special_tokens_mask) else []

    def join(self, tokens: Sequence[str]) -> str:
        """The text that pieces make."""
        return self.tokenizer.decode(self.encode(tokens))
