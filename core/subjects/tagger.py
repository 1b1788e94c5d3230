"""A network that labels every word of a sentence: which word fills which slot."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

import torch
from torch import Tensor, nn

from core.data.piece_vocabulary import listed
from core.data.vocabulary import Vocabulary
from core.edits import Edit
from core.equations import tagging
from core.labels import Name
from core.models.tagger import AttentionTagger, LSTMTagger, PerWordTagger, RecurrentTagger
from core.subjects import Checkpointed, loaded
from core.subjects.sentence import cut
from core.trace import Trace, given, record

NETWORKS = {"tagger": RecurrentTagger, "word_tagger": PerWordTagger, "lstm_tagger": LSTMTagger,
            "attention_tagger": AttentionTagger}
"""Kind of a checkpoint -> its network."""


@dataclass(frozen=True)
class Tagger(Checkpointed):
    """Reads a sentence, answers which words fill which slots. ``labels``: the slots, the first for words in none."""

    name: str
    model: nn.Module
    source_vocabulary: Vocabulary
    labels: tuple[str, ...]
    about: dict
    most: ClassVar[int] = 20

    def read(self, text: str) -> list[str]:
        """The words of a text without its marks. Raises as ``core.subjects.sentence.cut``."""
        def split(text: str) -> list[str]:
            return [word for word in self.source_vocabulary.split(text) if any(map(str.isalnum, word))]

        return cut(text, split, self.most)

    def ids(self, words: Sequence[str]) -> Tensor:
        """The numbers of words, unknown ones as the unknown word. -> (n,)."""
        return torch.tensor(self.source_vocabulary.encode(words))

    def trace(self, text: str, edits: Sequence[Edit] = ()) -> Trace:
        """From the words to the probabilities of their labels."""
        words = self.read(text)
        words_read = {"vocabulary": self.source_vocabulary.words}
        labels = {"W_E": words_read, "embedding.W_E": words_read, "V": {"label": tuple(map(Name, self.labels))}}
        with record(self.model, *edits, labels=labels) as trace:
            ids = given("source", self.ids(words), "token", {"token": words}, shows="ids")
            tagging.label_probabilities(self.model(ids))
        return trace

    def shares(self, words: Sequence[str]) -> Tensor:
        """How likely each label is for each word. (n, labels)."""
        with torch.no_grad():
            return torch.softmax(self.model(self.ids(words)), -1)

    def labelled(self, words: Sequence[str]) -> list[str]:
        """The likeliest label of each word."""
        return [self.labels[i] for i in self.shares(words).argmax(-1).tolist()]

    def answer(self, text: str, edits: Sequence[Edit] = ()) -> list[str]:
        return self.answer_in(text, self.trace(text, edits))

    def answer_in(self, text: str, trace: Trace) -> list[str]:
        """The filled slots in order, each label, a Name, before its words: ["destination:", "Taipei", ",", "time:"]."""
        words, likely = self.read(text), trace["label_probabilities"].value.argmax(-1).tolist()
        answer: list[str] = []
        for label, group in groupby(zip(likely, words), key=lambda one: one[0]):
            if label:
                answer += [","] * bool(answer) + [Name(f"{self.labels[label]}:"), *(word for _, word in group)]
        return answer


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Tagger:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    words = listed(about["vocabulary"])
    model = NETWORKS[about["kind"]](len(words), len(about["labels"]), **about["configuration"])
    return Tagger(name, loaded(model, weights), words, tuple(about["labels"]), about)
