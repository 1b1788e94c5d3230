"""A product of Jacobians vanishes or explodes: N4-26; R101."""

from __future__ import annotations

import streamlit as st

from core.equations import through_time
from core.experiments import through_time as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.labels_told import filled
from pages.components.lesson.pictures import label_at, steps_of
from pages.components.numbers import Numeral
from pages.components.text import language, words
from pages.sequences.recurrent import PAGE

RADII = (0.5, 0.7, 0.8, 0.9, 0.95, 1.0, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0)
TIMES = 50


@shared
def _norms(radius: float) -> tuple[list[float], list[float]]:
    return computed.norms(radius, False, TIMES), computed.norms(radius, True, TIMES)


@lesson.panel
def jacobians(trace: Trace) -> None:
    """The length of the running product over the distance, for any spectral radius."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-26"):
        left, right = st.columns([0.62, 0.38], gap="large")
        with right:
            radius = in_link(st.select_slider)(w["radius"], RADII, 0.9, key="recurrent radius")
            linear, squashed = _norms(radius)
            revealed = lesson.predict(PAGE, "N4-26", ("stays", "vanishes", "explodes"), _at_one, truth="vanishes")
        with left:
            shown = {w["linear"]: (range(1, TIMES + 1), linear)}
            if revealed:
                shown[w["squashed"]] = (range(1, TIMES + 1), squashed)
            charts.lines(shown, w["distance"], w["jacobian_norm"], scales=("linear", "log"), level=1.0, height=320)
        lesson.stands(through_time.step_jacobian.equation, through_time.jacobian_product.equation)
        lesson.erratum("R101", lambda: _r101(trace))


def _at_one() -> dict[str, float]:
    norms = {str(radius): _norms(radius) for radius in (1.0, 1.1, 1.5)}
    return {"linear": norms["1.0"][0][-1], "squashed": norms["1.0"][1][-1], "more": norms["1.1"][1][-1],
            "more_linear": norms["1.1"][0][-1], "large": norms["1.5"][1][-1], "large_linear": norms["1.5"][0][-1]}


def _r101(trace: Trace) -> None:
    """How much the last word's answer depends on the vector of each word read before."""
    w, tagger, sentence = words(PAGE), model_choice.subject(), trace["source"].labels[0]
    shares = trace["label_probabilities"].value
    slots = [i for i, label in enumerate(shares.argmax(-1).tolist()) if tagger.labels[label] not in ("other", "time")]
    at = slots[-1] if slots else len(sentence) - 1
    influence = computed.influence(tagger.model, tagger.ids(sentence), at, int(shares[at].argmax()))
    share = 100 * influence[0] / influence.sum()
    values = {"word": label_at(sentence, at), "first": label_at(sentence, 0), "share": Numeral(share)}
    st.markdown(filled(w["r101_shown"], values, language()))
    charts.columns(steps_of(sentence[: at + 1]), {"": influence.tolist()}, w["influence"])
