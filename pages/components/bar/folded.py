"""A menu whose contents are drawn when it is opened: a whole class opens a page at once, one reader a menu."""

from __future__ import annotations

import functools
from collections.abc import Callable

import streamlit as st

_CHOSEN = "menu chosen"


@st.fragment
def folded(label: str, key: str, draw: Callable[[], None], **look) -> None:
    """A button that opens what ``draw`` draws; opening it runs no more than that. ``look``: as of ``st.popover``."""
    if st.session_state.pop(_CHOSEN, False):
        st.rerun()
    menu = st.popover(label, key=key, on_change="rerun", **look)
    if menu.open:
        with menu:
            draw()


def choosing(choose: Callable[..., None], closes: str = "") -> Callable[..., None]:
    """The callback of what stands in a menu: the page is drawn anew, and the menu ``closes`` closes over it."""
    @functools.wraps(choose)
    def chosen(*given) -> None:
        choose(*given)
        st.session_state[_CHOSEN] = True
        if closes:
            st.session_state[closes] = False

    return chosen
