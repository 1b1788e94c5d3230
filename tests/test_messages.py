"""What a reader's websocket may bring: the law of its pace, and a real server under everything that is no page."""

import asyncio
import random
import re
from itertools import pairwise

import pytest
import streamlit as st
import websockets
from house import run
from reader import Reader
from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.components import modules
from pages.components.messages import A_SECOND, APART, AT_ONCE, LONGEST, PATIENCE, SENT_BY_PAGES, Pace, between, known

KINDS = list(BackMsg.DESCRIPTOR.oneofs_by_name["type"].fields)


def handled(arrivals):
    """When each message is handled that comes at these seconds, or as soon as the one before it is done."""
    pace, now, times = Pace(0.0), 0.0, []
    for arrival in arrivals:
        now = max(now, arrival)
        now += pace.wait(now)
        times.append(now)
    return times


@pytest.mark.parametrize("seed", range(20))
def test_nobody_is_faster_than_a_held_key_nor_for_longer_than_one(seed):
    chance = random.Random(seed)
    arrivals, now = [], 0.0
    for _ in range(3000):
        now += chance.choice((0.0, 0.0, 0.001, 0.03, 0.05, 1.0 * (chance.random() < 0.1)))
        arrivals.append(now)
    times = handled(arrivals)
    assert all(late >= early + APART - 1e-9 for early, late in pairwise(times))
    for length in (50, 400, 1000, 2500):
        for early, late in zip(times, times[length:]):
            assert length <= AT_ONCE + A_SECOND * (late - early) + 1


def test_a_reader_who_holds_a_key_or_clicks_for_an_hour_never_waits():
    held = [0.05 * i for i in range(350)]
    clicks = [0.3 * i for i in range(12_000)]
    for arrivals in (held, clicks):
        assert handled(arrivals) == pytest.approx(arrivals)


@pytest.mark.parametrize("kind", KINDS, ids=lambda field: field.name)
def test_only_what_pages_send_passes(kind):
    message = BackMsg()
    if kind.message_type:
        getattr(message, kind.name).SetInParent()
    else:
        setattr(message, kind.name, True)
    assert known(message.SerializeToString()) == (kind.name in SENT_BY_PAGES)


@pytest.mark.parametrize("data", [None, b"", b"\xff\xff", b"\x0a", b"hello",
                                  BackMsg(rerun_script={"query_string": LONGEST * "a"}).SerializeToString()],
                         ids=range(6))
def test_what_is_no_message_is_left_out(data):
    assert not known(data)


def test_the_end_passes_and_who_has_left_is_not_written_to():
    coming = [{"type": "websocket.receive", "text": "hello"}, {"type": "websocket.disconnect"}]

    async def receive():
        return coming.pop(0)

    async def send(message):
        raise ConnectionResetError

    heard, sent = between(receive, send)
    assert run(heard())["type"] == "websocket.disconnect"
    run(sent({"type": "websocket.send"}))


def test_of_a_reader_who_has_left_nothing_more_is_read():
    async def receive():
        return {"type": "websocket.receive", "bytes": message}

    async def send(message):
        raise ConnectionResetError

    message = BackMsg(rerun_script={}).SerializeToString()
    heard, sent = between(receive, send)
    assert run(heard())["bytes"] == message
    run(sent({"type": "websocket.send"}))
    assert run(heard())["type"] == "websocket.disconnect"


def test_a_connection_that_is_too_fast_for_long_ends_and_a_held_key_or_an_hour_of_clicks_does_not():
    def ended(apart, seconds):
        pace, now = Pace(0.0), 0.0
        while now < seconds:
            now = max(now + apart, now + pace.wait(now))
            if pace.tried(now):
                return now
        return None

    assert PATIENCE < ended(0.0, 3600) < PATIENCE + 1
    assert ended(0.05, 20) is ended(0.3, 3600) is None


def test_boards_report_no_faster_than_messages_may_come():
    source = (modules.HERE / "board/store.js").read_text("utf-8")
    assert int(re.search(r"STEP_PAUSE = (\d+)", source)[1]) >= 1000 * APART
    assert 1_000_000 * st.get_option("server.maxWidgetStateSize") >= LONGEST


async def strange(address):
    """A reader, and beside it one who sends what no page sends, and some who leave in the middle."""
    reader = Reader(address, "我爱你。")
    async with reader.connected() as socket:
        await reader.ask(socket, reader.message())
        for message in ("a text", b"\xff\xff", BackMsg(clear_cache=True).SerializeToString()):
            await socket.send(message)
        await reader.ask(socket, reader.message())
    for pause in (0.0, 0.01, 0.05, 0.1, 0.2):
        leaving = Reader(address, "我爱你。")
        async with leaving.connected() as socket:
            await socket.send(leaving.message(page="heads", panels="all"))
            await asyncio.sleep(pause)
            socket.transport.abort()
    async with reader.connected() as socket:
        await reader.ask(socket, reader.message())


async def too_long(address):
    async with websockets.connect(f"{address.replace('http', 'ws')}/_stcore/stream", subprotocols=["streamlit"],
                                  max_size=None) as socket:
        with pytest.raises(websockets.ConnectionClosed):
            await socket.send(b"\0" * 5_000_000)
            while True:
                await asyncio.wait_for(socket.recv(), 20)


def test_item_2_a_server_takes_no_long_message_and_nothing_strange_leaves_a_traceback(server):
    run(strange(server.address))
    run(too_long(server.address))
    assert "Traceback" not in server.said(), server.said()
