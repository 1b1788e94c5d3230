"""Readers who wait for a training in the browser's page: what it costs the others, who step through a sentence."""

import asyncio
import itertools
import statistics
import time

from bench_load import PAUSE, READERS, Reader, lecture, walks_of
from streamlit.proto.WidgetStates_pb2 import WidgetState

STEPPING, SECONDS, WAITING = READERS // 2, 45.0, (0, 10, 30)


async def wait(address: str, sentence: str, end: float) -> None:
    """Start the training of the page and look as often as its timer says, until the end."""
    reader = Reader(address, sentence)
    async with reader.connected() as socket:
        await reader.ask(socket, reader.message(page="training", panels="all"))
        reader.states[reader.button], reader.page = WidgetState(id=reader.button, trigger_value=True), ""
        await reader.ask(socket, reader.message(page="training", panels="all"))
        del reader.states[reader.button]
        while time.perf_counter() < end:
            reader.fragment, pause = reader.timer
            assert reader.fragment, "nothing is waited for"
            await asyncio.sleep(pause)
            await reader.ask(socket, reader.message(fragment=True, panels="all"))


async def step(address: str, sentence: str, walk: list[str], spent: list[float], end: float, late: float) -> None:
    """A step every PAUSE seconds, round and round; the first round, in which steps are made, does not count."""
    reader = Reader(address, sentence)
    await asyncio.sleep(late)
    async with reader.connected() as socket:
        await reader.ask(socket, reader.message())
        for count, one in enumerate(itertools.cycle(walk[1:6])):
            await asyncio.sleep(PAUSE)
            if time.perf_counter() > end:
                return
            took = await reader.go(socket, one)
            if count >= 5:
                spent.append(took)


async def beside(address: str, sentences: list[str], walks: list[list[str]], waiting: int) -> list[float]:
    """Seconds of the steps of STEPPING readers beside so many who wait."""
    spent, end = [], time.perf_counter() + SECONDS
    await asyncio.gather(
        *(step(address, sentences[i % len(sentences)], walks[i % len(walks)], spent, end, i * PAUSE / STEPPING)
          for i in range(STEPPING)), *(wait(address, sentences[0], end) for _ in range(waiting)))
    return spent


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit)."""
    from core.data import grammar

    sentences = grammar.examples()[:10]
    walks, medians = walks_of(sentences), {}
    for waiting in WAITING:
        with lecture() as server:
            medians[waiting] = 1000 * statistics.median(asyncio.run(beside(server.address, sentences, walks, waiting)))
    none, *rest = medians.values()
    return [("a step while nobody waits for a training, median", none, 50, "ms"),
            *((f"the same beside {waiting} who wait", found, 1.5 * none, "ms")
              for waiting, found in zip(WAITING[1:], rest))]
