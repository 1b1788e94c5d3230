"""The search's button in the bar, and where a browser finds the index of a language."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from starlette.routing import BaseRoute

from pages.components.language_json import language_json
from pages.components.modules import compact, component, nothing
from pages.components.search.index import KINDS, index
from pages.components.text import language, words
from pages.components.text_files import page_words

_mount = component("attention_search", "search/search.js")


def search() -> None:
    """The button, and the keys Ctrl+K and "/"."""
    w = words("search")
    _mount(key="search", width="content", height="content", on_back_change=nothing,
           data={"index": f"search/{language()}.json", "words": w})


def routes(chapters: Mapping[str, Sequence[str]]) -> list[BaseRoute]:
    """The indexes; ``chapters``: the pages, as the router lists them."""
    pages = tuple(page for listed in chapters.values() for page in listed)
    return [language_json("search", lambda lang: _written(lang, pages))]


@functools.cache
def _written(lang: str, pages: Sequence[str]) -> bytes:
    """The index as JSON: the kinds by name, in their order, and a list for each thing; see ``find.js``."""
    w = page_words(lang, "search")
    return compact({"kinds": {kind: w[f"kind_{kind}"] for kind in KINDS}, "entries": index(lang, pages)})
