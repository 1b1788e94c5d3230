"""The bar above every page: where one is, the sentence under study and what the model says, and what can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core import catalog
from pages.components import model_choice, readable_text, session
from pages.components.bar import examples, menu, picture, reply
from pages.components.bar.certainty import certainty
from pages.components.bar.examples import IDEAS
from pages.components.bar.folded import folded
from pages.components.bar.keep import keep
from pages.components.bar.navigation import WALKTHROUGH
from pages.components.formula import palette
from pages.components.location import ENTRIES
from pages.components.modules import component, nothing
from pages.components.search import search
from pages.components.text import linked, words

_STYLE = f"<style>{palette.css()}</style>"
_NO_BOX = ".st-key-text {display: none}"
_COMING = ':root {{--coming: "{}"}}'  # what bar.css writes while nothing stands below the bar
_mount = component("attention_bar", "bar/bar.js")
_GIVEN = "given before"  # session: what kind of model was given what, in the last run of a page that gives something


def choices() -> DeltaGenerator:
    """Draw what carries the choices in the address, as words that are the same in both languages: hidden text inputs.

    After Back an input takes the address's value when it is drawn: what was chosen before may be another.
    """
    st.html(_STYLE)
    hidden = st.container(key="bound")
    with hidden:
        for name in (*session.CHOICES, "edits"):
            st.text_input(name, key=name, bind="query-params")
    return hidden


def bar(hidden: DeltaGenerator, chapters: menu.Chapters, page: st.Page,
        all_needs: Mapping[str, Mapping | None], opening: str = "") -> Callable[[], None]:
    """Draw the bar above a page; ``all_needs``: what each needs of its models, None for one without a sentence.

    Returns what draws the answer of a large model: it takes a second, for which the page need not wait.

    ``hidden``: what ``choices`` has drawn; ``opening``: the sentence under study while nothing was typed, where it is
    not the model's first example.
    """
    w, start, needs = words("app"), page.url_path == "", all_needs[page.url_path]
    st.session_state["needs"], st.session_state["opening"] = needs, opening
    if needs is not None:
        _separate_pictures()
    with hidden:  # an empty sheet, too: one that is not drawn again would hide the box until the run is over
        box = _NO_BOX if needs is None or model_choice.pictured() else ""
        st.html(f"<style>{box}\n{'' if needs is None else _COMING.format(w['coming'])}</style>")
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small", key="bar"):
        if start:
            st.markdown(f"**{w['title']}**", width="content")
        else:
            menu.menu(chapters, page)
        answer = _sentence(w, needs)
        search()
        _script(w, all_needs)
        with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small", key="tools"):
            if start:
                menu.row(chapters)
            _tools(w, needs, page)
    if needs is None:
        return nothing
    readable_text.keep_text()
    ready = reply.is_ready()
    if ready:
        _answer(answer)
    examples.builder()
    with st.container(key="notices"):
        reply.notices()
        certainty()
    return nothing if ready else partial(_answer, answer)


def _sentence(w: dict[str, str], needs: Mapping | None) -> DeltaGenerator:
    """What the model is given; returns the place of its answer."""
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small", key="said"):
        _box(w)
        if needs is not None and model_choice.pictured():
            picture.picture()
        return st.empty()


def _answer(place: DeltaGenerator) -> None:
    with place:
        reply.reply()


def _script(w: dict[str, str], all_needs: Mapping[str, Mapping | None]) -> None:
    _mount(key="bar script", width="content", height="content", on_back_change=nothing, data={
        "more": w["more"], "entries": ENTRIES, "longest": readable_text.BOX, "away": w["away"],
        "back": words("room")["back"], "apart": _apart(all_needs)})


def _apart(all_needs: Mapping[str, Mapping | None]) -> list[str]:
    """The pages to which the text in the address does not go: to models of pictures no sentence, and so on."""
    kind = st.session_state.get(_GIVEN, ("sentence", ""))[0]
    reads = catalog.abilities(kind).reads if kind in session.MODELS else kind.partition(" ")[0]  # see _kind
    return [page for page, needs in all_needs.items() if needs and model_choice.reads(needs) != reads]


def _separate_pictures() -> None:
    """Whoever comes from a sentence to a page of pictures, or back, finds there what was last given there.

    Where the address brings a text of its own, as after Back, that is it.
    """
    kind = _kind(model_choice.name()) if model_choice.pictured() else "sentence"
    before, text = st.session_state.get(_GIVEN, (kind, ""))
    if before != kind and text == linked("text"):
        _exchange(before, kind)
    st.session_state[_GIVEN] = kind, linked("text")


def _kind(model: str) -> str:
    """What a model is given: texts of a form and a language, or pictures, of which each model has its own."""
    reads = catalog.abilities(model).reads
    return model if reads == "picture" else f"{reads} {catalog.languages(model)[:1]}"


def _exchange(before: str, after: str) -> None:
    """What was given to one kind of model waits for it; the other has what it was last given, or its example."""
    waiting = st.session_state.setdefault("texts waiting", {})
    waiting[before] = st.session_state.get("text", "")
    st.session_state.pop(_GIVEN, None)
    st.session_state["text"] = waiting.get(after, "")


def _box(w: dict[str, str]) -> None:
    """The box for the sentence; on a page without one it is hidden and keeps what was typed.

    It stands where it stood: one that is drawn elsewhere would take its text out of the address.
    """
    st.text_input(w["text"], key="text", bind="query-params", label_visibility="collapsed",
                  placeholder=model_choice.example(), max_chars=readable_text.BOX)


def _tools(w: dict[str, str], needs: Mapping | None, page: st.Page) -> None:
    if needs is not None:
        ideas = picture.examples if model_choice.pictured() else examples.examples
        folded(w["ideas"], IDEAS, ideas, type="tertiary", wrap=False)
        called = {name: reply.model_words(name) for name in model_choice.models()}
        st.selectbox(w["model"], list(called), **_choice("model", model_choice.name()), width=126,
                     format_func=called.__getitem__, label_visibility="collapsed")
        st.segmented_control(w["depth"], session.CHOICES["depth"], **_choice("depth", session.depth()), required=True,
                             width="content", wrap=False, format_func=lambda d: w[f"depth_{d}"],
                             label_visibility="collapsed")
    save = partial(keep, needs is not None, page.url_path == WALKTHROUGH, page.title)
    folded(w["save"], "save", save, type="tertiary", wrap=False)
    st.selectbox(w["language"], session.CHOICES["lang"], **_choice("lang", session.chosen("lang")), width=104,
                 format_func=lambda code: w[f"lang_{code}"], label_visibility="collapsed")


def _choice(name: str, value: str) -> dict[str, Any]:
    """The key and the callback of the visible widget for a choice, set to what has been chosen.

    Where its reader did not choose that in it, it is another widget: what the browser says of the one before, until it
    has heard of the other, is no choice.
    """
    shown, number = f"{name} shown", f"{name} widget"
    key = f"{shown} {st.session_state.setdefault(number, 0)}"
    if st.session_state.get(key, value) != value:
        st.session_state[number] += 1
        key = f"{shown} {st.session_state[number]}"
    st.session_state[key] = value
    return {"key": key, "on_change": _choose, "args": (name, key)}


def _choose(name: str, key: str) -> None:
    if key != f"{name} shown {st.session_state[f'{name} widget']}":
        return
    value = st.session_state[key]
    if name == "model" and (before := _kind(model_choice.name())) != _kind(value):
        _exchange(before, _kind(value))
    st.session_state[name] = "" if name != "model" and value == session.CHOICES[name][0] else value
