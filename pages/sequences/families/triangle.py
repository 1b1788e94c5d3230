"""Convolutions in place of recurrence: what a unit of a higher layer sees: N3-03."""

from __future__ import annotations

import streamlit as st

from core.experiments import families as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.text import words
from pages.sequences.families import PAGE

PLACES, MOST, LONG = 21, 6, 1000


@lesson.panel
def triangle() -> None:
    """Layers of convolutions as a net; a click on any unit lights all that it depends on."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-03"):
        row = lesson.controls()
        layers = in_link(row.slider)(w["layers"], 1, MOST, 3, key="triangle layers", width=320)
        doubling = in_link(row.toggle)(w["doubling"], key="triangle doubling")
        row.metric(w["sees"], w["inputs"].format(n=computed.reach(layers, doubling)))
        _net(layers, doubling)
        left, right = st.columns(2, gap="large")
        with left:
            revealed = lesson.predict(PAGE, "N3-03", ("layers_10", "layers_100", "layers_500"), _across,
                                      lambda needed: f"layers_{needed['plain']}")
        if revealed:
            with right:
                _curves()


def _net(layers: int, doubling: bool) -> None:
    spots = {f"{level}.{i}": charts.Spot(i, level, "", -1) for level in range(layers + 1) for i in range(PLACES)}
    spots |= {f"word {level}": charts.Spot(PLACES - 0.3, level, _level(level), side="alone")
              for level in range(layers + 1)}
    spots["end"] = charts.Spot(PLACES + 1.2, 0, "", side="alone")
    wires = [charts.Wire(f"{level - 1}.{p}", f"{level}.{i}", -1, 0.3) for level in range(1, layers + 1)
             for i in range(PLACES) for p in computed.parents(level, i, PLACES, doubling)]
    lights = {f"{level}.{i}": [f"{k}.{p}" for k, p in sorted(computed.cone(level, i, PLACES, doubling))]
              for level in range(1, layers + 1) for i in range(PLACES)}
    charts.wiring(spots, wires, words(PAGE)["triangle"], height=80 + 62 * layers, size=190, lights=lights,
                  chosen=f"{layers}.{PLACES // 2}")
    st.caption(words(PAGE)["click_unit"])


def _level(level: int) -> str:
    w = words(PAGE)
    return w["level_n"].format(n=level) if level else w["layer_inputs"]


def _across() -> dict[str, int]:
    return {"n": LONG, "plain": computed.layers_to_see(LONG), "doubling": computed.layers_to_see(LONG, True)}


def _curves() -> None:
    w, layers = words(PAGE), range(1, 13)
    charts.lines({w["steps_of_one"]: (layers, [computed.reach(n) for n in layers]),
                  w["steps_doubling"]: (layers, [computed.reach(n, True) for n in layers])},
                 w["layers"], w["sees"], scales=("linear", "log"), dots=True, height=230,
                 ticks=layers)
