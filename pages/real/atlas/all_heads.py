"""All heads of all layers on one sentence; a click chooses one, a second opens its step in the walkthrough."""

from __future__ import annotations

import streamlit as st

from core import catalog
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text, runs, session
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic
from pages.components.head_grid import pack, show
from pages.components.lesson import one_head
from pages.components.links import script
from pages.components.text import words
from pages.real.atlas import PAGE

KEY = "all_heads"


@lesson.panel
def all_heads(trace: Trace) -> None:
    """The grid, the words below it, and what comes next."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        if not any(catalog.abilities(name).tokenizer == "bytes" for name in model_choice.models()):
            st.caption(w["none_brought"])
        packed = _packed(model_choice.name(), readable_text.text(), runs.edits())
        if not packed[0]["sites"]:
            st.info(w["no_heads"], icon=":material/info:")
            return
        told = show(packed, key="atlas", words=words("diagram") | w, site=0, head=0)
        _opened(trace, packed[0]["sites"][told.site]["step"], told.head)
        if told.nearer:
            st.switch_page(script("transformer/walkthrough"), query_params={"step": told.nearer})


def _opened(trace: Trace, step: str, head: int) -> None:
    """The chosen head as a heatmap, and the arithmetic of a cell of it."""
    if session.depth() == session.DEPTHS[0]:
        return
    seen = one_head.show([one_head.picture(trace, step, head)], "atlas head")
    arithmetic(trace, seen, "atlas head", step, head=head)


@shared
def _packed(model: str, text: str, edits: tuple):
    """The drawing of a run, packed once for everybody who looks at it."""
    from core import zoo
    from core.experiments import layer_by_layer

    subject, trace = zoo.load(model), runs.cached_trace(model, text, edits)
    shares = layer_by_layer.shares_of_words(trace) if subject.abilities.can_continue else None
    if shares is None:
        return pack(trace)
    row = layer_by_layer.row_to_read(subject, text, trace)
    return pack(trace, kinds=_kinds(model), row=row, after=(shares.labels[0] or [""] * (row + 1))[row],
                says=layer_by_layer.says(subject, trace, row), following=layer_by_layer.following(subject, trace, row))


@shared
def _kinds(model: str) -> dict[str, list[str]] | None:
    """What each head does, of a model over tokens."""
    from core import zoo
    from core.experiments import head_kinds

    return head_kinds.kinds(zoo.load(model)) if catalog.abilities(model).tokenizer == "bytes" else None
