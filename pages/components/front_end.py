"""Streamlit's own scripts and styles, sent compressed, and its page, which asks at once for what every page needs.

Streamlit sends them as they are, 3.2 MB to a first visitor, read from the disk for each anew. And its page learns from
the first messages alone, one after the other, that text, input, component and their modules have to be fetched.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from streamlit.file_util import get_static_dir

from pages.components.messages import Receive, Send
from pages.components.modules import FOREVER, HERE, TYPES, below, digest, zipped

STATIC = Path(get_static_dir()).resolve()
SCRIPTS = STATIC / "static" / "js"
WIDGETS = ("Html", "TextInput", "BidiComponent", "Selectbox", "Button", "PageLink")
"""What Streamlit draws on every page: each is a script of this name, a dot and a digest."""
MODULES = ("load.js", "bar/bar.js", "search/search.js", "glossary/cards.js")
"""What this app draws on every page."""

_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']""")
_END = b"</head>"


class FrontEnd:
    """ASGI middleware, for ``st.App(middleware=[Middleware(FrontEnd)])``."""

    def __init__(self, app):
        self.app, self.static = app, below("/static/")

    async def __call__(self, scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
        elif not scope["path"].startswith(self.static):
            await self.app(scope, receive, with_links(send))
        elif (path := script_file(scope["path"].removeprefix(self.static))) is None:
            await self.app(scope, receive, send)
        else:
            headers = {"Cache-Control": FOREVER}
            if compress.cache_info().currsize:
                answer = zipped(Request(scope), content(path), TYPES[path.suffix], headers)
            else:  # the first visitor does not wait for it
                answer = Response(content(path), media_type=TYPES[path.suffix], headers=headers)
            await answer(scope, receive, send)


def script_file(name: str) -> Path | None:
    """A script or style of Streamlit's; None for anything else, which Streamlit then answers."""
    try:
        path = (STATIC / "static" / name).resolve()
        return path if path.suffix in TYPES and path.is_relative_to(STATIC / "static") and path.is_file() else None
    except (OSError, ValueError):  # too long; a zero, half a surrogate pair
        return None


@functools.lru_cache(maxsize=512)
def content(path: Path) -> bytes:
    """A file as it is: its name changes with it."""
    return path.read_bytes()


@functools.cache
def compress() -> None:
    """Compress what every first visit asks for."""
    request = Request({"type": "http", "headers": [(b"accept-encoding", b"gzip")]})
    for path in (*named_by_page(), *streamlit_scripts()):
        zipped(request, content(path), "", {})


def named_by_page() -> list[Path]:
    """The scripts and styles that Streamlit's page names itself."""
    page = (STATIC / "index.html").read_text("utf-8")
    return [STATIC / name for name in re.findall(r"""\./(static/[^"']+\.(?:js|css))["']""", page)]


@functools.cache
def streamlit_scripts() -> tuple[Path, ...]:
    """The scripts of WIDGETS with all that they import, but for what Streamlit's page names itself."""
    begin = [path for name in WIDGETS for path in sorted(SCRIPTS.glob(f"{name}.*.js"))]
    there = set(named_by_page())
    return tuple(path for path in imported(begin) if path not in there)


def imported(begin: Iterable[Path]) -> Iterator[Path]:
    """Modules and all that they import, directly or not, each once."""
    waiting, seen = list(begin), set()
    while waiting:
        path = waiting.pop(0)
        if path not in seen:
            seen.add(path)
            yield path
            waiting += [(path.parent / name).resolve() for name in _IMPORT.findall(content(path).decode())]


@functools.cache
def links() -> bytes:
    """The lines for the page's head."""
    names = [*(str(path.relative_to(STATIC)) for path in streamlit_scripts()),
             *(f"modules/{digest()}/{path.relative_to(HERE)}" for path in imported(HERE / name for name in MODULES))]
    return "".join(f'<link rel="modulepreload" href="./{name}">\n' for name in names).encode()


def with_links(send: Send) -> Send:
    """The same, with the links in the head of a whole page that has Streamlit's root. Anything else passes."""
    held: list = []

    async def sent(message) -> None:
        if message["type"] == "http.response.start":
            headers = dict(message["headers"])
            if headers.get(b"content-type", b"").startswith(b"text/html") and message["status"] == 200:
                held.append(message)
                return
        elif held and isinstance(held[0], dict):
            held.append(message.get("body", b""))
            if message.get("more_body"):
                return
            start, body = held[0], b"".join(held[1:])
            held.clear()
            if b'<div id="root"></div>' in body:
                body = body.replace(_END, links() + _END, 1)
            # the length is another now, and with other modules the links are: a kept page would name old ones
            headers = [(name, value) for name, value in start["headers"]
                       if name.lower() not in (b"content-length", b"etag", b"last-modified")]
            await send({**start, "headers": [*headers, (b"content-length", str(len(body)).encode())]})
            await send({"type": "http.response.body", "body": body})
            return
        await send(message)

    return sent
