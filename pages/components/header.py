"""The bar above every page: the sentence under study, how to find another one, model, depth and language."""

from __future__ import annotations

import streamlit as st

from core.data import dialogue, grammar
from core.data.vocabulary import Vocabulary
from pages.components import state
from pages.components.text import words

_STYLE = "<style>[data-testid=stMainBlockContainer] {padding: 4.2rem 2.5rem 3rem; max-width: 1800px}</style>"


def header() -> None:
    """Draw the bar. Its widgets are bound to the URL and live as long as the session."""
    w = words("app")
    st.html(_STYLE)
    with st.container(horizontal=True, vertical_alignment="bottom", key="header"):
        text = st.container(width="stretch")
        with st.popover(w["ideas"], width=110):
            _ideas(w)
        st.selectbox(w["model"], state.MODELS, key="model", bind="query-params", width=175,
                     format_func=lambda m: w[f"model_{m}"], on_change=_forget_text)
        st.segmented_control(w["depth"], state.DEPTHS, default=state.DEPTHS[0], key="depth", bind="query-params",
                             required=True, format_func=lambda d: w[f"depth_{d}"], width="content")
        st.selectbox(w["language"], ("auto", "zh", "en"), key="lang", bind="query-params", width=105,
                     format_func=lambda code: w[f"lang_{code}"])
        text.text_input(w["text"], key="text", bind="query-params", placeholder=state.EXAMPLES[state.model_name()],
                        on_change=_typed, help=w["text_help"])


def _typed() -> None:
    st.session_state["typed"] = True


def _forget_text() -> None:
    st.session_state["text"] = ""


def _use(text: str) -> None:
    st.session_state["text"] = text
    _typed()


def _ideas(w: dict[str, str]) -> None:
    """Examples to pick, a surprise, and a builder whose sentences are always valid."""
    for example in _examples(state.model_name()):
        st.button(example, key=f"example {example}", on_click=_use, args=(example,), use_container_width=True)
    st.button(w["surprise"], icon=":material/casino:", on_click=_surprise, use_container_width=True)
    if state.model_name() != "chat":
        st.button(w["build"], icon=":material/construction:", on_click=_toggle_builder, use_container_width=True)


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


@st.cache_data(show_spinner=False)
def _examples(model: str) -> list[str]:
    if model == "chat":
        return dialogue.dialogue_examples()[:8]
    return (grammar.examples() if model == "translator-zh-en" else grammar.examples_en())[:10]
