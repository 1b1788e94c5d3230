"""The model under study: the one that the reader chose, among those that the page can show."""

from __future__ import annotations

import streamlit as st

from core import catalog
from pages.components import session, warm_up

SENTENCES = {name: catalog.examples(name) for name in session.MODELS}
EXAMPLES = {name: sentences[0] for name, sentences in SENTENCES.items()}  # while nothing has been typed
KINDS = ("translator", "dialogue")
"""The kinds of model that a page can show unless ``app.py`` says otherwise: encoder and decoder, words in and out."""

PICTURES = ("classifier", "autoencoder", "marker", "detector")
"""The kinds of model that are given a picture, which a text of a few letters in the link stands for."""


def models() -> tuple[str, ...]:
    """The models that this page can show; the first is its default."""
    kinds = st.session_state.get("kinds", KINDS)
    return tuple(name for name in session.MODELS if catalog.kind(name) in kinds)


def name() -> str:
    """The model under study: the chosen one, or the page's default where it cannot show that."""
    wanted, offered = session.chosen("model"), models()
    return wanted if wanted in offered or not offered else offered[0]


def subject():
    """The model under study, loaded once for all sessions."""
    warm_up.ready()
    from core import zoo

    return zoo.load(name())


def pictured() -> bool:
    """Whether the model under study is given a picture, not a sentence."""
    return catalog.kind(name()) in PICTURES


def answers_in_kind() -> bool:
    """Whether the model under study answers in the language it is asked in: a "translation" is a reply."""
    languages = catalog.languages(name()) if catalog.kind(name()) in KINDS else ()
    return len(set(languages)) == 1
