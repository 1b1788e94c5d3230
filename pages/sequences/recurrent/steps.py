"""One step in time, again and again: N2-02, N4-24."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from core.experiments import recurrent as computed
from core.steps import Trace
from pages.components import lesson, model_choice
from pages.components.board import Cell, Frame, Picture, board
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.pictures import titled
from pages.components.text import board_words, words
from pages.sequences.recurrent import PAGE

STEPS = {"a": "cell.pre_activation", "h": "cell.hidden", "y": "label_probabilities"}
KEY = "recurrent steps"


@lesson.panel
def steps(trace: Trace) -> None:
    """The unrolled chain with a frame for each time; a click opens the cell's arithmetic."""
    with lesson.exhibit(PAGE, "N4-24", "N2-02"):
        sentence = trace["source"].labels[0]
        pictures, frames = _frames(trace, sentence)
        state = board(pictures, frames, key=KEY, words=board_words(words(PAGE)["not_yet"]), url=False, height=400,
                      numbers=True)
        left, right = st.columns([0.6, 0.4], gap="large")
        with left:
            arithmetic(trace, replace(state, cell=_cell(state.cell)), KEY, "cell.pre_activation", "cell.hidden")
        with right:
            tagger = model_choice.subject()
            ids = tagger.ids(sentence)
            lesson.predict(PAGE, "N4-24", ("same_state", "other_state"),
                           lambda: {"moved": computed.reordered(tagger.model, ids)}, "other_state",
                           possible=not ids[:-1].equal(ids[:-1].flip(0)))  # or else reversing them changes nothing


def _cell(cell: Cell | None) -> Cell | None:
    """A cell of a moment's picture as a cell of the step, whose rows are all moments."""
    kind, _, time = cell.picture.partition(" ") if cell else ("", "", "")
    if kind == "chain":
        return Cell("cell.hidden", None, cell.column, cell.row)
    if kind == "before":
        return Cell("cell.hidden", None, int(time) - 1, cell.row) if int(time) else None
    return Cell(STEPS[kind], None, int(time), cell.row) if kind in STEPS else None


def _frames(trace: Trace, sentence) -> tuple[list[Picture], list[Frame]]:
    w, labels = words(PAGE), model_choice.subject().labels
    h, a, X = (trace[name].value.numpy() for name in ("cell.hidden", "cell.pre_activation", "lookup"))
    y = trace["label_probabilities"].value.numpy()
    names = [w[f"label_{label}"] for label in labels]
    pictures, frames = [], []
    limits = {"limit": 1.0, "row_link": "d_h"}
    for t, word in enumerate(sentence):
        future = np.broadcast_to(np.arange(len(sentence)) > t, h.T.shape)
        before = h[t - 1] if t else np.zeros_like(h[0])
        drawn = [titled(PAGE, "before", before[:, None], columns=" ", **limits),
                 titled(PAGE, "x", X[t][:, None], columns=(word,)),
                 titled(PAGE, "a", a[t][:, None], columns=" ", row_link="d_h"),
                 titled(PAGE, "h", h[t][:, None], columns=" ", **limits),
                 titled(PAGE, "y", y[t][:, None], rows=names, columns=" ", scale="sequential", limit=1.0),
                 titled(PAGE, "chain", h.T, columns=sentence, masked=future, outlines=((0, t, len(h[0]), 1),),
                        **limits)]
        pictures += [replace(one, name=f"{one.name} {t}") for one in drawn]
        frames.append(Frame(str(t), w["reads"].format(n=t + 1, word=word), w["times"],
                            tuple(f"{one.name} {t}" for one in drawn), ("+", "→", "tanh", "→", "")))
    return pictures, frames
