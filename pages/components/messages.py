"""What a reader's websocket may bring: what a page sends, no faster than a hand, and nothing after its reader has left.

Streamlit handles every message on the event loop that serves all readers: thousands a second from one of them stop it
for everybody. It empties the caches of all when one asks for it. A text, or something that is no message, leaves a
traceback in the log, as does a reader who leaves while an answer is on its way.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

SENT_BY_PAGES = {"rerun_script", "stop_script", "app_heartbeat", "backend_operation_request"}
APART = 0.04
"""Seconds between two messages at least; a key that is held down reports every 0.05 (``board/report.js``)."""
AT_ONCE, A_SECOND = 300, 5
"""Messages before one is slowed down further, a quarter of a minute of a held key; and what is made good a second."""


class Pace:
    """When the next message may come. Seconds by any clock."""

    def __init__(self, now: float):
        self.left, self.seen, self.next = float(AT_ONCE), now, now

    def wait(self, now: float) -> float:
        """Seconds until the message that is there at this moment may be handled."""
        self.left = min(AT_ONCE, self.left + A_SECOND * (now - self.seen)) - 1
        self.seen = now
        due = max(now, self.next, now - self.left / A_SECOND)
        self.next = due + APART
        return due - now


def paced(receive: Receive) -> Receive:
    """The same, but only what pages send, and one after the other: who is too fast waits, nothing is lost."""
    pace = Pace(time.monotonic())

    async def heard() -> MutableMapping[str, Any]:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            await asyncio.sleep(pace.wait(time.monotonic()))
            if known(message.get("bytes")):
                return message

    return heard


def known(data: bytes | None) -> bool:
    """Whether these bytes are a message that a page sends; None: a text."""
    try:
        return data is not None and BackMsg.FromString(data).WhichOneof("type") in SENT_BY_PAGES
    except DecodeError:
        return False


def while_there(send: Send) -> Send:
    """The same, but silent once the reader has left, of which ``receive`` tells next."""

    async def sent(message: MutableMapping[str, Any]) -> None:
        with contextlib.suppress(OSError):
            await send(message)

    return sent
