"""The board: heatmaps of a forward pass on one canvas, stepped through in the browser.

    state = board(pictures, frames, key="walk", words=words)      # a walkthrough
    state = heatmap(picture, key="scores", words=words)           # one frame, no stepper
    state = board(payload=packed, key="walk", words=words)        # packed = payload(pictures, frames), cached
    go("walk", step="scores", cell=Cell("scores", 0, 2, 3))       # in a callback: Python moves the board

The browser owns step, cell and enlarged panel: it repaints first and reports after. `step`, `cell` and `head`
given to `board` are only where it starts. Two mounts make one board: the pictures, whose bytes stay the same
from run to run (so Streamlit sends a reference, not the bytes), and a few hundred bytes of control.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from .model import (
    WORD_KEYS,
    BoardState,
    Cell,
    Edit,
    Frame,
    Picture,
    cell_from_mapping,
    cell_from_text,
    cell_to_text,
)
from .packing import Payload, payload

__all__ = [
    "WORD_KEYS",
    "BoardState",
    "Cell",
    "Edit",
    "Frame",
    "Payload",
    "Picture",
    "board",
    "cell_from_text",
    "cell_to_text",
    "go",
    "heatmap",
    "payload",
]

_pack = payload
_HERE = Path(__file__).parent
_SCRIPTS = ("scales", "pens", "layout", "paint", "overlay", "save", "report", "input", "help", "heatmap")
_STATES = ("step", "cell", "head", "edit", "serial")
_KEEP: Any = object()


def _script(*names: str) -> str:
    return "\n".join((_HERE / f"{name}.js").read_text(encoding="utf-8") for name in names)


_mount_pictures = st.components.v2.component(
    "attention_board", css=(_HERE / "heatmap.css").read_text(encoding="utf-8"), js=_script(*_SCRIPTS)
)
_mount_control = st.components.v2.component("attention_board_control", js=_script("control"))


def board(
    pictures: Sequence[Picture] = (),
    frames: Sequence[Frame] = (),
    *,
    key: str,
    words: Mapping[str, str],
    payload: Payload | None = None,
    step: str | None = None,
    cell: Cell | None = None,
    head: int | None = None,
    stepper: bool = True,
    height: int | None = None,
    url: bool = True,
    editable: str | None = None,
    on_edit: Callable[[Edit], None] | None = None,
) -> BoardState:
    """Draw the board and say what the reader is looking at.

    `step`, `cell` and `head` are where a new board starts (a link's, for instance); afterwards the reader's
    own choice counts. `height` bounds the pictures, in pixels. `editable` names a picture whose cells can be
    dragged or typed over; the edit is reported, and Python decides what it means.
    """
    packed = payload if payload is not None else _pack(pictures, frames)
    start = BoardState(step or "", cell, head)
    options = {
        "words": {name: words.get(name, "") for name in WORD_KEYS},
        "stepper": stepper,
        "height": height,
        "url": url,
        "editable": editable,
    }
    with st.container(gap=None):
        _mount_pictures(
            key=key,
            data=len(key.encode()).to_bytes(2, "little") + key.encode() + packed.data,
            **_callbacks(key, on_edit),
        )
        state, command = _resolve(key, packed, start)
        _mount_control(key=f"{key}.control", data=_control(key, options, state, command))
    return state


def heatmap(
    pictures: Picture | Sequence[Picture],
    *,
    key: str,
    words: Mapping[str, str],
    operators: tuple[str, ...] = (),
    **options: Any,
) -> BoardState:
    """One frame without a stepper: a picture, or several with operators between them."""
    shown = (pictures,) if isinstance(pictures, Picture) else tuple(pictures)
    frame = Frame(key, "", "", tuple(picture.name for picture in shown), operators)
    return board(shown, (frame,), key=key, words=words, **({"stepper": False, "url": False} | options))


def go(key: str, *, step: str | None = _KEEP, cell: Cell | None = _KEEP, head: int | None = _KEEP) -> None:
    """Move a board to a step, a cell or an enlarged panel: for callbacks, and before the board is drawn."""
    wanted = {
        name: value for name, value in (("step", step), ("cell", cell), ("head", head)) if value is not _KEEP
    }
    pending = st.session_state.get(_command_key(key), {})
    serial = max(int(time.time() * 1000), pending.get("serial", 0) + 1)
    st.session_state[_command_key(key)] = pending | wanted | {"serial": serial}


def _command_key(key: str) -> str:
    return f"{key}.command"


def _callbacks(key: str, on_edit: Callable[[Edit], None] | None) -> dict[str, Callable[[], None]]:
    def edited() -> None:
        edit = _edit(st.session_state[key].get("edit"))
        if on_edit is not None and edit is not None:
            on_edit(edit)

    return {f"on_{name}_change": edited if name == "edit" else _nothing for name in _STATES}


def _nothing() -> None:
    """Streamlit knows a component's states by their callbacks."""


def _resolve(key: str, packed: Payload, start: BoardState) -> tuple[BoardState, dict[str, Any]]:
    """The reader's state, overruled by a command that the browser has not yet carried out."""
    raw = st.session_state.get(key) or {}
    command = st.session_state.get(_command_key(key), {})
    if command and (raw.get("serial") or 0) >= command["serial"]:
        del st.session_state[_command_key(key)]
        command = {}
    chosen = {
        name: command.get(name, raw[name] if name in raw else getattr(start, name))
        for name in ("step", "cell", "head")
    }
    step = chosen["step"] if chosen["step"] in packed.steps else packed.steps[0]
    cell = cell_from_mapping(chosen["cell"])
    head = chosen["head"] if isinstance(chosen["head"], int) else None
    return BoardState(step, cell if packed.holds(cell) else None, head, _edit(raw.get("edit"))), command


def _edit(raw: Any) -> Edit | None:
    cell = cell_from_mapping(raw)
    if cell is None or not isinstance(raw.get("value"), (int, float)):
        return None
    return Edit(cell, float(raw["value"]), int(raw.get("serial") or 0))


def _control(key: str, options: dict[str, Any], state: BoardState, command: dict[str, Any]) -> dict[str, Any]:
    known = {"step": state.step, "cell": state.cell and state.cell._asdict(), "head": state.head}
    ordered = {name: known[name] for name in known if name in command}
    return options | {"key": key, "start": known, "serial": command.get("serial", 0), "command": ordered}
