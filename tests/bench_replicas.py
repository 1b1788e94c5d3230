"""What one replica answers behind nginx, and what two: the mixed load of a class, without a pause.

Replicas, nginx and readers share this machine's processors; what each side had of them is printed.
"""

import asyncio
import itertools
import os
import tempfile
import time
from pathlib import Path

from bench_class import lessons, read
from bench_stepping import walks_of
from nginx_front import running
from reader import Reader

READERS, STEPS, WARM, SECONDS, GROWTH = 24, 6, 20.0, 30.0, 1.8


def seconds(process: int) -> float:
    """What a process has had of the processors."""
    user, system = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def live(address: str, number: int, sentence: str, walk: list[str], end: float) -> int:
    """A page, then STEPS of the walkthrough, and the next page. -> answers between the warming up and the end."""
    cookie, answered = f"replica=reader{number * 7919}", []
    reader = Reader(address, sentence, cookie)
    async with reader.connected() as socket:
        await reader.ask(socket, reader.message())
        for page in itertools.takewhile(lambda _: time.perf_counter() < end, lessons(number)):
            for turn in range(1 + STEPS):
                await (reader.go(socket, walk[turn]) if turn else read(address, page, sentence, cookie))
                answered.append(time.perf_counter())
    return sum(end - SECONDS < moment < end for moment in answered)


async def together(address: str, sentences: list[str], walks: list[list[str]]) -> int:
    """Answers to all of them in SECONDS."""
    end = time.perf_counter() + WARM + SECONDS
    return sum(await asyncio.gather(*(live(address, i, sentences[i], walks[i], end) for i in range(READERS))))


def answers(count: int, sentences: list[str], walks: list[list[str]]) -> float:
    """Answers a second of so many replicas."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), count) as (front, replicas):
        processes, begun = [os.getpid(), *(replica.process.pid for replica in replicas)], time.perf_counter()
        before = [*map(seconds, processes)]
        rate = asyncio.run(together(front.address, sentences, walks)) / SECONDS
        own, *theirs = ((seconds(process) - then) / (time.perf_counter() - begun)
                        for process, then in zip(processes, before))
    print(f"{count} replica(s): {rate:.1f} answers a second; of a processor each had "
          f"{', '.join(f'{share:.2f}' for share in theirs)}, all readers {own:.2f}; there are {os.cpu_count()}")
    return rate


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit). A share of what is wanted, upside down: less than 1 is enough."""
    from core.data import grammar

    sentences = ["".join(grammar.surprise(seed, "zh")) for seed in range(READERS)]
    walks = walks_of(sentences)
    one, two = (answers(count, sentences, walks) for count in (1, 2))
    print(f"two replicas answer {two / one:.2f} times what one does")
    return [(f"{GROWTH} times the answers of one replica, over those of two", GROWTH * one / two, 1, "")]
