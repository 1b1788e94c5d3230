"""What a reader takes along: a link to this very view, and the whole run as a NumPy archive."""

from __future__ import annotations

import functools
import io

import streamlit as st

from pages.components import model_choice, readable_text, runs
from pages.components.modules import component
from pages.components.text import words

_mount = component("attention_copy_link", "bar/keep/keep.js")


def keep(run: bool) -> None:
    """A button that copies the address, and, on a page that shows a run, one that saves every tensor of it."""
    w = words("app")
    _mount(key="copy link", data={"copy": w["copy_link"], "copied": w["copied"], "too_long": w["link_too_long"]})
    if run:
        _save(w)


def _save(w: dict[str, str]) -> None:
    from core.edits import to_text

    why = runs.obstacle(runs.edits()) if runs.edits() else ""  # without edits nothing is in the way
    run = functools.partial(_archive, model_choice.name(), readable_text.text(), to_text(runs.edits()))
    st.download_button(w["save_run"], data=run, file_name="run.npz", mime="application/octet-stream",
                       icon=":material/download:", on_click="ignore", width="stretch", disabled=bool(why))
    if why:
        st.caption(why)


def _archive(model: str, text: str, edits: str) -> bytes:
    """All steps of a run; see ``Trace.save``. Made on a click, in a thread that knows nothing of the session."""
    from core.edits import from_text

    buffer = io.BytesIO()
    runs.cached_trace(model, text, from_text(edits)).save(buffer)
    return buffer.getvalue()
