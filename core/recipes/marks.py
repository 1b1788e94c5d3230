"""A small convolutional network with a non-local block, and the same without: is there a twin of this mark?"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from core.data import marks
from core.models.nonlocal_block import NonLocalReader, PlainReader
from core.recipes.recipe import Recipe, Task

TEST, TEST_SEED = 1000, 10_000


@dataclass(frozen=True, kw_only=True)
class MarksRecipe(Recipe):
    """Always new pictures of four marks; ``inner``: the width of the non-local block, None for none."""

    inner: int | None
    configuration: dict = field(default_factory=lambda: {"channels": 3, "filters": 32, "layers": 3, "classes": 2})

    def task(self) -> Task:
        sizes = self.configuration if self.inner is None else self.configuration | {"inner": self.inner}
        model = (PlainReader if self.inner is None else NonLocalReader)(**sizes)
        about = {"kind": "marker", "languages": [], "examples": marks.examples(), "configuration": sizes}
        return Task(model, self.batches(), about)

    def batches(self) -> Iterator[tuple[Tensor, Tensor]]:
        """Pictures (B, 16, 16, 3) and answers (B, 16, 16)."""
        for pictures, answers in marks.batches(self.batch, self.seed):
            yield torch.from_numpy(pictures), torch.from_numpy(answers)

    def loss(self, model: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
        """Cross-entropy at the marks, in nats."""
        pictures, answers = batch
        return nn.functional.cross_entropy(model(pictures).flatten(0, 2), answers.flatten(), ignore_index=marks.NO_MARK)

    def metrics(self, subject) -> dict:
        """On 1,000 held-out pictures: percentage of marks answered rightly, and of the commoner answer."""
        right, asked, twins = 0, 0, 0
        for pictures, answers in itertools.islice(marks.batches(100, TEST_SEED), TEST // 100):
            with torch.no_grad():
                says = subject.model(torch.from_numpy(pictures)).argmax(-1).numpy()
            at = answers != marks.NO_MARK
            right, asked = right + int((says[at] == answers[at]).sum()), asked + int(at.sum())
            twins += int((answers[at] == marks.TWIN).sum())
        return {"accuracy": round(100 * right / asked, 2), "marks": asked, "pictures": TEST,
                "evaluation_seed": TEST_SEED, "always_the_commoner": round(100 * max(twins, asked - twins) / asked, 2)}


RECIPES = {"marks-nonlocal": MarksRecipe(inner=16, steps=1500, batch=32, rate=6e-3, warmup=100),
           "marks-plain": MarksRecipe(inner=None, steps=1500, batch=32, rate=6e-3, warmup=100)}
