"""An address that is too long for the server gets a page with a way on, where uvicorn would send a bare 400.

A request whose first line and headers are longer than 64 KB never becomes one: h11 gives up on it, and uvicorn writes
its answer to the connection itself, before any application is asked. So that answer is replaced.
"""

from __future__ import annotations

from uvicorn.protocols.http.h11_impl import H11Protocol

from pages.components.modules import below
from pages.components.text_files import LANGUAGES, page_words

PAGE = """<!doctype html><html lang="zh"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{status}</title><style>:root {{color-scheme: light dark}} body {{font: 20px/1.6 sans-serif; max-width: 34em;
margin: 15vh auto; padding: 0 1em}}
a {{display: inline-grid; align-items: center; min-width: 44px; min-height: 44px; color: light-dark(#0b57a4, #8ab8ff)}}
</style><main>{parts}</main></html>"""
PART = """<section lang="{language}"><h1>{title}</h1><p>{said}</p><p><a href="{home}">{first_page}</a></p></section>"""

LINGER = 2
"""Seconds for which the rest of an address is read and thrown away."""


def answer_with_a_page() -> None:
    """From now on, for all connections of this process."""
    H11Protocol.send_400_response = _page


def with_the_way_home(status: int, title: str, said: str) -> bytes:
    """A page in both languages, its texts by their keys in ``state.toml``."""
    return PAGE.format(status=status, parts="".join(
        PART.format(language=language, home=below("/"), title=w[title], said=w[said], first_page=w["first_page"])
        for language in LANGUAGES for w in [page_words(language, "state")])).encode()


def _page(protocol: H11Protocol, _: str) -> None:
    """In both languages: of a request that was never read, nobody knows which is its reader's."""
    body = with_the_way_home(400, "address_title", "address_too_long")
    protocol.transport.write(
        b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/html; charset=utf-8\r\nx-content-type-options: nosniff\r\n"
        b"connection: close\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body))
    protocol.data_received = lambda data: None  # the rest of the address: to close on it would reset the connection,
    protocol.loop.call_later(LINGER, protocol.transport.close)  # and the answer might be lost
