"""The board: heatmaps of a forward pass on one canvas, stepped through in the browser.

    state = board(pictures, frames, key="walk")                   # a walkthrough
    state = heatmap(picture, key="scores")                       # one frame, no stepper
    state = board(payload=packed, key="walk")                     # packed = payload(pictures, frames), cached
    go("walk", step="scores", cell=Cell("scores", 0, 2, 3))       # in a callback: Python moves the board

The browser owns step, cell and enlarged panel: it repaints first and reports after. `step`, `cell` and `head`
given to `board` are only where it starts. Two mounts make one board: the pictures, whose bytes stay the same
from run to run (so Streamlit sends a reference, not the bytes), and a few hundred bytes of control. The first brings
the parts of the payload that the first look needs; the browser fetches the others ahead of the arrows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from pages.components import address, parts, text
from pages.components.location import Place
from pages.components.modules import component, control, nothing

from .model import (
    WORD_KEYS,
    BoardState,
    Cell,
    Edit,
    Follow,
    Frame,
    Halo,
    Later,
    Options,
    Picture,
    array,
    cell_from_mapping,
    follow_from,
)
from .packing import Payload, payload

__all__ = [
    "WORD_KEYS",
    "BoardState",
    "Cell",
    "Edit",
    "Follow",
    "Frame",
    "Halo",
    "Later",
    "Options",
    "Payload",
    "Picture",
    "array",
    "board",
    "chosen",
    "follow_from",
    "go",
    "heatmap",
    "payload",
]

_pack = payload
_STATES = ("step", "cell", "head", "follow", "edit", "reveal", "serial")
_CHOSEN = ("step", "cell", "head", "follow")
_KEEP: Any = object()


_mount_pictures = component("attention_board", "board/board.js", css="board/board.css")


def board(
    pictures: Sequence[Picture] = (),
    frames: Sequence[Frame] = (),
    *,
    key: str,
    words: Mapping[str, str] | None = None,
    payload: Payload | None = None,
    step: str | None = None,
    cell: Cell | None = None,
    head: int | None = None,
    follow: Follow | None = None,
    on_edit: Callable[[Edit], None] | None = None,
    on_reveal: Callable[[], None] | None = None,
    **options: Any,
) -> BoardState:
    """Draw the board and say what the reader is looking at. `options`: see `Options`.

    `step`, `cell`, `head` and `follow` are where a new board starts (a link's, for instance); afterwards the reader's
    own choice counts. `on_edit`: Python decides what an edit means. `on_reveal`: the reader asked for the answer.
    `words`: the board's, where they are not the usual ones.
    A board that does not keep the page's own step and cell (`url=False`) has a place in the link under its key.
    """
    packed = payload if payload is not None else _pack(pictures, frames)
    start = usual = BoardState(step or "", cell, head, follow=follow)
    if not options.get("url", True):
        start, _ = address.first(key, key, usual, lambda link: _from_link(link, packed))
    chosen, said = Options(**options), words or text.words("board")
    setup = {"words": {name: said.get(name, "") for name in WORD_KEYS}, **chosen.as_data()}
    with st.container(gap=None):
        known, (state, command) = key in st.session_state, _resolve(key, packed, start)
        _mount_pictures(key=key, data=_data(key, packed, state.step), **_callbacks(key, on_edit, on_reveal))
        if not known and _resolve(key, packed, start)[0].place != state.place:
            st.rerun()  # a new session of a reader who was away: only now it is heard where the browser's board stands
        control("__boards", key, _control(setup, state, command) | {"address": _address_parts(chosen, state)})
    if not options.get("url", True):
        address.keep(key, _to_link(state, usual, packed))
    return state


def heatmap(
    pictures: Picture | Sequence[Picture],
    *,
    key: str,
    operators: tuple[str, ...] = (),
    **options: Any,
) -> BoardState:
    """One frame without a stepper: a picture, or several with operators between them."""
    shown = (pictures,) if isinstance(pictures, Picture) else tuple(pictures)
    frame = Frame(key, "", "", tuple(picture.name for picture in shown), operators)
    return board(shown, (frame,), key=key, **({"stepper": False, "url": False} | options))


def go(key: str, *, step: str | None = _KEEP, cell: Cell | None = _KEEP, head: int | None = _KEEP,
       follow: Follow | None = _KEEP) -> None:
    """Move a board to a step, a cell, an enlarged panel, a followed word: for callbacks, and before it is drawn."""
    wanted = {name: value for name, value in zip(_CHOSEN, (step, cell, head, follow)) if value is not _KEEP}
    pending = st.session_state.get(_command_key(key), {})
    serial = max(int(time.time() * 1000), pending.get("serial", 0) + 1)
    st.session_state[_command_key(key)] = pending | wanted | {"serial": serial}


def chosen(key: str) -> Cell | None:
    """The cell that is chosen on a board with a place in the link, before it is drawn; None before any is."""
    raw = (st.session_state.get(key) or {}).get("cell")
    return cell_from_mapping(raw if raw or key in st.session_state else Place.from_text(address.linked(key) or "").cell)


def _address_parts(options: Options, state: BoardState) -> dict[str, str] | None:
    """What the browser keeps in the address for this board: the walkthrough's place, each part under its own name."""
    if not options.url:
        return None
    place = state.place if options.stepper else state.place._replace(step="")
    own = place.parameters()
    return own | dict(options.address) | {name: value for name, value in own.items() if value}


def _to_link(state: BoardState, usual: BoardState, packed: Payload) -> str | None:
    """The place in one parameter, where it is not as at first."""
    return state.place.text(usual.place._replace(step=usual.step or packed.steps[0])) or None


def _from_link(text: str, packed: Payload) -> BoardState | None:
    """Where a link opens this board; None where it does not fit."""
    step, head, cell, _ = Place.from_text(text)
    return BoardState(step if step in packed.steps else "", cell if packed.holds(cell) else None, head)


def _command_key(key: str) -> str:
    return f"{key}.command"


def _callbacks(key: str, on_edit: Callable[[Edit], None] | None,
               on_reveal: Callable[[], None] | None) -> dict[str, Callable[[], None]]:
    def edited() -> None:
        edit = _edit(st.session_state[key].get("edit"))
        if on_edit is not None and edit is not None:
            on_edit(edit)

    heard = {"edit": edited, "reveal": on_reveal or nothing}
    return {f"on_{name}_change": heard.get(name, nothing) for name in _STATES}


def _data(key: str, packed: Payload, step: str) -> bytes:
    """Key, header, and the parts that this step needs: chosen for a new board or payload, then kept as they are.

    The session holds the payload, so that its other parts can be fetched for as long as the reader may ask.
    """
    held, numbers = st.session_state.get(f"{key}.sent", (None, ()))
    if held is None or held.version != packed.version or key not in st.session_state:
        held, numbers = packed, packed.needs[step]
    held = parts.keep(held)
    st.session_state[f"{key}.sent"] = held, numbers
    return len(key.encode()).to_bytes(2, "little") + key.encode() + held.data(numbers)


def _resolve(key: str, packed: Payload, start: BoardState) -> tuple[BoardState, dict[str, Any]]:
    """The reader's state, overruled by a command that the browser has not yet carried out."""
    raw = st.session_state.get(key) or {}
    command = st.session_state.get(_command_key(key), {})
    if command and (raw.get("serial") or 0) >= command["serial"]:
        del st.session_state[_command_key(key)]
        command = {}
    chosen = {
        name: command.get(name, raw[name] if name in raw else getattr(start, name))
        for name in _CHOSEN
    }
    step = chosen["step"] if chosen["step"] in packed.steps else packed.steps[0]
    cell = cell_from_mapping(chosen["cell"])
    head = chosen["head"] if isinstance(chosen["head"], int) else None
    follow = follow_from(chosen["follow"])
    return BoardState(step, cell if packed.holds(cell) else None, head, _edit(raw.get("edit")), follow), command


def _edit(raw: Any) -> Edit | None:
    cell = cell_from_mapping(raw)
    if cell is None or not isinstance(raw.get("value"), (int, float)):
        return None
    return Edit(cell, float(raw["value"]), int(raw.get("serial") or 0))


def _control(options: dict[str, Any], state: BoardState, command: dict[str, Any]) -> dict[str, Any]:
    known = {"step": state.step, "cell": state.cell and state.cell._asdict(), "head": state.head,
             "follow": state.follow and state.follow._asdict()}
    ordered = {name: known[name] for name in known if name in command}
    return options | {"start": known, "serial": command.get("serial", 0), "command": ordered}
