"""The two heads that work in a row: one looks one token back, the other at what came after the same token."""

from __future__ import annotations

import numpy as np

from core.equations import attention
from core.experiments import copying
from pages.components import lesson
from pages.components.board import heatmap
from pages.components.lesson.pictures import steps_of, titled
from pages.components.text import words
from pages.real.copying import PAGE

KEY = "two_heads"


@lesson.panel
def two_heads() -> None:
    """Their weights on one text that is repeated, and what the second does without the first."""
    run = copying.stored()
    with lesson.exhibit(PAGE, KEY):
        labels = steps_of(run["labels"])
        heads = {"back": run["backs"][0], "copier": run["copiers"][0]}
        chain = run["chain"]
        guessed = lesson.predict(
            PAGE, KEY, ("same", "after", "back"), truth=lambda numbers: max(("same", "after", "back"), key=numbers.get),
            **chain["whole"], **{f"{name}_{part}": heads[name][i] + 1 for name in heads
                                 for i, part in enumerate(("layer", "head"))},
            looks_back=run["back_looks"]["back"], without=chain["backs"]["after"],
            without_others=chain["backs_others"]["after"], count=copying.SWITCHED)
        if guessed:
            heatmap([titled(PAGE, name, np.array(run["weights"][name]), labels, labels, scale="sequential",
                            row_axis=words(PAGE)["reading"], column_axis=words(PAGE)["read"],
                            row_link="query", column_link="key") for name in heads],
                    key="two heads", height=520)
        lesson.stands(attention.weights.equation)
