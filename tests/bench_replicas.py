"""How many steps one replica answers behind nginx, and how many two: readers who step without a pause."""

import asyncio
import itertools
import os
import tempfile
import time
from pathlib import Path

from bench_load import Reader, walks_of
from fronted import running

STEPPING, SECONDS, GROWTH = 24, 20.0, 1.8


async def step(address: str, sentence: str, walk: list[str], number: int, begin: asyncio.Event) -> int:
    """The steps of one reader in SECONDS, after all have opened the page and seen each step once."""
    reader, done = Reader(address, sentence, f"replica=reader{number}"), 0
    async with reader.connected() as socket:
        await reader.ask(socket, reader.message())
        for one in walk[1:6]:
            await reader.go(socket, one)
        await begin.wait()
        end = time.perf_counter() + SECONDS
        for one in itertools.cycle(walk[1:6]):
            if time.perf_counter() > end:
                return done
            await reader.go(socket, one)
            done += 1


async def together(address: str, sentences: list[str], walks: list[list[str]]) -> float:
    """Steps per second of all."""
    begin = asyncio.Event()
    readers = [asyncio.ensure_future(step(address, sentences[i % len(sentences)], walks[i % len(walks)], i * 7919,
                                          begin)) for i in range(STEPPING)]
    await asyncio.sleep(SECONDS)
    begin.set()
    return sum(await asyncio.gather(*readers)) / SECONDS


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit). A share of what is wanted, upside down: less than 1 is enough."""
    from core.data import grammar

    sentences, found = grammar.examples()[:10], []
    walks = walks_of(sentences)
    for count in (1, 2):
        with tempfile.TemporaryDirectory() as folder, running(Path(folder), count) as (front, _):
            found.append(asyncio.run(together(front.address, sentences, walks)))
    one, two = found
    print(f"steps a second: {one:.1f} of one replica, {two:.1f} of two ({two / one:.2f} times), "
          f"nginx and readers on the same {os.cpu_count()} processors")
    return [(f"{GROWTH} times the steps of one replica, over those of two", GROWTH * one / two, 1, "")]
