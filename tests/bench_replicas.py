"""How many steps one replica answers behind nginx, and how many two: readers who step without a pause.

Replicas, nginx and readers share this machine's processors. So that two replicas, too, find what they may use, each may
use half of a processor (a control group of Linux, where this user may make one); what they answer without that limit is
printed beside it.
"""

import asyncio
import itertools
import os
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench_stepping import walks_of
from fronted import running
from reader import Reader

STEPPING, SECONDS, GROWTH = 24, 20.0, 1.8
GROUPS, PERIOD, HALF = Path("/sys/fs/cgroup/cpu"), 100_000, 0.5  # control groups, version 1; microseconds


@contextmanager
def limited(process: int, share: float):
    """A process, with all its threads, that gets at most this share of one processor."""
    group = GROUPS / f"lecture-{process}"
    group.mkdir()
    try:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(int(share * PERIOD)))
        (group / "cgroup.procs").write_text(str(process))
        yield
    finally:
        (GROUPS / "cgroup.procs").write_text(str(process))
        group.rmdir()


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


def steps(count: int, share: float | None, sentences: list[str], walks: list[list[str]]) -> float:
    """Steps per second of so many replicas, each with at most this share of a processor, or as much as it gets."""
    with ExitStack() as stack:
        front, replicas = stack.enter_context(running(Path(stack.enter_context(tempfile.TemporaryDirectory())), count))
        for replica in replicas if share else ():
            stack.enter_context(limited(replica.process.pid, share))
        return asyncio.run(together(front.address, sentences, walks))


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit). A share of what is wanted, upside down: less than 1 is enough."""
    from core.data import grammar

    sentences = grammar.examples()[:10]
    walks = walks_of(sentences)
    for share in (None, HALF) if os.access(GROUPS, os.W_OK) else (None,):
        one, two = (steps(count, share, sentences, walks) for count in (1, 2))
        print(f"steps a second: {one:.1f} of one replica, {two:.1f} of two ({two / one:.2f} times), "
              f"{'no limit' if share is None else f'{share:g} of a processor each'}, "
              f"nginx and readers on the same {os.cpu_count()} processors")
    return [(f"{GROWTH} times the steps of one replica, over those of two", GROWTH * one / two, 1, "")]
