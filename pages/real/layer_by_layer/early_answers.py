"""The word that each layer would say if it were the last, on a stored text or on the reader's."""

from __future__ import annotations

import streamlit as st

from core.equations import output, rms_norm
from core.experiments import exchanged_rows as computed
from pages.components import charts, lesson, runs
from pages.components.address import in_link
from pages.components.lesson.brought import bring, language_model
from pages.components.text import words
from pages.components.text_files import escaped
from pages.real.layer_by_layer import PAGE

KEY, LONGEST = "early_answers", 300
OPTIONS = ("first_third", "middle_third", "last_third")
_answers_by_layer = runs.of_model(computed.says)


@lesson.panel
def early_answers() -> None:
    """A bar for each layer, once the reader has guessed from which on it says the word of the end."""
    w, run = words(PAGE), computed.stored()
    with lesson.exhibit(PAGE, KEY):
        st.caption(w["text"].format(text=escaped(run["texts"][0])))
        answers = run["says"]
        if lesson.predict(PAGE, KEY, OPTIONS, truth=_third, word=answers[-1][0], share=100 * answers[-1][1],
                          layers=len(answers), since=_since(answers), early=answers[len(answers) // 2][0],
                          early_share=100 * answers[len(answers) // 2][1], middle=len(answers) // 2 + 1):
            _bars(_own() or answers)
        lesson.stands(rms_norm.output.equation, output.logits.equation)


def _since(answers: list) -> int:
    """The number of the layer from which on the word of the end is said."""
    return 1 + max((i for i, (word, *_) in enumerate(answers, 1) if word != answers[-1][0]), default=0)


def _third(numbers: dict) -> str:
    return OPTIONS[min(2, int(3 * (numbers["since"] - 1) / numbers["layers"]))]


def _own() -> list | None:
    """The same of a text of the reader's, where there is a model."""
    w, model = words(PAGE), language_model()
    if not model:
        bring()
        return None
    text = in_link(st.text_input)(w["own"], max_chars=LONGEST, key="early text", placeholder=w["own_example"])
    if not text.strip():
        return None
    return _answers_by_layer(model, text)


def _bars(answers: list) -> None:
    w = words(PAGE)
    charts.bars({w["layer_says"].format(layer=i, word=word): share for i, (word, share, _) in enumerate(answers, 1)},
                w["probability"], tones=[1 if word == answers[-1][0] else 0 for word, *_ in answers], domain=(0, 1),
                step=19)
