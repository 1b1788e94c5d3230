"""The rooms of a process: who may what, what is told before and after an answer is revealed, what a stranger gets."""

import asyncio
import json
import random
import string
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from pages.components.gate import Gate
from pages.components.room import state
from pages.components.room.pace import Pace
from pages.components.room.routes import routes
from pages.components.room.shown import sheet_of, shown
from pages.components.room.state import FullError, OverError, Question, Rooms
from pages.components.text_files import LANGUAGES, page_words

ASKED = Question("1@a", "row", "<p>Where?</p>", ("cat", "sat", "."), "decoder", (0.1, 0.7, 0.2), 1)
PERSONS = [f"{i:032x}" for i in range(1000)]
RUN = ("translator-zh-en", "我喜欢猫。", "zh", "intuition", "", "base")


@pytest.fixture
def rooms(monkeypatch):
    fresh = Rooms()
    monkeypatch.setattr("pages.components.room.routes.rooms", fresh)
    return fresh


@pytest.fixture
def client(rooms):
    with TestClient(Starlette(routes=routes(), middleware=[Middleware(Gate)]), "http://hall") as client:
        yield client


def answer(client, room, person=PERSONS[0], choice=1, question=ASKED.id, origin="http://hall"):
    return client.post(f"/r/{room.code}/answer", json={"person": person, "question": question, "choice": choice},
                       headers={"origin": origin} if origin else {})


def test_codes_have_no_look_alikes_and_keys_128_bits(rooms):
    every_room = [rooms.open() for _ in range(state.ROOMS)]
    assert len({room.code for room in every_room}) == len({room.key for room in every_room}) == state.ROOMS
    for room in every_room:
        assert set(room.code) <= set(state.LETTERS) and len(room.code) == 5 and len(bytes.fromhex(room.key)) == 16
        assert not set(room.code) & set("0O1IL2Z5S8BGQ")
        assert room.key not in json.dumps(room.public_state())
    with pytest.raises(FullError):
        rooms.open()
    rooms.end(every_room[0])
    assert rooms.open().code


def test_only_who_has_the_key_has_the_room(rooms):
    room, other = rooms.open(), rooms.open()
    assert rooms.own(room.code, room.key) is room
    for key in (other.key, "", room.key[:-1], room.key + "0", "é"):
        with pytest.raises(OverError):
            rooms.own(room.code, key)


def test_rooms_end_after_twelve_hours(rooms, monkeypatch):
    room = rooms.open()
    monkeypatch.setattr(state.time, "monotonic", lambda: room.begun + 12 * 3600 - 1)
    assert rooms.find(room.code) is room
    monkeypatch.setattr(state.time, "monotonic", lambda: room.begun + 12 * 3600 + 1)
    with pytest.raises(OverError):
        rooms.find(room.code)


def test_a_room_that_nobody_follows_gives_way_after_fifteen_minutes(rooms, monkeypatch):
    every_room = [rooms.open() for _ in range(state.ROOMS)]
    followed, *unused = every_room
    followed.here = 1
    monkeypatch.setattr(state.time, "monotonic", lambda: followed.begun + 15 * 60 - 1)
    with pytest.raises(FullError):
        rooms.open()
    monkeypatch.setattr(state.time, "monotonic", lambda: unused[-1].begun + 15 * 60 + 1)
    assert rooms.find(rooms.open().code) and rooms.find(followed.code) and all(room.ended for room in unused)


def test_nothing_is_told_of_answers_and_weights_before_they_are_revealed(rooms):
    room = rooms.open()
    rooms.show(room, {"sheet": "x"}, ASKED, revealed=False)
    for i, person in enumerate(PERSONS):
        rooms.answer(room, person, ASKED.id, i % 3)
    rooms.answer(room, PERSONS[0], ASKED.id, 2)  # changed
    question = room.public_state()["question"]
    assert question["answered"] == 1000 and not {"counts", "machine"} & set(question)
    rooms.show(room, {"sheet": "x"}, ASKED, revealed=True)
    question = room.public_state()["question"]
    assert question["counts"] == [333, 333, 334] and question["machine"] == ASKED.machine
    with pytest.raises(OverError):
        rooms.answer(room, PERSONS[0], ASKED.id, 1)


def test_a_stream_begins_with_the_present_state_and_hears_each_that_comes(rooms):
    room = rooms.open()
    rooms.show(room, {"sheet": "first"}, None, revealed=False)

    async def listens():
        stream, heard = rooms.stream(room, counts=False), []
        heard.append(json.loads((await anext(stream))["data"]))
        for shown_now in ("second", "third"):
            rooms.show(room, {"sheet": shown_now}, ASKED, revealed=False)
            heard.append(json.loads((await anext(stream))["data"]))
        late = rooms.stream(room, counts=True)
        heard.append(json.loads((await anext(late))["data"]))
        rooms.answer(room, PERSONS[0], ASKED.id, 0)
        message = json.loads((await asyncio.wait_for(anext(late), 5))["data"])
        while message["question"]["answered"] != 1:
            message = json.loads((await asyncio.wait_for(anext(late), 5))["data"])
        rooms.end(room)
        heard.append(json.loads((await anext(stream))["data"]))
        await stream.aclose()
        await late.aclose()
        return heard

    with ThreadPoolExecutor() as threads:  # Playwright's loop may run in this one
        heard = threads.submit(asyncio.run, listens()).result()
    assert [one.get("sheet") for one in heard] == ["first", "second", "third", "third", "third"]
    assert [one["ended"] for one in heard] == [False] * 4 + [True] and rooms.streams == 0 == room.here


def test_answers_are_taken_from_the_rooms_own_page_alone(client, rooms):
    room = rooms.open()
    assert answer(client, room).status_code == 409
    rooms.show(room, {}, ASKED, revealed=False)
    assert answer(client, room).json() == {"choice": 1}
    for origin in ("http://elsewhere", None, "null"):
        assert answer(client, room, origin=origin).status_code == 403
    for fields in ({"choice": 3}, {"choice": -1}, {"person": "x"}, {"person": "A" * 32}, {"choice": True}):
        assert answer(client, room, **fields).status_code == 400, fields
    assert answer(client, room, question="other").status_code == 409
    fields = {"person": PERSONS[0], "question": ASKED.id, "choice": 1}
    assert client.post("/r/WRONG/answer", json={}, headers={"origin": "http://hall"}).status_code == 400
    assert client.post("/r/WRONG/answer", json=fields, headers={"origin": "http://hall"}).status_code == 404
    assert client.post("/", json={}, headers={"origin": "http://hall"}).status_code == 403
    assert room.votes == {ASKED.id: {PERSONS[0]: 1}}


def test_only_who_has_the_key_says_where_the_board_is(client, rooms):
    room, lecture = rooms.open(), rooms.open(("text", "file", "en"))
    rooms.show(room, {"sheet": "x", "place": {"step": "a", "follow": None}}, None, revealed=False)
    cell, follow = {"picture": "p", "panel": 0, "row": 1, "column": 2}, {"stream": "s", "index": 3}
    body = {"key": room.key, "step": "b", "head": 1, "cell": cell | {"more": 1}, "follow": follow}

    def move(to=room, origin="http://hall", **more):
        return client.post(f"/r/{to.code}/move", json=body | more, headers={"origin": origin}).status_code

    assert move() == 200
    where = {"step": "b", "head": 1, "cell": cell, "follow": follow}
    assert room.public_state()["place"] == where
    assert move(origin="http://elsewhere") == 403
    assert move(key="0" * 32) == move(lecture, key=lecture.key) == 404
    for wrong in ({"step": 1}, {"head": "x"}, {"cell": []}, {"key": None}):
        assert move(**wrong) == 400, wrong
    assert move(step="x" * 2000) == 413
    assert room.public_state()["place"] == where
    assert move(cell={"picture": 1}, follow=None) == 200  # neither a cell nor a word
    assert room.public_state()["place"] == {"step": "b", "head": 1, "cell": None, "follow": None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_code_gets_a_sentence_and_a_way_on(client, rooms, language):
    room, words = rooms.open(), page_words(language, "room")
    for path in ("/r/WRONG", "/r/%00", "/r/" + "A" * 3000, "/r/<script>"):
        response = client.get(path, headers={"accept-language": language})
        assert response.status_code == 404 and words["no_room"] in response.text and "<form" in response.text, path
    assert words["enter"] in client.get("/r", headers={"accept-language": language}).text
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in room.code)  # as a Chinese keyboard may write it
    for typed in (room.code.lower(), f" {room.code[:2]} {room.code[2:]}", wide):
        assert client.get("/r", params={"code": typed}).url.path == f"/r/{room.code}", typed
    assert words["no_room"] in client.get("/r?code=012", headers={"accept-language": language}).text
    page = client.get(f"/r/{room.code}")
    assert page.status_code == 200 and room.code in page.text and room.key not in page.text
    assert client.get("/r/WRONG/events").status_code == 404
    assert client.get(f"/r/{room.code}/sheet/none").status_code == 404


def test_the_sheet_of_what_is_shown_is_served_with_its_parts_kept(client, rooms):
    room = rooms.open()
    rooms.show(room, shown(RUN, {"step": "machine"}), None, revealed=False)
    response = client.get(f"/r/{room.code}/sheet/{room.shown['sheet']}")
    assert response.status_code == 200 and sheet_of(*RUN).texts["sentence"] == RUN[1]
    assert int(response.headers["content-length"]) < 60_000


def test_strangers_get_no_error_whatever_they_send(client, rooms):
    room, draw = rooms.open(), random.Random(0)
    rooms.show(room, {}, ASKED, revealed=False)
    for _ in range(300):
        body = "".join(draw.choices(string.printable, k=draw.randrange(60))).encode()
        if draw.random() < 0.5:
            body = json.dumps({name: draw.choice([1, "x", None, [], {}, 1e300, PERSONS[0], ASKED.id, True])
                               for name in ("person", "question", "choice")}).encode()
        response = client.post(f"/r/{room.code}/answer", content=body, headers={"origin": "http://hall"})
        assert response.status_code in (400, 409), body
    deep = client.post(f"/r/{room.code}/answer", content=b"[" * 100_000, headers={"origin": "http://hall"})
    assert deep.status_code == 413
    assert not room.votes.get(ASKED.id)


def test_a_campus_behind_one_address_is_served_and_a_program_is_not():
    pace = Pace(at_once=50, a_second=2)
    assert all(pace.allows("one", 0.0) for _ in range(50)) and not pace.allows("one", 0.0)
    assert pace.allows("other", 0.0) and sum(pace.allows("one", 1.0) for _ in range(4)) == 2
