"""Rooms in the memory of a process: what is shown, who listens, what was answered; for threads and the event loop.

Nothing is a difference: a state says all, so whoever is late needs only the last. A room ends after HOURS, or when its
lecturer says so.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

LETTERS = "ACDEFHJKMNPRTUVWXY34679"
"""Of a code: none looks like another (0 O Q, 1 I L, 2 Z, 5 S, 8 B, G)."""
LENGTH, HOURS, ROOMS, STREAMS, PERSONS = 5, 12, 50, 10_000, 20_000
UNUSED = 900  # seconds after which a room that nobody follows gives way, where there is no place for another
COUNTED_EVERY = 0.3  # seconds between two reports of how many are here and have answered
PERSON = re.compile(r"[0-9a-f]{32}")


class FullError(Exception):
    """There is no room, or no place in it, for one more."""


class OverError(Exception):
    """The room, or its question, is over or never was."""


@dataclass(frozen=True)
class Question:
    """``kind``: "row", of words on which the machine lays weights; "choice", one of several; "number", on a scale.

    ``id``: of what is asked and where; ``asked``, ``explanation``: HTML, the question and the answer in words;
    ``choices``: what can be answered, of a number the marks of its scale; ``machine``: the weights of a row; ``truth``:
    the index of the right answer, of a number between two marks perhaps; ``place``: where a row is, or the unit of a
    number.
    """

    id: str
    kind: str
    asked: str
    choices: tuple[str, ...]
    place: str = ""
    machine: tuple[float, ...] = ()
    truth: float | None = None
    explanation: str = ""


@dataclass(eq=False)
class Room:
    """``shown``: what followers draw: the run of a sheet and the place in it; ``votes``: by question and person.

    ``moved``: where in the sheet the lecturer's browser has gone since, which knows it before any script does;
    ``lecture``: its TOML, file and language, where one is given in the room; ``command``: what the presenter's window
    last told the projector, with a number of its own.
    """

    code: str
    key: str
    begun: float
    lecture: tuple[str, str, str] | None = None
    command: tuple[int, str] = (0, "")
    shown: dict[str, Any] = field(default_factory=dict)
    moved: dict[str, Any] = field(default_factory=dict)
    question: Question | None = None
    revealed: bool = False
    votes: dict[str, dict[str, int]] = field(default_factory=dict)
    serial: int = 0
    ended: bool = False
    here: int = 0
    counted: float = 0.0
    listeners: dict[asyncio.Event, tuple[asyncio.AbstractEventLoop, bool]] = field(default_factory=dict)
    written: tuple[tuple[int, ...], str] = ((), "")

    def public_state(self) -> dict[str, Any]:
        """The state as everybody may know it."""
        votes = self.votes.get(self.question.id, {}) if self.question else {}
        return public_state(self, len(votes), Counter(votes.values()))

    def public_text(self) -> str:
        """The same as JSON, written once for all who listen."""
        now = self.serial, self.here, len(self.votes.get(self.question.id, ())) if self.question else 0
        if self.written[0] != now:
            self.written = now, json.dumps(self.public_state(), ensure_ascii=False, separators=(",", ":"))
        return self.written[1]


def owned(room: Room, key: str) -> Room:
    """The room, for whoever has its key; how long the comparison takes tells nothing of it. Raises OverError."""
    if not hmac.compare_digest(room.key.encode(), key.encode()):
        raise OverError
    return room


def public_state(room: Room, answered: int, counts: Counter[int]) -> dict[str, Any]:
    """No answers and no weights of a question before it is revealed. ``counts``: of each answer."""
    state = {"serial": room.serial, "code": room.code, "ended": room.ended, "here": room.here, "command": room.command,
             **seen(room.shown, room.moved), "question": None}
    if (question := room.question) is None:
        return state
    asked = {"id": question.id, "kind": question.kind, "asked": question.asked, "place": question.place,
             "choices": question.choices, "answered": answered, "revealed": room.revealed}
    if room.revealed:
        asked |= {"counts": [counts[i] for i in range(len(question.choices))], "machine": question.machine,
                  "truth": question.truth, "explanation": question.explanation}
    return state | {"question": asked}


def seen(shown: Mapping[str, Any], moved: Mapping[str, Any]) -> dict[str, Any]:
    """What followers draw: what a script has shown, at the place to which the browser has gone since."""
    return {**shown, "place": {**shown["place"], **moved}} if moved else dict(shown)


class Rooms:
    """All rooms of a process."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._lock = threading.RLock()
        self.streams = 0

    def open(self, lecture: tuple[str, str, str] | None = None) -> Room:
        """A new room, for a lecture or for what its lecturer looks at. Raises FullError."""
        with self._lock:
            for old in [room for room in self._rooms.values() if self._is_over(room)]:
                self._end(old)
            if len(self._rooms) >= ROOMS:
                for unused in [room for room in self._rooms.values() if self._gives_way(room)]:
                    self._end(unused)
            if len(self._rooms) >= ROOMS:
                raise FullError
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            while code in self._rooms:
                code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            self._rooms[code] = Room(code, secrets.token_hex(16), time.monotonic(), lecture)
            return self._rooms[code]

    def find(self, code: str) -> Room:
        """The room of a code. Raises OverError."""
        with self._lock:
            room = self._rooms.get(code)
            if room is None or self._is_over(room):
                raise OverError
            return room

    def own(self, code: str, key: str) -> Room:
        """The room of whoever has its key. Raises OverError."""
        return owned(self.find(code), key)

    def show(self, room: Room, shown: Mapping[str, Any], question: Question | None, revealed: bool) -> None:
        """What the lecturer looks at now, and what the room is asked."""
        with self._lock:
            before = seen(room.shown, room.moved), room.question, room.revealed
            if shown.get("sheet") != room.shown.get("sheet") or "place" not in shown:
                room.moved = {}
            room.shown, room.question, room.revealed = dict(shown), question, revealed
            if (seen(room.shown, room.moved), question, revealed) != before:
                self._tell(room)

    def move(self, room: Room, place: Mapping[str, Any]) -> None:
        """Where in the sheet the lecturer is now. The script that hears of it later says nothing new."""
        with self._lock:
            if "place" in room.shown:
                before, room.moved = seen(room.shown, room.moved), dict(place)
                if seen(room.shown, room.moved) != before:
                    self._tell(room)

    def command(self, room: Room, what: str) -> None:
        """Tell the projector something, from the presenter's window."""
        with self._lock:
            room.command = room.command[0] + 1, what
            self._tell(room)

    def answer(self, room: Room, person: str, question: str, choice: int) -> None:
        """One answer a person and question, which may change until it is revealed. Raises OverError, ValueError."""
        with self._lock:
            asked = room.question
            if asked is None or asked.id != question or room.revealed:
                raise OverError
            if not PERSON.fullmatch(person) or not 0 <= choice < len(asked.choices):
                raise ValueError("No such answer.")
            votes = room.votes.setdefault(question, {})
            if person not in votes and len(votes) >= PERSONS:
                raise FullError
            votes[person] = choice
            self._count(room)

    def end(self, room: Room) -> None:
        """Everybody who listens is told so."""
        with self._lock:
            self._end(room)

    async def stream(self, room: Room, counts: bool) -> AsyncIterator[dict[str, Any]]:
        """The states of a room from now on; ``counts``: also when only the numbers of people have changed."""
        event = asyncio.Event()
        with self._lock:
            if self.streams >= STREAMS:
                raise FullError
            self.streams += 1
            room.here += not counts
            room.listeners[event] = asyncio.get_running_loop(), counts
            self._count(room)
        try:
            while True:
                with self._lock:
                    event.clear()
                    text, ended = room.public_text(), room.ended
                yield {"data": text}
                if ended:
                    return
                await event.wait()
        finally:
            with self._lock:
                self.streams -= 1
                room.here -= not counts
                del room.listeners[event]
                self._count(room)

    def _is_over(self, room: Room) -> bool:
        return time.monotonic() > room.begun + 3600 * HOURS

    def _gives_way(self, room: Room) -> bool:
        return not room.here and time.monotonic() > room.begun + UNUSED

    def _end(self, room: Room) -> None:
        room.ended, room.question = True, None
        self._rooms.pop(room.code, None)
        self._tell(room)

    def _tell(self, room: Room) -> None:
        room.serial += 1
        _wake(room.listeners.items())

    def _count(self, room: Room) -> None:
        """The projector hears of it, no more often than a glance can follow."""
        now = time.monotonic()
        if now < room.counted:  # a report is on its way, which will tell this too
            return
        loop = next((loop for loop, counts in room.listeners.values() if counts), None)
        if loop is not None:
            room.counted = now + COUNTED_EVERY
            loop.call_soon_threadsafe(loop.call_later, COUNTED_EVERY, self._tell_counts, room)

    def _tell_counts(self, room: Room) -> None:
        with self._lock:
            _wake(one for one in room.listeners.items() if one[1][1])


def _wake(listeners: Iterable[tuple[asyncio.Event, tuple[asyncio.AbstractEventLoop, bool]]]) -> None:
    """One call for each loop: a thousand calls from another thread would take as long as a thousand writes."""
    waiting: dict[asyncio.AbstractEventLoop, list[asyncio.Event]] = {}
    for event, (loop, _) in listeners:
        waiting.setdefault(loop, []).append(event)
    for loop, events in waiting.items():
        loop.call_soon_threadsafe(set_all, events)


def set_all(events: Iterable[asyncio.Event]) -> None:
    for event in events:
        event.set()
