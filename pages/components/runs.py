"""The forward passes that belong to a session's choices: shared between sessions and never changed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import streamlit as st

from core import catalog
from pages.components import model_choice, readable_text, session
from pages.components.cache import shared
from pages.components.text import words

if TYPE_CHECKING:
    from core.check import Check

CHECKED = 64
"""Cells of a step whose arithmetic is worked again to say that they agree; a few milliseconds."""


def edits() -> tuple:
    """The interventions that are in force; see ``switchboard.py``, which makes them."""
    return tuple(edit for edit in _linked_edits() if not _of_another_length(edit))


def dropped_edits() -> tuple:
    """Orders of words in the link that were made for a sentence of another length, or for another model."""
    return tuple(edit for edit in _linked_edits() if _of_another_length(edit))


def _linked_edits() -> tuple:
    from core.edits import from_text

    return from_text(session.edits_text())


def _of_another_length(edit) -> bool:
    from core.edits import Permute

    if not isinstance(edit, Permute):
        return False
    run = cached_trace(model_choice.name(), readable_text.text())
    step = next((run[name] for name in run if fnmatchcase(name, edit.step) and edit.axis in run[name].axes), None)
    return step is None or len(edit.order) != step.shape[step.axes.index(edit.axis)]


def trace(edits: tuple = ()):
    """The forward pass of the sentence under study; None, with a message on the page, if the edits do not fit it."""
    why = obstacle(edits)
    if why:
        st.warning(why, icon=":material/undo:")
        return None
    return cached_trace(model_choice.name(), readable_text.text(), edits)


def is_own(run) -> bool:
    """Whether this is the unchanged run of the sentence under study, which a notebook can make again."""
    try:
        return not model_choice.pictured() and run is cached_trace(model_choice.name(), readable_text.text())
    except ValueError:
        return False


def obstacle(edits: tuple = ()) -> str:
    """Why the sentence under study cannot be run under these edits, and what to do; nothing if it can."""
    try:
        cached_trace(model_choice.name(), readable_text.text(), edits)
    except catalog.UnusableError:
        raise
    except ValueError:
        return words("switchboard")["does_not_fit"]
    return ""


@shared
def cached_trace(model: str, sentence: str, edits: tuple = ()):
    """A run by model, text and edits, shared by all sessions."""
    trace, plain = model_choice.loaded(model).trace, cached_trace(model, sentence) if edits else None
    return trace(sentence, edits, earlier=plain) if plain is not None and plain.blocks else trace(sentence, edits)


@shared
def agreement(model: str, sentence: str, step: str) -> Check:
    """How many cells of a step agree with their arithmetic worked a second time; of many, of CHECKED drawn by lot."""
    return cached_trace(model, sentence).check(step, CHECKED)


def of_model(compute: Callable) -> Callable:
    """``compute(model, ...)``, called with the model's name; its results are shared by all sessions."""
    @shared
    @functools.wraps(compute)
    def by_name(model: str, *args, **kwargs):
        return compute(model_choice.loaded(model), *args, **kwargs)

    return by_name


def of_sentence(compute: Callable) -> Callable:
    """``compute(model, sentence, ...)`` of the model and the sentence under study, which are not given; shared."""
    kept = of_model(compute)
    return lambda *args, **kwargs: kept(model_choice.name(), readable_text.text(), *args, **kwargs)


def of_trace(compute: Callable) -> Callable:
    """``compute(model, trace, ...)`` of the model under study and its unchanged run, which are not given; shared."""
    @functools.wraps(compute)
    def of_run(model, sentence: str, *args, **kwargs):
        return compute(model, cached_trace(model.name, sentence), *args, **kwargs)

    return of_sentence(of_run)
