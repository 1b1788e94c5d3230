"""The largest feature at the first token and at all others, layer by layer."""

from __future__ import annotations

from core.experiments import resting_place
from pages.components import charts, lesson
from pages.components.text import words
from pages.real.resting_place import PAGE

KEY = "large_feature"
OPTIONS = ("alike", "ten_times", "hundred_times")


@lesson.panel
def large_feature() -> None:
    """Two lines over the layers, once the reader has guessed how far apart they are."""
    w, run = words(PAGE), resting_place.stored()
    with lesson.exhibit(PAGE, KEY):
        first, others = zip(*run["sizes"])
        at = max(range(len(first)), key=lambda layer: first[layer] / others[layer])
        if lesson.predict(PAGE, KEY, OPTIONS, truth=_times, first=first[at], others=others[at], at=at + 1,
                          times=first[at] / others[at], layer=run["layer"] + 1, feature=run["feature"] + 1,
                          before=first[run["layer"] - 1], after=first[run["layer"]],
                          last=max(i for i, size in enumerate(first) if size > max(first) / 2) + 1):
            layers = list(range(1, len(first) + 1))
            charts.lines({w["first"]: (layers, first), w["others"]: (layers, others)}, w["layer"], w["size"],
                         scales=("linear", "log"), dots=True, height=280)


def _times(numbers: dict) -> str:
    return OPTIONS[0 if numbers["times"] < 3 else 1 if numbers["times"] < 50 else 2]
