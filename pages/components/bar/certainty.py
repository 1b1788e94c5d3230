"""How sure a translator over pieces is of its answer, and which pieces of the sentence its training rarely saw."""

from __future__ import annotations

import streamlit as st

from core import catalog
from core.data.characters import simplified
from pages.components import model_choice, readable_text, runs
from pages.components.numbers import numerals
from pages.components.text import words
from pages.components.text_files import escaped

SHOWN = 4
"""Rare pieces that are named."""


def certainty() -> None:
    """Below the bar, where there is reason for doubt."""
    if not model_choice.abilities().fit(tokenizer="pieces", can_continue=True):
        return
    w, subject, text = words("state"), model_choice.subject(), readable_text.text()
    doubt, rare = subject.doubt(runs.cached_trace(subject.name, text)), subject.rarely_seen(text)
    sentences = []
    if catalog.languages(subject.name)[0] == "zh" and simplified(text) != text:
        sentences.append(w["simplified"])
    if (read := subject.sentence(text)) != text.strip():
        sentences.append(w["completed"].format(text=escaped(read)))
    if doubt:
        sentences.append(w["doubt"].format(**numerals(doubt._asdict())))
    if rare:
        sentences.append(w["rare"].format(pieces=w["listed"].join(
            f"**{escaped(piece)}** ({count})" for piece, count in list(rare.items())[:SHOWN])))
    if sentences:
        st.info(" ".join(sentences), icon=":material/help:")
