"""Half an hour of reading: every page in turn with long sentences never seen before, and every model; flat memory."""

import asyncio
import itertools
import random
import time
from collections.abc import Iterator
from urllib.parse import urlencode

from bench_class import WALK, read
from bench_stepping import lecture, walks_of
from reader import Reader

MINUTES, READERS, STEPS, READING = 30, 4, 12, 6.0
SETTLED = 10
"""Minutes after which all pages have been seen several times and the memory has to stay as it is."""


async def walk(address: str, sentence: str, model: str) -> None:
    """The first steps of a sentence's walkthrough; then that of another model, with what it is given at first."""
    reader = Reader(address, sentence)
    async with reader.connected() as socket:
        await reader.ask(socket, reader.message())
        for step in walks_of([sentence])[0][1:STEPS]:
            await reader.go(socket, step)
        await reader.ask(socket, reader.message(query=urlencode({"lang": "zh", "model": model, "depth": "formula"})))


async def leaf(address: str, pages: list[str], sentences: list[str], models: Iterator[str], end: float,
               visited: list[str]) -> None:
    """One page after the other, each with its own sentence, until the end."""
    for page, sentence in zip(itertools.cycle(pages), sentences):
        if time.perf_counter() > end:
            return
        if page == WALK:
            visited.append(next(models))
            await walk(address, sentence, visited[-1])
        else:
            await read(address, page, sentence)
        visited.append(page)
        await asyncio.sleep(READING)


async def soak(server, pages: list[str], sentences: list[str]) -> tuple[list[str], list[float]]:
    """-> the pages read and the models opened, and the server's memory in MB at the end of each minute."""
    from core import catalog

    visited, memory, begun, models = [], [], time.perf_counter(), itertools.cycle(catalog.names())
    each, end = len(sentences) // READERS, begun + 60 * MINUTES
    readers = asyncio.gather(*(leaf(server.address, pages[i::READERS] + pages, sentences[i * each:(i + 1) * each],
                                    models, end, visited) for i in range(READERS)))
    for minute in range(1, MINUTES + 1):
        await asyncio.wait([readers], timeout=max(0.0, begun + 60 * minute - time.perf_counter()))
        memory.append(server.memory())
        print(f"minute {minute}: {len(visited)} pages and models, {memory[-1]:.0f} MB", flush=True)
    await readers
    return visited, memory


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit). An error on a page, or in the server's log, ends it."""
    from app import CHAPTERS
    from core import catalog
    from core.data import grammar

    pages = [path.rsplit("/")[-1] for paths in CHAPTERS.values() for path in paths if path != "start"]
    count = READERS * 60 * MINUTES // int(READING)
    longest = sorted(grammar.corpus("test", 4 * count, 7), key=lambda pair: -len(pair.zh))[:count]
    sentences = ["".join(pair.zh) for pair in longest]
    random.Random(7).shuffle(sentences)
    with lecture() as server:
        visited, memory = asyncio.run(soak(server, pages, sentences))
    assert set(visited) == {*pages, *catalog.names()}
    return [("memory, the most", max(memory), 800, "MB"),
            (f"memory at the end above minute {SETTLED}", memory[-1] - memory[SETTLED - 1], 50, "MB")]
