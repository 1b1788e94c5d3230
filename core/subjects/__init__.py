"""A trained model as something to be asked: whatever it is, it is read, traced and answers in the same way."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cachetools import LRUCache, cachedmethod

from core.data.vocabulary import Vocabulary
from core.subjects.abilities import Abilities, of

if TYPE_CHECKING:
    from torch import Tensor, nn

    from core.edits import Edit
    from core.plan import Plan
    from core.steps import Trace


class TooLongError(ValueError):
    """More than the model can read; ``limit`` says how much it can, ``count`` how many words there are, if counted."""

    def __init__(self, message: str, limit: int, count: int = 0):
        super().__init__(message)
        self.limit, self.count = limit, count


class LongWordError(TooLongError):
    """A word of more letters than are drawn along a picture's edge."""


class LongLineError(TooLongError):
    """A line of verse of more characters than such lines have."""


class LongTextError(TooLongError):
    """More letters than a link could carry."""


class Subject(Protocol):
    """What every trained model offers, whatever it is. ``about`` is the checkpoint's JSON: configuration, metrics ...

    One that reads text has a ``source_vocabulary`` (``core.data.vocabulary.Vocabulary``: ``split``, ``segment``,
    ``join`` ...) and reads at most so many of its words: ``most``, but of quatrains; one of pictures has
    ``picture(given)``, (H, W, C). One whose answer stands in its pass has ``answer_in(given, trace)``; all others are a
    ``Writer``.
    """

    name: str
    about: dict

    @property
    def abilities(self) -> Abilities:
        """What it is and can do."""

    @property
    def examples(self) -> Sequence:
        """Things to give it to begin with."""

    @property
    def plan(self) -> Plan:
        """What its traces look like."""

    def read(self, given) -> Any:
        """What the model makes of what it is given: its words, its picture. ValueError with a sentence if it cannot."""

    def trace(self, given, edits: Sequence[Edit] = ()) -> Trace:
        """The full forward pass. ValueError as ``read``, and for edits that do not fit this pass."""

    def answer(self, given, edits: Sequence[Edit] = ()) -> Any:
        """What it says: words, a class, a picture."""

    def answer_text(self, answer) -> str:
        """An answer as the bar shows it, in the language it is given in; "" where only a picture can say it."""


class NextPlace(NamedTuple):
    """Where a model writes next: the text around the place, and the scores of what could stand there.

    ``before``, ``new``, ``after``: the text before it, of which ``new`` was written last, and behind it. ``read``: the
    word that was read to score the next. ``scores``: (V,) over the output's vocabulary, minus infinity for what may not
    come; None when all is written.
    """

    before: str
    new: str
    after: str
    read: str
    scores: Tensor | None


class Writer(Subject, Protocol):
    """A subject that ``can_continue`` or ``can_fill``."""

    target_vocabulary: Vocabulary

    def next_place(self, given, written: Sequence[int], edits: Sequence[Edit] = ()) -> NextPlace:
        """Where it writes after these words (ids) have been written. ValueError as ``read``."""


KEPT = 64
"""Results of one method that one subject keeps."""
_lock = threading.RLock()  # of looking them up; they are computed side by side


def remember_results(method: Callable) -> Callable:
    """A method whose last results the subject keeps: asked the same, a trained model says the same.

    What is as usual may be given or left out.
    """
    name, signature = f"_kept_{method.__name__}", inspect.signature(method)

    def key(*args, **kwargs) -> tuple:
        asked = signature.bind(*args, **kwargs)
        asked.apply_defaults()
        return tuple(asked.arguments.values())[1:]  # without the subject

    kept = cachedmethod(lambda self: self.__dict__.setdefault(name, LRUCache(KEPT)), key, lock=lambda self: _lock)
    return kept(method)


class Checkpointed:
    """What a subject says of itself that its checkpoint's JSON and its model say already; it has no fields."""

    about: dict

    @property
    def abilities(self) -> Abilities:
        return of(self.about)

    @property
    def examples(self) -> list[str]:
        return self.about["examples"]

    @property
    def plan(self) -> Plan:
        return self.model.plan

    def answer_text(self, answer: Sequence[str]) -> str:
        """Words as a text of the language in which it answers."""
        return Vocabulary((), self.abilities.languages[-1]).join(answer)


def step_and_head(key: str) -> tuple[str, int]:
    """A head as metrics name it: "decoder.0.cross_attention.weights head 3"."""
    step, _, head = key.partition(" head ")
    return step, int(head)


def loaded(model: nn.Module, weights: dict[str, Tensor]) -> nn.Module:
    """The model with these weights, to be read only. RuntimeError if they do not fit."""
    model.load_state_dict(weights)
    return model.eval().requires_grad_(False)
