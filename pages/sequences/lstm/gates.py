"""Three gates and a memory, word by word: N4-30, N4-31, N4-33."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from core.steps import Trace
from pages.components import lesson, model_choice
from pages.components.address import expander
from pages.components.board import Cell, heatmap
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson import slots
from pages.components.lesson.pictures import titled
from pages.components.text import words
from pages.sequences.lstm import PAGE

GATES = ("forget_gate", "input_gate", "output_gate")
KEPT = ("candidate", "cell_state", "hidden")
KEY = "lstm gates"


@lesson.panel
def gates(trace: Trace) -> None:
    """The gates of one unit as bands over the words, its memory beside them; all units' memories below."""
    w, sentence = words(PAGE), trace["source"].labels[0]
    tagger = model_choice.subject()
    spoken = [tagger.labels[i] for i in trace["label_probabilities"].value.argmax(-1).tolist()]
    with lesson.exhibit(PAGE, "N4-30", "N4-31", "N4-33"):
        slots.labelled(sentence, spoken, w)
        unit = lesson.numbered(st, w["unit"], trace["cell.hidden"].shape[-1], "lstm unit")
        values = {name: trace[f"cell.{name}"].value.numpy() for name in (*GATES, *KEPT)}
        options = {"columns": sentence, "column_link": "time"}
        bands = [titled(PAGE, "gates", np.stack([values[name][:, unit] for name in GATES]), scale="sequential",
                        rows=[w[f"row_{name}"] for name in GATES], limit=1.0, **options),
                 titled(PAGE, "kept", np.stack([values[name][:, unit] for name in KEPT]),
                        rows=[w[f"row_{name}"] for name in KEPT], **options)]
        state = heatmap(bands, key=KEY, height=330, numbers=True)
        arithmetic(trace, replace(state, cell=_cell(state.cell, unit)), KEY, "cell.forget_gate", "cell.cell_state",
                   "cell.hidden")
        with expander("units", w["every_unit"]):
            every = [titled(PAGE, "every_forget", values["forget_gate"].T, scale="sequential", limit=1.0,
                            row_link="d_h", **options),
                     titled(PAGE, "every_memory", values["cell_state"].T, row_link="d_h", **options)]
            heatmap(every, key=f"{KEY} all", height=360)


def _cell(cell: Cell | None, unit: int) -> Cell | None:
    """A cell of the bands as a cell of its step."""
    if cell is None or cell.picture not in ("gates", "kept"):
        return None
    return Cell(f"cell.{(GATES if cell.picture == 'gates' else KEPT)[cell.row]}", None, cell.column, unit)
