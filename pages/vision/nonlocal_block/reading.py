"""The reader's picture of coloured marks, and what the two networks make of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from core import catalog
from core.data import marks
from core.steps import Trace
from pages.components import model_choice, readable_text, runs
from pages.components.text import words
from pages.vision.nonlocal_block import PAGE

MOST = 8
"""Marks that the reader can place."""


@dataclass(frozen=True)
class Reading:
    """The marks with their places and colours, the picture, and a network's name and trace, without and with block."""

    places: list[marks.Place]
    colours: list[str]
    names: tuple[str, str]
    plain: Trace
    block: Trace

    @property
    def image(self) -> np.ndarray:
        return marks.picture(self.places, self.colours)

    @property
    def answers(self) -> np.ndarray:
        """Per mark, whether it has a twin."""
        answers = marks.answers(self.places, self.colours)
        return np.array([answers[place] == marks.TWIN for place in self.places])

    def likely(self, trace: Trace) -> np.ndarray:
        """Per mark, how likely a network takes it to have a twin."""
        probabilities = trace["pixel_probabilities"].value[..., marks.TWIN]
        return np.array([float(probabilities[place]) for place in self.places])


def reading() -> Reading:
    """The picture that the link holds, read by the network without block and by the one with it."""
    given = readable_text.text()
    traces = {name: runs.cached_trace(name, given) for name in catalog.names(answers="marks")}
    plain, block = sorted(traces, key=lambda name: "block.weights" in traces[name])
    places, colours = model_choice.subject().read(given)
    return Reading(places, colours, (plain, block), traces[plain], traces[block])


def named(read: Reading, i: int) -> str:
    """A mark by its colour and place, counted from 1."""
    w, (row, column) = words(PAGE), read.places[i]
    return w["mark"].format(colour=w[f"colour_{read.colours[i]}"], row=row + 1, column=column + 1)


def flat(read: Reading) -> list[int]:
    """The marks' places among the flattened pixels."""
    return [row * marks.SIDE + column for row, column in read.places]


def doubled(trace: Trace, name: str) -> torch.Tensor:
    """A step in float64, so that rounding is seen to be rounding."""
    return trace[name].value.double()


def layers(read: Reading) -> int:
    """How many convolutions of 3 x 3 the plain network has."""
    return catalog.about(read.names[0])["configuration"]["layers"]
