"""What trained models of pictures share: they are given a text that stands for a picture and fits in a link."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from core import device
from core.edits import Edit
from core.equations import vision
from core.equations.masking import kept_count
from core.numbers import share
from core.subjects import Checkpointed
from core.trace import Trace, given, record

PLACE = re.compile(r"[1-9]\d*,[1-9]\d*")
"""A name that ``grid`` gives."""


class Masked(NamedTuple):
    """A picture (H, W, C), the share of its patches that is hidden, and the seed that decides which."""

    picture: np.ndarray
    ratio: float
    seed: int


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


def hiding(numbers: Sequence[str], usual: float) -> tuple[float, int]:
    """What stands behind a picture: the share of its patches to hide, written in percent, and a seed.

    ``usual``: the share where none is written. ValueError with a sentence for anything else.
    """
    if len(numbers) > 2 or any(not n.isascii() or not n.isdigit() or len(n) > 4 for n in numbers):
        raise ValueError("Behind the picture stand the percentage to hide and a seed of at most four figures, for "
                         "example 75 3.")
    percent, seed = [*map(int, numbers), *(round(100 * usual), 0)[len(numbers):]]
    if percent > 95:
        raise ValueError("At most 95 percent of a picture can be hidden.")
    return percent / 100, seed


class Namer(PictureReader):
    """Answers with the names of ``classes`` and their probabilities; ``places`` names its patches."""

    def trace(self, given: str, edits: Sequence[Edit] = (), earlier: Trace | None = None) -> Trace:
        """From the pixels to the probabilities. ``earlier``: the trace of the same picture without edits."""
        labels = {"embedding.patch_embedding.patches": {"patch": self.places}, "W_F": {"class": self.classes},
                  "embedding.with_class": {"token": ["[CLS]", *self.places]}}
        with record(self.model, *edits, labels=labels, earlier=earlier) as trace:
            vision.class_probabilities(self.model(shown(self.picture(given), device.of(self.model))))
        return trace

    def answer_in(self, given: str, trace: Trace) -> list[tuple[str, float]]:
        """The classes with their probabilities, the likeliest first."""
        probabilities = trace["class_probabilities"].value[0]
        return [(self.classes[i], float(probabilities[i])) for i in probabilities.argsort(descending=True).tolist()]

    def answer_text(self, answer: list[tuple[str, float]]) -> str:
        return f"{answer[0][0]} ({share(answer[0][1])})"


class Painter(PictureReader):
    """Reads a ``Masked``, answers with the picture, its hidden patches painted; ``places`` names its patches."""

    def picture(self, given: str) -> np.ndarray:
        return self.read(given).picture

    def trace(self, text: str, edits: Sequence[Edit] = (), earlier: Trace | None = None) -> Trace:
        """From the pixels over the mask to the loss and the painted picture. ``earlier``: as of ``Namer``."""
        masked, places, place = self.read(text), self.places, device.of(self.model)
        noise = torch.rand(len(places), generator=torch.Generator().manual_seed(masked.seed)).to(place)
        kept = [places[i] for i in noise.argsort(stable=True).tolist()[:kept_count(len(places), masked.ratio)]]
        drawn = not any(fnmatchcase(f"masking.{step}", edit.step) for edit in edits for step in ("order", "kept"))
        labels = {"patches": {"patch": places}, "unmasking.unshuffled": {"place": ["[CLS]", *places]},
                  "predicted": {"patch": places}, "masking.visible": {"token": kept if drawn else ()},
                  "with_class": {"token": ["[CLS]", *kept] if drawn else ()}}
        with record(self.model, *edits, labels=labels, earlier=earlier) as trace:
            image = shown(masked.picture, place)
            answer = self.model(image, given("noise", noise, "patch", {"patch": places}, shows="size"), masked.ratio)
            self.model.loss(*answer)
            self.model.painted(*answer, masked.picture.shape[1])
        return trace
