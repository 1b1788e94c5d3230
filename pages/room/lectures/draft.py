"""The lecture that a reader is making: in the session, with all that can be undone; her browser keeps it as TOML."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from pages.components.lecture import library
from pages.components.lecture.scenes import Lecture, LectureError, Scene, read, written
from pages.components.lecture.views import BadViewError, View
from pages.components.text import language, words
from pages.components.text_files import LANGUAGES
from pages.room.lectures import PAGE

_NOW, _BEFORE, VERSION, SAID = "lecture draft", "lecture before", "lecture version", "lecture said"
MOST_UNDONE = 100
MINUTES = 3.0  # of a scene that is added


def now() -> Lecture | None:
    """The draft; None before there is any."""
    text = st.session_state.get(_NOW)
    return library.lecture(text, library.FILE) if text else None


def text() -> str:
    """The draft as a file; "" before there is any."""
    return st.session_state.get(_NOW, "")


def put(lecture: Lecture | None, typed: bool = False) -> None:
    """Another draft, or why it is none; ``typed``: in a box that shows it already. ``undo`` brings the old one back."""
    new_text = written(lecture) if lecture else ""
    try:
        if new_text:
            read(new_text, library.FILE)
    except LectureError as error:
        st.session_state[SAID] = error.sentence(language())
        return
    st.session_state.pop(SAID, None)
    if new_text == text():
        return
    st.session_state[_BEFORE] = [*st.session_state.get(_BEFORE, [])[-MOST_UNDONE:], text()]
    st.session_state[_NOW] = new_text
    if not typed:
        st.session_state[VERSION] = st.session_state.get(VERSION, 0) + 1


def undo() -> None:
    before = st.session_state.get(_BEFORE, [])
    if before:
        st.session_state[_NOW] = before.pop()
        st.session_state[VERSION] = st.session_state.get(VERSION, 0) + 1


def can_undo() -> bool:
    return bool(st.session_state.get(_BEFORE))


def open_file(text: str, file: str) -> None:
    """A file in place of the draft; one that is none says why, and the draft stays."""
    try:
        put(read(text, file))
    except LectureError as error:
        st.session_state[SAID] = error.sentence(language())


def add(link: str, title: str) -> None:
    """A view that was kept, as the last scene."""
    try:
        view = View.parse(link)
    except BadViewError as error:
        st.session_state[SAID] = words("lecture")[f"wrong_{error.what}"].format(**error.values)
        return
    both = dict.fromkeys(LANGUAGES, title.strip()[:200] or words("app")[f"page_{view.page or 'start'}"])
    scene = Scene(view, (view.text, ""), MINUTES, both, dict.fromkeys(LANGUAGES, ""))
    lecture = now()
    if lecture is None:
        lecture = Lecture(library.FILE, dict.fromkeys(LANGUAGES, words(PAGE)["untitled"]),
                          dict.fromkeys(LANGUAGES, ""), ())
    put(replace(lecture, scenes=(*lecture.scenes, scene)))


def change(number: int, **changed) -> None:
    """Fields of a scene; texts in the language of the session."""
    lecture = now()
    scenes = list(lecture.scenes)
    scenes[number] = replace(scenes[number], **changed)
    put(replace(lecture, scenes=tuple(scenes)), typed=True)


def move(number: int, by: int) -> None:
    scenes = list(now().scenes)
    if 0 <= number + by < len(scenes):
        scenes[number], scenes[number + by] = scenes[number + by], scenes[number]
        put(replace(now(), scenes=tuple(scenes)))


def remove(number: int) -> None:
    """A scene less; without its last scene there is no lecture."""
    scenes = now().scenes[:number] + now().scenes[number + 1:]
    put(replace(now(), scenes=scenes) if scenes else None)
