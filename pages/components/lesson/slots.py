"""A sentence whose words fill slots, each word in the colour of its slot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.components.text_files import escaped

COLOURS = {"destination": "green", "departure": "orange", "time": "blue"}


def labelled(sentence: Sequence[str], labels: Sequence[str], w: Mapping[str, str]) -> None:
    """The sentence, large, and below it which slot has which colour."""
    st.markdown(f"#### {coloured(sentence, labels)}")
    st.markdown(" ".join(f":{tone}-badge[{w[f'label_{label}']}]" for label, tone in COLOURS.items()))


def coloured(sentence: Sequence[str], labels: Sequence[str]) -> str:
    """The words as Markdown."""
    return " ".join(_filled(escaped(word), COLOURS.get(label)) for word, label in zip(sentence, labels))


def _filled(word: str, tone: str | None) -> str:
    return f":{tone}-background[:{tone}[**{word}**]]" if tone else word
