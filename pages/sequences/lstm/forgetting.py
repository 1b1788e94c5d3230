"""How long a memory and its gradient last: N2-09; R62, R63."""

from __future__ import annotations

import streamlit as st

from core.experiments import lstm as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.lstm import PAGE

HELD = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0)
BIASES, SCALES = (0.0, 1.0, 2.0, 3.0, 5.0, 10.0), (1.0, 4.0, 12.0, 40.0)
TIMES = (1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100)


@shared
def _reaches(bias: float, scale: float = 1.0) -> dict[int, float]:
    return computed.reaches(computed.cell(forget_bias=bias, scale=scale), TIMES)


@lesson.panel
def forgetting() -> None:
    """The product of a held gate, and the gradient of a whole random cell for each forget bias."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-09"):
        left, right = st.columns([0.6, 0.4], gap="large")
        with right:
            held = in_link(st.select_slider)(w["held_at"], HELD, 0.99, key="lstm forget")
            revealed = lesson.predict(PAGE, "N2-09", ("nearly_all", "half_left", "under_percent"), _products,
                                      truth="under_percent")
            bias = in_link(st.select_slider)(w["bias"], BIASES, 0.0, key="lstm bias") if revealed else None
        with left:
            product = computed.left(held)
            shown = {w["product"]: (range(len(product)), product)}
            if bias is not None:
                reaches = _reaches(bias)
                shown[w["whole_cell"]] = (list(reaches), list(reaches.values()))
            charts.lines(shown, w["steps"], w["left_over"], scales=("linear", "log"), level=1.0, tones=(0, 1),
                         height=340)
        lesson.erratum("R62", _r62)
        lesson.erratum("R63", _r63)


def _products() -> dict[str, float]:
    biased = {int(bias): _reaches(bias)[100] for bias in (0.0, 3.0)}
    return {"at_95": 100 * computed.left(0.95)[-1], "at_99": 100 * computed.left(0.99)[-1],
            "at_9": computed.left(0.9)[-1], "bias_0": biased[0], "bias_3": biased[3]}


def _r62() -> None:
    """A gate that is open but not wholly; and whole random cells by forget bias."""
    w, (printed, right) = words(PAGE), st.columns(2)
    with printed:
        charts.bars({f"f = {plain(f)}": computed.left(f)[-1] for f in (1.0, 0.99, 0.95, 0.9)}, w["left_after"],
                    scale="log", digits=2)
    with right:
        charts.bars({w["bias_n"].format(n=plain(bias)): _reaches(bias)[100] for bias in (0.0, 1.0, 3.0, 5.0)},
                    w["cell_after"], scale="log", domain=(1e-20, 1e3), tones=1, digits=2)


def _r63() -> None:
    """The same cell with larger recurrent weights."""
    w = words(PAGE)
    reaches = {plain(scale): _reaches(0.0, scale)[100] for scale in SCALES}
    st.markdown(w["r63"].format(**{f"at_{name}": plain(value, 3) for name, value in reaches.items()}))
    series = {w["times_n"].format(n=plain(scale)): (list(_reaches(0.0, scale)), list(_reaches(0.0, scale).values()))
              for scale in SCALES}
    charts.lines(series, w["steps"], w["left_over"], scales=("linear", "log"), level=1.0, height=240)
