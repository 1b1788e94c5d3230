"""The three sub-layers of a decoder layer: N0-19."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from core.experiments import decoder as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice, readable_text, runs
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.pictures import one_line, shown
from pages.components.text import words
from pages.transformer.decoder import PAGE
from pages.transformer.decoder.layer import letter_of
from pages.transformer.decoder.other_sentence import other_sentence

_answer_without = runs.of_model(computed.answer_without)


@lesson.panel
def branches(trace: Trace) -> None:
    """Three sums, three norms; and what the model says with one branch silenced. EXHIBITS N0-19."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-19"):
        row = st.container(horizontal=True)
        layer = lesson.numbered(row, w["layer"], computed.layers(trace), "branch layer")
        branch = lesson.one_of(row, w["branch"], computed.BRANCHES, w, "branch_", "branch", default="cross_attention")
        number = computed.BRANCHES.index(branch) + 1
        added = f"decoder.{layer}.residual_{number}.added"
        names = [*trace[added].inputs, added, f"decoder.{layer}.norm_{number}.output"]
        begins = trace[f"decoder.{layer}.residual_1.added"].inputs[0]
        titles = [letter_of(trace, name, begins) for name in names]
        pictures = [shown(trace[name], PAGE, title=title) for name, title in zip(names, titles)]
        if not titles[3].startswith("LN"):
            pictures[3] = replace(pictures[3], title=f"{titles[3]} = LN({titles[2]})")
        one = heatmap(pictures[:3], key="branches", operators=("+", "="), height=one_line(len(trace["target"].value)))
        left, right = st.columns([0.5, 0.5], gap="medium")
        with left:
            two = heatmap(pictures[3], key="branch norm")
            state = one if two.cell is None else two
            _, x, f = computed.branch_norms(trace, layer)[number - 1]
            charts.columns(trace["shift_right"].labels[0], {w["length_in"]: x.tolist(),
                                                                     w["length_added"]: f.tolist()},
                                    w["row_length"], height=230)
        with right:
            arithmetic(trace, state, "branches", added)
            other = other_sentence("other silenced")
            revealed = lesson.predict(PAGE, "N0-19", ("branch_own", "branch_cross", "branch_forward"),
                                      lambda: _without_cross(other), truth="branch_cross")
        if revealed:
            _spoken(other)


def _without_cross(other: str) -> dict[str, str]:
    model, mine = model_choice.name(), readable_text.text()
    return {name: _answer_without(model, text, "cross_attention") for name, text in (("mine", mine), ("other", other))}


def _spoken(other: str) -> None:
    """What is said of two sentences with each branch silenced."""
    w, model = words(PAGE), model_choice.name()
    rows = {w["silenced"]: [w["nothing"] if not b else w[f"branch_{b}"] for b in ("", *computed.BRANCHES)]}
    for text in (readable_text.text(), other):
        rows[text] = [_answer_without(model, text, b) for b in ("", *computed.BRANCHES)]
    st.table(pd.DataFrame(rows).set_index(w["silenced"]))
    if model_choice.subject().channel:
        st.caption(w["not_reranked"])
