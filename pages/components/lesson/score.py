"""Whether a guess was right, said in the box of the answer; and how many were, counted quietly for the page."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pages.components.glossary import carded
from pages.components.text import language, words


def judged(page: str, key: str, numbers: Mapping[str, str], right: bool) -> None:
    """The answer, green if it was guessed; else amber, with why the other answers tempt. Only first guesses count."""
    texts = carded(language(), page)
    answer, tempting = (texts.get(f"{key}.{part}", "").format(**numbers) for part in ("reveal", "wrong"))
    w, guesses = words("lesson"), st.session_state.setdefault(f"guesses {page}", {})
    latest = key not in guesses or list(guesses)[-1] == key
    guesses.setdefault(key, right)
    if right:
        st.success(f"**{w['guessed_right']}** {answer}", icon=":material/check:")
    else:
        st.warning(f"**{w['guessed_wrong']}** {answer}\n\n{tempting}", icon=":material/lightbulb:")
    if latest and len(guesses) > 1:
        st.caption(w["guesses"].format(right=sum(guesses.values()), all=len(guesses)))
