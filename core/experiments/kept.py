"""Runs that take minutes are kept: each in assets/experiments/NAME.json, written by the experiment itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor

from core import files

FOLDER = files.ASSETS / "experiments"


def write(name: str, found: dict) -> Path:
    """Keep what an experiment found, with the command that makes it anew; returns the file."""
    path = FOLDER / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    told = found | {"command": command(name)}
    path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return path


def read(name: str) -> dict:
    """What was found when the experiment was last run.

    Raises FileNotFoundError, UnusableError with the command that makes it anew if it is not there or damaged.
    """
    path = FOLDER / f"{name}.json"
    if not path.exists():
        raise FileNotFoundError(f"The run {name} has not been kept. To make it: {command(name)}")
    with files.stored(path, f"To make it anew: {command(name)}"):
        return {**json.loads(path.read_text("utf-8"))}


def command(name: str) -> str:
    """What to type to run an experiment again."""
    return f"python -m core.experiments.{name}"


def batches(images: Tensor, labels: Tensor, size: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless batches (size, ...), (size,) of pictures as they are, drawn with ``seed``."""
    generator = torch.Generator().manual_seed(seed)
    while True:
        chosen = torch.randint(len(labels), (size,), generator=generator)
        yield images[chosen], labels[chosen]
