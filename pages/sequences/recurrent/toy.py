"""One weight, multiplied a thousand times: N2-08."""

from __future__ import annotations

import streamlit as st

from core.experiments import through_time as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.recurrent import PAGE

WEIGHTS = (0.01, 0.5, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0, 1.001, 1.005, 1.01, 1.02, 1.03)
STEPS = 999
RATE = 1e-6


@lesson.panel
def toy() -> None:
    """A linear unit with one weight: what is left of the first input after each step."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-08"):
        left, right = st.columns([0.62, 0.38], gap="large")
        with right:
            weight = in_link(st.select_slider)("w", WEIGHTS, 0.999, key="recurrent weight")
            y, slope = computed.power(weight)
            lesson.figures((r"$y_{1000} = w^{999}$", plain(y, 4)), (r"$999\,w^{998}$", plain(slope, 4)))
            if not y:
                st.caption(w["underflow"])
            revealed = lesson.predict(PAGE, "N2-08", ("ten_percent", "times_ten", "times_thousands"), _prose_values,
                                      truth="times_thousands")
        with left:
            at = range(0, STEPS + 1, 9)
            shown = sorted({weight, *((0.99, 1.0, 1.01) if revealed else (1.0,))})
            charts.lines({f"w = {one}": (at, [one**t for t in at]) for one in shown}, w["steps_on"], w["left_of_input"],
                         scales=("linear", "log"), tones=[0 if one == weight else i for i, one in enumerate(shown, 1)],
                         height=320)


def _prose_values() -> dict[str, float]:
    grown, shrunk = computed.power(1.01), computed.power(0.99)
    free = computed.toy_step(1.01, RATE)
    return {"grown": grown[0], "shrunk": shrunk[0], "grown_slope": grown[1], "shrunk_slope": shrunk[1],
            "grown_loss": computed.toy_loss(1.01), "shrunk_loss": computed.toy_loss(0.99),
            "step": abs(free), "clipped": abs(computed.toy_step(1.01, RATE, 1.0)), "rate": RATE}
