"""Sixty readers at once: WebSocket sessions that speak the browser's protocol and step every three seconds.

A reader opens the walkthrough and then reports a step as the board does: the states of all widgets, the fragment that
holds the board, and the hashes of the large messages it has kept.
"""

import asyncio
import statistics
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from browser import served
from reader import Reader

READERS, PAUSE, SECONDS, SENTENCES = 60, 3.0, 30.0, 10
ARRIVING = 9.0  # seconds in which they come, one by one


async def live(reader: Reader, steps: list[str], begun: float, place: float) -> None:
    """Open the page, then step until the time is over. ``place``: which part of the others is ahead of this one."""
    await asyncio.sleep(begun + place * ARRIVING - time.perf_counter())
    async with reader.connected() as socket:
        reader.opened = await reader.ask(socket, reader.message())
        for count, step in enumerate(steps):  # by the clock: a crowd that had to wait must not march in step
            due = begun + ARRIVING + (1 + count + place) * PAUSE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            reader.spent.append(await reader.go(socket, step))


async def together(address: str, sentences: list[str], walks: list[list[str]]) -> list[Reader]:
    """All readers, evenly spread over every pause."""
    readers = [Reader(address, sentences[i % len(sentences)]) for i in range(READERS)]
    count, begun = int(SECONDS / PAUSE), time.perf_counter()
    await asyncio.gather(*(live(reader, walks[i % len(walks)][1:count + 1], begun, i / READERS)
                           for i, reader in enumerate(readers)))
    return readers


def walks_of(sentences: list[str]) -> list[list[str]]:
    """The steps of each sentence's walkthrough."""
    from core import zoo
    from pages.components.stage.stops import stops

    model = zoo.load("translator-zh-en")
    return [[stop.key for stop in stops(trace, trace.plan)] for trace in map(model.trace, sentences)]


@contextmanager
def lecture():
    """A server at which nothing may break; a lecture starts after it: torch and the default model are loaded."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server:
        time.sleep(4)
        yield server
        assert "Traceback" not in server.said(), server.said()


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit)."""
    from core.data import grammar

    sentences = grammar.examples()[:SENTENCES]
    walks = walks_of(sentences)
    with lecture() as server:
        readers = asyncio.run(together(server.address, sentences, walks))
        memory = server.memory("VmHWM")
    spent = sorted(1000 * s for reader in readers for s in reader.spent)
    opened = sorted(1000 * reader.opened for reader in readers)
    print(f"{len(spent)} steps of {READERS} readers; opening the page: median {statistics.median(opened):.0f} ms, "
          f"longest {opened[-1]:.0f} ms; longest step {spent[-1]:.0f} ms")
    return [("step to last reply, median", statistics.median(spent), 50, "ms"),
            ("step to last reply, 95th percentile", spent[int(0.95 * len(spent))], 120, "ms"),
            ("memory of the server at most", memory, 800, "MB")]
