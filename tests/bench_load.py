"""Sixty readers at once: WebSocket sessions that speak the browser's protocol and step every three seconds.

A reader opens the walkthrough and then reports a step as the board does: the states of all widgets, the fragment that
holds the board, and the hashes of the large messages it has kept. A reply is complete when the script has finished.
"""

import asyncio
import json
import statistics
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import websockets
from browser import served
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

READERS, PAUSE, SECONDS, SENTENCES = 60, 3.0, 30.0, 10
ARRIVING = 9.0  # seconds in which they come, one by one
BOARD, START = "-walk", "-race start"


class Reader:
    """One session: what its browser would hold, and how long it waited for each reply."""

    def __init__(self, address: str, sentence: str, cookie: str = ""):
        self.address, self.sentence = address.replace("http", "ws"), sentence
        self.headers = {"Cookie": cookie} if cookie else {}
        self.states: dict[str, WidgetState] = {}
        self.kept: list[str] = []
        self.page, self.fragment, self.board, self.opened = "", "", "", 0.0
        self.waiting: list[tuple[str, str]] = []  # panels below the fold: the box of each, and its fragment
        self.timer: tuple[str, float] = "", 0.0  # the fragment to ask for again, and after how many seconds
        self.button = ""
        self.spent: list[float] = []

    def connected(self):
        return websockets.connect(f"{self.address}/_stcore/stream", subprotocols=["streamlit"], max_size=None,
                                  compression=None, additional_headers=self.headers)

    async def live(self, steps: list[str], begun: float, place: float) -> None:
        """Open the page, then step until the time is over. ``place``: which part of the others is ahead of this one."""
        await asyncio.sleep(begun + place * ARRIVING - time.perf_counter())
        async with self.connected() as socket:
            self.opened = await self.ask(socket, self.message())
            for count, step in enumerate(steps):  # by the clock: a crowd that had to wait must not march in step
                due = begun + ARRIVING + (1 + count + place) * PAUSE
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                self.spent.append(await self.go(socket, step))

    async def go(self, socket, step: str) -> float:
        """To a step of the walkthrough; seconds until it is told."""
        self.states[self.board] = WidgetState(id=self.board, json_value=json.dumps({"step": step}))
        return await self.ask(socket, self.message(fragment=True))

    def message(self, fragment: bool = False, page: str = "walkthrough", panels: str = "") -> bytes:
        message = BackMsg()
        run = message.rerun_script
        run.query_string = urlencode({"lang": "en", "text": self.sentence, "depth": "numbers", "panels": panels})
        run.page_name, run.page_script_hash = ("", self.page) if self.page else (page, "")
        run.widget_states.widgets.extend(self.states.values())
        run.cached_message_hashes.extend(self.kept)
        run.context_info.locale, run.context_info.timezone, run.context_info.color_scheme = "en-US", "UTC", "light"
        if fragment:
            run.fragment_id = self.fragment
        return message.SerializeToString()

    async def scroll(self, socket) -> float:
        """The next panel comes near the screen; seconds until it is drawn."""
        if not self.waiting:
            return 0.0
        box, self.fragment = self.waiting.pop(0)
        self.states[box] = WidgetState(id=box, bool_value=True)
        return await self.ask(socket, self.message(fragment=True))

    async def ask(self, socket, message: bytes) -> float:
        """Send, and read until the script has finished; seconds between."""
        begun = time.perf_counter()
        await socket.send(message)
        while True:
            answer = ForwardMsg.FromString(await socket.recv())
            kind = answer.WhichOneof("type")
            if kind == "script_finished" and answer.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                assert answer.script_finished in (ForwardMsg.FINISHED_SUCCESSFULLY,
                                                  ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY), "the script failed"
                return time.perf_counter() - begun
            self.hear(answer, kind)

    def hear(self, answer: ForwardMsg, kind: str) -> None:
        """Keep what a browser keeps of a message."""
        if answer.metadata.cacheable and answer.hash not in self.kept and kind != "ref_hash":
            self.kept.append(answer.hash)
        if kind == "new_session":
            self.page = answer.new_session.page_script_hash
        if kind == "auto_rerun":
            self.timer = answer.auto_rerun.fragment_id, answer.auto_rerun.interval
        if kind == "stop_auto_rerun":
            self.timer = "", 0.0
        if kind == "delta" and answer.delta.WhichOneof("type") == "new_element":
            element = answer.delta.new_element
            assert element.WhichOneof("type") != "exception", element.exception
            if element.WhichOneof("type") == "button" and element.button.id.endswith(START):
                self.button = element.button.id
            state = state_of(element)
            if state is not None:
                self.states.setdefault(state.id, state)
            if element.WhichOneof("type") == "checkbox" and "-near " in element.checkbox.id \
                    and not self.states[element.checkbox.id].bool_value:
                self.waiting.append((element.checkbox.id, answer.delta.fragment_id))
            if element.WhichOneof("type") == "bidi_component" and element.bidi_component.id.endswith(BOARD):
                self.board, self.fragment = element.bidi_component.id, answer.delta.fragment_id


def state_of(element) -> WidgetState | None:
    """What a browser reports for a widget that nobody has touched."""
    kind = element.WhichOneof("type")
    if kind == "text_input":
        widget = element.text_input
        return WidgetState(id=widget.id, string_value=widget.value if widget.set_value else widget.default)
    if kind == "checkbox":
        widget = element.checkbox
        return WidgetState(id=widget.id, bool_value=widget.value if widget.set_value else widget.default)
    if kind == "selectbox":
        widget = element.selectbox
        chosen = widget.raw_value if widget.set_value else widget.options[widget.default]
        return WidgetState(id=widget.id, string_value=chosen)
    if kind == "button_group":
        state, widget = WidgetState(id=element.button_group.id), element.button_group
        chosen = widget.raw_values if widget.set_value else [widget.options[i].content for i in widget.default]
        state.string_array_value.data.extend(chosen)
        return state
    return None


async def together(address: str, sentences: list[str], walks: list[list[str]]) -> list[Reader]:
    """All readers, evenly spread over every pause."""
    readers = [Reader(address, sentences[i % len(sentences)]) for i in range(READERS)]
    count, begun = int(SECONDS / PAUSE), time.perf_counter()
    await asyncio.gather(*(reader.live(walks[i % len(walks)][1:count + 1], begun, i / READERS)
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
        memory = server.memory()
    spent = sorted(1000 * s for reader in readers for s in reader.spent)
    opened = sorted(1000 * reader.opened for reader in readers)
    print(f"{len(spent)} steps of {READERS} readers; opening the page: median {statistics.median(opened):.0f} ms, "
          f"longest {opened[-1]:.0f} ms; longest step {spent[-1]:.0f} ms")
    return [("step to last reply, median", statistics.median(spent), 50, "ms"),
            ("step to last reply, 95th percentile", spent[int(0.95 * len(spent))], 120, "ms"),
            ("memory of the server", memory, 800, "MB")]
