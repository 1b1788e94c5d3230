"""What a session has chosen, and the runs that belong to it. All of it is in the URL.

Bound widgets in the bar own lang, model, text and depth; the board owns step, head and cell; edits are a bound text.
Traces are shared between sessions and never changed.
"""

from __future__ import annotations

import contextlib
import functools
import threading

import streamlit as st

from core import catalog
from core.check import Check
from pages.components.cache import shared
from pages.components.text import linked, words

MODELS = tuple(catalog.names())
DEPTHS = ("intuition", "numbers", "formula", "code")
CHOICES = {"lang": ("auto", "zh", "en"), "model": MODELS, "depth": DEPTHS}  # the first of each is the default
SENTENCES = {name: catalog.examples(name) for name in MODELS}
EXAMPLES = {name: sentences[0] for name, sentences in SENTENCES.items()}  # while nothing has been typed
KINDS = ("translator", "dialogue")
"""The kinds of model that a page can show unless ``app.py`` says otherwise: encoder and decoder, words in and out."""

PICTURES = ("classifier", "autoencoder", "marker", "detector")
"""The kinds of model that are given a picture, which a text of a few letters in the link stands for."""

UNREADABLE = {**dict.fromkeys(PICTURES, "no_picture"), "language_model": "no_verse", "cloze": "no_gap"}
"""What is said of something that a kind of model cannot read, where not ``no_words``."""

BOX = 501
"""Letters that a box for a sentence holds: one more than can be read, so that what is too long is known to be."""

CHECKED = 64
"""Cells of a step whose arithmetic is worked again to say that they agree; a few milliseconds."""

PATIENCE = 2.0
_wanted, _there = threading.Event(), threading.Event()


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
    warm()
    _there.wait()


def _load_default() -> None:
    _wanted.wait(PATIENCE)
    import gc

    try:
        import torch

        from core import zoo

        torch.set_num_threads(1)
        with contextlib.suppress(catalog.UnusableError):  # which the page that needs it will tell
            zoo.load(MODELS[0]).trace(EXAMPLES[MODELS[0]])
    finally:
        _there.set()
    # what later pages ask for; who waits for the model does not wait for these
    import pandas  # noqa: F401 - by which Streamlit sends charts and tables; the first page has none
    import torch.fx.experimental.symbolic_shapes  # which the first gradient asks for: half a second

    gc.collect()
    gc.freeze()


def chosen(name: str) -> str:
    """A choice that the URL carries, or its default where that holds nothing sensible."""
    value = linked(name)
    return value if value in CHOICES[name] else CHOICES[name][0]


def models() -> tuple[str, ...]:
    """The models that this page can show; the first is its default."""
    kinds = st.session_state.get("kinds", KINDS)
    return tuple(name for name in MODELS if catalog.kind(name) in kinds)


def model_name() -> str:
    """The model under study: the chosen one, or the page's default where it cannot show that."""
    name, offered = chosen("model"), models()
    return name if name in offered or not offered else offered[0]


def pictured() -> bool:
    """Whether the model under study is given a picture, not a sentence."""
    return catalog.kind(model_name()) in PICTURES


def answers_in_kind() -> bool:
    """Whether the model under study answers in the language it is asked in: a "translation" is a reply."""
    languages = catalog.languages(model_name()) if catalog.kind(model_name()) in KINDS else ()
    return len(set(languages)) == 1


def depth() -> str:
    return chosen("depth")


def edits() -> tuple:
    """The interventions that are in force; see ``switchboard.py``, which makes them."""
    return tuple(edit for edit in _linked_edits() if not _of_another_length(edit))


def dropped_edits() -> tuple:
    """Orders of words in the link that were made for a sentence of another length."""
    return tuple(edit for edit in _linked_edits() if _of_another_length(edit))


def _linked_edits() -> tuple:
    from core.edits import from_text

    return from_text(edits_text())


def _of_another_length(edit) -> bool:
    from core.edits import Permute

    return isinstance(edit, Permute) and len(edit.order) != len(translator().read(text()))


def edits_text() -> str:
    """The same as the link carries them; this needs no torch."""
    return linked("edits")


def typed() -> str:
    """What stands in the box, whatever it is."""
    return linked("text").strip()


def text() -> str:
    """The sentence under study: what was typed; if that cannot be read, the last one that could, or an example."""
    said = typed() or EXAMPLES[model_name()]
    if not unread(model_name(), said)[0]:
        return said
    return st.session_state.get("read last", {}).get(model_name(), EXAMPLES[model_name()])


def keep_text() -> None:
    """Remember the sentence under study, to stay on the page when the next one cannot be read."""
    st.session_state.setdefault("read last", {})[model_name()] = text()


@functools.lru_cache(maxsize=1024)
def unread(model: str, sentence: str) -> tuple[str, int]:
    """Why the model cannot read a sentence, as a key of the words in ``state.toml``, and its limit; "" if it can.

    Raises UnusableError where no other sentence would help, which is not kept: the files may be mended.
    """
    ready()
    from core import zoo
    from core.subjects import LongLineError, LongTextError, LongWordError, TooLongError

    try:
        zoo.load(model).read(sentence)
    except TooLongError as error:
        known = {LongLineError: "long_line", LongTextError: "long_text", LongWordError: "long_word"}
        return known.get(type(error), "too_long"), error.limit
    except catalog.UnusableError:
        raise
    except ValueError:
        return UNREADABLE.get(catalog.kind(model), "no_words"), 0
    return "", 0


def translator():
    """The chosen model, loaded once for all sessions."""
    ready()
    from core import zoo

    return zoo.load(model_name())


def trace(edits: tuple = ()):
    """The forward pass of the sentence under study; None, with a message on the page, if the edits do not fit it."""
    why = obstacle(edits)
    if why:
        st.warning(why, icon=":material/undo:")
        return None
    return cached_trace(model_name(), text(), edits)


def is_own(run) -> bool:
    """Whether this is the unchanged run of the sentence under study, which a notebook can make again."""
    try:
        return not pictured() and run is cached_trace(model_name(), text())
    except ValueError:
        return False


def obstacle(edits: tuple = ()) -> str:
    """Why the sentence under study cannot be run under these edits, and what to do; nothing if it can."""
    try:
        cached_trace(model_name(), text(), edits)
    except catalog.UnusableError:
        raise
    except ValueError:
        return words("switchboard")["does_not_fit"]
    return ""


@shared
def cached_trace(model: str, sentence: str, edits: tuple = ()):
    """A run by model, text and edits, shared by all sessions."""
    ready()
    from core import zoo

    return zoo.load(model).trace(sentence, edits)


@shared
def agreement(model: str, sentence: str, step: str) -> Check:
    """How many cells of a step agree with their arithmetic worked a second time; of many, of CHECKED drawn by lot."""
    return cached_trace(model, sentence).check(step, CHECKED)
