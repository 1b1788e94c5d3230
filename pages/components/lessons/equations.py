"""The index of equations: choose one, see it as printed and as computed, its box, its code, its picture, its page."""

from __future__ import annotations

import importlib
import pkgutil

import streamlit as st

import core.equations
from core.formula import EQUATIONS
from core.notes import N0
from core.steps import Trace
from pages.components import frames, lesson, state
from pages.components.diagram import boxes, boxes_of_equation, diagram
from pages.components.formula import theme, tint
from pages.components.heatmap import heatmap
from pages.components.text import words

PAGE, KEY, LAYER = "equations", "equation", 0
for _module in pkgutil.iter_modules(core.equations.__path__):
    importlib.import_module(f"core.equations.{_module.name}")


def chooser() -> int:
    """The 46 numbers; the choice is in the URL."""
    linked = st.query_params.get(KEY, "")
    if "equation wanted" in st.session_state:
        st.session_state["equation shown"] = st.session_state.pop("equation wanted")
    st.session_state.setdefault("equation shown", int(linked) if linked.isdecimal() and int(linked) in N0 else 5)
    number = st.pills(words(PAGE)["choose"], list(N0), key="equation shown", required=True,
                      format_func=lambda k: f"({k})")
    if linked != str(number):
        st.query_params[KEY] = str(number)
    return number


def place(number: int) -> None:
    """N0-32: the diagram with the equation's box lit; a click on a box leads to its first equation."""
    with lesson.exhibit(PAGE, "N0-32", "N3-13"):
        lit = next(iter(boxes_of_equation(number, 2)), "")
        box = diagram(lit, key="index map", words=words("diagram"))
        reached = next((b.equations for b in boxes(2) if b.id == box), ())
        if reached and number not in reached:
            st.session_state["equation wanted"] = reached[0]
            st.rerun()
        lesson.predict(PAGE, "N0-32", ("none", "one", "all"))


def printed(number: int) -> None:
    """The formula as the note prints it, its errata and the page that treats it."""
    w, entry = words(PAGE), N0[number]
    with st.container(border=True):
        st.markdown(f"**N0 ({number})** · {w['printed']}")
        st.latex(entry.latex)
        row = st.container(horizontal=True, vertical_alignment="center")
        if entry.page:
            row.page_link(f"pages/{entry.page}.py", label=words("app")[f"page_{entry.page.split('/')[-1]}"],
                          icon=":material/menu_book:")
        if entry.errata:
            row.page_link("pages/notes/errata.py", label=w["errata"].format(ids=", ".join(entry.errata)),
                          icon=":material/report:")


def computed(number: int) -> None:
    """The same as functions: what runs."""
    with st.container(border=True):
        st.markdown(f"**{words(PAGE)['computed']}**")
        for key in N0[number].equations:
            lesson.stands(EQUATIONS[key])


def picture(trace: Trace, number: int) -> None:
    """The result of the equation on the reader's own sentence."""
    w, step = words(PAGE), N0[number].step.format(l=LAYER)
    if step not in trace:
        st.caption(w["no_picture"])
        return
    if not trace[step].axes:
        st.metric(frames.title(step, words("walkthrough")), f"{float(trace[step].value):.4f}")
        return
    shown = frames.picture(trace[step], words("walkthrough"), tint(trace[step].equation, theme()))
    heatmap(shown, key="index picture", words=words("board"))
    st.page_link("pages/transformer/walkthrough.py", label=w["walk"], icon=":material/directions_walk:",
                 query_params={"step": step})
    st.caption(state.text())
