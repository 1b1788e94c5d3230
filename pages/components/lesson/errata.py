"""An error of the notes in a few words: its weight as a mark, its place, and whether the link asks for it."""

from __future__ import annotations

import re

import streamlit as st

from core.errata import BY_ID, SEVERITIES, Erratum
from pages.components.text import words

PAGE = "errata"
COLOURS = dict(zip(SEVERITIES, ("red", "orange", "blue", "gray", "green")))
CONFIRMED = "✓"  # stands in the URL too, so it is the same in both languages


def severity_name(severity: str) -> str:
    return severity if severity[0] == "S" else CONFIRMED


def badge(erratum: Erratum) -> str:
    """Its severity as a coloured mark."""
    return f":{COLOURS[erratum.severity]}-badge[{severity_name(erratum.severity)}]"


def linked() -> Erratum | None:
    """The error that the link asks for."""
    return BY_ID.get(st.query_params.get("erratum", "").upper())


def place(erratum: Erratum) -> str:
    """Where in the note, in the reader's language."""
    w = words(PAGE)
    numbered = re.sub(r"\beq ", w["where_eq"], erratum.where)
    return re.sub(r"\b[a-z]{3,}\b", lambda match: w[f"where_{match[0]}"], numbered)
