"""The page on attention, first part: its four ideas, queries, keys and values, and the score matrix."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import attention as computed
from core.steps import Trace
from pages.components import lesson
from pages.components.heatmap import Frame, board
from pages.components.lessons import attention_charts as charts
from pages.components.lessons.attention_board import arithmetic, choose_head, picture, product, show, tries
from pages.components.lessons.cells import titled
from pages.components.numerals import plain
from pages.components.text import prose, words

PAGE = "attention"


def tiny_words() -> tuple[str, ...]:
    """The three words of the tiny example."""
    return tuple(words(PAGE)["tiny_words"].split())


# ---- N0-03: the four ideas --------------------------------------------------------------------------------------


@st.fragment
def four_stages() -> None:
    """Embed, relate all to all, inner products, softmax, on three words of two numbers each."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-03"):
        left, right = st.columns([0.62, 0.38], gap="large")
        with right:
            softmax = st.toggle(w["softmax_on"], value=True, key="stages softmax")
            copies = st.slider(w["copies"].format(word=tiny_words()[2]), 1, 6, key="stages copies")
            st.altair_chart(charts.pull([computed.pull(c) for c in range(1, 7)], copies, w))
        trace = computed.four_stages(tiny_words(), copies, softmax)
        with left:
            seen = board(*_stages(trace, w, softmax), key="stages", words=words("board"), url=False, height=300)
            st.markdown(prose(PAGE, f"stage.{seen.step}"))
        tries(PAGE, ("N0-03", ("same", "doubles", "bounded"), _pulled))


def _stages(trace: Trace, w: dict[str, str], softmax: bool):
    pictures = {name: picture(trace, name) for name in ("lookup", "padding_mask", "dot_products", "scores", "values",
                                                        "head_outputs")}
    change = {} if softmax else {"scale": "diverging", "limit": None, "title": w["raw_weights"]}
    pictures["weights"] = picture(trace, "weights", **change)
    shown = {"embed": (("lookup",), ()), "relate": (("lookup", "padding_mask"), ("→",)),
             "product": (("lookup", "dot_products", "scores"), ("→", "÷ √d")),
             "softmax": (("scores", "weights", "values", "head_outputs"), ("softmax" if softmax else "→", "×", "="))}
    frames = [Frame(key, w[f"stage_{key}"], w["stages"], names, operators)
              for key, (names, operators) in shown.items()]
    return list(pictures.values()), frames


def _pulled() -> dict[str, float]:
    (raw_1, soft_1), (raw_2, soft_2) = computed.pull(1), computed.pull(2)
    return {"raw_1": raw_1, "raw_2": raw_2, "soft_1": soft_1, "soft_2": soft_2, "soft_100": computed.pull(100)[1]}


# ---- N0-08, N3-04: queries, keys, values ------------------------------------------------------------------------


@st.fragment
def projections(trace: Trace) -> None:
    """The same words three times: X times W^Q, W^K or W^V."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-08", "N3-04"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        with row:
            path, head = choose_head(trace, "projections")
        role = row.segmented_control(w["role"], ("queries", "keys", "values"), default="queries", required=True,
                                     key="projections role", format_func=lambda r: w[f"role_{r}"])
        step, parameter = f"{path}.{role}", f"{path}.W_{'QKV'[('queries', 'keys', 'values').index(role)]}"
        matrix = titled(PAGE, f"W_{parameter[-1]}", trace.parameters[parameter][head], row_link="d_model",
                        row_axis="d_model", column_axis="d_k", column_link="d_k")
        seen = show([picture(trace, trace[step].inputs[0]), matrix, picture(trace, step, head)], "projections",
                    ("×", "="), height=520)
        left, right = st.columns(2, gap="large")
        with left:
            arithmetic(trace, seen, "projections", head, at_first=step)
            lesson.predict(PAGE, "N3-04", ("q_k", "k_v", "all_three"), _widths)
        with right:
            _gauge(trace, path, head)
            lesson.predict(PAGE, "N0-08", ("scores_change", "scores_stay"), lambda: _gauged(trace, path, head))
        lesson.erratum("R05", lambda: _length_bound(trace, path))


def _gauge(trace: Trace, path: str, head: int) -> None:
    """Other queries and keys that make the same scores."""
    w = words(PAGE)
    seed = st.slider(w["turn"], 0, 9, key="projections turn")
    found = computed.gauge(computed.attention_module(trace.parameters, path), _input(trace, path), head, seed)
    names = ("Q", "P") if seed == 0 else ("turned Q", "turned P")
    labels = trace[f"{path}.weights"].labels[-1] or ()
    show([titled(PAGE, "turned_Q", found[names[0]], labels, row_link="query", column_axis="d_k"),
          titled(PAGE, "turned_P", found[names[1]], labels, labels, row_link="query", column_link="key")],
         "projections turned", ("→",), height=300)
    st.caption(w["turned"].format(queries=plain(float((found["Q"] - found[names[0]]).abs().max())),
                                  scores=plain(float((found["P"] - found[names[1]]).abs().max()))))


def _input(trace: Trace, path: str) -> torch.Tensor:
    return trace[trace[f"{path}.queries"].inputs[0]].value


def _gauged(trace: Trace, path: str, head: int) -> dict[str, float]:
    found = computed.gauge(computed.attention_module(trace.parameters, path), _input(trace, path), head, 1)
    return {"queries": float((found["Q"] - found["turned Q"]).abs().max()),
            "scores": float((found["P"] - found["turned P"]).abs().max())}


def _widths() -> dict[str, str]:
    Q, K, V = torch.ones(3, 4), torch.ones(3, 4), torch.ones(3, 7)
    return {"right": computed.attempt(Q @ K.mT, V), "wrong": computed.attempt(Q, torch.ones(3, 5).mT)}


def _length_bound(trace: Trace, path: str) -> None:
    """As printed: as many rows as the sentence has words. R05."""
    X = _input(trace, path)
    n, d = X.shape
    printed, right = st.columns(2)
    product(printed, f"X {n}×{d} · W {n}×{d}", X, torch.ones(n, d))
    product(right, f"X {n}×{d} · W {d}×{d}", X, torch.ones(d, d))


# ---- N1-07, N4-14: the score matrix -----------------------------------------------------------------------------


@st.fragment
def dot_products(trace: Trace) -> None:
    """Every query with every key; how many of the d_k numbers take part; queries and keys tied."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-07", "N4-14"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        with row:
            path, head = choose_head(trace, "scores")
        Q, K, V = (trace[f"{path}.{name}"].value[head] for name in ("queries", "keys", "values"))
        width = row.slider(w["numbers_used"], 1, Q.shape[-1], Q.shape[-1], key="scores width", width=260)
        tied = row.toggle(w["tied"], key="scores tied")
        K = Q if tied else K
        labels = trace[f"{path}.weights"].labels[-1] or ()
        one = computed.attend(Q[:, :width], K[:, :width], V, queries=labels, keys=labels)
        cell = (st.session_state.get("scores") or {}).get("cell") or {}
        lit = {"queries": "row", "keys": "column"} if cell.get("picture") == "dot_products" else {}
        outlined = {name: {"outlines": ((cell[axis], 0, 1, width),)} for name, axis in lit.items()
                    if cell[axis] < len(Q)}
        seen = show([picture(one, name, **outlined.get(name, {})) for name in ("queries", "keys", "dot_products")],
                    "scores", ("·", "="), height=420)
        left, right = st.columns(2, gap="large")
        with left:
            arithmetic(one, seen, "scores", at_first="dot_products")
        with right:
            _ranks(Q, K, width)
        tries(PAGE, ("N1-07", ("symmetric", "not_symmetric"), lambda: _symmetry(trace, path, head, labels)),
              ("N4-14", ("independent", "same_or_reversed"), lambda: _one_number(trace, path, head)))


def _ranks(Q: torch.Tensor, K: torch.Tensor, width: int) -> None:
    w, found = words(PAGE), computed.narrowed(Q, K, width)
    difference, least = computed.asymmetry(found["P"])
    upper, lower = st.columns(2), st.columns(2)
    upper[0].metric(w["rank_scores"], found["rank P"])
    upper[1].metric(w["rank_weights"], found["rank A"])
    lower[0].metric(w["asymmetry"], plain(difference))
    lower[1].metric(w["least_eigenvalue"], plain(0.0 if abs(least) < 1e-4 else least))


def _symmetry(trace: Trace, path: str, head: int, labels) -> dict[str, float | str]:
    Q, K = (trace[f"{path}.{name}"].value[head] for name in ("queries", "keys"))
    P = Q @ K.mT
    at = divmod(int((P - P.mT).argmax()), len(P))
    untied, tied = computed.asymmetry(P), computed.asymmetry(Q @ Q.mT)
    return {"one": labels[at[0]], "other": labels[at[1]], "there": float(P[at]), "back": float(P[at[::-1]]),
            "least": max(tied[1], 0.0) if abs(tied[1]) < 1e-4 else tied[1], "difference": tied[0],
            "untied": untied[0]}


def _one_number(trace: Trace, path: str, head: int) -> dict[str, float]:
    Q, K = (trace[f"{path}.{name}"].value[head][:, :1] for name in ("queries", "keys"))
    orders = {tuple(row.argsort().tolist()) for row in Q @ K.mT}
    return {"orders": len(orders), "rows": len(Q), "rank": computed.narrowed(Q, K, 1)["rank P"]}

