"""What trained models of pictures share: they are given a text that stands for a picture and fits in a link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from core.edits import Edit
from core.subjects import Checkpointed
from core.trace import Trace, given


@dataclass(frozen=True)
class PictureReader(Checkpointed):
    """A model of pictures. ``about`` is the checkpoint's JSON."""

    name: str
    model: nn.Module
    about: dict

    def picture(self, given: str) -> np.ndarray:
        """What it is given, to be looked at: (H, W, C) from 0 to 1. ValueError as ``read``."""
        raise NotImplementedError

    def answer(self, given: str, edits: Sequence[Edit] = ()):
        """What ``told`` says of its pass. ValueError as ``read``."""
        return self.told(given, self.trace(given, edits))

    def told(self, given: str, trace: Trace):
        """The answer that stands in a pass over what was given."""
        raise NotImplementedError

    def said(self, answer) -> str:
        return ""


def shown(image: np.ndarray) -> Tensor:
    """The picture (H, W, C) as the named start of a trace."""
    return given("picture", torch.from_numpy(image), "height width channel", shows="picture")


def grid(rows: int, columns: int) -> list[str]:
    """Names of the places of a picture, row by row, counted from 1: "1,1", "1,2" ..."""
    return [f"{row},{column}" for row in range(1, rows + 1) for column in range(1, columns + 1)]


def loaded(model: nn.Module, weights: dict[str, Tensor]) -> nn.Module:
    """The model with these weights, to be read only. RuntimeError if they do not fit."""
    model.load_state_dict(weights)
    return model.eval().requires_grad_(False)


def best(probabilities: Tensor, names: Sequence[str]) -> list[tuple[str, float]]:
    """Names with their probabilities, the likeliest first."""
    order = probabilities.argsort(descending=True).tolist()
    return [(names[i], float(probabilities[i])) for i in order]
