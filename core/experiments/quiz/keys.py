"""The list of keys, and how a measured number becomes the choice that says it."""

from collections.abc import Callable

import torch
from torch import Tensor

KEYS: dict[str, Callable[[], str]] = {}
SEED = 5


def key(function: Callable[[], str]) -> Callable[[], str]:
    """Enter a key under the name of its question. ValueError if the name is taken."""
    if function.__name__ in KEYS:
        raise ValueError(f"Two keys are called {function.__name__}.")
    KEYS[function.__name__] = function
    return function


def nearest(measured: float, within: float = 0.05, **choices: float) -> str:
    """The choice whose number was found, up to a part of it. ValueError where none or two of them fit."""
    fit = [name for name, number in choices.items() if abs(measured - number) <= within * max(abs(number), 1e-9) + 1e-9]
    if len(fit) != 1:
        raise ValueError(f"{measured} is {fit or 'none'} of {choices}.")
    return fit[0]


def one_of(**choices: bool) -> str:
    """The one choice that is true. ValueError where it is not exactly one."""
    fit = [name for name, true in choices.items() if true]
    if len(fit) != 1:
        raise ValueError(f"True are {fit} of {list(choices)}.")
    return fit[0]


def drawn(*shape: int, seed: int = SEED) -> Tensor:
    """Standard normal numbers in float64, the same each time."""
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def same(one: Tensor, other: Tensor) -> bool:
    """Whether two results are equal up to rounding."""
    return one.shape == other.shape and bool(torch.allclose(one, other, atol=1e-9))
