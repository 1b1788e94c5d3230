"""The layer at a glance: N1-15, N2-24."""

from __future__ import annotations

import streamlit as st

from core.experiments import decoder as computed
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text, runs
from pages.components.address import in_link
from pages.components.board import Frame, board
from pages.components.cell.arithmetic import arithmetic
from pages.components.formula.letters import letter, plain
from pages.components.lesson.pictures import shown, step_words
from pages.components.text import words
from pages.transformer.decoder import PAGE

_said = runs.of_sentence(computed.says)


@lesson.panel
def layer(trace: Trace) -> None:
    """Nine results of one decoder layer, and what is left of it with zeros for a memory. EXHIBITS N1-15, N2-24."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-15", "N2-24"):
        row = lesson.controls()
        i = lesson.numbered(row, w["layer"], computed.layers(trace), "glance layer")
        zero = in_link(row.toggle)(w["zero_memory"], key="zero_memory")
        edits = computed.zeroed(trace)
        without = runs.cached_trace(model_choice.name(), readable_text.text(), edits)
        run = without if zero else trace
        state = board(*_glance(run, i), key="glance", url=False)
        left, right = st.columns(2, gap="medium")
        with left:
            _sources(run, i, state.step)
            arithmetic(run, state, "glance", state.step)
        with right:
            rows = without[f"decoder.{i}.cross_attention.weights"].value
            lesson.predict(PAGE, "N2-24", ("uniform", "first_source", "unchanged"), n=str(rows.shape[-1]),
                           share=1 / rows.shape[-1], spread=float((rows - 1 / rows.shape[-1]).abs().max()),
                           said=_said(edits) or "∅", truth="uniform")


def _sources(trace: Trace, i: int, step: str) -> None:
    """Whose rows the queries, keys and values of this branch are made from, as the run has it."""
    branch = step.rpartition(".")[0]
    if f"{branch}.keys" not in trace:
        return
    w, own = step_words(PAGE), f"decoder.{i}"
    begins, memory = trace[f"{own}.residual_1.added"].inputs[0], computed.memory_step(trace)
    read = {role: trace[f"{branch}.{role}"].inputs[0] for role in ("queries", "keys", "values")}
    whose = {role: f"**{w['memory_rows'] if name == memory else letter_of(trace, name, begins)}**"
             for role, name in read.items()}
    st.markdown(w["comes_from"].format(**whose))


def letter_of(trace: Trace, name: str, begins: str = "") -> str:
    """What a step of a decoder layer is called, as text: "Y[3]"; what the layer begins with is "Y" to the notes."""
    letters = "".join(text for text, _ in plain(letter(trace[name]) or ""))
    return "Y" if name == begins and letters.startswith("Y") else letters


def _glance(trace: Trace, i: int):
    """Three frames of one layer: each sub-layer's input, weights or hidden units, result, sum and norm, in turn."""
    w, pictures, frames = words(PAGE), {}, []
    begins = computed.branch_steps(trace, i, computed.BRANCHES[0])[0]
    for branch in computed.BRANCHES:
        x, *steps = computed.branch_steps(trace, i, branch)
        called = {name: letter_of(trace, name, begins) for name in (x, *steps)}
        added = {"output": w["written_by"], "added": w["sum"], "norm": w["norm"]}
        titles, signs = {x: called[x]}, []
        for name in steps:
            part = "norm" if ".norm_" in name else name.rpartition(".")[2]
            titles[name] = f"{called[name]} {added[part]}" if part in added else w[f"inner_{branch}"]
            signs.append({"norm": "→ LN", "added": f"+ {called[x]} ="}.get(part, "→"))
        for name, title in titles.items():
            pictures.setdefault(name, shown(trace[name], PAGE, title=title))
        between = [called[name] for name in steps if called[name]]
        frames.append(Frame(f"decoder.{i}.{branch}.output", f"{between[0]} – {between[-1]}", w[f"branch_{branch}"],
                            tuple(titles), tuple(signs)))
    return list(pictures.values()), frames
