"""What is read otherwise than it was typed; how sure a translator over pieces is, and what its training rarely saw."""

from __future__ import annotations

import unicodedata

import streamlit as st

from core.data.characters import simplified
from core.data.pieces import SPACE
from core.data.vocabulary import clean
from pages.components import model_choice, readable_text
from pages.components.numbers import numerals
from pages.components.text import words
from pages.components.text_files import escaped

SHOWN = 4
"""Rare pieces that are named."""
WHOLE, END = 40, 14
"""Letters of a completed text that is told whole; of another, at most as many of either end, where it was completed."""


def certainty() -> None:
    """Below the bar, where something is read otherwise than it was typed, or there is reason for doubt."""
    able = model_choice.abilities()
    pieces = able.fit(tokenizer="pieces", can_continue=True)
    if not pieces and able.tokenizer != "words":
        return
    w, subject, text = words("state"), model_choice.subject(), readable_text.text()
    told = simplified(text) if able.languages[0] == "zh" else text
    sentences = [w["simplified"]] if told != text else []
    sentences += _of_pieces(subject, text, told) if pieces else _of_words(subject, text)
    if sentences:
        st.info(" ".join(sentences), icon=":material/help:")


def _of_words(subject, text: str) -> list[str]:
    """Which marks are read as others, beyond their width: a model over words knows few."""
    w, marks = words("state"), []
    known = subject.source_vocabulary.index.keys() & set(subject.read(text))
    for mark in dict.fromkeys(text):
        read = clean(mark, subject.source_vocabulary.language)
        changed = unicodedata.normalize("NFKC", mark) != unicodedata.normalize("NFKC", read)
        if changed and unicodedata.category(mark)[0] == "P" and set(read) <= known:
            marks.append(w["mark_pair"].format(mark=mark, read=read))
    return [w["marks"].format(marks=w["listed"].join(marks))] if marks else []


def _of_pieces(subject, text: str, told: str) -> list[str]:
    """What was added to a text, which is ``told`` in simplified characters; doubt; pieces that training rarely saw."""
    w, sentences = words("state"), []
    doubt, rare = subject.doubt(text), subject.rarely_seen(text)
    if (read := subject.sentence(told)) != told.strip():
        sentences.append(w["completed"].format(text=escaped(shortened(read))))
    if doubt:
        sentences.append(w["doubt"].format(**numerals(doubt._asdict())))
    if rare:
        sentences.append(w["rare"].format(pieces=w["listed"].join(
            w["rare_piece"].format(piece=w["rare_space"] if piece == SPACE else escaped(piece), count=count)
            for piece, count in list(rare.items())[:SHOWN])))
    return sentences


def shortened(text: str) -> str:
    """The words at both ends of a long text."""
    if len(text) <= WHOLE:
        return text
    first, last = text[:END], text[-END:]
    return f"{first.rpartition(' ')[0] or first} … {last.partition(' ')[2] or last}"
