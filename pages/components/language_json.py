"""What a browser fetches as JSON in its language: the search's index, the quiz's questions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.components.modules import below, zipped
from pages.components.text_files import LANGUAGES


def language_json(name: str, written: Callable[[str], bytes]) -> Route:
    """``/NAME/LANGUAGE.json``: asked for anew each time, sent only where it has changed."""

    def answer(request: Request) -> Response:
        lang = request.path_params["lang"]
        if lang not in LANGUAGES:
            return Response(status_code=404)
        content = written(lang)
        known = {"Cache-Control": "no-cache", "ETag": f'"{hashlib.blake2b(content, digest_size=8).hexdigest()}"'}
        if request.headers.get("if-none-match") == known["ETag"]:
            return Response(status_code=304, headers=known)
        return zipped(request, content, "application/json", known)

    return Route(below(f"/{name}/{{lang}}.json"), answer)
