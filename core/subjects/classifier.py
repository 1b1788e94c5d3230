"""A Vision Transformer that names what a small picture shows."""

from collections.abc import Sequence

import numpy as np
from torch import Tensor

from core.data import digits
from core.edits import Edit
from core.models.vit import ViT
from core.numbers import share
from core.subjects import loaded
from core.subjects.picture import PictureReader, best, classified, grid
from core.trace import Trace


class Classifier(PictureReader):
    """Given 64 letters (``core.data.digits.written``), it answers with classes and their probabilities."""

    def read(self, given: str) -> np.ndarray:
        """The picture (8, 8, 1); numbers after it, which tell an autoencoder what to hide, are passed over.

        ValueError with a sentence for any other text.
        """
        letters, *numbers = given.split() or [""]
        alone = len(letters) == digits.SIDE**2 and all(n.isascii() and n.isdigit() for n in numbers)
        return digits.read(letters if alone else given)

    def picture(self, given: str) -> np.ndarray:
        return self.read(given)

    def answer_text(self, answer: list[tuple[str, float]]) -> str:
        return f"{answer[0][0]} ({share(answer[0][1])})"

    def trace(self, given: str, edits: Sequence[Edit] = ()) -> Trace:
        """From the pixels to the probabilities."""
        image, side = self.read(given), self.about["configuration"]["side"]
        places = grid(*(size // side for size in image.shape[:2]))
        return classified(self.model, image, places, self.about["classes"], edits)

    def answer_in(self, given: str, trace: Trace) -> list[tuple[str, float]]:
        """The classes with their probabilities, the likeliest first."""
        return best(trace["class_probabilities"].value[0], self.about["classes"])


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Classifier:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    return Classifier(name, loaded(ViT(**about["configuration"]), weights), about)
