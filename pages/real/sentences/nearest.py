"""Which sentence is nearest to one about a guitar: the reworded, the negated, or one of the same words?"""

from __future__ import annotations

from core.experiments import sentences
from pages.components import charts, lesson
from pages.components.text import words
from pages.real.sentences import PAGE

KEY, CHOICES = "nearest", ("reworded", "negated", "same_words")


@lesson.panel
def nearest() -> None:
    """The three cosines, once the reader has guessed the largest."""
    w, run = words(PAGE), sentences.stored()
    with lesson.exhibit(PAGE, KEY):
        cosines = {name: run["pairs"][name] for name in CHOICES}
        if lesson.predict(PAGE, KEY, CHOICES, truth=max(cosines, key=cosines.get), **cosines):
            charts.bars({sentences.PAIRS[name][1]: value for name, value in cosines.items()}, w["cosine"],
                        domain=(0, 1))
