"""One plain training loop: Adam, the recipe's rates, gradients shortened to 1; it can go on where it was."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from core.files import replaced
from core.recipes.recipe import Recipe

SAVED_EVERY = 180  # seconds


def fit(model: nn.Module, data: Iterator, recipe: Recipe, progress: Callable[[int, float], None],
        unfinished: Path | None = None) -> list[float]:
    """Train in place; ``progress(step, loss)`` after each step. Returns the losses, in nats.

    Adam with the betas and the epsilon of Vaswani et al. 2017, 5.3; gradients longer than 1 are shortened to 1.
    ``unfinished``: where the state is kept every few minutes; a training that finds it there goes on from it. The data
    then has a ``place`` to go on at, and each step draws from a generator seeded by its number.
    """
    optimizer = torch.optim.Adam(model.parameters(), lr=recipe.rate, betas=(0.9, 0.98), eps=1e-9, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, recipe.rate_at)
    losses = restored(unfinished, model, optimizer, schedule, data) if unfinished and unfinished.exists() else []
    model.train()
    saved = time.monotonic()
    for step in range(len(losses), recipe.steps):
        if step >= round(recipe.calm * recipe.steps):
            model.eval()
        if unfinished:
            torch.manual_seed(recipe.seed * 1_000_003 + step)
        loss = recipe.loss(model, next(data))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
        progress(step + 1, losses[-1])
        if unfinished and time.monotonic() - saved > SAVED_EVERY:
            keep(unfinished, model, optimizer, data, losses)
            saved = time.monotonic()
    model.eval()
    if unfinished:
        unfinished.unlink(missing_ok=True)
    return losses


def begin_with(model: nn.Module, weights: dict[str, Tensor]) -> None:
    """Copy the weights of a former training into the model, which may have more layers.

    A layer too many begins as the last that was trained, but what it adds to the stream is zero: the deeper model says
    what the former said until it learns more. KeyError for a weight that no layer before it has.
    """
    with torch.no_grad():
        for name, weight in model.named_parameters():
            former = name
            while former not in weights:
                if not (layer := re.search(r"\.(\d+)\.", former)):
                    raise KeyError(name)
                former = f"{former[:layer.start()]}.{int(layer[1]) - 1}.{former[layer.end():]}"
            weight.copy_(weights[former])
            if former != name and name.endswith((".W_O", ".b_O", ".W_2", ".b_2")):
                weight.zero_()


def keep(path: Path, model: nn.Module, optimizer: torch.optim.Adam, data, losses: list[float]) -> None:
    """Write weights, Adam's two means, the losses and the data's place; the former file stays until this is whole."""
    tensors: dict[str, Tensor] = {"losses": torch.tensor(losses), "place": torch.tensor(data.place)}
    for name, weight in model.named_parameters():
        tensors[f"weight.{name}"] = weight.detach().contiguous()
        tensors |= {f"{key}.{name}": value.contiguous() for key, value in optimizer.state[weight].items()}
    save(tensors, path)


def save(weights: dict[str, Tensor], path: Path) -> None:
    """Write weights, as ``core.files.replaced``."""
    with replaced(path) as begun:
        save_file(weights, begun)


def restored(path: Path, model: nn.Module, optimizer: torch.optim.Adam, schedule, data) -> list[float]:
    """Everything as ``keep`` wrote it. Returns the losses so far."""
    tensors = load_file(path)
    for name, weight in model.named_parameters():
        weight.data.copy_(tensors[f"weight.{name}"])
        optimizer.state[weight] = {key: tensors[f"{key}.{name}"] for key in ("step", "exp_avg", "exp_avg_sq")}
    losses = tensors["losses"].tolist()
    data.place = tuple(tensors["place"].tolist())
    schedule.last_epoch = len(losses) - 1
    schedule.step()
    return losses
