"""What the training loop needs of any recipe: its schedule as data; what it builds, its batches and its loss."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """All that training a model needs besides its data; subclasses add their own numbers.

    ``rate``: peak of Adam's; ``warmup``: steps to get there; ``calm``: after this share of the steps the model is in
    ``eval()``, without dropout; ``snapshots``: the steps after which weights are kept on the way; ``half``: keep
    the checkpoint in float16; ``resumable``: a training that was ended goes on where it was.
    """

    steps: int
    batch: int = 64
    rate: float = 2e-3
    warmup: int = 400
    calm: float = 0.75
    seed: int = 1
    snapshots: tuple[int, ...] = ()
    half: bool = False
    resumable: ClassVar[bool] = False

    def rate_at(self, step: int) -> float:
        """The learning rate relative to its peak: linear warm-up, then half a cosine down to zero."""
        if step < self.warmup:
            return (step + 1) / self.warmup
        return 0.5 * (1 + math.cos(math.pi * (step - self.warmup) / max(1, self.steps - self.warmup)))

    def rounds(self) -> list[Recipe]:
        """The trainings to do, each going on from the weights of the one before; most models have one."""
        return [self]

    def kept(self, before: dict[str, Tensor], last: dict[str, Tensor]) -> dict[str, Tensor]:
        """The weights to go on with, float32, of those that this training began and ended with."""
        return last

    def task(self) -> Task:
        """Data, vocabulary and fresh model."""
        raise NotImplementedError

    def loss(self, model: nn.Module, batch: Any) -> Tensor:
        """What is made smaller, a single number. The model is in training mode until it is calm."""
        raise NotImplementedError

    def metrics(self, subject) -> dict:
        """How good the trained subject is."""
        raise NotImplementedError


def shuffled(groups: Sequence[tuple[Tensor, ...]], size: int, seed: int) -> Iterator[tuple[Tensor, ...]]:
    """Endless batches of up to ``size`` rows, each of one group: tensors (rows, ...) of the same rows."""
    generator = torch.Generator().manual_seed(seed)
    while True:
        cuts = [(group, rows) for group in groups
                for rows in torch.randperm(len(group[0]), generator=generator).split(size)]
        for i in torch.randperm(len(cuts), generator=generator).tolist():
            group, rows = cuts[i]
            yield tuple(tensor[rows] for tensor in group)


@dataclass(frozen=True)
class Task:
    """What a recipe builds: a fresh model, endless batches, and what the checkpoint's JSON says of them.

    ``about`` holds at least kind, languages, examples and whatever the builder in ``core.subjects`` reads.
    """

    model: nn.Module
    batches: Iterator
    about: dict
