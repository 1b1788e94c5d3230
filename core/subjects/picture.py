"""What trained models of pictures share: they are given a text that stands for a picture and fits in a link."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from core.edits import Edit
from core.subjects import Checkpointed
from core.trace import Trace, given

PLACE = re.compile(r"[1-9]\d*,[1-9]\d*")
"""A name that ``grid`` gives."""


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
        """What ``answer_in`` says of its pass. ValueError as ``read``."""
        return self.answer_in(given, self.trace(given, edits))

    def answer_in(self, given: str, trace: Trace):
        """The answer that stands in a pass over what was given."""
        raise NotImplementedError

    def answer_text(self, answer) -> str:
        return ""


def shown(image: np.ndarray, place: torch.device | str = "cpu") -> Tensor:
    """The picture (H, W, C) as the named start of a trace, where the model lies."""
    return given("picture", torch.from_numpy(image).to(place), "height width channel", shows="picture")


def grid(rows: int, columns: int) -> list[str]:
    """Names of the places of a picture, row by row, counted from 1: "1,1", "1,2" ..."""
    return [f"{row},{column}" for row in range(1, rows + 1) for column in range(1, columns + 1)]


def patches(trace: Trace) -> dict[str, np.ndarray]:
    """What the picture of a run shows at each of the places that ``grid`` names: name -> (h, w, C) from 0 to 1; none
    where a run is not of one picture, or no axis runs along its places."""
    image = trace["picture"].value.numpy() if "picture" in trace else np.empty(0)
    if image.ndim != 3:
        return {}
    axes = (labels for step in trace.values() for labels in step.labels if labels)
    places = ([label for label in labels if PLACE.fullmatch(label)] for labels in axes)
    named = next(filter(None, places), [])  # the first axis has them all: the blocks of a deep trace stay uncomputed
    if not named:
        return {}
    places = {label: tuple(int(n) - 1 for n in label.split(",")) for label in named}
    h, w = (size // (1 + max(place[axis] for place in places.values())) for axis, size in enumerate(image.shape[:2]))
    return {label: image[i * h:(i + 1) * h, j * w:(j + 1) * w] for label, (i, j) in sorted(places.items())}


def loaded(model: nn.Module, weights: dict[str, Tensor]) -> nn.Module:
    """The model with these weights, to be read only. RuntimeError if they do not fit."""
    model.load_state_dict(weights)
    return model.eval().requires_grad_(False)


def best(probabilities: Tensor, names: Sequence[str]) -> list[tuple[str, float]]:
    """Names with their probabilities, the likeliest first."""
    order = probabilities.argsort(descending=True).tolist()
    return [(names[i], float(probabilities[i])) for i in order]
