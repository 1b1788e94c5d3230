"""A lecture of one's own: views kept while browsing become scenes, which are put in order and annotated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from pages.components.lecture.exhibits import exhibits
from pages.components.lecture.scenes import LONGEST, LOOKS, MINUTES, Scene
from pages.components.modules import component
from pages.components.numbers import plain
from pages.components.text import language, words
from pages.components.text_files import LANGUAGES, passages
from pages.room.lectures import PAGE, draft
from pages.room.lectures.ready_lectures import starts

OWN, KEY, MOST = "own", "own lecture", 60  # views that are listed
_mount = component("attention_own_lecture", "lecture/own.js", css="lecture/own.css")


@st.fragment
def own() -> None:
    w = words(PAGE)
    st.header(w["own"], anchor="own")
    _mount(key=KEY, data={"words": {name: w[name] for name in ("open", "forget")}, "text": draft.text(),
                          "known": draft.can_undo() or bool(draft.text())},
           on_kept_change=_remember, on_views_change=_listed, on_file_change=_open)
    if draft.SAID in st.session_state:
        st.error(st.session_state[draft.SAID], icon=":material/error:")
    _views(w)
    lecture = draft.now()
    if lecture is None:
        st.info(w["empty"], icon=":material/lightbulb:")
        st.button(w["undo"], icon=":material/undo:", on_click=draft.undo, disabled=not draft.can_undo(), key="undo")
        return
    version, lang = st.session_state.get(draft.VERSION, 0), language()
    key = f"title {version}"
    st.text_input(w["title"], lecture.title[lang], max_chars=LONGEST["title"], key=key, on_change=_retitle, args=(key,))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        starts(OWN)
        st.download_button(w["save"], draft.text(), "lecture.toml", "application/toml", icon=":material/download:",
                           on_click="ignore")
        st.button(w["undo"], icon=":material/undo:", on_click=draft.undo, disabled=not draft.can_undo(), key="undo")
        st.caption(w["length"].format(minutes=plain(lecture.minutes, 4), scenes=len(lecture.scenes)), width="content")
    for number, scene in enumerate(lecture.scenes):
        _scene(w, number, scene, f"{version} {number}", len(lecture.scenes))


def _scene(w: Mapping[str, str], number: int, scene: Scene, key: str, total: int) -> None:
    lang = language()
    with st.container(border=True, key=f"scene {number}"):
        head, minutes, ways = st.columns([6, 1.2, 1.6], vertical_alignment="bottom")
        head.text_input(f"{number + 1} · {w['headline']}", scene.headline[lang], max_chars=LONGEST["headline"],
                        key=f"headline {key}", on_change=_typed, args=(number, "headline", f"headline {key}"))
        minutes.number_input(w["minutes"], float(min(0.5, scene.minutes)), float(MINUTES), float(scene.minutes), 0.5,
                             key=f"minutes {key}", on_change=_minutes, args=(number, f"minutes {key}"))
        with ways.container(horizontal=True, gap="xxsmall"):
            for icon, by in (("arrow_upward", -1), ("arrow_downward", 1)):
                st.button("", icon=f":material/{icon}:", key=f"{icon} {key}", on_click=draft.move, args=(number, by),
                          help=w[icon], disabled=not 0 <= number + by < total)
            st.button("", icon=":material/delete:", key=f"remove {key}", on_click=draft.remove, args=(number,),
                      help=w["remove"])
        st.text_area(w["notes"], scene.notes[lang], max_chars=LONGEST["notes"], height=90, key=f"notes {key}",
                     on_change=_typed, args=(number, "notes", f"notes {key}"))
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"[{w['view']}](/{scene.view.link(lang)})", width="content")
            asks = _asks(scene)
            if len(asks) > 1:
                st.checkbox(w["ask"], bool(scene.ask), key=f"ask {key}", on_change=_ask,
                            args=(number, asks[1], f"ask {key}"))


def _asks(scene: Scene) -> tuple[str, ...]:
    """What can be asked at a view: nothing, or the one guess that is its own."""
    if scene.ask:
        return "", scene.ask
    if scene.view.walks:
        return "", LOOKS
    key = exhibits(scene.view.page).get(scene.view.exhibit, "")
    return ("", key) if f"{key}.try" in passages(LANGUAGES[0], scene.view.page) else ("",)


def _views(w: Mapping[str, str]) -> None:
    """What was kept while browsing; each becomes a scene."""
    views = st.session_state.get("kept views", [])
    if not views:
        return
    with st.container(key="listed views", gap="xxsmall"):
        st.markdown(f"**{w['kept']}**")
        for number, (link, title) in enumerate(views):
            st.button(title or link, icon=":material/add:", key=f"add {number}", on_click=draft.add, args=(link, title),
                      help=link[:300])


def _posted(name: str) -> object:
    return (st.session_state.get(KEY) or {}).get(name)


def _remember() -> None:
    """The browser kept a lecture from before: it is the draft, where this session has none."""
    text = _posted("kept")
    if isinstance(text, str) and text and not draft.text():
        draft.open_file(text, words(PAGE)["kept_file"])


def _listed() -> None:
    views = _posted("views")
    if isinstance(views, list):
        st.session_state["kept views"] = [
            (one["link"], one["title"]) for one in views[:MOST]
            if isinstance(one, Mapping) and isinstance(one.get("link"), str) and isinstance(one.get("title"), str)]


def _open() -> None:
    file = _posted("file")
    if isinstance(file, Mapping) and isinstance(file.get("text"), str):
        draft.open_file(file["text"], str(file.get("name", ""))[:80])


def _retitle(key: str) -> None:
    lecture = draft.now()
    title = st.session_state[key].strip() or words(PAGE)["untitled"]
    draft.put(replace(lecture, title=_texts(lecture.title, title)), typed=True)


def _typed(number: int, field: str, key: str) -> None:
    scene, typed = draft.now().scenes[number], st.session_state[key].strip()
    if field == "headline" and not typed:
        typed = words("app")[f"page_{scene.view.page or 'start'}"]
    draft.change(number, **{field: _texts(getattr(scene, field), typed)})


def _texts(before: Mapping[str, str], typed: str) -> dict[str, str]:
    """What was one text for both languages stays so."""
    if len(set(before.values())) == 1:
        return dict.fromkeys(LANGUAGES, typed)
    return {**before, language(): typed or before[language()]}


def _minutes(number: int, key: str) -> None:
    draft.change(number, minutes=st.session_state[key])


def _ask(number: int, ask: str, key: str) -> None:
    draft.change(number, ask=ask if st.session_state[key] else "")
