"""The translators and the dialogue: pairs of sentences, the decoder told the right words so far.

Label smoothing; dropout, on the attention weights too; now and then an input word is replaced by the unknown word, so
that the decoder cannot live on its own words and must look at the source; sentences begin at a random position, so
that places beyond the longest training sentence are not new.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from core import evaluate
from core.data import dialogue, grammar
from core.data.vocabulary import Marks, Vocabulary, build_vocabulary
from core.models.seq2seq import NETWORKS
from core.models.transformer import Transformer, padded
from core.recipes.recipe import Recipe, Task

Pairs = Sequence[tuple[tuple[str, ...], tuple[str, ...]]]


@dataclass(frozen=True, kw_only=True)
class TranslationRecipe(Recipe):
    """Pairs of the grammar.

    ``unknown``: share of input words replaced; ``open_ended``: share of pairs shown without final mark; ``shift``: the
    first position is drawn from 0 to this; ``pairs``: how many are drawn from the grammar.
    """

    languages: tuple[str, str]
    configuration: dict = field(default_factory=lambda: {"d_model": 64, "n_heads": 4, "n_layers": 2, "d_ff": 256})
    pairs: int = 120000
    smoothing: float = 0.1
    dropout: float = 0.1
    unknown: float = 0.1
    open_ended: float = 0.1
    shift: int = 12

    kind = "translator"

    def examples(self) -> list[str]:
        """Sentences to begin with."""
        return list(grammar.examples() if self.languages[0] == "zh" else grammar.examples_en())

    def training_pairs(self) -> Pairs:
        """(source words, target words) of the training set."""
        return self.sides(grammar.corpus("train", self.pairs, self.seed))

    def sides(self, pairs: Sequence[grammar.Pair]) -> Pairs:
        """The words read and the words written of each pair."""
        return [tuple(tuple(getattr(pair, language)) for language in self.languages) for pair in pairs]

    def task(self) -> Task:
        pairs = self.training_pairs()
        vocabularies = [build_vocabulary([p[side] for p in pairs], self.languages[side]) for side in (0, 1)]
        model = self.network(*(len(v.words) for v in vocabularies))
        about = {"kind": self.kind, "languages": self.languages, "examples": self.examples(),
                 "configuration": self.configuration,
                 "vocabulary": {side: {"language": v.language, "words": v.words}
                                for side, v in zip(("source", "target"), vocabularies)}}
        return Task(model, batches(pairs, vocabularies, self), about)

    def network(self, source_size: int, target_size: int) -> nn.Module:
        """A fresh model for vocabularies of these sizes."""
        return Transformer(source_size, target_size, **self.configuration, dropout=self.dropout)

    def scores(self, model: nn.Module, source: Tensor, decoder_input: Tensor) -> Tensor:
        """What is trained: (batch, n), (batch, m) ids -> (batch, m, V), from a random first position."""
        return model(source, decoder_input, int(torch.randint(self.shift + 1, ())))

    def loss(self, model: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
        """Cross-entropy in nats per word, smoothed, on the target moved right by one."""
        (source, target), marks = batch, model.marks
        unknown = self.unknown if model.training else 0.0
        shifted = nn.functional.pad(target[:, :-1], (1, 0), value=marks.start)
        scores = self.scores(model, with_unknowns(source, unknown, marks), with_unknowns(shifted, unknown, marks))
        return nn.functional.cross_entropy(scores.flatten(0, 1), target.flatten(), ignore_index=marks.pad,
                                           label_smoothing=self.smoothing)

    def metrics(self, subject) -> dict:
        return evaluate.translation_metrics(subject)


@dataclass(frozen=True, kw_only=True)
class RecurrentRecipe(TranslationRecipe):
    """The same sentences, words and loss for a recurrent translator, one of ``core.models.seq2seq.NETWORKS``."""

    kind = "recurrent_translator"
    half: bool = True
    shift: int = 0  # it knows no positions

    def network(self, source_size: int, target_size: int) -> nn.Module:
        sizes = {key: value for key, value in self.configuration.items() if key != "network"}
        return NETWORKS[self.configuration["network"]](source_size, target_size, **sizes, dropout=self.dropout)

    def scores(self, model: nn.Module, source: Tensor, decoder_input: Tensor) -> Tensor:
        return model.scores(source, decoder_input)


@dataclass(frozen=True, kw_only=True)
class DialogueRecipe(TranslationRecipe):
    """Questions and answers in one language; some openers and some contents of questions are held out."""

    kind = "dialogue"

    def examples(self) -> list[str]:
        return dialogue.dialogue_examples()

    def training_pairs(self) -> Pairs:
        unseen = {*dialogue.other_openers(), *dialogue.unseen_content()}
        return [pair for pair in dialogue.dialogue_corpus() if pair not in unseen]

    def metrics(self, subject) -> dict:
        return evaluate.dialogue_metrics(subject)


def batches(pairs: Pairs, vocabularies: Sequence[Vocabulary],
            recipe: TranslationRecipe) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless shuffled batches (source, target with end mark) of about equal lengths."""
    marks = vocabularies[0].marks
    encode, generator = [v.encode for v in vocabularies], torch.Generator().manual_seed(recipe.seed)
    encoded = [(encode[0](source), encode[1](target)) for source, target in pairs]
    while True:
        order = torch.randperm(len(encoded), generator=generator).tolist()
        for start in range(0, len(order), 50 * recipe.batch):
            chunk = sorted((encoded[i] for i in order[start:start + 50 * recipe.batch]), key=lambda p: len(p[1]))
            cuts = list(range(0, len(chunk), recipe.batch))
            for cut in torch.randperm(len(cuts), generator=generator).tolist():
                rows = chunk[cuts[cut]:cuts[cut] + recipe.batch]
                bare = (torch.rand(len(rows), generator=generator) < recipe.open_ended).tolist()
                yield (padded([s[:-1] if b else s for (s, _), b in zip(rows, bare)], marks.pad),
                       padded([[*(t[:-1] if b else t), marks.end] for (_, t), b in zip(rows, bare)], marks.pad))


def with_unknowns(ids: Tensor, share: float, marks: Marks) -> Tensor:
    """Some of the words replaced by the unknown word; pad, start and end stay."""
    return ids.masked_fill((torch.rand(ids.shape) < share) & (ids > max(marks)), marks.unknown)


RECIPES = {
    "translator-zh-en": TranslationRecipe(languages=("zh", "en"), steps=16000,
                                          snapshots=(0, 132, 529, 2116, 4760, 8463, 13223, 16000)),
    "translator-en-zh": TranslationRecipe(languages=("en", "zh"), steps=16000),
    "chat": DialogueRecipe(languages=("en", "en"), steps=3500, open_ended=0.0, shift=0,
                           configuration={"d_model": 32, "n_heads": 4, "n_layers": 2, "d_ff": 128}),
    "rnn-zh-en": RecurrentRecipe(languages=("zh", "en"), steps=8000, rate=1e-3, warmup=150,
                                 configuration={"network": "rnn", "d_x": 64, "d_h": 240}),
    "lstm-zh-en": RecurrentRecipe(languages=("zh", "en"), steps=8000, rate=3e-3, warmup=150,
                                  configuration={"network": "lstm", "d_x": 56, "d_h": 128}),
    "attention-zh-en": RecurrentRecipe(languages=("zh", "en"), steps=8000, rate=3e-3, warmup=150, configuration={
        "network": "attention", "d_x": 56, "d_h": 104, "d_match": 96}),
}
