"""Scores plus mask, by hand: N1-19, N1-20; R10, R55."""

from __future__ import annotations

import numpy as np
import streamlit as st
import torch

from core.experiments import decoder_masks as computed
from pages.components import lesson
from pages.components.address import in_link, put_number, remembered_rows
from pages.components.board import Edit, heatmap
from pages.components.cell.arithmetic import arithmetic
from pages.components.formula import PALETTE, number, theme
from pages.components.lesson.pictures import matrix, shown, tints
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.decoder import PAGE

EDITED = "n1 scores"


@lesson.panel
def worked_scores() -> None:
    """N1's four words, with scores to drag: plus the mask, softmax. EXHIBITS N1-19, N1-20."""
    w, start = words(PAGE), torch.tensor(computed.SCORES)
    with lesson.exhibit(PAGE, "N1-19", "N1-20"):
        row = st.container(horizontal=True, vertical_alignment="center")
        below = in_link(row.toggle)(w["hide_diagonal"], key="hide_diagonal")
        row.button(w["reset"], on_click=_reset, icon=":material/restart_alt:", key="reset scores")
        S = torch.tensor(remembered_rows(EDITED, computed.SCORES))
        trace = computed.masked(S.unsqueeze(0), computed.visible(4, int(below)), "added", computed.WORDS)
        softmax = computed.plain_softmax(trace["scores_plus_mask"].value)
        names = ("scores", "additive_mask", "scores_plus_mask")
        tint = tints(trace, ["scores_plus_mask", *names])
        pictures = [shown(trace[name], PAGE, panels=(), values=trace[name].value.squeeze(0).numpy(), scale="diverging",
                          colour=tint[name]) for name in names]
        weights = shown(trace["weights"], PAGE, panels=(), values=softmax[0].numpy(), limit=1.0)
        state = heatmap([*pictures, weights], key="worked scores", editable="scores",
                        operators=("+", "=", "softmax"), on_edit=_edited)
        left, right = st.columns(2, gap="medium")
        with left:
            st.caption(w["drag"])
            arithmetic(trace, state, "worked scores", "scores_plus_mask", "weights", head=0)
        with right:
            hidden = computed.masked(start.unsqueeze(0), computed.visible(4, 1), "added", computed.WORDS)
            broken = computed.plain_softmax(hidden["scores_plus_mask"].value)[0, 0]
            lesson.predict(PAGE, "N1-19", ("uniform_row", "not_a_number_row", "zero_row"), first=_row(broken),
                           ours=_row(hidden["weights"].value[0, 0]), truth="not_a_number_row")
            if not below:  # or else the first row sees no word, and is no row of shares
                lesson.predict(PAGE, "N1-20", ("gradient_large", "gradient_small", "gradient_zero"),
                               first=_row(softmax[0, 0]), last=_row(softmax[0, -1]),
                               gradient=computed.first_row_gradient(S), truth="gradient_zero")
        lesson.erratum("R55", _r55)
        lesson.erratum("R10", _r10)


def _edited(edit: Edit) -> None:
    put_number(EDITED, edit.cell.row, edit.cell.column, edit.value)


def _reset() -> None:
    st.session_state[EDITED] = computed.SCORES


def _row(values: torch.Tensor) -> str:
    """A row of numbers as LaTeX."""
    return "(" + ",\\ ".join(number(round(float(x), 3)) for x in values) + ")"


def _of_kind(kind: str, key: str) -> None:
    """N1's scores through one kind of mask: the weights, and what they add up to."""
    w, S = words(PAGE), torch.tensor(computed.SCORES).unsqueeze(0)
    trace = computed.masked(S, computed.visible(4), kind, computed.WORDS)
    read, written = (trace[steps[kind]].value[0].numpy() for steps in (computed.READ, computed.WRITTEN))
    heatmap([matrix("read", w[f"reads_{kind}"], read, computed.WORDS, computed.WORDS, row_link="q", column_link="k"),
             matrix("weights", w["weights"], written, computed.WORDS, computed.WORDS, scale="sequential", limit=1.0,
                    row_link="q", column_link="k", colour=PALETTE[theme()][1])],
            key=key, operators=("softmax",))
    hidden = float(np.triu(written, 1)[0].sum())
    st.caption(w["first_row_future"].format(share=fixed(hidden, 3)))


def _r55() -> None:
    for column, kind in zip(st.columns(2), ("times", "infinity")):
        with column:
            _of_kind(kind, f"r55 {kind}")


def _r10() -> None:
    w, rows, big = words(PAGE), computed.fully_masked(), computed.added_number()
    S = torch.tensor(computed.SCORES).unsqueeze(0)
    printed, right = st.columns(2)
    with printed:
        heatmap(matrix("number", w["fully_masked_number"], rows["number"].unsqueeze(0), scale="sequential",
                       limit=1.0),
                key="r10 number")
        st.latex(rf"\text{{softmax}}({_row(big['scores'])} - 10^9) = {_row(big['weights'])}")
        st.caption(w["spacing"].format(spacing=fixed(big['spacing'], 0)))
    with right:
        both = torch.stack((rows["infinity"], rows["zeros"]))
        heatmap(matrix("infinity", w["fully_masked_infinity"], both, (w["plain"], w["this_model"]),
                       scale="sequential", limit=1.0),
                key="r10 infinity")
        st.caption(w["no_difference"].format(difference=plain(computed.number_against_infinity(S))))
