"""The texts of all pages, read from ``assets/text/LANGUAGE``: words from ``PAGE.toml``, prose from ``PAGE.md``.

    page_words("en", "walkthrough")["kind_loss"]        passages("zh", "tour")["softmax"]

A Markdown file is cut at its ``## key`` headings; both languages have the same files with the same keys. Nothing here
knows of a session: the language is an argument.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping

from core.files import ASSETS
from core.labels import Name

ROOT = ASSETS / "text"
LANGUAGES = ("zh", "en")
DEPTHS = ("intuition", "numbers", "formula", "code")
"""How much a reader wants to know of a thing, each more than the one before."""
TERMS = "terms"
"""Steps, axes, boxes: what several rooms call alike stands there once, a line a term."""
_HEADING = re.compile(r"^## +(\S+) *$", re.MULTILINE)


@functools.cache
def page_words(language: str, page: str) -> dict[str, str]:
    """The short strings of a page or component, and the terms that all share."""
    own = tomllib.loads((ROOT / language / f"{page}.toml").read_text("utf-8"))
    return own if page == TERMS else page_words(language, TERMS) | own


@functools.cache
def passages(language: str, page: str) -> dict[str, str]:
    """All passages of one Markdown file by key."""
    pieces = _HEADING.split((ROOT / language / f"{page}.md").read_text("utf-8"))
    return {key: body.strip() for key, body in zip(pieces[1::2], pieces[2::2])}


def escaped(text: str) -> str:
    """Any text as Markdown that shows it as it is."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()<>#+-.!|$:~&" else c for c in text)


def axes(words: Mapping[str, str]) -> dict[str, str]:
    """What each axis is called in these words."""
    return {name.removeprefix("axis_"): word for name, word in words.items() if name.startswith("axis_")}


def said(label: str, words: Mapping[str, str]) -> str:
    """A label as ``words`` say it: a name in their language, what was read as it is."""
    if not isinstance(label, Name):
        return label
    name, space, number = label.partition(" ")
    return words.get(f"label_{name}", name) + space + number
