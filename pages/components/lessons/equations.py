"""The index of equations: choose one, see it as printed and as computed, its box, its code, its picture, its page."""

from __future__ import annotations

import importlib
import pkgutil

import streamlit as st

import core.equations
from core import zoo
from core.errata import BY_ID
from core.formula import EQUATIONS
from core.notes import N0
from core.steps import Trace
from pages.components import frames, lesson, state
from pages.components.diagram import boxes, boxes_of_equation, diagram
from pages.components.formula import theme, tint
from pages.components.heatmap import heatmap
from pages.components.lessons import cells
from pages.components.lessons.errata_list import badge
from pages.components.sentence import escaped
from pages.components.text import words

PAGE, NUMBER, LAYER, WANTED = "equations", "equation", "index layer", "index wanted"
LAYERS = 2
FIRST = 5  # the equation that everything is about
for _module in pkgutil.iter_modules(core.equations.__path__):
    importlib.import_module(f"core.equations.{_module.name}")


def chooser() -> int:
    """The 46 numbers; the choice is in the URL. A click on the diagram has chosen before they are drawn."""
    if WANTED in st.session_state:
        st.session_state[NUMBER], st.session_state[LAYER] = st.session_state.pop(WANTED)
    return st.pills(words(PAGE)["choose"], list(N0), default=FIRST, key=NUMBER, required=True, bind="query-params")


def layer() -> int:
    return st.session_state.get(LAYER) or 0


def place(number: int) -> None:
    """N0-32, N3-13: the diagram with the equation's box lit; a click on a box leads to its first equation."""
    with lesson.exhibit(PAGE, "N0-32", "N3-13"):
        found = boxes_of_equation(number, LAYERS)
        box = diagram(found[min(layer(), len(found) - 1)] if found else "", key="index map", words=words("diagram"))
        clicked = next((b for b in boxes(LAYERS) if b.id == box), None)
        if clicked is not None and clicked.id not in found[layer():][:1]:
            chosen = number if number in clicked.equations else clicked.equations[0]
            st.session_state[WANTED] = chosen, clicked.layer or 0
            st.rerun()


@st.cache_data(show_spinner=False, max_entries=64)
def _reached(model: str, sentence: str) -> dict[str, float]:
    from core.experiments.equations import reach

    cut, opened = (reach(zoo.load(model), sentence, *kinds) for kinds in ((), ("cross_attention",)))
    return {"target": cut.target, "source": cut.source, "opened": opened.source}


@st.fragment
def tries() -> None:
    """Ways from the loss to the words; and the boxes in which words meet."""
    drawn = boxes(LAYERS)
    meet = [box for box in drawn if box.kind == "attention"]
    with st.container(border=True, key="index tries"):
        ways, kinds = st.columns(2, gap="large")
        with ways:
            lesson.predict(PAGE, "N0-32", ("none", "one", "all"), **_reached(state.model_name(), state.text()))
        with kinds:
            lesson.predict(PAGE, "N3-13", ("kinds_1", "kinds_3", "kinds_6"), kinds=len({box.word for box in meet}),
                           meet=len(meet), boxes=len(drawn))


def printed(number: int) -> None:
    """The formula as the note prints it, what is wrong with it, and the page that treats it."""
    w, entry, wrong = words(PAGE), N0[number], words("errata_list")
    with st.container(border=True, key="printed"):
        row = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
        row.markdown(f"**N0 ({number})** · {w['printed']}", width="content")
        if entry.page:
            row.page_link(f"pages/{entry.page}.py", label=words("app")[f"page_{entry.page.split('/')[-1]}"],
                          icon=":material/menu_book:")
        st.latex(entry.latex)
        for identity in entry.errata:
            row = st.container(horizontal=True, vertical_alignment="center", wrap=False)
            row.markdown(f"{badge(BY_ID[identity])} {wrong[f'{identity}_right']}", width="stretch")
            row.page_link("pages/notes/errata.py", label=identity, icon=":material/report:", help=w["errata"],
                          query_params={"erratum": identity})


def computed(number: int) -> None:
    """The same as functions: what runs."""
    with st.container(border=True, key="computed"):
        st.markdown(f"**{words(PAGE)['computed']}**")
        keys = N0[number].equations
        columns = st.columns(2, gap="medium") if len(keys) > 3 and state.depth() != "code" else [st.container()]
        for i, key in enumerate(keys):
            with columns[i * len(columns) // len(keys)]:
                lesson.stands(EQUATIONS[key])


def picture(trace: Trace, number: int) -> None:
    """What the equation reads and what comes out, on the reader's own sentence; a cell opens to its arithmetic."""
    w, named = words(PAGE), N0[number].step
    with st.container(border=True, key="index result"):
        row = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
        row.markdown(f"**{w['result']}** · {escaped(state.text())}", width="content")
        if "{l}" in named:
            row.segmented_control(w["layer"], range(LAYERS), default=0, key=LAYER, required=True, width="content",
                                  format_func=lambda i: w["layer_n"].format(n=i + 1), label_visibility="collapsed")
        step = named.format(l=layer())
        if step not in trace:
            st.info(w["no_picture"], icon=":material/image:")
            return
        if not trace[step].axes:
            st.metric(frames.title(step, words("walkthrough")), f"{float(trace[step].value):.4f}")
        _board(trace, step)


def _board(trace: Trace, step: str) -> None:
    """The walkthrough's stop that shows this step."""
    stops = frames.stops(trace)
    stop = frames.stop_of(stops, step) or frames.stop_of(stops, trace[step].inputs[0])
    named = words("walkthrough")
    shown = [frames.picture(trace[name], named, tint(trace[name].equation, theme())) for name in stop.pictures]
    key = f"index {stop.step}"
    seen = heatmap(shown, key=key, words=words("board"), operators=stop.operators)
    if seen.cell is None:
        st.caption(words(PAGE)["open"])
    else:
        cells.told(trace, step, seen, key)
    st.page_link("pages/transformer/walkthrough.py", label=words(PAGE)["walk"], icon=":material/directions_walk:",
                 query_params={"step": stop.step})
