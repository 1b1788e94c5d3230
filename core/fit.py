"""One plain training loop: Adam, warm-up, cosine, gradients shortened to 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import torch
from torch import nn

from core.recipes.recipe import Recipe


def rate_at(step: int, recipe: Recipe) -> float:
    """The learning rate relative to its peak: linear warm-up, then half a cosine down to zero."""
    if step < recipe.warmup:
        return (step + 1) / recipe.warmup
    return 0.5 * (1 + math.cos(math.pi * (step - recipe.warmup) / max(1, recipe.steps - recipe.warmup)))


def fit(model: nn.Module, data: Iterator, recipe: Recipe, progress: Callable[[int, float], None]) -> list[float]:
    """Train in place; ``progress(step, loss)`` after each step. Returns the losses.

    Adam with the betas and the epsilon of Vaswani et al. 2017, 5.3; gradients longer than 1 are shortened to 1.
    """
    optimizer = torch.optim.Adam(model.parameters(), lr=recipe.rate, betas=(0.9, 0.98), eps=1e-9, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: rate_at(step, recipe))
    losses = []
    model.train()
    for step in range(recipe.steps):
        if step == round(recipe.calm * recipe.steps):
            model.eval()
        loss = recipe.loss(model, next(data))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
        progress(step + 1, losses[-1])
    model.eval()
    return losses
