"""A cell beyond the columns that its picture shows, opened all the same: a link of the arithmetic led there, or the
address.

    lead(look, name, index)          # in a callback: there, whether the picture shows it or not
    address(look), opened(look)      # before the board is drawn, and after
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.steps import Step, Trace
from pages.components.bar.navigation import WALK
from pages.components.board import Cell, go
from pages.components.location import Location, cell_to_text
from pages.components.stage import drawing
from pages.components.stage.stops import stop_of
from pages.components.stage.view_state import ViewState

BEYOND = "beyond"
"""In the session: step, index and frame of the cell, and whether the board has come to the frame since."""
Here = tuple[str, tuple[int, ...]]


def lead(look: ViewState, name: str, index: tuple[int, ...]) -> None:
    """To a cell, at the stop that shows its step best."""
    stop = stop_of(look.run.steps_of, name)
    cell = drawing.cell_of(look.trace[name], index, look.run.visible_columns[name])
    st.session_state.pop(BEYOND, None)
    if cell is None and drawing.cell_of(look.trace[name], index) is not None:
        st.session_state[BEYOND] = {"here": (name, index), "frame": stop.key, "come": False}
    go(WALK, step=stop.key, cell=cell)


def address(look: ViewState) -> str:
    """What the address says of the cell; "" of none, and of a word that is not among the likeliest."""
    if WALK not in st.session_state:
        _begin(look)
    far, now = st.session_state.get(BEYOND), (st.session_state.get(WALK) or {}).get("step")
    if far and now == far["frame"]:
        far["come"] = True
    elif far and far["come"]:  # the reader went on
        del st.session_state[BEYOND]
        return ""
    if not far or far["here"][0] not in look.trace:
        return ""
    name, index = far["here"]
    cell = drawing.cell_of(look.trace[name], index)
    known = linked(look.trace, cell, look.run.visible_columns[name]) == far["here"]
    return cell_to_text(cell) if known else ""


def opened(look: ViewState, cell: Cell | None) -> Here | None:
    """Step and index of the cell that is open: the board's, or the one beyond what is shown here."""
    if cell is not None and cell.picture in look.trace:
        st.session_state.pop(BEYOND, None)
        step = look.trace[cell.picture]
        return step.name, drawing.index_of(step, cell, look.run.visible_columns[step.name])
    far = st.session_state.get(BEYOND)
    if not far or far["frame"] != look.frame or not _inside(look.trace, *far["here"]):
        return None
    return far["here"]


def close() -> None:
    """No cell is open any more."""
    st.session_state.pop(BEYOND, None)
    go(WALK, cell=None)


def linked(trace: Trace, cell: Cell | None, visible: Sequence[int] | None) -> Here | None:
    """The cell that an address names beyond its picture: of features, which stand there in their order."""
    if cell is None or visible is None or visible != tuple(range(len(visible))) or cell.column < len(visible):
        return None
    step = trace[cell.picture]
    at = drawing.index_of(step, cell)
    return (step.name, at) if _inside(trace, step.name, at) and drawing.cell_of(step, at) == cell else None


def hidden(step: Step, index: tuple[int, ...], visible: Sequence[int] | None) -> str:
    """Why the picture does not show a cell, a key of the words: "beyond", "unlikely", or "" where it does."""
    if visible is None or drawing.cell_of(step, index, visible) is not None:
        return ""
    return "beyond" if visible == tuple(range(len(visible))) else "unlikely"


def _begin(look: ViewState) -> None:
    """A visit begins at the cell that its link names."""
    st.session_state.pop(BEYOND, None)
    cell = Location.parse(st.query_params).place.cell
    here = cell and linked(look.trace, cell, look.run.visible_columns.get(cell.picture))
    if here and (stop := stop_of(look.run.steps_of, cell.picture)) and stop.key == look.frame:
        st.session_state[BEYOND] = {"here": here, "frame": look.frame, "come": False}


def _inside(trace: Trace, name: str, index: tuple[int, ...]) -> bool:
    return name in trace and len(index) == len(trace[name].shape) and all(
        i < n for i, n in zip(index, trace[name].shape))
