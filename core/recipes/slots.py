"""Slot filling: the label of every word, by a net that sees one word at a time and by recurrent ones. N2."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from core.data import slots
from core.recipes.recipe import Recipe, Task
from core.subjects.tagger import NETWORKS

TEST_SENTENCES, TEST_SEED, NO_LABEL = 400, 10_000, -1


@dataclass(frozen=True, kw_only=True)
class SlotsRecipe(Recipe):
    """Always new sentences, each beside its twin with arriving and leaving exchanged. ``kind``: of the subject."""

    kind: str
    configuration: dict = field(default_factory=lambda: {"d_x": 8, "d_h": 8})

    def task(self) -> Task:
        words = slots.vocabulary()
        about = {"kind": self.kind, "languages": ["en", "en"], "examples": slots.examples(), "labels": slots.LABELS,
                 "configuration": self.configuration, "vocabulary": {"language": "en", "words": words.words}}
        model = NETWORKS[self.kind](len(words), len(slots.LABELS), **self.configuration)
        return Task(model, batches(self.batch, self.seed), about)

    def loss(self, model: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
        """Cross-entropy over all words of the batch, in nats."""
        ids, labels = batch
        return nn.functional.cross_entropy(model(ids).flatten(0, 1), labels.flatten(), ignore_index=NO_LABEL)

    def metrics(self, subject) -> dict:
        return measured(subject)


def batches(size: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Word ids and labels (B, T), shorter sentences filled up at their end."""
    words, pairs = slots.vocabulary(), slots.pairs(seed)
    while True:
        sentences = [one for pair in itertools.islice(pairs, size // 2) for one in pair]
        ids = [torch.tensor(words.encode(sentence)) for sentence, _ in sentences]
        labels = [torch.tensor([slots.LABELS.index(label) for label in tagged]) for _, tagged in sentences]
        yield (nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=words.marks.pad),
               nn.utils.rnn.pad_sequence(labels, batch_first=True, padding_value=NO_LABEL))


def measured(subject) -> dict:
    """Percentages right on sentences that training did not draw, and how many cities of the six sentences of N2."""
    sentences = itertools.chain.from_iterable(itertools.islice(slots.pairs(TEST_SEED), TEST_SENTENCES // 2))
    right = {"words": [], "cities": []}
    for words, labels in sentences:
        says = subject.labelled(words)
        right["words"] += [a == b for a, b in zip(says, labels)]
        right["cities"] += [a == b for a, b, word in zip(says, labels, words) if word in slots.CITIES]
    shares = {name: round(100 * sum(one) / len(one), 2) for name, one in right.items()}
    six = [subject.labelled(words)[words.index(city)] == labels[words.index(city)]
           for words, labels in slots.six() for city in slots.CITIES if city in words]
    return shares | {"cities_of_six": sum(six), "sentences": TEST_SENTENCES, "evaluation_seed": TEST_SEED}


RECIPES = {
    "slots": SlotsRecipe(kind="tagger", steps=700, batch=32, rate=1e-2, warmup=50),
    "slots-per-word": SlotsRecipe(kind="word_tagger", configuration={"d_x": 8}, steps=700, batch=32, rate=1e-2,
                                  warmup=50),
    "slots-lstm": SlotsRecipe(kind="lstm_tagger", steps=700, batch=32, rate=1e-2, warmup=50),
    "slots-attention": SlotsRecipe(kind="attention_tagger", configuration={"d_x": 16, "n_heads": 2}, steps=900,
                                   batch=32, rate=1e-2, warmup=50)}
