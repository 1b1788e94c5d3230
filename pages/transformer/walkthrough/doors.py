"""The ways on from a step of the walkthrough: its lesson; and at the end, break it, understand it, another sentence."""

from __future__ import annotations

import streamlit as st

from core.notes import N0
from core.steps import Trace
from pages.components import item_pages, model_choice, readable_text
from pages.components.bar.navigation import WALK
from pages.components.board import go
from pages.components.lesson import brought
from pages.components.links import script
from pages.components.stage.ending import worded
from pages.components.stage.run import ENDING
from pages.components.stage.tour import MACHINE
from pages.components.stage.walk import TOUR
from pages.components.text import words

LESSONS = {"verse": "sequences/language_models", "gaps": "sequences/language_models",
           "blanks": "sequences/language_models", "line": "sequences/couplets"}
"""The page on how a model writes, by what it reads, where not the one on generation."""


def doors(trace: Trace, step: str) -> None:
    """Links from the present step; three doors at the ending."""
    w, pages = words("stage"), words("app")
    if step == MACHINE:
        brought.origin(model_choice.name())
    if step == ENDING:
        st.button(w["break_it"], icon=":material/power_off:", key="break it", on_click=_break)
        page = LESSONS.get(model_choice.abilities().reads, "transformer/generation")
        st.page_link(script(page), label=worded(model_choice.name(), "understand"), icon=":material/school:")
        sentence = _another()
        st.button(w["another"].format(sentence=sentence), icon=":material/casino:", key="another",
                  on_click=readable_text.put_text, args=(sentence,))
    elif page := lesson(trace, step):
        st.page_link(script(page), label=w["lesson"].format(page=pages[f"page_{page.rpartition('/')[2]}"]),
                     icon=":material/school:")


def lesson(trace: Trace, step: str) -> str:
    """The page that treats the equation of this step, by the numbers of N0; "" where none does."""
    if step not in trace or trace[step].equation is None:
        return ""
    key, module = trace[step].equation.key, step.rpartition(".")[0]
    treats = [number for number, page in item_pages.EQUATIONS.items() if key in N0[number].equations]
    near = [number for number in treats
            if module and N0[number].step.rpartition(".")[0].format(l=0) == _first(module)]
    return next((item_pages.EQUATIONS[number] for number in [*near, *treats]), "")


def _first(module: str) -> str:
    """The same module in the first layer."""
    return ".".join("0" if part.isdecimal() else part for part in module.split("."))


def _another() -> str:
    """The example after the present sentence."""
    examples = model_choice.SENTENCES[model_choice.name()]
    at = examples.index(readable_text.text()) if readable_text.text() in examples else -1
    return examples[(at + 1) % len(examples)]


def _break() -> None:
    """The whole machine, under its boxes with their switches."""
    st.session_state[TOUR] = ""
    go(WALK, step=MACHINE, cell=None)
