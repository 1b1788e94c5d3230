"""What is invariant under a shift: N0-06; R18."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st

from core.equations import embedding, variants
from core.experiments import positions as computed
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.formula import tint
from pages.components.lesson.pictures import titled
from pages.components.numbers import Numeral, numerals, plain
from pages.components.text import words
from pages.transformer.positions import PAGE


@lesson.panel
def claims(trace: Trace | None) -> None:
    """The table is not invariant, its Gram matrix is, and learned projections see more again. EXHIBITS N0-06."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-06"):
        left, middle, right = st.columns([0.42, 0.33, 0.25], gap="large")
        options = ["random"] if trace is None else ["encoder", "decoder", "random"]
        whose = lesson.one_of(left, w["whose"], options, w, "whose_", "claims whose", default=options[0])
        n = in_link(middle.slider)(w["slider_n"], 8, 64, 32, key="claims n")
        W_Q, W_K = _projections(trace, whose)
        head = lesson.numbered(right, w["head"], len(W_Q), "claims head")
        PE = computed.table(n, W_Q.shape[1])
        S = computed.seen_through(PE, W_Q, W_K)
        axes = {"row_axis": w["axis_position"], "column_axis": w["axis_position"]}
        heatmap([titled(PAGE, "PE", PE.numpy(), row_axis=w["axis_position"], column_axis="d_model", limit=1.0,
                        row_link="p", colour=tint(embedding.positions.equation)),
                 titled(PAGE, "gram", variants.gram(PE, PE).numpy(), row_link="p", column_link="q", **axes),
                 titled(PAGE, "through", S[head].numpy(), row_link="p", column_link="q", **axes)],
                key="claims", operators=("→", "→"), height=420)
        _shares(PE, S, whose)


def _projections(trace: Trace | None, whose: str):
    if trace is None or whose == "random":
        d = 64 if trace is None else trace.parameters["source_embedding.W_E"].shape[1]
        return computed.random_projections(4, d, d // 4)
    at = f"{whose}.0.self_attention"
    return trace.parameters[f"{at}.W_Q"], trace.parameters[f"{at}.W_K"]


def _shares(PE, S, whose: str) -> None:
    """The reader's guess, then how much of the variance is more than distance, head by head; and the erratum."""
    w = words(PAGE)
    shares = [computed.within_diagonals(G) for G in S]
    raw = computed.within_diagonals(variants.gram(PE, PE))
    left, right = st.columns([0.52, 0.48], gap="large")
    with left:
        guessed = lesson.predict(PAGE, "N0-06", ["share_none", "share_some", "share_most"], raw=raw,
                                 least=100 * min(shares), most=100 * max(shares), mean=sum(shares) / len(shares),
                                 whose=w[f"whose_{whose}"], truth=_how_much)
    if guessed:
        with right:
            names = [w["share_raw"], *(w["head_n"].format(n=h + 1) for h in range(len(shares)))]
            charts.bars(dict(zip(names, [raw, *shares])), w["share"],
                        tones=[2] + [0] * len(shares), domain=(0, 1.1))
    lesson.erratum("R18", invariance)


def _how_much(shares: Mapping) -> str:
    """What is not explained by distance, in the mean over the heads."""
    return "share_none" if shares["mean"] < 0.01 else "share_some" if shares["mean"] < 0.1 else "share_most"


SHOWN = 64  # of the 512 columns of a step, those that differ enough to see


def invariance() -> None:
    """R18: equal lengths, different vectors; only the inner product depends on the distance alone."""
    w, d = words(PAGE), 512
    facts = computed.shift_facts(d)
    left, right = st.columns(2)
    with left:
        PE = computed.table(52, d)[:, :SHOWN]
        steps = np.stack([(PE[1] - PE[0]).numpy(), (PE[51] - PE[50]).numpy()])
        heatmap(titled(PAGE, "steps", steps, rows=("PE(1) − PE(0)", "PE(51) − PE(50)")), key="R18 steps")
        st.markdown(w["shift_facts"].format(d=d, **numerals(facts)))
    with right:
        n = 100
        charts.lines({w["likeness"]: (range(n), computed.likeness(n, d, 10000.0).tolist())}, "k", w["likeness"],
                      height=180, at=computed.first_rise(n, d, 10000.0))
        G = variants.gram(computed.table(200, d), computed.table(200, d))
        through = computed.seen_through(computed.table(200, d), *computed.random_projections(1, d, 64))[0]
        st.markdown(w["likeness_facts"].format(
            off=plain(computed.off_diagonal(G), 2), rise=computed.first_rise(n, d, 10000.0), d=d,
            share=Numeral(100 * computed.within_diagonals(through))))
