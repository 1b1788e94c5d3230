"""Streamlit's own scripts and styles, sent compressed, and its page, which asks at once for what every page needs.

Streamlit sends them as they are, 3.2 MB to a first visitor, read from the disk for each anew. And its page learns from
the first messages alone, one after the other, that text, input, component and their modules have to be fetched.

Streamlit sends its page for any address that it does not know. In a folder below the app's root it would stay blank,
as it names its scripts by their way from there; under the name of no page it would say so in English, over the first
page. There is nothing there, and a page of our own says so.
"""

from __future__ import annotations

import functools
import gzip
import re
import threading
from collections.abc import Awaitable, Callable, Container, Iterable, Iterator
from os.path import normpath
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from streamlit.file_util import get_static_dir

from pages.components.long_address import with_the_way_home
from pages.components.messages import Receive, Send
from pages.components.modules import FOREVER, HERE, TYPES, below, digest, zipped

STATIC = Path(get_static_dir()).resolve()
SCRIPTS = STATIC / "static" / "js"
WIDGETS = ("Html", "TextInput", "BidiComponent", "Selectbox", "Button", "PageLink")
"""What Streamlit draws on every page: each is a script of this name, a dot and a digest."""
MODULES = ("load.js", "bar/bar.js", "search/search.js", "glossary/cards.js", "word_by_word/performance.js",
           "doors/doors.js")
"""What this app draws on every page, and the two of its first."""
STYLES = tuple(f"bar/{one}.css" for one in ("bar", "phone", "readers_own", "print", "first_page"))
"""The styles of every page, and of the first: sent with it, they would come after its text, which would jump."""
SHEETS = "".join(f'<link rel="stylesheet" href="./modules/{digest()}/{name}">' for name in STYLES)
"""In the page's body, since Streamlit writes its own into the head; before anything is drawn."""

HEAD = 16_384
"""Bytes at a script's beginning in which it says what it imports."""
_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']""")
ROOT, END = b'<div id="root"></div>', b"</head>"
"""What Streamlit's page has and no other, and where its head ends."""
PLAIN = Request({"type": "http", "headers": []})
"""A request of one who takes nothing compressed."""
_compressed = threading.Event()


class FrontEnd:
    """ASGI middleware, for ``st.App(middleware=[Middleware(FrontEnd, pages=...)])``.

    ``pages``: how all but the first are called in an address; ``visited``: called when Streamlit's page is sent.
    """

    def __init__(self, app, pages: Container[str], visited: Callable[[], object] = lambda: None):
        self.app, self.static, self.pages, self.visited = app, below("/static/"), pages, visited

    async def __call__(self, scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
        elif not scope["path"].startswith(self.static):
            name = scope["path"].removeprefix(below("")).strip("/")
            there = not name or name in self.pages
            await self.app(scope, receive, with_links(send, self.visited) if there else without_page(send))
        elif (path := script_file(scope["path"].removeprefix(self.static))) is None:
            await self.app(scope, receive, send)
        else:
            request = Request(scope) if _compressed.is_set() else PLAIN
            answer = await run_in_threadpool(zipped, request, content(path), TYPES[path.suffix],
                                             {"Cache-Control": FOREVER})  # the largest takes a fifth of a second, once
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


def compress() -> None:
    """Compress what every first visit asks for. Until then scripts are sent as they are: nobody waits for it."""
    request = Request({"type": "http", "headers": [(b"accept-encoding", b"gzip")]})
    for path in (*named_by_page(), *streamlit_scripts()):
        zipped(request, content(path), "", {})
    _compressed.set()


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
            names = _IMPORT.findall(content(path)[:HEAD].decode(errors="ignore"))
            waiting += [Path(normpath(path.parent / name)) for name in names]


@functools.cache
def links() -> bytes:
    """The lines for the page's head."""
    names = [*(path.relative_to(STATIC).as_posix() for path in streamlit_scripts()),
             *(f"modules/{digest()}/{path.relative_to(HERE).as_posix()}"
               for path in imported(HERE / name for name in MODULES))]
    return "".join(f'<link rel="modulepreload" href="./{name}">\n' for name in names).encode()


def with_links(send: Send, visited: Callable[[], object]) -> Send:
    """The same, with the links in Streamlit's page. Anything else passes as it is."""

    async def page(start, body: bytes) -> None:
        body = body.replace(END, links() + END, 1).replace(ROOT, SHEETS.encode() + ROOT, 1)
        await send({**start, "headers": _headers(start, len(body))})
        await send({"type": "http.response.body", "body": body})
        visited()

    return _when_the_page(send, page)


def without_page(send: Send) -> Send:
    """The same, where Streamlit's page would be blank: with a page that says so in its place."""

    async def nothing(start, _: bytes) -> None:
        body = with_the_way_home(404, "nothing_title", "nothing_here")
        await send({**start, "status": 404, "headers": _headers(start, len(body))})
        await send({"type": "http.response.body", "body": body})

    return _when_the_page(send, nothing)


def _when_the_page(send: Send, answer: Callable[[Any, bytes], Awaitable[None]]) -> Send:
    """Streamlit's page, once it is whole, is given to ``answer``; anything else passes as it is."""
    start, parts = None, []

    async def sent(message) -> None:
        nonlocal start
        if message["type"] == "http.response.start" and _may_be_the_page(message):
            start = message
        elif start is None:
            await send(message)
        else:
            parts.append(message.get("body", b""))
            if not message.get("more_body"):
                body = b"".join(parts)
                page = gzip.decompress(body) if b"content-encoding" in dict(start["headers"]) else body
                if ROOT in page:
                    return await answer(start, page)
                await send(start)
                await send({"type": "http.response.body", "body": body})

    return sent


def _may_be_the_page(start) -> bool:
    headers = dict(start["headers"])
    html = headers.get(b"content-type", b"").startswith(b"text/html")
    return html and start["status"] == 200 and headers.get(b"content-encoding", b"gzip") == b"gzip"


def _headers(start, length: int) -> list[tuple[bytes, bytes]]:
    """Those of what is sent in its place: of its length, and not to be kept, for the links change with the modules."""
    other = (b"content-length", b"content-encoding", b"etag", b"last-modified")
    return [*(pair for pair in start["headers"] if pair[0].lower() not in other), (b"content-length", b"%d" % length)]
