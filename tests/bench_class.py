"""A class of sixty: all open the same page at once; then, for two minutes, sixty sentences over all pages.

A reader's window shows a page's first panel and, as soon as that is there, has the second come near.
"""

import asyncio
import itertools
import statistics
import time
from collections.abc import Iterator

from bench_stepping import ARRIVING, PAUSE, READERS, lecture, live, walks_of
from reader import Reader

PAGES, WALK = ("attention", "decoder", "heads"), "walkthrough"
SECONDS, READING = 120.0, 20.0  # of the mixed load; on a page, before the next: time for a question and one picture


def lessons(first: int) -> Iterator[str]:
    """The pages of the course but its start and the walkthrough, from the first one on, over and over."""
    from app import CHAPTERS

    pages = [path.rsplit("/")[-1] for paths in CHAPTERS.values() for path in paths if path not in ("start", WALK)]
    return itertools.islice(itertools.cycle(pages), first % len(pages), None)


async def read(address: str, page: str, sentence: str, cookie: str = "") -> tuple[float, float]:
    """Open a page in a new session. -> seconds until its first panel is there, and its second."""
    reader = Reader(address, sentence, cookie)
    async with reader.connected() as socket:
        first = await reader.ask(socket, reader.message(page=page))
        return first, first + await reader.scroll(socket)


async def at_once(address: str, page: str, sentence: str) -> tuple[float, float]:
    """READERS who open a page in the same moment. -> what the last of them waited for both panels."""
    waits = await asyncio.gather(*(read(address, page, sentence) for _ in range(READERS)))
    return max(first for first, _ in waits), max(second for _, second in waits)


async def leaf(address: str, sentence: str, first: int, spent: list[float], end: float, late: float) -> None:
    """One page after the other, READING seconds each, until the end."""
    await asyncio.sleep(late)
    for page in lessons(first):
        if time.perf_counter() > end:
            return
        spent.append((await read(address, page, sentence))[0])
        await asyncio.sleep(READING)


async def mixed(address: str, sentences: list[str], walks: list[list[str]]):
    """Every other reader steps, the others turn the pages. -> seconds per step, and per page until it is there."""
    readers, turns, begun = [Reader(address, sentence) for sentence in sentences], [], time.perf_counter()
    count = int((SECONDS - ARRIVING) / PAUSE)
    await asyncio.gather(*(
        live(one, walks[i][1:count], begun, i / READERS) if i % 2 else
        leaf(address, one.sentence, i, turns, begun + SECONDS, i * READING / READERS)
        for i, one in enumerate(readers)))
    return sorted(spent for one in readers for spent in one.spent), turns


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit)."""
    from core.data import grammar

    sentences, measurements = ["".join(grammar.surprise(seed, "zh")) for seed in range(READERS)], []
    walks = walks_of(sentences)
    with lecture() as server:
        for page in PAGES:
            asyncio.run(read(server.address, page, sentences[0]))
            first, second = asyncio.run(at_once(server.address, page, sentences[0]))
            measurements += [(f"{READERS} open /{page} at once, the last", first, 3, "s"),
                             (f"{READERS} open /{page} at once, the last one's second panel", second, 10, "s")]
        steps, turns = asyncio.run(mixed(server.address, sentences, walks))
        memory = server.memory("VmHWM")
    print(f"mixed: {len(steps)} steps, {len(turns)} pages; longest step {steps[-1]:.2f} s, page {max(turns):.2f} s")
    return [*measurements, ("mixed load: a step, median", 1000 * statistics.median(steps), 100, "ms"),
            ("mixed load: a step, 95th percentile", 1000 * steps[int(0.95 * len(steps))], 400, "ms"),
            ("mixed load: a page, median", statistics.median(turns), 1.5, "s"),
            ("memory of the server at most, all pages seen", memory, 800, "MB")]
