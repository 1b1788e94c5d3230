"""A language model that was brought: it reads any text and goes on with it, token by token."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from core import decode, device, families
from core.bring import model_folder
from core.data.byte_vocabulary import ByteVocabulary
from core.data.vocabulary import Marks
from core.edits import Edit
from core.equations import output
from core.subjects import NextPlace, remember_results
from core.subjects.token_reader import TokenReader
from core.trace import Trace, given, record

WRITTEN = 16
"""Tokens that its answer has, at most."""


@dataclass(frozen=True)
class LanguageModel(TokenReader):
    """As a subject: reads a text, is traced on it, answers with how it goes on."""

    continuation: decode.Continuation

    def ids(self, text: str) -> Tensor:
        """The numbers of a text's tokens, (n,), where the model lies. Raises as ``read``."""
        return torch.tensor(self.numbers(text), device=device.of(self.model))

    def trace(self, text: str, edits: Sequence[Edit] = (), earlier: Trace | None = None) -> Trace:
        """The full forward pass over the text. ``earlier``: the trace of the same text without edits."""
        ids = self.ids(text)
        labels = {"embedding.W_E": {"vocabulary": self.target_vocabulary.words}}
        with record(self.model, *edits, labels=labels, earlier=earlier) as trace:
            source = given("source", ids, "token", {"token": self.read(text)}, shows="ids")
            output.probabilities(self.model(source))
        return trace

    def answer(self, text: str, edits: Sequence[Edit] = ()) -> list[str]:
        """How it goes on, as one text; with edits, what the edited model says."""
        return [self.target_vocabulary.text(self._greedy(tuple(self.ids(text).tolist()), tuple(edits)))]

    @remember_results
    def _greedy(self, ids: tuple[int, ...], edits: tuple[Edit, ...]) -> list[int]:
        """The numbers of the tokens that it says."""
        answer: list[int] = []
        while len(answer) < min(WRITTEN, self.most - len(ids)) and self.model.marks.end not in answer:
            answer.append(decode.greedy_choice(self._scores(ids, answer, edits)))
        return answer

    def _scores(self, ids: tuple[int, ...], written: Sequence[int], edits: Sequence[Edit]) -> Tensor:
        """(V,) of the token after those read and written; without edits over the keys and values of earlier ones."""
        if edits:
            return decode.next_scores(self.model, torch.tensor(ids, device=device.of(self.model)), written, edits)
        return self.continuation.scores((*ids, *written))

    def next_place(self, text: str, written: Sequence[int], edits: Sequence[Edit] = ()) -> NextPlace:
        """Behind the tokens written so far, until the end mark or as many as it reads."""
        before, whole = (self.target_vocabulary.text(list(ids)) for ids in (written[:-1], written))
        ids = tuple(self.ids(text).tolist())
        done = len(ids) + len(written) >= self.most or self.model.marks.end in written
        read = self.target_vocabulary.words[(*ids, *written)[-1]]
        scores = None if done else self._scores(ids, written, edits)
        return NextPlace(text + before, whole[len(before):], "", read, scores)


def build(name: str, about: dict, weights: dict[str, Tensor]) -> LanguageModel:
    """From what is told of a model and its weights. ValueError where they do not fit."""
    config = about["configuration"]
    model, words = families.build(config, weights), vocabulary(name, config)
    model.marks = words.marks
    return LanguageModel(name, model, words, about, decode.Continuation(model))


def vocabulary(name: str, config: dict) -> ByteVocabulary:
    """The tokens of a brought model, which need no weights. Raises an error of ``tokenizers`` for a damaged file."""
    end = config["eos_token_id"]
    marks = Marks(end, config.get("bos_token_id") or end, end, end)
    return ByteVocabulary(model_folder.tokenizer(name), marks, rows=config["vocab_size"])
