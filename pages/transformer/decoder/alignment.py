"""Cross-attention as an alignment: N0-20."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from core.experiments import decoder as computed
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text, runs
from pages.components.address import in_link
from pages.components.arcs import arcs
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.pictures import layer_and_head, rounding, shown
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.decoder import PAGE

_permuted = runs.of_sentence(computed.permuted_memory)


@lesson.panel
def alignment(trace: Trace) -> None:
    """Where each row looks in the source; the memory in another order. EXHIBITS N0-20."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-20"):
        row = lesson.controls()
        layer, head = layer_and_head(trace, PAGE, "cross", "cross_attention.weights", row, mean=True)
        shuffle = in_link(row.toggle)(w["shuffle_memory"], key="shuffle_memory")
        permuted, _, change = _permuted(seed=3)
        run, at = permuted if shuffle else trace, f"decoder.{layer}.cross_attention"
        left, right = st.columns([0.6, 0.4], gap="medium")
        with left:
            heads = [_one_head(run[f"{at}.{name}"], head) for name in ("weights", "head_outputs")]
            arcs(heads[0].columns, trace["target"].labels[0], heads[0].values, key="arcs", label=w["arcs"])
            st.caption(w["arcs"])
            heads = [replace(picture, rows=_read_and_written(trace)) for picture in heads]
            state = heatmap(heads if head is not None else heads[:1], key="alignment", operators=("× V =",))
        with right:
            read = type(state)(state.step) if head is None else state  # a mean over heads is no step of the run
            arithmetic(run, read, "alignment", f"{at}.weights", head=head)
            if shuffle and lesson.guessed(PAGE, "N0-20"):
                st.metric(w["logits_moved"], plain(change, 2))
            later = partial(computed.later_word_changed, model_choice.subject(), readable_text.text())
            lesson.predict(PAGE, "N0-20", ("order_matters", "order_little", "order_never"), lambda: {
                "later": later(), "change": rounding(change)}, "order_never",
                           possible=len(trace["source"].value) > 1 < len(trace["target"].value))


def _read_and_written(trace: Trace) -> tuple[str, ...]:
    """A row by the word it has read and the word it writes: that second word is what it looks for in the source."""
    return tuple(f"{read} → {written}" for read, written in zip(trace["shift_right"].labels[0],
                                                                trace["target"].labels[0]))


def _one_head(step, head: int | None):
    value = step.value.double().numpy()
    return shown(step, PAGE, values=value.mean(0) if head is None else value[head], panels=())
