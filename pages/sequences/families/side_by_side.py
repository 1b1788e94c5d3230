"""Who reads whom, what it costs, and which weights the words move: N4-37; R104."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import families as computed
from core.experiments.tokens import pieces
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import picture, show
from pages.components.lesson.pictures import titled
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.families import PAGE

MOST = 7
LENGTHS, SIZES = (5, 10, 50, 100, 200, 512, 1000, 4000), (64, 128, 256, 512, 1024)


@shared
def _reads(family: str, n: int) -> list[list[bool]]:
    return computed.reads(family, n).tolist()


@lesson.panel
def side_by_side() -> None:
    """Three nets over the same words; a click on an output lights what it depends on."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-37"):
        given = in_link(st.text_input)(w["sentence"], w["sentence_start"], max_chars=40, key="families text")
        here = pieces(given, MOST) or pieces(w["sentence_start"], MOST)
        for column, family in zip(st.columns(3, gap="large"), computed.FAMILIES):
            with column, st.container(key=f"families {family}"):
                st.markdown(f"**{w[family]}**")
                _net(family, here)
                st.caption(w[f"fixed_{family}"])
        _costs()
        _edited(here)


def _net(family: str, here: list[str]) -> None:
    """Words below, outputs above; wires as the gradients say, or, of a recurrence, from state to state."""
    n, reads = len(here), _reads(family, len(here))
    spots = {f"x{i}": charts.Spot(i, 0, word, -1) for i, word in enumerate(here)}
    spots |= {f"y{i}": charts.Spot(i, 1, "", 0) for i in range(n)}
    lights = {f"y{t}": [f"x{j}" for j in range(n) if reads[t][j]] for t in range(n)}
    if family == "recurrence":
        wires = [charts.Wire(f"x{t}", f"y{t}") for t in range(n)]
        wires += [charts.Wire(f"y{t}", f"y{t + 1}") for t in range(n - 1)]
        lights = {f"y{t}": [*lights[f"y{t}"], *(f"y{k}" for k in range(t))] for t in range(n)}
    else:
        A = computed.weights_of(family, here).tolist() if family == "attention" else None
        wires = [charts.Wire(f"x{j}", f"y{t}", -1, min(1.0, 0.15 + A[t][j]) if A else 0.5)
                 for t in range(n) for j in range(n) if reads[t][j]]
    charts.wiring(spots, wires, words(PAGE)[family], height=230, size=360, lights=lights,
                  chosen=f"y{max(0, n - 2)}")


def _costs() -> None:
    """Multiplications, what has to wait, and how far the first word is from the last output."""
    w, row = words(PAGE), st.container(horizontal=True)
    n = in_link(row.select_slider)(w["length"], LENGTHS, 50, key="families n")
    d = in_link(row.select_slider)(w["width"], SIZES, 512, key="families d")
    counted = computed.costs(n, d)
    for column, quantity in zip(st.columns(3, gap="small"), ("multiplications", "serial", "path")):
        with column:
            costs = {w[family]: counted[family][quantity] for family in computed.FAMILIES}
            charts.bars(costs, w[quantity], scale="symlog", tones=(0, 1, 2), texts=[plain(x) for x in costs.values()],
                        domain=(0, 3000 * max(costs.values())))


def _edited(here: list[str]) -> None:
    w, row = words(PAGE), lesson.controls()
    at = in_link(row.segmented_control, "families-at")(
        w["which"], range(len(here)), default=min(1, len(here) - 1), required=True, key=f"families at {len(here)}",
        format_func=lambda i: here[i])
    new = in_link(row.text_input)(w["becomes"], w["becomes_start"], max_chars=1, key="families new", width=120).strip()
    changed = [*here[:at], new or w["becomes_start"], *here[at + 1:]]
    if changed == here:
        st.info(w["same_letter"])
        return
    moved = computed.moved(here, changed)
    if not lesson.predict(PAGE, "N4-37", ("attention_only", "all_move", "none_move"), truth="attention_only",
                          possible=len(here) > 1, **moved):  # a word alone has the weight 1, whichever it is
        return
    before, after = computed.run(here), computed.run(changed)
    difference = after["weights"].value[0] - before["weights"].value[0]
    state = show([picture(before, "weights", title=w["picture_before"]),
                  titled(PAGE, "after", after["weights"].value[0], changed, changed, scale="sequential"),
                  titled(PAGE, "moved", difference, limit=1.0)], "families weights", height=330)
    left, right = st.columns(2, gap="large")
    with left:
        arithmetic(before, state, "families weights", "weights", head=0)
    with right:
        charts.bars({w[family]: moved[family] for family in computed.FAMILIES}, w["largest_change"], tones=(0, 1, 2),
                    domain=(0, 1.2))
    lesson.erratum("R104", lambda: _gates(here, changed))


def _gates(here: list[str], changed: list[str]) -> None:
    """An LSTM's forget gates for both sentences."""
    gates = [computed.weights_of("lstm", one) for one in (here, changed)]
    heatmap([titled(PAGE, "gates", gates[0], here, scale="sequential"),
             titled(PAGE, "gates_after", gates[1], changed, scale="sequential"),
             titled(PAGE, "gates_moved", torch.as_tensor(gates[1] - gates[0]), limit=1.0)],
            key="families gates", height=300)
