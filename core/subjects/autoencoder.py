"""A masked autoencoder that paints what is hidden of a small picture."""

from collections.abc import Sequence

import numpy as np
from torch import Tensor

from core.data import digits
from core.edits import Edit
from core.models.mae import MAE
from core.subjects import loaded
from core.subjects.picture import Masked, PictureReader, grid, hiding, painted
from core.trace import Trace


class Autoencoder(PictureReader):
    """Given 64 letters and, if wanted, the percentage to hide and a seed ("00...0 75 3"), it answers with a picture."""

    def read(self, given: str) -> Masked:
        """ValueError with a sentence for any other text."""
        letters, *numbers = given.split() or [""]
        return Masked(digits.read(letters), *hiding(numbers, self.about["ratio"]))

    def picture(self, given: str) -> np.ndarray:
        return self.read(given).picture

    def written(self, masked: Masked) -> str:
        """The text that ``read`` reads as this."""
        return f"{digits.written(masked.picture)} {round(100 * masked.ratio)} {masked.seed}"

    def trace(self, given: str, edits: Sequence[Edit] = ()) -> Trace:
        """From the pixels over the mask to the loss and the painted picture."""
        masked, side = self.read(given), self.about["configuration"]["side"]
        places = grid(*(size // side for size in masked.picture.shape[:2]))
        return painted(self.model, masked, places, edits)

    def answer_in(self, given: str, trace: Trace) -> list[list[float]]:
        """The picture with the hidden patches painted, as eight rows of eight numbers."""
        return trace["unpatched"].value.squeeze(-1).tolist()


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Autoencoder:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    return Autoencoder(name, loaded(MAE(**about["configuration"]), weights), about)
