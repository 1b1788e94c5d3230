"""A way through the pages: sittings, pages with their minutes and what they need; what was read stays in the browser.

    show(sittings, key="first", words={...})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pages.components.modules import component

__all__ = ["show"]

_mount = component("attention_route", "route/route.js", css="route/route.css")


def show(sittings: Sequence[Sequence[Mapping]], *, key: str, words: Mapping[str, str]) -> None:
    """Each page: ``name``, ``title``, ``link`` below the app's root, ``minutes``, ``before`` (title and link each)."""
    _mount(key=key, data={"sittings": [list(pages) for pages in sittings], "words": dict(words)})
