"""A masked autoencoder for handwritten digits: 12 of 16 patches hidden, painted again from the other four."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor, nn

from core.data import digits
from core.equations import reconstruction, vision
from core.models.mae import MAE
from core.recipes.recipe import Recipe, Task

MASKS, MASK_SEED = 5, 10_000
Batch = tuple[Tensor, Tensor, float]


@dataclass(frozen=True, kw_only=True)
class MaskedDigitsRecipe(Recipe):
    """Pictures of the training set as they are: what is hidden differs each time; ``ratio`` of the patches is."""

    configuration: dict = field(default_factory=lambda: {
        "side": 2, "channels": 1, "patches": 16, "d_model": 48, "n_heads": 4, "n_layers": 3, "d_ff": 96,
        "d_decoder": 32, "n_decoder": 2})
    ratio: float = 0.75

    def task(self) -> Task:
        about = {"kind": "autoencoder", "languages": [], "configuration": self.configuration, "ratio": self.ratio,
                 "examples": digits.examples()}
        return Task(MAE(**self.configuration), self.batches(), about)

    def batches(self) -> Iterator[Batch]:
        """Pictures (B, 8, 8, 1), random numbers (B, patches) that say what is hidden, the share hidden."""
        generator, images = torch.Generator().manual_seed(self.seed), torch.from_numpy(digits.part("train")[0])
        while True:
            chosen = torch.randint(len(images), (self.batch,), generator=generator)
            noise = torch.rand(self.batch, self.configuration["patches"], generator=generator)
            yield images[chosen], noise, self.ratio

    def loss(self, model: nn.Module, batch: Batch) -> Tensor:
        """The mean squared error of the hidden patches' pixels."""
        return model.loss(*model(*batch)).mean()

    def metrics(self, subject) -> dict:
        return errors(subject.model, self.ratio)


def errors(model: MAE, ratio: float) -> dict:
    """Mean squared error of hidden pixels on the held-out pictures, over five masks each.

    Beside it that of the mean training picture and of the training picture nearest in what is visible.
    """
    images, train = (torch.from_numpy(digits.part(name)[0]) for name in ("test", "train"))
    known = vision.patches(train, model.side)
    means: dict[str, list[float]] = {"model": [], "mean_picture": [], "nearest_picture": []}
    for noise in torch.rand(MASKS, len(images), known.shape[1], generator=torch.Generator().manual_seed(MASK_SEED)):
        with torch.no_grad():
            x_p, predicted, hidden = model(images, noise, ratio)
        answers = {"model": predicted, "mean_picture": known.mean(0).expand_as(x_p),
                   "nearest_picture": known[_distances(x_p, known, ~hidden).argmin(-1)]}
        for name, answer in answers.items():
            each = reconstruction.hidden_loss(reconstruction.patch_errors(answer, x_p), hidden)
            means[name].append(each.mean().item())
    return {"hidden_ratio": ratio, "masks_per_picture": MASKS, "pictures": len(images), "evaluation_seed": MASK_SEED,
            "mean_squared_error": {name: round(float(np.mean(e)), 5) for name, e in means.items()}}


def _distances(x_p: Tensor, known: Tensor, visible: Tensor) -> Tensor:
    """Squared distances (pictures, known pictures) over the visible pixels, less what all known pictures share."""
    weights = visible.unsqueeze(-1).expand_as(x_p).flatten(1).to(x_p)
    return weights @ known.flatten(1).square().T - 2 * (weights * x_p.flatten(1)) @ known.flatten(1).T


RECIPES = {"mae-digits": MaskedDigitsRecipe(steps=4500, rate=3e-3, warmup=150)}
