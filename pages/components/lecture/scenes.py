"""A lecture as data: read from TOML, with a sentence for whatever is wrong in it, and written as TOML.

    title.zh = "…"                          # or title = "…", one text for both languages
    title.en = "…"
    about = "…"

    [[scene]]
    view = "attention?arrows-angle=40#arrows"    # a link of the app without its server; "#": one exhibit of a lesson
    instead = "copying#two_heads"           # where this server has not the model that the view names
    minutes = 3
    headline = "…"
    notes = "…"
    ask = "arrows"                          # see ``ASKS``
    shows = ["arrows"]                      # of the exhibit these elements alone, by their keys; "*": any ending
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pages.components.lecture.views import BadViewError, View
from pages.components.quiz.questions import known
from pages.components.text_files import LANGUAGES, page_words

LARGEST, SCENES, MINUTES = 48_000, 80, 120
"""Bytes of a file, scenes of a lecture, minutes of a scene; no more is read."""
LONGEST = {"title": 120, "about": 1000, "headline": 200, "notes": 6000, "asked": 300, "unit": 12}
FIELDS = {"view", "instead", "minutes", "headline", "notes", "ask", "asked", "scale", "unit", "shows"}
SHOWN = 12  # elements of an exhibit
LOOKS, VALUE, QUIZ = "looks", "value", "quiz "
ASKS = (LOOKS, VALUE)
"""What a scene asks on a view of the walkthrough: where the machine looks or what it writes; the number in the view's
``cell``, on a ``scale``, in words of its own (``asked``). On a view of a lesson: the key of one of its guesses. On any:
``quiz ID``, a question of the quiz, the headline being the question."""

Texts = Mapping[str, str]  # by language


class LectureError(ValueError):
    """A file that is no lecture: which file, which scene (from 1; 0: none), what is wrong."""

    def __init__(self, what: str, file: str, scene: int = 0, **values: object):
        super().__init__(what)
        self.what, self.file, self.scene, self.values = what, file, scene, values

    def sentence(self, language: str) -> str:
        """For the lecturer: file, scene, what is wrong."""
        w = page_words(language, "lecture")
        where = w["in_scene"] if self.scene else w["in_file"]
        values = {name: str(value)[:120] for name, value in self.values.items()}
        return where.format(file=self.file[:80], scene=self.scene) + w[f"wrong_{self.what}"].format(**values)


@dataclass(frozen=True)
class Scene:
    """``ask``: "" or what is asked, see ``ASKS``; ``scale``: from, to, of a number that is asked for.

    ``links``: of the view and of what is shown instead, as they are written; ``view``: that which this server can show.
    """

    view: View
    links: tuple[str, str]
    minutes: float
    headline: Texts
    notes: Texts
    ask: str = ""
    asked: Texts | None = None
    scale: tuple[float, float] = (0.0, 100.0)
    unit: str = ""
    shows: tuple[str, ...] = ()

    @property
    def quiz(self) -> str:
        """The question of the quiz that is asked; "" for another, or none."""
        return self.ask.removeprefix(QUIZ) if self.ask.startswith(QUIZ) else ""

    @property
    def computed(self) -> bool:
        """Whether the server knows the answer; that of a lesson's guess its page computes."""
        return self.view.walks or bool(self.quiz)


@dataclass(frozen=True)
class Lecture:
    """``file``: what it is called in a sentence about it."""

    file: str
    title: Texts
    about: Texts
    scenes: tuple[Scene, ...]

    @property
    def minutes(self) -> float:
        return sum(scene.minutes for scene in self.scenes)


def read(text: str, file: str) -> Lecture:
    """A lecture from the text of a file. Raises LectureError."""
    try:
        if len(text.encode()) > LARGEST:
            raise LectureError("too_large", file, most=LARGEST)
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeEncodeError, RecursionError) as error:
        raise LectureError("no_toml", file, why=error) from None
    unknown = data.keys() - {"title", "about", "scene"}
    if unknown:
        raise LectureError("unknown_field", file, field=min(unknown))
    scenes = data.get("scene")
    if not isinstance(scenes, list) or not scenes or not all(isinstance(scene, dict) for scene in scenes):
        raise LectureError("no_scenes", file)
    if len(scenes) > SCENES:
        raise LectureError("many_scenes", file, most=SCENES)
    title = _texts(data, "title", file, 0)
    return Lecture(file, title, _texts(data, "about", file, 0, needed=False),
                   tuple(_scene(scene, file, number) for number, scene in enumerate(scenes, 1)))


def _scene(data: Mapping[str, Any], file: str, number: int) -> Scene:
    unknown = data.keys() - FIELDS
    if unknown:
        raise LectureError("unknown_field", file, number, field=min(unknown))
    view, ask = _view(data, file, number), data.get("ask", "")
    minutes = data.get("minutes")
    if not _is_number(minutes) or not 0 < minutes <= MINUTES:
        raise LectureError("minutes", file, number, most=MINUTES)
    if not isinstance(ask, str) or (ask and not _can_ask(view, ask)):
        raise LectureError("ask", file, number, ask=ask)
    if ask == VALUE and view.location.place.cell is None:
        raise LectureError("no_cell", file, number)
    asked = _texts(data, "asked", file, number) if ask == VALUE else None
    scale = data.get("scale", [0, 100])
    if not isinstance(scale, list) or len(scale) != 2 or not all(map(_is_number, scale)) or not scale[0] < scale[1]:
        raise LectureError("scale", file, number)
    unit = data.get("unit", "")
    if not isinstance(unit, str) or len(unit) > LONGEST["unit"]:
        raise LectureError("long_text", file, number, field="unit", most=LONGEST["unit"])
    headline, notes = _texts(data, "headline", file, number), _texts(data, "notes", file, number, needed=False)
    links = view.text if "instead" not in data else data["view"], data.get("instead", "")
    return Scene(view, links, minutes, headline, notes, ask, asked, (float(scale[0]), float(scale[1])), unit,
                 _shows(data, file, number))


def _shows(data: Mapping[str, Any], file: str, number: int) -> tuple[str, ...]:
    shows = data.get("shows", [])
    if not isinstance(shows, list) or len(shows) > SHOWN or not all(map(is_element, shows)):
        raise LectureError("shows", file, number, most=SHOWN)
    return tuple(shows)


def is_element(name: Any) -> bool:
    """Whether this may name an element of an exhibit: a key as a style sheet has it, or its beginning and ``*``."""
    return isinstance(name, str) and re.fullmatch(r"[\w-]{1,80}\*?", name, re.ASCII) is not None


def _can_ask(view: View, ask: str) -> bool:
    return ask.removeprefix(QUIZ) in known() if ask.startswith(QUIZ) else view.can_ask(ask, ASKS)


def _view(data: Mapping[str, Any], file: str, number: int) -> View:
    """The scene's view; where this server has not its model, the one that is shown instead."""
    try:
        try:
            view = View.parse(data.get("view"))
        except BadViewError as error:
            if error.what != "model" or "instead" not in data:
                raise
            return View.parse(data["instead"])
        if "instead" in data:
            View.parse(data["instead"])
    except BadViewError as error:
        raise LectureError(error.what, file, number, **error.values) from None
    return view


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e9  # nan is not less


def _texts(data: Mapping[str, Any], field: str, file: str, scene: int, needed: bool = True) -> Texts:
    """A text by language; one that is written once is for both."""
    texts = data.get(field, "")
    if isinstance(texts, str):
        texts = dict.fromkeys(LANGUAGES, texts)
    if not isinstance(texts, dict) or texts.keys() != set(LANGUAGES) or \
            not all(isinstance(text, str) for text in texts.values()):
        raise LectureError("languages", file, scene, field=field)
    if needed and not all(text.strip() for text in texts.values()):
        raise LectureError("no_text", file, scene, field=field)
    if any(len(text) > LONGEST[field] for text in texts.values()):
        raise LectureError("long_text", file, scene, field=field, most=LONGEST[field])
    return {language: texts[language].strip() for language in LANGUAGES}


def written(lecture: Lecture) -> str:
    """The lecture as TOML, which ``read`` reads again as the same."""
    lines = [*_lines("title", lecture.title), *_lines("about", lecture.about)]
    for scene in lecture.scenes:
        view, instead = scene.links
        lines += ["", "[[scene]]", f"view = {_quoted(view)}", *([f"instead = {_quoted(instead)}"] if instead else []),
                  f"minutes = {scene.minutes}", *_lines("headline", scene.headline), *_lines("notes", scene.notes)]
        lines += [f"ask = {_quoted(scene.ask)}"] if scene.ask else []
        lines += [f"shows = [{', '.join(map(_quoted, scene.shows))}]"] if scene.shows else []
        if scene.asked is not None:
            lines += [*_lines("asked", scene.asked), f"scale = [{scene.scale[0]!r}, {scene.scale[1]!r}]",
                      f"unit = {_quoted(scene.unit)}"]
    return "\n".join(lines) + "\n"


def _lines(field: str, texts: Texts) -> list[str]:
    if len(set(texts.values())) == 1:
        return [f"{field} = {_quoted(texts[LANGUAGES[0]])}"]
    return [f"{field}.{language} = {_quoted(texts[language])}" for language in LANGUAGES]


def _quoted(text: str) -> str:
    """A JSON string is one of TOML too, but for one letter."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
