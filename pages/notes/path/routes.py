"""The three ways, each by sittings; what was read is kept in the browser."""

from __future__ import annotations

import streamlit as st

from pages.components import address, lesson, reading
from pages.components.links import order
from pages.components.route import show
from pages.components.text import language, words
from pages.notes.path import PAGE

KEY = "ways"


@lesson.panel
def routes() -> None:
    """Which way, and its pages."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        ways = reading.routes(order())
        way = address.in_link(st.segmented_control)(w["which"], list(ways), default="first", key="path way",
                                                    required=True, format_func=lambda name: w[f"way_{name}"],
                                                    label_visibility="collapsed")
        st.markdown(w[f"told_{way}"])
        by_name = {page.rpartition("/")[2]: page for page in order()}
        show([[_page(page, by_name) for page in pages] for pages in reading.sittings(language(), ways[way])],
             key=f"route {way}", words=w)


def _page(page: str, by_name: dict[str, str]) -> dict:
    name, titles = page.rpartition("/")[2], words("app")
    before = [{"title": titles[f"page_{one}"], "link": one} for one in reading.BEFORE.get(name, ()) if one in by_name]
    return {"name": name, "title": titles[f"page_{name}"], "link": name, "before": before,
            "minutes": reading.minutes(language(), name)}
