"""The way to all pages: one menu, or, on the first page, a menu for each chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from pages.components.bar.folded import folded

Chapters = Mapping[str, Sequence[st.Page]]
_KEY, _SHOWN = "pages", "page shown"


def menu(chapters: Chapters, page: st.Page) -> None:
    """The page's name; it opens all chapters with their pages, and closes over the page that is chosen."""
    if st.session_state.get(_SHOWN) != page.url_path:
        st.session_state[_SHOWN], st.session_state[_KEY] = page.url_path, False
    folded(page.title, _KEY, partial(_all, chapters), icon=":material/menu:", type="tertiary", wrap=False)


def _all(chapters: Chapters) -> None:
    with st.container(horizontal=True, key="menu", gap="large"):
        for chapter, pages in chapters.items():
            with st.container(width="content", gap="xxsmall"):
                if chapter:
                    st.caption(chapter)
                _links(pages)


def row(chapters: Chapters) -> None:
    """The chapters side by side, each a menu of its pages."""
    for chapter, pages in chapters.items():
        if chapter:
            folded(chapter, f"chapter {chapter}", partial(_links, pages), type="tertiary", wrap=False)


def _links(pages: Sequence[st.Page]) -> None:
    with st.container(gap="xxsmall"):
        for page in pages:
            st.page_link(page, label=page.title)
