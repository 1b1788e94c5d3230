"""A library of two videos: N1-06; R53."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.experiments import attention, similarity
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import picture, show
from pages.components.lesson.pictures import titled
from pages.components.numbers import fixed, plain, vector
from pages.components.text import words
from pages.transformer.dictionary import PAGE

TEMPERATURES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


@lesson.panel
def look_up() -> None:
    """A query between two titles, and the blend of thumbnails that attention returns."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-06"):
        titles = (w["video_1"], w["video_2"])
        row = lesson.controls()
        degrees = in_link(row.slider)(w["turned_to"].format(one=titles[0], two=titles[1]), 0, 90, 30, 3,
                                      key="video query")
        temperature = in_link(row.select_slider)(w["temperature"], TEMPERATURES, 1.0, key="video temperature")
        same = in_link(row.toggle)(w["same_key"], key="video same")
        trace = similarity.look_up(degrees, temperature, same, titles=titles)
        state = show(_library(trace, titles), "library", ("·", "softmax", "", "", "→"), height=330)
        left, right = st.columns([0.55, 0.45], gap="large")
        with left:
            shown = {1.0: w["at_1"], temperature: w["at_temperature"].format(t=temperature)}
            curves = {name: tuple(zip(*similarity.weight_curve(t, same))) for t, name in shown.items()}
            charts.lines(curves, w["query_angle"], w["weight_of"].format(two=titles[1]), at=degrees, domain=(0, 1),
                         ticks=range(0, 91, 15))
        with right:
            lesson.predict(PAGE, "N1-06", ("first", "one_of_them", "average"), _both, truth="average")
            arithmetic(trace, state, "library", "weights", head=0)
        lesson.erratum("R53", _blend)


def _library(trace: Trace, titles: tuple[str, str]) -> list:
    """Query, keys, weights, the thumbnails, and their blend."""
    A = trace["weights"].value[0, 0].tolist()
    shots = [titled(PAGE, f"video_{j + 1}", V.view(8, 8), scale="sequential", limit=1.0)
             for j, V in enumerate(trace["values"].value[0])]
    shots = [replace(shot, title=f"{plain(a)} × {title}") for shot, a, title in zip(shots, A, titles)]
    blend = titled(PAGE, "blend", trace["head_outputs"].value[0, 0].view(8, 8), scale="sequential", limit=1.0)
    topics = {"columns": titles}
    return [picture(trace, "queries", rows=("q",), **topics), picture(trace, "keys", **topics),
            picture(trace, "weights", rows=("q",), limit=1.0), *shots, blend]


def _both() -> dict[str, float]:
    A = similarity.look_up(30, 1.0, same_key=True)["weights"].value[0, 0]
    cold = similarity.look_up(30, min(TEMPERATURES), same_key=True)["weights"].value[0, 0]
    return {"one": float(A[0]), "two": float(A[1]), "cold": float(cold[0])}


def _blend() -> None:
    """The hand case: the best match, and what attention returns."""
    w, trace = words(PAGE), attention.hand_case()
    A, V, Z = (trace[name].value[0] for name in ("weights", "values", "head_outputs"))
    printed, right = st.columns(2)
    best = (A[0] >= A[0].max() - 1e-12).nonzero().flatten().tolist()
    printed.metric(w["best_match"], " / ".join(vector(V[j]) for j in best))
    right.metric(w["weighted_average"], vector(Z[0]))
    right.caption(" + ".join(f"{fixed(a, 3)}·{vector(v)}" for a, v in zip(A[0].tolist(), V)))
