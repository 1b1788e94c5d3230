"""A network that tells of each mark in a picture whether a twin of its colour lies anywhere else."""

from collections.abc import Sequence

import numpy as np
from torch import Tensor

from core.data import marks
from core.edits import Edit
from core.equations import nonlocal_block
from core.labels import Name
from core.models.nonlocal_block import NonLocalReader, PlainReader
from core.numbers import share
from core.subjects import loaded
from core.subjects.picture import PictureReader, grid, shown
from core.trace import Trace, record


class Marker(PictureReader):
    """Given marks ("red 3 4; blue 15 0"), it answers for each how likely it has a twin."""

    def read(self, given: str) -> tuple[list[marks.Place], list[str]]:
        """Places and colours. ValueError with a sentence for any other text."""
        return marks.read(given)

    def picture(self, given: str) -> np.ndarray:
        return marks.picture(*self.read(given))

    def answer_text(self, answer: list[tuple[marks.Place, str, float]]) -> str:
        return ", ".join(share(likely, most=0) for _, _, likely in answer)

    def trace(self, given: str, edits: Sequence[Edit] = ()) -> Trace:
        """From the pixels to the answers of all pixels."""
        image = marks.picture(*self.read(given))
        labels = {"block.flattened": {"token": grid(*image.shape[:2])},
                  "readout.W": {"filter": [Name("alone"), Name("twin")]}}
        with record(self.model, *edits, labels=labels) as trace:
            nonlocal_block.pixel_probabilities(self.model(shown(image)))
        return trace

    def answer_in(self, given: str, trace: Trace) -> list[tuple[marks.Place, str, float]]:
        """Each mark's place and colour, and how likely it has a twin."""
        likely = trace["pixel_probabilities"].value[..., marks.TWIN]
        return [(place, colour, float(likely[place])) for place, colour in zip(*self.read(given))]


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Marker:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    kind = NonLocalReader if "inner" in about["configuration"] else PlainReader
    return Marker(name, loaded(kind(**about["configuration"]), weights), about)
