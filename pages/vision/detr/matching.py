"""Who answers for which object: the cost of every pair, the cheapest choice, and the loss term by term: N3-17; R81."""

from __future__ import annotations

import streamlit as st
import torch

from core.equations import matching as equations
from core.equations import set_loss
from core.experiments import detr as computed
from pages.components import charts, lesson, model_choice
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic, holds
from pages.components.lesson.pictures import shown, tints
from pages.components.numbers import Numeral, numerals
from pages.components.pixels import Panel, pixels
from pages.components.text import words
from pages.vision.detr import PAGE
from pages.vision.detr.reading import Reading, detected_boxes, slot_names

PARTS = ("class_costs", "distances", "generalized_overlaps", "matching_costs")
SMALL = ((1.0, 2.0), (1.5, 10.0))
"""Costs of two slots and two objects where taking the cheapest first pays more. EXHIBITS N3-17."""
WEIGHTS = (1.0, 0.1)


@lesson.panel
def matching(read: Reading) -> None:
    """The matrix of costs with the chosen cells framed, its three parts, and the loss of this scene."""
    w, trace = words(PAGE), read.trace
    with lesson.exhibit(PAGE, "N3-17"):
        match = trace["matching.matched"].value.tolist()
        costs = trace["matching.matching_costs"].value
        picture_column, board = st.columns([0.26, 0.74], gap="large")
        with picture_column:
            pixels([Panel(w["chosen_slots"], read.image, boxes=detected_boxes(trace, read.nothing, only=match))],
                   key="matched", label=w["chosen_slots"], size=420)
        with board:
            _costs(read, match)
        lesson.predict(PAGE, "N3-17", ("greedy_same", "greedy_more", "greedy_less"), lambda: _greedy(costs),
                       "greedy_more")
        st.markdown(w["loss_title"])
        _loss(read, match)
        lesson.predict(PAGE, "N3-17.nothing", ("tenth", "half", "nearly_all"), _mostly_nothing, "nearly_all")
        lesson.erratum("R81", lambda: _r81(read))
        lesson.stands(equations.matched.equation, set_loss.slot_losses.equation)


def _costs(read: Reading, match: list[int]) -> None:
    w, trace = words(PAGE), read.trace
    names = [f"matching.{part}" for part in PARTS]
    framed = tuple((slot, j, 1, 1) for j, slot in enumerate(match))
    colours = tints(trace, names)
    pictures = [shown(trace[name], PAGE, title=w[f"picture_{part}"], rows=tuple(slot_names(read)),
                      columns=tuple(read.names()), row_link="slot", column_link="object", outlines=framed,
                      colour=colours.get(name, "")) for name, part in zip(names, PARTS)]
    holds("costs", names)
    state = heatmap(pictures, key="costs", operators=("+ 5 ·", "− 2 ·", "="), height=440, numbers=True)
    total = float(trace["matching.matching_costs"].value[match, range(len(match))].sum())
    st.caption(w["total"].format(total=Numeral(total)))
    arithmetic(trace, state, "costs", "matching.matching_costs")


def _greedy(costs: torch.Tensor) -> dict[str, float]:
    small, here = computed.best_and_greedy(torch.tensor(SMALL)), computed.best_and_greedy(costs)
    return {"best": small[0].total, "greedy": small[1].total, "best_here": here[0].total,
            "greedy_here": here[1].total}


def _loss(read: Reading, match: list[int]) -> None:
    """What each slot pays for its class, each object for its box, and what is added up."""
    w, trace = words(PAGE), read.trace
    left, middle, right = st.columns([0.38, 0.34, 0.28], gap="large")
    slots, boxes = (trace[f"matching.{name}"].value for name in ("slot_losses", "box_losses"))
    with left:
        wanted = [w["answers_for"].format(slot=name, thing=read.names()[match.index(i)]) if i in match
                  else w["answers_nothing"].format(slot=name) for i, name in enumerate(slot_names(read))]
        charts.bars(dict(zip(wanted, slots.tolist())), w["slot_loss"],
                    tones=[0 if i in match else -1 for i in range(len(wanted))])
    with middle:
        distances, overlaps = (trace[f"matching.{name}"].value for name in ("distances", "generalized_overlaps"))
        rules = model_choice.subject().model.matching
        terms = {}
        for j, (name, slot) in enumerate(zip(read.names(), match)):
            terms[f"{name} · L1"] = rules.by_distance * float(distances[slot, j])
            terms[f"{name} · GIoU"] = rules.by_overlap * (1 - float(overlaps[slot, j]))
        charts.bars(terms, w["box_terms"], tones=[1, 3] * len(boxes))
    with right:
        total = {name: float(trace[f"matching.{name}"].value) for name in ("class_loss", "box_loss", "set_loss")}
        st.markdown(w["loss_sum"].format(**numerals(total), weight=Numeral(rules.weight)))


def _mostly_nothing() -> dict[str, float]:
    even, less = (100 * computed.nothing_share(100, 7, weight) for weight in WEIGHTS)
    return {"even": even, "less": less}


def _r81(read: Reading) -> None:
    """The three losses of the case reckoned by hand, and of this scene."""
    w, trace = words(PAGE), read.trace
    case = computed.losses(*computed.hand_case(), WEIGHTS[1])
    says = trace["heads.class_probabilities"].value[-1].double()
    here = computed.losses(says, trace["heads.box.boxes"].value[-1].double(), trace["classes"].value,
                           trace["boxes"].value.double(), WEIGHTS[1])
    printed, right = st.columns(2)
    printed.markdown(w["r81_printed"].format(case=Numeral(case.literal), here=Numeral(here.literal)))
    right.markdown(w["r81_right"].format(case_weighted=Numeral(case.weighted), here_weighted=Numeral(here.weighted),
                                         case=Numeral(case.code), here=Numeral(here.code)))

