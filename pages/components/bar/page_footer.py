"""The foot of every page: one sentence that leads on, and the page before and after in the order of the story."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pages.components.glossary import with_cards
from pages.components.text import language, words


def page_footer(pages: Mapping[str, st.Page], path: str) -> None:
    """Below the page ``path`` of these pages, which stand in the order in which they are read.

    Below the last one the way leads to the first. Links keep what is chosen, as those of the menu do.
    """
    order, w = list(pages), words("story")
    at = order.index(path)
    with st.container(key="turn", gap="small"):
        st.markdown(with_cards(language(), w[path.rpartition("/")[2]]))
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            if at:
                _link(pages[order[at - 1]], w["previous"], ":material/arrow_back:", "left")
            else:
                st.space("stretch")
            _link(pages[order[(at + 1) % len(order)]], w["next"], ":material/arrow_forward:", "right")


def _link(page: st.Page, way: str, icon: str, side: str) -> None:
    with st.container(key=f"turn-{side}", width="content"):
        st.page_link(page, label=f"{way} · **{page.title}**", icon=icon, icon_position=side)
