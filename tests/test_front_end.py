"""What the server sends of Streamlit's own: whole and compressed; its page names what every page needs."""

import gzip
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest
from house import ROOT, run
from uvicorn.protocols.http.h11_impl import H11Protocol

from pages.components import front_end, no_delay
from pages.components.front_end import MODULES, SCRIPTS, STATIC, STYLES, WIDGETS, FrontEnd
from pages.components.modules import HERE, digest
from pages.components.text_files import LANGUAGES, page_words

PAGE = (STATIC / "index.html").read_bytes()
HTML = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", b"%d" % len(PAGE)), (b"etag", b'"1"')]
ZIPPED = [*HTML, (b"content-encoding", b"gzip")]  # as Streamlit sends it for every page but the first
GZIP = (b"accept-encoding", b"gzip, deflate, br")
LARGE = max(SCRIPTS.glob("*.js"), key=lambda path: path.stat().st_size)
OUTSIDE = ["../index.html", "js/../../../../__init__.py", "js/none.js", "media", "", "js/" + "a" * 5000 + ".js",
           "js/\0.js"]


def asked(path, *headers, method="GET", parts=(PAGE,), answer=HTML, status=200, visited=lambda: None):
    """(whether the app behind was asked, the headers that came, the body that came)."""
    reached, sent = [], []

    async def app(scope, receive, send):
        reached.append(scope["path"])
        await send({"type": "http.response.start", "status": status, "headers": answer})
        for i, part in enumerate(parts):
            await send({"type": "http.response.body", "body": part, "more_body": i < len(parts) - 1})

    async def send(message):
        sent.append(message)

    asking = {"type": "http", "path": path, "method": method, "headers": list(headers)}
    run(FrontEnd(app, {"attention", "lectures"}, visited)(asking, None, send))
    assert [message["type"] for message in sent].count("http.response.start") == 1
    return bool(reached), dict(sent[0]["headers"]), b"".join(message["body"] for message in sent[1:])


@pytest.mark.parametrize("path", [LARGE, *front_end.streamlit_scripts()[:3]], ids=lambda path: path.name)
def test_a_script_comes_whole_compressed_and_for_good(path):
    front_end.compress()
    for headers in ((GZIP,), ()):
        reached, fields, body = asked(f"/static/js/{path.name}", *headers)
        assert not reached and b"immutable" in fields[b"cache-control"]
        assert fields[b"content-type"].startswith(b"text/javascript")
        assert (fields.get(b"content-encoding") == b"gzip") == bool(headers)
        assert (gzip.decompress(body) if headers else body) == path.read_bytes()
        assert len(body) == int(fields[b"content-length"])


@pytest.mark.parametrize("name", OUTSIDE)
def test_anything_else_below_is_streamlits_to_answer(name):
    assert asked(f"/static/{name}", GZIP, parts=(b"", b""), answer=[])[0]


@pytest.mark.parametrize("parts, answer", [((PAGE,), HTML), ((PAGE[:999], PAGE[999:], b""), HTML),
                                           ((gzip.compress(PAGE),), ZIPPED)], ids=["whole", "parts", "zipped"])
def test_streamlits_page_names_every_script_that_all_pages_need(parts, answer):
    reached, fields, body = asked("/attention", GZIP, parts=parts, answer=answer)
    assert b"content-encoding" not in fields
    named = re.findall(rb'<link rel="modulepreload" href="\./([^"]+)">', body)
    sheets = re.findall(rb'<link rel="stylesheet" href="\./modules/([^"]+)">', body.partition(b"<body")[2])
    assert [name.decode() for name in sheets] == [f"{digest()}/{name}" for name in STYLES]
    own = body.replace(front_end.links(), b"").replace(front_end.SHEETS.encode(), b"")
    assert reached and own == PAGE and int(fields[b"content-length"]) == len(body)
    assert b"etag" not in fields and len(named) == len(set(named))
    for name in map(bytes.decode, named):
        assert ((HERE / name.removeprefix(f"modules/{digest()}/")) if "modules/" in name else STATIC / name).is_file()
    begun = {name.decode().rpartition("/")[2].partition(".")[0] for name in named}
    assert set(WIDGETS) <= begun and {f"modules/{digest()}/{name}".encode() for name in MODULES} <= set(named)
    assert not set(re.findall(rb"\./(static/js/[^\"]+)", PAGE)) & set(named)  # it names them itself


def test_every_script_says_at_its_beginning_what_it_imports():
    """Nobody who waits for the page waits until megabytes are searched."""
    for path in front_end.imported([*(HERE / name for name in MODULES), *front_end.streamlit_scripts()]):
        whole = front_end._IMPORT.findall(path.read_text("utf-8"))
        assert whole == front_end._IMPORT.findall(path.read_text("utf-8")[:front_end.HEAD]), path


@pytest.mark.parametrize("answer, status, method", [
    (HTML, 304, "GET"), (HTML, 200, "POST"), ([(b"content-type", b"application/json")], 200, "GET")])
def test_other_answers_pass_as_they_are(answer, status, method):
    assert asked("/", method=method, answer=answer, status=status) == (True, dict(answer), PAGE)


def test_a_page_that_is_not_streamlits_passes_as_it_is():
    assert asked("/r", parts=(b"<html><head></head>", b"</html>")) == (True, dict(HTML), b"<html><head></head></html>")


@pytest.mark.parametrize("base, path, there", [
    ("", "/attention", True), ("", "/", True), ("", "/attention/", True), ("", "/walkthrough/extra", False),
    ("", "/lectures/x/y", False), ("", "/walkthrough/static/js/none.js", False), ("talk", "/talk", True),
    ("", "/atention", False), ("", "/Attention", False), ("talk", "/talk/talk", False), ("", "/lectures", True),
    ("talk", "/talk/", True), ("talk", "/talk/attention", True), ("talk", "/talk/attention/extra", False)])
def test_where_no_page_is_a_page_says_so(monkeypatch, base, path, there):
    monkeypatch.setattr("streamlit.get_option", {"server.baseUrlPath": base}.get)
    visits = []
    _, fields, body = asked(path, visited=lambda: visits.append(path))
    assert (front_end.ROOT in body) == there == bool(visits) and int(fields[b"content-length"]) == len(body)
    if not there:
        assert all(page_words(language, "state")["nothing_title"] in body.decode() for language in LANGUAGES)
        assert f'href="{base and "/talk"}/"' in body.decode() and b"etag" not in fields


def test_an_address_of_no_page_is_answered_with_404_and_all_that_is_there_as_before(server):
    def status(path):
        try:
            asking = urllib.request.Request(f"{server.address}/{path}", headers={"Accept-Encoding": "gzip"})
            with urllib.request.urlopen(asking) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    assert [status(path) for path in ("walkthrough/extra", "lectures/x", "r/view/x/y", "poet", "start")] == [404] * 5
    deep = front_end.named_by_page()[0].relative_to(STATIC), f"modules/{digest()}/load.js", "_stcore/host-config"
    assert [status(path) for path in (*deep, "walkthrough", "lectures", "_stcore/health")] == [200] * 6
    assert status("walkthrough/_stcore/health") == 404  # as Streamlit's page expects


def test_until_scripts_are_compressed_they_are_sent_as_they_are(monkeypatch):
    monkeypatch.setattr(front_end, "_compressed", threading.Event())
    assert asked(f"/static/js/{LARGE.name}", GZIP)[2] == LARGE.read_bytes()
    front_end.compress()
    assert len(asked(f"/static/js/{LARGE.name}", GZIP)[2]) < LARGE.stat().st_size / 2


def test_answers_of_a_connection_leave_at_once(monkeypatch):
    """asyncio sees to it only where the socket was made with TCP's number, which Streamlit's was not."""
    class Transport:
        def get_extra_info(self, name):
            return {"socket": accepted}[name]

    made = []
    monkeypatch.setattr(H11Protocol, "connection_made", lambda *given: made.append(given))
    no_delay.send_at_once()
    with socket.socket(socket.AF_INET) as listening, socket.socket(socket.AF_INET) as caller:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        caller.connect(listening.getsockname())
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.proto == 0 and not accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            H11Protocol.connection_made("protocol", transport := Transport())
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) and made == [("protocol", transport)]


def test_a_visit_is_told_when_the_page_is_sent_and_for_nothing_else():
    visits = []
    for path, answer in (("/attention", HTML), ("/_stcore/health", [(b"content-type", b"text/plain")]),
                         (f"/static/js/{LARGE.name}", HTML), ("/", HTML)):
        asked(path, answer=answer, visited=lambda path=path: visits.append(path))
    assert visits == ["/attention", "/"]


def test_the_first_page_waits_for_no_import_that_was_not_prepared():
    """Streamlit's look for components of other packages is the test's: a server looks when it starts."""
    code = f"""
import sys
import app
from pages.components import warm_up
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
warm_up.PATIENCE = 60
warm_up.first_page(*app.FIRST_PAGE).join()
manifest_scanner.scan_component_manifests()
before = set(sys.modules)
shown = AppTest.from_file({str(ROOT / "app.py")!r}, default_timeout=60).run()
assert shown.markdown and not shown.exception
print(sorted(set(sys.modules) - before))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_what_is_pressed_shows_that_it_is_pointed_at():
    sheets = {str(path.relative_to(HERE)): path.read_text("utf-8") for path in HERE.rglob("*.css")}
    pressed = {name for name, sheet in sheets.items() if re.search("cursor: (pointer|grab)", sheet)}
    silent = {name for name in pressed if ":hover" not in sheets[name]}
    assert silent == {"word_by_word/poem.css"}  # its script lights what is pointed at


def test_what_a_phone_is_all_sheets_say_alike():
    """As ``board/dom.js``; a projector's window, which is narrow in its frames, does as it is wide."""
    phone = re.search('PHONE = "(.+)"', (HERE / "board" / "dom.js").read_text("utf-8"))[1]
    said = {path.name: set(re.findall(r"@media (.*760px.*?) \{", path.read_text("utf-8")))
            for path in HERE.rglob("*.css")}
    assert {name: queries for name, queries in said.items() if queries - {phone}} == {
        "projector.css": {"(max-width: 760px)"}}
    assert sum(phone in queries for queries in said.values()) > 10
