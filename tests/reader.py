"""The browser's protocol, spoken by a program: a visitor over a WebSocket, who keeps what a browser would keep.

A reply is complete when the script has finished; a script that fails, or shows an exception, is an error here.
"""

import json
import time
from urllib.parse import urlencode

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

BOARD, START = "-walk", "-race start"


class Reader:
    """One session: what its browser would hold, and how long it waited for each reply."""

    def __init__(self, address: str, sentence: str = "", cookie: str = ""):
        self.address, self.sentence = address.replace("http", "ws"), sentence
        self.headers = {"Cookie": cookie} if cookie else {}
        self.states: dict[str, WidgetState] = {}
        self.texts: list[str] = []  # what the last reply wrote
        self.boxes: dict[str, str] = {}  # of each box for a text: by its key, its identity
        self.kept: list[str] = []
        self.page, self.fragment, self.board, self.opened = "", "", "", 0.0
        self.waiting: list[tuple[str, str]] = []  # panels below the fold: the box of each, and its fragment
        self.timer: tuple[str, float] = "", 0.0  # the fragment to ask for again, and after how many seconds
        self.button = ""
        self.spent: list[float] = []

    def connected(self):
        return websockets.connect(f"{self.address}/_stcore/stream", subprotocols=["streamlit"], max_size=None,
                                  compression=None, additional_headers=self.headers)

    async def go(self, socket, step: str) -> float:
        """To a step of the walkthrough; seconds until it is told."""
        self.states[self.board] = WidgetState(id=self.board, json_value=json.dumps({"step": step}))
        return await self.ask(socket, self.message(fragment=True))

    async def type(self, socket, key: str, text: str, query: str) -> float:
        """A text into the box of a key; seconds until it is answered."""
        self.states[self.boxes[key]] = WidgetState(id=self.boxes[key], string_value=text)
        return await self.ask(socket, self.message(query=query))

    def message(self, fragment: bool = False, page: str = "walkthrough", panels: str = "", query: str = "") -> bytes:
        """What a browser sends for a run; ``query``: what stands behind the address, where it is not the sentence."""
        message = BackMsg()
        run = message.rerun_script
        run.query_string = query or urlencode({"lang": "en", "text": self.sentence, "depth": "numbers",
                                               "panels": panels})
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
        begun, self.texts = time.perf_counter(), []
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
        if kind == "navigation":
            self.page = answer.navigation.page_script_hash
        if kind == "auto_rerun":
            self.timer = answer.auto_rerun.fragment_id, answer.auto_rerun.interval
        if kind == "stop_auto_rerun":
            self.timer = "", 0.0
        if kind == "delta" and answer.delta.WhichOneof("type") == "new_element":
            element = answer.delta.new_element
            assert element.WhichOneof("type") != "exception", element.exception
            if element.WhichOneof("type") == "button" and element.button.id.endswith(START):
                self.button = element.button.id
            if element.WhichOneof("type") == "markdown":
                self.texts.append(element.markdown.body)
            if element.WhichOneof("type") == "text_input":
                self.boxes[element.text_input.id.rpartition("-")[2]] = element.text_input.id
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
