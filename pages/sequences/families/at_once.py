"""All words at once in training, one by one in generation: N3-01; R84."""

from __future__ import annotations

import streamlit as st

from core.experiments import families as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.text import words
from pages.sequences.families import PAGE

_passes = shared(computed.passes)


@lesson.panel
def at_once() -> None:
    """When each word's output is ready, in training and in generation."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-01"):
        n = in_link(st.slider)(w["words"], 2, 16, 8, key="families passes")
        passes = _passes(n)
        labels = [w["word_n"].format(n=i + 1) for i in range(n)]
        revealed = lesson.predict(PAGE, "N3-01", ("one_pass", "half_passes", "all_passes"), truth="all_passes", n=n,
                                  **passes)
        left, right = st.columns(2, gap="large")
        with left:
            st.markdown(f"**{w['training']}**")
            charts.timeline(labels, [(0, passes["training"])] * n, w["passes"])
        if revealed:
            with right:
                st.markdown(f"**{w['generation']}**")
                charts.timeline(labels, [(t, t + passes["generation"] / n) for t in range(n)], w["passes"])
        lesson.erratum("R84", lambda: _counted(passes))


def _counted(passes: dict[str, float]) -> None:
    w = words(PAGE)
    lesson.figures(*((w[name], w["so_many_passes"].format(n=passes[name])) for name in ("training", "generation")))
