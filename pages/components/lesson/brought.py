"""The model that others trained and that the operator brought; what stands here where none was."""

from __future__ import annotations

import streamlit as st

from core import catalog
from core.experiments import stored_runs
from pages.components import session
from pages.components.text import words


def language_model() -> str:
    """The name of the first brought model that continues a text; "" where there is none."""
    return next((name for name in session.MODELS if catalog.abilities(name).tokenizer == "bytes"), "")


def kept_run(name: str) -> None:
    """Whose numbers a page shows, and how they are made anew."""
    w, found = words("lesson"), stored_runs.read(name)
    st.caption(w["kept_run"].format(model=found["model"], command=stored_runs.command(name)))


def bring(model: str = "smollm2") -> None:
    """That the reader's own text needs a model which is not here, and the command that brings it."""
    st.caption(words("lesson")["nobody_brought"].format(command=f"python -m core.bring {model}"))
