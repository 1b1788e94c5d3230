"""Why this answer: those that the search ended with, and how well the other direction reads each of them back."""

from __future__ import annotations

import math
import re
from html import escape

import streamlit as st

from core.answer_rules import copied_words
from core.answer_rules.text_numbers import numbers
from core.edits import Edit
from core.subjects.translator import Translator
from pages.components import model_choice, readable_text
from pages.components.bar.reply import model_words
from pages.components.numbers import fixed
from pages.components.text import words
from pages.components.text_files import escaped


def candidates(edits: tuple[Edit, ...]) -> None:
    """The answers as a table, the given one on top; of those that differ only in how they are cut, the best.

    Nothing of a model whose answers nobody reads back, nor where an edit leaves no numbers to tell.
    """
    translator, w, weighed = model_choice.subject(), words("stage"), {}
    channel = getattr(translator, "channel", None)
    if channel is None:
        return
    ids = tuple(translator.ids(translator.read(readable_text.text())).tolist())
    for one in translator.candidates(ids, edits):
        weighed.setdefault(one.text, one)
    best, likeliest = next(iter(weighed.values())), max(weighed.values(), key=lambda one: one.direct)
    if math.isnan(best.direct):
        return
    st.caption(f"**{w['weighed']}**  \n" + w["weighed_said"].format(
        count=len(weighed), weight=channel.weight, reader=model_words(channel.reader().name)))
    rows = "".join(f"<tr><td>{escape(one.text or '∅')}</td>" + "".join(
        f"<td>{fixed(number, 2)}</td>" for number in (one.direct, one.channel, one.score)) + "</tr>"
        for one in weighed.values())
    st.html(f"<table class=candidates><tr><th>{w['weighed_answer']}</th><th>→</th><th>←</th>"
            f"<th>{w['weighed_score']}</th></tr>{rows}</table>")
    st.caption(w["weighed_same"] if likeliest is best else
               w["weighed_other"].format(answer=escaped(likeliest.text)))
    _copied(translator, ids, edits, best.text)


def _copied(translator: Translator, ids: tuple[int, ...], edits: tuple[Edit, ...], answer: str) -> None:
    """Which numbers an answer may write in digits, which words it copied, and what it would be without these rules."""
    w, text = words("stage"), readable_text.text()
    found = dict.fromkeys(number.digits for number in numbers(text, *translator.abilities.languages))
    written = {*re.findall("[A-Za-z]+", answer)}
    kept = [word for word in copied_words.words(text, translator.source_vocabulary) if word in written]
    told = "".join(w[f"{name}_said"].format(listed="\u2002".join(those))
                   for name, those in (("numbers", found), ("words", kept)) if those)
    if told:
        otherwise = translator.candidates(ids, edits, free=True)[0].text
        st.caption(told + (w["copied_same"] if otherwise == answer else
                           w["copied_other"].format(answer=escaped(otherwise))))
