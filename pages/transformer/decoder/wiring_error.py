"""Why a wiring cannot be run."""

from __future__ import annotations

import streamlit as st

from core.experiments import decoder as computed
from pages.components import session
from pages.components.text import words
from pages.transformer.decoder import PAGE


def why_stopped(run: computed.Wired) -> str:
    """Which two shapes did not fit, in the reader's language; nothing where all fitted."""
    if not run.error:
        return ""
    size = {name: run.trace[name].value.shape[-2:] for name in run.trace if run.trace[name].value.ndim > 1}
    kind = next((kind for name, kind in (("output", "sum"), ("weights", "values")) if name in size), "mask")
    sizes = {"A": size.get("weights", size["scores"])[-1], "V": size["values"][-2], "S": size["scores"][-2],
             "n": size["scores"][-1], "Y": size["y"][-2]}
    return words(PAGE)[f"stopped_{kind}"].format(**sizes)


def stopped(run: computed.Wired) -> None:
    """The same as a warning; at the depth of code also what the program said."""
    st.warning(why_stopped(run), icon=":material/error:")
    if session.depth() == "code":
        st.code(run.error, language=None)
