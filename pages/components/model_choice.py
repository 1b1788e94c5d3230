"""The model under study: the one that the reader chose, among those that the page can show."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import streamlit as st

from core import catalog, residence
from core.subjects.abilities import Abilities
from pages.components import session, warm_up
from pages.components.text import language, linked
from pages.components.text_language import language_of

SENTENCES = {name: catalog.examples(name) for name in session.MODELS}
EXAMPLES = {name: sentences[0] for name, sentences in SENTENCES.items()}  # while nothing has been typed
LESSON = {"reads": "sentence", "answers": "sentence", "network": "transformer", "brought": False}
"""What a page needs of its models unless ``app.py`` says otherwise (``core.subjects.abilities.Abilities``)."""
SMALL = LESSON | {"small": True}
"""The models with whose examples such a page begins."""
PIECES = 32
"""Pieces of words that it gives to a larger one, at most: it runs them through all its experiments."""


def models() -> tuple[str, ...]:
    """The models that this page can show; the first is its default."""
    needs = st.session_state.get("needs", LESSON)
    return () if needs is None else _fitting(session.MODELS, tuple(needs.items()))


@functools.lru_cache(maxsize=64)
def _fitting(names: tuple[str, ...], needs: tuple[tuple[str, str | bool], ...]) -> tuple[str, ...]:
    """Those that a page can show; kept, as each of its runs asks some thirty times."""
    return tuple(name for name in names if catalog.abilities(name).fit(**dict(needs)))


def reads(needs: Mapping[str, str | bool]) -> str:
    """What the first model is given on a page that needs this of its models."""
    return next((catalog.abilities(name).reads for name in _fitting(session.MODELS, tuple(needs.items()))), "")


def name() -> str:
    """The model under study: the chosen one, or the page's default where none is or the page cannot show it."""
    wanted, offered = linked("model"), models()
    model = wanted if wanted in offered else default(offered or session.MODELS)
    residence.use(model)  # traces that a session still holds compute with it
    return model


def most() -> int:
    """Pieces of words that this page gives to the model under study, at most; 0: as many as that reads."""
    return PIECES if _on_lesson() and not abilities().small else 0


def _on_lesson() -> bool:
    return st.session_state.get("needs", LESSON) == LESSON


def example() -> str:
    """The sentence under study while nothing was typed: the one with which this page opens, or the model's first."""
    return st.session_state.get("opening") or EXAMPLES[name()]


def default(offered: Sequence[str]) -> str:
    """The default among these models, for what was typed or, where nothing was, for the language of the session.

    A lesson begins with a small model, which its texts tell of; what is typed goes to one that reads any sentence.
    """
    typed = session.typed()
    if not typed and _on_lesson():
        offered = _fitting(tuple(offered), tuple(SMALL.items())) or offered
    return reading(offered, typed, language())


def reading(offered: Sequence[str], typed: str, own: str) -> str:
    """The first of these models; if there is one like it that reads what was typed, or, where nothing was, the language
    ``own``, that. Of small models the first.
    """
    first = catalog.abilities(offered[0])
    read = language_of(typed, own) if typed else own
    alike = {"reads": first.reads, "answers": first.answers, "tokenizer": first.tokenizer, "small": False}
    return next((name for name in offered if catalog.languages(name)[:1] == (read,)
                 and catalog.abilities(name).fit(**alike)), offered[0])


def loaded(model: str):
    """A model by its name, loaded once for all sessions."""
    warm_up.ready()
    from core import zoo

    return zoo.load(model)


def subject():
    """The model under study."""
    return loaded(name())


def abilities() -> Abilities:
    """What the model under study is and can do."""
    return catalog.abilities(name())


def pictured() -> bool:
    """Whether the model under study is given a picture, which a text of a few letters in the link stands for."""
    return abilities().reads == "picture"
