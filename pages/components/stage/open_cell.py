"""The open cell: its arithmetic, each factor a way to the cell it came from, and the way that was walked."""

from __future__ import annotations

import streamlit as st

from core.steps import Step
from pages.components import model_choice, readable_text
from pages.components.bar.navigation import WALK
from pages.components.cache import lent
from pages.components.cell import Link, advance
from pages.components.cell.arithmetic import terms
from pages.components.stage import beyond
from pages.components.stage.stops import stop_of
from pages.components.stage.view_state import ViewState
from pages.components.text import words
from pages.components.text_files import escaped

PATH = "path"


def open_cell(look: ViewState, here: beyond.Here) -> None:
    """The terms of a cell, and where the path goes on when it ends in a word the model wrote itself."""
    (name, at), path, seen = here, st.session_state.setdefault(PATH, []), lent(look)
    step, visible = look.trace[name], look.run.visible_columns[name]
    stops, run = look.run.steps_of, (model_choice.name(), readable_text.text())
    if run != st.session_state.get("walked") or here not in (st.session_state.get("here"),
                                                             st.session_state.get("arrived")):
        path.clear()
    st.session_state["walked"] = run
    st.session_state["here"] = here

    def follow(link: Link) -> None:
        if stop_of(stops, link.name) is not None:
            st.session_state[PATH] = advance(path, here, link)
            st.session_state["arrived"] = (link.name, link.cell)
            beyond.lead(seen(), link.name, link.cell)

    st.button(words("stage")["close_cell"], icon=":material/close:", key="close cell", on_click=beyond.close)
    if why := beyond.hidden(step, at, visible):
        st.caption(words("stage")[why].strip().format(shown=len(visible)))
    terms(look.trace, *here, WALK, follow, path)
    _own_word(look, step, at)


def _own_word(look: ViewState, step: Step, at: tuple[int, ...]) -> None:
    """A given word that the model wrote itself (its own answer, read again): the row of shares that wrote it."""
    if step.equation is not None or step.shows != "ids" or not step.pairs[-1]:
        return
    shares = next((one for one in look.trace.values() if one.shows == "share" and one.axes[-1] == "vocabulary"), None)
    if shares is None or len(shares.shape) != 2 or at[-1] >= shares.shape[0]:
        return
    w, number, seen = words("stage"), int(step.value[at]), lent(look)
    st.caption(w["walked_back"].format(word=escaped(step.labels[-1][at[-1]])))
    there = shares.name, (at[-1], number)

    def onward() -> None:
        st.session_state["arrived"] = there
        beyond.lead(seen(), *there)

    st.button(w["go_on"], icon=":material/undo:", key="own word", on_click=onward)
