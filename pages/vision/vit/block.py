"""ViT's block: the norm stands in front. N0-28; R36."""

from __future__ import annotations

import streamlit as st
import torch

from core.equations import feedforward
from core.experiments import vit as computed
from core.steps import Trace
from pages.components import charts, lesson, runs
from pages.components.address import in_link, remembered
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic, holds
from pages.components.diagram import diagram
from pages.components.lesson.pictures import shown
from pages.components.links import script
from pages.components.numbers import plain
from pages.components.text import words
from pages.vision.vit import PAGE

PARTS = ("norm_1.output", "self_attention.output", "residual_1.added")
LIT = "vit box"
LEAST = -0.752
"""Where GELU is least."""
_wired = runs.of_trace(computed.wired)


@lesson.panel
def block(trace: Trace) -> None:
    """Stream, norm, attention, sum, in the layer that the reader chooses; and how long the stream grows."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-28"):
        lengths = computed.lengths(trace)
        number = lesson.numbered(st, w["layer"], len(lengths), "vit block")
        layer = f"encoder.{number}"
        steps = [trace[f"{layer}.residual_1.added"].inputs[0], *(f"{layer}.{part}" for part in PARTS)]
        holds("block", steps)
        state = heatmap([shown(trace[name], PAGE) for name in steps], key="block",
                        operators=("LN", "MSA", "+"), height=330)
        arithmetic(trace, state, "block", steps[1], steps[3])
        st.page_link(script("transformer/walkthrough"), label=words("lesson")["to_stop"],
                     query_params={"step": steps[1]}, icon=":material/directions_walk:")
        _wirings(number)
        left, right = st.columns(2, gap="large")
        with left:
            numbers = range(1, len(lengths) + 1)
            charts.lines({w["stream"]: (numbers, [x for x, _ in lengths]),
                          w["normed"]: (numbers, [y for _, y in lengths])},
                         w["layer"], w["rms"], dots=True, ticks=list(numbers), height=220)
        with right:
            lesson.predict(PAGE, "N0-28", ("pre", "post", "both"), computed.silent,
                           lambda gradients: "pre" if gradients["pre"] == 0 < gradients["post"] else "both")
        lesson.erratum("R36", _both)


def _wirings(number: int) -> None:
    """The layer as ViT wires it and as the paper of 2017 does, and how large what each box hands on is."""
    w = words(PAGE)
    st.caption(w["wirings"])
    silent = lesson.guessed(PAGE, "N0-28") and in_link(st.toggle)(w["write_zero"], key="vit silent")
    for column, wiring in zip(st.columns(2, gap="large"), computed.WIRINGS):
        with column:
            st.markdown(f"**{w[f'case_{wiring}']}**")
            _wiring(_wired(number, wiring, silent), f"encoder.{number}", wiring)


def _wiring(run: Trace, layer: str, name: str) -> None:
    """One wiring of the layer; a click on a box shows what this box hands on, in both wirings."""
    parts = {box.id.removeprefix(f"{layer}."): box for box in run.plan.boxes(run)}
    lit = parts[remembered(LIT, "residual_2", lambda part: part if part in parts else None)]
    sizes = {box: f"RMS {plain(size, 3)}" for box, size in computed.sizes_in(run).items()}
    clicked = diagram(run, lit.id, key=f"vit {name}", words=words("diagram"), notes=sizes)
    if clicked is not None and clicked != lit.id:
        st.session_state[LIT] = clicked.removeprefix(f"{layer}.")
        st.rerun(scope="fragment")
    moved = (run[[*parts.values()][-1].steps[-1]].value - run["stream"].value).abs().max()
    st.markdown(words(PAGE)["moved"].format(far=plain(moved, 3)))
    step, key = lit.steps[-1], f"vit {name} {lit.id}"
    arithmetic(run, heatmap([shown(run[step], PAGE)], key=key), key, step)


def _both() -> None:
    """The two activations where GELU is least; the two stacks whose sub-layers write nothing."""
    w, x = words(PAGE), torch.tensor([[LEAST]], dtype=torch.float64)
    moved = computed.silent()
    st.dataframe({w["case"]: [w["case_2017"], w["case_vit"]],
                  w["activation_at"].format(x=LEAST): [float(feedforward.activation(x)), float(feedforward.gelu(x))],
                  w["silent"]: [moved["post"], moved["pre"]]}, hide_index=True)
