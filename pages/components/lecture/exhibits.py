"""The exhibits of the lessons, by the anchors that links name."""

from __future__ import annotations

import functools

from pages.components.text_files import LANGUAGES, passages

WHOLE = "page"
"""In place of an exhibit: all of the page."""


@functools.cache
def exhibits(page: str) -> dict[str, str]:
    """The exhibits of a page: anchor -> key of their prose."""
    try:
        texts = passages(LANGUAGES[0], page)
    except OSError:
        return {}
    return {key.lower(): key for key in texts if "." not in key and key != "question"}
