"""The lectures that come with the app."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from pages.components.address import expander
from pages.components.lecture import library
from pages.components.lecture.scenes import Lecture, LectureError
from pages.components.modules import below
from pages.components.numbers import plain
from pages.components.text import language, words
from pages.room.lectures import PAGE, draft


def ready() -> None:
    """Each with its title, length, scenes, and the ways to begin. A damaged file says so, and the others stand."""
    for name in library.ready():
        with st.container(border=True, key=f"lecture {name}"):
            try:
                lecture = library.lecture(library.text_of(name), f"{name}.toml")
            except LectureError as error:
                st.error(error.sentence(language()), icon=":material/error:")
                continue
            listed(name, lecture)
            with st.container(horizontal=True, gap="small"):
                starts(name)
                st.button(words(PAGE)["copy"], icon=":material/content_copy:", key=f"copy {name}", on_click=draft.put,
                          args=(lecture,))


def listed(name: str, lecture: Lecture) -> None:
    """Title, length, what it is about, and all headlines behind one line."""
    w, lang = words(PAGE), language()
    st.subheader(lecture.title[lang], anchor=False)
    st.caption(w["length"].format(minutes=plain(lecture.minutes, 4), scenes=len(lecture.scenes)))
    if lecture.about[lang]:
        st.markdown(lecture.about[lang])
    with expander(name, w["scenes"]):
        st.markdown("\n".join(f"{number}. {scene.headline[lang]} · {plain(scene.minutes, 3)} {w['minutes_short']}"
                              for number, scene in enumerate(lecture.scenes, 1)))


def starts(name: str) -> None:
    """The projector, without a room and with one; the presenter's window."""
    w, which = words(PAGE), {"lecture": name, "lang": language()}
    for key, page, more, icon in (("start", "projector", {}, "play_arrow"),
                                  ("start_room", "projector", {"room": "1"}, "groups"),
                                  ("presenter", "presenter", {}, "co_present")):
        st.link_button(w[key], f"{below(f'/{page}')}?{urlencode(which | more)}", icon=f":material/{icon}:",
                       type="primary" if key == "start" else "secondary")
