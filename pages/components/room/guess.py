"""A lesson's guess, asked in the room that this session has open: its button, the question, the room's answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from zlib import crc32

import streamlit as st

from pages.components.labels_told import filled
from pages.components.room import lecturer
from pages.components.room.state import Question, Room
from pages.components.room.store import rooms
from pages.components.text import language, prose, words
from pages.components.text_files import passages

_REVEALED, _QUESTION = "guess revealed", "guess question"
Answer = Callable[[], tuple[Mapping[str, str], str]]
"""The numbers of the run for the text of the answer, and the right option."""


def ask(page: str, key: str, options: Sequence[str], labels: Mapping[str, str], answer: Answer) -> None:
    """A button that asks the room; then who has answered, and the way to reveal. Nothing without a room."""
    room, name = lecturer.held(), f"{page} {key}"
    if room is None:
        return
    if not lecturer.is_asking(name):
        st.button(words("room")["ask"], icon=":material/groups:", key=f"ask room {name}", on_click=_begin, args=(name,))
        return
    w = words("room")
    asked = name, language()
    if st.session_state.get(_QUESTION, ("", None))[0] != asked:  # computed once: who has answered keeps the question
        st.session_state[_QUESTION] = asked, _question(page, key, options, labels, answer)
    rooms.show(room, _shown(page, key), st.session_state[_QUESTION][1], _is_revealed(name))
    lecturer.line(room, f"room guess {name}", w | {"reveal": w["reveal_now"], "close": w["close_guess"]},
                  lambda what: _act(room, what, name, page, key))


def _begin(name: str) -> None:
    lecturer.begin(name)
    for slot in (_REVEALED, _QUESTION):
        st.session_state.pop(slot, None)


def _is_revealed(name: str) -> bool:
    return st.session_state.get(_REVEALED) == name


def _act(room: Room, what: str, name: str, page: str, key: str) -> None:
    if what == "reveal":
        st.session_state[_REVEALED] = name
    elif what == "close":
        lecturer.begin(None)
        rooms.show(room, _shown(page, key), None, False)
    elif what == "end":
        rooms.end(room)


def _shown(page: str, key: str) -> dict:
    """What followers are told of the lesson beside the question."""
    from pages.components.sheet.markup import markup

    lang = language()
    heading, _, body = passages(lang, page).get(key, "").partition("\n")
    scene = {"headline": heading or words("app")[f"page_{page}"], "link": f"{page}?lang={lang}#{key.lower()}",
             "prose": markup(lang, body), "number": 0}
    return {"language": lang, "scene": scene}


def _question(page: str, key: str, options: Sequence[str], labels: Mapping[str, str], answer: Answer) -> Question:
    from pages.components.sheet.markup import markup

    written, right = answer()
    explanation = filled(prose(page, f"{key}.reveal"), written, language())
    identity = f"{crc32(repr((page, key, explanation)).encode()):08x}@{page}@{key}"
    return Question(identity, "choice", markup(language(), prose(page, f"{key}.try")),
                    tuple(labels[option] for option in options), truth=options.index(right) if right else None,
                    explanation=markup(language(), explanation))
