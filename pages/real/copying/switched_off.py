"""The strongest copying heads switched off, and as many others of the same layers."""

from __future__ import annotations

from core.experiments import copying
from pages.components import charts, lesson
from pages.components.text import words
from pages.real.copying import PAGE

KEY = "switched_off"
SWITCHES = ("whole", "copiers", "copiers_others")


@lesson.panel
def switched_off() -> None:
    """The loss in the second reading: whole, without the copiers, without as many others."""
    w, run = words(PAGE), copying.stored()
    with lesson.exhibit(PAGE, KEY):
        losses = {name: run["losses"][name]["second"] for name in SWITCHES}
        places = w["listed"].join(w["place_of"].format(layer=layer + 1, head=head + 1)
                                  for layer, head in run["copiers"])
        if lesson.predict(PAGE, KEY, ("hardly", "like_new"), truth=_reading, count=copying.SWITCHED, heads=places,
                          first=run["losses"]["whole"]["first"], **losses):
            charts.bars({w["first_reading"]: run["losses"]["whole"]["first"]} |
                        {w[f"off_{name}"]: loss for name, loss in losses.items()}, w["nats"], tones=[-1, 0, 1, 0])


def _reading(numbers: dict) -> str:
    """Whether without its copiers the model reads the repetition rather as something new, or as before."""
    middle = (numbers["first"] + numbers["whole"]) / 2
    return "like_new" if numbers["copiers"] > middle else "hardly"
