"""The walkthrough of any trace: the strip above, the picture, and what is said of it, kept in step by one fragment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import streamlit as st

from core.edits import Edit
from core.steps import Trace
from pages.components import model_choice, readable_text, runs, session, turnstile
from pages.components.bar import switchboard
from pages.components.bar.navigation import ALL_STEPS, WALK
from pages.components.board import BoardState, Cell, board, follow_from, go
from pages.components.cache import fragment
from pages.components.cell import badge
from pages.components.formula import theme
from pages.components.location import Location
from pages.components.room import lecturer
from pages.components.stage import ahead, beyond, follow
from pages.components.stage.candidates import candidates
from pages.components.stage.ending import ending
from pages.components.stage.machine_view import heads_view, machine_view
from pages.components.stage.open_cell import open_cell
from pages.components.stage.run import ENDING, Run, run
from pages.components.stage.stops import squeezed, stop_of
from pages.components.stage.strip import strip
from pages.components.stage.tour import MACHINE
from pages.components.stage.view_state import ViewState, reveal
from pages.components.text import language, words

STYLE = Path(__file__).parent / "stage.css"
TOUR = "tour"
_PLACES = ("strip", "machine", "heads", "picture", "ending", "told")
Doors = Callable[[Trace, str], None]


def walk(base: Trace, doors: Doors) -> None:
    """The stage. ``doors(trace, step)`` draws the page's own ways on from a step."""
    st.html(STYLE)
    if WALK not in st.session_state:  # a newcomer begins with the tour; a link says where it wants to be
        ahead.forget()
        link = Location.parse(st.query_params)
        in_detail = st.session_state.pop(ALL_STEPS, False) or link.place.step
        st.session_state[TOUR] = link.tour if in_detail else "1"
    with st.container(key="stage"):
        trace, view = switchboard.run(base, switchboard.VIEWS)
        _stage(trace, runs.edits(), view, doors)


@partial(fragment, around=partial(turnstile.passed, turnstile.STEPS))
def _stage(trace: Trace, edits: tuple[Edit, ...], view: str, doors: Doors) -> None:
    """A step or a click reruns only this."""
    if runs.edits() != edits:  # a weight was drawn: all of the page follows
        st.rerun()
    stage_run = run(model_choice.name(), readable_text.text(), language(), theme(), edits, view)
    look = ViewState(trace, stage_run, _step(stage_run), bool(st.session_state[TOUR]))
    lecturer.show(look, view)
    # each has its place at every step, empty or not: whatever moved to another place would be mounted anew
    line, machine, heads, picture, end, beside = (st.container(key=name) for name in _PLACES)
    if look.frame != MACHINE or not st.session_state[TOUR]:  # at the tour's beginning nothing is to be switched yet
        with line:
            strip(look, edits)
    if look.frame == MACHINE and squeezed(trace):
        with heads:
            heads_view(look, edits if view != "base" else ())
    elif look.frame == MACHINE:
        with machine:
            machine_view(look, edits, view != "base")
    with picture:
        state = _picture(look, view)
    if state.step != look.frame:
        look = ViewState(trace, stage_run, state.step, look.touring)
        lecturer.show(look, view)
    if look.frame == ENDING:
        with end:
            ending(edits)
    with beside:
        _panel(look, beyond.opened(look, state.cell), doors)
    lecturer.panel(look)


def _picture(look: ViewState, view: str) -> BoardState:
    """The board, where the link says or at the beginning; rings lie on the cells of an answer that has been shown."""
    link, run, trace, at = Location.parse(st.query_params).place, look.run, look.trace, look.frame
    if look.chosen.get("follow") and follow.accepted(trace, follow_from(look.chosen["follow"])) is None:
        go(WALK, follow=look.followed)  # the sentence has no such word
    return board(
        payload=run.packed, key=WALK, step=_start(run, link.step), cell=link.cell, head=link.head, fill=True,
        numbers=session.depth() != session.DEPTHS[0], follow=look.followed,
        partners=follow.partners(trace, look.followed), path=run.tour if st.session_state[TOUR] else None,
        address={TOUR: st.session_state[TOUR], "cell": beyond.address(look)}, on_edit=switchboard.draw,
        editable=at if at in trace and trace[at].shows == "share" and view != "difference" else None,
        asks=bool(look.text.question) and not look.revealed, haloes=look.rings if look.revealed or look.folded else (),
        on_reveal=partial(reveal, at, look.head))


def _step(run: Run) -> str:
    """The frame where the board is, or where it will start."""
    now = (st.session_state.get(WALK) or {}).get("step")
    return now if now in run.packed.steps else _start(run, Location.parse(st.query_params).place.step)


def _start(run: Run, step: str) -> str:
    """The frame that a link names, or the one that shows its step, or the first."""
    if step in run.packed.steps:
        return step
    stop = stop_of(run.steps_of, step)
    return stop.key if stop else run.packed.steps[0]


def _panel(look: ViewState, here: beyond.Here | None, doors: Doors) -> None:
    """What is said of this stop, and of the next ones for when an arrow goes there; the open cell; the ways on."""
    ahead.texts(look, whole=here is None)
    with st.container(key="rest"):
        if here is not None:
            open_cell(look, here)
            return
        _checked(look, session.depth())
        _ways(look, doors)
        if look.frame == ENDING:
            candidates(runs.edits())


def _checked(look: ViewState, depth: str) -> None:
    """How many cells agree with their arithmetic, of an unedited run."""
    computed = look.frame in look.trace and look.trace[look.frame].equation is not None
    if depth != session.DEPTHS[0] and not runs.edits() and computed:
        st.caption(badge(runs.agreement(model_choice.name(), readable_text.text(), look.frame), words("worked")))


def _ways(look: ViewState, doors: Doors) -> None:
    """Open the cell of the answer; into the tour or out of it; what the page adds."""
    w, run = words("stage"), look.run
    with st.container(key="doors", gap="xsmall"):
        if look.revealed and look.cell is not None:
            st.button(w["open_cell"], icon=":material/search:", key="open", on_click=_open, args=(look.cell,))
        if look.folded:
            inside = next(stop.key for stop in run.steps_of if stop.group == look.stop.group)
            st.button(w["open_layer"], icon=":material/unfold_more:", key="open layer", on_click=_open_layer,
                      args=(inside,))
        if st.session_state[TOUR]:
            every = w["every_layers" if run.layers else "every_n"].format(n=run.walked, layers=run.layers)
            st.button(every, icon=":material/footprint:", key="every", on_click=_choose, args=("", None))
        elif look.frame in (run.steps[0], MACHINE):
            st.button(w["tour"], icon=":material/play_circle:", key="tour first", on_click=_choose,
                      args=("1", run.tour[0]))
        doors(look.trace, look.frame)


def _open(cell: Cell) -> None:
    go(WALK, cell=cell)


def _open_layer(step: str) -> None:
    go(WALK, step=step)


def _choose(tour: str, step: str | None) -> None:
    st.session_state[TOUR] = tour
    if step is not None:
        go(WALK, step=step, cell=None)
