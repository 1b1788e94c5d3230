"""The errata on positions: each formula as printed and as it is, computed side by side."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from core.edits import Skip
from core.equations import variants
from core.experiments import positions as computed
from core.steps import Trace
from pages.components import state
from pages.components.formula import number
from pages.components.heatmap import heatmap
from pages.components.lessons import positions_charts as charts
from pages.components.lessons.cells import titled
from pages.components.lessons.positions_parts import PAGE
from pages.components.numerals import plain
from pages.components.text import words

SHOWN = 64  # of the 512 columns of a step, those that differ enough to see


def root(trace: Trace) -> None:
    """R17: this sentence without the root (as printed) and with it; and fresh embeddings of width 512."""
    w, drawn = words(PAGE), computed.two_words(512)
    printed = state.trace((Skip("source_embedding.scaled"),))
    columns = st.columns(2)
    for column, run, name, length in ((columns[0], printed, "printed", "norm"), (columns[1], trace, "right", "scaled")):
        with column:
            lengths = {step: run[f"source_embedding.{step}"].value.norm(dim=-1).mean().item()
                       for step in ("scaled", "positions")}
            charts.bars({w[f"length_{step}"]: v for step, v in lengths.items()}, w["length"], key=f"chart R17 {name}",
                        tones=[1, 2])
            st.markdown(w["root_fresh"].format(norm=drawn[length], places=drawn["places"], cosine=drawn[name]))
            st.markdown(w["root_loss"].format(loss=run["loss"].value.item()))


def invariance() -> None:
    """R18: equal lengths, different vectors; only the inner product depends on the distance alone."""
    w, d = words(PAGE), 512
    facts = computed.shift_facts(d)
    left, right = st.columns(2)
    with left:
        PE = computed.table(52, d)[:, :SHOWN]
        steps = np.stack([(PE[1] - PE[0]).numpy(), (PE[51] - PE[50]).numpy()])
        heatmap(titled(PAGE, "steps", steps, rows=("PE(1) − PE(0)", "PE(51) − PE(50)")), key="R18 steps",
                words=words("board"))
        st.markdown(w["shift_facts"].format(d=d, **facts))
    with right:
        n = 100
        charts.curves({w["likeness"]: (range(n), computed.likeness(n, d, 10000.0).tolist())}, "k", w["likeness"],
                      key="chart R18",
                      height=180, at=computed.first_rise(n, d, 10000.0))
        G = variants.gram(computed.table(200, d), computed.table(200, d))
        through = computed.seen_through(computed.table(200, d), *computed.random_projections(1, d, 64))[0]
        st.markdown(w["likeness_facts"].format(
            off=plain(computed.off_diagonal(G), 2), rise=computed.first_rise(n, d, 10000.0), d=d,
            share=100 * computed.within_diagonals(through)))


def combination() -> None:
    """R64: the best combination of PE(3) and PE(5) misses PE(8); the turn by 5 of PE(3) does not."""
    w, columns = words(PAGE), st.columns(3)
    alpha = columns[0].number_input("α", 0, 40, 3, key="R64 alpha")
    beta = columns[1].number_input("β", 1, 40, 5, key="R64 beta")
    d = columns[2].select_slider(w["slider_d"], (4, 8, 16, 32, 64), 8, key="R64 d")
    found = computed.combined(int(alpha), int(beta), d)
    rows = [w["row_n"].format(n=int(alpha)), w["row_n"].format(n=int(beta)), w["row_best"],
            w["row_turned"].format(k=int(beta)), w["row_n"].format(n=int(alpha + beta))]
    heatmap(titled(PAGE, "combination", found["rows"].numpy(), rows=rows, limit=1.0), key="R64", words=words("board"))
    left, right = st.columns(2)
    left.markdown(w["combined"].format(**{k: found[k] for k in ("left", "norm")}, a=plain(found["factors"][0]),
                                       b=plain(found["factors"][1])))
    right.markdown(w["turned"].format(error=plain(found["turned"], 2)))


def half() -> None:
    """R97: positions up to L / 2 and up to L."""
    w = words(PAGE)
    tokens = w["robot"].split()
    length = st.slider("L", 2, 16, len(tokens), key="R97 length")
    names = [tokens[k] if length == len(tokens) else str(k) for k in range(length)]
    PE = computed.table(length, 4, 100)
    printed, right = st.columns(2)
    for column, name, count in ((printed, "half", math.ceil(length / 2)), (right, "full", length)):
        with column:
            heatmap(titled(PAGE, name, PE[:count].numpy(), rows=names[:count], limit=1.0), key=f"R97 {name}",
                    words=words("board"))
    printed.caption(w["without_row"].format(count=length - math.ceil(length / 2), length=length))


def counted_from_one() -> None:
    """R46: columns counted from 1 swap sine and cosine."""
    w = words(PAGE)
    tokens = w["robot"].split()
    right = computed.table(len(tokens), 4, 100)
    swapped = right.unflatten(-1, (-1, 2)).flip(-1).flatten(-2)
    for column, name, values, first in zip(st.columns(2), ("from_one", "from_zero"), (swapped, right), (1, 0)):
        names = [str(first + j) for j in range(values.shape[1])]
        with column:
            heatmap(titled(PAGE, name, values.numpy(), rows=tokens, columns=names, limit=1.0), key=f"R46 {name}",
                    words=words("board"))


def linear() -> None:
    """R47: a sine is not linear; the move by k is."""
    w = words(PAGE)
    printed, right = st.columns(2)
    printed.latex(rf"\sin 1 + \sin 2 = {math.sin(1) + math.sin(2):.3f} \ne \sin 3 = {math.sin(3):.3f}")
    error = computed.facts(200, 512, 10000.0, 7)["turned"]
    right.latex(rf"\max_p \left|M_7 PE_p - PE_{{p+7}}\right| = {number(error)}")
    right.caption(w["linear_note"])
