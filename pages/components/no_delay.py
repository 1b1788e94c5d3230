"""Every answer leaves at once: without TCP_NODELAY a small one waits 40 ms for the last one's acknowledgement.

Nagle's algorithm (RFC 896) holds a small segment back while another is on its way, and the receiver acknowledges late
(RFC 1122, 4.2.3.2). asyncio turns that off, but only for sockets whose protocol number is TCP's; the one that
Streamlit listens on was made without a number, and each connection inherits that.
"""

from __future__ import annotations

import asyncio
import socket

from uvicorn.protocols.http.h11_impl import H11Protocol


def send_at_once() -> None:
    """From now on, for all connections of this process; a websocket keeps the connection that it began with."""
    made = H11Protocol.connection_made

    def connection_made(protocol: H11Protocol, transport: asyncio.Transport) -> None:
        connection = transport.get_extra_info("socket")
        if connection.family in (socket.AF_INET, socket.AF_INET6):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made(protocol, transport)

    H11Protocol.connection_made = connection_made
