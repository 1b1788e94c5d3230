"""A trained model as something to be asked: whatever it is, it is read, traced and answers in the same way."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from core.edits import Edit
    from core.plan import Plan
    from core.steps import Trace


class TooLongError(ValueError):
    """More than the model can read; ``limit`` says how much it can."""

    def __init__(self, message: str, limit: int):
        super().__init__(message)
        self.limit = limit


class LongWordError(TooLongError):
    """A word of more letters than are drawn along a picture's edge."""


class LongLineError(TooLongError):
    """A line of verse of more characters than such lines have."""


class LongTextError(TooLongError):
    """More letters than a link could carry."""


class Subject(Protocol):
    """What every kind of trained model offers. ``about`` is the checkpoint's JSON: configuration, seed, metrics.

    ``languages``: of what is given and of what is answered; ``examples``: what to give it to begin with.
    """

    name: str
    about: dict

    @property
    def kind(self) -> str:
        """What it is: translator, dialogue, language_model ... (``core.zoo.KINDS``)."""

    @property
    def languages(self) -> tuple[str, ...]:
        """zh, en; empty for pictures."""

    @property
    def examples(self) -> Sequence:
        """Things to give it."""

    @property
    def plan(self) -> Plan:
        """What its traces look like."""

    def read(self, given) -> Any:
        """What the model makes of what it is given: its words, its picture. ValueError with a sentence if it cannot."""

    def trace(self, given, edits: Sequence[Edit] = ()) -> Trace:
        """The full forward pass. ValueError as ``read``, and for edits that do not fit this pass."""

    def answer(self, given, edits: Sequence[Edit] = ()) -> Any:
        """What it says: words, a class, a picture."""


KEPT = 64
"""Answers of one subject that are kept."""


def kept(method: Callable) -> Callable:
    """A method whose last results the subject keeps: asked the same, a trained model says the same."""
    name = f"_kept_{method.__name__}"

    @functools.wraps(method)
    def found(self, *given):
        results: OrderedDict = self.__dict__.setdefault(name, OrderedDict())
        said = results.get(given)
        if said is None:
            said = results[given] = method(self, *given)
            while len(results) > KEPT:
                results.popitem(last=False)
        return said

    return found


class Checkpointed:
    """What a subject says of itself that its checkpoint's JSON and its model say already; it has no fields."""

    about: dict

    @property
    def kind(self) -> str:
        return self.about["kind"]

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self.about["languages"])

    @property
    def examples(self) -> list[str]:
        return self.about["examples"]

    @property
    def plan(self) -> Plan:
        return self.model.plan
