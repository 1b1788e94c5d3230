"""The reader of quatrains with hidden characters: the poet's poems, a quarter of the characters hidden.

Sums in bfloat16 where ``torch.autocast`` allows it. A batch holds poems of one length; three in ten are cut to their
first one, two or three lines, so that the reader may be given less than a poem.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from core.data import quatrain
from core.data.vocabulary import Vocabulary
from core.measures import cloze as measures
from core.models.bert import BERT
from core.recipes import poet
from core.recipes.recipe import Recipe, Task
from core.subjects.verse import PLACES

EXAMPLES = ("床前明月光，疑是地上□。", "千山鸟飞绝，万□人踪灭。孤舟蓑笠翁，独钓寒□雪。",
            "两个黄鹂鸣翠柳，一行白鹭上□天。", "春眠不觉晓，处处闻□鸟。夜来风雨声，花落知多□。")


@dataclass(frozen=True, kw_only=True)
class ClozeRecipe(Recipe):
    """``characters``: how many are known; ``hidden``: share of them hidden; ``cut``: share of batches cut."""

    configuration: dict = field(default_factory=lambda: {"d_model": 128, "n_heads": 4, "n_layers": 3, "d_ff": 512})
    characters: int = 3000
    hidden: float = 0.25
    cut: float = 0.3

    def task(self) -> Task:
        quatrains, _ = poet.split()
        words = Vocabulary((*poet.vocabulary(quatrains, self.characters).words, quatrain.HIDDEN), "zh")
        about = {"kind": "cloze", "languages": ("zh", "zh"), "examples": list(EXAMPLES),
                 "configuration": self.configuration, "vocabulary": {"language": "zh", "words": words.words}}
        batches = self.batches(poet.batches(quatrains, words, self), words)
        return Task(BERT(len(words), PLACES, **self.configuration), batches, about)

    def batches(self, whole: Iterator[tuple[Tensor, Tensor]], words: Vocabulary) -> Iterator[tuple[Tensor, ...]]:
        """(ids with hidden ones, segments, the ids as they were, where they are hidden), each (b, n)."""
        generator = torch.Generator().manual_seed(self.seed)
        no_character = torch.tensor([*words.marks, *(words.index[w] for w in (*quatrain.SIZES, quatrain.COMMA,
                                                                              quatrain.STOP))])
        for ids, _ in whole:
            line = ids.shape[1] // quatrain.LINES
            if torch.rand((), generator=generator) < self.cut:
                ids = ids[:, :1 + line * int(torch.randint(1, quatrain.LINES, (), generator=generator))]
            segments = (torch.arange(ids.shape[1]) > 2 * line).long().expand(ids.shape)
            hidden = (torch.rand(ids.shape, generator=generator) < self.hidden) & ~torch.isin(ids, no_character)
            yield ids.masked_fill(hidden, words.index[quatrain.HIDDEN]), segments, ids, hidden

    def loss(self, model: BERT, batch: tuple[Tensor, ...]) -> Tensor:
        """Cross-entropy in nats per hidden character."""
        ids, segments, wanted, hidden = batch
        with torch.autocast("cpu", torch.bfloat16):
            scores = model.logits(model.encode(ids, segments)[hidden])
        return nn.functional.cross_entropy(scores.float(), wanted[hidden])

    def metrics(self, subject) -> dict:
        return measures.metrics(subject, poet.split()[1])


RECIPES = {"cloze": ClozeRecipe(steps=5000, batch=64, rate=1e-3, warmup=500, half=True)}
