"""How much should be hidden? Masked autoencoders at several ratios, three seeds each.

EXHIBITS N2-33 to N2-35; N2 figure 5 of MAE. ``python -m core.experiments.mask_ratio`` runs it (ten minutes of one
core) and keeps the result in assets/experiments.
"""

from dataclasses import asdict, replace

import torch
from torch import Tensor, nn

from core.data import digits
from core.equations import vision
from core.experiments import stored_runs
from core.fit import fit
from core.models.mae import MAE
from core.recipes.digits import DigitsRecipe, accuracy
from core.recipes.masked_digits import RECIPES, errors

NAME = "mask_ratio"
RATIOS, SEEDS = (0.25, 0.5, 0.75, 0.875), (1, 2, 3)
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


def fine_tuned(model: MAE, images: Tensor, labels: Tensor, seed: int) -> float:
    """Accuracy (percent) on the test set after all weights were trained on; the model is changed."""
    tuned = Tuned(model)
    fit(tuned, stored_runs.batches(images, labels, TUNING.batch, seed), TUNING, lambda step, loss: None)
    return accuracy(tuned, *digits.part("test"))


def probed(model: MAE, seed: int) -> dict[str, float]:
    """What a model's features are worth with few labels: linear probe and fine-tuning, percent; it is changed."""
    images, labels = (torch.from_numpy(x) for x in digits.share(LABELLED, seed))
    return {"linear_probe": linear_probe(model, images, labels), "fine_tuned": fine_tuned(model, images, labels, seed)}


def trained(ratio: float, seed: int) -> dict[str, float]:
    """One pre-training at this ratio: the error of what is hidden at that ratio, then what the features are worth."""
    recipe = replace(RECIPE, ratio=ratio, seed=seed)
    torch.manual_seed(seed)
    task = recipe.task()
    fit(task.model, task.batches, recipe, lambda step, loss: None)
    return errors(task.model, ratio)["mean_squared_error"] | probed(task.model, seed)


def untrained(seed: int) -> dict[str, float]:
    """The same probe and fine-tuning without any pre-training."""
    torch.manual_seed(seed)
    return probed(MAE(**RECIPE.configuration), seed)


def run() -> dict:
    """Per ratio and seed: errors of the hidden pixels, probe and fine-tuning on few labels; and without MAE."""
    runs = []
    for ratio in RATIOS:
        runs.append({"ratio": ratio, "seeds": [trained(ratio, seed) for seed in SEEDS]})
        print(runs[-1], flush=True)
    scratch = [untrained(seed) for seed in SEEDS]
    print(scratch, flush=True)
    return {"runs": runs, "without_pretraining": scratch, "seeds": SEEDS, "recipe": asdict(RECIPE),
            "labels": len(digits.share(LABELLED, SEEDS[0])[1]), "test_pictures": len(digits.split()["test"])}


stored = stored_runs.kept(NAME)
"""What ``run`` found when it was last run."""


if __name__ == "__main__":
    stored_runs.keep(NAME, run)
