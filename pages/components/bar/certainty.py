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
WHOLE, END = 40, 14
"""Letters of a completed text that is told whole; of another, at most as many of either end, where it was completed."""


def certainty() -> None:
    """Below the bar, where there is reason for doubt."""
    if not model_choice.abilities().fit(tokenizer="pieces", can_continue=True):
        return
    w, subject, text = words("state"), model_choice.subject(), readable_text.text()
    doubt, rare = subject.doubt(runs.cached_trace(subject.name, text)), subject.rarely_seen(text)
    told = simplified(text) if catalog.languages(subject.name)[0] == "zh" else text
    sentences = [w["simplified"]] if told != text else []
    if (read := subject.sentence(told)) != told.strip():
        sentences.append(w["completed"].format(text=escaped(shortened(read))))
    if doubt:
        sentences.append(w["doubt"].format(**numerals(doubt._asdict())))
    if rare:
        sentences.append(w["rare"].format(pieces=w["listed"].join(
            f"**{escaped(piece)}** ({count})" for piece, count in list(rare.items())[:SHOWN])))
    if sentences:
        st.info(" ".join(sentences), icon=":material/help:")


def shortened(text: str) -> str:
    """The words at both ends of a long text."""
    if len(text) <= WHOLE:
        return text
    first, last = text[:END], text[-END:]
    return f"{first.rpartition(' ')[0] or first} … {last.partition(' ')[2] or last}"
