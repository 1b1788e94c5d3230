"""Ten questions of the quiz as a lecture: a scene a question, which a room answers; its view is the one that shows it.

Such a lecture is named, not stored: ``quiz-CHAPTER-SEED``, of all chapters ``quiz-all-SEED``.
"""

from __future__ import annotations

import re

from pages.components.lecture.scenes import QUIZ, Lecture, Scene, written
from pages.components.lecture.views import BadViewError, View
from pages.components.quiz.questions import Question, questions
from pages.components.text_files import LANGUAGES, escaped, page_words

ALL, COUNT, MINUTES = "all", 10, 1.5
_NAME = re.compile(r"quiz-([a-z]+)-(\d{1,6})")


def text_of(name: str) -> str | None:
    """The lecture of this name as TOML; None for another name. A chapter of fewer questions gives all it has."""
    match = _NAME.fullmatch(name)
    words = {language: page_words(language, "quiz") for language in LANGUAGES}
    if match is None or (match[1] != ALL and f"chapter_{match[1]}" not in words[LANGUAGES[0]]):
        return None
    chapter = "" if match[1] == ALL else match[1]
    drawn = [questions(language, chapter, COUNT, int(match[2])) for language in LANGUAGES]
    title = {language: page_words(language, "app")["page_quiz"] + (f" · {w[f'chapter_{chapter}']}" if chapter else "")
             for language, w in words.items()}
    scenes = tuple(_scene(dict(zip(LANGUAGES, one))) for one in zip(*drawn))
    return written(Lecture(name, title, dict.fromkeys(LANGUAGES, ""), scenes))


def _scene(one: dict[str, Question]) -> Scene:
    first = one[LANGUAGES[0]]
    notes = {language: f"{escaped(each.hint)}\n\n**{escaped(each.choices[each.right].text)}**\n\n"
                       f"{escaped(each.choices[each.right].why)}" for language, each in one.items()}
    view = _view(first.see)
    return Scene(view, (view.text, ""), MINUTES,
                 {language: each.question for language, each in one.items()}, notes, QUIZ + first.id)


def _view(link: str) -> View:
    """What shows it; of an error of the notes its whole page, where it is unfolded."""
    try:
        return View.parse(link)
    except BadViewError:
        return View.parse(link.partition("#")[0])
