"""The writer of couplets: lines 3 to 4 and 5 to 6 of the regulated poems of Tang and Song.

Sums in bfloat16 where ``torch.autocast`` allows it; now and then a character is replaced by the unknown one. A
batch holds lines of one length, so nothing is padded.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from core.data import poems, verses
from core.data.vocabulary import SPECIALS, Marks, Vocabulary
from core.measures import couplet as measures
from core.models.transformer import SharedTransformer
from core.recipes.recipe import Recipe, Task, shuffled
from core.recipes.translation import with_unknowns

EXAMPLES = ("两个黄鹂鸣翠柳", "千山鸟飞绝", "山重水复疑无路", "春风又绿江南岸", "身无彩凤双飞翼", "海内存知己")


@dataclass(frozen=True, kw_only=True)
class CoupletRecipe(Recipe):
    """``characters``: how many are known; ``unknown``: share of input characters replaced, while not calm."""

    configuration: dict = field(default_factory=lambda: {"d_model": 128, "n_heads": 4, "n_layers": 2, "d_ff": 512})
    characters: int = 3000
    unknown: float = 0.03

    def task(self) -> Task:
        pairs, _ = split(poems.couplets(poems.regular(poems.archive())))
        verses.store(second for _, second in pairs)
        words = Vocabulary((*SPECIALS, *poems.common_characters(pairs, self.characters)), "zh")
        model = SharedTransformer(len(words), **self.configuration)
        about = {"kind": "couplet", "languages": ("zh", "zh"), "examples": list(EXAMPLES),
                 "configuration": self.configuration, "vocabulary": {"language": "zh", "words": words.words}}
        return Task(model, batches(encoded(pairs, words), self), about)

    def loss(self, model: SharedTransformer, batch: tuple[Tensor, Tensor]) -> Tensor:
        """Cross-entropy in nats per character, the end mark with them, on the target moved right by one."""
        (source, target), marks = batch, model.marks
        unknown = self.unknown if model.training else 0.0
        shifted = nn.functional.pad(target[:, :-1], (1, 0), value=marks.start)
        with torch.autocast("cpu", torch.bfloat16):
            scores = model(with_unknowns(source, unknown, marks), with_unknowns(shifted, unknown, marks))
        return nn.functional.cross_entropy(scores.float().flatten(0, 1), target.flatten())

    def metrics(self, subject) -> dict:
        _, unseen = split(poems.couplets(poems.regular(poems.archive())))
        return measures.metrics(subject, unseen)


def split(pairs: Sequence[tuple[str, str]]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """(pairs to train on, unseen pairs): neither line of an unseen one is trained on in its place."""
    training = [pair for pair in pairs if not poems.unseen(pair[0])]
    seconds = {second for _, second in training}
    return training, [pair for pair in pairs if poems.unseen(pair[0]) and pair[1] not in seconds]


def encoded(pairs: Sequence[tuple[str, str]], words: Vocabulary) -> list[tuple[list[int], list[int]]]:
    """Ids of both lines, where all characters of the second are known."""
    ids = [(words.encode(first), words.encode(second)) for first, second in pairs]
    return [pair for pair in ids if words.marks.unknown not in pair[1]]


def batches(pairs: Sequence[tuple[list[int], list[int]]], recipe: CoupletRecipe) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless shuffled batches (source (b, n), target with end mark (b, n + 1)), each of one length n."""
    sides = [(torch.tensor([a for a, _ in pairs if len(a) == n]),
              torch.tensor([[*b, Marks().end] for a, b in pairs if len(a) == n]))
             for n in sorted({len(a) for a, _ in pairs})]
    return shuffled(sides, recipe.batch, recipe.seed)


RECIPES = {"couplet": CoupletRecipe(steps=8000, batch=128, rate=1.2e-3, warmup=800, calm=0.7, half=True)}
