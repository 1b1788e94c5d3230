"""Whether the server can do its work: ``/health`` for those who watch over it, in one line of JSON.

200 and ``{"ok": true, "unusable": []}`` while all checkpoints can be used; else 503, with the names of those that
cannot. Streamlit's own ``/_stcore/health`` says only that there is a server.
"""

from __future__ import annotations

import streamlit as st
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route


def routes() -> list[BaseRoute]:
    """Where it is asked, below ``server.baseUrlPath``."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return [Route(f"{base and f'/{base}'}/health", _answer)]


def _answer(request: Request) -> Response:
    """In a thread of the pool: the first time all checkpoints are loaded."""
    from core import zoo

    unusable = zoo.unusable()
    return JSONResponse({"ok": not unusable, "unusable": unusable}, 503 if unusable else 200,
                        {"Cache-Control": "no-store"})
