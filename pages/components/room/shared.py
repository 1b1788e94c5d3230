"""Rooms that several replicas share, in Redis or Valkey: the same as ``state.Rooms``, by whichever replica it is asked.

Of a room: a hash with what it shows, a hash of votes for each question, a sorted set of those who listen (by the time
of their last sign of life), a channel that says when there is something new, and one for the numbers of people, which
only projectors hear. Everything has a time to live. A vote is
there once it is answered, so a replica that dies takes none with it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import redis
import redis.asyncio

from pages.components.room.state import (
    HOURS,
    LENGTH,
    LETTERS,
    PERSON,
    PERSONS,
    ROOMS,
    STREAMS,
    UNUSED,
    FullError,
    OverError,
    Question,
    Room,
    owned,
    public_state,
    seen,
    set_all,
)

LIFE = 3600 * HOURS  # seconds
ALIVE, SIGN = 30, 10  # seconds after which who gives no sign of life is gone; between two signs
COUNTED_EVERY = 0.5  # seconds between two reports to who hears of numbers
WAIT = 3.0  # seconds for an answer

_VOTE = (Path(__file__).parent / "vote.lua").read_text("utf-8")


class SharedRooms:
    """The rooms of a Redis or Valkey at an address (``redis://host:6379/0``)."""

    def __init__(self, address: str):
        options = {"decode_responses": True, "socket_timeout": WAIT, "socket_connect_timeout": WAIT}
        self._store = redis.Redis.from_url(address, **options)
        self._address, self._options = address, options
        self._loop: asyncio.AbstractEventLoop | None = None
        self._vote = self._store.register_script(_VOTE)
        self._events: dict[str, set[asyncio.Event]] = {}
        self._counting: dict[str, set[asyncio.Event]] = {}  # those of _events that hear of numbers
        self._due: set[str] = set()  # rooms whose numbers are told within COUNTED_EVERY
        self._listening: asyncio.Task | None = None
        self.streams = 0

    def open(self, lecture: tuple[str, str, str] | None = None) -> Room:
        """A new room. Raises FullError."""
        now = time.time()
        self._store.zremrangebyscore("rooms", 0, now - LIFE)
        if self._store.zcard("rooms") >= ROOMS:
            for unused in self._store.zrangebyscore("rooms", 0, now - UNUSED):
                if not self._store.zcount(f"{_name(unused)}:here", now - ALIVE, "+inf"):
                    self.end(Room(unused, "", 0.0))
        if self._store.zcard("rooms") >= ROOMS:
            raise FullError
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        while not self._store.zadd("rooms", {code: now}, nx=True):
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        room = Room(code, secrets.token_hex(16), now, lecture)
        with self._store.pipeline() as pipe:
            pipe.hset(_name(code), mapping={"key": room.key, "begun": now, "lecture": json.dumps(lecture), "serial": 0,
                                            "shown": "{}", "moved": "{}", "question": "null", "asked": "", "choices": 0,
                                            "revealed": 0, "command": json.dumps(room.command)})
            pipe.expire(_name(code), LIFE)
            pipe.expire("rooms", LIFE)
            pipe.execute()
        return room

    def find(self, code: str) -> Room:
        """The room of a code as it is now. Raises OverError."""
        if len(code) != LENGTH or not set(code) <= set(LETTERS):
            raise OverError
        return _read(code, self._store.hgetall(_name(code)))

    def own(self, code: str, key: str) -> Room:
        """The room of whoever has its key. Raises OverError."""
        return owned(self.find(code), key)

    def show(self, room: Room, shown: Mapping[str, Any], question: Question | None, revealed: bool) -> None:
        """What the lecturer looks at now, and what the room is asked."""
        same = shown.get("sheet") == room.shown.get("sheet") and "place" in shown
        moved = room.moved if same else {}
        now = json.loads(json.dumps([seen(shown, moved), question and asdict(question), revealed]))
        before = [seen(room.shown, room.moved), room.question and asdict(room.question), room.revealed]
        if now == json.loads(json.dumps(before)):
            return
        self._write(room.code, shown=json.dumps(shown), question=json.dumps(question and asdict(question)),
                    asked=question.id if question else "", choices=len(question.choices) if question else 0,
                    revealed=int(revealed), **{} if same else {"moved": "{}"})

    def move(self, room: Room, place: Mapping[str, Any]) -> None:
        """Where in the sheet the lecturer is now. The script that hears of it later says nothing new."""
        if "place" in room.shown and seen(room.shown, room.moved) != seen(room.shown, place):
            self._write(room.code, moved=json.dumps(place))

    def command(self, room: Room, what: str) -> None:
        """Tell the projector something, from the presenter's window."""
        self._write(room.code, command=json.dumps((room.command[0] + 1, what)))

    def answer(self, room: Room, person: str, question: str, choice: int) -> None:
        """One answer a person and question, which may change until it is revealed. Raises OverError, ValueError."""
        if not PERSON.fullmatch(person) or choice < 0:
            raise ValueError("No such answer.")
        done = self._vote(keys=[_name(room.code), _votes(room.code, question)],
                          args=[question, person, choice, PERSONS, LIFE, _numbers(room.code)])
        if done == "over":
            raise OverError
        if done == "none":
            raise ValueError("No such answer.")
        if done == "full":
            raise FullError

    def end(self, room: Room) -> None:
        """Everybody who listens is told so."""
        with self._store.pipeline() as pipe:
            pipe.delete(_name(room.code), f"{_name(room.code)}:here")
            pipe.zrem("rooms", room.code)
            pipe.publish(_name(room.code), "ended")
            pipe.execute()

    async def stream(self, room: Room, counts: bool) -> AsyncIterator[dict[str, Any]]:
        """The states of a room from now on; ``counts``: also when only the numbers of people have changed."""
        if self.streams >= STREAMS:
            raise FullError
        me, event, before, signed = secrets.token_hex(8), asyncio.Event(), None, 0.0
        await self._listen()
        registries = [self._events, self._counting] if counts else [self._events]
        for events in registries:
            events.setdefault(room.code, set()).add(event)
        self.streams += 1
        try:
            while True:
                event.clear()
                if not counts and time.monotonic() > signed + SIGN:
                    signed = time.monotonic()
                    await self._alive(room.code, me)
                state = await self._public_state(room.code)
                quiet = state | {"here": 0, "question": state["question"] and state["question"] | {"answered": 0}}
                now = state if counts or before is None else quiet
                if now != before:
                    before = state if counts else quiet
                    yield {"data": json.dumps(state, ensure_ascii=False, separators=(",", ":"))}
                if state["ended"]:
                    return
                await _wait(event, SIGN)
        finally:
            self.streams -= 1
            for events in registries:
                events[room.code].discard(event)
                if not events[room.code]:
                    del events[room.code]
            if not counts:
                await asyncio.shield(self._gone(room.code, me))

    def _write(self, code: str, **fields: Any) -> None:
        """Fields of a room that there is; whoever listens is told."""
        with self._store.pipeline() as pipe:
            pipe.hset(_name(code), mapping=fields)
            pipe.hincrby(_name(code), "serial", 1)
            pipe.hget(_name(code), "key")
            pipe.publish(_name(code), "new")
            if pipe.execute()[2] is None:  # it ended meanwhile: what was written is no room
                self._store.delete(_name(code))

    async def _alive(self, code: str, me: str) -> None:
        name = f"{_name(code)}:here"
        async with self._loop_store.pipeline() as pipe:
            pipe.zadd(name, {me: time.time()})
            pipe.zremrangebyscore(name, 0, time.time() - ALIVE)
            pipe.expire(name, LIFE)
            if (await pipe.execute())[0]:  # one more
                await self._loop_store.publish(_numbers(code), "here")

    async def _gone(self, code: str, me: str) -> None:
        await self._loop_store.zrem(f"{_name(code)}:here", me)
        await self._loop_store.publish(_numbers(code), "gone")

    async def _public_state(self, code: str) -> dict[str, Any]:
        """The state as everybody may know it, of a room that has ended too."""
        try:
            room = _read(code, await self._loop_store.hgetall(_name(code)))
        except OverError:
            return public_state(Room(code, "", 0.0, ended=True), 0, Counter())
        room.here = await self._loop_store.zcount(f"{_name(code)}:here", time.time() - ALIVE, "+inf")
        if room.question is None:
            return public_state(room, 0, Counter())
        name = _votes(code, room.question.id)
        if not room.revealed:
            return public_state(room, await self._loop_store.hlen(name), Counter())
        votes = Counter(map(int, await self._loop_store.hvals(name)))
        return public_state(room, votes.total(), votes)

    async def _listen(self) -> None:
        """One subscription for all rooms that are followed here, on the loop that serves."""
        if self._loop is not asyncio.get_running_loop():
            self._loop, self._listening = asyncio.get_running_loop(), None
            self._loop_store = redis.asyncio.Redis.from_url(self._address, **self._options)
            self._heard = redis.asyncio.Redis.from_url(self._address, decode_responses=True)  # may wait for long
        if self._listening is None or self._listening.done():
            begun = asyncio.Event()
            self._listening = asyncio.create_task(self._hear(begun))
            await asyncio.wait_for(begun.wait(), WAIT)

    async def _hear(self, begun: asyncio.Event) -> None:
        while True:
            try:
                async with self._heard.pubsub() as channel:
                    await channel.psubscribe("room:*", "numbers:*")
                    begun.set()
                    for events in self._events.values():  # what was said while nobody heard
                        set_all(events)
                    async for message in channel.listen():
                        if message["type"] == "pmessage":
                            self._notify(*message["channel"].split(":", 1))
            except redis.RedisError:
                await asyncio.sleep(COUNTED_EVERY)


    def _notify(self, what: str, code: str) -> None:
        """Something new wakes all at once; numbers wake who hears of them, no more often than a glance can follow."""
        if what == "room":
            return set_all(self._events.get(code, ()))
        if code in self._counting and code not in self._due:
            self._due.add(code)
            asyncio.get_running_loop().call_later(COUNTED_EVERY, self._tell_numbers, code)

    def _tell_numbers(self, code: str) -> None:
        self._due.discard(code)
        set_all(self._counting.get(code, ()))


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return


def _name(code: str) -> str:
    return f"room:{code}"


def _numbers(code: str) -> str:
    return f"numbers:{code}"


def _votes(code: str, question: str) -> str:
    return f"room:{code}:votes:{question}"


def _read(code: str, fields: Mapping[str, str]) -> Room:
    """A room from its hash. Raises OverError where there is none."""
    if "key" not in fields:
        raise OverError
    question, lecture = json.loads(fields["question"]), json.loads(fields["lecture"])
    if question is not None:
        question = Question(**question | {"choices": tuple(question["choices"]), "machine": tuple(question["machine"])})
    return Room(code, fields["key"], float(fields["begun"]), tuple(lecture) if lecture else None,
                tuple(json.loads(fields["command"])), json.loads(fields["shown"]),
                json.loads(fields.get("moved", "{}")), question, fields["revealed"] == "1",
                serial=int(fields["serial"]))
