"""One number of the whole pass set to zero: the loss, and how many heads still rest."""

from __future__ import annotations

from core.experiments import resting_place
from pages.components import charts, lesson
from pages.components.text import words
from pages.real.resting_place import PAGE

KEY = "set_to_zero"
CASES = ("whole", "first", "other")


@lesson.panel
def set_to_zero() -> None:
    """The loss whole, without the large feature, and without the largest one elsewhere."""
    w, run = words(PAGE), resting_place.stored()
    with lesson.exhibit(PAGE, KEY):
        losses = {case: run["losses"][case]["loss"] for case in CASES}
        resting = {f"resting_{case}": 100 * run["losses"][case]["resting"] for case in CASES}
        if lesson.predict(PAGE, KEY, ("hardly", "breaks"), truth=_broken, layer=run["layer"] + 1,
                          feature=run["feature"] + 1, texts=len(resting_place.TEXTS), **losses, **resting):
            charts.bars({w[f"case_{case}"]: loss for case, loss in losses.items()}, w["nats"], tones=[0, 1, 0])


def _broken(numbers: dict) -> str:
    return "breaks" if numbers["first"] > 2 * numbers["whole"] else "hardly"
