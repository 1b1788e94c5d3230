"""The questions as data: texts from ``assets/quiz/CHAPTER.toml``, the right choices as ``core.experiments.quiz`` found.

A file holds for each question ``see``, the link to the exhibit that shows it, and for each language ``question``,
``hint`` and the choices by name: what is offered, and why it is right or why it tempts.
"""

from __future__ import annotations

import functools
import hashlib
import tomllib
from typing import NamedTuple

from core.files import ASSETS

ROOT = ASSETS / "quiz"
ASKED = "question", "hint"


class Choice(NamedTuple):
    """What is offered, and why it is right or why it tempts."""

    text: str
    why: str


class Question(NamedTuple):
    """``right``: which of the choices; ``see``: a link to the exhibit that shows it."""

    id: str
    chapter: str
    question: str
    hint: str
    choices: tuple[Choice, ...]
    right: int
    see: str


@functools.cache
def read(chapter: str) -> dict[str, dict]:
    """What the file of a chapter holds, by question."""
    return tomllib.loads((ROOT / f"{chapter}.toml").read_text("utf-8"))


@functools.cache
def known() -> frozenset[str]:
    """The names of all questions."""
    return frozenset(name for path in ROOT.glob("*.toml") for name in read(path.stem))


def questions(language: str, chapter: str = "", count: int | None = None, seed: int = 0) -> list[Question]:
    """The questions of a chapter, or of all; ``count``: as many of them, drawn with a seed."""
    from core.experiments import stored_runs  # torch

    right = stored_runs.read("quiz")["right"]
    named = [(each, name) for each in ((chapter,) if chapter else right) for name in read(each)]
    if count is not None:
        named = sorted(named, key=lambda one: _lot(f"{seed} {one[1]}"))[:count]
    return [_question(language, each, name, right[each][name]) for each, name in named]


def _lot(text: str) -> bytes:
    """What texts are put in an order by that looks like chance and is always the same."""
    return hashlib.blake2b(text.encode(), digest_size=8).digest()


def _question(language: str, chapter: str, name: str, right: str) -> Question:
    """The choices stand in an order of their own, the same for everybody: in the files one sees which is right."""
    asked = read(chapter)[name]
    texts = asked[language]
    order = sorted((choice for choice in texts if choice not in ASKED),
                   key=lambda choice: _lot(f"{name} {choice}"))
    return Question(name, chapter, texts["question"], texts["hint"], tuple(Choice(*texts[choice]) for choice in order),
                    order.index(right), asked["see"])
