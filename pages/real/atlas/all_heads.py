"""All heads of all layers on one sentence; a click chooses one, a second opens its step in the walkthrough."""

from __future__ import annotations

import streamlit as st

from core import catalog
from core.edits import Edit
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text, session
from pages.components.cell.arithmetic import arithmetic
from pages.components.head_grid import show
from pages.components.head_grid.run import packed
from pages.components.lesson import brought, one_head
from pages.components.links import script
from pages.components.stage.stop_text import grid_words
from pages.components.text import language, words
from pages.real.atlas import PAGE

KEY = "all_heads"


@lesson.panel
def all_heads(trace: Trace, edits: tuple[Edit, ...]) -> None:
    """The grid, the words below it, and what comes next, of the run with these edits."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        if not any(catalog.abilities(name).brought for name in model_choice.models()):
            st.caption(w["none_brought"])
        grid = packed(model_choice.name(), readable_text.text(), edits)
        if not grid[0]["sites"]:
            st.info(w["no_heads"], icon=":material/info:")
            return
        action = show(grid, key="atlas", words=grid_words(trace, language()))
        brought.origin(model_choice.name())
        _chosen_head(trace, grid[0]["sites"][action.site]["step"], action.head)
        if action.nearer:
            place = {"step": action.nearer, "head": str(action.head)}
            st.switch_page(script("transformer/walkthrough"), query_params=place)


def _chosen_head(trace: Trace, step: str, head: int) -> None:
    """The chosen head as a heatmap, and the arithmetic of a cell of it."""
    if session.depth() == session.DEPTHS[0]:
        return
    state = one_head.show([one_head.picture(trace, step, head)], "atlas head")
    arithmetic(trace, state, "atlas head", step, head=head)
