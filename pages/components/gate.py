"""What stands before the server: strangers' origins and what this app has no use for are refused, answers get headers.

Asked about an Origin it does not know, Streamlit looks up its own address on a machine outside, on the event loop, for
every request anew. So a websocket from elsewhere is refused here, and a request from elsewhere loses its Origin: it
is answered like one that has none, without leave for the other page to read it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from pages.components.messages import Receive, Send, between
from pages.components.modules import below

Scope = MutableMapping[str, Any]

READS = {"GET", "HEAD", "OPTIONS"}
ANSWERS = "/r/"  # below it, the answers of a room are posted, by its own page alone
CLOSED = ("/_stcore/metrics", "/_stcore/upload_file", "/_stcore/agent", "/auth/", "/oauth2callback")

POLICY = "; ".join((
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:",  # Vega compiles its expressions
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' data: blob:",  # with the page's own websocket, in Safari since 15.4
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
))
HEADERS = [(b"x-content-type-options", b"nosniff"), (b"x-frame-options", b"SAMEORIGIN"),
           (b"referrer-policy", b"same-origin"), (b"content-security-policy", POLICY.encode())]


class Gate:
    """ASGI middleware, for ``st.App(middleware=[Middleware(Gate)])``."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]):
        self.app, self.closed, self.answers = app, tuple(map(below, CLOSED)), below(ANSWERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not own(scope):
            await receive()  # the handshake; to close instead of accepting it is answered with 403
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "websocket":
            await self.app(scope, *between(receive, send))
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        elif not self._takes(scope) or scope["path"].startswith(self.closed):
            await refused(with_headers(send))
        else:
            if not own(scope):
                scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"origin"]
            await self.app(scope, receive, with_headers(send))

    def _takes(self, scope: Scope) -> bool:
        if scope["method"] in READS:
            return True
        has_origin = any(name == b"origin" for name, _ in scope["headers"])
        return scope["method"] == "POST" and scope["path"].startswith(self.answers) and has_origin and own(scope)


def own(scope: Scope) -> bool:
    """Whether a request comes from a page of this very server, or from a program, which sends no Origin."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin.decode("latin-1")).netloc == headers.get(b"host", b"").decode("latin-1") != ""
    except ValueError:  # no address at all: "http://["
        return False


def with_headers(send: Send) -> Send:
    """The same, with the headers of every answer."""

    async def sent(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            extra = [(name, value) for name, value in HEADERS if name not in present]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return sent


async def refused(send: Send) -> None:
    """403, in words."""
    body = b"This server takes no files, shows no metrics and knows no accounts."
    await send({"type": "http.response.start", "status": 403,
                "headers": [(b"content-type", b"text/plain; charset=utf-8")]})
    await send({"type": "http.response.body", "body": body})
