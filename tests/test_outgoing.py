"""No outgoing request ever, whatever is asked: the real server, each connection that leaves the machine trapped."""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
import websockets
from browser import served
from house import run
from reader import Reader
from trap import trapped

STRANGERS = ("http://evil.example", "https://share.streamlit.io", "null", "http://[", "http://127.0.0.1.evil.example")
PAGES = ("", "walkthrough", "attention", "decoder", "heads", "training", "equations", "errata", "symmetry")


@pytest.fixture(autouse=True)
def nothing_left_the_machine(environment):
    yield
    assert trapped(environment) == []


def test_the_trap_holds(environment, tmp_path):
    own = environment | {"TRAPPED": str(tmp_path / "own.txt")}
    code = "import urllib.request; urllib.request.urlopen('http://checkip.amazonaws.com', timeout=5)"
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | own, capture_output=True, text=True)
    assert done.returncode and trapped(own) == ["socket.getaddrinfo checkip.amazonaws.com"]


def answered(server, path, **headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{server.address}/{path}", headers=headers)) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


@pytest.mark.parametrize("origin", STRANGERS)
def test_item_1_a_websocket_from_elsewhere_is_refused_at_once(server, origin):
    async def knock():
        address = f"{server.address.replace('http', 'ws')}/_stcore/stream"
        with pytest.raises(websockets.InvalidStatus, match="403"):
            async with websockets.connect(address, origin=origin, subprotocols=["streamlit"]):
                pass

    begun = time.perf_counter()
    for _ in range(20):
        run(knock())
    assert time.perf_counter() - begun < 10


async def greet(server, name):
    """As a page does that was loaded from this server under some name."""
    port = int(server.address.rpartition(":")[2])
    async with websockets.connect(f"ws://{name}:{port}/_stcore/stream", host="127.0.0.1", port=port,
                                  origin=f"http://{name}:{port}", subprotocols=["streamlit"]):
        pass


def test_item_11_a_page_whose_name_is_turned_to_this_server_stays_outside_where_the_server_knows_its_own(
        server, tmp_path):
    with served(tmp_path, environment={"STREAMLIT_SERVER_ALLOWED_HOSTS": "lecture.example"}) as knowing:
        run(greet(knowing, "lecture.example"))
        with pytest.raises(websockets.InvalidStatus, match="403"):
            run(greet(knowing, "evil.example"))
    for name in ("lecture.example", "evil.example"):  # one that has not been told its name takes any
        run(greet(server, name))


@pytest.mark.parametrize("origin", [*STRANGERS, "http://lecture.example"])
@pytest.mark.parametrize("path", ["", "attention", "_stcore/health", "_stcore/host-config", "_stcore/metrics",
                                  "_stcore/script-health-check", "media/none", "modules/x/load.js", "static/none.js"])
def test_item_1_a_request_from_elsewhere_asks_nobody(server, path, origin):
    status, body = answered(server, path, Origin=origin, Host="lecture.example")
    assert status in (200, 403, 404) and b"Traceback" not in body


def test_item_9_messages_of_no_other_host_are_trusted(server):
    status, body = answered(server, "_stcore/host-config")
    assert status == 200 and json.loads(body)["allowedOrigins"] == []


def test_item_1_no_page_asks_outside(server):
    async def read(page):
        reader = Reader(server.address, "我昨天买了一本书。")
        address = f"{server.address.replace('http', 'ws')}/_stcore/stream"
        async with websockets.connect(address, subprotocols=["streamlit"], max_size=None) as socket:
            await reader.ask(socket, reader.message(page=page, panels="all"))

    for page in PAGES:
        run(read(page))
    assert "Traceback" not in server.said()
