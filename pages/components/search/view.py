"""The search's button in the bar, and where a browser finds the index of a language."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pages.components.modules import below, component, nothing, zipped
from pages.components.search.index import KINDS, index
from pages.components.text import language, words
from pages.components.text_files import LANGUAGES, page_words

_mount = component("attention_search", "search/search.js")


def search() -> None:
    """The button, and the keys Ctrl+K and "/"."""
    w = words("search")
    _mount(key="search", width="content", height="content", on_back_change=nothing,
           data={"index": f"search/{language()}.json", "words": w})


def routes(chapters: Mapping[str, Sequence[str]]) -> list[BaseRoute]:
    """The indexes; ``chapters``: the pages, as the router lists them."""
    pages = tuple(page for listed in chapters.values() for page in listed)

    def answer(request: Request) -> Response:
        lang = request.path_params["lang"]
        if lang not in LANGUAGES:
            return Response(status_code=404)
        written = _written(lang, pages)
        known = {"Cache-Control": "no-cache", "ETag": f'"{hashlib.blake2b(written, digest_size=8).hexdigest()}"'}
        if request.headers.get("if-none-match") == known["ETag"]:
            return Response(status_code=304, headers=known)
        return zipped(request, written, "application/json", known)

    return [Route(below("/search/{lang}.json"), answer)]


@functools.cache
def _written(lang: str, pages: Sequence[str]) -> bytes:
    """The index as JSON: the kinds by name, in their order, and a list for each thing; see ``find.js``."""
    w = page_words(lang, "search")
    return json.dumps({"kinds": {kind: w[f"kind_{kind}"] for kind in KINDS}, "entries": index(lang, pages)},
                      ensure_ascii=False, separators=(",", ":")).encode()
