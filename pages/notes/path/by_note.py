"""Each note's own order: who reads a note finds beside each of its sections what shows it here."""

from __future__ import annotations

import re
from collections.abc import Sequence

import streamlit as st

from pages.components import address, lesson
from pages.components.lesson.pictures import table
from pages.components.links import order
from pages.components.text import language, words
from pages.components.text_files import ROOT, passages
from pages.notes.path import PAGE
from pages.notes.path.sections import NUMBERED, SECTIONS, headings

KEY = "by_note"


@lesson.panel
def by_note() -> None:
    """A note, and a row for each of its sections."""
    w, named = words(PAGE), words("note_sections")
    with lesson.exhibit(PAGE, KEY):
        note = address.in_link(st.segmented_control)(w["which_note"], list(SECTIONS), default="N0", key="path note",
                                                     required=True, format_func=lambda name: f"{name} {named[name]}",
                                                     label_visibility="collapsed")
        titles, known = words("app"), places(language(), order())
        rows = []
        for number, exhibits in SECTIONS[note].items():
            shown = (known[one] for one in headings(exhibits))
            links = " · ".join(f"[{title}]({name}#{one}) :gray[:small[{titles[f'page_{name}']}]]"
                               for title, name, one in shown)
            rows.append((number if note in NUMBERED else "", f"**{named[key(note, number)]}**", links))
        table(("", w["section"], w["shown_in"]), rows)


def key(note: str, number: str) -> str:
    """The word that is a section's title."""
    return f"{note}_{number.replace('.', '_')}"


def places(lang: str, pages: Sequence[str]) -> dict[str, tuple[str, str, str]]:
    """Of each exhibit of the notes that has a heading: it, its page's name, its anchor; of several pages the first."""
    places: dict[str, tuple[str, str, str]] = {}
    for page in pages:
        name = page.rpartition("/")[2]
        known = passages(lang, name) if (ROOT / lang / f"{name}.md").exists() else {}
        for one in known if name not in ("start", "walkthrough") else ():
            if re.fullmatch(r"N\d-\d+", one):
                places.setdefault(one, (known[one].partition("\n")[0].replace("|", r"\|"), name, one.lower()))
    return places
