"""What a reader's websocket may bring: what a page sends, no faster than a hand, and nothing after its reader has left.

Streamlit handles every message on the event loop that serves all readers: thousands a second from one of them stop it
for everybody. It empties the caches of all when one asks for it. A text, or something that is no message, leaves a
traceback in the log, as does a reader who leaves while an answer is on its way.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

SENT_BY_PAGES = {"rerun_script", "stop_script", "app_heartbeat", "backend_operation_request"}
APART = 0.04
"""Seconds between two messages at least; a board reports every 0.05 at most (``board/report.js``)."""
AT_ONCE, A_SECOND = 300, 5
"""Messages before one is slowed down further, twenty seconds of a held key; and what is made good a second."""
PATIENCE = 30
"""Seconds without a message in time after which the connection ends. A browser comes back by itself, to its session."""
LONGEST = 1_000_000
"""Bytes of a message, as ``server.maxWidgetStateSize`` says too; the longest that a page has sent had 10,000."""


class Pace:
    """When the next message of a connection may come. Seconds by any clock."""

    def __init__(self, now: float):
        self.left, self.seen, self.next, self.in_time = float(AT_ONCE), now, now, now

    def wait(self, now: float) -> float:
        """Seconds until the message that is there at this moment may be handled."""
        self.left = min(AT_ONCE, self.left + A_SECOND * (now - self.seen)) - 1
        self.seen = now
        due = max(now, self.next, now - self.left / A_SECOND)
        self.next = due + APART
        if due == now:
            self.in_time = now
        return due - now

    def tried(self, now: float) -> bool:
        """Whether messages have come too fast for longer than anybody's hand is at it."""
        return now > self.in_time + PATIENCE


def between(receive: Receive, send: Send) -> tuple[Receive, Send]:
    """The two ends of a websocket, with what stands above between them and Streamlit."""
    pace, there = Pace(time.monotonic()), True

    async def heard() -> MutableMapping[str, Any]:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            now = time.monotonic()
            wait = pace.wait(now)
            if not there or pace.tried(now):  # what has come before the end stands before it in the queue
                return {"type": "websocket.disconnect", "code": 1008}
            if wait:
                await asyncio.sleep(wait)
            if known(message.get("bytes")):
                return message

    async def sent(message: MutableMapping[str, Any]) -> None:
        nonlocal there
        try:
            await send(message)
        except OSError:
            there = False

    return heard, sent


def known(data: bytes | None) -> bool:
    """Whether these bytes are a message that a page sends; None: a text."""
    try:
        return (data is not None and len(data) <= LONGEST
                and BackMsg.FromString(data).WhichOneof("type") in SENT_BY_PAGES)
    except DecodeError:
        return False
