"""Another sentence, to compare the reader's with."""

from __future__ import annotations

import streamlit as st

from pages.components import model_choice, readable_text
from pages.components.address import in_link
from pages.components.text import words
from pages.transformer.decoder import PAGE


def other_sentence(key: str) -> str:
    """Another sentence, chosen by the reader."""
    own = set(model_choice.subject().read(readable_text.text()))
    options = [text for text in model_choice.SENTENCES[model_choice.name()] if text != readable_text.text()]
    shared = [len(own & set(model_choice.subject().read(text))) for text in options]
    return in_link(st.selectbox)(words(PAGE)["other_sentence"], options, index=shared.index(min(shared)), key=key)
