"""How much of its weight each head gives to the first token, on a stored sentence or on the reader's."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.equations import attention
from core.experiments import head_kinds, resting_place
from pages.components import lesson, model_choice
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.lesson.brought import bring, language_model
from pages.components.lesson.pictures import titled
from pages.components.text import words
from pages.components.text_files import escaped
from pages.real.resting_place import PAGE

KEY, LONGEST = "resting_heads", 300
OPTIONS = ("under_tenth", "under_third", "over_third")


@lesson.panel
def resting_heads() -> None:
    """A picture of all heads, once the reader has guessed how many rest."""
    w, run = words(PAGE), resting_place.stored()
    with lesson.exhibit(PAGE, KEY):
        st.caption(w["sentence"].format(text=escaped(run["text"])))
        replaced = w["listed"].join(w["replaced"].format(word=word, resting=count)
                                    for word, count in run["replaced"])
        if lesson.predict(PAGE, KEY, OPTIONS, truth=_third, resting=run["resting"], heads=run["heads"],
                          share=100 * run["resting"] / run["heads"], replaced=replaced):
            _picture(run["shares"])
        lesson.stands(attention.weights.equation)


def _third(numbers: dict) -> str:
    return OPTIONS[0 if numbers["share"] < 10 else 1 if numbers["share"] < 100 / 3 else 2]


def _picture(stored: list[list[float]]) -> None:
    """The stored shares; where there is a model, those on a text of the reader's."""
    w, model, shares = words(PAGE), language_model(), np.array(stored)
    if model:
        text = in_link(st.text_input)(w["own"], max_chars=LONGEST, key="resting text", placeholder=w["own_example"])
        if text.strip():
            own = np.array(_shares(model, text))
            if np.isnan(own).all():  # a token alone has no row behind it
                st.info(w["too_short"], icon=":material/edit:")
            else:
                shares = own
                st.markdown(w["own_resting"].format(resting=int((own > head_kinds.RESTING).sum()), heads=own.size))
    else:
        bring()
    layers, heads = shares.shape
    heatmap(titled(PAGE, "shares", shares.T, [str(i + 1) for i in range(heads)], [str(i + 1) for i in range(layers)],
                   scale="sequential", row_axis=w["head"], column_axis=w["layer"], row_link="head",
                   column_link="layer"), key="resting heads", height=440)


@shared
def _shares(model: str, text: str) -> list[list[float]]:
    return resting_place.shares(model_choice.loaded(model), text).tolist()
