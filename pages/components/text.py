"""What the pages say: words from ``assets/text/LANGUAGE/NAME.toml``, prose from ``assets/text/LANGUAGE/NAME.md``.

A Markdown file is cut at its ``## key`` headings; both languages have the same files with the same keys.
"""

from __future__ import annotations

import functools
import re
import tomllib

import streamlit as st

from core.files import ASSETS

ROOT = ASSETS / "text"
LANGUAGES = ("zh", "en")
TERMS = "terms"
"""Steps, axes, boxes: what several rooms call alike stands there once, a line a term."""
_HEADING = re.compile(r"^## +(\S+) *$", re.MULTILINE)


def language() -> str:
    """The language of this session: chosen, or else the browser's, or else Chinese."""
    chosen = linked("lang")
    if chosen in LANGUAGES:
        return chosen
    locale = (st.context.locale or "zh").lower()
    return "en" if locale.startswith("en") else "zh"


def linked(name: str) -> str:
    """What a bound widget holds, or, before it is drawn, the link. Asked hundreds of times in a run."""
    found = st.session_state.get(name)
    return str((st.query_params.get(name) if found is None else found) or "")


def words(name: str) -> dict[str, str]:
    """The short strings of a page or component, and the terms that all share."""
    return _words(language(), name)


def prose(name: str, key: str) -> str:
    """A passage of Markdown."""
    return passages(language(), name)[key]


@functools.cache
def _words(lang: str, name: str) -> dict[str, str]:
    """The terms that all share, and the file's own."""
    own = tomllib.loads((ROOT / lang / f"{name}.toml").read_text("utf-8"))
    return own if name == TERMS else _words(lang, TERMS) | own


@functools.cache
def passages(lang: str, name: str) -> dict[str, str]:
    """All passages of one Markdown file by key."""
    pieces = _HEADING.split((ROOT / lang / f"{name}.md").read_text("utf-8"))
    return {key: body.strip() for key, body in zip(pieces[1::2], pieces[2::2])}


def escaped(text: str) -> str:
    """Any text as Markdown that shows it as it is."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()<>#+-.!|$:~&" else c for c in text)
