"""A move is a turn: N2-25, N3-12; R47, R64."""

from __future__ import annotations

import math

import streamlit as st
import torch

from core.equations import variants
from core.experiments import positions as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.formula import number
from pages.components.lesson.pictures import titled
from pages.components.numbers import Numeral, fixed, plain
from pages.components.text import words
from pages.transformer.positions import PAGE
from pages.transformer.positions.sliders import BASES


@lesson.panel
def turning() -> None:
    """PE(p + k) = M_k PE(p): the matrix, and the same turn on every clock. EXHIBITS N2-25, N3-12."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-25", "N3-12"):
        columns = st.columns(4, gap="medium")
        p = in_link(columns[0].slider)(w["slider_p"], 0, 60, 4, key="turning p")
        k = in_link(columns[1].slider)(w["slider_k"], -20, 20, 3, key="turning k")
        d = in_link(columns[2].select_slider)(w["slider_d"], (4, 8, 16, 32), 8, key="turning d")
        base = in_link(columns[3].select_slider)(w["slider_base"], BASES, 100, key="turning base")
        M, here = computed.rotation(k, d, base), computed.row(p, d, base)
        left, right = st.columns([0.55, 0.45], gap="large")
        with left:
            names = [f"{'sin' if i % 2 == 0 else 'cos'} {i // 2}" for i in range(d)] if d <= 16 else ()
            heatmap([titled(PAGE, "turn", M.numpy(), rows=names, columns=names, row_link="to", column_link="from",
                            limit=1.0),
                     titled(PAGE, "here", here.unsqueeze(-1).numpy(), rows=names, columns=(str(p),), row_link="from",
                            limit=1.0),
                     titled(PAGE, "there", (M @ here).unsqueeze(-1).numpy(), rows=names, columns=(str(p + k),),
                            row_link="to", limit=1.0)],
                    key="turning", operators=("×", "="), height=420)
        with right:
            lesson.stands(variants.moved_positions.equation)
            pairs = sorted({round(i * (d // 2 - 1) / 7) for i in range(8)})
            st.caption(w["hands"].format(p=p, k=k, there=plain(p + k)))
            charts.clocks([(computed.clocks(p, d, base)[pairs].tolist(), -1),
                           (computed.clocks(p + k, d, base)[pairs].tolist(), 0)],
                          [w["turned_by"].format(angle=Numeral(k * computed.frequencies(d, base)[i])) for i in pairs],
                          size=96 if len(pairs) <= 4 else 62)
            st.caption(w["turn_error"].format(error=plain((M @ here - computed.row(p + k, d, base)).abs().max(), 2)))
        _turning_tries(k, d, base)


def _turning_tries(k: int, d: int, base: int) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        M = computed.rotation(k, d, base)
        lesson.predict(PAGE, "N2-25", ["only_k", "only_p", "both"], k=str(abs(k)),
                       off=computed.facts(200, d, base, abs(k))["turned"],
                       orthogonal=(M @ M.mT - torch.eye(d, dtype=M.dtype)).abs().max().item(), truth="only_k")
    with right:
        single, double = _turned()
        lesson.predict(PAGE, "N3-12", ["useless", "hundredth", "tiny"], double=double, single=single, truth="tiny")
    lesson.erratum("R64", combination)
    lesson.erratum("R47", linear)


@shared
def _turned() -> tuple[float, float]:
    """Largest error after a thousand turns: in single and in double precision."""
    PE = computed.table(1000, 512)
    return tuple((computed.by_turning(1000, 512, dtype=dtype) - PE).abs().max().item()
                 for dtype in (torch.float32, torch.float64))


def combination() -> None:
    """R64: the best combination of PE(3) and PE(5) misses PE(8); the turn by 5 of PE(3) does not."""
    w, columns = words(PAGE), st.columns(3)
    alpha = in_link(columns[0].number_input)("α", 0, 40, 3, key="R64 alpha")
    beta = in_link(columns[1].number_input)("β", 1, 40, 5, key="R64 beta")
    d = in_link(columns[2].select_slider)(w["slider_d"], (4, 8, 16, 32, 64), 8, key="R64 d")
    combined = computed.combined(int(alpha), int(beta), d)
    rows = [w["row_n"].format(n=int(alpha)), w["row_n"].format(n=int(beta)), w["row_best"],
            w["row_turned"].format(k=int(beta)), w["row_n"].format(n=int(alpha + beta))]
    heatmap(titled(PAGE, "combination", combined["rows"].numpy(), rows=rows, limit=1.0), key="R64")
    left, right = st.columns(2)
    key = "combined" if combined["left"] >= 0.0005 else "combined_whole"
    a, b = (plain(round(float(factor), 6)) for factor in combined["factors"])  # what is left of a 0 is rounding
    left.markdown(w[key].format(left=Numeral(combined["left"]), norm=Numeral(combined["norm"]), a=a, b=b))
    right.markdown(w["turned"].format(error=plain(combined["turned"], 2)))


def linear() -> None:
    """R47: a sine is not linear; the move by k is."""
    w = words(PAGE)
    printed, right = st.columns(2)
    printed.latex(rf"\sin 1 + \sin 2 = {fixed(math.sin(1) + math.sin(2), 3)} \ne \sin 3 = {fixed(math.sin(3), 3)}")
    error = computed.facts(200, 512, 10000.0, 7)["turned"]
    right.latex(rf"\max_p \left|M_7 PE_p - PE_{{p+7}}\right| = {number(error)}")
    right.caption(w["linear_note"])
