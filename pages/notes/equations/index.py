"""The index of equations: choose one, see it as printed and as computed, its box, its code, its picture, its page."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence

import streamlit as st

import core.equations
from core import catalog, zoo
from core.errata import BY_ID
from core.experiments.heads import normed_first
from core.formula import EQUATIONS
from core.notes import N0
from core.steps import Trace
from pages.components import item_pages, lesson, model_choice, readable_text, session, warm_up
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import fragment, shared
from pages.components.cell.arithmetic import arithmetic, holds
from pages.components.diagram import box_of, chains, diagram
from pages.components.formula import theme, tint
from pages.components.formula.view import formula
from pages.components.lesson import near
from pages.components.lesson.errata import badge
from pages.components.links import script
from pages.components.numbers import fixed
from pages.components.stage import drawing
from pages.components.stage.stops import stop_of, stops
from pages.components.text import words
from pages.components.text_files import axes, escaped

PAGE, NUMBER, LAYER, WANTED = "equations", "equation", "index layer", "index wanted"
FIRST = 5  # scaled dot-product attention: the number shown at first
for _module in pkgutil.iter_modules(core.equations.__path__):
    importlib.import_module(f"core.equations.{_module.name}")


def chooser() -> int:
    """The 46 numbers; the choice is in the URL. A click on the diagram has chosen before they are drawn."""
    if WANTED in st.session_state:
        st.session_state[NUMBER], st.session_state[LAYER] = st.session_state.pop(WANTED)
    return st.pills(words(PAGE)["choose"], list(N0), default=FIRST, key=NUMBER, required=True, bind="query-params")


def _layers(trace: Trace) -> int:
    return 1 + max(box.layer or 0 for line in chains(trace) for box in line)


def layer() -> int:
    return st.session_state.get(LAYER) or 0


def place(trace: Trace, number: int) -> None:
    """N0-32, N3-13: the diagram with the equation's box lit; a click on a box leads to its first equation."""
    with lesson.exhibit(PAGE, "N0-32", "N3-13"):
        lit = box_of(trace, N0[number].step.format(l=layer()))
        by_box = numbers(trace)
        notes = {box: runs(stand) for box, stand in by_box.items()}
        name = diagram(trace, lit.id if lit else "", key="index map", words=words("diagram"), notes=notes)
        clicked = box_of(trace, name) if name else None
        if clicked is not None and clicked != lit and clicked.id in by_box:
            stand = by_box[clicked.id]
            st.session_state[WANTED] = number if number in stand else stand[0], clicked.layer or 0
            st.rerun()


def numbers(trace: Trace) -> dict[str, list[int]]:
    """The equations of the note that are computed in each box."""
    by_box: dict[str, list[int]] = {}
    for box in (box for line in chains(trace) for box in line):
        by_box[box.id] = [n for n, printed in N0.items() if printed.step.format(l=box.layer or 0) in box.steps]
    return {box: stand for box, stand in by_box.items() if stand}


def runs(numbers: Sequence[int]) -> str:
    """(4–11), (5,9,11), (38,39): runs of three and more are drawn together."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return f"({','.join(f'{part[0]}–{part[-1]}' if len(part) > 2 else ','.join(map(str, part)) for part in parts)})"


@shared
def _reached(model: str, sentence: str) -> dict[str, float]:
    from core.experiments.equations import reach

    cut, opened = (reach(zoo.load(model), sentence, *kinds) for kinds in ((), ("cross_attention",)))
    return {"target": cut.target, "source": cut.source, "opened": opened.source}


@fragment
def tries(trace: Trace) -> None:
    """Ways from the loss to the words; and the boxes in which words meet."""
    drawn = [box for line in chains(trace) for box in line]
    meet = [box for box in drawn if any(trace[step].shows == "share" and all(trace[step].streams[-2:])
                                        for step in box.steps if len(trace[step].axes) > 1)]
    with st.container(border=True, key="index tries"):
        ways, kinds = st.columns(2, gap="large")
        with ways:
            lesson.predict(PAGE, "N0-32", ("none", "one", "all"), **_reached(model_choice.name(), readable_text.text()),
                           truth="none")
        with kinds:
            lesson.predict(PAGE, "N3-13", ("kinds_1", "kinds_3", "kinds_6"), kinds=len({box.word for box in meet}),
                           meet=len(meet), boxes=len(drawn), truth="kinds_3")


def printed(number: int) -> None:
    """The formula as the note prints it, what is wrong with it, and the page that treats it."""
    w, entry, wrong = words(PAGE), N0[number], words("errata_list")
    with st.container(border=True, key="printed"):
        row = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
        row.markdown(f"**N0 ({number})** · {w['printed']}", width="content")
        if page := item_pages.EQUATIONS.get(number):
            row.page_link(script(page), label=words("app")[f"page_{page.rpartition('/')[2]}"],
                          icon=":material/menu_book:")
        st.latex(entry.latex)
        for identity in entry.errata:
            row = st.container(horizontal=True, vertical_alignment="center", wrap=False)
            row.markdown(f"{badge(BY_ID[identity])} {wrong[f'{identity}_right']}", width="stretch")
            row.page_link(script("notes/errata"), label=identity, icon=":material/report:", help=w["errata"],
                          query_params={"erratum": identity})


def computed(trace: Trace | None, number: int) -> None:
    """The same as functions: what runs, in the letters that its inputs have there."""
    printed = N0[number]
    with st.container(border=True, key="computed"), near.telling():
        st.markdown(f"**{words(PAGE)['computed']}**")
        keys, run = printed.equations, _pictures() if printed.vision else trace
        named = (printed.vision or printed.step).format(l=layer())
        if trace is not None and not printed.vision and ".norm_" in named and normed_first(trace):
            st.caption(words(PAGE)["normed_first"])
        columns = st.columns(2, gap="medium") if len(keys) > 3 and session.depth() != "code" else [st.container()]
        for i, key in enumerate(keys):
            with columns[i * len(columns) // len(keys)]:
                name = running(run, key, named) if run is not None else None
                formula(EQUATIONS[key], run if name else None, name, depth=session.depth(), words=axes(words("terms")))


def running(trace: Trace, key: str, named: str) -> str | None:
    """The step that this equation computes nearest to the one named: of its module, or else the last before it."""
    names, module = list(trace), named.rpartition(".")[0]
    candidates = [name for name in names if trace[name].equation is not None and trace[name].equation.key == key]
    own = [name for name in candidates if name.rpartition(".")[0] == module]
    before = [name for name in candidates if named in names and names.index(name) <= names.index(named)]
    return (own or before[::-1] or candidates or [None])[0]


@shared
def _pictures() -> Trace | None:
    """A pass of a classifier of pictures; None where there is none that was trained."""
    warm_up.ready()
    return next((zoo.load(name).trace(catalog.examples(name)[0]) for name in catalog.names(answers="class")), None)


def picture(trace: Trace, number: int) -> None:
    """What the equation reads and what comes out, on the reader's own sentence; a cell opens to its arithmetic."""
    w, named = words(PAGE), N0[number].step
    with st.container(border=True, key="index result"):
        row = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
        row.markdown(f"**{w['result']}** · {escaped(readable_text.text())}", width="content")
        if "{l}" in named:
            in_link(row.segmented_control)(w["layer"], range(_layers(trace)), default=0, key=LAYER, required=True,
                                           format_func=lambda i: w["layer_n"].format(n=i + 1), width="content",
                                           label_visibility="collapsed")
        step = named.format(l=layer())
        if step not in trace:
            st.info(w["no_picture"], icon=":material/image:")
            return
        if not trace[step].axes:
            st.metric(drawing.title(trace[step], words("walkthrough")), fixed(trace[step].value, 4))
        _board(trace, step)


def _board(trace: Trace, step: str) -> None:
    """The walkthrough's stop that shows this step."""
    stop = stop_of(stops(trace, trace.plan), step)
    named = words("walkthrough")
    shown = [drawing.picture(trace[name], named, tint(trace[name].equation, theme())) for name in stop.pictures]
    key = f"index {stop.key}"
    state = heatmap(shown, key=key, operators=stop.signs)
    holds(key, stop.pictures)
    arithmetic(trace, state, key)
    st.page_link(script("transformer/walkthrough"), label=words(PAGE)["walk"], icon=":material/directions_walk:",
                 query_params={"step": stop.key})
