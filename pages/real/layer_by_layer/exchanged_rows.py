"""Rows of one text put into another, layer by layer: where the difference of the answers lives."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.experiments import exchanged_rows as computed
from pages.components import lesson, runs
from pages.components.address import remembered
from pages.components.board import heatmap
from pages.components.lesson.brought import language_model
from pages.components.lesson.pictures import steps_of, titled
from pages.components.text import words
from pages.components.text_files import escaped
from pages.real.layer_by_layer import PAGE

KEY, LONGEST = "exchanged_rows", 160
OPTIONS = ("at_the_word", "between", "at_the_end")
BOX, ASKED = "exchange {}", "exchange asked {}"
"""A text as it stands in its box, and as it was sent."""
LATE = 0.85
"""How deep, of all layers, the guess asks."""
_exchanged = runs.of_model(computed.exchange)


@lesson.panel
def exchanged_rows() -> None:
    """A picture of all layers and rows, once the reader has guessed where a late layer holds the answer."""
    w, run = words(PAGE), computed.stored()
    with lesson.exhibit(PAGE, KEY):
        first, second = (escaped(text) for text in run["texts"])
        st.caption(w["texts"].format(first=first, second=second, one=run["answers"][0], other=run["answers"][1]))
        shares = np.array(run["shares"])
        place, late = run["differs"][0], round(LATE * (len(shares) - 1))
        leaves = int(np.argmax(shares[:, place] < 0.5))
        if lesson.predict(PAGE, KEY, OPTIONS, truth=lambda numbers: _place(shares[late], place), late=late,
                          word=run["labels"][0][place], end=run["labels"][0][-1], last_early=leaves - 1,
                          leaves=leaves, at_word=float(shares[late, place]), at_end=float(shares[late, -1]),
                          early=float(shares[late // 2, place]), half=late // 2):
            _picture(_own() or run)


def _place(row: np.ndarray, place: int) -> str:
    best = int(row.argmax())
    return "at_the_word" if best == place else "at_the_end" if best == len(row) - 1 else "between"


def _own() -> dict | None:
    """The same of two texts of the reader's, where there is a model."""
    w, model = words(PAGE), language_model()
    if not model:
        return None
    texts = tuple(remembered(ASKED.format(i), "", lambda text: text[:LONGEST]) for i in range(2))
    with st.form("exchange", border=False):
        for i, text in enumerate(computed.TEXTS):
            st.session_state.setdefault(BOX.format(i), texts[i] if any(texts) else text)
            st.text_input(w[f"own_{i}"], max_chars=LONGEST, key=BOX.format(i))
        st.form_submit_button(w["exchange"], type="primary", on_click=_ask)
    if not any(texts):
        return None
    try:
        with st.spinner(w["working"]):
            return _exchanged(model, texts)
    except ValueError:
        st.info(w["unlike"], icon=":material/edit:")
        return None


def _ask() -> None:
    for i in range(2):
        st.session_state[ASKED.format(i)] = st.session_state[BOX.format(i)]


def _picture(run: dict) -> None:
    w, shares = words(PAGE), np.array(run["shares"])
    st.caption(w["legend"].format(one=run["answers"][0], other=run["answers"][1]))
    heatmap(titled(PAGE, "shares", shares.T, steps_of(run["labels"][0]), [str(i) for i in range(len(shares))],
                   scale="diverging", limit=1.0, row_axis=w["row"], column_axis=w["layer"], row_link="token",
                   column_link="layer"), key="exchanged rows", height=520)
