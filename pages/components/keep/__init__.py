"""What a reader takes along: a link to this very view, and the whole run as a NumPy archive."""

from __future__ import annotations

import functools
import io
from pathlib import Path

import streamlit as st

from pages.components import state
from pages.components.text import words

_mount = st.components.v2.component("attention_copy_link", js=(Path(__file__).parent / "keep.js").read_text("utf-8"))


def keep() -> None:
    """A button that copies the address, and one that saves every tensor of the run."""
    w = words("app")
    _mount(key="copy link", data={"copy": w["copy_link"], "copied": w["copied"]})
    why = _obstacle()
    run = functools.partial(_archive, state.model_name(), state.text(), state.edits_text())
    st.download_button(w["save_run"], data=run, file_name="run.npz", mime="application/octet-stream",
                       icon=":material/download:", on_click="ignore", width="stretch", disabled=bool(why))
    if why:
        st.caption(why)


def _obstacle() -> str:
    """Why there is no run to save. The models' own examples can be run: the first page need not wait for torch."""
    if state.text() in state.EXAMPLES.values() and not state.edits_text():
        return ""
    return state.obstacle(state.edits())


def _archive(model: str, text: str, edits: str) -> bytes:
    """All steps of a run; see ``Trace.save``. Made on a click, in a thread that knows nothing of the session."""
    from core.edits import from_text

    buffer = io.BytesIO()
    state.cached_trace(model, text, from_text(edits)).save(buffer)
    return buffer.getvalue()
