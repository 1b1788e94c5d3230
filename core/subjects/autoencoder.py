"""A masked autoencoder that paints what is hidden of a small picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from core.data import digits
from core.edits import Edit
from core.models.mae import MAE
from core.subjects.picture import PictureReader, grid, loaded, shown
from core.trace import Trace, given, record


class Masked(NamedTuple):
    """A picture (8, 8, 1), the share of its patches that is hidden, and the seed that decides which."""

    picture: np.ndarray
    ratio: float
    seed: int


class Autoencoder(PictureReader):
    """Given 64 letters and, if wanted, the percentage to hide and a seed ("00...0 75 3"), it answers with a picture."""

    def read(self, given: str) -> Masked:
        """ValueError with a sentence for any other text."""
        letters, *numbers = given.split() or [""]
        if len(numbers) > 2 or any(not n.isascii() or not n.isdigit() or len(n) > 4 for n in numbers):
            raise ValueError("After the letters of the picture stand the percentage to hide and a seed of at most four "
                             "figures, for example 75 3.")
        percent, seed = [*map(int, numbers), *(round(100 * self.about["ratio"]), 0)[len(numbers):]]
        if percent > 95:
            raise ValueError("At most 95 percent of a picture can be hidden.")
        return Masked(digits.read(letters), percent / 100, seed)

    def picture(self, given: str) -> np.ndarray:
        return self.read(given).picture

    def written(self, masked: Masked) -> str:
        """The text that ``read`` reads as this."""
        return f"{digits.written(masked.picture)} {round(100 * masked.ratio)} {masked.seed}"

    def trace(self, given: str, edits: Sequence[Edit] = ()) -> Trace:
        """From the pixels over the mask to the loss and the painted picture."""
        return self.traced(self.read(given), edits)

    def traced(self, masked: Masked, edits: Sequence[Edit] = ()) -> Trace:
        """The same of what was read."""
        image, side = masked.picture, self.about["configuration"]["side"]
        places = grid(image.shape[0] // side, image.shape[1] // side)
        noise = torch.rand(len(places), generator=torch.Generator().manual_seed(masked.seed))
        labels = {"patches": {"patch": places}, "unmasking.unshuffled": {"place": ["[CLS]", *places]},
                  "predicted": {"patch": places}}
        with record(self.model, *edits, labels=labels) as trace:
            answer = self.model(shown(image), given("noise", noise, "patch", {"patch": places}, shows="size"),
                                masked.ratio)
            self.model.loss(*answer)
            self.model.painted(*answer, image.shape[1])
        return trace

    def answer_in(self, given: str, trace: Trace) -> list[list[float]]:
        """The picture with the hidden patches painted, as eight rows of eight numbers."""
        return trace["unpatched"].value.squeeze(-1).tolist()


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Autoencoder:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    return Autoencoder(name, loaded(MAE(**about["configuration"]), weights), about)
