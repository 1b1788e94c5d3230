"""Where queries, keys and values come from: N1-22; R44."""

from __future__ import annotations

import streamlit as st

from core.experiments import decoder as computed
from core.steps import Trace
from pages.components import lesson, model_choice
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.pictures import shown
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.decoder import PAGE
from pages.transformer.decoder.wiring_error import stopped, why_stopped

WIRINGS = {"right": ("decoder", "encoder", "encoder"), "n1": ("encoder", "encoder", "decoder")}


@lesson.panel
def wiring(trace: Trace) -> None:
    """Choose where queries, keys and values come from. EXHIBITS N1-22."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-22"):
        row = lesson.controls()
        sources = tuple(lesson.one_of(row, w[f"source_of_{letter}"], computed.SOURCES, w, "", f"wire {letter}",
                                      default=default)
                        for letter, default in zip("QKV", WIRINGS["right"]))
        for name, wiring in WIRINGS.items():
            row.button(w[f"wiring_{name}"], key=f"wiring {name}", on_click=_wire, args=wiring)
        cut = in_link(st.toggle)(w["same_length"], key="same_length")
        n, m = len(trace["source"].value), len(trace["target"].value)
        run = _wired(trace, sources, min(n, m) if cut else None)
        names = [name for name in ("queries", "keys", "weights", "values", "output") if name in run.trace]
        state = heatmap([_wire_picture(run.trace, name) for name in names], key="switchboard")
        left, right = st.columns(2, gap="large")
        with left:
            _verdict(run, sources)
            arithmetic(run.trace, state, "switchboard")
        with right:
            _guess(trace, n, m)
        lesson.erratum("R44", lambda: _r44(trace))


def _guess(trace: Trace, n: int, m: int) -> None:
    """What N1's wiring does with so many source and target words; with one there is no later word to leak."""
    w, least = words(PAGE), min(n, m)
    if not lesson.enough(PAGE, least > 1):
        return
    wrong, halted = _wired(trace, WIRINGS["n1"], least), _wired(trace, WIRINGS["n1"], None)
    lesson.predict(PAGE, "N1-22", ("wire_error", "wire_silent", "wire_same"), off=wrong.off or 0.0,
                   leak=wrong.leak or 0.0, n=str(n), m=str(m), least=str(least),
                   error=why_stopped(halted) or w["no_error"], truth="wire_silent")


def _wire(*sources: str) -> None:
    for letter, source in zip("QKV", sources):
        st.session_state[f"wire {letter}"] = source


def _wired(trace: Trace, sources: tuple[str, ...], cut: int | None) -> computed.Wired:
    """The first layer's cross-attention on this run's vectors, wired like this."""
    module = model_choice.subject().model.decoder[0].cross_attention
    steps = {"y": trace["decoder.0.cross_attention.queries"].inputs[0], "x": computed.memory_step(trace)}
    inputs = {name: trace[step].value[:cut] for name, step in steps.items()}
    labels = {name: {"token": trace[step].labels[0][:cut]} for name, step in steps.items()}
    return computed.wired(module, inputs["y"], inputs["x"], sources, labels)


def _wire_picture(run: Trace, name: str):
    """The first head; queries and keys are small multiples of the same size."""
    step = run[name]
    if step.value.ndim < 3:
        return shown(step, PAGE)
    return shown(step, PAGE, values=step.value[0].double().numpy(), panels=(),
                 limit=1.0 if step.shows == "share" else None)


def _verdict(run: computed.Wired, sources: tuple[str, ...]) -> None:
    """Error, leak, distance from the right wiring."""
    w, shapes = words(PAGE), []
    for letter, name in zip(("Q", "K", "V", "A"), ("queries", "keys", "values", "weights")):
        if name in run.trace:
            shapes.append(f"${letter}: " + r"\times".join(map(str, run.trace[name].value.shape[-2:])) + "$")
    st.markdown("&emsp;".join(shapes))
    if run.error:
        stopped(run)
        return
    left, right = st.columns(2)
    left.metric(w["leak"], plain(run.leak))
    if run.off is not None:
        right.metric(w["off"], plain(run.off))
    if sources == WIRINGS["right"]:
        st.success(w["wired_right"], icon=":material/check:")


def _r44(trace: Trace) -> None:
    least = min(len(trace["source"].value), len(trace["target"].value))
    for column, name in zip(st.columns(2), ("n1", "right")):
        with column:
            run = _wired(trace, WIRINGS[name], least)
            heatmap([_wire_picture(run.trace, step) for step in ("weights", "output")], key=f"r44 {name}")
            _verdict(run, WIRINGS[name])
