"""What the pages say, in the language of the session: the short strings and the prose of ``text_files``."""

from __future__ import annotations

import streamlit as st

from pages.components.text_files import LANGUAGES, page_words, passages


def language() -> str:
    """The language of this session: chosen, or else the browser's, or else Chinese."""
    chosen = linked("lang")
    if chosen in LANGUAGES:
        return chosen
    locale = (st.context.locale or "zh").lower()
    return "en" if locale.startswith("en") else "zh"


def linked(name: str) -> str:
    """What a bound widget holds, or, before it is drawn, the link. Asked hundreds of times in a run."""
    value = st.session_state.get(name)
    return str((st.query_params.get(name) if value is None else value) or "")


def words(name: str) -> dict[str, str]:
    """The short strings of a page or component, and the terms that all share."""
    return page_words(language(), name)


def prose(name: str, key: str) -> str:
    """A passage of Markdown."""
    return passages(language(), name)[key]


def board_words(hatched: str) -> dict[str, str]:
    """The words of a board on which a hatched cell is not one that a mask hides, but this."""
    return words("board") | {"masked": hatched}
