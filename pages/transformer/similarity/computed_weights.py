"""Weights that are parameters, weights that are computed: N4-09."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import attention, similarity
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text, runs
from pages.components.address import in_link
from pages.components.lesson.one_head import picture, product, show
from pages.components.lesson.pictures import titled
from pages.components.text import words
from pages.transformer.similarity import PAGE


@lesson.panel
def computed_weights(trace: Trace) -> None:
    """A fully connected layer over tokens keeps its W; attention computes A anew for each sentence."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-09"):
        text = readable_text.text()
        offered = dict.fromkeys((text, *model_choice.SENTENCES[model_choice.name()][:8]))
        sentence = in_link(st.selectbox, "fixed sentence")(w["sentence"], list(offered), key=f"fixed sentence {text}")
        other = runs.cached_trace(model_choice.name(), sentence)
        labels, own = (one["source"].labels[0] for one in (other, trace))
        W, A = similarity.fc_weights(len(own)), other["encoder.0.self_attention.weights"].value[0]
        X = other["source_embedding.positioned"].value.double()
        show([titled(PAGE, "fc", W, row_link="w", column_link="w2"),
              picture(other, "encoder.0.self_attention.weights"),
              picture(other, "source_embedding.positioned")], "fixed", ("", ""), height=360)
        left, right = st.columns(2, gap="large")
        product(left, f"W {len(W)}×{len(W)} · Z {len(labels)}×{X.shape[1]}", W, X)
        product(left, f"A {len(A)}×{len(A)} · Z {len(labels)}×{X.shape[1]}", A.double(), X)
        with right:
            lesson.predict(PAGE, "N4-09", ("both_run", "fc_fails"), lambda: _one_word_more(W, X), truth="fc_fails")


def _one_word_more(W: torch.Tensor, X: torch.Tensor) -> dict[str, str | float]:
    longer = torch.ones(len(W) + 1, X.shape[1], dtype=torch.float64)
    A = torch.softmax(longer @ longer.mT, -1)
    return {"n": len(W), "more": len(W) + 1, "error": attention.attempt(W, longer),
            "shape": attention.attempt(A, longer)}
