"""Another sentence, to compare the reader's with."""

from __future__ import annotations

import streamlit as st

from pages.components import state
from pages.components.text import words
from pages.transformer.decoder import PAGE


def other_sentence(key: str) -> str:
    """Another sentence, chosen by the reader."""
    own = set(state.translator().read(state.text()))
    options = [text for text in state.SENTENCES[state.model_name()] if text != state.text()]
    shared = [len(own & set(state.translator().read(text))) for text in options]
    return st.selectbox(words(PAGE)["other_sentence"], options, index=shared.index(min(shared)), key=key)
