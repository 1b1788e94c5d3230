"""Shift right: N0-17; R12."""

from __future__ import annotations

import html

import streamlit as st

from core.equations import embedding
from core.experiments import decoder_masks as masks
from core.notes import N0
from core.steps import Trace
from pages.components import lesson, runs, session
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.formula import PALETTE, theme
from pages.components.formula.view import formula
from pages.components.lesson.pictures import matrix
from pages.components.links import script
from pages.components.numbers import fixed
from pages.components.text import words
from pages.transformer.decoder import PAGE

_shift_losses = runs.of_trace(masks.shifts_compared)
_STRIP = """<style>
.strip {{border-collapse: separate; border-spacing: 4px; font-size: .95rem}}
.strip td {{padding: .25rem .55rem; border-radius: .4rem; text-align: center; border: 2px solid}}
.strip th {{padding-right: .8rem; font-weight: 400; text-align: left; opacity: .75; white-space: nowrap}}
.strip small {{opacity: .7}}
</style><div style="overflow-x: auto"><table class="strip">{rows}</table></div>"""


@lesson.panel
def shift(trace: Trace) -> None:
    """What is read and what is to be written, offset by one, and where the answer stands. EXHIBITS N0-17."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-17"):
        off, guessed = in_link(st.toggle)(w["no_shift"], key="no_shift"), lesson.guessed(PAGE, "N0-17")
        with st.container(key="shift strips"):
            strips(trace, shifted=not off)
        left, right = st.columns([0.5, 0.5], gap="medium")
        with left:
            _answers(trace, not off, "answers", framed=guessed or not off)
        with right:
            if off:
                st.latex(N0[19].latex)
            elif session.depth() != session.DEPTHS[0]:
                formula(embedding.shift_right.equation, trace, "shift_right", depth=session.depth())
            rows = len(trace["target"].value)
            sight = {shifted: int(masks.answers(rows, shifted).tril().sum()) for shifted in (True, False)}
            if guessed:
                st.container(key="answers sight").metric(w["in_sight"], f"{sight[not off]} / {rows}")
            lesson.predict(PAGE, "N0-17", ("none", "half", "all"), rows=str(rows), off=str(sight[False]),
                           on=str(sight[True]), **_shift_losses(), truth="all")
            training_link()
        lesson.erratum("R12", lambda: _r12(trace))


def training_link() -> None:
    """The comparison of models trained with and without shift and mask is a page of its own."""
    st.page_link(script("transformer/training"), label=words(PAGE)["to_training"], icon=":material/arrow_forward:")


def strips(trace: Trace, shifted: bool) -> None:
    """Two rows of words, each word of the target in the colour of its copy in the input."""
    w, palette = words(PAGE), PALETTE[theme()]
    target = trace["target"].labels[0]
    colours = [palette[i % len(palette)] for i in range(len(target))]
    read = [(trace["shift_right"].labels[0][0], "currentColor"), *zip(target[:-1], colours)]
    rows = [(w["places"], [(f"<small>{i + 1}</small>", "transparent") for i in range(len(target))]),
            (w["reads"], [(html.escape(t), c) for t, c in (read if shifted else zip(target, colours))]),
            (w["must_write"], [(html.escape(t), c) for t, c in zip(target, colours)])]
    cells = "".join(f"<tr><th>{name}</th>{''.join(map(_chip, row))}</tr>" for name, row in rows)
    st.html(_STRIP.format(rows=cells))


def _chip(word: tuple[str, str]) -> str:
    return f'<td style="border-color: {word[1]}">{word[0]}</td>'


def _answers(trace: Trace, shifted: bool, key: str, framed: bool = True) -> None:
    """One row per word to write: what the mask lets it read, and where among it the answer is, ``framed``."""
    w, target = words(PAGE), trace["target"].labels[0]
    read = trace["shift_right"].labels[0] if shifted else target
    rows = len(target)
    heatmap(matrix(key, w["answer_place"], masks.visible(rows), target, read, row_axis=w["must_write"],
                   column_axis=w["reads"], scale="mask", masked=~masks.visible(rows).numpy(),
                   outlines=tuple((i, i + shifted, 1, 1) for i in range(rows - shifted) if framed),
                   colour=PALETTE[theme()][5]), key=key)


def _r12(trace: Trace) -> None:
    for column, shifted in zip(st.columns(2), (False, True)):
        with column:
            strips(trace, shifted)
            _answers(trace, shifted, f"r12 {shifted}")
            loss = _shift_losses()["shifted" if shifted else "unshifted"]
            st.metric(words(PAGE)["trained_loss"], fixed(loss, 3))
