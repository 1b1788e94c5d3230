"""What the pages say: words from ``assets/text/LANGUAGE/NAME.toml``, prose from ``assets/text/LANGUAGE/NAME.md``.

A Markdown file is cut at its ``## key`` headings; both languages have the same files with the same keys.
"""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path

import streamlit as st

ROOT = Path(__file__).parents[2] / "assets" / "text"
LANGUAGES = ("zh", "en")
_HEADING = re.compile(r"^## +(\S+) *$", re.MULTILINE)


def language() -> str:
    """The language of this session: chosen, or else the browser's, or else Chinese."""
    chosen = st.session_state.get("lang", st.query_params.get("lang", ""))
    if chosen in LANGUAGES:
        return chosen
    locale = (st.context.locale or "zh").lower()
    return "en" if locale.startswith("en") else "zh"


def words(name: str) -> dict[str, str]:
    """The short strings of a page or component."""
    return _words(language(), name)


def prose(name: str, key: str) -> str:
    """A passage of Markdown."""
    return passages(language(), name)[key]


@functools.cache
def _words(lang: str, name: str) -> dict[str, str]:
    return tomllib.loads((ROOT / lang / f"{name}.toml").read_text("utf-8"))


@functools.cache
def passages(lang: str, name: str) -> dict[str, str]:
    """All passages of one Markdown file by key."""
    pieces = _HEADING.split((ROOT / lang / f"{name}.md").read_text("utf-8"))
    return {key: body.strip() for key, body in zip(pieces[1::2], pieces[2::2])}
