"""The one arithmetic: what is said under a board about the cell that the reader chose on it.

    holds("scores", ("queries", "keys", "dot_products"))      # the steps on the board, to which a link may lead
    arithmetic(trace, state, "scores", "dot_products")         # with no cell chosen, the formula of dot_products
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import streamlit as st

from core.steps import Step, Trace
from pages.components import address, model_choice, readable_text, runs, session
from pages.components.board import BoardState, Cell, go
from pages.components.cache import lent
from pages.components.cell import Link, advance, worked
from pages.components.cell.names import called, place
from pages.components.formula import colours
from pages.components.formula.view import formula
from pages.components.location import number
from pages.components.stage import drawing
from pages.components.text import words
from pages.components.text_files import axes

Here = tuple[str, tuple[int, ...]]
NOWHERE = {"chosen": None, "here": None, "path": []}


def holds(key: str, names: Iterable[str]) -> None:
    """Which steps the board shows: a link to one of these moves the board too."""
    st.session_state[f"{key} pictures"] = tuple(names)


def arithmetic(trace: Trace, state: BoardState, key: str, *otherwise: str, head: int | None = None) -> None:
    """Formula and terms of the chosen cell; its factors lead back as far as the trace goes, and the way is kept.

    ``otherwise``: the steps whose formulas stand there while no cell is chosen. ``head``: the one that the board shows
    of steps with heads.
    """
    way = _current_way(trace, key, _chosen(trace, state, head))
    deeper = session.depth() != session.DEPTHS[0]
    at = way["here"] or (example(trace, otherwise, head) if deeper else None)
    for name in [way["here"][0]] if way["here"] else otherwise if deeper else ():
        if trace[name].equation is not None:
            formula(trace[name].equation, trace, name, depth=session.depth(), words=axes(words("terms")))
    if way["here"] is None:
        st.caption(words("worked")["click" if at is None else "example"])
    if at is None:
        return

    run = lent(trace)

    def follow(link: Link) -> None:
        here = (link.name, link.cell)
        way.update(path=advance(way["path"], at, link), here=here)
        cell = _cell(run()[link.name], link.cell, head)
        if cell is not None and link.name in st.session_state.get(f"{key} pictures", ()):
            way["chosen"] = here
            go(key, cell=cell)

    terms(trace, *at, key, follow, way["path"])
    _notebook(trace, *at)


def example(trace: Trace, names: Sequence[str], head: int | None) -> Here | None:
    """The cell that is worked while none is chosen: the first of the last of these steps, which no guess covers."""
    name = next((name for name in reversed(names) if trace[name].equation is not None and trace[name].value.ndim), None)
    if name is None:
        return None
    ndim = trace[name].value.ndim
    return name, (head, 0, 0) if head is not None and ndim == 3 else (0,) * ndim


def _notebook(trace: Trace, name: str, at: tuple[int, ...]) -> None:
    """At the depth of code: the lines that work the same cell outside of this page, where it is one of the model's."""
    if session.depth() != session.DEPTHS[-1] or not runs.is_own(trace):
        return
    st.code(words("worked")["notebook"].format(model=model_choice.name(), text=repr(readable_text.text()), name=name,
                                               cell=at), language="python")


def terms(trace: Trace, name: str, at: tuple[int, ...], key: str, follow: Callable[[Link], None],
          path: Sequence[Here] = ()) -> None:
    """The arithmetic of a cell, term by term; ``follow`` is called with the link that the reader takes."""
    step = trace[name]
    palette, w = colours(step.equation, step=step, trace=trace) if step.equation else {}, words("worked")
    worked(trace, name, at, colours=palette, path=path, key=f"{key} cell", words=w | axes(w),
           on_link=follow, label_of=lambda step, index: place(trace, step, index, w),
           called=lambda step, index: called(trace, step, index, w))


def _chosen(trace: Trace, state: BoardState, head: int | None) -> Here | None:
    cell = state.cell
    if cell is None or cell.picture not in trace:
        return None
    step = trace[cell.picture]
    one = head is not None and step.value.ndim == 3
    return step.name, (head, cell.row, cell.column) if one else drawing.index_of(step, cell)


def _cell(step: Step, index: tuple[int, ...], head: int | None) -> Cell | None:
    """A cell of the board; none if the board shows another head."""
    if head is None:
        return drawing.cell_of(step, index) if step.value.ndim <= 3 else None
    return Cell(step.name, None, *[0, *index][-2:]) if step.value.ndim != 3 or index[0] == head else None


def _current_way(trace: Trace, key: str, chosen: Here | None) -> dict:
    """Where the reader has walked to; another choice on the board, or a shorter sentence, starts anew.

    The link holds the cell that it has come to; whoever opens it comes there from the one chosen on the board.
    """
    name = f"{key} way"
    way = st.session_state.get(name) or _linked_way(trace, address.linked(name) or "", chosen)
    if chosen != way["chosen"]:
        way = {"chosen": chosen, "here": chosen, "path": []}
    if way["here"] is not None and not _inside(trace, way["here"]):
        way = dict(NOWHERE, path=[])
    st.session_state[name] = way = dict(way)
    walked = way["here"] if way["here"] != chosen else None
    address.keep(name, walked and f"{walked[0]}@{'.'.join(map(str, walked[1]))}")
    return way


def _linked_way(trace: Trace, text: str, chosen: Here | None) -> dict:
    """The way to the cell that a link tells of, if there is such a cell."""
    name, _, places = text.rpartition("@")
    here = name, tuple(number(place) for place in places.split(".") if place)
    known = None not in here[1] and _inside(trace, here)
    return {"chosen": chosen, "here": here, "path": [chosen] if chosen else []} if known else NOWHERE


def _inside(trace: Trace, here: Here) -> bool:
    name, index = here
    return name in trace and len(index) == trace[name].value.ndim and all(
        i < n for i, n in zip(index, trace[name].value.shape))
