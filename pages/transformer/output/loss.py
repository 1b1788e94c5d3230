"""The loss: N0-23; R13, R15, R16."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.equations import output as equations
from core.equations import variants
from core.experiments import output as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice, runs, session
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.formula import number
from pages.components.formula.view import formula
from pages.components.lesson.pictures import matrix, one_line, shown, steps_of
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.output import PAGE
from pages.transformer.output.structure import SIZES

_forced = runs.of_sentence(computed.forced)


@lesson.panel
def loss(trace: Trace) -> None:
    """The loss of each word of a translation, the reader's own if there is one. EXHIBITS N0-23."""
    w, translator = words(PAGE), model_choice.subject()
    with lesson.exhibit(PAGE, "N0-23"):
        translation = translator.target_vocabulary.join(list(trace["target"].labels[0][:-1]))
        one, two = st.columns([0.6, 0.4], gap="medium")
        answer = in_link(one.text_input)(w["your_translation"], key="your_translation", placeholder=translation,
                                         max_chars=300)
        epsilon = in_link(two.slider)(w["smoothing"], 0.0, 0.5, 0.0, 0.05, key="smoothing")
        run = _forced(answer.strip()) if answer.strip() else trace
        losses, target = computed.smoothed(run, epsilon), run["target"].labels[0]
        left, right = st.columns([0.6, 0.4], gap="medium")
        with left:
            title = w["smoothed_strip"].format(epsilon=plain(epsilon)) if epsilon else w["loss_strip"]
            strip = matrix("losses", title, losses.tokens.unsqueeze(0), (), target, column_link="token",
                           scale="magnitude", limit=float(max(4.0, losses.tokens.max())))
            read = shown(run["shift_right"], PAGE, column_link="token")
            heatmap([read, strip], key="loss strip", operators=("→",), height=one_line(3))
            series = {w["loss_of_word"]: computed.smoothed(run, 0.0).tokens.tolist()}
            if epsilon:
                series[w["smoothed_loss"].format(epsilon=plain(epsilon))] = losses.tokens.tolist()
            with st.container(key="word losses"):
                charts.columns(steps_of(target), series, w["loss_of_word"], height=220)
        with right:
            if epsilon:
                formula(variants.smoothed_losses.equation, depth=session.depth())
            else:
                formula(equations.token_losses.equation, run, "token_losses", depth=session.depth())
            formula(equations.loss.equation, run, "loss", depth=session.depth())
            lesson.figures((w["mean_loss"], fixed(losses.mean, 3)), (w["floor"], fixed(losses.floor, 3)))
            st.caption(w["forced"])
            paper = SIZES["paper"][0]
            lesson.predict(PAGE, "N0-23", ("floor_zero", "floor_small", "floor_large"),
                           floor=computed.floor(paper, 0.1), V=plain(paper), right=computed.right_loss(),
                           here=computed.floor(run["logits"].value.shape[-1], 0.1),
                           size=run["logits"].value.shape[-1], truth="floor_large")
        lesson.erratum("R15", lambda: _r15(run))
        lesson.erratum("R13", lambda: _r13(run))
        lesson.erratum("R16", lambda: _r16(run))


def _r15(run: Trace) -> None:
    w, target = words(PAGE), run["target"].labels[0]
    right, wrong = computed.twice(run)
    hand = w["hand_loss"].format(scores=", ".join(plain(x) for x in computed.HAND))
    lesson.figures((hand, fixed(computed.loss_of_probabilities(), 3)), (hand, fixed(computed.right_loss(), 3)))
    series = {w["from_probabilities"]: wrong.tolist(), w["from_scores"]: right.tolist()}
    charts.columns(steps_of(target), series, w["loss_of_word"], height=240)
    sizes = (len(computed.HAND), run["logits"].value.shape[-1], SIZES["n1"][0])
    floors = " · ".join(f"V = {plain(V)}: {plain(computed.floor_of_probabilities(V), 4)}" for V in sizes)
    st.caption(w["stuck"].format(floors=floors, log=plain(np.log(sizes[-1]), 4)))


def _r13(run: Trace) -> None:
    w, losses = words(PAGE), run["token_losses"].value
    printed, right = st.columns(2)
    for n_0 in dict.fromkeys((4, len(losses))):
        ones = np.ones(n_0)
        value, _ = computed.counted_from_zero(losses.new_ones(n_0))
        printed.latex(rf"L_i = 1,\ n_0 = {n_0}:\quad L = {number(round(value, 4))}")
        right.latex(rf"L_i = 1,\ n_0 = {n_0}:\quad L = {number(ones.mean())}")
    _, error = computed.counted_from_zero(losses)
    if error:
        printed.warning(w["this_sentence"].format(count=len(losses), last=len(losses) - 1), icon=":material/error:")
    right.latex(rf"L = {number(round(float(losses.mean()), 4))}")


def _r16(run: Trace) -> None:
    """The words of three readings of Y*, each with the mean loss of this run."""
    w, spelled = words(PAGE), model_choice.subject().target_vocabulary.words
    for column, (name, (ids, mean)) in zip(st.columns(3), computed.readings(run).items()):
        column.metric(w["reading_loss"].format(reading=w[f"reading_{name}"]), fixed(mean, 3))
        column.markdown(" ".join(f"`{spelled[i]}`" for i in ids.tolist()))
