"""DETR: it finds the shapes of a scene and tells kind and box of each."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from core.data import scenes
from core.edits import Edit
from core.labels import Name
from core.models.detr import DETR
from core.subjects import loaded
from core.subjects.picture import PictureReader, grid, shown
from core.trace import Trace, given, record


class Found(NamedTuple):
    """One slot's object: slot (from 0), kind, how likely, box as centre, width and height in shares of the picture."""

    slot: int
    kind: str
    probability: float
    box: tuple[float, float, float, float]


class Detector(PictureReader):
    """Given a scene ("circle red 4 30 16 16; triangle blue 40 8 20 14"), it answers with what it found."""

    def read(self, given: str) -> scenes.Scene:
        """The shapes. ValueError with a sentence for any other text."""
        return scenes.read(given)

    def picture(self, given: str) -> np.ndarray:
        return scenes.picture(self.read(given))

    def answer_text(self, answer: list[Found]) -> str:
        return str(len(answer))

    def trace(self, given: str, edits: Sequence[Edit] = ()) -> Trace:
        """From the pixels over every layer's answers to the matching and the loss of the last one."""
        return self.traced(self.read(given), edits)

    def traced(self, scene: scenes.Scene, edits: Sequence[Edit] = ()) -> Trace:
        """The same of what was read."""
        names = [Name(f"{shape.kind} {number}") for number, shape in enumerate(scene, 1)]
        slots = [Name(f"slot {i}") for i in range(1, len(self.model.object_queries) + 1)]
        cells = grid(scenes.SIDE // 8, scenes.SIDE // 8)  # three convolutions of stride 2
        labels = {"flattened": {"token": cells}, "places.flattened": {"token": cells},
                  "object_queries": {"query": slots}, "empty_slots": {"query": slots},
                  "heads.class_scores": {"slot": slots, "class": [*map(Name, self.about["classes"]), "∅"]},
                  "heads.box.boxes": {"slot": slots, "side": ["x", "y", "w", "h"]}}
        with record(self.model, *edits, labels=labels) as trace:
            answer = self.model(shown(scenes.picture(scene)))[-1]
            classes = given("classes", torch.from_numpy(scenes.classes(scene)), "object", {"object": names},
                            shows="ids")
            boxes = given("boxes", torch.from_numpy(scenes.boxes(scene)), "object side",
                          {"object": names, "side": ["x", "y", "w", "h"]}, shows="size")
            self.model.matching(*answer, classes, boxes)
        return trace

    def answer_in(self, given: str, trace: Trace) -> list[Found]:
        """What the slots say after the last layer, those that say "no object" left out."""
        probabilities, boxes = (trace[f"heads.{step}"].value[-1] for step in ("class_probabilities", "box.boxes"))
        return [Found(slot, self.about["classes"][int(p.argmax())], float(p.max()), tuple(boxes[slot].tolist()))
                for slot, p in enumerate(probabilities) if int(p.argmax()) != self.model.matching.nothing]


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Detector:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    return Detector(name, loaded(DETR(**about["configuration"]), weights), about)
