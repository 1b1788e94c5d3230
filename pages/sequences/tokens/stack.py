"""A net of neurons beside a net of tokens, and a stack to build: N4-06."""

from __future__ import annotations

import streamlit as st
import torch

from core.equations import tokens as eq
from core.experiments import tokens as computed
from pages.components import charts, lesson
from pages.components.address import in_link, remembered
from pages.components.board import heatmap
from pages.components.lesson.pictures import titled
from pages.components.text import words
from pages.sequences.tokens import PAGE, sources

KEY, START, MOST, COUNT = "tokens-stack", "mfmf", 8, 6


@lesson.panel
def stack() -> None:
    """Two nets of the same wiring; then layers to add and take away, and whether depth buys anything."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-06"):
        Z = sources.tokens("picture")[4:8]
        left, right = st.columns([0.42, 0.58], gap="large")
        with left:
            _net(Z[:, :1], w["net_neurons"])
        with right:
            _net(Z, w["net_tokens"])
        lesson.stands(eq.mixed.equation)
        st.markdown(w["build"])
        layers = _builder()
        left, right = st.columns([0.5, 0.5], gap="large")
        with left:
            _drawn(layers)
        with right:
            if lesson.predict(PAGE, "N4-06", ("deeper_more", "deeper_same"), lambda: _depths(layers),
                              "deeper_same"):
                _against_one(layers)


def _net(Z: torch.Tensor, title: str) -> None:
    """Inputs below, mixed above them, changed one by one at the top; the numbers are those of a real run."""
    mixed = eq.mixed(computed.mixing(len(Z), 0), Z)
    top = eq.rectified_neurons(mixed) if Z.shape[1] == 1 else computed.mlp(mixed)
    spots = {f"{level} {i}": charts.Spot(i, 2.2 * level, "", (-1, 0, 1)[level], tuple(row))
             for level, rows in enumerate((Z, mixed, top)) for i, row in enumerate(rows.tolist())}
    weights = computed.mixing(len(Z), 0).abs()
    wires = [charts.Wire(f"0 {j}", f"1 {i}", -1, float(weights[i, j] / weights.max()))
             for i in range(len(Z)) for j in range(len(Z))]
    wires += [charts.Wire(f"1 {i}", f"2 {i}", 1, 0.6) for i in range(len(Z))]
    charts.wiring(spots, wires, title, height=430)
    st.caption(title)


def _builder() -> str:
    """The layers from below: m mixes, f changes each token alone."""
    w = words(PAGE)
    layers = remembered(KEY, START, _layers)
    row = lesson.controls()
    for layer, name in ((computed.MIX, "add_mix"), (computed.ALONE, "add_alone")):
        row.button(w[name], key=name, icon=":material/add:", on_click=_put, args=(layers + layer,),
                   disabled=len(layers) >= MOST)
    row.button(w["take_away"], key="take away", icon=":material/remove:", on_click=_put, args=(layers[:-1],),
               disabled=len(layers) < 2)
    alone = in_link(row.toggle)(w["with_alone"], True, key="tokens keeps_alone")
    return layers if alone else layers.replace(computed.ALONE, "")


def _layers(text: str) -> str | None:
    """A stack in a link; None where it is none."""
    return text if 0 < len(text) <= MOST and set(text) <= {computed.MIX, computed.ALONE} else None


def _put(layers: str) -> None:
    st.session_state[KEY] = layers


def _drawn(layers: str) -> None:
    """The stack from below: wires from all to all where tokens mix, straight ones where each is alone."""
    w = words(PAGE)
    spots = {f"{level} {i}": charts.Spot(i, level, "", -1 if level == 0 else 0 if layers[level - 1] == "m" else 1)
             for level in range(len(layers) + 1) for i in range(COUNT)}
    spots |= {f"word {level}": charts.Spot(COUNT - 0.4, level + 0.5, w[f"layer_{layer}"], -1, side="alone")
              for level, layer in enumerate(layers)}
    wires = []
    for level, layer in enumerate(layers):
        weights = computed.mixing(COUNT, level).abs()
        wires += [charts.Wire(f"{level} {j}", f"{level + 1} {i}", -1 if layer == "m" else 1,
                              0.6 * float(weights[i, j] / weights.max()) if layer == "m" else 0.7)
                  for i in range(COUNT) for j in range(COUNT) if layer == "m" or i == j]
    charts.wiring(spots, wires, w["stack_drawn"], height=70 + 52 * (len(layers) + 1), size=150)


def _depths(layers: str) -> dict[str, float]:
    mixing = max(layers.replace(computed.ALONE, ""), 2 * computed.MIX, key=len)  # "many" are two at least
    return {"mixing": len(mixing), "without": computed.one_matrix(mixing, COUNT),
            "layers": 4, "off": 100 * computed.one_matrix("mfmf", COUNT)}


def _against_one(layers: str) -> None:
    """How far this stack is from one mixing matrix; and that matrix, where it is one."""
    w, off = words(PAGE), computed.one_matrix(layers, COUNT) if layers else 0.0
    charts.bars({w["this_stack"]: off}, w["off_one_matrix"], tones=0, scale="log", digits=2)
    if computed.ALONE not in layers:
        heatmap(titled(PAGE, "product", computed.product(layers, COUNT)), key="tokens product", height=220)
