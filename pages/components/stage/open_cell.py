"""The open cell: its arithmetic, each factor a way to the cell it came from, and the way that was walked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.steps import Step, Trace
from pages.components import model_choice, readable_text
from pages.components.bar.navigation import WALK
from pages.components.board import Cell, go
from pages.components.cache import lent
from pages.components.cell import Link, advance
from pages.components.cell.arithmetic import terms
from pages.components.stage import drawing
from pages.components.stage.stops import Stop, stop_of
from pages.components.stage.view_state import ViewState
from pages.components.text import words
from pages.components.text_files import escaped

PATH = "path"
Kept = Mapping[str, Sequence[int] | None]


def open_cell(look: ViewState, cell: Cell) -> None:
    """The terms of a cell of the board, and where the path goes on when it ends in a word the model wrote itself."""
    trace, stops, visible = look.trace, look.run.steps_of, look.run.visible_columns
    step = trace[cell.picture]
    at = drawing.index_of(step, cell, visible[cell.picture])
    path, here = st.session_state.setdefault(PATH, []), (step.name, at)
    run, seen = (model_choice.name(), readable_text.text()), lent(trace)
    if run != st.session_state.get("walked") or here not in (st.session_state.get("here"),
                                                             st.session_state.get("arrived")):
        path.clear()
    st.session_state["walked"] = run
    st.session_state["here"] = here

    def follow(link: Link) -> None:
        stop = stop_of(stops, link.name)
        if stop is not None:
            st.session_state[PATH] = advance(path, here, link)
            st.session_state["arrived"] = (link.name, link.cell)
            go(WALK, step=stop.key, cell=drawing.cell_of(seen()[link.name], link.cell, visible[link.name]))

    st.button(words("stage")["close_cell"], icon=":material/close:", key="close cell", on_click=_close)
    terms(trace, *here, WALK, follow, path)
    _own_word(trace, stops, step, at, visible)


def _close() -> None:
    go(WALK, cell=None)


def _own_word(trace: Trace, stops: Sequence[Stop], step: Step, at: tuple[int, ...], visible: Kept) -> None:
    """A given word that the model wrote itself (its own answer, read again): the row of shares that wrote it."""
    if step.equation is not None or step.shows != "ids" or not step.pairs[-1]:
        return
    shares = next((one for one in trace.values() if one.shows == "share" and one.axes[-1] == "vocabulary"), None)
    if shares is None or len(shares.shape) != 2 or at[-1] >= shares.shape[0]:
        return
    w, number = words("stage"), int(step.value[at])
    st.caption(w["walked_back"].format(word=escaped(step.labels[-1][at[-1]])))

    def onward() -> None:
        st.session_state["arrived"] = (shares.name, (at[-1], number))
        stop = stop_of(stops, shares.name)
        go(WALK, step=stop.key, cell=drawing.cell_of(shares, (at[-1], number), visible[shares.name]))

    st.button(w["go_on"], icon=":material/undo:", key="own word", on_click=onward)
