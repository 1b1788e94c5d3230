"""The whole model: N1-01."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core import zoo
from core.experiments import output as computed
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text, runs
from pages.components.address import in_link, remembered
from pages.components.board import board, payload
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic
from pages.components.diagram import diagram
from pages.components.formula import theme, tint
from pages.components.lesson.pictures import step_words
from pages.components.stage import drawing
from pages.components.stage.run import frame
from pages.components.stage.stop_text import in_its_units, unit_of
from pages.components.stage.stops import stops
from pages.components.text import language, words
from pages.transformer.output import PAGE

SIZES = {"paper": (37000, 512, 2048, 6), "n1": (10000, 512, 2048, 6)}
OPENED = "opened-box"  # in the link and in the session


def _never_trained(model: str, sentence: str) -> Trace:
    """Drawn anew each time: it holds a whole model."""
    return computed.never_trained(zoo.load(model), sentence)


@shared
def _loss_before(model: str, sentence: str) -> float:
    return float(_never_trained(model, sentence)["loss"].value)


@shared
def _box(model: str, sentence: str, box: str, trained: bool, lang: str, base: str):
    """The pictures of one box of the drawing, packed."""
    trace = runs.cached_trace(model, sentence) if trained else _never_trained(model, sentence)
    w = step_words(PAGE)
    inside = [stop for stop in stops(trace, trace.plan) if stop.box is not None and stop.box.id == box]
    named = dict.fromkeys(name for stop in inside for name in stop.pictures)
    pictures = [drawing.picture(trace[name], w, tint(trace[name].equation, base)) for name in named]
    return payload(pictures, [frame(stop, lang, unit_of(trace)) for stop in inside])


@lesson.panel
def structure(trace: Trace) -> None:
    """Every box opens its pictures; the same boxes before any training. EXHIBITS N1-01."""
    w, model, sentence = words(PAGE), model_choice.name(), readable_text.text()
    boxes = [box.id for box in trace.plan.boxes(trace)]
    with lesson.exhibit(PAGE, "N1-01"):
        left, right = st.columns([0.36, 0.64], gap="medium")
        chosen = remembered(OPENED, _continuous(trace), lambda box: box if box in boxes else None)
        lit = chosen if chosen in boxes else _continuous(trace)
        with left:
            clicked = diagram(trace, lit, key="structure",
                              words=in_its_units(words("diagram"), trace, language()))
        if clicked in boxes and clicked != lit:
            st.session_state[OPENED] = lit = clicked
            st.rerun(scope="fragment")
        with right:
            raw = in_link(st.toggle)(w["untrained"], key="untrained")
            run = _never_trained(model, sentence) if raw else trace
            packed = _box(model, sentence, lit, not raw, language(), theme())
            state = board(payload=packed, key=f"box {lit} {raw}", url=False)
            arithmetic(run, state, f"box {lit} {raw}", state.step)
            V = trace["logits"].value.shape[-1]
            before, after = _loss_before(model, sentence), float(trace["loss"].value)
            lesson.predict(PAGE, "N1-01", ("loss_zero", "loss_log", "loss_infinite"), before=before, after=after,
                           ratio=before / float(np.log(V)),
                           log=float(np.log(V)), V=V, n1=float(np.log(SIZES["n1"][0])), truth="loss_log")


def _continuous(trace: Trace) -> str:
    """The box of what N1 calls the continuous representation: the encoder's last result."""
    return [box.id for box in trace.plan.boxes(trace) if box.column == "encoder"][-1]
