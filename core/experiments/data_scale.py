"""How much data does each model need? ViT, CNN and MLP on shares of the digits. EXHIBITS N0-31; N0 figure 4.

``python -m core.experiments.data_scale`` runs it (a quarter of an hour of one core) and keeps the result in
assets/experiments.
"""

import statistics
from dataclasses import asdict, replace

import torch
from torch import nn

from core.data import digits
from core.experiments import stored_runs
from core.fit import fit
from core.models.convolution import Convolution
from core.models.vit import ViT
from core.recipes.digits import RECIPES, accuracy

NAME = "data_scale"
SHARES, SEEDS = (0.05, 0.1, 0.25, 0.5, 1.0), (0, 1, 2)
RECIPE = replace(RECIPES["vit-digits"], steps=400, warmup=40)


def vit() -> nn.Module:
    """The Vision Transformer of the recipe."""
    return ViT(**RECIPE.configuration, dropout=RECIPE.dropout)


def cnn() -> nn.Module:
    """Three convolutions of 3 x 3, to a quarter of the side, and one linear map."""
    return nn.Sequential(Convolution(1, 16, 3, 1), Convolution(16, 32, 3, 2), Convolution(32, 64, 3, 2), nn.Flatten(),
                         nn.Unflatten(1, (1, 256)), nn.Linear(256, digits.CLASSES))


def mlp() -> nn.Module:
    """Two hidden layers over all pixels: no picture of what lies beside what."""
    return nn.Sequential(nn.Flatten(), nn.Unflatten(1, (1, digits.SIDE**2)), nn.Linear(digits.SIDE**2, 160), nn.ReLU(),
                         nn.Linear(160, 160), nn.ReLU(), nn.Linear(160, digits.CLASSES))


MODELS = {"vit": vit, "cnn": cnn, "mlp": mlp}


def trained(name: str, share: float, seed: int) -> float:
    """Accuracy (percent) on the test set after training on a share of the others, unmoved: only more can teach more."""
    torch.manual_seed(seed)
    model, (images, labels) = MODELS[name](), digits.share(share, seed)
    data = stored_runs.batches(torch.from_numpy(images), torch.from_numpy(labels), RECIPE.batch, seed)
    fit(model, data, RECIPE, lambda step, loss: None)
    return accuracy(model, *digits.part("test"))


def run() -> dict:
    """All models, shares and seeds: accuracies by model, then by share, then by seed."""
    accuracies: dict[str, list[list[float]]] = {}
    for name in MODELS:
        accuracies[name] = []
        for share in SHARES:
            accuracies[name].append([trained(name, share, seed) for seed in SEEDS])
            print(name, share, accuracies[name][-1], flush=True)
    return {"shares": SHARES, "pictures": [len(digits.share(share, 0)[1]) for share in SHARES], "seeds": SEEDS,
            "test_pictures": len(digits.split()["test"]), "accuracy": accuracies, "recipe": asdict(RECIPE),
            "parameters": {name: sum(p.numel() for p in build().parameters()) for name, build in MODELS.items()}}


stored = stored_runs.kept(NAME)
"""What ``run`` found when it was last run."""


def means() -> dict[str, list[float]]:
    """The mean over the seeds, by model: an accuracy (percent) for each number of pictures. ERRATA R41."""
    return {name: [statistics.fmean(row) for row in rows] for name, rows in stored()["accuracy"].items()}


if __name__ == "__main__":
    stored_runs.keep(NAME, run)
