"""A picture cut into patches: how many, and in which order their pixels stand. N0-26; R33, R34."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.experiments import vit as computed
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic, holds
from pages.components.lesson.pictures import shown, titled
from pages.components.text import words
from pages.vision.vit import PAGE

SIDES = (1, 2, 4, 8)
LARGE, SMALLER = 224, (32, 16, 14)


@shared
def _cut(model: str, text: str, side: int) -> Trace:
    return computed.cut(model_choice.loaded(model).picture(text), side)


@lesson.panel
def patches() -> None:
    """The digit and its patches, a row each; a click on a pixel shows where it goes."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-26"):
        side = in_link(st.select_slider)(w["side"], SIDES, value=2, key="vit side")
        trace = _cut(model_choice.name(), readable_text.text(), side)
        count, pixels = trace["patches"].shape
        st.markdown(w["cut"].format(side=side, count=count, pixels=pixels, cells=count**2))
        holds("cut", ("picture", "patches"))
        left, right = st.columns((1.25, 1), gap="large")
        with left:
            state = heatmap([shown(trace["picture"], PAGE), shown(trace["patches"], PAGE)], key="cut",
                            operators=("→",), height=560)
        with right:
            arithmetic(trace, state, "cut", "patches")
            lesson.predict(PAGE, "N0-26", ("twice", "four_times", "sixteen_times"), _halved, _times)
            if lesson.guessed(PAGE, "N0-26"):
                st.dataframe({w["side"]: SMALLER, w["tokens"]: [computed.patch_count(LARGE, p) for p in SMALLER],
                              w["attention_cells"]: [computed.patch_count(LARGE, p) ** 2 for p in SMALLER]},
                             hide_index=True)
        lesson.erratum("R33", _orders)
        lesson.erratum("R34", lambda: _upper(model_choice.name(), readable_text.text()))


def _halved() -> dict[str, float]:
    few, many = (computed.patch_count(LARGE, side) for side in (32, 16))
    return {"few": few, "many": many, "times": (many / few) ** 2, "tokens": computed.patch_count(518, 14)}


def _times(counts: dict[str, float]) -> str:
    return {2: "twice", 4: "four_times", 16: "sixteen_times"}[round(counts["times"])]


def _orders() -> None:
    """The first token of an 8 x 8 picture whose pixels are numbered, made both ways."""
    orders = computed.orders()
    heatmap([titled(PAGE, f"order_{name}", np.array([orders[name]], float), scale="magnitude", limit=63.0)
             for name in ("flat", "cut")], key="orders", height=130, numbers=True)


def _upper(model: str, text: str) -> None:
    """The upper half of the digit: fewer rows than columns, so that it shows which is H and which W."""
    trace = _half(model, text)
    heatmap(shown(trace["picture"], PAGE), key="upper half", height=230)
    height, width, _ = trace["picture"].shape
    st.markdown(words(PAGE)["half"].format(height=height, width=width, count=trace["patches"].shape[0]))


@shared
def _half(model: str, text: str) -> Trace:
    whole = model_choice.loaded(model).picture(text)
    return computed.cut(whole[:whole.shape[0] // 2], 2)
