"""Padding does harm where no mask hides it: what is left of the translation's probability."""

from __future__ import annotations

import math
from collections.abc import Mapping

import streamlit as st

from core import zoo
from core.experiments import decoder_masks as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice, readable_text, runs
from pages.components.cache import shared
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.decoder import PAGE

COUNTS = (0, 1, 2, 4, 8, 16)


@lesson.panel
def padding(trace: Trace) -> None:
    """More and more padding after the source: with its masks nothing happens, without them the translation fades."""
    w, model, sentence = words(PAGE), model_choice.name(), readable_text.text()
    with lesson.exhibit(PAGE, "padding"):
        left, right = st.columns([0.55, 0.45], gap="large")
        with left:
            kinds = (True, False) if lesson.guessed(PAGE, "padding") else (True,)
            curves = {w[f"padding_{'hidden' if hidden else 'seen'}"]: (COUNTS, _probabilities(model, sentence, hidden))
                      for hidden in kinds}
            charts.lines(curves, w["padding_count"], w["padding_left"], scales=("linear", "log"), ticks=COUNTS,
                         dots=True)
        with right:
            lesson.predict(PAGE, "padding", ("padding_same", "padding_some", "padding_much"),
                           lambda: _prose_values(model, sentence, len(trace["target"].value)), _how_much)


@shared
def _probabilities(model: str, sentence: str, hidden: bool, counts: tuple[int, ...] = COUNTS) -> list[float]:
    """p of the whole translation for each count."""
    translator, plain = zoo.load(model), runs.cached_trace(model, sentence)
    logs = [computed.padded_probability(translator, plain, count, hidden) for count in counts]
    return [math.exp(one) for one in logs]


@shared
def _extremes(model: str, sentences: tuple[str, ...]) -> list[tuple[str, float, float]]:
    """Of some sentences the one that most padding hurts most, and the least: p without and with the padding."""
    ends = [(one, *_probabilities(model, one, False, (0, COUNTS[-1]))) for one in sentences]
    return [choose(ends, key=lambda end: end[2] / end[1]) for choose in (min, max)]


@shared
def _changed(model: str, sentence: str) -> float:
    """In what share of the rows another word is the likeliest, with most padding and no mask."""
    return computed.padded_source(zoo.load(model), runs.cached_trace(model, sentence), False, False, COUNTS[-1]).words


def _prose_values(model: str, sentence: str, rows: int) -> dict[str, str | float]:
    visible, hidden = (_probabilities(model, sentence, one) for one in (False, True))
    (worst, before, after), (best, most, left) = _extremes(model, tuple(model_choice.SENTENCES[model]))
    return {"count": str(COUNTS[-1]), "whole": visible[0], "seen": visible[-1], "hidden": hidden[-1], "worst": worst,
            "before": before, "after": plain(after, 2), "best": best, "best_left": plain(100 * left / most, 2),
            "rows": str(rows), "changed": str(round(rows * _changed(model, sentence)))}


def _how_much(probabilities: Mapping[str, str | float]) -> str:
    """By what is left of the probability."""
    left = probabilities["seen"] / probabilities["whole"]
    return "padding_same" if left > 0.9 else "padding_some" if left > 0.1 else "padding_much"
