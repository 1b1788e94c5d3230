"""How far a pile of convolutions sees, and for how many weights: N4-07."""

from __future__ import annotations

import streamlit as st

from core.experiments import aggregation as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.lesson.pictures import titled
from pages.components.text import words
from pages.sequences.tokens import PAGE

SIDE, KERNELS, MOST = 21, (3, 5, 7, 9, 11, 13, 15), 7


@shared
def _ways(kernel: int, layers: int):
    counts = computed.ways_in(kernel, layers, SIDE, (SIDE // 2, SIDE // 2))
    return (counts / counts.max()).numpy()


@lesson.panel
def receptive_field() -> None:
    """Kernel and layers to choose; which pixels the middle one depends on; one large kernel against small ones."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-07"):
        left, right = st.columns([0.5, 0.5], gap="large")
        with left:
            kernel = lesson.pressed(st, w["kernel"], KERNELS, "receptive kernel")
            layers = in_link(st.slider)(w["layers"], 1, MOST, 2, key="receptive layers")
            heatmap(titled(PAGE, "ways", _ways(kernel, layers), scale="sequential"), key="receptive ways", height=420)
        with right:
            row = st.container(horizontal=True)
            row.metric(w["sees"], w["pixels"].format(n=computed.width((kernel,) * layers)), border=True)
            row.metric(w["weights_per_pair"], computed.weights((kernel,) * layers), border=True)
            if lesson.predict(PAGE, "N4-07", ("one_large", "many_small", "no_matter"), _prose_values,
                              lambda weights: "many_small" if weights["small"] < weights["large"] else "one_large"):
                _curves()


def _prose_values() -> dict[str, float]:
    layers = computed.layers_for(15)
    return {"large": computed.weights((15,)), "layers": layers, "small": computed.weights((3,) * layers),
            "seen": computed.width((3,) * layers), "between": layers - 1, "corners": computed.layers_across(9)}


def _curves() -> None:
    w, sides = words(PAGE), range(3, 22, 2)
    charts.lines({w["one_kernel"]: (sides, [computed.weights((n,)) for n in sides]),
                  w["small_kernels"]: (sides, [computed.weights((3,) * computed.layers_for(n)) for n in sides])},
                 w["sees"], w["weights_per_pair"], dots=True, height=250)
