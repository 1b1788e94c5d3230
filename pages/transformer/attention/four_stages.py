"""The four ideas of attention on three words of two numbers: N0-03."""

from __future__ import annotations

import streamlit as st

from core.experiments import attention as computed
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.board import Frame, board
from pages.components.glossary.view import passage_with_cards
from pages.components.lesson.one_head import picture
from pages.components.text import words
from pages.transformer.attention import PAGE


def tiny_words() -> tuple[str, ...]:
    """The three words of the tiny example."""
    return tuple(words(PAGE)["tiny_words"].split())


@lesson.panel
def four_stages() -> None:
    """Embed, relate all to all, inner products, softmax, on three words of two numbers each."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-03"):
        left, right = st.columns([0.62, 0.38], gap="large")
        with right:
            softmax = in_link(st.toggle)(w["softmax_on"], value=True, key="stages softmax")
            copies = in_link(st.slider)(w["copies"].format(word=tiny_words()[2]), 1, 6, key="stages copies")
            if lesson.guessed(PAGE, "N0-03"):
                _pull(copies, w)
            lesson.predict(PAGE, "N0-03", ("same", "doubles", "bounded"), _pulled, truth="doubles")
        trace = computed.four_stages(tiny_words(), copies, softmax)
        with left:
            state = board(*_stages(trace, w, softmax), key="stages", url=False, height=300)
            passage = "stage.raw" if state.step == "softmax" and not softmax else f"stage.{state.step}"
            st.markdown(passage_with_cards(PAGE, passage))


def _stages(trace: Trace, w: dict[str, str], softmax: bool):
    pictures = {name: picture(trace, name) for name in ("lookup", "padding_mask", "dot_products", "scores", "values",
                                                        "head_outputs")}
    change = {} if softmax else {"scale": "diverging", "limit": None, "title": w["raw_weights"]}
    pictures["weights"] = picture(trace, "weights", **change)
    shown = {"embed": (("lookup",), ()), "relate": (("lookup", "padding_mask"), ("→",)),
             "product": (("lookup", "dot_products", "scores"), ("→", "÷ √d")),
             "softmax": (("scores", "weights", "values", "head_outputs"), ("softmax" if softmax else "→", "×", "="))}
    titles = {key: w[f"stage_{key}"] for key in shown} | ({} if softmax else {"softmax": w["raw_weights"]})
    frames = [Frame(key, titles[key], w["stages"], names, operators)
              for key, (names, operators) in shown.items()]
    return list(pictures.values()), frames


def _pull(copies: int, w: dict[str, str]) -> None:
    """What all copies of a word weigh together, as raw scores and after softmax."""
    counts = range(1, 7)
    raw, soft = zip(*(computed.pull(count) for count in counts))
    charts.lines({w["pull_raw"]: (counts, raw), w["pull_soft"]: (counts, soft)}, w["copies_axis"], w["pull_axis"],
                 at=copies, ticks=counts, dots=True)


def _pulled() -> dict[str, float]:
    (raw_1, soft_1), (raw_2, soft_2) = computed.pull(1), computed.pull(2)
    return {"raw_1": raw_1, "raw_2": raw_2, "soft_1": soft_1, "soft_2": soft_2, "soft_100": computed.pull(100)[1]}
