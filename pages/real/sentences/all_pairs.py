"""The cosines of all pairs of sentences, those that are kept or the reader's own."""

from __future__ import annotations

import streamlit as st
import torch

from core.equations import sentence
from core.experiments import sentences
from core.files import UnusableError
from pages.components import lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.lesson.brought import bring
from pages.components.lesson.pictures import titled
from pages.components.numbers import Numeral
from pages.components.text import words
from pages.real.sentences import PAGE

KEY, MOST, LETTERS = "all_pairs", 16, 1200


@lesson.panel
def all_pairs() -> None:
    """One heatmap; where there is an encoder, of sentences that the reader types."""
    w, run = words(PAGE), sentences.stored()
    with lesson.exhibit(PAGE, KEY):
        texts, vectors = _own() or (run["texts"], run["vectors"])
        cosines = sentences.cosines(torch.tensor(vectors))
        heatmap(titled(PAGE, "cosines", cosines, texts, [str(i + 1) for i in range(len(texts))], scale="diverging",
                       limit=1.0, row_axis="", column_axis="", row_link="sentence", column_link="sentence"),
                key="sentence cosines", height=520)
        if texts is run["texts"]:
            same = torch.tensor([[a == b for a in run["topics"]] for b in run["topics"]])
            apart = ~torch.eye(len(texts), dtype=torch.bool)
            st.caption(w["means"].format(within=Numeral(cosines[same & apart].mean()),
                                         across=Numeral(cosines[~same].mean())))
        lesson.stands(sentence.mean_of_words.equation, sentence.unit_length.equation)


def _own() -> tuple[list[str], list] | None:
    """The reader's sentences, a line each, with their vectors."""
    w = words(PAGE)
    if not sentences.is_brought():
        bring(sentences.MODEL)
        return None
    typed = in_link(st.text_area)(w["own"], key="own sentences", max_chars=LETTERS, placeholder=w["own_example"])
    texts = list(dict.fromkeys(line.strip() for line in typed.splitlines() if line.strip()))[:MOST]
    if len(texts) < 2:
        return None
    try:
        return texts, _vectors(tuple(texts))
    except (ValueError, UnusableError):
        st.info(w["no_word"], icon=":material/edit:")
        return None


@shared
def _vectors(texts: tuple[str, ...]) -> list:
    return sentences.encoder().vectors(texts).tolist()
