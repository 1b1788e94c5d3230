"""The layer at a glance: N1-15, N2-24."""

from __future__ import annotations

import streamlit as st

from core import zoo
from core.experiments import decoder as computed
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text, runs
from pages.components.address import in_link
from pages.components.board import Frame, board
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.pictures import shown, step_words
from pages.components.text import words
from pages.transformer.decoder import PAGE


@lesson.panel
def layer(trace: Trace) -> None:
    """Nine results of one decoder layer, and what is left of it with zeros for a memory. EXHIBITS N1-15, N2-24."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-15", "N2-24"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        i = lesson.numbered(row, w["layer"], computed.layers(trace), "glance layer")
        zero = in_link(row.toggle)(w["zero_memory"], key="zero_memory")
        edits = computed.zeroed(trace)
        without = runs.cached_trace(model_choice.name(), readable_text.text(), edits)
        run = without if zero else trace
        state = board(*_glance(run, i), key="glance", words=words("board"), url=False)
        left, right = st.columns(2, gap="medium")
        with left:
            _sources(run, i, state.step)
            arithmetic(run, state, "glance", state.step)
        with right:
            rows = without[f"decoder.{i}.cross_attention.weights"].value
            lesson.predict(PAGE, "N2-24", ("uniform", "first_source", "unchanged"), n=str(rows.shape[-1]),
                           share=1 / rows.shape[-1], spread=float((rows - 1 / rows.shape[-1]).abs().max()),
                           said=_zero_said(model_choice.name(), readable_text.text(), edits), truth="uniform")


def _sources(trace: Trace, i: int, step: str) -> None:
    """Whose rows the queries, keys and values of this branch are made from, as the run has it."""
    branch = step.rpartition(".")[0]
    if f"{branch}.keys" not in trace:
        return
    w, own = step_words(PAGE), f"decoder.{i}"
    called = {f"{own}.norm_{number}.output": f"Y[{3 * number}]" for number in (1, 2, 3)}
    called[trace[f"{own}.self_attention.queries"].inputs[0]] = "Y"
    read = {role: trace[f"{branch}.{role}"].inputs[0] for role in ("queries", "keys", "values")}
    whose = {role: f"**{called.get(name) or w['memory_rows']}**" for role, name in read.items()}
    st.markdown(w["comes_from"].format(**whose))


@shared
def _zero_said(model: str, sentence: str, edits: tuple) -> str:
    translator = zoo.load(model)
    return translator.target_vocabulary.join(translator.answer(sentence, edits)) or "∅"


def _glance(trace: Trace, i: int):
    """Three frames of one layer: each sub-layer's input, weights or hidden units, result, sum and norm."""
    w, at, x = words(PAGE), f"decoder.{i}", trace[f"decoder.{i}.residual_1.added"].inputs[0]
    pictures, frames = {}, []
    for number, branch in enumerate(computed.BRANCHES, 1):
        inner = f"{at}.{branch}.{'activation' if branch == 'feed_forward' else 'weights'}"
        out, added, normed = (f"{at}.{branch}.output", f"{at}.residual_{number}.added", f"{at}.norm_{number}.output")
        first = 3 * number - 3
        titles = {x: f"Y[{first}]" if first else "Y", inner: w[f"inner_{branch}"],
                  out: f"Y[{first + 1}] {w['written_by']}",
                  added: f"Y[{first + 2}] {w['sum']}", normed: f"Y[{first + 3}] {w['norm']}"}
        for name, title in titles.items():
            pictures.setdefault(name, shown(trace[name], PAGE, title=title))
        frames.append(Frame(out, f"Y[{first + 1}] – Y[{first + 3}]", w[f"branch_{branch}"], tuple(titles),
                            ("→", "→", f"+ {titles[x]} =", "→ LN")))
        x = normed
    return list(pictures.values()), frames
