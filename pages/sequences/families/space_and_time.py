"""A small cube through a film, and the film run backwards: N4-22."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.equations import over_time as eq
from core.experiments import film as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.families import PAGE
from pages.sequences.families.frames import strip


@lesson.panel
def space_and_time() -> None:
    """What one output of a 3-D convolution sees; its weights; and which features tell time's direction."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-22"):
        at = in_link(st.slider)(w["cube_at"], 1, computed.FRAMES, 4, key="cube at") - 1
        frames = computed.film()
        st.image(strip(frames, _cube(frames, at)), caption=w["cube"], alt=w["cube"], width="stretch")
        st.image(strip(frames.flip(0)), caption=w["backwards"], alt=w["backwards"], width="stretch")
        lesson.stands(eq.convolved_in_space_and_time.equation, eq.mean_over_time.equation)
        left, right = st.columns(2, gap="large")
        with left:
            counted = computed.weights()
            charts.bars({w[name]: counted[name] for name in counted}, w["weights"], tones=(-1, 0),
                        texts=[plain(n) for n in counted.values()])
        with right:
            if lesson.predict(PAGE, "N4-22", ("flat", "solid", "both"), _prose_values, "solid"):
                differences = computed.backwards()
                charts.bars({w[name]: differences[name] for name in differences}, w["differs"], scale="log", digits=2,
                            tones=(-1, 0))


def _cube(frames, at: int) -> np.ndarray:
    """The pixels of three frames round the dot's place in one of them."""
    row, column = divmod(int(frames[at].argmax()), computed.SIDE)
    lit = np.zeros(tuple(frames.shape), bool)
    lit[max(0, at - 1):at + 2, max(0, row - 1):row + 2, max(0, column - 1):column + 2] = True
    return lit


def _prose_values() -> dict[str, float]:
    return computed.backwards() | {f"weights_{name}": n for name, n in computed.weights().items()}
