"""The reader's scene, and what the detector makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.data import scenes
from core.steps import Trace
from pages.components import model_choice, readable_text, runs
from pages.components.formula import PALETTE
from pages.components.pixels import Box
from pages.components.text import words
from pages.vision.detr import PAGE

TONES = dict(zip(scenes.KINDS, (0, 1, 3)))
"""A place in the palette for each kind of shape."""


@dataclass(frozen=True)
class Reading:
    """The scene and its run. ``nothing``: the number of the class "no object"."""

    scene: scenes.Scene
    trace: Trace
    nothing: int

    @property
    def image(self) -> np.ndarray:
        return scenes.picture(self.scene)

    @property
    def layers(self) -> int:
        return len(self.trace["heads.box.boxes"].value)

    def names(self) -> list[str]:
        """The shapes, numbered."""
        w = words(PAGE)
        return [f"{w[f'label_{shape.kind}']} {i}" for i, shape in enumerate(self.scene, 1)]


def reading() -> Reading:
    """The scene that the link holds, read by the detector under study."""
    detector = model_choice.subject()
    return Reading(detector.read(readable_text.text()), runs.trace(), len(detector.about["classes"]))


def slot_names(read: Reading) -> list[str]:
    w = words(PAGE)
    return [w["slot_n"].format(n=i + 1) for i in range(read.trace["heads.box.boxes"].value.shape[1])]


def detected_boxes(trace: Trace, nothing: int, layer: int = -1, only: Sequence[int] | None = None) -> tuple[Box, ...]:
    """What the slots that name something say after a layer, as frames with slot and kind."""
    w, drawn = words(PAGE), []
    says, at = (trace[f"heads.{step}"].value[layer] for step in ("class_probabilities", "box.boxes"))
    for slot, (p, box) in enumerate(zip(says, at.tolist())):
        kind = int(p.argmax())
        if kind != nothing and (only is None or slot in only):
            name = scenes.KINDS[kind]
            drawn.append(framed(box, PALETTE["light"][TONES[name]], f"{slot + 1} {w[f'label_{name}']}"))
    return tuple(drawn)


def framed(box: Sequence[float], tone: str, text: str = "", dashed: bool = False) -> Box:
    """A box as centre, width and height, as a frame."""
    x, y, width, height = box
    return Box(x - width / 2, y - height / 2, width, height, tone, text, dashed)
