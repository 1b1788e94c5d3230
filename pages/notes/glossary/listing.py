"""The words of the glossary in the order in which the pages bring them."""

from __future__ import annotations

import re

import streamlit as st

from pages.components.glossary import NAME, Term, first_met, terms
from pages.components.links import order, script
from pages.components.text import language, words
from pages.components.text_files import LANGUAGES

PAGE = NAME
STYLE = """<style>.st-key-words h3 {padding: 0.7rem 0 0; font-size: 1.15rem}
.st-key-words h3 small {font-weight: 400}
.st-key-words [data-testid=stPageLink-NavLink] {padding-inline: 0}</style>"""


def listed() -> None:
    """A card for each page of the story: the words that it brings."""
    w, pages, places = words("app"), order(), first_met(order())
    st.html(STYLE)
    with st.container(key="words"):
        for page in (*pages, ""):
            brought = [term for term in terms(language()).values() if places.get(term.id, ("",))[0] == page]
            if not brought:
                continue
            with st.container(border=True):
                if page:
                    st.page_link(script(page), label=f"**{w['page_' + page.rpartition('/')[2]]}**")
                else:
                    st.markdown(f"**{words('lesson')['only_here']}**")
                for column, part in zip(st.columns(2, gap="large"), (brought[::2], brought[1::2])):
                    with column:
                        for term in part:
                            _word(term, places.get(term.id, ("", ""))[1])


def _word(term: Term, key: str) -> None:
    """A word in both languages, what it means, and the exhibit that uses it first."""
    other = next(terms(lang)[term.id].name for lang in LANGUAGES if lang != language())
    same = other.lower() == term.name.lower()
    st.subheader(term.name if same else f"{term.name} :small[:gray[{other}]]", anchor=term.id)
    note = re.fullmatch(r"(N\d)-(\d+)", key)
    where = words("lesson")["first_in"].format(id=key, note=note[1]) if note else ""
    st.markdown(f"{term.text} :gray[:small[{where}]]" if where else term.text)
