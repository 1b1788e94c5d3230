"""What the poet and the reader of hidden characters have in common: a model over the characters of quatrains."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from core.data.quatrain import COMMA, LINES, SIZES, STOP, Form, form
from core.data.vocabulary import Vocabulary
from core.subjects import Checkpointed
from core.subjects.sentence import held

PLACES = LINES * (max(SIZES.values()) + 1) + 1
"""Tokens of the longest quatrain, with the word for the length of its lines."""


@dataclass(frozen=True)
class Verse(Checkpointed):
    """A model with its characters; ``about`` is the checkpoint's JSON. See ``core.subjects`` for the properties.

    The first word the model reads says how long the lines are.
    """

    name: str
    model: nn.Module
    vocabulary: Vocabulary
    about: dict

    @property
    def source_vocabulary(self) -> Vocabulary:
        """The characters it reads, by the name that all models of words have for them."""
        return self.vocabulary

    @property
    def target_vocabulary(self) -> Vocabulary:
        """The characters it writes: the same."""
        return self.vocabulary

    def form(self, text: str, size: int | None = None, acrostic: str = "") -> Form:
        """What was typed, as ``core.data.quatrain.form``. Raises as that and as ``core.subjects.sentence.held``."""
        held(text, self.vocabulary.split)
        return form(text, self.vocabulary, size, acrostic)

    def ids(self, form: Form) -> Tensor:
        """The word for the length of the lines, then the tokens. -> (1 + n,)."""
        return torch.tensor([self.vocabulary.index[form.word], *self.vocabulary.encode(form.tokens)])

    def characters(self) -> Tensor:
        """(V,) booleans: which words are characters."""
        mask = torch.ones(len(self.vocabulary), dtype=torch.bool)
        others = (self.vocabulary.index[word] for word in (COMMA, STOP, *SIZES))
        mask[[*self.vocabulary.marks, *others]] = False
        return mask
