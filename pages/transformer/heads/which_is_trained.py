"""One trained map among untrained ones: N1-05."""

from __future__ import annotations

import streamlit as st
import torch

from core import zoo
from core.experiments import heads
from core.steps import Trace
from pages.components import charts, lesson, model_choice, readable_text, runs
from pages.components.address import remembered
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.lesson.pictures import matrix
from pages.components.location import number
from pages.components.text import words
from pages.transformer.heads import PAGE
from pages.transformer.heads.sites import choose_site

LETTERS = "ABC"


@shared
def _untrained(model: str, sentence: str, seed: int) -> dict[str, torch.Tensor]:
    """The weights of each attention before any training; a trace would hold a whole model with them."""
    translator = zoo.load(model)
    target = heads.own_words(runs.cached_trace(model, sentence))
    trace = heads.untrained(translator, seed).trace(sentence, target=target)
    return {site: trace[f"{site}.weights"].value for site in heads.sites(trace)}


@lesson.panel
def which_is_trained(trace: Trace) -> None:
    """One trained map among two untrained ones, in an order of chance: arcs and heatmaps."""
    with lesson.exhibit(PAGE, "N1-05"):
        w, walk = words(PAGE), words("walkthrough")
        controls = lesson.controls()
        site = choose_site(trace, "arcs", controls)
        count = len(trace[f"{site}.weights"].value)
        head = lesson.numbered(controls, w["head"], count, "heads arcs")
        draw = remembered("heads draw", 0, number)
        controls.button(w["again"], icon=":material/shuffle:", on_click=_again, key="heads again")
        fresh = [_untrained(model_choice.name(), readable_text.text(), 2 * draw + seed)[site] for seed in (1, 2)]
        order, step = heads.order(3, draw), trace[f"{site}.weights"]
        maps = [(step.value, *fresh)[i][head] for i in order]
        rows, columns = step.labels[1] or (), step.labels[2] or ()
        charts.arcs(dict(zip(LETTERS, (A.tolist() for A in maps))), rows, columns, w["arcs"], w["weight"])
        picture = matrix("which", w["which"], torch.stack(maps), rows, columns, row_axis=walk["axis_query"],
                         column_axis=walk["axis_key"], row_link="query", column_link="key", panels=tuple(LETTERS),
                         scale="sequential", limit=1.0)
        heatmap(picture, key=f"heads which {site} {head} {draw}")
        entropies = {f"entropy_{letter}": heads.entropy(A) for letter, A in zip(LETTERS, maps)}
        trained, *others = (heads.entropy(maps[order.index(i)]) for i in range(3))
        apart = w["apart_yes" if trained < min(others) else "apart_no"]
        lesson.predict(PAGE, "N1-05", ("map_A", "map_B", "map_C"), answer=LETTERS[order.index(0)], apart=apart,
                       possible=len(columns) > 1, **entropies, truth=f"map_{LETTERS[order.index(0)]}")


def _again() -> None:
    st.session_state["heads draw"] += 1
    st.session_state[f"guess {PAGE} N1-05"] = None
