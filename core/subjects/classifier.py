"""A Vision Transformer that names what a small picture shows."""

import numpy as np
from torch import Tensor

from core.data import digits
from core.models.vit import ViT
from core.subjects import loaded
from core.subjects.picture import Namer, grid


class Classifier(Namer):
    """Given 64 letters (``core.data.digits.written``), it answers with classes and their probabilities."""

    def read(self, given: str) -> np.ndarray:
        """The picture (8, 8, 1); numbers behind it, for an autoencoder, do not count. ValueError for another text."""
        letters, *numbers = given.split() or [""]
        alone = len(letters) == digits.SIDE**2 and all(n.isascii() and n.isdigit() for n in numbers)
        return digits.read(letters if alone else given)

    def picture(self, given: str) -> np.ndarray:
        return self.read(given)

    @property
    def places(self) -> list[str]:
        return grid(*2 * (digits.SIDE // self.about["configuration"]["side"],))

    @property
    def classes(self) -> list[str]:
        return self.about["classes"]


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Classifier:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    return Classifier(name, loaded(ViT(**about["configuration"]), weights), about)
