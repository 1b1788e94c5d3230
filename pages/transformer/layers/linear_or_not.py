"""What is linear and what is not: N1-13, N1-14."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import layers
from core.steps import Trace
from pages.components import lesson, model_choice
from pages.components.board import heatmap
from pages.components.glossary.view import passage_with_cards
from pages.components.lesson.pictures import matrix
from pages.components.text import words
from pages.transformer.layers import PAGE


@lesson.panel
def linear_or_not(trace: Trace) -> None:
    """f(2x) against 2 f(x), f(x + y) against f(x) + f(y), for every part of the first layer."""
    with lesson.exhibit(PAGE, "N1-13", "N1-14"):
        w, x = words(PAGE), trace[layers.INPUT].value.double()
        if not lesson.enough(PAGE, len(x) > 1):  # the only weight is 1, whatever the word is
            return
        linearity = layers.linearity(model_choice.subject().model.encoder[0], x, x.flip(0))
        left, right = st.columns([0.5, 0.5], gap="large")
        with left:
            lesson.predict(PAGE, "N1-13", ("ffn_linear", "ffn_scales", "ffn_neither"), scale=linearity["ffn"][0],
                           add=linearity["ffn"][1], truth="ffn_scales")
        with right:
            lesson.predict(PAGE, "N1-14", ("attention_linear", "attention_not"), scale=linearity["attention"][0],
                           add=linearity["attention"][1], frozen=linearity["frozen"][1], truth="attention_not")
        if any(lesson.guessed(PAGE, key) for key in ("N1-13", "N1-14")):
            errors = torch.tensor(list(linearity.values()))
            left, right = st.columns([0.5, 0.5], gap="large")
            with left:
                heatmap(matrix("linear", w["linear"], errors, [w[f"map_{name}"] for name in linearity],
                               (w["scaling"], w["adding"]), scale="magnitude", limit=1.0),
                        key="layers linear")
            right.markdown(passage_with_cards(PAGE, "N1-14.three"))
