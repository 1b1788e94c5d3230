"""What a reader takes along: a link to this very view, and the whole run as a NumPy archive."""

from __future__ import annotations

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
    st.download_button(w["save_run"], data=_archive, file_name="run.npz", mime="application/octet-stream",
                       icon=":material/download:", on_click="ignore", use_container_width=True)


def _archive() -> bytes:
    """All steps of the run under study; see ``Trace.save`` for what is in it."""
    buffer = io.BytesIO()
    state.cached_trace(state.model_name(), state.text(), state.edits()).save(buffer)
    return buffer.getvalue()
