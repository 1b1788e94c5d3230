"""Object queries: what each slot looks at, and what happens when all ask the same: N3-16."""

from __future__ import annotations

import streamlit as st

from core import zoo
from core.data import scenes
from core.equations import detection as equations
from core.experiments import detr as computed
from core.steps import Trace
from pages.components import lesson, model_choice
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.formula import PALETTE
from pages.components.numbers import fixed, plain
from pages.components.pixels import Panel, pixels
from pages.components.text import words
from pages.vision.detr import PAGE
from pages.vision.detr.reading import TONES, Reading, framed

OPTIONS = ("all_the_same", "still_different", "all_nothing")


@lesson.panel
def slots(read: Reading) -> None:
    """A picture for each slot: its cross-attention, its box and what it says. EXHIBITS N3-16."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-16"):
        row = st.container(horizontal=True, vertical_alignment="bottom", gap="large")
        layer = lesson.numbered(row, w["decoder_layer"], read.layers, "slot layer", read.layers - 1)
        place = st.container()
        guessed = lesson.predict(PAGE, "N3-16", OPTIONS, lambda: _prose_values(read), "all_the_same")
        same = in_link(row.toggle)(w["same_queries"], False, key="same queries") if guessed else False
        with place:
            _panels(_equal(model_choice.name(), scenes.written(read.scene)) if same else read.trace, read, layer)
        lesson.stands(equations.empty_slots.equation, equations.class_probabilities.equation)


@shared
def _equal(model: str, given: str) -> Trace:
    subject = zoo.load(model)
    return computed.with_equal_slots(subject, subject.read(given))


def _panels(trace: Trace, read: Reading, layer: int) -> None:
    w = words(PAGE)
    A = trace[f"decoder.{layer}.cross_attention.weights"].value.mean(0)
    says, boxes = (trace[f"heads.{step}"].value[layer] for step in ("class_probabilities", "box.boxes"))
    side, panels = int(A.shape[-1] ** 0.5), []
    for slot, (weights, p, box) in enumerate(zip(A, says, boxes.tolist())):
        kind = int(p.argmax())
        named = kind != read.nothing
        tone = PALETTE["light"][TONES[scenes.KINDS[kind]]] if named else PALETTE["light"][4]
        word = w[f"label_{scenes.KINDS[kind]}"] if named else w["nothing"]
        panels.append(Panel(w["slot_n"].format(n=slot + 1), read.image, fog=weights.view(side, side).numpy(),
                            low=float(weights.min()), boxes=(framed(box, tone, dashed=not named),),
                            note=f"{word} {fixed(float(p.max()), 2)}"))
    pixels(panels, key="slots", label=w["slots_label"], size=440, across=4)
    st.caption(w["slots_legend"])


def _prose_values(read: Reading) -> dict[str, str | float]:
    """The largest difference between what two slots say, with their own queries and with the same."""
    given = scenes.written(read.scene)
    traces = {"own": read.trace, "same": _equal(model_choice.name(), given)}
    values = {"slots": str(read.trace["heads.box.boxes"].value.shape[1])}
    for name, trace in traces.items():
        p, b = (trace[f"heads.{step}"].value[-1] for step in ("class_probabilities", "box.boxes"))
        values[name] = plain(max(float((x - x[:1]).abs().max()) for x in (p, b)), 2)
    return values
