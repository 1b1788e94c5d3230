"""Two boxes to drag, and three measures of how far they are apart: N3-18; R82."""

from __future__ import annotations

import re

import numpy as np
import streamlit as st

from core.equations import set_loss
from core.experiments import detr as computed
from pages.components import charts, lesson
from pages.components.address import remembered
from pages.components.compose import Rules, Thing, accepted, compose
from pages.components.formula import PALETTE
from pages.components.numbers import Numeral, plain
from pages.components.pixels import Panel, pixels
from pages.components.text import words
from pages.vision.detr import PAGE
from pages.vision.detr.reading import framed

SIDE, KEY = 40, "two-boxes"
STARTS = {"overlapping": ((6, 10, 14, 14), (14, 16, 16, 12)), "near": ((6, 14, 8, 8), (22, 14, 8, 8)),
          "far": ((1, 14, 8, 8), (31, 14, 8, 8)), "inside": ((8, 8, 24, 24), (14, 14, 12, 12))}
STEP = 0.12
"""How far the dashed box goes along the gradient, in shares of the picture."""


@lesson.panel
def boxes() -> None:
    """IoU, GIoU and L1 of two boxes, and where GIoU pulls the first. EXHIBITS N3-18."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-18"):
        guessed = lesson.predict(PAGE, "N3-18", ("iou_falls", "giou_falls", "both_fall"), _gaps, "giou_falls")
        remembered(KEY, _pair(STARTS["overlapping"]), _linked, _link_text)
        edited, measured = st.columns([0.36, 0.64], gap="large")
        with edited:
            with st.container(horizontal=True, gap="xsmall"):
                for name, pair in STARTS.items():
                    st.button(w[f"start_{name}"], key=f"boxes {name}", on_click=_start, args=(pair,))
            compose(st.session_state[KEY], _rules(), key="boxes", label=w["two_boxes"], on_change=_put)
        with measured:
            _measures(guessed)
        lesson.erratum("R82", _r82)
        lesson.stands(set_loss.box_losses.equation)


def _rules() -> Rules:
    w, ink = words(PAGE), PALETTE["light"]
    return Rules(SIDE, {"box": w["one_box"]}, {"a": (w["predicted"], ink[0]), "b": (w["true_box"], ink[1])}, (3, 30),
                 (2, 2), "#ffffff", frames=True, live=True)


def _start(pair) -> None:
    st.session_state[KEY] = _pair(pair)


def _pair(boxes) -> list[Thing]:
    """The predicted box and the true one, each left, top, width, height."""
    return [Thing("box", name, *box) for name, box in zip("ab", boxes, strict=True)]


def _link_text(things: list[Thing]) -> str:
    """The same as a link holds it."""
    return "_".join(".".join(map(str, thing[2:])) for thing in things)


def _linked(text: str) -> list[Thing] | None:
    """The two boxes of a link, None where they do not keep the rules."""
    corners = [[int(n) for n in re.findall(r"\d{1,2}", box)] for box in text.split("_")]
    if [len(box) for box in corners] != [4, 4]:
        return None
    return accepted([thing._asdict() for thing in _pair(corners)], _rules())


def _put(things: list[Thing]) -> None:
    st.session_state[KEY] = things


def _shares(thing: Thing) -> tuple[float, ...]:
    """A box as centre, width and height in shares of the picture."""
    return tuple(n / SIDE for n in (thing.x + thing.width / 2, thing.y + thing.height / 2, thing.width, thing.height))


def _measures(guessed: bool) -> None:
    """The gauges, and the first box after a small step along the gradient."""
    w, ink = words(PAGE), PALETTE["light"]
    first, second = (_shares(thing) for thing in st.session_state[KEY])
    pair = computed.box_agreement(first, second)
    left, right = st.columns([0.56, 0.44], gap="medium")
    with left:
        if not guessed:
            st.caption(w["gauges_after_guess"])
            return
        charts.bars({"IoU": pair.overlap, "GIoU": pair.generalized, "L1": pair.distance}, w["measure"],
                    tones=[-1, 3, 1], scale="dots", domain=(-1.0, 2.0), step=44)
        st.markdown(w["box_loss_here"].format(l1=Numeral(5 * pair.distance), giou=Numeral(2 * (1 - pair.generalized)),
                                              total=Numeral(5 * pair.distance + 2 * (1 - pair.generalized))))
    with right:
        pull = np.array(pair.pull)
        moved = np.array(first) + STEP * pull / max(1e-9, np.abs(pull).max())
        moved[2:] = moved[2:].clip(0.05, 1)
        pixels([Panel(w["pulled"], np.ones((8, 8, 3)), boxes=(
            framed(first, ink[0]), framed(second, ink[1]), framed(moved, ink[0], dashed=True)))],
            key="pulled", label=w["pulled"], size=360)


def _gaps() -> dict[str, float]:
    """The measures of three pairs of boxes, and of the same pairs in a scene a tenth as large."""
    told, same = {}, 0.0
    for name, pair in computed.PAIRS.items():
        whole, small = (computed.box_agreement(*computed.scaled(pair, by)) for by in (1, 0.1))
        told |= {name: whole.generalized, f"{name}_iou": whole.overlap, f"{name}_l1": whole.distance,
                 f"{name}_tenth": small.distance}
        same = max(same, abs(small.generalized - whole.generalized), abs(small.overlap - whole.overlap))
    return told | {"same": same}


def _r82() -> None:
    """The loss of one pair with the weights swapped, to see that they matter."""
    w = words(PAGE)
    pair = computed.box_agreement(*(_shares(thing) for thing in st.session_state[KEY]))
    for column, weights in zip(st.columns(2), ((1, 1), (5, 2))):
        loss = weights[0] * pair.distance + weights[1] * (1 - pair.generalized)
        column.metric(w["with_weights"].format(l1=weights[0], iou=weights[1]), plain(loss, 4), border=True)
