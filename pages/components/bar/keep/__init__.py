"""What a reader takes along: a link to this very view, the walkthrough as one file, the whole run as an archive."""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from pages.components import model_choice, readable_text, runs, session
from pages.components.modules import component
from pages.components.text import language, words

if TYPE_CHECKING:
    from pages.components.sheet import Sheet

_mount = component("attention_copy_link", "bar/keep/keep.js", css="bar/keep/keep.css")


def keep(run: bool, stage: bool, page: str) -> None:
    """Buttons that copy the address and keep it for a lecture; on a page that shows a run, others that save its
    walkthrough and tensors.

    ``stage``: whether this is the page that a room can follow; ``page``: its title.
    """
    w = words("app")
    _mount(key="copy link", data={
        "copy": w["copy_link"], "copied": w["copied"], "too_long": w["link_too_long"], "keep": w["keep_view"],
        "kept": w["kept_view"], "page": page})
    if stage:
        from pages.components.room.lecturer import open_button

        open_button()
    if run:
        _save(w)


def _save(w: dict[str, str]) -> None:
    from core.edits import to_text

    why = runs.obstacle(runs.edits()) if runs.edits() else ""  # without edits nothing is in the way
    run = model_choice.name(), readable_text.text(), to_text(runs.edits())
    for name, made, file, mime, icon in (
            ("file", partial(_file, *run, language(), session.depth()), "walkthrough.html", "text/html", "draft"),
            ("handout", partial(_handout, *run, language()), "handout.html", "text/html", "print"),
            ("notebook", partial(_notebook, *run, language()), "walkthrough.ipynb", "application/x-ipynb+json",
             "code_blocks"),
            ("run", partial(_archive, *run), "run.npz", "application/octet-stream", "download")):
        st.download_button(w[f"save_{name}"], data=made, file_name=file, mime=mime, icon=f":material/{icon}:",
                           help=w.get(f"save_{name}_help"), on_click="ignore", width="stretch", disabled=bool(why))
    if why:
        st.caption(why)


def _file(model: str, text: str, edits: str, language: str, depth: str) -> bytes:
    """The walkthrough as one page that needs no server. Made on a click, in a thread without the session."""
    from pages.components.sheet import take_home

    return take_home(_sheet(model, text, edits, language, depth)).encode()


def _handout(model: str, text: str, edits: str, language: str) -> bytes:
    """The tour as pages to print, with its formulas. Made on a click, in a thread without the session."""
    from pages.components.sheet import handout

    return handout(_sheet(model, text, edits, language, "formula")).encode()


def _sheet(model: str, text: str, edits: str, language: str, depth: str) -> Sheet:
    from core.edits import from_text
    from pages.components.sheet import sheet

    changed = from_text(edits)
    return sheet(model, text, language, depth, changed, "edited" if changed else "base")


def _notebook(model: str, text: str, edits: str, language: str) -> bytes:
    """The run as a notebook. Made on a click, in a thread without the session."""
    from core.edits import from_text
    from pages.components.sheet.notebook import notebook

    return notebook(model, text, language, from_text(edits)).encode()


def _archive(model: str, text: str, edits: str) -> bytes:
    """All steps of a run; see ``Trace.save``. Made on a click, in a thread that knows nothing of the session."""
    from core.edits import from_text

    buffer = io.BytesIO()
    runs.cached_trace(model, text, from_text(edits)).save(buffer)
    return buffer.getvalue()
