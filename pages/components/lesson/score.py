"""Whether a guess was right, said in the box of the answer; and how many were, counted quietly for the page."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pages.components.glossary import carded
from pages.components.labels_told import filled
from pages.components.text import language, words


def judged(page: str, key: str, numbers: Mapping[str, str], right: bool) -> None:
    """The answer, green if it was guessed; else amber, with why the other answers tempt. Only first guesses count."""
    texts = carded(language(), page)
    answer, tempting = (texts.get(f"{key}.{part}", "") for part in ("reveal", "wrong"))
    known = [name for name in numbers if f"{{{name}}}" in answer]
    answer, tempting = filled(answer, numbers, language()), filled(tempting, numbers, language(), known)
    w, guesses = words("lesson"), st.session_state.setdefault(f"guesses {page}", {})
    latest = key not in guesses or list(guesses)[-1] == key
    guesses.setdefault(key, right)
    if right:
        st.success(f"**{w['guessed_right']}** {answer}", icon=":material/check:")
    else:
        st.warning(f"**{w['guessed_wrong']}** {answer}\n\n{tempting}", icon=":material/lightbulb:")
    if latest and len(guesses) > 1:
        st.caption(w["guesses"].format(right=sum(guesses.values()), all=len(guesses)))
