"""A language model of quatrains (绝句): it goes on from what is typed, or writes a poem on given first characters."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from core import decode
from core.data.piece_vocabulary import listed
from core.data.quatrain import Form
from core.edits import Edit
from core.equations import embedding, output
from core.models.gpt import GPT
from core.subjects import NextPlace, loaded, remember_results
from core.subjects.verse import PLACES, Verse
from core.trace import Trace, given, record

SEED, TEMPERATURE = 1, 0.7


@dataclass(frozen=True)
class Poet(Verse):
    """A GPT over characters. As a subject: reads the beginning of a poem, is traced on the whole, answers with it.

    The word for the length of the lines stands in the place of the start mark.
    """

    def read(self, text: str) -> list[str]:
        """The characters of a beginning and the marks between its lines, simplified.

        Raises ValueError if there are none, if the lines are of different lengths, or if there are more than four, and
        for too many letters as ``core.subjects.sentence.held``.
        """
        return self.form(text).tokens

    def write(self, text: str = "", size: int | None = None, acrostic: str = "", temperature: float = TEMPERATURE,
              seed: int = SEED, edits: Sequence[Edit] = ()) -> list[str]:
        """A quatrain that begins with ``text``, its lines of ``size`` characters (5 or 7; None: as the text has it).

        ``acrostic``: the lines' first characters, in order. Lines end where they must; within them the model chooses.
        Raises ValueError as ``read``, and for an acrostic of more than four characters.
        """
        return list(self._written(text, size, acrostic, temperature, seed, tuple(edits)))

    @remember_results
    def _written(self, text: str, size: int | None, acrostic: str, temperature: float, seed: int,
                 edits: tuple[Edit, ...]) -> tuple[str, ...]:
        form = self.form(text, size, acrostic)
        draw = decode.sampling(temperature, 0, 1.0, seed)
        tokens = list(form.tokens)

        def choose(logits: Tensor) -> int:
            chosen = draw(logits.masked_fill(~self.allowed(form, tokens), -torch.inf))
            tokens.append(form.wanted(len(tokens)) or self.vocabulary.words[chosen])
            return chosen

        for _ in decode.words(self.model, self.ids(form), choose, cached=not edits, limit=form.length - len(tokens),
                              edits=edits, only=decode.NOTHING):
            pass
        return tuple(tokens)

    def next_place(self, text: str, written: Sequence[int], edits: Sequence[Edit] = ()) -> NextPlace:
        """Behind the characters typed and written, until the quatrain is whole. The marks between the lines are set."""
        form, chosen = self.form(text), self.vocabulary.decode(written)
        tokens, new = list(form.tokens), len(form.tokens)
        while len(tokens) < form.length and (chosen or form.wanted(len(tokens))):
            new = len(tokens) if form.wanted(len(tokens)) is None else new
            tokens.append(form.wanted(len(tokens)) or chosen.pop(0))
        scores = None
        if len(tokens) < form.length:
            ids = self.vocabulary.encode(tokens[len(form.tokens):])
            scores = decode.next_scores(self.model, self.ids(form), ids, edits)
            scores = scores.masked_fill(~self.allowed(form, tokens), -torch.inf)
        return NextPlace("".join(tokens[:new]), "".join(tokens[new:]), "", tokens[-1], scores)

    def allowed(self, form: Form, tokens: Sequence[str]) -> Tensor:
        """Which words may come behind the tokens said, (V,) booleans: exactly the one that the form wants, or else any
        character, but at the end of a line none that ended another."""
        if wanted := form.wanted(len(tokens)):
            return torch.arange(len(self.vocabulary)) == self.vocabulary.encode([wanted])[0]
        may = self.characters()
        may[self.vocabulary.encode(form.ended(tokens))] = False
        return may

    def answer(self, text: str, edits: Sequence[Edit] = ()) -> list[str]:
        """The poem that begins with the text, always drawn in the same way."""
        return self.write(text, edits=edits)

    def trace(self, text: str, edits: Sequence[Edit] = ()) -> Trace:
        """The full forward pass over the text and what the (unedited) model goes on with."""
        return self.pass_over(self.answer(text), edits)

    def pass_over(self, poem: Sequence[str], edits: Sequence[Edit] = ()) -> Trace:
        """The full forward pass over a whole poem: each row is asked for the next character."""
        form, end = self.form("".join(poem)), self.vocabulary.marks.end
        first, *ids = self.ids(form).tolist()
        words = [*form.tokens, self.vocabulary.words[end]]
        labels = {"embedding.W_E": {"vocabulary": self.vocabulary.words},
                  "shift_right": {"token": [form.word, *form.tokens]}, "token_losses": {"token": words}}
        with record(self.model, *edits, labels=labels) as trace:
            wanted = given("target", torch.tensor([*ids, end]), "token", {"token": words}, shows="ids")
            scores = self.model(embedding.shift_right(wanted, first))
            output.probabilities(scores)
            output.loss(output.token_losses(scores, wanted), wanted, self.vocabulary.marks.pad)
        return trace


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Poet:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    words = listed(about["vocabulary"])
    return Poet(name, loaded(GPT(len(words), PLACES, **about["configuration"]), weights), words, about)
