"""A class of sixty: all open the same page at once; then, for two minutes, sixty sentences over all pages.

A reader's window shows a page's first panel and, as soon as that is there, has the second come near.
"""

import asyncio
import statistics
import time

from bench_stepping import PAUSE, READERS, lecture, walks_of
from reader import Reader

PAGES, WALK = ("attention", "decoder", "heads"), "walkthrough"
SECONDS, READING = 120.0, 20.0  # of the mixed load; on a page, before the next: time for a question and one picture


async def read(address: str, page: str, sentence: str) -> tuple[float, float]:
    """Open a page in a new session. -> seconds until its first panel is there, and its second."""
    reader = Reader(address, sentence)
    async with reader.connected() as socket:
        first = await reader.ask(socket, reader.message(page=page))
        return first, first + await reader.scroll(socket)


async def at_once(address: str, page: str, sentence: str) -> tuple[float, float]:
    """READERS who open a page in the same moment. -> what the last of them waited for both panels."""
    found = await asyncio.gather(*(read(address, page, sentence) for _ in range(READERS)))
    return max(first for first, _ in found), max(second for _, second in found)


async def step(address: str, sentence: str, walk: list[str], spent: list[float], end: float, late: float) -> None:
    """A step of the walkthrough every PAUSE seconds, until the end."""
    reader = Reader(address, sentence)
    await asyncio.sleep(late)
    async with reader.connected() as socket:
        await reader.ask(socket, reader.message())
        for one in walk[1:]:
            await asyncio.sleep(PAUSE)
            if time.perf_counter() > end:
                return
            spent.append(await reader.go(socket, one))


async def leaf(address: str, sentence: str, pages: list[str], spent: list[float], end: float, late: float) -> None:
    """One page after the other, READING seconds each, until the end."""
    await asyncio.sleep(late)
    while time.perf_counter() < end:
        pages = [*pages[1:], pages[0]]
        spent.append((await read(address, pages[0], sentence))[0])
        await asyncio.sleep(READING)


async def mixed(address: str, sentences: list[str], walks: list[list[str]], pages: list[str]):
    """Every other reader steps, the others turn the pages. -> seconds per step, and per page until it is there."""
    steps, turns, end = [], [], time.perf_counter() + SECONDS
    await asyncio.gather(*(
        step(address, sentence, walks[i], steps, end, i * READING / READERS) if i % 2 else
        leaf(address, sentence, [*pages[i % len(pages):], *pages[:i % len(pages)]], turns, end, i * READING / READERS)
        for i, sentence in enumerate(sentences)))
    return sorted(steps), turns


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit)."""
    from app import CHAPTERS
    from core.data import grammar

    sentences, found = ["".join(grammar.random_sentence(seed).zh) for seed in range(READERS)], []
    pages = [path.rsplit("/")[-1] for paths in CHAPTERS.values() for path in paths if path not in ("start", WALK)]
    walks = walks_of(sentences)
    with lecture() as server:
        for page in PAGES:
            asyncio.run(read(server.address, page, sentences[0]))
            first, second = asyncio.run(at_once(server.address, page, sentences[0]))
            found += [(f"{READERS} open /{page} at once, the last", first, 5, "s"),
                      (f"{READERS} open /{page} at once, the last one's second panel", second, 10, "s")]
        steps, turns = asyncio.run(mixed(server.address, sentences, walks, pages))
        memory = server.memory("VmHWM")
    print(f"mixed: {len(steps)} steps, {len(turns)} pages; longest step {steps[-1]:.2f} s, page {max(turns):.2f} s")
    return [*found, ("mixed load: a step, median", 1000 * statistics.median(steps), 100, "ms"),
            ("mixed load: a step, 95th percentile", 1000 * steps[int(0.95 * len(steps))], 400, "ms"),
            ("mixed load: a page, median", statistics.median(turns), 1.5, "s"),
            ("memory of the server at most, all pages seen", memory, 800, "MB")]
