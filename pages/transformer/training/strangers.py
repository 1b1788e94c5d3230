"""How the translator fares with sentences that its grammar did not write."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core import catalog
from core.data import strangers as data
from core.experiments import training as experiment
from pages.components import charts, lesson
from pages.components.bar import said
from pages.components.numbers import plain
from pages.components.text import escaped, words
from pages.transformer.training import PAGE

KEY = "strangers"
OPTIONS = ("under_third", "between_thirds", "over_thirds")


@lesson.panel
def strangers() -> None:
    """Two hundred sentences written by hand: how many come out right, and any of them to try."""
    told = catalog.about(experiment.NAME)["metrics"]
    with lesson.exhibit(PAGE, KEY):
        rows = told["strangers"]
        numbers = {f"{name}_{key}": sum(row[key] for row in rows if row["known"] is known)
                   for name, known in (("known", True), ("other", False)) for key in ("sentences", "right")}
        numbers |= {key: sum(row[key] for row in rows) for key in ("sentences", "right")}
        numbers["grammar"] = told["exact_match"]["same_distribution"]
        if lesson.predict(PAGE, KEY, OPTIONS, truth=_third, **numbers):
            left, right = st.columns([0.55, 0.45], gap="medium")
            with left:
                _by_length(rows)
            with right:
                _one()


def _third(told: Mapping) -> str:
    """Which of the options holds of the sentences whose words are all known."""
    return OPTIONS[min(2, int(3 * told["known_right"] / told["known_sentences"]))]


def _by_length(rows: list[dict]) -> None:
    """The share that is right, by length and by whether all words are known."""
    w, series = words(PAGE), {}
    for name, known in (("all_known", True), ("some_new", False)):
        series[w[name]] = [row["right"] / max(1, row["sentences"]) for row in rows if row["known"] is known]
    charts.pairs([w[f"length_{length}"] for length in data.LENGTHS], series, w["share_right"], tones=(0, -1))
    st.caption(w["lengths"].format(**{name: plain(most) for name, most in data.LENGTHS.items()}))


def _one() -> None:
    """One of the sentences, what the model says now, and what would have been right."""
    w, found = words(PAGE), data.sentences()
    chosen = st.selectbox(w["stranger"], range(len(found)), format_func=lambda i: found[i].text, key="stranger")
    told = said.answer(experiment.NAME, found[chosen].text)
    icon = ":material/check_circle:" if found[chosen].right(told) else ":material/cancel:"
    st.markdown(f"{icon} {w['model_says']} **{escaped(told)}**")
    st.markdown(f"{w['accepted']} {escaped(found[chosen].sample)}")
