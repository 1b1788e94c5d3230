"""The units of the feed-forward network: N0-21; R27."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.experiments import decoder as computed
from core.steps import Trace
from pages.components import lesson, runs
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.pictures import rounding, shown
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.decoder import PAGE

_units = runs.of_trace(computed.permuted_units)


@lesson.panel
def hidden_units(trace: Trace) -> None:
    """The hidden units of encoder and decoder side by side, and the decoder's in another order. EXHIBITS N0-21."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-21"):
        row = lesson.controls()
        layer = lesson.numbered(row, w["layer"], computed.layers(trace), "hidden layer")
        permute = in_link(row.toggle)(w["permute_units"], key="permute_units")
        R, change = _units(layer, seed=3)
        names = [f"{stack}.{layer}.feed_forward.activation" for stack in ("encoder", "decoder")]
        values = [trace[names[0]].value, R if permute else trace[names[1]].value]
        boards = [heatmap(shown(trace[name], PAGE, values=np.asarray(value, dtype=float), title=w[f"units_{stack}"],
                                scale="magnitude"), key=f"hidden {stack}")
                  for name, value, stack in zip(names, values, ("encoder", "decoder"))]
        state = boards[0] if boards[1].cell is None else boards[1]
        left, right = st.columns(2, gap="medium")
        with left:
            lesson.figures(*((w[f"open_{stack}"], f"{fixed(100 * computed.open_share(value), 0)}%")
                             for stack, value in zip(("encoder", "decoder"), values)))
            moved = permute and state.cell is not None and state.cell.picture == names[1]
            arithmetic(trace, type(state)(state.step) if moved else state, "hidden", names[1])
        with right:
            lesson.predict(PAGE, "N0-21", ("units_other", "units_same", "units_nothing"), change=rounding(change),
                           units=R.shape[-1], truth="units_same")
        lesson.erratum("R27", lambda: _r27(trace, layer))


def _r27(trace: Trace, layer: int) -> None:
    """What two convolutions of width 1 change, and what the encoder's parameters change."""
    w, off = words(PAGE), computed.other_networks(trace, layer)
    lesson.figures((w["with_theta_x"], plain(off["encoder"], 2)), (w["as_convolutions"], plain(off["convolution"], 2)))
    st.caption(w["relative_to_output"])
