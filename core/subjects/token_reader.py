"""What brought models of text have in common: they read the tokens of their own tokenizer."""

from collections.abc import Sequence
from dataclasses import dataclass

from torch import nn

from core.data.byte_vocabulary import ByteVocabulary
from core.subjects import Checkpointed, TooLongError

MOST = 512
"""Tokens that any of them reads, at most."""


@dataclass(frozen=True)
class TokenReader(Checkpointed):
    """Reads a text as its vocabulary cuts it. ``about`` is told as a checkpoint's JSON."""

    name: str
    model: nn.Module
    source_vocabulary: ByteVocabulary
    about: dict

    @property
    def target_vocabulary(self) -> ByteVocabulary:
        """It writes what it reads."""
        return self.source_vocabulary

    @property
    def most(self) -> int:
        """Tokens that it reads, marks counted, at most: GPT-2 and BERT have learned so many places."""
        return min(MOST, len(getattr(self.model.embedding, "W_P", range(MOST))))

    def read(self, text: str) -> list[str]:
        """The labels of a text's tokens. TooLongError for more than ``most``, ValueError if there are none."""
        return [self.source_vocabulary.words[i] for i in self.numbers(text)]

    def numbers(self, text: str) -> list[int]:
        """The numbers of the same. Raises as ``read``."""
        if len(text) > 8 * MOST:
            raise TooLongError(f"A text may have at most {self.most} tokens; this one has more.", self.most)
        numbers = self.source_vocabulary.ids(text)
        if not numbers:
            raise ValueError("There is nothing to read in this text; type some words.")
        if len(numbers) > self.most:
            raise TooLongError(f"A text may have at most {self.most} tokens; this one has {len(numbers)}.", self.most)
        return numbers

    def answer_text(self, answer: Sequence[str]) -> str:
        """Its text, in one line."""
        return " ".join("".join(answer).split())
