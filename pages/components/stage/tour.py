"""The tour: at most nine scenes, a few minutes, from the words to what the model ends in; read off any trace's stops.

A scene is a stop that stands for an idea. A model without the idea (no second stream, no positions) has no such scene.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.steps import Trace
from pages.components.stage.follow import produces
from pages.components.stage.stops import Stop, squeezed

MACHINE = "machine"
"""The key of the frame in which the whole model stands on one screen."""


@dataclass(frozen=True)
class Scene:
    """``key``: of its text in tour.md; ``stop``: the frame that it shows."""

    key: str
    stop: str


class Idea(NamedTuple):
    """Of the stops of an equation that fit, the one at this place (the last: -1) stands for the idea."""

    key: str
    equation: str
    fits: Callable[[Trace, str], bool] = lambda trace, name: True
    place: int = 0


def scenes(trace: Trace, stops: Sequence[Stop]) -> list[Scene]:
    """The scenes that this trace has, in order: the machine first, then one stop for each idea."""
    whole = "machine_without_attention" if _unattended(trace, "") else "heads" if squeezed(trace) else "machine"
    scenes = [Scene(whole, MACHINE)]
    for idea in _IDEAS:
        fitting = [stop.key for stop in stops if _key(trace, stop.key) == idea.equation and idea.fits(trace, stop.key)]
        if fitting:
            scenes.append(Scene(idea.key, fitting[min(idea.place, len(fitting) - 1)]))
    return scenes


def _key(trace: Trace, name: str) -> str:
    step = trace.get(name)
    return step.equation.key if step is not None and step.equation is not None else ""


def _alone(trace: Trace, name: str) -> bool:
    """Rows and columns run along the same words."""
    rows, columns = trace[name].streams[-2:]
    return rows == columns


def _across(trace: Trace, name: str) -> bool:
    return not _alone(trace, name)


def _unscaled(trace: Trace, name: str) -> bool:
    return not any(_key(trace, other) == "embedding.scaled" for other in trace)


def _unattended(trace: Trace, name: str) -> bool:
    """Nothing looks at anything: there are no weights of attention."""
    return not any(_key(trace, other).endswith(".weights") for other in trace)


def _fills(trace: Trace, name: str) -> bool:
    return not produces(trace, name)


_IDEAS = (
    Idea("words", "embedding.scaled"),
    Idea("words", "embedding.lookup", _unscaled),
    Idea("patches", "vision.patches"),
    Idea("positions", "embedding.positioned"),
    Idea("places", "vision.placed"),
    Idea("state", "recurrent.hidden"),
    Idea("forget_gate", "lstm.forget_gate"),
    Idea("cell_state", "lstm.cell_state"),
    Idea("shown_state", "lstm.hidden"),
    Idea("handed_over", "bridge.bridge"),
    Idea("looked_up", "alignment.weights", place=-1),
    Idea("window", "convolution.rectified", _unattended),
    Idea("wider_window", "convolution.rectified", _unattended, place=1),
    Idea("question_and_key", "attention.scores", _alone),
    Idea("softmax", "attention.weights", _alone),
    Idea("mixture", "attention.head_outputs"),
    Idea("layer", "norm.added"),
    Idea("across", "attention.weights", _across, place=-1),
    Idea("next_word", "output.probabilities", produces, place=-1),
    Idea("hidden", "output.probabilities", _fills, place=-1),
    Idea("label_scores", "tagging.label_scores", _unattended),
    Idea("labels", "tagging.label_probabilities", place=-1),
    Idea("classes", "vision.class_probabilities", place=-1),
    Idea("painted", "reconstruction.unpatched", place=-1),
    Idea("twins", "nonlocal_block.pixel_probabilities", place=-1),
    Idea("boxes", "detection.boxes", place=-1),
)
