"""``python -m core.train NAME`` rebuilds a checkpoint: weights, words, metrics.

The loop is ``core.fit``'s. What is trained, on which batches and with which loss, is a recipe's (core/recipes); a new
kind of model adds its RECIPES here.
"""

import argparse
import json
import platform
import statistics
import time
from collections.abc import Sequence
from dataclasses import asdict

import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from core import catalog, command, files, zoo
from core.data.packages import CACHE
from core.fit import begin_with, fit, save
from core.recipes import cloze, couplet, digits, everyday, marks, masked_digits, poet, scenes, slots, translation
from core.recipes.recipe import Recipe, Task

RECIPES: dict[str, Recipe] = {**translation.RECIPES, **everyday.RECIPES, **couplet.RECIPES,
                              **poet.RECIPES, **cloze.RECIPES, **digits.RECIPES, **masked_digits.RECIPES,
                              **marks.RECIPES, **scenes.RECIPES, **slots.RECIPES}


def train(name: str) -> dict:
    """Train one model by its recipe and write checkpoint, snapshots and metrics. Returns what the JSON says."""
    recipe, started, busy = RECIPES[name], time.time(), time.process_time()
    weights, losses, finished, task = {}, [], [], None
    for number, part in enumerate(recipe.rounds()):
        file = CACHE / f"{name}-{number}.safetensors"  # a finished round, if a training was ended
        if part.resumable and file.exists():
            weights = load_file(file)
        else:
            weights, task = one_round(name, part, weights)
            if part.resumable:
                save(weights, file)
        finished += [file] * part.resumable
        losses += weights.pop("losses").tolist()
    print(f"\ntrained in {time.time() - started:.0f} s; evaluating")
    task = task or recipe.rounds()[-1].task()  # all rounds were finished before
    about = task.about | {
        "recipe": asdict(recipe), "parameters": sum(p.numel() for p in task.model.parameters()),
        "command": f"python -m core.train {name}", "seed": recipe.seed,
        "processor_seconds": round(time.process_time() - busy),
        "versions": {"python": platform.python_version(), "torch": torch.__version__},
        "losses": [round(statistics.fmean(losses[i:i + 50]), 4) for i in range(0, len(losses), 50)]}
    save(weights, catalog.CHECKPOINTS / f"{name}.safetensors")
    about["metrics"] = recipe.metrics(zoo.build(name, about, weights))
    files.write_json(catalog.CHECKPOINTS / f"{name}.json", about)
    for file in finished:
        file.unlink()
    return about


def one_round(name: str, recipe: Recipe, begin: dict[str, Tensor]) -> tuple[dict[str, Tensor], Task]:
    """The weights after one training from those given, if any, and its ``losses``; and what was trained."""
    torch.manual_seed(recipe.seed)
    task = recipe.task()
    if begin:
        begin_with(task.model, begin)
    before = stored(task.model, torch.float32)
    losses = torch.tensor(run(name, recipe, task))
    weights = recipe.kept(before, stored(task.model, torch.float32))
    dtype = torch.float16 if recipe.half else torch.float32
    return {key: value.to(dtype) for key, value in weights.items()} | {"losses": losses}, task


def run(name: str, recipe: Recipe, task: Task) -> list[float]:
    """One round of training, its progress on the screen. Returns the losses."""
    started, keep, first = time.time(), recipe.snapshots, []  # the first step of this process

    def progress(step: int, loss: float) -> None:
        if step in keep:
            save(stored(task.model, torch.float16), catalog.snapshot(name, step))
        if not first:
            first.append(step)
        if step % 50 == 0 or step == recipe.steps:
            left = (time.time() - started) / (step - first[0] + 1) * (recipe.steps - step)
            bar = "#" * (30 * step // recipe.steps)
            print(f"\r{name} [{bar:30}] {step}/{recipe.steps} loss {loss:.3f}, {left:.0f} s left ", end="", flush=True)

    if keep:
        save(stored(task.model, torch.float16), catalog.snapshot(name, 0))
    return fit(task.model, task.batches, recipe, progress, CACHE / f"{name}.safetensors" if recipe.resumable else None)


def measure(name: str) -> dict:
    """Measure the stored weights anew and write the metrics into the checkpoint's JSON. Returns what it says."""
    about = catalog.read(name)
    about["metrics"] = RECIPES[name].metrics(zoo.load(name))
    files.write_json(catalog.CHECKPOINTS / f"{name}.json", about)
    return about


def stored(model: nn.Module, dtype: torch.dtype) -> dict[str, Tensor]:
    """The weights as a checkpoint keeps them, each once where modules share them."""
    return {key: value.detach().to(dtype).contiguous().clone() for key, value in model.named_parameters()}


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m core.train", description="""Trains a model by its recipe
        (core/recipes) on this machine's processor, shows how far it is, and writes weights, words and metrics over
        those in assets/checkpoints (and assets/snapshots).""")
    parser.add_argument("name", choices=RECIPES)
    parser.add_argument("--measure", action="store_true", help="only compute the metrics of the stored weights anew")
    asked = parser.parse_args(arguments)
    torch.set_num_threads(1)  # two trainings beside each other are quicker than one on two threads
    with command.exits_with_sentence():
        print(json.dumps((measure if asked.measure else train)(asked.name)["metrics"], indent=1))


if __name__ == "__main__":
    main()
