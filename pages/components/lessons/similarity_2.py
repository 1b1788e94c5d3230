"""The page on similarity, second part: patches among themselves, questions to a picture, fixed weights, depth."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import attention, layers, similarity
from core.steps import Trace
from pages.components import lesson, state
from pages.components.lessons import attention_charts as charts
from pages.components.lessons.attention_board import picture, product, show, tries
from pages.components.lessons.cells import titled
from pages.components.lessons.similarity import PAGE, pixels
from pages.components.numerals import plain
from pages.components.text import words

GRID = similarity.GRID
PLACES = tuple(str(i + 1) for i in range(GRID))
DEPTH = 6
SHARP = 24
"""How much larger a question's query is at first: sharp enough that two balls hold all the weight."""


# ---- N4-11: patches among themselves ----------------------------------------------------------------------------


@st.fragment
def patches() -> None:
    """Click a pixel: the row of weights of its patch, laid out as the picture is."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-11"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        gain = row.slider(w["gain"], 1, 16, 8, key="patch gain", width=240)
        positions = row.toggle(w["with_positions"], key="patch positions")
        image = similarity.scene()
        trace = similarity.looking_at_itself(image, float(gain), positions)
        chosen = _chosen_patch()
        A = trace["weights"].value[0]
        left, right = st.columns([0.24, 0.76], gap="large")
        with left:
            st.image(pixels(_lit(image, chosen)), width=240)
            st.caption(w["scene"])
        with right:
            side = similarity.PATCH
            at = (chosen // GRID * side, chosen % GRID * side, side, side)
            show([titled(PAGE, "brightness", image.mean(-1), scale="sequential", limit=1.0, outlines=(at,)),
                  titled(PAGE, "row_of_weights", A[chosen].view(GRID, GRID), PLACES, PLACES, scale="sequential",
                         outlines=((chosen // GRID, chosen % GRID, 1, 1),), limit=float(A[chosen].max()))],
                 "patch", ("→",), height=430)
            st.caption(w["patch_row"].format(row=PLACES[chosen // GRID], column=PLACES[chosen % GRID],
                                             own=plain(float(A[chosen, chosen])),
                                             entropy=float(attention.entropy(A[chosen]))))
        tries(PAGE, ("N4-11", ("itself", "shared", "random"), _twins))


def _chosen_patch() -> int:
    """The patch of the pixel that was clicked last; at first, a tree."""
    cell = (st.session_state.get("patch") or {}).get("cell") or {}
    side = similarity.PATCH
    if cell.get("picture") == "brightness":
        st.session_state["patch chosen"] = cell["row"] // side * GRID + cell["column"] // side
    if cell.get("picture") == "row_of_weights":
        st.session_state["patch chosen"] = cell["row"] * GRID + cell["column"]
    (row, column), *_ = similarity.TREES
    return min(GRID * GRID - 1, st.session_state.get("patch chosen", row * GRID + column))


def _lit(image: torch.Tensor, patch: int) -> torch.Tensor:
    """The picture with one patch bright and the rest dimmed."""
    side, lit = similarity.PATCH, 0.45 * image + 0.3
    rows, columns = (slice(i * side, (i + 1) * side) for i in (patch // GRID, patch % GRID))
    lit[rows, columns] = image[rows, columns]
    return lit


def _twins() -> dict[str, float]:
    (first, second) = (row * GRID + column for row, column in similarity.TREES)
    without, placed = (similarity.looking_at_itself(similarity.scene(), 8.0, flag)["weights"].value[0]
                       for flag in (False, True))
    return {"own": float(without[first, first]), "twin": float(without[first, second]),
            "difference": float((without[first] - without[second]).abs().max()),
            "placed": float((placed[first] - placed[second]).abs().max())}


# ---- N4-10: a question to a picture -----------------------------------------------------------------------------


@st.fragment
def question(trace: Trace | None) -> None:
    """A question token asks all patches; the answer is a weighted average of their colours."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-10"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        kind = row.segmented_control(w["question_token"], similarity.QUESTIONS, default="ball", required=True,
                                     key="question kind", format_func=lambda k: w[f"question_{k}"])
        gain = row.slider(w["gain"], 1, 32, SHARP, key="question gain", width=220)
        red_only = row.toggle(w["red_only"], key="question red")
        image = similarity.scene(red_only)
        asked = similarity.answer(kind, float(gain), image)
        A, Z = asked["weights"].value[0, 0], asked["head_outputs"].value[0, 0]
        columns = st.columns([0.22, 0.1, 0.26, 0.22, 0.12], gap="medium", vertical_alignment="top")
        columns[0].image(pixels(image), width="stretch", caption=w["scene"])
        side = similarity.PATCH
        columns[1].image(pixels(similarity.question(kind).view(side, side, 3) + 0.5, 16), width="stretch", caption="t")
        with columns[2]:
            show([titled(PAGE, "question_weights", A.view(GRID, GRID), PLACES, PLACES, scale="sequential",
                         limit=float(A.max()))], "question weights", height=420)
        columns[3].image(pixels(_attended(image, A)), width="stretch", caption=w["attended"])
        columns[4].image(pixels(Z.float().clamp(0, 1).expand(4, 4, 3), 24), width="stretch", caption=w["answer"])
        columns[4].caption(w["colour"].format(red=float(Z[0]), green=float(Z[1]), blue=float(Z[2])))
        lesson.predict(PAGE, "N4-10", ("red_or_blue", "purple", "two_colours"), _shared)
        lesson.erratum("R85", lambda: _field(asked))
        lesson.erratum("R86", lambda: _named_matrices(trace))
        lesson.erratum("R87", _from_the_left)


def _attended(image: torch.Tensor, A: torch.Tensor) -> torch.Tensor:
    """The picture as far as it is attended to."""
    side = similarity.PATCH
    shares = (A / A.max()).float().view(GRID, GRID).repeat_interleave(side, 0).repeat_interleave(side, 1)
    return image * shares[..., None]


def _shared() -> dict[str, float]:
    """Two balls of different colour and the same key."""
    asked = similarity.answer("ball", float(SHARP), similarity.scene())
    A, Z = asked["weights"].value[0, 0], asked["head_outputs"].value[0, 0]
    one, two = (float(A[row * GRID + column]) for row, column in similarity.BALLS)
    return {"one": one, "two": two, "red": float(Z[0]), "green": float(Z[1]), "blue": float(Z[2])}


def _field(asked: Trace) -> None:
    """The same weights on code vectors, and on numbers t . z."""
    w = words(PAGE)
    A, V, Z = (asked[name].value[0] for name in ("weights", "values", "head_outputs"))
    products = similarity.gram(V, "dot")["gram"].value.diagonal()
    printed, right = st.columns(2)
    printed.metric(w["as_product"], plain(float(A[0] @ products), 4))
    right.metric(w["as_field"], "(" + ", ".join(f"{x:.3f}" for x in Z[0].tolist()) + ")")


def _named_matrices(trace: Trace | None) -> None:
    parameters = trace.parameters if trace is not None else state.translator().model.state_dict()
    path = "encoder.0.self_attention."
    names = [name.removeprefix(path) for name in parameters if name.startswith(f"{path}W_")]
    st.code("\n".join(f"{name}  {' × '.join(map(str, parameters[path + name].shape))}" for name in names),
            language=None)


def _from_the_left() -> None:
    W_k, z = torch.ones(4, 3), torch.ones(5, 3)
    printed, right = st.columns(2)
    product(printed, "W_k 4×3 · z 5×3", W_k, z)
    product(right, "z 5×3 · W_kᵀ 3×4", z, W_k.mT)


# ---- N4-09: weights that are parameters, weights that are computed ----------------------------------------------


@st.fragment
def fixed(trace: Trace) -> None:
    """A fully connected layer over tokens keeps its W; attention computes A anew for each sentence."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-09"):
        others = state.SENTENCES[state.model_name()][:8]
        sentence = st.selectbox(w["sentence"], list(dict.fromkeys((state.text(), *others))), key="fixed sentence")
        other = state.cached_trace(state.model_name(), sentence)
        labels, own = (one["source"].labels[0] for one in (other, trace))
        W, A = similarity.fc_weights(len(own)), other["encoder.0.self_attention.weights"].value[0]
        X = other["source_embedding.positioned"].value.double()
        show([titled(PAGE, "fc", W, row_link="w", column_link="w2"),
              picture(other, "encoder.0.self_attention.weights"),
              picture(other, "source_embedding.positioned")], "fixed", ("", ""), height=360)
        left, right = st.columns(2, gap="large")
        product(left, f"W {len(W)}×{len(W)} · Z {len(labels)}×{X.shape[1]}", W, X)
        product(left, f"A {len(A)}×{len(A)} · Z {len(labels)}×{X.shape[1]}", A.double(), X)
        with right:
            lesson.predict(PAGE, "N4-09", ("both_run", "fc_fails"), lambda: _one_word_more(W, X))


def _one_word_more(W: torch.Tensor, X: torch.Tensor) -> dict[str, str | float]:
    longer = torch.ones(len(W) + 1, X.shape[1], dtype=torch.float64)
    A = torch.softmax(longer @ longer.mT, -1)
    return {"n": len(W), "more": len(W) + 1, "error": attention.attempt(W, longer),
            "shape": attention.attempt(A, longer)}


# ---- N4-15: stacked ---------------------------------------------------------------------------------------------


@st.cache_data(show_spinner=False, max_entries=1)
def _cosines() -> dict[str, list[float]]:
    return {kind: layers.depth(kind, DEPTH).cosine.tolist() for kind in ("none", "residual", "post")}


@st.fragment
def stacked() -> None:
    """The simplified Transformer built as it is written: attention and MLP, nothing else."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-15"):
        left, right = st.columns([0.6, 0.4], gap="large")
        found, names = _cosines(), [w[f"stack_{kind}"] for kind in _cosines()]
        with left:
            rows = [{"x": i + 1, "y": value, "name": name} for name, values in zip(names, found.values())
                    for i, value in enumerate(values)]
            st.altair_chart(charts.lines(rows, names, w["layers"], w["mean_cosine"], domain=(0, 1),
                                         ticks=range(1, DEPTH + 1)))
        with right:
            lesson.predict(PAGE, "N4-15", ("apart", "alike"), lambda: {
                "one": found["none"][0], "two": found["none"][1], "residual": found["residual"][1],
                "post": found["post"][1]})
