"""Brought readers: BERT and RoBERTa fill in what is hidden, MiniLM gives a sentence a direction."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from core import device, families
from core.bring import model_folder
from core.data import hidden_words, marked_vocabulary
from core.data.marked_vocabulary import MarkedVocabulary
from core.edits import Edit
from core.equations import output
from core.models.bert import SentenceEncoder
from core.subjects import NextPlace, remember_results
from core.subjects.token_reader import TokenReader
from core.trace import Trace, given, record


@dataclass(frozen=True)
class BroughtReader(TokenReader):
    """Reads a text between the marks of its tokenizer, which ``read`` names too."""

    source_vocabulary: MarkedVocabulary

    def ids(self, text: str) -> tuple[int, ...]:
        """The numbers of a text's tokens and of the marks around it, (n,). Raises as ``read``."""
        return tuple(self.numbers(text))

    def trace(self, text: str, edits: Sequence[Edit] = (), earlier: Trace | None = None) -> Trace:
        """The full forward pass over the text. ``earlier``: the trace of the same text without edits."""
        return self._traced(self.ids(text), edits, earlier)

    def _traced(self, ids: Sequence[int], edits: Sequence[Edit], earlier: Trace | None = None) -> Trace:
        spelled = self.source_vocabulary.words
        tokens = {"token": [spelled[i] for i in ids]}
        labels = {"embedding.W_E": {"vocabulary": spelled}, "b_out": {"vocabulary": spelled}}
        read = torch.tensor(ids, device=device.of(self.model))
        with record(self.model, *edits, labels=labels, earlier=earlier) as trace:
            source = given("source", read, "token", tokens, shows="ids")
            segments = given("segments", torch.zeros_like(read), "token", tokens, shows="ids")
            self._ended(self.model(source, segments))
        return trace

    def _ended(self, result: Tensor) -> None:
        """What follows the model's own pass."""


@dataclass(frozen=True)
class HiddenWords(BroughtReader):
    """As a subject: reads a text with [MASK] or <mask>, or else hides its last word; answers with all filled in."""

    @property
    def mask(self) -> int:
        """The number of a hidden word."""
        return _mask(self.source_vocabulary)

    def numbers(self, text: str) -> list[int]:
        return super().numbers(hidden_words.hidden(text, self.source_vocabulary.tokenizer.id_to_token(self.mask)))

    def _ended(self, result: Tensor) -> None:
        output.probabilities(result)

    def answer(self, text: str, edits: Sequence[Edit] = ()) -> list[str]:
        """The text with every hidden word filled in, the surest first, which the others then see."""
        return [self.source_vocabulary.inside(list(self._filled(self.ids(text), tuple(edits))))]

    @remember_results
    def _filled(self, ids: tuple[int, ...], edits: tuple[Edit, ...]) -> tuple[int, ...]:
        while self.mask in ids:
            place, shares = self._surest(ids, edits)
            ids = (*ids[:place], int(shares.argmax()), *ids[place + 1:])
        return ids

    def next_place(self, text: str, written: Sequence[int], edits: Sequence[Edit] = ()) -> NextPlace:
        """The hidden word that it is surest of, once those it was surer of have been filled in."""
        ids, words = self.ids(text), self.source_vocabulary
        for word in written:
            if self.mask in ids:
                place, _ = self._surest(ids, tuple(edits))
                ids = (*ids[:place], word, *ids[place + 1:])
        if self.mask not in ids:
            return NextPlace(words.inside(list(ids)), "", "", "", None)
        place, shares = self._surest(ids, tuple(edits))
        before, after = (words.inside(list(some)) for some in (ids[:place], ids[place + 1:]))
        after = f" {after}" if after[:1].isalnum() else after
        return NextPlace(f"{before} ", "", after, words.words[self.mask], shares.log())

    @remember_results
    def _surest(self, ids: tuple[int, ...], edits: tuple[Edit, ...]) -> tuple[int, Tensor]:
        """The hidden word whose likeliest one is likelier than any other's, and what it could be. -> (V,)."""
        places = [place for place, i in enumerate(ids) if i == self.mask]
        shares = self._traced(ids, edits)["probabilities"].value[places].masked_fill(~self.source_vocabulary.is_word, 0)
        best = int(shares.amax(-1).argmax())
        return places[best], shares[best].clone()  # a view would keep the numbers of all places alive


@dataclass(frozen=True)
class SentenceReader(BroughtReader):
    """As a subject: reads a sentence, answers with its direction: the mean of its tokens, at length 1."""

    def answer(self, text: str, edits: Sequence[Edit] = ()) -> list[float]:
        return self.answer_in(text, self.trace(text, edits))

    def answer_in(self, text: str, trace: Trace) -> list[float]:
        """The direction that stands in a pass over the text, (d_model,)."""
        return trace["unit_length"].value.tolist()

    def answer_text(self, answer: Sequence[float]) -> str:
        """Its first numbers, and how many there are."""
        return f"({', '.join(f'{number:+.3f}' for number in answer[:3])}, … × {len(answer)})"


def build(name: str, about: dict, weights: dict[str, Tensor]) -> BroughtReader:
    """From what is told of a model and its weights. ValueError where they do not fit."""
    config = about["configuration"]
    model = families.build(config, weights)
    words = marked_vocabulary.vocabulary(model_folder.tokenizer(name), config["vocab_size"], model.marks.pad)
    if isinstance(model, SentenceEncoder):
        return SentenceReader(name, model, words, about)
    mask = _mask(words)
    if mask is None or mask not in words.ids(words.tokenizer.id_to_token(mask)):
        raise ValueError(f"its tokenizer reads none of {', '.join(hidden_words.MARKS)} as a hidden word")
    return HiddenWords(name, model, words, about)


def _mask(words: MarkedVocabulary) -> int | None:
    return next((i for i in map(words.tokenizer.token_to_id, hidden_words.MARKS) if i is not None), None)
