"""The gate before the server: foreign origins, uploads, metrics, headers; and that nothing is ever asked outside."""


import socket
from urllib.parse import urlsplit

import pytest
from house import run

from app import ICON
from pages.components.gate import CLOSED, HEADERS, Gate
from pages.components.text_files import LANGUAGES, page_words

HOST = (b"host", b"lecture.example:8501")


def asked(kind="http", path="/", method="GET", headers=()):
    """What the app behind the gate saw (its headers; None: nothing reached it), and what was sent back."""
    received, sent = [], []

    async def app(scope, receive, send):
        received.append(scope["headers"])
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"x-frame-options", b"DENY")]})

    async def receive():
        return {"type": f"{kind}.connect"}

    async def send(message):
        sent.append(message)

    scope = {"type": kind, "path": path, "method": method, "headers": [HOST, *headers]}
    run(Gate(app)(scope, receive, send))
    return (dict(received[0]) if received else None), sent


@pytest.mark.parametrize("origin", [None, b"http://lecture.example:8501", b"https://lecture.example:8501"])
def test_a_websocket_of_the_server_s_own_page_passes(origin):
    received, sent = asked("websocket", headers=[(b"origin", origin)] if origin else [])
    assert received is not None and sent == []


@pytest.mark.parametrize("origin", [b"http://evil.example", b"null", b"", b"http://[", b"lecture.example:8501",
                                    b"http://lecture.example:8501.evil.example", b"http://lecture.example"])
def test_item_1_a_websocket_from_elsewhere_is_closed_before_it_is_accepted(origin):
    received, sent = asked("websocket", headers=[(b"origin", origin)])
    assert received is None and [message["type"] for message in sent] == ["websocket.close"]


def test_a_request_from_elsewhere_is_answered_as_if_it_had_no_origin():
    received, _ = asked(path="/_stcore/host-config", headers=[(b"origin", b"http://evil.example")])
    assert b"origin" not in received
    received, _ = asked(path="/_stcore/host-config", headers=[(b"origin", b"http://lecture.example:8501")])
    assert b"origin" in received


@pytest.mark.parametrize(("path", "method"), [
    ("/_stcore/upload_file/session/file", "PUT"), ("/page/_stcore/upload_file/a/b", "POST"), ("/", "DELETE"),
    ("/_stcore/metrics", "GET"), ("/_stcore/upload_file/session/file", "OPTIONS"), ("/auth/login", "GET"),
    ("/oauth2callback", "GET"), ("/_stcore/agent/openapi.json", "GET")])
def test_item_2_files_are_refused_and_item_9_metrics_are(path, method):
    received, sent = asked(path=path, method=method)
    assert received is None and sent[0]["status"] == 403


def test_what_is_closed_is_so_below_the_server_s_own_path(monkeypatch):
    monkeypatch.setattr("streamlit.get_option", {"server.baseUrlPath": "/auth/lecture/"}.get)
    assert asked(path="/auth/lecture/walkthrough")[0] is not None
    for closed in CLOSED:
        assert asked(path=f"/auth/lecture{closed}")[0] is None


def test_item_9_the_icon_is_found_from_any_folder():
    assert ICON.is_absolute() and ICON.is_file()


def test_item_9_every_answer_carries_the_headers_once():
    for path in ("/", "/_stcore/metrics"):
        _, sent = asked(path=path)
        names = [name for name, _ in sent[0]["headers"]]
        assert {name for name, _ in HEADERS} <= set(names) and len(names) == len(set(names))


def test_an_address_that_is_too_long_gets_a_page_with_the_way_home(server):
    with socket.create_connection(urlsplit(server.address).netloc.split(":")) as connection:
        connection.sendall(b"GET /?text=" + b"a" * 180_000)
        answer = connection.makefile("rb").read().decode()
    assert answer.startswith("HTTP/1.1 400 ") and 'href="/"' in answer
    assert all(page_words(language, "state")["address_title"] in answer for language in LANGUAGES)
