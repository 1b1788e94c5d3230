"""The way to all pages: one menu, or, on the first page, a menu for each chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

Chapters = Mapping[str, Sequence[st.Page]]


def menu(chapters: Chapters, page: st.Page) -> None:
    """The page's name; it opens all chapters with their pages."""
    with st.popover(page.title, icon=":material/menu:", type="tertiary", wrap=False), \
            st.container(horizontal=True, key="menu", gap="large"):
        for chapter, pages in chapters.items():
            with st.container(width="content", gap="xxsmall"):
                if chapter:
                    st.caption(chapter)
                _links(pages)


def row(chapters: Chapters) -> None:
    """The chapters side by side, each a menu of its pages."""
    for chapter, pages in chapters.items():
        if chapter:
            with st.popover(chapter, type="tertiary", wrap=False), st.container(gap="xxsmall"):
                _links(pages)


def _links(pages: Sequence[st.Page]) -> None:
    for page in pages:
        st.page_link(page, label=page.title)
