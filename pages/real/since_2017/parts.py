"""Where the parameters of a small language model are, as it is and as it would have been built in 2017."""

from __future__ import annotations

from core.equations import gated
from core.experiments import since_2017
from pages.components import charts, lesson
from pages.components.text import words
from pages.real.since_2017 import PAGE

KEY, NAME = "parts", "SmolLM2-135M"
PARTS = ("table", "attention", "feed_forward", "norms", "biases")


@lesson.panel
def parts() -> None:
    """Parameters by part, once the reader has guessed which part is the largest."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        sizes = since_2017.MODELS[NAME]
        now, then = since_2017.parameters(sizes), since_2017.as_in_2017(sizes)
        total, before = sum(now.values()), sum(then.values())
        if lesson.predict(PAGE, KEY, ("table", "attention", "feed_forward"), truth=max(now, key=now.get), model=NAME,
                          total=total / 1e6, before=before / 1e6, tied=now["table"] / 1e6,
                          biases=then["biases"] / 1e6, share=100 * then["biases"] / before,
                          gated=now["feed_forward"] / 1e6, plain_one=then["feed_forward"] / 1e6,
                          **{f"{part}_share": 100 * count / total for part, count in now.items()}):
            charts.stacked([(w[when], w[part], counts.get(part, 0) / 1e6) for when, counts in
                            (("today", now), ("in_2017", then)) for part in PARTS], [w[part] for part in PARTS],
                           w["millions"])
        lesson.stands(gated.gate.equation, gated.up.equation, gated.gated.equation, gated.down.equation)
