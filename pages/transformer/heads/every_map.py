"""All attention maps of a stack: N1-24; R24, R52."""

from __future__ import annotations

import streamlit as st

from core.experiments import heads, parameters
from core.steps import Trace
from pages.components import lesson
from pages.components.board import heatmap
from pages.components.lesson.pictures import matrix
from pages.components.text import words
from pages.transformer.heads import PAGE
from pages.transformer.heads.sites import head_names, site_name

KINDS = ("encoder.self_attention", "decoder.self_attention", "decoder.cross_attention")


def _kind(site: str) -> str:
    stack, _, kind = site.split(".")
    return f"{stack}.{kind}"


@lesson.panel
def every_map(trace: Trace) -> None:
    """A picture per layer, a panel per head; a click on the name of a panel enlarges it."""
    with lesson.exhibit(PAGE, "N1-24"):
        w, walk = words(PAGE), words("walkthrough")
        kind = lesson.pressed(st, w["stack"], KINDS, "heads stack", KINDS[-1],
                              lambda kind: w[f"kind_{kind.replace('.', '_')}"])
        pictures = []
        for site in (site for site in heads.sites(trace) if _kind(site) == kind):
            step = trace[f"{site}.weights"]
            pictures.append(matrix(
                step.name, site_name(site), step.value, step.labels[1] or (), step.labels[2] or (),
                row_axis=walk["axis_query"], column_axis=walk["axis_key"], row_link="query", column_link="key",
                panels=head_names(len(step.value)), scale="sequential", limit=1.0))
        heatmap(pictures, key=f"heads grid {kind}", operators=("",) * (len(pictures) - 1))
        sources = {step.inputs[0] for name, step in trace.items() if name.endswith("cross_attention.keys")}
        layers = len({site for site in heads.sites(trace) if site.startswith("encoder.")})
        lesson.predict(PAGE, "N1-24", ("memory_same_height", "memory_last"), steps=", ".join(sorted(sources)),
                       layers=layers, truth="memory_last")
        lesson.erratum("R24", lambda: _layers_times_heads(trace))
        lesson.erratum("R52", lambda: _two_numbers(trace, layers))


def _layers_times_heads(trace: Trace) -> None:
    """Counted from the run: layers, heads, maps."""
    w = words(PAGE)
    weights = [step for name, step in trace.items() if name.endswith(".weights")]
    lesson.figures((w["attentions"], len(weights)), (w["heads"], len(weights[0].value)),
                   (w["maps"], sum(len(step.value) for step in weights)))


def _two_numbers(trace: Trace, layers: int) -> None:
    """Heads and layers, of this run and of the paper's two models."""
    w, own = words(PAGE), len(trace["encoder.0.self_attention.weights"].value)
    sizes = {"this_run": (own, layers)} | {name: (one.n_heads, one.n_layers) for name, one in
                                           (("preset_base", parameters.BASE), ("preset_big", parameters.BIG))}
    lesson.figures(*((w[name], f"h = {h}, L = {n}") for name, (h, n) in sizes.items()))
