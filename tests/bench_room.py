"""A room: from the lecturer's key to the painted picture on real browsers beside many streams; answers all at once."""

import asyncio
import json
import statistics
import tempfile
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from bench_stepping import READERS, SENTENCES, together, walks_of
from browser import Visit, chromium, served
from test_room_hall import PHONE, WORDS, opened, press

PHONES, KEYS, PAUSE = 8, 12, 2.0
CROWDS = ((52, 250), (292, 300), (992, 400))  # streams beside the browsers, and the target of the 95th percentile
VOTES = 1000
PAINTED = """title => { window.painted = new Promise((tell) => {
  const told = document.querySelector('.told'), other = () => told.querySelector('h2')?.textContent !== title;
  const watch = new MutationObserver(() => other() && (watch.disconnect(),
    requestAnimationFrame(() => requestAnimationFrame(() => tell(Date.now())))));
  watch.observe(told, { childList: true, subtree: true });
}) }"""
PRESSED = """() => { window.pressed = null; addEventListener('keydown', () => (window.pressed ??= Date.now()),
  { capture: true, once: true }) }"""


@contextmanager
def streams(here: str, count: int):
    """So many streams of a room, held open by a program on a loop of its own."""
    loop = asyncio.new_event_loop()
    host, port = here.split("/")[2].split(":")

    async def listen() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET /r/{here[-5:]}/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        with suppress(asyncio.CancelledError):
            while await reader.readline():
                pass

    async def all_listen() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*(listen() for _ in range(count)))

    thread = threading.Thread(target=loop.run_until_complete, args=(all_listen(),), daemon=True)
    thread.start()
    time.sleep(2 + count / 200)
    yield
    loop.call_soon_threadsafe(lambda: [task.cancel() for task in asyncio.all_tasks(loop)])


def delays(lecturer, phones) -> list[float]:
    """Milliseconds from the key to the painted picture, for each key and phone."""
    milliseconds = []
    for turn in range(KEYS):
        for phone in phones:
            phone.evaluate(PAINTED, phone.locator(".told h2").inner_text())
        lecturer.evaluate(PRESSED)
        press(lecturer, "ArrowRight" if turn % 2 == 0 else "ArrowLeft")
        begun = lecturer.evaluate("window.pressed")
        milliseconds += [phone.evaluate("window.painted") - begun for phone in phones]
        time.sleep(PAUSE)
    return milliseconds[len(phones):]  # the first brings the parts


def alone(address: str, lecturer) -> list[float]:
    """Milliseconds of the steps of sixty sessions that go their own ways while the lecturer goes hers, in order."""
    from core.data import grammar

    sentences = grammar.examples()[:SENTENCES]
    walking = together(address, sentences, walks_of(sentences))
    with ThreadPoolExecutor(1) as threads:
        readers = threads.submit(asyncio.run, walking)
        while not readers.done():
            for key in ("ArrowRight", "ArrowLeft"):
                press(lecturer, key)
                time.sleep(PAUSE)
    return sorted(1000 * seconds for reader in readers.result() for seconds in reader.spent)


def vote(here: str, question: str) -> tuple[float, int]:
    """Seconds that VOTES answers take, given by 32 threads, and how many were taken."""
    def answered(i: int) -> bool:
        body = json.dumps({"person": f"{i:032x}", "question": question, "choice": i % 3}).encode()
        request = urllib.request.Request(f"{here}/answer", body, {"Origin": here.rpartition("/r/")[0]})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status == 200

    begun = time.perf_counter()
    with ThreadPoolExecutor(32) as threads:
        taken = sum(threads.map(answered, range(VOTES)))
    return time.perf_counter() - begun, taken


def joining(browser, here: str):
    """A phone in the room, and how long it took to get there, in seconds, with so many kilobytes over the wire."""
    page, sizes = browser.new_context(viewport=PHONE, locale="en-US").new_page(), []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    begun = time.perf_counter()
    page.goto(here)
    page.locator(".told h2").wait_for()
    return page, time.perf_counter() - begun, sum(sizes) / 1000


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit)."""
    measurements = []
    with (tempfile.TemporaryDirectory() as home, served(Path(home)) as server, chromium() as browser,
          Visit(browser, server.address, motion="no-preference") as visit):
        here = opened(visit)
        joined = [joining(browser, here) for _ in range(PHONES)]
        phones = [page for page, *_ in joined]
        measurements += [("join, the last of eight browsers", joined[-1][1], 1, "s"),
                         ("join, over the wire", joined[0][2], 350, "kB")]
        for count, target in CROWDS:
            before = server.memory()
            with streams(here, count):
                measurements += _crowd(count, target, delays(visit.page, phones))
                if count == CROWDS[0][0]:
                    spent = alone(server.address, visit.page)
                    measurements.append((f"{READERS} step on their own meanwhile, 95th percentile",
                                         spent[int(0.95 * len(spent))], 120, "ms"))
                if count == CROWDS[-1][0]:
                    measurements.append(("memory of so many streams", server.memory() - before, 100, "MB"))
        visit.page.get_by_role("button", name=WORDS["ask"]).click()
        phones[0].locator(".choices button").first.wait_for()
        with urllib.request.urlopen(f"{here}/events") as stream:
            state = next(line for line in stream if line.startswith(b"data: "))
        spent, taken = vote(here, json.loads(state[6:])["question"]["id"])
        measurements += [(f"{VOTES} answers at once", spent, 1, "s"), ("of them lost", VOTES - taken, 0, "")]
    return measurements


def _crowd(count: int, target: int, spent: list[float]) -> list[tuple[str, float, float, str]]:
    ordered = sorted(spent)
    return [(f"key to picture, {count + PHONES} follow, median", statistics.median(ordered), 100, "ms"),
            (f"the same, 95th percentile of {len(ordered)}", ordered[int(0.95 * len(ordered))], target, "ms")]
