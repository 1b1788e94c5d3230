"""The loss of a training, and when its heads align."""

from __future__ import annotations

import streamlit as st

from core import zoo
from core.experiments import training as experiment
from core.formula import EQUATIONS
from pages.components import charts, lesson, model_choice
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.training import PAGE
from pages.transformer.training.emergence import errors


@lesson.panel
def curve() -> None:
    """The loss over the whole training, what it led to, and each head's alignment error."""
    w, name = words(PAGE), model_choice.name()
    about = zoo.load(name).about
    with lesson.exhibit(PAGE, "curve"):
        left, right = st.columns([0.62, 0.38], gap="medium")
        with left:
            charts.lines({w["training_loss"]: tuple(zip(*experiment.losses(name)))}, w["steps"], w["training_loss"],
                         level=experiment.floor(name), height=300)
            recipe = about["recipe"]
            st.caption(w["floor"].format(floor=fixed(experiment.floor(name), 3)))
            if "calm" in recipe:
                st.caption(w["calm"].format(step=plain(round(recipe['calm'] * recipe['steps']))))
        with right:
            st.markdown(w["recipe"].format(parameters=plain(about['parameters']), **{
                key: plain(recipe[key]) for key in ("steps", "batch", "rate", "warmup", "smoothing", "dropout")}))
            lesson.figures(*((w[f"set_{key}"], f"{plain(percent)}%")
                             for key, percent in about["metrics"]["exact_match"].items()))
            st.caption(w["exact_help"])
        if "alignment" in about["metrics"] and name == experiment.NAME:
            _head_errors(about["metrics"]["alignment"])
        lesson.stands(EQUATIONS["output.token_losses"], EQUATIONS["output.loss"])


def _head_errors(metrics: dict) -> None:
    """Every head's alignment error, at the row that produces a word, and, on request, at the word's own row."""
    w = words(PAGE)
    st.markdown(w["alignment_title"])
    left, right = st.columns([0.3, 0.7], gap="medium")
    with left:
        st.markdown(w["alignment_body"])
        if st.button(w["measure"], key="measure heads", icon=":material/straighten:"):
            st.session_state["heads measured"] = True
    both = errors(None) if st.session_state.get("heads measured") else {}
    labels, series = [], {w["row_producing"]: [], w["row_own"]: []}
    for key, error in metrics["heads"].items():
        step, _, head = key.partition(" head ")
        labels.append(w["layer_head"].format(layer=int(step.split(".")[1]) + 1, head=int(head) + 1))
        for kind, value in zip(series, both.get(key, (error,))):
            series[kind].append(value)
    with right:
        charts.pairs(labels, {kind: values for kind, values in series.items() if values}, w["error"], tones=(0, -1))
    producing, own = experiment.told_errors()
    lesson.predict(PAGE, "curve", ("same", "better", "worse"), producing=producing, own=own, truth="worse")
