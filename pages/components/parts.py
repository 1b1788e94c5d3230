"""Parts of payloads, which the script of a component fetches when it needs them: `parts/VERSION/NUMBER`.

    payload = keep(payload)        # the one that is served under its version; whoever holds it keeps it served
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Protocol, TypeVar
from weakref import WeakValueDictionary

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

KEPT = "private, max-age=31536000, immutable"


class Parted(Protocol):
    """Bytes in parts, under a digest of them all."""

    version: str
    parts: Sequence[bytes]


Payload = TypeVar("Payload", bound=Parted)
_keeping = threading.Lock()


@st.cache_resource(max_entries=1, show_spinner=False)
def _parted_cache() -> WeakValueDictionary[str, Parted]:
    """In Streamlit's cache: it outlives a reload of this module while somebody works on it."""
    return WeakValueDictionary()


def keep(payload: Payload) -> Payload:
    """The payload of this version: this one, or an equal one that somebody holds already."""
    with _keeping:
        return _parted_cache().setdefault(payload.version, payload)


async def answer(request: Request) -> Response:
    """The bytes of a part; 404 for a version that nobody holds, and for what is no number of a part."""
    payload, number = _parted_cache().get(request.path_params["version"]), request.path_params["number"]
    if payload is None or number not in map(str, range(len(payload.parts))):
        return Response(status_code=404)
    part = await run_in_threadpool(payload.parts.__getitem__, int(number))  # it may have to be made
    return Response(part, media_type="application/octet-stream", headers={"Cache-Control": KEPT})
