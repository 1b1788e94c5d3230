"""The poet: quatrains of Tang and Song, one character after the other.

Sums in bfloat16 where ``torch.autocast`` allows it. A batch holds poems of one length. A character that is not among
the common ones is read as the unknown one, and never asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from core.data import poems, quatrain
from core.data.vocabulary import SPECIALS, Vocabulary
from core.measures import poet as measures
from core.models.gpt import GPT
from core.recipes.recipe import Recipe, Task, shuffled
from core.subjects.verse import PLACES

EXAMPLES = ("春风", "明月", "床前明月光，", "千里江陵一日还，", "故人西辞黄鹤楼")


@dataclass(frozen=True, kw_only=True)
class PoetRecipe(Recipe):
    """``characters``: how many are known."""

    configuration: dict = field(default_factory=lambda: {"d_model": 128, "n_heads": 4, "n_layers": 3, "d_ff": 512})
    characters: int = 3000

    def task(self) -> Task:
        quatrains, _ = split()
        words = vocabulary(quatrains, self.characters)
        about = {"kind": "language_model", "languages": ("zh", "zh"), "examples": list(EXAMPLES),
                 "configuration": self.configuration, "vocabulary": {"language": "zh", "words": words.words}}
        return Task(GPT(len(words), PLACES, **self.configuration), batches(quatrains, words, self), about)

    def loss(self, model: GPT, batch: tuple[Tensor, Tensor]) -> Tensor:
        """Cross-entropy in nats per token, marks and end mark with them."""
        read, wanted = batch
        with torch.autocast("cpu", torch.bfloat16):
            scores = model(read)
        return nn.functional.cross_entropy(scores.float().flatten(0, 1), wanted.flatten(),
                                           ignore_index=model.marks.unknown)

    def metrics(self, subject) -> dict:
        return measures.metrics(subject, *split())


def split() -> tuple[list[poems.Lines], list[poems.Lines]]:
    """(quatrains to train on, unseen quatrains)."""
    quatrains = poems.quatrains(poems.regular(poems.archive()))
    return ([lines for lines in quatrains if not poems.unseen(lines[0])],
            [lines for lines in quatrains if poems.unseen(lines[0])])


def vocabulary(quatrains: Sequence[poems.Lines], characters: int) -> Vocabulary:
    """The words for the length of the lines, the two marks, and the commonest characters."""
    return Vocabulary((*SPECIALS, *quatrain.SIZES, quatrain.COMMA, quatrain.STOP,
                       *poems.common_characters(quatrains, characters)), "zh")


def encoded(lines: poems.Lines, words: Vocabulary) -> list[int]:
    """The word for the length, all tokens, the end mark."""
    return [words.index[f"<{len(lines[0])}>"], *words.encode(quatrain.tokens(lines)), words.marks.end]


def batches(quatrains: Sequence[poems.Lines], words: Vocabulary, recipe: PoetRecipe) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless shuffled batches (what is read (b, n), what is asked for (b, n)), each of poems of one length."""
    ids = [torch.tensor([encoded(lines, words) for lines in quatrains if len(lines[0]) == size])
           for size in quatrain.SIZES.values()]
    return shuffled([(side[:, :-1], side[:, 1:]) for side in ids], recipe.batch, recipe.seed)


RECIPES = {"poet": PoetRecipe(steps=5000, batch=32, rate=2e-3, warmup=300, half=True)}
