"""The writer of couplets (对对联): to one line of verse the second, as long, character facing character."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import torch
from torch import Tensor

from core import decode
from core.data.piece_vocabulary import listed
from core.data.quatrain import typed_lines
from core.edits import Edit
from core.models.transformer import SharedTransformer
from core.subjects import LongLineError, loaded, remember_results
from core.subjects.sentence import held
from core.subjects.translator import Translator
from core.trace import Trace

WIDTH = 6


class Line(NamedTuple):
    """A second line: its characters, and its log-probability in nats under the model."""

    characters: tuple[str, ...]
    log_probability: float


@dataclass(frozen=True)
class Couplet(Translator):
    """An encoder-decoder whose two sides share one table of characters.

    As a subject: reads one line in traditional or simplified characters, answers with the characters of the second.
    """

    most: ClassVar[int] = 7  # regulated verse has lines of 5 and of 7

    def read(self, text: str) -> list[str]:
        """The characters of the first line of a text, simplified; it ends at a mark or a space.

        Raises LongLineError for more than seven, ValueError if there are none, and as ``core.subjects.sentence.held``.
        """
        held(text, self.source_vocabulary.split)
        line = next(iter(typed_lines(text, self.source_vocabulary)), None)
        if line is None:
            raise ValueError("There is no character in this text; type one line of a poem.")
        if len(line) > self.most:
            raise LongLineError(f"A line has at most {self.most} characters; this one has {len(line)}.", self.most)
        return line

    def lines(self, text: str, edits: Sequence[Edit] = ()) -> list[Line]:
        """Second lines by beam search under the rules of ``allowed``, the likeliest first."""
        return list(self._lines(tuple(self.read(text)), tuple(edits)))

    @remember_results
    def _lines(self, first: tuple[str, ...], edits: tuple[Edit, ...]) -> tuple[Line, ...]:
        ask = decode.scorer(self.model, self.ids(first), edits)

        def ruled(prefixes: Sequence[tuple[int, ...]]) -> Tensor:
            may = torch.stack([self.allowed(first, prefix) for prefix in prefixes])
            return ask(prefixes).masked_fill(~may, -torch.inf)

        beam = decode.beam(ruled, WIDTH, alpha=0.0, limit=len(first) + 1)
        nodes = [beam.tree[i] for i in beam.best]
        return tuple(Line(tuple(self.target_vocabulary.decode(node.words)), node.log_probability) for node in nodes)

    def answer(self, text: str, edits: Sequence[Edit] = ()) -> list[str]:
        """The likeliest second line; with edits, the edited model's."""
        return list(self.lines(text, edits)[0].characters)

    def trace(self, text: str, edits: Sequence[Edit] = (), target: Sequence[str] | None = None) -> Trace:
        """The full forward pass, teacher-forced on ``target`` (characters), or on the model's own unedited answer."""
        return super().trace(text, edits, self.answer(text) if target is None else target)

    def allowed(self, first: Sequence[str], written: Sequence[int]) -> Tensor:
        """Which characters may come next, (V,) booleans: a rule of the game, not something the model learned.

        The second line is as long as the first; it repeats a character where the first does and nowhere else, and
        uses none of the first line's.
        """
        marks, place, ids = self.target_vocabulary.marks, len(written), torch.arange(len(self.target_vocabulary))
        if place >= len(first):
            return ids == marks.end
        earlier = list(first).index(first[place])
        if earlier < place:
            return ids == written[earlier]
        return ~torch.isin(ids, torch.tensor([*marks, *self.target_vocabulary.encode(first), *written]))

    def _scores(self, text: str, written: Sequence[int], edits: Sequence[Edit]) -> Tensor:
        return super()._scores(text, written, edits).masked_fill(~self.allowed(self.read(text), written), -torch.inf)


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Couplet:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    words = listed(about["vocabulary"])
    model = SharedTransformer(len(words), **about["configuration"])
    weights = weights | {"target_embedding.W_E": weights["source_embedding.W_E"]}
    return Couplet(name, loaded(model, weights), words, words, about)
