"""A query to turn among three keys of two numbers: scores, shares, and the output inside the triangle of the values."""

from __future__ import annotations

from collections.abc import Mapping

from core.equations import attention as eq
from core.experiments import attention as computed
from pages.components import lesson
from pages.components.arrows import arrows as plane
from pages.components.text import words
from pages.transformer.attention import PAGE

KEY = "arrows"


@lesson.panel
def arrows() -> None:
    """Directions compared, shares made, values mixed; until the guess the arrow stays as long as it is."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        plane(w["tiny_words"].split(), computed.ARROW_KEYS, computed.ARROW_VALUES, start=computed.ARROW_QUERY, key=KEY,
              label=w["arrows_label"], free=lesson.guessed(PAGE, KEY))
        lesson.predict(PAGE, KEY, ("flatter", "as_before", "sharper"), _shares, truth=_truth)
        lesson.stands(eq.scores.equation, eq.weights.equation, eq.head_outputs.equation)


def _shares() -> dict[str, float]:
    once, twice = computed.lengthened(computed.ARROW_QUERY)
    return {"once": 100 * once, "twice": 100 * twice}


def _truth(entropies: Mapping[str, float]) -> str:
    if entropies["twice"] == entropies["once"]:
        return "as_before"
    return "sharper" if entropies["twice"] > entropies["once"] else "flatter"
