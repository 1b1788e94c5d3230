"""The text under study: what was typed, if the model can read it; and why it cannot."""

from __future__ import annotations

import functools

import streamlit as st

from core import catalog
from pages.components import model_choice, session, warm_up

UNREADABLE = {"picture": "no_picture", "verse": "no_verse", "gaps": "no_gap"}
"""What is said to a model's reader of something else than it reads, where not ``no_words``."""

BOX = 501
"""Letters that a box for a sentence holds: one more than can be read, so that what is too long is known to be."""


def text() -> str:
    """The sentence under study: what was typed; if that cannot be read, the last one that could, or an example.

    An empty box is the example's, as Back and the link without a text have it, whatever was read before.
    """
    model, most, typed = model_choice.name(), model_choice.most(), session.typed()
    sentences = (typed, st.session_state.get("read last", {}).get(model)) if typed else ()
    return next((one for one in sentences if one and not unread(model, one, most)[0]), model_choice.example())


def keep_text() -> None:
    """Remember the sentence under study, to stay on the page when the next one cannot be read."""
    st.session_state.setdefault("read last", {})[model_choice.name()] = text()


def put_text(given: str) -> None:
    """Type it in the reader's place."""
    st.session_state["text"] = given


@functools.lru_cache(maxsize=1024)
def unread(model: str, sentence: str, most: int = 0) -> tuple[str, int, int]:
    """Why the model cannot read a sentence, as a key of the words in ``state.toml``, "" if it can; its limit; the words
    that there are, where these are counted. ``most``: words that the page gives it, where that is less.

    Raises UnusableError where no other sentence would help, which is not kept: the files may be mended.
    """
    warm_up.ready()
    from core import zoo
    from core.subjects import LongLineError, LongTextError, LongWordError, TooLongError

    try:
        given = zoo.load(model).read(sentence)
    except TooLongError as error:
        known = {LongLineError: "long_line", LongTextError: "long_text", LongWordError: "long_word"}
        whole = "too_long" if catalog.abilities(model).tokenizer == "words" else "too_long_pieces"
        return known.get(type(error), whole), error.limit, error.count
    except catalog.UnusableError:
        raise
    except ValueError:
        return UNREADABLE.get(catalog.abilities(model).reads, "no_words"), 0, 0
    return ("too_long_here", most, len(given)) if most and len(given) > most else ("", 0, 0)
