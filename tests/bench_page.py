"""What a reader waits for, in a real Chromium: the first page, a key, a click; and what the first visit moves."""

import statistics
import tempfile
import time
from pathlib import Path

import streamlit
from browser import BOARD, ROOT, Server, Visit, chromium, gallery, healthy, page_of, served

SENTENCE = "我昨天买了一本书"
STARTS, STEPS, CLICKS, PRESSES = 3, 24, 24, 40

PAINTED = """(() => { window.painted = []; addEventListener('keydown', (event) => {
  const before = window.__board?.paints;
  requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () =>
      window.painted.push([performance.now() - event.timeStamp, window.__board.paints - before]);
    after.port2.postMessage(0);
  });
}, true); })()"""
"""From the key to the frame that shows the new picture: the task after the next animation frame."""

TOLD = """(said) => new Promise((tell) => { addEventListener('keydown', ({ timeStamp }) => {
  const titles = () => [...document.querySelectorAll('.st-key-told h2')].filter((one) => one.checkVisibility());
  const look = () => titles().some((one) => one.textContent.includes(said))
    ? tell(performance.now() - timeStamp) : requestAnimationFrame(look);
  look();
}, { once: true, capture: true }); window.ready = true; })"""

OPENED = """(place) => new Promise((tell) => { addEventListener('pointerup', ({ timeStamp }) => {
  const host = [...document.querySelectorAll('*')].find((e) => e.shadowRoot?.querySelector('.worked'));
  const look = () => host.shadowRoot.querySelector('.place')?.textContent.endsWith(place)
    ? tell(performance.now() - timeStamp) : requestAnimationFrame(look);
  look();
}, { once: true, capture: true }); window.ready = true; })"""


TITLE = """import streamlit as st

st.title("Hello")
"""
HELLO = Path(streamlit.__file__).parent / "hello" / "streamlit_app.py"
"""What ``streamlit hello`` runs."""


def first_page(browser, home: Path, script: Path = ROOT / "app.py",
               shown: str = ".performance .line.target button") -> float:
    """Seconds from the start of the server to the first page with what is ``shown``."""
    with Visit(browser, "", motion="no-preference") as visit:
        visit.page.goto("about:blank")
        server = Server(home, script)
        try:
            while not healthy(server.address):
                time.sleep(0.01)
            visit.page.goto(f"{server.address}/?lang=en")
            while not visit.page.locator(shown).first.is_visible():  # wait_for() looks after 270 ms, then after 770
                time.sleep(0.01)
            return time.perf_counter() - server.begun
        finally:
            server.stop()


def first_visit(browser, address: str) -> float:
    """Megabytes that the server sends to a fresh browser for the start page."""
    with Visit(browser, address) as visit:
        moved, talk = [], visit.context.new_cdp_session(visit.page)
        talk.send("Network.enable")
        talk.on("Network.loadingFinished", lambda event: moved.append(event["encodedDataLength"]))
        talk.on("Network.webSocketFrameReceived", lambda event: moved.append(
            len(event["response"]["payloadData"]) * (0.75 if event["response"]["opcode"] == 2 else 1)))
        visit.open(lang="en")
        visit.page.wait_for_timeout(1000)
        return sum(moved) / 1e6


def over_socket(visit, path: str, **more) -> float:
    """Kilobytes that come over the socket for a page."""
    moved, talk = [], visit.context.new_cdp_session(visit.page)
    talk.send("Network.enable")
    talk.on("Network.webSocketFrameReceived", lambda event: moved.append(
        len(event["response"]["payloadData"]) * (0.75 if event["response"]["opcode"] == 2 else 1)))
    visit.open(path, lang="en", **more)
    visit.page.wait_for_timeout(1000)
    talk.detach()
    return sum(moved) / 1e3


def socket(browser, address: str, path: str, **more) -> float:
    """Kilobytes that come over the socket for a page, first visited after the start page."""
    with Visit(browser, address) as visit:
        return over_socket(visit.open(lang="en"), path, **more)


def stage(visit, **more):
    """The walkthrough at every detail, without motion."""
    visit.page.emulate_media(reduced_motion="reduce")
    visit.open("walkthrough", lang="en", text=SENTENCE, depth="formula", tour="", **more)
    visit.until("$.spec.frames.length > 50")
    return visit.still()


def walked(visit) -> list[tuple[str, float, float, str]]:
    """Keys on the walkthrough: to the picture, and to the title, formula and text beside it."""
    stage(visit, step="source_embedding.positioned").page.evaluate(PAINTED)
    heard = []
    for _ in range(STEPS):
        visit.page.wait_for_timeout(250)
        path, place = visit.board("walked.path"), visit.place()
        before, title = (visit.board(f"spec.frames[{path[at]}].title") for at in (place, place + 1))
        waiting = visit.page.evaluate_handle(f"() => {{ window.said = ({TOLD})({title!r}); }}")
        visit.page.keyboard.press("ArrowRight")
        waiting.dispose()
        if title not in before:
            heard.append(visit.page.evaluate("window.said"))
    painted = visit.page.evaluate("window.painted")
    assert len(painted) == STEPS and all(paints == 1 for _, paints in painted)
    return [("arrow key to painted picture, median", statistics.median(ms for ms, _ in painted), 20, "ms"),
            ("arrow key to title and text, median", statistics.median(heard), 60, "ms")]


def moved(visit) -> float:
    """Milliseconds per frame while pictures move from step to step."""
    stage(visit, step="encoder.0.self_attention.scores")
    visit.page.emulate_media(reduced_motion="no-preference")
    spent = []
    for count in range(1, 13):
        visit.page.keyboard.press("ArrowRight")
        visit.until(f"$.counters.motions === {count} && $.motion === null")
        visit.page.wait_for_timeout(400)
        spent.append(visit.board("counters.motionMs") / visit.board("counters.motionFrames"))
    return statistics.median(spent)


def clicked(visit) -> float:
    """Milliseconds from a click on a cell to its arithmetic."""
    name, spent = "encoder.0.self_attention.weights", []
    stage(visit, step=name).page.mouse.click(*visit.at(name, 0, 0))
    visit.page.locator(".worked .place").wait_for()
    words = visit.board("layout.boxes")[-1]["picture"]["rows"]
    for i in range(CLICKS):
        row, column = i % 7, (i * 3 + 1) % 7
        visit.still()
        place = f"query {words[row]} · key {words[column]}"
        visit.page.evaluate(f"() => {{ window.opened = ({OPENED})({place!r}); }}")
        visit.page.mouse.click(*visit.at(name, row, column))
        spent.append(visit.page.evaluate("window.opened"))
    return statistics.median(spent)


def lost(visit) -> int:
    """Presses without effect when a key is held down: one every 33 ms."""
    stage(visit, step="source_embedding.scaled")
    begun_at = visit.place()
    for _ in range(PRESSES):
        begun = time.perf_counter()
        visit.page.keyboard.down("ArrowRight")
        time.sleep(max(0.0, 0.033 - time.perf_counter() + begun))
    visit.page.keyboard.up("ArrowRight")
    return PRESSES - visit.place() + begun_at


def large():
    import numpy as np
    import streamlit as st

    from pages.components.board import Frame, Picture, board

    tokens = tuple(f"w{i}" for i in range(64))
    shown = [Picture(f"A{i}", f"A{i}", np.random.default_rng(i).dirichlet(np.ones(64), (8, 64)), tokens, tokens,
                     scale="sequential") for i in range(2)]
    st.set_page_config(layout="wide")
    frames = [Frame(str(i), "", "", (f"A{i % 2}",)) for i in range(20)]
    board(shown, frames, key="walk", words={})


def repainted(browser, home: Path) -> float:
    """Milliseconds from the key to the painted picture: eight heads of 64 x 64."""
    with (served(home, script=gallery(home)) as server,
          Visit(browser, server.address, motion="no-preference") as visit):
        visit.open(page_of(large, server)).until("$.spec.frames.length === 20")
        visit.page.evaluate(PAINTED)
        for _ in range(19):
            visit.page.wait_for_timeout(250)
            visit.page.keyboard.press("ArrowRight")
        visit.page.wait_for_function(f"{BOARD}.index === 19 && window.painted.length === 19")
        return statistics.median(ms for ms, _ in visit.page.evaluate("window.painted"))


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit)."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        home = Path(folder)
        title = home / "title.py"
        title.write_text(TITLE, "utf-8")
        bare, hello = (statistics.median(first_page(browser, home, script, "[data-testid=stMain] h1")
                                         for _ in range(STARTS)) for script in (title, HELLO))
        starts = statistics.median(first_page(browser, home) for _ in range(STARTS))
        with served(home) as server:
            first = first_visit(browser, server.address)
            with Visit(browser, server.address) as visit:
                measurements = [("server start to first page, median", starts, 2.5, "s"),
                                ("the same, times `streamlit hello`", starts / hello, 1.2, ""),
                                ("the same, times a page of Streamlit with a title alone", starts / bare, 1.2, ""),
                                ("first visit", first, 4, "MB"),
                                ("/decoder after the start page, over the socket",
                                 socket(browser, server.address, "decoder"), 400, "KB"),
                                ("/walkthrough likewise", socket(browser, server.address, "walkthrough"), 250, "KB"),
                                *walked(visit), ("a frame of motion, median", moved(visit), 20, "ms"),
                                ("click on a cell to its arithmetic, median", clicked(visit), 110, "ms"),
                                ("presses lost of 40, one every 33 ms", lost(visit), 0, "")]
        return [*measurements, ("8 heads of 64 tokens, key to painted, median", repainted(browser, home), 200, "ms")]
