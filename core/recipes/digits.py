"""A Vision Transformer for handwritten digits: 8 x 8 pixels, patches of 2 x 2."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor, nn

from core.data import digits
from core.models.vit import ViT
from core.recipes.recipe import Recipe, Task


@dataclass(frozen=True, kw_only=True)
class DigitsRecipe(Recipe):
    """Pictures of the training set, every other one moved by up to a pixel; label smoothing."""

    configuration: dict = field(default_factory=lambda: {
        "side": 2, "channels": 1, "patches": 16, "classes": digits.CLASSES, "d_model": 48, "n_heads": 4, "n_layers": 3,
        "d_ff": 96})
    dropout: float = 0.05
    smoothing: float = 0.1

    def task(self) -> Task:
        about = {"kind": "classifier", "languages": [], "examples": digits.examples(),
                 "configuration": self.configuration, "classes": [str(digit) for digit in range(digits.CLASSES)]}
        return Task(ViT(**self.configuration, dropout=self.dropout),
                    shuffled(*digits.part("train"), self.batch, self.seed), about)

    def loss(self, model: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
        """Cross-entropy of the class scores, in nats."""
        images, labels = batch
        return nn.functional.cross_entropy(model(images).squeeze(-2), labels, label_smoothing=self.smoothing)

    def metrics(self, subject) -> dict:
        """Accuracy (percent) on the held-out test set and on the training set."""
        return {"accuracy": {name: accuracy(subject.model, *digits.part(name)) for name in ("test", "train")},
                "pictures": {name: len(digits.split()[name]) for name in ("test", "train")}}


def shuffled(images: np.ndarray, labels: np.ndarray, size: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless batches (size, 8, 8, 1), (size,), every other picture moved by up to one pixel."""
    generator = torch.Generator().manual_seed(seed)
    while True:
        order = torch.randperm(len(labels), generator=generator).numpy()
        for start in range(0, len(order), size):
            chosen = order[start:start + size]
            rows, columns = torch.randint(-1, 2, (2, len(chosen)), generator=generator).numpy()
            rows[::2] = columns[::2] = 0
            yield torch.from_numpy(digits.moved(images[chosen], rows, columns)), torch.from_numpy(labels[chosen])


def answered(model: nn.Module, images: np.ndarray) -> np.ndarray:
    """The digit with the highest score of each picture. (n, 8, 8, 1) -> (n,)."""
    with torch.no_grad():
        return model(torch.from_numpy(images)).squeeze(-2).argmax(-1).numpy()


def accuracy(model: nn.Module, images: np.ndarray, labels: np.ndarray) -> float:
    """The percentage of pictures whose highest score is at their digit."""
    return round(100 * float((answered(model, images) == labels).mean()), 2)


RECIPES = {"vit-digits": DigitsRecipe(steps=3500, rate=1.5e-3, warmup=100, calm=0.9)}
