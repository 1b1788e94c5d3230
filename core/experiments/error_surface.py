"""The error surface of one recurrent unit: flat or a cliff; gradient descent on it. EXHIBITS N2-06, N2-07.

h_t = tanh(w h_{t-1} + b), 50 times from h_0 = 0.5; the loss is (h_50 - 0.7)^2. After Pascanu et al. 2013, figure 6.
"""

import itertools
import math
from typing import NamedTuple

import numpy as np

TIMES, FIRST, WANTED = 50, 0.5, 0.7
W, B = (0.5, 2.5), (-1.0, 0.6)
"""The part of the plane that is drawn."""


def surface(points: int = 61) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """w (n,), b (n,), and the loss over them (n of b, n of w)."""
    w, b = np.linspace(*W, points), np.linspace(*B, points)
    h = np.full((points, points), FIRST)
    for _ in range(TIMES):
        h = np.tanh(h * w + b[:, None])
    return w, b, (h - WANTED) ** 2


def loss(w: float, b: float) -> tuple[float, float, float]:
    """The loss and its slopes along w and b, carried forward through the times."""
    h, by_w, by_b = FIRST, 0.0, 0.0
    for _ in range(TIMES):
        before = h
        h = math.tanh(w * before + b)
        slope = 1 - h * h
        by_w, by_b = slope * (before + w * by_w), slope * (1 + w * by_b)
    error = h - WANTED
    return error * error, 2 * error * by_w, 2 * error * by_b


class Descent(NamedTuple):
    """Where gradient descent went: (w, b) and the loss at each step, and the length of each gradient."""

    path: tuple[tuple[float, float], ...]
    losses: tuple[float, ...]
    lengths: tuple[float, ...]

    @property
    def jumps(self) -> list[float]:
        """How long each step was."""
        return [math.dist(*ends) for ends in itertools.pairwise(self.path)]

    @property
    def longest_jump(self) -> float:
        """The longest step that was taken."""
        return max(self.jumps)


def descend(w: float, b: float, rate: float, longest: float | None = None, steps: int = 150) -> Descent:
    """Gradient descent from (w, b); a gradient longer than ``longest`` is shortened to it (clipping)."""
    path, losses, lengths = [(w, b)], [], []
    for step in range(steps + 1):
        value, by_w, by_b = loss(w, b)
        length = math.hypot(by_w, by_b)
        losses.append(value)
        lengths.append(length)
        if step == steps:
            break
        part = 1.0 if longest is None or length <= longest else longest / length
        w, b = w - rate * part * by_w, b - rate * part * by_b
        path.append((w, b))
    return Descent(tuple(path), tuple(losses), tuple(lengths))
