"""The tokens of a brought reader, whose tokenizer sets marks around a text: [CLS] and [SEP], <s> and </s>."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from core.data.byte_vocabulary import ByteVocabulary, visible
from core.data.vocabulary import Marks
from core.lazy import lazy


@dataclass(frozen=True)
class MarkedVocabulary(ByteVocabulary):
    """As its base, but a text is cut with the marks around it, as the model was trained on them."""

    def ids(self, text: str) -> list[int]:
        """The numbers of a text's tokens and of the marks around it; none of a text without words."""
        encoding = self.tokenizer.encode(visible(text).replace("\n", " "))
        return encoding.ids if len(encoding.ids) > len(self.around) else []

    @lazy
    def around(self) -> list[int]:
        """The marks of an empty text."""
        return self.tokenizer.encode("").ids

    def inside(self, ids: list[int]) -> str:
        """The text of tokens without the marks around them; a mark inside is kept."""
        return self.tokenizer.decode([i for i in ids if i not in self.around], skip_special_tokens=False)

    @lazy
    def is_word(self) -> Tensor:
        """(V,) booleans: which tokens can stand in a text; marks, and rows of the table without a token, cannot."""
        marks = [i for i, token in self.tokenizer.get_added_tokens_decoder().items() if token.special]
        has_token = torch.arange(len(self)) < self.tokenizer.get_vocab_size()
        return has_token.index_fill(0, torch.tensor(marks, dtype=torch.long), False)


def vocabulary(tokenizer: Any, rows: int, pad: int) -> MarkedVocabulary:
    """The tokens of a ``tokenizers.Tokenizer`` for a table of so many rows, of which ``pad`` is padding."""
    around = tokenizer.encode("").ids or [pad]
    unknown = next((i for i in map(tokenizer.token_to_id, ("[UNK]", "<unk>")) if i is not None), pad)
    return MarkedVocabulary(tokenizer, Marks(pad, around[0], around[-1], unknown), rows=rows)
