"""The lecturer's side of a room, in her session: it is opened, shows what she looks at, asks, reveals and ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from core.edits import to_text
from pages.components import model_choice, readable_text, runs, session
from pages.components.bar.folded import choosing
from pages.components.bar.navigation import WALK
from pages.components.board.model import cell_from_mapping
from pages.components.cache import lent
from pages.components.modules import below, component
from pages.components.room.questions import of_stop
from pages.components.room.state import FullError, OverError, Question, Room
from pages.components.room.store import rooms
from pages.components.stage.view_state import REVEALED, ViewState, present, reveal
from pages.components.text import language, words

KEY = "lecturer"
_HELD, _ASKED, _OVER, _FULL = "room held", "room asked", "room over", "room full"
_mount = component("attention_lecturer", "room/lecturer.js", css="room/room.css")


def open_button() -> None:
    """Opens a room, where this session has none."""
    w = words("room")
    if held() is None:
        st.button(w["open_room"], icon=":material/groups:", width="stretch", help=w["open_help"], key="open room",
                  on_click=choosing(_open, closes="save"))
    if st.session_state.pop(_FULL, False):
        st.warning(w["full"])


def show(look: ViewState, view: str) -> None:
    """What followers see from now on: this look. ``view``: which run, as of the switchboard."""
    from pages.components.room.shown import shown

    room = held()
    if room is None:
        return
    if st.session_state.get(_ASKED) not in (None, look.frame):
        del st.session_state[_ASKED]
    cell, head = cell_from_mapping(look.chosen.get("cell")), look.chosen.get("head")
    run = (model_choice.name(), readable_text.text(), language(), session.depth(), to_text(runs.edits()), view)
    place = {"step": look.frame, "head": head if isinstance(head, int) else None, "cell": cell and cell._asdict(),
             "follow": look.followed and look.followed._asdict(), "tour": look.touring,
             "revealed": look.frame if look.revealed else ""}
    asked = question(look) if st.session_state.get(_ASKED) == look.frame else None
    rooms.show(room, shown(run, place), asked, look.revealed)


def panel(look: ViewState) -> None:
    """The room's line; of a session without a room, what its browser may know of one.

    Each in a place of its own: in one place that changes its name the line would be mounted anew with its old data, and
    tell a room that has ended where the board is.
    """
    room, places = held(), {name: st.container(key=name) for name in ("room", "no room")}
    seen = lent(look)
    with places["no room" if room is None else "room"]:
        more = {"askable": question(look) is not None, "board": WALK, "sheet": room.shown.get("sheet")} if room else {}
        line(room, KEY, words("room"), lambda what: _act(what, seen()), **more)


def line(room: Room | None, key: str, words: Mapping[str, str], act: Callable[[str], None], **more: Any) -> None:
    """Code, who is here, what can be done; the question that the room is asked. ``act``: hears what is done."""
    def acted() -> None:
        action = (st.session_state.get(key) or {}).get("act")
        if isinstance(action, Mapping):
            act(str(action.get("what")))

    link = _address()
    data = {"words": dict(words), "link": link, "over": st.session_state.pop(_OVER, False), "code": "",
            "inline": key != KEY}
    if room is not None:
        import segno  # only for who has a room

        address = f"{link}r/{room.code}"
        data |= {"code": room.code, "key": room.key, "room": address,
                 "qr": segno.make(address, error="m").svg_inline(omitsize=True)} | more
    _mount(key=key, data=data, on_act_change=acted, on_held_change=_remember)


def is_asking(name: str) -> bool:
    """Whether the room is asked this: a frame of the walkthrough, a guess of a lesson."""
    return st.session_state.get(_ASKED) == name


def begin(name: str | None) -> None:
    """The room is asked this; None: nothing."""
    st.session_state[_ASKED] = name


def question(look: ViewState) -> Question | None:
    """What the room can be asked at this stop; None where it asks nothing that the machine answers with a row."""
    if look.stop is None:
        return None
    run = (model_choice.name(), readable_text.text(), to_text(runs.edits()))
    return of_stop(run, look.trace, look.run, look.text, language())


def held() -> Room | None:
    """The room of this session."""
    held = st.session_state.get(_HELD)
    try:
        return held and rooms.own(*held)
    except OverError:
        del st.session_state[_HELD]
        st.session_state[_OVER] = True
        return None


def _open() -> None:
    try:
        room = rooms.open()
        st.session_state[_HELD] = room.code, room.key
    except FullError:
        st.session_state[_FULL] = True


def _remember() -> None:
    """The browser has the key of a room: this session goes on in it."""
    credentials: Any = (st.session_state.get(KEY) or {}).get("held")
    if not isinstance(credentials, Mapping) or _HELD in st.session_state:
        return
    code, key = credentials.get("code"), credentials.get("key")
    try:
        room = rooms.own(code, key) if isinstance(code, str) and isinstance(key, str) else None
    except OverError:
        room = None
    if room is None:
        st.session_state[_OVER] = True
    else:
        st.session_state[_HELD] = room.code, room.key


def _act(what: str, look: ViewState) -> None:
    """What the lecturer does with her room; anything else that a browser sends is nothing."""
    room = held()
    if room is None:
        return
    if what == "ask":
        st.session_state[_ASKED] = present(look.frame)
        st.session_state.pop(REVEALED, None)
    elif what == "reveal":
        reveal(look.frame, look.head)
    elif what == "close":
        st.session_state.pop(_ASKED, None)
    elif what == "end":
        rooms.end(room)


def _address() -> str:
    """Of the app's first page, as this browser knows it."""
    here = urlsplit(st.context.url or "http://localhost/")
    return f"{here.scheme}://{here.netloc}{below('/')}"


