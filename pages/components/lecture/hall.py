"""The room of a lecture: opened, shown, told and ended by whoever has its key, from the projector or the presenter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pages.components.lecture import library
from pages.components.lecture.exhibits import exhibits
from pages.components.lecture.scenes import LectureError, Scene
from pages.components.lecture.views import BadViewError
from pages.components.modules import below
from pages.components.room.pace import Pace
from pages.components.room.pages import tongue
from pages.components.room.posted import BadPostError, answering, posted
from pages.components.room.state import FullError, OverError, Question, Room
from pages.components.room.store import rooms
from pages.components.text_files import page_words, passages

LARGEST, LONGEST, CHOICES = 64_000, 4000, 12  # bytes of a post; letters of a question's text; answers of a choice
COMMANDS = {"next", "previous", "forward", "back", "reveal", "black", "times"}


def routes() -> list[BaseRoute]:
    room = below("/r/{code}")
    return [Route(below("/r/open"), _open, methods=["POST"]), Route(f"{room}/show", _show, methods=["POST"]),
            Route(f"{room}/command", _command, methods=["POST"]), Route(f"{room}/end", _end, methods=["POST"]),
            Route(f"{room}/lead", _lead, methods=["POST"])]


@answering()
async def _open(request: Request) -> Response:
    """A room for a lecture: ``{"name", "text"}``, null for a ready one. 429: too often; 503: the server is full."""
    words = page_words(tongue(request), "room")
    if not Pace.of(request, "rooms"):
        return JSONResponse({"said": words["often"]}, 429)
    try:
        body = await posted(request, LARGEST, name=str, text=(str, type(None)))
        text = library.text_of(body["name"]) if body["text"] is None else body["text"]
        library.lecture(text, body["name"])
        room = await run_in_threadpool(rooms.open, (text, body["name"], tongue(request)))
    except LectureError as error:
        return JSONResponse({"said": error.sentence(tongue(request))}, 400)
    except FullError:
        return JSONResponse({"said": words["full"]}, 503)
    return JSONResponse({"code": room.code, "key": room.key, "qr": _picture(request, room.code)})


def _picture(request: Request, code: str) -> str:
    """The way into the room, to be photographed."""
    import segno

    address = f"{request.url.scheme}://{request.headers.get('host', '')}{below(f'/r/{code}')}"
    return segno.make(address, error="m").svg_inline(omitsize=True)


async def _own(request: Request, **fields: type | tuple[type, ...]) -> tuple[Room, dict[str, Any]]:
    """The room of who has its key, and what is posted. Raises BadPostError, OverError."""
    body = await posted(request, LARGEST, key=str, **fields)
    return await run_in_threadpool(rooms.own, request.path_params["code"], body["key"]), body


@answering(LectureError, BadViewError)
async def _show(request: Request) -> Response:
    """What the projector shows: the scene, the place in its sheet, whether it asks and reveals, the seconds that each
    scene has taken; 404: no such room."""
    room, body = await _own(request, scene=int, place=(dict, type(None)), asked=bool, revealed=bool,
                            question=(dict, type(None)), spent=(list, type(None)))
    text, file, language = room.lecture or ("", "", "")
    scenes, number, spent = library.lecture(text, file).scenes, body["scene"], body["spent"] or []
    if not 0 <= number < len(scenes) or not all(type(one) in (int, float) and 0 <= one < 1e6 for one in spent):
        raise BadPostError
    shown = await run_in_threadpool(_shown, room, number, body["place"], language)
    shown["scene"]["spent"] = spent[:len(scenes)]
    question = await run_in_threadpool(_asked, scenes[number], body["question"], language) if body["asked"] else None
    await run_in_threadpool(rooms.show, room, shown, question, body["revealed"])
    return JSONResponse({"qr": _picture(request, room.code)})


def _shown(room: Room, number: int, place: Mapping[str, Any] | None, language: str) -> dict[str, Any]:
    """What followers are told of a scene; of the walkthrough the sheet too. Raises BadViewError."""
    text, file, _ = room.lecture
    lecture = library.lecture(text, file)
    scene = lecture.scenes[number]
    summary = {"number": number + 1, "total": len(lecture.scenes), "headline": scene.headline[language],
               "title": lecture.title[language], "link": scene.view.link(language), "prose": _prose(scene, language)}
    if not scene.view.walks:
        return {"language": language, "scene": summary}
    from pages.components.lecture.asking import place_of, run_of
    from pages.components.room.shown import shown

    known = place_of(scene.view, language)
    if place is not None:
        step, head = place.get("step"), place.get("head")
        known |= {"step": step if isinstance(step, str) and len(step) < 200 else known["step"],
                  "head": head if type(head) is int else None, "cell": None}
    return shown(run_of(scene.view, language), known) | {"scene": summary}


def _prose(scene: Scene, language: str) -> str:
    """What the lesson says of the exhibit, as HTML; nothing for another view."""
    from pages.components.sheet.markup import markup

    view = scene.view
    key = exhibits(view.page).get(view.exhibit)
    if key is None:
        return ""
    texts = passages(language, view.page)
    heading, _, body = texts[key].partition("\n")
    return markup(language, f"## {heading}\n\n{texts.get(f'{key}.intuition', body)}")


def _asked(scene: Scene, fields: Mapping[str, Any] | None, language: str) -> Question | None:
    """The question whose answer is known here; of a lesson, as the projector's page computed it."""
    if scene.computed:
        from pages.components.lecture.asking import question

        return question(scene, language)
    return fields and guess(fields, language)


def guess(fields: Mapping[str, Any], language: str) -> Question:
    """A lesson's guess: one of several. Raises BadPostError; its texts are Markdown, in which no HTML passes."""
    from pages.components.sheet.markup import markup

    asked, explanation, choices, truth = (fields.get(name) for name in ("asked", "said", "choices", "truth"))
    if not all(isinstance(text, str) and len(text) <= LONGEST for text in (asked, explanation, fields.get("id"))):
        raise BadPostError
    if not isinstance(choices, list) or not 2 <= len(choices) <= CHOICES or \
            not all(isinstance(choice, str) and len(choice) <= LONGEST for choice in choices):
        raise BadPostError
    if truth is not None and (type(truth) is not int or not 0 <= truth < len(choices)):
        raise BadPostError
    identity = f"{crc32(repr((fields['id'], choices)).encode()):08x}@{fields['id'][:80]}"
    return Question(identity, "choice", markup(language, asked), tuple(choices), truth=truth,
                    explanation=markup(language, explanation))


@answering()
async def _command(request: Request) -> Response:
    """What the presenter's window tells the projector."""
    room, body = await _own(request, what=str)
    if body["what"] not in COMMANDS and not body["what"].removeprefix("scene ").isdecimal():
        raise BadPostError
    await run_in_threadpool(rooms.command, room, body["what"][:20])
    return JSONResponse({})


@answering()
async def _end(request: Request) -> Response:
    room, _ = await _own(request)
    await run_in_threadpool(rooms.end, room)
    return JSONResponse({})


@answering()
async def _lead(request: Request) -> Response:
    """The lecture of a room, for who types its key in on another machine: ``name``, or ``text`` of one's own."""
    words = page_words(tongue(request), "lecture")
    if not Pace.of(request, "lectures"):
        raise BadPostError(429)
    try:
        room, _ = await _own(request)
    except OverError:
        return JSONResponse({"said": words["no_such_key"]}, 404)
    if room.lecture is None:
        return JSONResponse({"said": words["no_lecture_here"]}, 400)
    text, name, _ = room.lecture
    return JSONResponse({"name": name, "text": None if library.is_stored(name, text) else text})
