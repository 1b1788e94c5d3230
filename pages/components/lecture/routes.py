"""What a lecture asks the server for: the projector's and the presenter's page, scenes, questions, sheets."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pages.components.bar.navigation import WALKTHROUGH
from pages.components.lecture import hall, library
from pages.components.lecture.scenes import LectureError, Scene
from pages.components.lecture.views import BadViewError, View
from pages.components.modules import below
from pages.components.room.pace import Pace
from pages.components.room.pages import filled, tongue
from pages.components.room.posted import BadPostError, answering, posted
from pages.components.text_files import page_words

LARGEST = 64_000  # bytes of a lecture that is sent, as nginx lets through


def routes() -> list[BaseRoute]:
    """The pages; below ``/r``, where posts are let through, what they fetch."""
    return [Route(below("/projector"), _shell), Route(below("/presenter"), _shell),
            Route(below("/r/lecture"), _lecture, methods=["POST"]),
            Route(below("/r/question"), _question, methods=["POST"]),
            Route(below("/r/view"), _view), Route(below("/r/sheet"), _sheet), *hall.routes()]


def _shell(request: Request) -> Response:
    """The page, which fetches its lecture itself: one of the reader's own lies in her browser alone."""
    language, name = tongue(request), request.url.path.rpartition("/")[2]
    words = page_words(language, "room") | page_words(language, "lecture")
    return filled(f"lecture/{name}.html", language, {"title": words[name]}, words=words)


@answering()
async def _lecture(request: Request) -> Response:
    """``{"name"}`` of a ready lecture or ``{"text", "name"}`` of another: its scenes; 400: a sentence."""
    try:
        lecture, language = await asked(request)
    except LectureError as error:
        return JSONResponse({"said": error.sentence(tongue(request))}, 400)
    return JSONResponse({"title": lecture.title[language], "minutes": lecture.minutes,
                         "scenes": [_scene_text(scene, language) for scene in lecture.scenes]})


async def asked(request: Request, **fields: type) -> Any:
    """The lecture that a post speaks of, its language, further fields. Raises BadPostError, LectureError."""
    if not Pace.of(request, "lectures"):
        raise BadPostError(429)
    body = await posted(request, LARGEST, name=str, text=(str, type(None)), **fields)
    text = library.text_of(body["name"]) if body["text"] is None else body["text"]
    file = f"{body['name']}.toml" if body["text"] is None else body["name"]
    return (library.lecture(text, file), tongue(request), *(body[name] for name in fields))


def _scene_text(scene: Scene, language: str) -> dict[str, Any]:
    from pages.components.sheet.markup import markup

    page = page_words(language, "app")[f"page_{scene.view.page or 'start'}"]
    return {"headline": scene.headline[language], "notes": markup(language, scene.notes[language]),
            "minutes": scene.minutes, "page": page, "sheet": scene.view.walks, "ask": scene.ask,
            "computed": scene.computed,
            "view": scene.view.projected(language, "" if scene.computed else scene.ask, scene.shows),
            "link": scene.view.link(language)}


@answering(LectureError, BadViewError)
async def _question(request: Request) -> Response:
    """What a scene asks whose answer is known here; null for one that asks nothing."""
    from pages.components.lecture.asking import question

    lecture, language, number = await asked(request, scene=int)
    scene = lecture.scenes[number] if 0 <= number < len(lecture.scenes) else None
    posed = scene and await run_in_threadpool(question, scene, language)
    return JSONResponse(posed and asdict(posed))


async def _view(request: Request) -> Response:
    """A view of the walkthrough, drawn as a sheet without anything around it; one that cannot be: a sentence."""
    from pages.components.lecture.asking import place_of

    language = tongue(request)
    words = page_words(language, "lecture")
    try:
        place = await run_in_threadpool(place_of, _asked_view(request), language)
    except BadViewError as error:
        return filled("lecture/wrong.html", language, {
            "title": words["projector"], "said": words[f"wrong_{error.what}"].format(**error.values)}, 400)
    return filled("lecture/view.html", language, {"title": words["projector"]}, place=place)


def _asked_view(request: Request) -> View:
    if not Pace.of(request, "lectures"):
        raise BadViewError("busy")
    return View.parse(f"{WALKTHROUGH}?{request.url.query}")


async def _sheet(request: Request) -> Response:
    """The sheet of a view of the walkthrough."""
    from pages.components.lecture.asking import run_of
    from pages.components.room.shown import sheet_answer

    try:
        run = await run_in_threadpool(run_of, _asked_view(request), tongue(request))
    except BadViewError:
        return Response(status_code=400)
    return await sheet_answer(request, run)
