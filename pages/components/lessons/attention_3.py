"""The page on attention, third part: token by token, mixing again and again, columns, and what runs in parallel."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
import torch

from core.experiments import attention as computed
from core.steps import Trace
from pages.components import lesson
from pages.components.heatmap import Frame, board
from pages.components.lessons import attention_charts as charts
from pages.components.lessons.attention_board import arithmetic, choose_head, picture, show, tries
from pages.components.lessons.cells import titled
from pages.components.numerals import RAISED, plain
from pages.components.text import words

PAGE = "attention"
STORY = ("queries", "scores", "weights", "head_outputs")
TIMES = 12


# ---- N3-05, N3-07: token after token ----------------------------------------------------------------------------


@st.fragment
def story(trace: Trace) -> None:
    """Query of one token, its scores, its weights, its output; then the next token's."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-05", "N3-07"):
        path, head = choose_head(trace, "story")
        labels = trace[f"{path}.weights"].labels[-1] or ()
        pictures = [picture(trace, f"{path}.{name}", head) for name in ("keys", "values")]
        frames = []
        for i, label in enumerate(labels):
            own = [_row(trace, path, head, name, i) for name in STORY]
            pictures += own
            q, s, a, z = (drawn.name for drawn in own)
            frames.append(Frame(f"token {i}", w["story_step"].format(n=i + 1, word=label), w["story"],
                                (q, f"{path}.keys", s, a, f"{path}.values", z), ("·", "÷ √d", "softmax", "×", "=")))
        board(pictures, frames, key="story", words=words("board"), url=False, height=430)
        K, V = (trace[f"{path}.{name}"].value[head] for name in ("keys", "values"))
        Q = trace[f"{path}.queries"].value[head]
        tries(PAGE, ("N3-07", ("moves", "stays"), lambda: _shuffled(Q, K, V, labels)))


def _row(trace: Trace, path: str, head: int, name: str, i: int):
    """One token's row of a step."""
    whole = picture(trace, f"{path}.{name}", head)
    return replace(whole, name=f"{name} {i}", values=whole.values[i:i + 1], rows=whole.rows[i:i + 1],
                   row_link=f"{name} {i}", title=words(PAGE)[f"one_{name}"].format(n=str(i + 1).translate(RAISED)))


def _shuffled(Q, K, V, labels) -> dict[str, float | str]:
    order = [0, *range(len(labels) - 1, 0, -1)]
    return {"change": computed.reordered(Q, K, V, order), "order": " ".join(labels[i] for i in order)}


# ---- N2-17: mixing ----------------------------------------------------------------------------------------------


@st.fragment
def mixing(trace: Trace) -> None:
    """The same weights applied to the inputs themselves, again and again."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-17"):
        path, head = choose_head(trace, "mixing")
        A, name = _weights(trace, path, head), trace[f"{path}.queries"].inputs[0]
        states, labels = computed.mixed(A, trace[name].value, TIMES), trace[f"{path}.weights"].labels[-1] or ()
        limit = float(states[0].abs().max())
        pictures = [picture(trace, f"{path}.weights", head)]
        pictures += [replace(titled(PAGE, "mixed", X, labels, row_link="key", column_axis="d_model", limit=limit),
                             name=f"mixed {i}", title=w["picture_mixed"].format(n=i)) for i, X in enumerate(states)]
        frames = [Frame(f"mixed {i}", w["times"].format(n=i), w["mixing"], (f"{path}.weights", f"mixed {i}"), ("×",))
                  for i in range(TIMES + 1)]
        left, right = st.columns([0.62, 0.38], gap="large")
        with left:
            seen = board(pictures, frames, key="mixing", words=words("board"), url=False, height=330)
        with right:
            rows = [{"x": i, "y": max(share, 1e-15), "name": w["spread"]}
                    for i, share in enumerate(computed.spreads(states))]
            st.altair_chart(charts.lines(rows, (w["spread"],), w["times_axis"], w["spread"], log_y=True,
                                         at=int(seen.step.split()[-1])))
        tries(PAGE, ("N2-17", ("unchanged", "converge", "grow"), lambda: _spreads(states)))
        lesson.erratum("R60", lambda: _span(trace, path, head))


def _weights(trace: Trace, path: str, head: int) -> torch.Tensor:
    """In double precision, so that rows still sum to 1 after many applications."""
    return torch.softmax(trace[f"{path}.scores"].value[head].double(), -1)


def _spreads(states: list[torch.Tensor]) -> dict[str, float]:
    shares = computed.spreads(states)
    return {f"after_{i}": shares[i] for i in (1, 3, 6)}


def _span(trace: Trace, path: str, head: int) -> None:
    """Averaged inputs stay among the combinations of the inputs; averaged values do not."""
    w, X = words(PAGE), trace[trace[f"{path}.queries"].inputs[0]].value
    A = _weights(trace, path, head)
    printed, right = st.columns(2)
    printed.metric(w["outside_span"], plain(computed.outside_span(A @ X.double(), X), 2))
    right.metric(w["outside_span"], f"{computed.outside_span(trace[f'{path}.output'].value, X):.3f}")


# ---- N3-08, N3-09: rows and columns -----------------------------------------------------------------------------


@st.fragment
def layouts(trace: Trace) -> None:
    """The same head with tokens as rows, as columns, and as columns with softmax along the wrong axis."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-08", "N3-09"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        layout = row.segmented_control(w["layout"], ("rows", "columns", "wrong"), default="columns", required=True,
                                       key="layout", format_func=lambda kind: w[f"layout_{kind}"])
        with row:
            path, head = choose_head(trace, "layout head")
        Q, K, V = (trace[f"{path}.{name}"].value[head] for name in ("queries", "keys", "values"))
        labels = trace[f"{path}.weights"].labels[-1] or ()
        rows = computed.attend(Q, K, V, queries=labels, keys=labels)
        if layout == "rows":
            shown, names, operators = rows, ("scores", "weights", "values", "head_outputs"), ("softmax →", "×", "=")
        else:
            shown = computed.columns(Q, K, V, labels, layout == "wrong")
            weights = "wrong_weights" if layout == "wrong" else "column_weights"
            names = ("column_scores", weights, "values", "column_outputs")
            operators = (w["softmax_right"] if layout == "wrong" else w["softmax_down"], w["after_values"], "=")
        drawn = [picture(shown, name, **({"scale": "sequential"} if name.endswith("weights") else {}),
                         title=w[f"layout_{name}"]) for name in names]
        seen = show(drawn, "layouts", operators, height=430)
        left, right = st.columns(2, gap="large")
        with left:
            arithmetic(shown, seen, "layouts", at_first=names[-1])
        with right:
            out = shown[names[-1]].value
            out = out.squeeze(0) if layout == "rows" else out.mT
            st.metric(w["off_from_rows"], plain(float((out - rows["head_outputs"].value[0]).abs().max()), 2))
            lesson.predict(PAGE, "N3-09", ("error", "no_error"), lambda: _wrong_axis(Q, K, V))


def _wrong_axis(Q, K, V) -> dict[str, float]:
    right, wrong = (computed.columns(Q, K, V, wrong_axis=flag) for flag in (False, True))
    A = wrong["wrong_weights"].value
    return {"least": float(A.min()), "most": float(A.max()), "sum": float(A.sum(0).max()),
            "off": float((right["column_outputs"].value - wrong["column_outputs"].value).abs().max())}


# ---- N0-11, N2-12: what runs at the same time -------------------------------------------------------------------


@st.fragment
def parallel(labels: tuple[str, ...]) -> None:
    """Multiplications, serial steps and path lengths of one layer; and when each word's output is ready."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-11", "N2-12"):
        left, right = st.columns([0.6, 0.4], gap="large")
        with left:
            row = st.container(horizontal=True)
            n = row.select_slider(w["length"], (5, 10, 20, 50, 100, 200, 512, 1000, 2000, 8192), 50, key="cost n")
            d = row.select_slider("d_model", (64, 128, 256, 512, 1024), 512, key="cost d")
            found = computed.costs(n, d)
            for i, quantity in enumerate(("multiplications", "serial", "path")):
                rows = [{"name": w[f"layer_{kind}"], "y": values[i],
                         "text": f"{values[i]:,.0f}" if values[i] == int(values[i]) else f"log₃ {n} ≈ {values[i]:.3g}"}
                        for kind, values in found.items()]
                st.altair_chart(charts.costs(rows, w[quantity]))
        with right:
            kind = st.segmented_control(w["timeline"], ("attention", "recurrent"), default="recurrent", required=True,
                                        key="timeline", format_func=lambda k: w[f"layer_{k}"])
            st.altair_chart(charts.timeline(labels[:12], kind == "recurrent", w["ticks"]))
            st.caption(w["share"].format(n=n, d=d, share=100 * computed.attention_share(n, d, 4 * d)))
        tries(PAGE, ("N0-11", ("always", "short"), _cheaper), ("N2-12", ("hundred", "seven", "one"), _serial))


def _cheaper() -> dict[str, float | str]:
    ratios = {n: computed.costs(n, 512)["attention"][0] / computed.costs(n, 512)["recurrent"][0] for n in (50, 2000)}
    shares = {f"share_{n}": 100 * computed.attention_share(n) for n in (50, 512, 2048, 8192)}
    return {"ratio_50": ratios[50], "ratio_2000": ratios[2000]} | shares


def _serial() -> dict[str, float]:
    found = computed.costs(100, 512)
    return {kind: values[1] for kind, values in found.items()}
