"""The rooms of one process and those that replicas share keep the same laws; a replica that dies takes no vote."""

import asyncio
import json
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
from house import run
from nginx_front import NGINX, running
from redis_server import stored
from test_room import ASKED, PERSONS

from pages.components.room import shared, state
from pages.components.room.shared import SharedRooms
from pages.components.room.state import FullError, OverError, Question, Rooms

NUMBER = Question("n", "number", "<p>How many?</p>", ("0", "1", "2"), "%", truth=1.4)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with stored(tmp_path_factory.mktemp("redis")) as address:
        yield address


@pytest.fixture(params=["memory", "shared"])
def rooms(request, address):
    """Two views of the same rooms: of one process the same, of a store two replicas."""
    if request.param == "memory":
        one = Rooms()
        return one, one
    with redis.Redis.from_url(address) as store:
        store.flushall()
    return SharedRooms(address), SharedRooms(address)


async def states(rooms, code, count, do=lambda: None, counts=False):
    """The first states that somebody hears, who is told of by ``do`` after the first."""
    stream, heard = rooms.stream(rooms.find(code), counts), []
    for i in range(count):
        heard.append(json.loads((await asyncio.wait_for(anext(stream), 5))["data"]))
        if i == 0:
            await asyncio.get_running_loop().run_in_executor(None, do)
    await stream.aclose()
    return heard


def now(rooms, code):
    return run(states(rooms, code, 1))[0]


def test_a_room_is_the_same_whichever_replica_is_asked(rooms):
    here, there = rooms
    room = here.open(("text", "file", "en"))
    assert there.own(room.code, room.key).lecture == ("text", "file", "en")
    for code, key in ((room.code, "0" * 32), ("WRONG", room.key), ("\x00", room.key), (room.code * 2, room.key)):
        with pytest.raises(OverError):
            there.own(code, key)
    here.show(room, {"sheet": "x"}, ASKED, False)
    for i, person in enumerate(PERSONS[:90]):
        (here, there)[i % 2].answer(there.find(room.code), person, ASKED.id, i % 3)
    there.answer(room, PERSONS[0], ASKED.id, 2)  # changed
    current = now(there, room.code)
    assert current["sheet"] == "x" and current["question"]["answered"] == 90
    assert not {"counts", "machine", "truth", "said"} & set(current["question"])
    for wrong in ((PERSONS[0], ASKED.id, 3), (PERSONS[0], ASKED.id, -1), ("x", ASKED.id, 1)):
        with pytest.raises(ValueError, match="No such answer"):
            there.answer(room, *wrong)
    with pytest.raises(OverError):
        there.answer(room, PERSONS[0], "other", 0)
    there.show(there.find(room.code), {"sheet": "x"}, ASKED, True)
    current = now(here, room.code)["question"]
    assert current["counts"] == [29, 30, 31] and current["truth"] == 1 and tuple(current["machine"]) == ASKED.machine
    with pytest.raises(OverError):
        here.answer(here.find(room.code), PERSONS[0], ASKED.id, 1)
    there.command(there.find(room.code), "next")
    assert list(now(here, room.code)["command"]) == [1, "next"]
    here.show(here.find(room.code), {}, NUMBER, True)
    assert now(there, room.code)["question"]["truth"] == 1.4


def test_who_listens_at_one_replica_hears_what_is_said_at_the_other(rooms):
    here, there = rooms
    room = here.open()
    heard = run(states(there, room.code, 2, lambda: here.show(here.find(room.code), {"sheet": "new"}, None, False)))
    assert heard[0].get("sheet") is None and heard[1]["sheet"] == "new"
    heard = run(states(there, room.code, 2, lambda: here.end(here.find(room.code))))
    assert heard[1]["ended"] and heard[1]["question"] is None
    with pytest.raises(OverError):
        there.find(room.code)

    room = here.open()
    here.show(room, {}, ASKED, False)
    heard = run(states(there, room.code, 2, lambda: here.answer(here.find(room.code), PERSONS[0], ASKED.id, 0), True))
    assert [one["question"]["answered"] for one in heard] == [0, 1]


def test_the_browser_says_where_and_the_script_that_follows_says_nothing_new(rooms):
    here, there = rooms
    room, at = here.open(), {"step": "a", "head": None, "cell": None, "follow": None, "tour": True, "revealed": ""}
    here.show(room, {"sheet": "x", "place": at}, None, False)
    there.move(there.find(room.code), {"step": "b", "head": 2, "cell": None})
    current = now(here, room.code)
    assert current["place"] == at | {"step": "b", "head": 2}
    there.move(there.find(room.code), {"step": "b", "head": 2, "cell": None})  # the same again
    for late in (at, at | {"step": "b", "head": 2}):  # a script that is still at the step before, and the one at this
        here.show(here.find(room.code), {"sheet": "x", "place": late}, None, False)
    assert now(there, room.code) == current
    here.show(here.find(room.code), {"sheet": "x", "place": at | {"revealed": "b"}}, ASKED, False)
    assert now(there, room.code)["place"] == at | {"step": "b", "head": 2, "revealed": "b"}
    here.show(here.find(room.code), {"sheet": "y", "place": at}, None, False)  # another run begins where it says
    assert now(there, room.code)["place"] == at
    here.show(here.find(room.code), {"scene": {}}, None, False)  # a lesson has no place
    there.move(there.find(room.code), {"step": "c", "head": None, "cell": None})
    assert "place" not in now(here, room.code)


def test_there_are_no_more_rooms_than_there_may_be(rooms, monkeypatch):
    here, there = rooms
    for module in (state, shared):
        monkeypatch.setattr(module, "ROOMS", 3)
    three = [here.open() for _ in range(3)]
    with pytest.raises(FullError):
        there.open()
    there.end(three[0])
    assert there.open().code


def test_of_all_rooms_that_there_may_be_one_that_nobody_follows_gives_way(rooms, monkeypatch):
    here, there = rooms

    def limit(name, value):
        for module in (state, shared):
            monkeypatch.setattr(module, name, value)

    limit("ROOMS", 2)
    followed, unused = here.open(), here.open()

    async def opened_while_one_is_followed():
        stream = there.stream(there.find(followed.code), counts=False)
        await anext(stream)
        with pytest.raises(FullError):  # neither is old enough
            await asyncio.to_thread(here.open)
        limit("UNUSED", 0)
        new = await asyncio.to_thread(here.open)
        await stream.aclose()
        return new

    assert here.find(run(opened_while_one_is_followed()).code) and here.find(followed.code)
    with pytest.raises(OverError):
        there.find(unused.code)


def test_a_thousand_votes_at_once_are_counted_once_each(rooms):
    here, there = rooms
    room = here.open()
    here.show(room, {}, ASKED, False)
    with ThreadPoolExecutor(16) as threads:
        list(threads.map(lambda vote: rooms[vote[0] % 2].answer(room, vote[1], ASKED.id, vote[0] % 3),
                         [*enumerate(PERSONS), *enumerate(PERSONS[:300])]))
    here.show(here.find(room.code), {}, ASKED, True)
    assert sum(now(there, room.code)["question"]["counts"]) == len(PERSONS)


def test_everything_that_is_stored_has_a_time_to_live(address):
    rooms = SharedRooms(address)
    room = rooms.open()
    rooms.show(room, {}, ASKED, False)
    rooms.answer(room, PERSONS[0], ASKED.id, 0)
    now(rooms, room.code)
    with redis.Redis.from_url(address) as store:
        lives = {key: store.ttl(key) for key in store.scan_iter()}
    assert len(lives) >= 3 and all(0 < life <= 3600 * state.HOURS for life in lives.values()), lives


def test_a_replica_killed_in_mid_lecture_loses_no_vote(tmp_path, address):
    assert NGINX, "This test needs nginx: apt-get install nginx-light."
    with running(tmp_path, ATTENTION_ROOMS=address) as (front, (one, other)):
        def post(path, where=front, **fields):
            request = urllib.request.Request(f"{where.address}/r/{path}", json.dumps(fields).encode(),
                                             {"Origin": where.address, "Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)

        room = post("open", name="whole_transformer", text=None)
        show = {"key": room["key"], "scene": 3, "place": None, "asked": True, "revealed": False, "question": None}
        for replica in (other, one):  # each has run the model before
            post(f"{room['code']}/show", replica, **show)
        heard, ready = [], threading.Event()

        def listen():
            with urllib.request.urlopen(f"{other.address}/r/{room['code']}/events", timeout=60) as stream:
                for line in stream:
                    if line.startswith(b"data: "):
                        heard.append((time.monotonic(), json.loads(line[6:])))
                        ready.set()

        threading.Thread(target=listen, daemon=True).start()
        assert ready.wait(30)
        question = heard[0][1]["question"]["id"]
        for i, person in enumerate(PERSONS[:40]):
            post(f"{room['code']}/answer", (one, other)[i % 2], person=person, question=question, choice=i % 2)
        one.process.kill()
        killed = time.monotonic()
        post(f"{room['code']}/show", **show | {"revealed": True})
        while not heard[-1][1]["question"]["revealed"] and time.monotonic() < killed + 10:
            time.sleep(0.05)
        at, message = heard[-1]
        assert at < killed + 3 and message["question"]["counts"][:2] == [20, 20]
        post(f"{room['code']}/end", key=room["key"])
