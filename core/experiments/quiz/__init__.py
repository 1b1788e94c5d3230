"""The keys of the quiz: which choice is right, by question, each found by running what the question asks about.

    right("variance")                 # "width": 8,000 dot products are drawn, and their variance measured
    python -m core.experiments.quiz   # all of them into assets/experiments/quiz.json, which the page reads; 10 s

A key is a function named like its question in ``assets/quiz/CHAPTER.toml`` that returns the name of one of its choices.
"""

import functools
import importlib

from core.experiments.quiz.keys import KEYS

NAME = "quiz"

CHAPTERS = ("interview", "transformer", "sequences", "vision", "real")
"""In the order of the app; ``interview``: section 7 of note N1, which is a heading without text."""

for _name in CHAPTERS:
    importlib.import_module(f"{__name__}.{_name}")


@functools.cache
def right(question: str) -> str:
    """The right choice of a question. KeyError if no run answers it."""
    return KEYS[question]()


def run() -> dict:
    """The right choice of every question, by chapter."""
    return {"right": {chapter: {name: right(name) for name, key in KEYS.items()
                                if key.__module__ == f"{__name__}.{chapter}"} for chapter in CHAPTERS}}


__all__ = ["CHAPTERS", "KEYS", "NAME", "right", "run"]
