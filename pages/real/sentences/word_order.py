"""Who bit whom, and how many dollars: what hardly moves the direction of a sentence."""

from __future__ import annotations

from core.experiments import sentences
from pages.components import charts, lesson
from pages.components.text import words
from pages.real.sentences import PAGE

KEY, OPTIONS = "word_order", ("far", "near", "nearly_equal")


@lesson.panel
def word_order() -> None:
    """The cosines of two pairs that mean different things, once the reader has guessed."""
    w, run = words(PAGE), sentences.stored()
    with lesson.exhibit(PAGE, KEY):
        pairs = run["pairs"]
        if lesson.predict(PAGE, KEY, OPTIONS, truth=_how_near, turned=pairs["turned"], numbers=pairs["numbers"],
                          reworded=pairs["reworded"]):
            charts.bars({" / ".join(sentences.PAIRS[name]): pairs[name] for name in ("turned", "numbers", "reworded")},
                        w["cosine"], domain=(0, 1))


def _how_near(numbers: dict) -> str:
    return OPTIONS[0 if numbers["turned"] < 0.5 else 1 if numbers["turned"] < 0.9 else 2]
