"""What is said beside the picture: where it is, a question, its answer, the formula, and the prose.

The question comes first and hides its answer, which Space or a click shows together with numbered rings on the cells.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pages.components import session
from pages.components.formula import formula
from pages.components.glossary import with_cards
from pages.components.numbers import Numeral
from pages.components.stage.look import Look, reveal
from pages.components.stage.said import fitting, named, passage, placed, titled
from pages.components.stage.stops import BLOCK
from pages.components.text import language, prose, words
from pages.components.text_files import escaped, passages


def heading(look: Look, scene: str) -> None:
    """Column, layer and block in small letters, then the title. ``scene``: the key of the tour's text, or ""."""
    box, terms = look.stop.box if look.stop else None, words("diagram")
    where = (placed(box, terms), named(box, terms)) if box else ()
    with st.container(key="where"):
        st.caption(" · ".join(filter(None, where)) or words("stage")["machine"])
    st.markdown(f"## {title(look, scene)}")


def title(look: Look, scene: str) -> str:
    """The scene's title, or the stop's."""
    if scene:
        return toured(scene)[0]
    return words("stage")["machine"] if look.stop is None else titled(look.stop, words("walkthrough"), words("diagram"))


def toured(scene: str) -> tuple[str, str]:
    """Title and text of a scene of the tour."""
    title, _, body = prose("tour", fitting(passages(language(), "tour"), scene)).partition("\n")
    return title, body


def question(look: Look) -> None:
    """The question with the number of its ring, and its answer or the way to it."""
    if look.finding is None:
        return
    texts, told = words("findings"), _written(look.finding.told)
    with st.container(key="question"):
        asked = texts[fitting(texts, f"{look.finding.key}_question")]
        st.markdown(f":orange-badge[1] **{with_cards(language(), asked).format(**told)}**")
    if look.revealed:
        with st.container(key="answer"):
            answer = texts[fitting(texts, f"{look.finding.key}_answer")]
            st.markdown(with_cards(language(), answer).format(**told))
    else:
        st.button(words("stage")["reveal"], key="reveal", on_click=reveal, args=(look.frame, look.head),
                  icon=":material/visibility:")


def _written(told: Mapping[str, str | float | int]) -> dict:
    """Words as Markdown that shows them as they are, numbers as in a book."""
    kinds = {str: escaped, float: Numeral}
    return {name: kinds.get(type(value), int)(value) for name, value in told.items()}


def law(look: Look, depth: str) -> None:
    """The formula of the stop, or of all its results where several stand side by side (queries, keys, values)."""
    axes = {key.removeprefix("axis_"): word for key, word in words("walkthrough").items() if key.startswith("axis_")}
    with st.container(key="formula"):
        for name in look.stop.results[-3:] if look.stop and look.frame in look.trace else ():
            if look.trace[name].equation is not None:
                formula(look.trace[name].equation, look.trace, name, depth=depth, words=axes, tints=look.found.tints)


def text(look: Look, scene: str, depth: str) -> None:
    """The prose as deep as the reader wants it; a layer that repeats another only says so."""
    w, lang = words("stage"), language()
    if scene:
        st.markdown(with_cards(lang, toured(scene)[1]).format(word=escaped(look.word)))
    elif look.stop is None:
        st.markdown(with_cards(lang, w[fitting(w, "machine_hint")]))
    elif look.frame.startswith(BLOCK):
        st.markdown(with_cards(lang, w["block_hint"]))
    elif look.again is not None and depth == session.DEPTHS[0]:
        st.markdown(with_cards(lang, w["again"]).format(place=placed(look.again.box, words("diagram"))))
    else:
        for part in ("", "numbers", "formula")[: max(1, min(3, session.DEPTHS.index(depth) + 1))]:
            st.markdown(with_cards(lang, passage(look.stop.kind, part)))
