"""The reader's own sentence translated four ways, each opened to its numbers."""

from __future__ import annotations

import streamlit as st

from core import zoo
from core.experiments import alignment as computed
from pages.components import lesson, warm_up
from pages.components.bar.navigation import lead_on
from pages.components.bar.reply import answer
from pages.components.readable_text import put_text
from pages.components.text import words
from pages.components.text_files import escaped
from pages.sequences.alignment import PAGE
from pages.sequences.alignment.sentence import models, samples, text, translated, way


def own_sentence() -> None:
    """Four translations side by side; longer sentences to try. EXHIBITS N2-10."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "own"):
        _longer()
        warm_up.ready()
        read = zoo.load(models()[0]).read(text())
        pair = computed.gold(read)
        reference = pair.en if pair else ()
        st.markdown(w["sentence"].format(text=escaped(text()), n=len(read)))
        if reference:
            st.markdown(w["reference"].format(text=escaped(" ".join(reference))))
        for column, name in zip(st.columns(len(models()), gap="small"), models()):
            with column, st.container(border=True, height="stretch", key=f"way {name}"):
                _one_way(name, reference)


def _longer() -> None:
    """Unseen sentences, from short to long."""
    w = words(PAGE)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{w['try_longer']}**", width="content")
        for n, sentence in samples().items():
            st.button(w["n_words"].format(n=n), key=f"sentence {n}", on_click=put_text, args=(sentence,), help=sentence,
                      type="primary" if sentence == text() else "secondary")


def _one_way(name: str, reference: tuple[str, ...]) -> None:
    w, translation = words(PAGE), translated(name, text())
    st.markdown(f"**{way(name)}**")
    right = computed.agreeing(translation, reference) if reference else [True] * len(translation)
    marked = " ".join(escaped(word) if ok else f":red-background[{escaped(word)}]"
                      for word, ok in zip(translation, right))
    st.markdown(f"##### {marked or w['silence']}")
    if reference:
        exact = translation == reference
        st.caption(w["exact"] if exact else w["agreeing"].format(right=sum(right), all=len(reference)))
    st.button(w["open"], key=f"open {name}", on_click=lead_on, args=("walkthrough", name, text()), type="tertiary",
              icon=":material/directions_walk:", help=answer(name, text()))
