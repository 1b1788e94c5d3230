"""The picture of patches, as the exhibits on patches show it."""

from __future__ import annotations

import torch

from core.experiments import similarity


def pixels(picture_: torch.Tensor, size: int = 12):
    """Pixels large enough to see, as an image."""
    return (picture_.repeat_interleave(size, 0).repeat_interleave(size, 1) * 255).byte().numpy()


GRID = similarity.GRID
PLACES = tuple(str(i + 1) for i in range(GRID))
