"""How patches are hidden and put back: two sortings, an encoder of few, a decoder of all. N2-32, token by token."""

from __future__ import annotations

import streamlit as st

from core.equations import masking
from core.experiments import mae as computed
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic, holds
from pages.components.lesson.pictures import shown
from pages.components.text import words
from pages.vision.mae import PAGE

SORTED = ("noise", "masking.order", "masking.restore", "masking.hidden")
READ = ("masking.visible", "with_class", "unmasking.narrowed", "unmasking.unshuffled")


@lesson.panel
def shuffle(trace: Trace) -> None:
    """Random numbers are sorted; the first few patches stay. The encoder reads them, the decoder all places."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "shuffle"):
        left, right = st.columns((1, 1.35), gap="large")
        with left:
            holds("sorted", SORTED)
            state = heatmap([shown(trace[name], PAGE) for name in SORTED], key="sorted", height=520, numbers=True)
            arithmetic(trace, state, "sorted", "masking.order")
        with right:
            st.markdown(w["who_sees"].format(encoder=trace["with_class"].shape[0],
                                             decoder=trace["unmasking.unshuffled"].shape[0]))
            holds("read", READ)
            state = heatmap([shown(trace[name], PAGE) for name in READ[1:]], key="read", height=420)
            arithmetic(trace, state, "read", "unmasking.unshuffled")
            lesson.predict(PAGE, "shuffle", ("nothing", "same_vector", "different_vectors"),
                           lambda: _mask_tokens(trace), "same_vector", bool(trace["masking.hidden"].value.any()))
        lesson.stands(masking.restore.equation, masking.hidden.equation)


def _mask_tokens(trace: Trace) -> dict[str, float]:
    """How different the rows of hidden places are before positions; and the answers, with positions and without."""
    rows = trace["unmasking.unshuffled"].value[1:][trace["masking.hidden"].value]
    return {"hidden": len(rows), "difference": float((rows - rows[:1]).abs().max()),
            "painted": computed.painted_apart(trace), "alike": _alike(model_choice.name(), readable_text.text())}


@shared
def _alike(model: str, text: str) -> float:
    """The same of a run in which the decoder has no positions."""
    return computed.painted_apart(computed.without_decoder_places(model_choice.loaded(model), text))
