"""A film as a strip of frames."""

from __future__ import annotations

import numpy as np
from torch import Tensor

PAPER, INK = np.array((236, 238, 243)), np.array((60, 90, 255))
SCALE, GAP = 16, 12  # pixels per pixel, and between two frames


def strip(frames: Tensor, lit: np.ndarray | None = None) -> np.ndarray:
    """Frames (T, H, W) side by side, what is not ``lit`` (T, H, W) faded: (H', W', 4), bytes."""
    values = frames.numpy()[..., None]
    colours = (PAPER + values * (INK - PAPER)).round().astype(np.uint8)
    strength = np.full(values.shape, 255, np.uint8) if lit is None else np.where(lit, 255, 70)[..., None]
    pixels = np.concatenate((colours, strength.astype(np.uint8)), -1).repeat(SCALE, 1).repeat(SCALE, 2)
    gap = np.zeros((pixels.shape[1], GAP, 4), np.uint8)
    return np.concatenate([part for frame in pixels for part in (frame, gap)][:-1], 1)
