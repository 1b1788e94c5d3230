"""What is said beside the picture, drawn with Streamlit.

The question comes first and hides its answer, which Space or a click shows together with numbered rings on the cells.
Several stops are drawn at once, of which one is seen: ``place`` tells their elements apart.
"""

from __future__ import annotations

import streamlit as st

from pages.components.formula.view import show
from pages.components.stage.view_state import ViewState, reveal
from pages.components.text import words


def stop_view(look: ViewState, place: int, whole: bool) -> None:
    """Title and question; if it is ``whole``, not the head of an open cell, formulas and prose too."""
    _heading(look, place)
    _question(look, place)
    if whole:
        with st.container(key=f"formula-{place}"):
            for one in look.text.formula:
                show(one)
        for passage in filter(None, (*look.text.prose, look.text.begin)):
            st.markdown(passage)


def _heading(look: ViewState, place: int) -> None:
    """Column, layer and block in small letters, then the title."""
    with st.container(key=f"where-{place}"):
        st.caption(" · ".join(look.text.place))
    st.markdown(f"## {look.text.title}")


def _question(look: ViewState, place: int) -> None:
    """The question with the number of its ring, and its answer or the way to it."""
    if not look.text.question:
        return
    with st.container(key=f"question-{place}"):
        st.markdown(f":orange-badge[1] **{look.text.question}**")
    if look.revealed:
        with st.container(key=f"answer-{place}"):
            st.markdown(look.text.answer)
    else:
        st.button(words("stage")["reveal"], key=f"reveal-{place}", on_click=reveal, args=(look.frame, look.head),
                  icon=":material/visibility:")
