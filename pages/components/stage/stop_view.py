"""What is said beside the picture, drawn with Streamlit.

The question comes first and hides its answer, which Space or a click shows together with numbered rings on the cells.
"""

from __future__ import annotations

import streamlit as st

from pages.components.formula.view import show
from pages.components.stage.view_state import ViewState, reveal
from pages.components.text import words


def heading(look: ViewState) -> None:
    """Column, layer and block in small letters, then the title."""
    with st.container(key="where"):
        st.caption(" · ".join(look.text.place))
    st.markdown(f"## {look.text.title}")


def question(look: ViewState) -> None:
    """The question with the number of its ring, and its answer or the way to it."""
    if not look.text.question:
        return
    with st.container(key="question"):
        st.markdown(f":orange-badge[1] **{look.text.question}**")
    if look.revealed:
        with st.container(key="answer"):
            st.markdown(look.text.answer)
    else:
        st.button(words("stage")["reveal"], key="reveal", on_click=reveal, args=(look.frame, look.head),
                  icon=":material/visibility:")


def formulas(look: ViewState) -> None:
    """The formulas of the stop, one below the other."""
    with st.container(key="formula"):
        for one in look.text.formula:
            show(one)


def prose(look: ViewState) -> None:
    """The passages, one below the other."""
    for passage in look.text.prose:
        st.markdown(passage)
