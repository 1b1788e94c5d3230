"""The bar above every page: the sentence under study, how to find another one, model, depth and language."""

from __future__ import annotations

import streamlit as st

from core.data import dialogue, grammar
from core.data.vocabulary import Vocabulary
from pages.components import state
from pages.components.keep import keep
from pages.components.text import words

_STYLE = """<style>
[data-testid=stHeader] {height: 3rem; min-height: 3rem}
[data-testid=stMainBlockContainer] {padding: 3.4rem 2.5rem 3rem; max-width: 1800px}
[data-testid=stLayoutWrapper]:has(> .st-key-bound) {display: none}
.st-key-depth-shown [data-testid=stButtonGroup] {display: flex; align-items: center; gap: 0.6rem}
.st-key-depth-shown label {margin: 0; min-height: 0}
.st-key-depth-shown button {min-height: 2.5rem}
.katex-display {margin: 0.3em 0 0.9em}
</style>"""


def header() -> None:
    """Draw the bar. Hidden text inputs carry the choices in the URL, as words that are the same in both languages."""
    w = words("app")
    st.html(_STYLE)
    with st.container(key="bound"):
        for name in (*state.CHOICES, "edits"):
            st.text_input(name, key=name, bind="query-params")
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="header"):
        hint = w["text_hint"].format(example=state.EXAMPLES[state.model_name()])
        st.text_input(w["text"], key="text", bind="query-params", placeholder=hint, on_change=_typed,
                      icon=":material/edit:", label_visibility="collapsed")
        with st.popover(w["ideas"], width=118):
            _ideas(w)
        with st.popover(w["save"], width=100):
            keep()
        st.selectbox(w["model"], state.CHOICES["model"], key=_shown("model"), width=168, on_change=_choose,
                     args=("model",), format_func=lambda m: w[f"model_{m}"], label_visibility="collapsed")
        st.segmented_control(w["depth"], state.CHOICES["depth"], key=_shown("depth"), required=True, width="content",
                             on_change=_choose, args=("depth",), format_func=lambda d: w[f"depth_{d}"])
        st.selectbox(w["language"], state.CHOICES["lang"], key=_shown("lang"), width=128, on_change=_choose,
                     args=("lang",), format_func=lambda code: w[f"lang_{code}"], label_visibility="collapsed")


def _shown(name: str) -> str:
    """The key of the visible widget for a choice, set to what has been chosen."""
    st.session_state[f"{name} shown"] = state.chosen(name)
    return f"{name} shown"


def _choose(name: str) -> None:
    value = st.session_state[f"{name} shown"]
    st.session_state[name] = "" if value == state.CHOICES[name][0] else value
    if name == "model":
        st.session_state["text"] = ""


def _typed() -> None:
    """A sentence leads on from the start page; an empty line, as when Back restores an older address, does not."""
    st.session_state["typed"] = bool(st.session_state["text"])


def _use(text: str) -> None:
    st.session_state["text"] = text
    _typed()


def _ideas(w: dict[str, str]) -> None:
    """Examples to pick, a surprise, and a builder whose sentences are always valid."""
    for example in state.SENTENCES[state.model_name()][:10]:
        st.button(example, key=f"example {example}", on_click=_use, args=(example,), width="stretch")
    st.button(w["surprise"], icon=":material/casino:", on_click=_surprise, width="stretch")
    if state.model_name() != "chat":
        st.button(w["build"], icon=":material/construction:", on_click=_toggle_builder, width="stretch")
    st.caption(w["text_limit"])


def _toggle_builder() -> None:
    st.session_state["building"] = not st.session_state.get("building", False)


def _surprise() -> None:
    seed = st.session_state["surprises"] = st.session_state.get("surprises", 0) + 1
    model = state.model_name()
    if model == "chat":
        asked = dialogue.dialogue_corpus()
        _use(Vocabulary((), "en").join(asked[seed * 7919 % len(asked)][0]))
        return
    language = "zh" if model == "translator-zh-en" else "en"
    _use(Vocabulary((), language).join(getattr(grammar.random_sentence(seed), language)))
