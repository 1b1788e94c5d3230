"""The same sentences in two languages: how many tokens each has, under two lists of pieces."""

from __future__ import annotations

import streamlit as st

from core.experiments import pieces
from pages.components import charts, lesson
from pages.components.lesson.brought import bring, language_model
from pages.components.text import words
from pages.real.pieces import PAGE
from pages.real.pieces.own_text import in_line, own_tokens

KEY, OPTIONS = "two_languages", ("fewer", "alike", "far_more")
LANGUAGES = ("en", "zh")


@lesson.panel
def two_languages() -> None:
    """Tokens in English and in Chinese, once the reader has guessed which has more; then of the reader's text."""
    w, run = words(PAGE), pieces.stored()
    with lesson.exhibit(PAGE, KEY):
        st.caption(w["one_pair"].format(**{one: pair["text"] for one, pair in zip(LANGUAGES, run["pairs"][0])}))
        sums = {f"{language}_{what}": sum(pair[i][what] for pair in run["pairs"])
                for i, language in enumerate(LANGUAGES) for what in ("characters", "bytes", "tokens", "own")}
        if lesson.predict(PAGE, KEY, OPTIONS, truth=_cost, count=len(run["pairs"]),
                          times=sums["zh_tokens"] / sums["en_tokens"],
                          own_times=sums["en_own"] / sums["zh_own"], **sums):
            charts.columns([w["list_brought"], w["list_own"]], {w[language]: [sums[f"{language}_{what}"] for what in (
                "tokens", "own")] for language in LANGUAGES}, w["tokens"])
            for language, pair in zip(LANGUAGES, run["pairs"][0]):
                st.markdown(f"{w[language]}: {in_line(pair['cut'])}")
            _own_text()


def _cost(numbers: dict) -> str:
    return OPTIONS[0 if numbers["times"] < 0.8 else 1 if numbers["times"] < 1.5 else 2]


def _own_text() -> None:
    """What the reader writes, in both languages."""
    if not language_model():
        bring()
        return
    w = words(PAGE)
    for column, language, text in zip(st.columns(2, gap="large"), LANGUAGES, pieces.PAIRS[1]):
        with column:
            own_tokens(w[f"own_{language}"], text, language)
