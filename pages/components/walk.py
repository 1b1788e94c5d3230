"""The walkthrough: map, board and what is said about the stop, kept in step by one fragment."""

from __future__ import annotations

import streamlit as st

from core.edits import Edit
from core.steps import Step, Trace
from pages.components import frames, state, switchboard
from pages.components.diagram import box_of, diagram
from pages.components.formula import formula, theme, tint
from pages.components.heatmap import Cell, board, cell_from_text, go, payload
from pages.components.lessons.cells import axes, terms
from pages.components.onward import WALK
from pages.components.text import language, prose, words
from pages.components.worked import Link, advance, badge

PATH = "path"


@st.cache_resource(max_entries=64, show_spinner=False)
def _pictures(model: str, sentence: str, lang: str, base: str, edits: tuple[Edit, ...], view: str) -> tuple:
    """All stops and pictures of a walkthrough, packed once for all who look at the same run."""
    w, trace = words("walkthrough"), state.cached_trace(model, sentence, () if view == "base" else edits)
    stops = frames.stops(trace)
    shown = dict.fromkeys(name for stop in stops for name in stop.pictures)
    pictures = [frames.picture(trace[name], w, tint(trace[name].equation, base)) for name in shown]
    if view == "difference":
        before = state.cached_trace(model, sentence)
        pictures = [frames.difference(picture, before[picture.name]) for picture in pictures]
    return stops, payload(pictures, [frames.frame(stop, _title(stop, w), _group(stop, w)) for stop in stops])


def _title(stop: frames.Stop, w: dict[str, str]) -> str:
    return w[f"kind_{stop.kind.replace('.', '_')}"]


def _group(stop: frames.Stop, w: dict[str, str]) -> str:
    stack, _, number = stop.group.partition(".")
    return w[f"group_{stack}"].format(n=int(number or 0) + 1)


def walk(base: Trace) -> None:
    """The switchboard, and the walk through the run it leads to."""
    trace, view = switchboard.run(base, switchboard.VIEWS)
    _stops(trace, state.edits(), view)


@st.fragment
def _stops(trace: Trace, edits: tuple[Edit, ...], view: str) -> None:
    """The board at the left, formula, words and arithmetic at the right; a step or a click reruns only this."""
    if state.edits() != edits:  # a weight was drawn: all of the page follows
        st.rerun()
    stops, packed = _pictures(state.model_name(), state.text(), language(), theme(), edits, view)
    link, lit = st.query_params, _lit(stops)
    box = diagram(lit, key="map", words=words("diagram"), compact=True)
    first = next((s for s in stops if box is not None and box_of(s.step) == box), None)
    if first is not None:
        go(WALK, step=first.step, cell=None)
    left, right = st.columns([0.64, 0.36], gap="medium")
    with left:
        start, head = frames.stop_of(stops, link.get("step", "")) or stops[0], link.get("head", "")[:4]
        seen = board(payload=packed, key=WALK, words=words("board"), step=start.step, on_edit=switchboard.draw,
                     editable=lit if lit.endswith("attention.weights") and view != "difference" else None,
                     cell=cell_from_text(link.get("cell")), head=int(head) if head.isdecimal() else None)
    with right:
        _told(trace, stops, next(s for s in stops if s.step == seen.step), seen.cell)


def _lit(stops: list[frames.Stop]) -> str:
    """The step that the map lights: where the board is, or where the link says it starts."""
    step = (st.session_state.get(WALK) or {}).get("step") or st.query_params.get("step", "")
    return step if any(s.step == step for s in stops) else stops[0].step


def _told(trace: Trace, stops: list[frames.Stop], stop: frames.Stop, cell: Cell | None) -> None:
    """What there is to say about a stop, as deep as the reader wants; and the arithmetic of the chosen cell."""
    w, depth = words("walkthrough"), state.depth()
    step = trace[cell.picture if cell else stop.step]
    at = frames.index_of(step, cell) if cell else None
    if step.equation is not None:
        several = stop.pictures[-3:] if cell is None and stop.kind.startswith("projections") else (step.name,)
        for name in several:  # Q, K and V are one stop
            formula(trace[name].equation, trace, name, depth=depth, words=axes(w))
    if at is not None:
        _open_cell(trace, stops, step, at)
    else:
        st.caption(words("state")["click"])
    if state.edits():
        st.caption(words("state")["edited"])
    for part in ("", ".numbers", ".formula")[: max(1, min(3, state.DEPTHS.index(depth) + 1))]:
        st.markdown(prose("walkthrough", stop.kind + part))
    if step.equation is not None and depth != state.DEPTHS[0] and not state.edits():
        st.caption(badge(state.agreement(state.model_name(), state.text(), step.name), words("worked")))


def _open_cell(trace: Trace, stops: list[frames.Stop], step: Step, at: tuple[int, ...]) -> None:
    """The terms of a cell; a factor leads to the cell it came from, and the way there is kept."""
    path, here, run = st.session_state.setdefault(PATH, []), (step.name, at), (state.model_name(), state.text())
    if run != st.session_state.get("walked") or here not in (st.session_state.get("here"),
                                                             st.session_state.get("arrived")):
        path.clear()
    st.session_state["walked"] = run
    st.session_state["here"] = here

    def follow(link: Link) -> None:
        stop = frames.stop_of(stops, link.name)
        if stop is not None:
            st.session_state[PATH] = advance(path, here, link)
            st.session_state["arrived"] = (link.name, link.cell)
            go(WALK, step=stop.step, cell=frames.cell_of(trace[link.name], link.cell))

    terms(trace, *here, WALK, follow, path)
