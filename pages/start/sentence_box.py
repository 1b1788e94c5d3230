"""The box for the reader's own sentence, with examples; the model is one that reads the language of the sentence.

An example goes to the model whose it is. What a reader types is a stranger's sentence: it goes to the translator of
everyday sentences, to which no word is unknown.
"""

from __future__ import annotations

import math

import streamlit as st

from core import catalog
from pages.components import model_choice, readable_text, session
from pages.components.bar import reply
from pages.components.bar.navigation import lead_on
from pages.components.text import linked, words
from pages.start import example_run

OFFERED = 4


def sentence_box() -> None:
    """A large box with a button, and a few sentences to click."""
    w, run = words("start"), example_run.run()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="ask", wrap=False):
        st.text_input(w["ask"], key="asked", placeholder=w["ask"], on_change=_typed, label_visibility="collapsed",
                      max_chars=readable_text.BOX)
        st.button(w["go"], type="primary", on_click=_go)
    with st.container(horizontal=True, horizontal_alignment="center", gap="small", key="chips"):
        for example in model_choice.SENTENCES.get(run.model, [])[1:OFFERED + 1]:
            st.button(example, key=f"chip {example}", on_click=_lead_on, args=(example, run.model))


def _typed() -> None:
    if st.session_state["asked"].strip():
        _lead_on(st.session_state["asked"], *_by_words())


def _go() -> None:
    """The button without a sentence walks through the one on the page."""
    if not st.session_state["asked"].strip():
        lead_on("walkthrough", example_run.run().model)


def _lead_on(text: str, *wanted: str) -> None:
    """Walk through a text with a model that reads its language: the link's, or the first of those wanted."""
    usual = next(name for name in (example_run.run().model, *session.MODELS) if name in session.MODELS)
    language = reply.language_of(text, catalog.languages(usual)[0])
    named = (session.chosen("model"),) if linked("model") else ()
    models = (*named, *wanted, *session.MODELS)
    reader = next((name for name in models if catalog.languages(name)[:1] == (language,)), (*named, usual)[0])
    lead_on("walkthrough", reader, text)


def _by_words() -> list[str]:
    """The translators: those to whom no word is unknown, then the one that reads the most words."""
    translators = [name for name in session.MODELS if catalog.abilities(name).translates]
    counts = {name: math.inf if catalog.abilities(name).tokenizer == "pieces" else len(catalog.vocabulary(name) or ())
              for name in translators}
    return sorted(translators, key=lambda name: -counts[name])
