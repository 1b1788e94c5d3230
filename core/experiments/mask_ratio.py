"""How much should be hidden? Masked autoencoders at several ratios. EXHIBITS N2-33 to N2-35; N2 figure 5 of MAE.

``python -m core.experiments.mask_ratio`` runs it (ten minutes of one core) and keeps the result in assets/experiments.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import torch
from torch import Tensor, nn

from core import train
from core.data import digits
from core.equations import vision
from core.models.mae import MAE
from core.recipes.digits import DigitsRecipe
from core.recipes.masked_digits import RECIPES, errors

FILE = Path(__file__).parents[2] / "assets" / "experiments" / "mask_ratio.json"
RATIOS = (0.25, 0.5, 0.75, 0.875)
RECIPE = replace(RECIPES["mae-digits"], steps=1500)
LABELLED = 0.05
"""The share of the training set whose labels the probes are given."""
TUNING = DigitsRecipe(steps=200, rate=5e-4, warmup=20, smoothing=0.0)


class Tuned(nn.Module):
    """The encoder of an autoencoder, nothing hidden, with a linear map of its class token: fine-tuning trains both."""

    def __init__(self, encoder: MAE):
        super().__init__()
        self.encoder = encoder
        self.readout = nn.Linear(encoder.x_class.numel(), digits.CLASSES)

    def forward(self, images):
        return self.readout(features(self.encoder, images)).unsqueeze(-2)


def features(model: MAE, images: Tensor) -> Tensor:
    """The class token after the encoder has seen all patches: (B, H, W, C) -> (B, d_model)."""
    x_p = vision.patches(images, model.side)
    noise = torch.arange(x_p.shape[-2], dtype=x_p.dtype).expand(x_p.shape[:-1])
    return model.encode(x_p, noise, 0.0)[0][..., 0, :]


def linear_probe(model: MAE, images: Tensor, labels: Tensor) -> float:
    """Accuracy (percent) on the test set of ridge regression (strength 1) on frozen features."""
    with torch.no_grad():
        known, tested = features(model, images), features(model, torch.from_numpy(digits.part("test")[0]))
    mean, spread = known.mean(0), known.std(0) + 1e-6
    known, tested = ((torch.cat(((x - mean) / spread, torch.ones(len(x), 1)), 1)).double() for x in (known, tested))
    wanted = nn.functional.one_hot(labels, digits.CLASSES).double()
    W = torch.linalg.solve(known.T @ known + torch.eye(known.shape[1], dtype=torch.float64), known.T @ wanted)
    right = (tested @ W).argmax(-1) == torch.from_numpy(digits.part("test")[1])
    return round(100 * float(right.double().mean()), 2)


def fine_tuned(model: MAE, images: Tensor, labels: Tensor) -> float:
    """Accuracy (percent) on the test set after all weights were trained on; the model is changed."""
    tuned = Tuned(model)
    generator = torch.Generator().manual_seed(RECIPE.seed)

    def batches():
        while True:
            chosen = torch.randint(len(labels), (TUNING.batch,), generator=generator)
            yield images[chosen], labels[chosen]

    train.fit(tuned, batches(), TUNING, lambda step, loss: None)
    with torch.no_grad():
        right = tuned(torch.from_numpy(digits.part("test")[0])).squeeze(-2).argmax(-1)
    return round(100 * float((right == torch.from_numpy(digits.part("test")[1])).double().mean()), 2)


def run() -> dict:
    """Per ratio: the error of what is hidden at that ratio, probe and fine-tuning on few labels; and without MAE."""
    images, labels = (torch.from_numpy(x) for x in digits.share(LABELLED, RECIPE.seed))
    found = []
    for ratio in RATIOS:
        recipe = replace(RECIPE, ratio=ratio)
        torch.manual_seed(recipe.seed)
        task = recipe.task()
        train.fit(task.model, task.batches, recipe, lambda step, loss: None)
        row = {"ratio": ratio, "mean_squared_error": errors(task.model, ratio)["mean_squared_error"],
               "linear_probe": linear_probe(task.model, images, labels)}
        found.append(row | {"fine_tuned": fine_tuned(task.model, images, labels)})
        print(found[-1], flush=True)
    torch.manual_seed(RECIPE.seed)
    fresh = MAE(**RECIPE.configuration)
    scratch = {"linear_probe": linear_probe(fresh, images, labels), "fine_tuned": fine_tuned(fresh, images, labels)}
    print(scratch)
    return {"runs": found, "without_pretraining": scratch, "labels": len(labels), "recipe": asdict(RECIPE),
            "test_pictures": len(digits.split()["test"]), "command": "python -m core.experiments.mask_ratio"}


def stored() -> dict:
    """What ``run`` found when it was last run."""
    return json.loads(FILE.read_text("utf-8"))


if __name__ == "__main__":
    torch.set_num_threads(1)
    result = run()
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(result, indent=1), "utf-8")
