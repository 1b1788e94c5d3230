"""A reader of quatrains with hidden characters (填空): it sees what stands before them and behind them."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from core.data.piece_vocabulary import listed
from core.data.quatrain import HIDDEN, Form
from core.edits import Edit
from core.equations import output
from core.models.bert import BERT
from core.subjects import NextPlace, loaded
from core.subjects.verse import PLACES, Verse
from core.trace import Trace, given, record


@dataclass(frozen=True)
class Cloze(Verse):
    """A BERT over characters. As a subject: reads lines with □ (or _) for hidden characters, answers with all filled.

    The last two lines are the second segment.
    """

    def read(self, text: str) -> list[str]:
        """Simplified characters, marks, and □ for each hidden one. ValueError if none is hidden, and as ``form``."""
        return self._form(text).tokens

    def _form(self, text: str) -> Form:
        form = self.form(text)
        if HIDDEN not in form.tokens:
            raise ValueError(f"Nothing is hidden in this text; write {HIDDEN} or _ for a character to be filled in.")
        return form

    def answer(self, text: str, edits: Sequence[Edit] = ()) -> list[str]:
        """The lines with every hidden character filled in: the surest first, which the others then see."""
        tokens = self.read(text)
        while HIDDEN in tokens:
            place, shares = self._surest(tokens, edits)
            tokens[place] = self.vocabulary.words[int(shares.argmax())]
        return tokens

    def next_place(self, text: str, written: Sequence[int], edits: Sequence[Edit] = ()) -> NextPlace:
        """The hidden character that it is surest of, once those it was surer of have been filled in."""
        tokens = self.read(text)
        for word in self.vocabulary.decode(written):
            if HIDDEN in tokens:
                tokens[self._surest(tokens, edits)[0]] = word
        if HIDDEN not in tokens:
            return NextPlace("".join(tokens), "", "", "", None)
        place, shares = self._surest(tokens, edits)
        return NextPlace("".join(tokens[:place]), "", "".join(tokens[place + 1:]), HIDDEN, shares.log())

    def _surest(self, tokens: Sequence[str], edits: Sequence[Edit]) -> tuple[int, Tensor]:
        """The hidden character whose likeliest one is likelier than any other's, and what it could be. -> (V,)."""
        shares = self.trace("".join(tokens), edits)["probabilities"].value[1:].masked_fill(~self.characters(), 0)
        place = max((i for i, token in enumerate(tokens) if token == HIDDEN), key=lambda i: shares[i].max().item())
        return place, shares[place]

    def characters(self) -> Tensor:
        """(V,) booleans: which words are characters; the hidden one is none."""
        return super().characters().index_fill(0, torch.tensor(self.vocabulary.index[HIDDEN]), False)

    def trace(self, text: str, edits: Sequence[Edit] = ()) -> Trace:
        """The full forward pass over the text with its hidden characters."""
        form = self._form(text)
        words = {"token": [form.word, *form.tokens]}
        with record(self.model, *edits, labels={"embedding.W_E": {"vocabulary": self.vocabulary.words},
                                                "b_out": {"vocabulary": self.vocabulary.words}}) as trace:
            source = given("source", self.ids(form), "token", words, shows="ids")
            segments = given("segments", torch.tensor(form.segments), "token", words, shows="ids")
            output.probabilities(self.model(source, segments))
        return trace


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Cloze:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    words = listed(about["vocabulary"])
    return Cloze(name, loaded(BERT(len(words), PLACES, **about["configuration"]), weights), words, about)
