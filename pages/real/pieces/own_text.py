"""A text of the reader's, cut by the brought model's tokenizer; and how tokens are written in a line."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from core.experiments import pieces
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.lesson.brought import language_model
from pages.components.text import words
from pages.real.pieces import PAGE

LONGEST = 200


def in_line(tokens: Iterable[str]) -> str:
    """Tokens, each in a frame, as Markdown."""
    return " ".join(f"`` {token} ``" if "`" in token else f"`{token}`" for token in tokens)


def in_cell(tokens: Iterable[str]) -> str:
    """The same in a cell of a table, where a bar would begin the next cell."""
    return in_line(tokens).replace("|", r"\|")


def own_tokens(label: str, example: str, key: str) -> None:
    """A field, and below it the tokens of what is typed there and how many they are; where there is a model."""
    w, model = words(PAGE), language_model()
    if not model:
        return
    text = in_link(st.text_input)(label, value=example, max_chars=LONGEST, key=f"pieces {key}")
    if text:
        tokens, counts = cut(model, text)
        st.markdown(in_line(tokens))
        st.caption(w["counted"].format(**counts))


@shared
def cut(model: str, text: str) -> tuple[list[str], dict[str, int]]:
    """The tokens of a text, and what is counted of it."""
    vocabulary = pieces.vocabulary(model)
    return pieces.cut(vocabulary, text), pieces.counts(vocabulary, text)
