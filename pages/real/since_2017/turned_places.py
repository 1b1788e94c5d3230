"""Rotary positions against added sinusoids: does a score depend on the distance alone?"""

from __future__ import annotations

from core.equations import rotary
from core.experiments import since_2017
from pages.components import lesson
from pages.components.board import heatmap
from pages.components.lesson.pictures import titled
from pages.components.text import words
from pages.real.since_2017 import PAGE

KEY = "turned_places"
WAYS = ("rotary", "sinusoids")


@lesson.panel
def turned_places() -> None:
    """The same query and key in all places, once the reader has guessed."""
    with lesson.exhibit(PAGE, KEY):
        scores = {how: since_2017.products(how) for how in WAYS}
        if lesson.predict(PAGE, KEY, ("both", *WAYS, "neither"), truth=_alone, places=since_2017.PLACES,
                          **{f"spread_{how}": since_2017.spread(products) for how, products in scores.items()}):
            w, places = words(PAGE), [str(i) for i in range(since_2017.PLACES)]
            heatmap([titled(PAGE, how, products, places, places, scale="diverging", row_axis=w["query_place"],
                            column_axis=w["key_place"], row_link="query", column_link="key")
                     for how, products in scores.items()], key="turned places", height=440)
        lesson.stands(rotary.rotated_queries.equation)


def _alone(numbers: dict) -> str:
    fits = [how for how in WAYS if numbers[f"spread_{how}"] < 1e-9]
    return "both" if len(fits) == 2 else fits[0] if fits else "neither"
