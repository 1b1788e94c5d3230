"""The quiz on its page, and where a browser finds the questions of a language."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from starlette.routing import BaseRoute

from pages.components.language_json import language_json
from pages.components.modules import compact, component, nothing
from pages.components.quiz.questions import questions
from pages.components.search.index import index
from pages.components.text import language

_mount = component("attention_quiz", "quiz/quiz.js", css="quiz/quiz.css")


def quiz(words: Mapping[str, str]) -> None:
    """The quiz; ``words``: ``chapter_NAME`` and what stands on its buttons."""
    _mount(key="quiz", data={"questions": f"quiz/{language()}.json", "words": words}, on_back_change=nothing)


def routes(chapters: Mapping[str, Sequence[str]]) -> list[BaseRoute]:
    """The questions; ``chapters``: the pages, as the router lists them."""
    pages = tuple(page for listed in chapters.values() for page in listed)
    return [language_json("quiz", lambda lang: _written(lang, pages))]


@functools.cache
def _written(lang: str, pages: Sequence[str]) -> bytes:
    """All questions as JSON, each with the titles of the exhibit that it leads to and of its page."""
    shown = {one.link: (one.title, one.page) for one in index(lang, pages)}
    entries = [one._asdict() | {"choices": [choice._asdict() for choice in one.choices], "shown": shown[one.see]}
               for one in questions(lang)]
    return compact(entries)
