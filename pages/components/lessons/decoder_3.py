"""What the decoder takes from the source: the first row, cross-attention and its wiring, the branches, hidden units."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from core import zoo
from core.experiments import decoder as computed
from core.steps import Trace
from pages.components import lesson, state
from pages.components.heatmap import heatmap
from pages.components.lessons.cells import one_line
from pages.components.lessons.decoder import PAGE, stopped, why_stopped
from pages.components.lessons.pictures import arithmetic, layer_and_head, pillars, shown
from pages.components.numerals import plain
from pages.components.text import words

SEED = 3
WIRINGS = {"right": ("decoder", "encoder", "encoder"), "n1": ("encoder", "encoder", "decoder")}


def _other(key: str) -> str:
    """Another sentence, chosen by the reader."""
    own = set(state.translator().words(state.text()))
    options = [text for text in state.SENTENCES[state.model_name()] if text != state.text()]
    shared = [len(own & set(state.translator().words(text))) for text in options]
    return st.selectbox(words(PAGE)["other_sentence"], options, index=shared.index(min(shared)), key=key)


# ---- N1-17: the start token's row -----------------------------------------------------------------------------------


@st.cache_data(show_spinner=False, max_entries=64)
def _first_rows(model: str, sentence: str, other: str) -> list[tuple[str, float]]:
    return computed.first_rows(zoo.load(model), sentence, other)


@st.fragment
def first_row(trace: Trace) -> None:
    """The row of the start token in two sentences, step by step. EXHIBITS N1-17."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-17"):
        left, right = st.columns([0.6, 0.4], gap="medium")
        with right:
            other = _other("other first")
            found = _first_rows(state.model_name(), state.text(), other)
        with left:
            names = [w["embedded"]] + [f"{int(name.split('.')[1]) + 1} · {w[f'part_{_part(name)}']}"
                                       for name, _ in found[1:]]
            st.altair_chart(pillars(names, {w["first_row_differs"]: [value for _, value in found]},
                                    w["first_row_differs"], height=260))
        with right:
            values = dict(found)
            lesson.predict(PAGE, "N1-17", ("same_row", "close_row", "other_row"),
                           own=values["decoder.0.self_attention.output"],
                           cross=values["decoder.0.cross_attention.output"],
                           second=values.get("decoder.1.self_attention.output", 0.0))


def _part(name: str) -> str:
    return name.split(".", 2)[2].replace(".output", "")


# ---- N0-20: cross-attention -----------------------------------------------------------------------------------------


@st.cache_resource(show_spinner=False, max_entries=64)
def _permuted(model: str, sentence: str):
    return computed.permuted_memory(zoo.load(model), sentence, SEED)


@st.fragment
def alignment(trace: Trace) -> None:
    """Where each row looks in the source; the memory in another order. EXHIBITS N0-20."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-20"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        layer, head = layer_and_head(trace, PAGE, "cross", "cross_attention.weights", row, mean=True)
        shuffle = row.toggle(w["shuffle_memory"], key="shuffle_memory")
        permuted, _, change = _permuted(state.model_name(), state.text())
        run, at = permuted if shuffle else trace, f"decoder.{layer}.cross_attention"
        left, right = st.columns([0.6, 0.4], gap="medium")
        with left:
            heads = [_one_head(run[f"{at}.{name}"], head) for name in ("weights", "head_outputs")]
            heads = [replace(picture, rows=_read_and_written(trace)) for picture in heads]
            seen = heatmap(heads if head is not None else heads[:1], key="alignment", words=words("board"),
                           operators=("× V =",))
        with right:
            cell = seen.cell and seen.cell._replace(panel=head)
            arithmetic(run, type(seen)(seen.step, cell if head is not None else None), PAGE, f"{at}.weights")
            if shuffle:
                st.metric(w["logits_moved"], plain(change, 2))
            lesson.predict(PAGE, "N0-20", ("order_matters", "order_little", "order_never"), lambda: {
                "later": computed.later_word_changed(state.translator(), state.text())}, change=change)


def _read_and_written(trace: Trace) -> tuple[str, ...]:
    """A row by the word it has read and the word it writes: that second word is what it looks for in the source."""
    return tuple(f"{read} → {written}" for read, written in zip(trace["shift_right"].labels[0],
                                                                trace["target"].labels[0]))


def _one_head(step, head: int | None):
    value = step.value.double().numpy()
    return shown(step, PAGE, values=value.mean(0) if head is None else value[head], panels=())


# ---- N1-22: the switchboard -----------------------------------------------------------------------------------------


@st.fragment
def switchboard(trace: Trace) -> None:
    """Choose where queries, keys and values come from. EXHIBITS N1-22."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-22"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        sources = tuple(row.segmented_control(w[f"source_of_{letter}"], computed.SOURCES, default=default,
                                              key=f"wire {letter}", required=True, format_func=lambda s: w[s])
                        for letter, default in zip("QKV", WIRINGS["right"]))
        for name, wiring in WIRINGS.items():
            row.button(w[f"wiring_{name}"], key=f"wiring {name}", on_click=_wire, args=wiring)
        cut = st.toggle(w["same_length"], key="same_length")
        n, m = len(trace["source"].value), len(trace["target"].value)
        run = _wired(trace, sources, min(n, m) if cut else None)
        names = [name for name in ("queries", "keys", "weights", "values", "output") if name in run.trace]
        seen = heatmap([_wire_picture(run.trace, name) for name in names], key="switchboard", words=words("board"))
        left, right = st.columns(2, gap="large")
        with left:
            _verdict(run, sources)
            arithmetic(run.trace, seen, PAGE)
        with right:
            least = min(n, m)
            wrong, halted = _wired(trace, WIRINGS["n1"], least), _wired(trace, WIRINGS["n1"], None)
            lesson.predict(PAGE, "N1-22", ("wire_error", "wire_silent", "wire_same"), off=wrong.off or 0.0,
                           leak=wrong.leak or 0.0, n=str(n), m=str(m), least=str(least),
                           error=why_stopped(halted) or w["no_error"])
        lesson.erratum("R44", lambda: _r44(trace))


def _wire(*sources: str) -> None:
    for letter, source in zip("QKV", sources):
        st.session_state[f"wire {letter}"] = source


def _wired(trace: Trace, sources: tuple[str, ...], cut: int | None) -> computed.Wired:
    """The first layer's cross-attention on this run's vectors, wired like this."""
    module = state.translator().model.decoder[0].cross_attention
    steps = {"y": "decoder.0.norm_1.output", "x": computed.memory_step(trace)}
    inputs = {name: trace[step].value[:cut] for name, step in steps.items()}
    labels = {name: {"token": trace[step].labels[0][:cut]} for name, step in steps.items()}
    return computed.wired(module, inputs["y"], inputs["x"], sources, labels)


def _wire_picture(run: Trace, name: str):
    """The first head; queries and keys are small multiples of the same size."""
    step = run[name]
    if step.value.ndim < 3:
        return shown(step, PAGE)
    return shown(step, PAGE, values=step.value[0].double().numpy(), panels=())


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
            heatmap([_wire_picture(run.trace, step) for step in ("weights", "output")], key=f"r44 {name}",
                    words=words("board"))
            _verdict(run, WIRINGS[name])


# ---- N0-19: three branches ------------------------------------------------------------------------------------------


@st.cache_data(show_spinner=False, max_entries=256)
def _said(model: str, sentence: str, branch: str) -> str:
    return computed.said(zoo.load(model), sentence, branch)


@st.fragment
def branches(trace: Trace) -> None:
    """Three sums, three norms; and what the model says with one branch silenced. EXHIBITS N0-19."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-19"):
        row = st.container(horizontal=True)
        layer = lesson.numbered(row, w["layer"], computed.layers(trace), "branch layer")
        branch = row.segmented_control(w["branch"], computed.BRANCHES, default="cross_attention", key="branch",
                                       required=True, format_func=lambda b: w[f"branch_{b}"])
        number = computed.BRANCHES.index(branch) + 1
        added = f"decoder.{layer}.residual_{number}.added"
        names = [*trace[added].inputs, added, f"decoder.{layer}.norm_{number}.output"]
        titles = (f"Y[{3 * number - 3}]" if number > 1 else "Y", *(f"Y[{3 * number + k}]" for k in (-2, -1, 0)))
        pictures = [shown(trace[name], PAGE, title=title) for name, title in zip(names, titles)]
        pictures[3] = replace(pictures[3], title=f"{titles[3]} = LN({titles[2]})")
        one = heatmap(pictures[:3], key="branches", words=words("board"), operators=("+", "="),
                      height=one_line(len(trace["target"].value)))
        left, right = st.columns([0.5, 0.5], gap="medium")
        with left:
            two = heatmap(pictures[3], key="branch norm", words=words("board"))
            seen = one if two.cell is None else two
            _, x, f = computed.branch_norms(trace, layer)[number - 1]
            st.altair_chart(pillars(trace["shift_right"].labels[0], {w["length_in"]: x.tolist(),
                                                                     w["length_added"]: f.tolist()},
                                    w["row_length"], height=230))
        with right:
            arithmetic(trace, seen, PAGE, added)
            other = _other("other silenced")
            revealed = lesson.predict(PAGE, "N0-19", ("branch_own", "branch_cross", "branch_forward"),
                                      lambda: _without_cross(other))
        if revealed:
            _spoken(other)


def _without_cross(other: str) -> dict[str, str]:
    model = state.model_name()
    return {"mine": _said(model, state.text(), "cross_attention"), "other": _said(model, other, "cross_attention")}


def _spoken(other: str) -> None:
    """What is said of two sentences with each branch silenced."""
    w, model = words(PAGE), state.model_name()
    rows = {w["silenced"]: [w["nothing"] if not b else w[f"branch_{b}"] for b in ("", *computed.BRANCHES)]}
    for text in (state.text(), other):
        rows[text] = [_said(model, text, b) for b in ("", *computed.BRANCHES)]
    st.table(pd.DataFrame(rows).set_index(w["silenced"]))


# ---- N0-21: hidden units --------------------------------------------------------------------------------------------


@st.cache_resource(show_spinner=False, max_entries=64)
def _units(model: str, sentence: str, layer: int):
    return computed.permuted_units(zoo.load(model), state.cached_trace(model, sentence), layer, SEED)


@st.fragment
def hidden(trace: Trace) -> None:
    """The hidden units of encoder and decoder side by side, and the decoder's in another order. EXHIBITS N0-21."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-21"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        layer = lesson.numbered(row, w["layer"], computed.layers(trace), "hidden layer")
        permute = row.toggle(w["permute_units"], key="permute_units")
        R, change = _units(state.model_name(), state.text(), layer)
        names = [f"{stack}.{layer}.feed_forward.activation" for stack in ("encoder", "decoder")]
        values = [trace[names[0]].value, R if permute else trace[names[1]].value]
        boards = [heatmap(shown(trace[name], PAGE, values=np.asarray(value, dtype=float), title=w[f"units_{stack}"],
                                scale="magnitude"), key=f"hidden {stack}", words=words("board"))
                  for name, value, stack in zip(names, values, ("encoder", "decoder"))]
        seen = boards[0] if boards[1].cell is None else boards[1]
        left, right = st.columns(2, gap="medium")
        with left:
            shares = [f"{computed.open_share(value):.0%}" for value in values]
            for column, stack, share in zip(st.columns(2), ("encoder", "decoder"), shares):
                column.metric(w[f"open_{stack}"], share)
            moved = permute and seen.cell is not None and seen.cell.picture == names[1]
            arithmetic(trace, type(seen)(seen.step) if moved else seen, PAGE, names[1])
        with right:
            lesson.predict(PAGE, "N0-21", ("units_other", "units_same", "units_nothing"), change=change,
                           units=str(R.shape[-1]))
