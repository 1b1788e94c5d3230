"""What a room's browsers ask the server for: its page, its sheet, the stream of its states; they post answers, and the
lecturer's where she is."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Mapping
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from pages.components.modules import below
from pages.components.room.pace import Pace
from pages.components.room.pages import filled, tongue
from pages.components.room.posted import BadPostError, answering, posted
from pages.components.room.state import LENGTH, LETTERS, FullError, OverError, Room
from pages.components.room.store import rooms
from pages.components.text_files import page_words

LARGEST, LARGEST_PLACE = 400, 2000  # bytes of an answer, and of a place
PING = 15  # seconds between two signs of life on a stream


def routes() -> list[BaseRoute]:
    """Where followers are answered, and their lecturer."""
    room = below("/r/{code}")
    return [Route(below("/r"), _enter), Route(room, _page), Route(f"{room}/events", _events),
            Route(f"{room}/sheet/{{digest}}", _sheet), Route(f"{room}/answer", _answer, methods=["POST"]),
            Route(f"{room}/move", _move, methods=["POST"])]


async def _room(request: Request) -> Room:
    """In a thread: a store of its own may be asked. Raises OverError."""
    return await run_in_threadpool(rooms.find, request.path_params["code"].upper())


def _enter(request: Request) -> Response:
    """A field for the code; with one in the address, also in wide letters, the way into the room."""
    given = unicodedata.normalize("NFKC", request.query_params.get("code", "")).upper()
    code = "".join(letter for letter in given if letter in LETTERS)[:LENGTH]
    if code:
        return RedirectResponse(below(f"/r/{code}"))
    return _door(request, "no_room", 404) if given else _door(request, "enter", 200)


async def _page(request: Request) -> Response:
    try:
        room = await _room(request)
    except OverError:
        return _door(request, "no_room", 404)
    language = room.shown.get("language") or tongue(request)
    words = page_words(language, "room")
    return filled("room/follower.html", language, {
        "title": f"{words['room']} {room.code}", "code": room.code, "waiting": words["waiting"]}, words=words)


def _door(request: Request, reason: str, status: int) -> Response:
    """What is wrong with a code, and a field for another."""
    language = tongue(request)
    words = page_words(language, "room")
    return filled("room/door.html", language, {name: words[name] for name in ("room", "code", "go", "home")}
                  | {"said": words[reason], "title": words["room"]}, status)


async def _events(request: Request) -> Response:
    """The stream; a browser that lost it comes back by itself and gets the present state."""
    counts = "counts" in request.query_params
    if not Pace.of(request, "streams"):
        return Response(status_code=429)
    try:
        stream = rooms.stream(await _room(request), counts)
        first = await anext(stream)
    except OverError:  # which ends the browser's attempts, after another replica has been asked
        return Response(status_code=404)
    except FullError:
        return Response(status_code=503)

    async def states():
        yield {"retry": 1000, **first}
        async for state in stream:
            yield _event(state["data"])

    return EventSourceResponse(states(), ping=PING, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


@functools.lru_cache(maxsize=64)
def _event(text: str) -> bytes:
    """A state as it goes over the wire, made once for all who hear it."""
    return ServerSentEvent(text).encode()


async def _sheet(request: Request) -> Response:
    """The sheet of the run that is shown."""
    from pages.components.room.shown import sheet_answer

    try:
        room = await _room(request)
    except OverError:
        return Response(status_code=404)
    if request.path_params["digest"] != room.shown.get("sheet"):
        return Response(status_code=404)
    return await sheet_answer(request, room.shown["run"])


@answering()
async def _answer(request: Request) -> Response:
    """An answer: ``{"person", "question", "choice"}``. 409: the question is over; 404: the room is not here."""
    if not Pace.of(request, "answers"):
        raise BadPostError(429)
    person, question, choice = (await posted(request, LARGEST, person=str, question=str, choice=int)).values()
    room = await _room(request)  # another replica may have it
    try:
        await run_in_threadpool(rooms.answer, room, person, question, choice)
    except OverError:
        return JSONResponse({}, 409)
    except FullError:
        return JSONResponse({}, 503)
    except ValueError:
        return JSONResponse({}, 400)
    return JSONResponse({"choice": choice})


@answering()
async def _move(request: Request) -> Response:
    """Where the lecturer is in the sheet: ``{"key", "step", "head", "cell", "follow"}``. 404: no such room."""
    body = await posted(request, LARGEST_PLACE, key=str, step=str, head=(int, type(None)),
                        cell=(dict, type(None)), follow=(dict, type(None)))
    await run_in_threadpool(_moved, request.path_params["code"], body)
    return JSONResponse({})


def _moved(code: str, body: Mapping[str, Any]) -> None:
    """What is not followed, or is no cell, is left as the script shows it. Raises OverError."""
    room = rooms.own(code, body["key"])
    if room.lecture is not None:  # its projector posts whole scenes
        raise OverError
    from pages.components.board.model import cell_from_mapping, follow_from  # numpy with it: the first page waits less

    cell, follow = cell_from_mapping(body["cell"]), follow_from(body["follow"])
    place = {"step": body["step"], "head": body["head"], "cell": cell and cell._asdict()}
    rooms.move(room, place | ({"follow": follow._asdict()} if follow else {}))
