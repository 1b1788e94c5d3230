"""What a session has chosen, and the runs that belong to it. All of it is in the URL.

Bound widgets in ``app.py`` own lang, model, text and depth; the board owns step, head and cell; edits are a bound text.
Traces are shared between sessions and never changed.
"""

from __future__ import annotations

import functools
import threading

import streamlit as st

from core.data import dialogue, grammar
from pages.components.text import words

MODELS = ("translator-zh-en", "translator-en-zh", "chat")
DEPTHS = ("intuition", "numbers", "formula", "code")
CHOICES = {"lang": ("auto", "zh", "en"), "model": MODELS, "depth": DEPTHS}  # the first of each is the default
SENTENCES = dict(zip(MODELS, (grammar.examples(), grammar.examples_en(), dialogue.dialogue_examples())))
EXAMPLES = {model: sentences[0] for model, sentences in SENTENCES.items()}  # while nothing has been typed

PATIENCE = 2.0
_wanted = threading.Event()


@functools.cache
def warm() -> threading.Thread:
    """Load torch and the default model in the background, so that the first page need not wait for them.

    The loading begins when somebody needs it, or else after PATIENCE seconds: it would slow down the first page.
    """
    thread = threading.Thread(target=_load_default, daemon=True)
    thread.start()
    return thread


def ready() -> None:
    """Wait until torch and the default model are there."""
    _wanted.set()
    warm().join()


def _load_default() -> None:
    _wanted.wait(PATIENCE)
    import gc

    import torch

    from core import zoo

    torch.set_num_threads(1)
    zoo.load(MODELS[0]).trace(EXAMPLES[MODELS[0]])
    gc.collect()
    gc.freeze()


def chosen(name: str) -> str:
    """A choice that the URL carries, or its default where that holds nothing sensible."""
    value = _linked(name)
    return value if value in CHOICES[name] else CHOICES[name][0]


def model_name() -> str:
    return chosen("model")


def depth() -> str:
    return chosen("depth")


def edits() -> tuple:
    """The interventions that are in force; see ``switchboard.py``, which makes them."""
    from core.edits import from_text

    return from_text(edits_text())


def edits_text() -> str:
    """The same as the link carries them; this needs no torch."""
    return _linked("edits")


def text() -> str:
    """The sentence under study: what was typed, or the model's example."""
    return _linked("text").strip() or EXAMPLES[model_name()]


def _linked(name: str) -> str:
    """What a widget in the bar holds, or, before it is drawn, the link."""
    return str(st.session_state.get(name, st.query_params.get(name, "")) or "")


def translator():
    """The chosen model, loaded once for all sessions."""
    ready()
    from core import zoo

    return zoo.load(model_name())


def trace(edits: tuple = ()):
    """The forward pass of the sentence under study; None, with a message on the page, if it cannot be run."""
    why = obstacle(edits)
    if why:
        st.warning(why, icon=":material/undo:" if edits else ":material/edit:")
        return None
    return cached_trace(model_name(), text(), edits)


def obstacle(edits: tuple = ()) -> str:
    """Why the sentence under study cannot be run under these edits, and what to do; nothing if it can."""
    try:
        cached_trace(model_name(), text(), edits)
    except ValueError as error:
        from core.zoo import MAX_WORDS, TooLongError

        if isinstance(error, TooLongError):
            return words("state")["too_long"].format(limit=MAX_WORDS)
        return words("switchboard")["does_not_fit"] if edits else words("state")["no_words"]
    return ""


@st.cache_resource(max_entries=64, show_spinner=False)
def cached_trace(model: str, sentence: str, edits: tuple = ()):
    """A run by model, text and edits, shared by all sessions."""
    ready()
    from core import zoo

    return zoo.load(model).trace(sentence, edits)


@st.cache_resource(max_entries=512, show_spinner=False)  # cache_data warns when imported before there is a server
def agreement(model: str, sentence: str, step: str) -> tuple[int, int, float]:
    """How many cells of a step agree with their arithmetic worked a second time."""
    return cached_trace(model, sentence).check(step)
