"""The couplet under study: the reader's line, the lines that the model offers, the one that is chosen."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core import zoo
from core.steps import Trace
from core.subjects.couplet import Couplet, Line
from pages.components import address, model_choice, readable_text, warm_up
from pages.components.cache import shared
from pages.components.location import number
from pages.components.text import words
from pages.components.text_files import escaped
from pages.sequences.couplets import PAGE

CHOSEN = "couplet line"


@dataclass(frozen=True)
class Written:
    """``first``: the characters of the reader's line; ``lines``: what the beam found, the likeliest first; ``trace``:
    the pass over the line that is ``chosen``."""

    couplet: Couplet
    text: str
    first: tuple[str, ...]
    lines: tuple[Line, ...]
    chosen: int
    trace: Trace

    @property
    def second(self) -> tuple[str, ...]:
        return self.lines[self.chosen].characters


@shared
def _lines(model: str, text: str) -> tuple[Line, ...]:
    return tuple(zoo.load(model).lines(text))


@shared
def _trace(model: str, text: str, second: tuple[str, ...]) -> Trace:
    return zoo.load(model).trace(text, target=second)


def written() -> Written:
    """The couplet under study."""
    warm_up.ready()
    model, text = model_choice.name(), readable_text.text()
    couplet, lines = zoo.load(model), _lines(model, text)
    remembered = st.session_state.get(CHOSEN) or (text, number(address.linked(CHOSEN) or "") or 0)
    chosen = remembered[1] if remembered[0] == text and remembered[1] < len(lines) else 0
    address.keep(CHOSEN, str(chosen) if chosen else None)
    return Written(couplet, text, tuple(couplet.read(text)), lines, chosen,
                   _trace(model, text, lines[chosen].characters))


def examples() -> None:
    """Lines to begin with, below the question."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="couplet examples"):
        st.markdown(words(PAGE)["ask"], width="content")
        for line in model_choice.SENTENCES[model_choice.name()]:
            st.button(line, key=f"couplet {line}", on_click=readable_text.put_text, args=(line,), type="tertiary")


def others(now: Written) -> None:
    """The lines of the beam, to choose from."""
    key, lines = f"couplet lines {now.text}", now.lines
    st.pills(words(PAGE)["lines"], range(len(lines)), default=now.chosen, key=key, required=True,
             format_func=lambda i: escaped("".join(lines[i].characters)), on_change=_choose, args=(key, now.text))


def _choose(key: str, text: str) -> None:
    st.session_state[CHOSEN] = text, int(st.session_state[key] or 0)
