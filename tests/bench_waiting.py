"""Readers who wait for a training in the browser's page: what it costs the others, who step through a sentence."""

import asyncio
import statistics
import time

from bench_stepping import ARRIVING, PAUSE, READERS, lecture, live, walks_of
from reader import Reader
from streamlit.proto.WidgetStates_pb2 import WidgetState

STEPPING, WAITING = READERS // 2, (0, 10, 30)
STEPS, ROUNDS = range(1, 6), 3


async def wait(address: str, sentence: str, end: float) -> None:
    """Start the training of the page and look as often as its timer says, until the end."""
    reader = Reader(address, sentence)
    async with reader.connected() as socket:
        await reader.ask(socket, reader.message(page="training", panels="all"))
        reader.states[reader.button], reader.page = WidgetState(id=reader.button, trigger_value=True), ""
        await reader.ask(socket, reader.message(page="training", panels="all"))
        del reader.states[reader.button]
        assert reader.timer[0], "nothing is waited for"
        while time.perf_counter() < end and reader.timer[0]:  # none once the training has ended
            reader.fragment, pause = reader.timer
            await asyncio.sleep(pause)
            await reader.ask(socket, reader.message(fragment=True, panels="all"))


async def beside(address: str, sentences: list[str], walks: list[list[str]], waiting: int) -> list[float]:
    """Seconds of the steps of STEPPING readers beside so many who wait; the first round, which makes them, left out."""
    begun, round_of = time.perf_counter(), len(STEPS)
    steppers = [Reader(address, sentences[i % len(sentences)]) for i in range(STEPPING)]
    end = begun + ARRIVING + (1 + ROUNDS * round_of) * PAUSE
    await asyncio.gather(
        *(live(one, ROUNDS * [walks[i % len(walks)][k] for k in STEPS], begun, i / STEPPING)
          for i, one in enumerate(steppers)), *(wait(address, sentences[0], end) for _ in range(waiting)))
    return [seconds for one in steppers for seconds in one.spent[round_of:]]


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
            *((f"the same beside {waiting} who wait", median, 1.5 * none, "ms")
              for waiting, median in zip(WAITING[1:], rest))]
