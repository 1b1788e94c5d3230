"""A stored run for the first page, painted before torch is there."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np
import streamlit as st

from pages.components.heatmap import Cell, Frame, Picture, board, go, payload
from pages.components.onward import WALK, onward
from pages.components.text import language, words

STORED = Path(__file__).parents[2] / "assets" / "examples" / "start.npz"
HEAD = "alignment"


@st.cache_resource(max_entries=2, show_spinner=False)
def _payload(lang: str):
    w = words("start")
    with np.load(STORED) as stored:
        about = json.loads(str(stored["about"]))
        picture = Picture("example", w["example_title"], stored[HEAD].astype(float), tuple(about["rows"]),
                          tuple(about["columns"]), w["example_rows"], w["example_columns"], scale="sequential",
                          alt=w["example_alt"])
    return payload([picture], [Frame("example", "", "", ("example",))])


def example(board_words: dict[str, str]) -> None:
    """Which source word each English word was read from, in the head that aligns best; numbers stored by a real run."""
    cell = board(payload=_payload(language()), key="example", words=board_words, stepper=False, url=False).cell
    if cell is not None and cell != st.session_state.get("example opened"):
        st.session_state["example opened"] = cell
        step, head = _place()
        go(WALK, step=step, cell=Cell(step, head, cell.row, cell.column))
        onward()


@functools.cache
def _place() -> tuple[str, int]:
    """The step and the head that the stored picture shows."""
    with np.load(STORED) as stored:
        about = json.loads(str(stored["about"]))
    return about["step"], about["head"]
