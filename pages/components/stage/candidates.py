"""Why this answer: those that the search ended with, and how well the other direction reads each of them back."""

from __future__ import annotations

from html import escape

import streamlit as st

from core.edits import Edit
from core.noisy_channel import Candidate
from pages.components import model_choice, readable_text
from pages.components.bar.reply import model_words
from pages.components.cache import shared
from pages.components.numbers import fixed
from pages.components.text import words
from pages.components.text_files import escaped


@shared
def _weighed(model: str, text: str, edits: tuple[Edit, ...]) -> list[tuple[str, Candidate]]:
    """Each answer as a text and as what it scored, the best first; none of a model without another direction.

    Of those that differ only in how they are cut into pieces, the best.
    """
    from core import zoo

    translator = zoo.load(model)
    if getattr(translator, "channel", None) is None:
        return []
    ids = tuple(translator.ids(translator.read(text)).tolist())
    vocabulary, weighed = translator.target_vocabulary, {}
    for one in translator.candidates(ids, edits):
        weighed.setdefault(vocabulary.join(vocabulary.decode(one.words)), one)
    return list(weighed.items())


def candidates(edits: tuple[Edit, ...]) -> None:
    """The answers as a table, the one that was given on top."""
    weighed, w = _weighed(model_choice.name(), readable_text.text(), edits), words("stage")
    if not weighed:
        return
    channel, likeliest = model_choice.subject().channel, max(weighed, key=lambda pair: pair[1].direct)
    st.caption(f"**{w['weighed']}**  \n" + w["weighed_said"].format(
        count=len(weighed), weight=channel.weight, reader=model_words(channel.reader().name)))
    rows = "".join(f"<tr><td>{escape(text or '∅')}</td>" + "".join(
        f"<td>{fixed(number, 2)}</td>" for number in (one.direct, one.channel, one.score)) + "</tr>"
        for text, one in weighed)
    st.html(f"<table class=candidates><tr><th>{w['weighed_answer']}</th><th>→</th><th>←</th>"
            f"<th>{w['weighed_score']}</th></tr>{rows}</table>")
    st.caption(w["weighed_same"] if likeliest is weighed[0] else
               w["weighed_other"].format(answer=escaped(likeliest[0])))
