"""The tour: at most nine scenes, a few minutes, from the words to what the model ends in; read off any trace's stops.

A scene is a stop that stands for an idea. A model without the idea (no second stream, no positions) has no such scene.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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


def scenes(trace: Trace, stops: Sequence[Stop]) -> list[Scene]:
    """The scenes that this trace has, in order: the machine first, then one stop for each idea."""
    whole = "machine_without_attention" if _unattended(trace, "") else "heads" if squeezed(trace) else "machine"
    scenes = [Scene(whole, MACHINE)]
    for key, equation, fits, choose in _IDEAS:
        fitting = [stop.key for stop in stops if _key(trace, stop.key) == equation and fits(trace, stop.key)]
        if fitting:
            scenes.append(Scene(key, fitting[min(choose, len(fitting) - 1)]))
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


def _always(trace: Trace, name: str) -> bool:
    return True


_IDEAS: tuple[tuple[str, str, Callable[[Trace, str], bool], int], ...] = (
    ("words", "embedding.scaled", _always, 0),
    ("words", "embedding.lookup", _unscaled, 0),
    ("patches", "vision.patches", _always, 0),
    ("positions", "embedding.positioned", _always, 0),
    ("places", "vision.placed", _always, 0),
    ("state", "recurrent.hidden", _always, 0),
    ("forget_gate", "lstm.forget_gate", _always, 0),
    ("cell_state", "lstm.cell_state", _always, 0),
    ("shown_state", "lstm.hidden", _always, 0),
    ("handed_over", "bridge.bridge", _always, 0),
    ("looked_up", "alignment.weights", _always, -1),
    ("window", "convolution.rectified", _unattended, 0),
    ("wider_window", "convolution.rectified", _unattended, 1),
    ("question_and_key", "attention.scores", _alone, 0),
    ("softmax", "attention.weights", _alone, 0),
    ("mixture", "attention.head_outputs", _always, 0),
    ("layer", "norm.added", _always, 0),
    ("across", "attention.weights", _across, -1),
    ("next_word", "output.probabilities", produces, -1),
    ("hidden", "output.probabilities", _fills, -1),
    ("label_scores", "tagging.label_scores", _unattended, 0),
    ("labels", "tagging.label_probabilities", _always, -1),
    ("classes", "vision.class_probabilities", _always, -1),
    ("painted", "reconstruction.unpatched", _always, -1),
    ("twins", "nonlocal_block.pixel_probabilities", _always, -1),
    ("boxes", "detection.boxes", _always, -1),
)
