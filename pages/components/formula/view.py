"""A formula on a page."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.formula import Equation
from pages.components.formula import Formula, typeset
from pages.components.text import language


def formula(equation: Equation, *where: Any, **options: Any) -> None:
    """Draw a formula; arguments as of ``typeset``, in the language of the session."""
    show(typeset(equation, *where, language=language(), **options))


def show(one: Formula) -> None:
    """The formula with its number in the notes at its right, and below it what goes deeper."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.latex(one.latex, width="stretch")
        st.caption(one.number, width="content")
    for latex in one.deeper:
        st.latex(latex)
    if one.code:
        st.code(one.code, language="python")
