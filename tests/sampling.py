"""A model with random numbers and one pass through it: what samples are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from core.experiments.reversal import SEED, VARIANTS, Training
from core.trace import Trace, given, record


def generic(model: nn.Module, seed: int = 0) -> nn.Module:
    """The model in float64 with every parameter random, gains and biases too, so that nothing vanishes by chance."""
    generator = torch.Generator().manual_seed(seed)
    model.double().eval()
    for name, parameter in model.named_parameters():
        noise = 0.5 * torch.randn(parameter.shape, generator=generator, dtype=torch.float64)
        parameter.data = noise + 1 if name.endswith("gamma") else noise
    return model


def random(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def close(ours, theirs, tolerance: float = 1e-10) -> bool:
    """Same shape, and no number farther off than the tolerance."""
    ours, theirs = (torch.as_tensor(x, dtype=torch.float64) for x in (ours, theirs))
    return ours.shape == theirs.shape and torch.allclose(ours, theirs, rtol=0, atol=tolerance)


@dataclass(frozen=True, eq=False)
class Run:
    """A model and one forward pass through it, from named inputs to its last result."""

    model: nn.Module
    forward: Callable[[], Tensor]
    labels: dict | None = None

    def trace(self, *edits, gradients: bool = False) -> Trace:
        with record(self.model, *edits, labels=self.labels, gradients=gradients) as trace:
            self.forward()
        return trace


def single(model: nn.Module, axes: list[str], *inputs: Tensor) -> Run:
    """A model that is called once, on inputs with these axes."""
    model = generic(model)
    shows = ["picture" if a.startswith("height") else "signed" for a in axes]
    return Run(model, lambda: model(*[given(f"input_{i}", x, a, shows=s)
                                      for i, (x, a, s) in enumerate(zip(inputs, axes, shows))]))


def trained(name: str, steps: int, seed: int = SEED) -> Training:
    """A training of the small task by itself, to its end."""
    training = Training(VARIANTS[name], seed)
    training.advance(steps)
    return training
