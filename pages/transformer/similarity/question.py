"""A question to a picture: N4-10; R85, R86, R87, R112."""

from __future__ import annotations

import streamlit as st
import torch

from core.experiments import similarity
from core.steps import Trace
from pages.components import charts, lesson, model_choice
from pages.components.address import in_link
from pages.components.lesson.cover import cover, covers
from pages.components.lesson.one_head import product, show
from pages.components.lesson.pictures import titled
from pages.components.numbers import Numeral, fixed, plain
from pages.components.text import words
from pages.transformer.similarity import PAGE
from pages.transformer.similarity.scene import GRID, PLACES, pixels

SHARP = 24
"""How much larger a question's query is at first: sharp enough that two balls hold all the weight."""


@lesson.panel
def question(trace: Trace | None) -> None:
    """A question token asks all patches; the answer is a weighted average of their colours."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-10"):
        row = lesson.controls()
        kind = lesson.one_of(row, w["question_token"], similarity.QUESTIONS, w, "question_", "question kind",
                             default="ball")
        gain = in_link(row.slider)(w["gain"], 1, 32, SHARP, key="question gain", width=220)
        red_only = in_link(row.toggle)(w["red_only"], key="question red")
        image = similarity.scene(red_only)
        asked = similarity.answer(kind, float(gain), image)
        A, Z = asked["weights"].value[0, 0], asked["head_outputs"].value[0, 0]
        columns = st.columns([0.22, 0.1, 0.26, 0.22, 0.12], gap="medium", vertical_alignment="top")
        columns[0].image(pixels(image), width="stretch", caption=w["scene"], alt=w["scene"])
        side = similarity.PATCH
        columns[1].image(pixels(similarity.question(kind).view(side, side, 3) + 0.5, 16), width="stretch", caption="t",
                         alt=w[f"question_{kind}"])
        if kind == "ball" and not red_only and not lesson.guessed(PAGE, "N4-10"):
            with columns[2]:
                show([cover(titled(PAGE, "question_weights", A.view(GRID, GRID), PLACES, PLACES, scale="sequential"))],
                     "question weights", words=covers(), height=420)
        else:
            _answered(columns, image, A, Z)
        lesson.predict(PAGE, "N4-10", ("red_or_blue", "purple", "two_colours"), _shared, truth="purple")
        lesson.erratum("R85", lambda: _field(similarity.answer("tree", float(SHARP), image)))
        lesson.erratum("R86", lambda: _named_matrices(trace))
        lesson.erratum("R87", _from_the_left)
        lesson.erratum("R112", _sum_to_one)


def _answered(columns, image: torch.Tensor, A: torch.Tensor, Z: torch.Tensor) -> None:
    """The weights of the question, what is looked at, and the answer."""
    w = words(PAGE)
    with columns[2]:
        show([titled(PAGE, "question_weights", A.view(GRID, GRID), PLACES, PLACES, scale="sequential",
                     limit=float(A.max()))], "question weights", height=420)
    columns[3].image(pixels(_attended(image, A)), width="stretch", caption=w["attended"], alt=w["attended"])
    columns[4].image(pixels(Z.float().clamp(0, 1).expand(4, 4, 3), 24), width="stretch", caption=w["answer"],
                     alt=w["answer"])
    columns[4].caption(w["colour"].format(red=Numeral(Z[0]), green=Numeral(Z[1]), blue=Numeral(Z[2])))


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
    lesson.figures((w["as_product"], plain(float(A[0] @ products), 4)),
                   (w["as_field"], "(" + ", ".join(fixed(x, 3) for x in Z[0].tolist()) + ")"))


def _named_matrices(trace: Trace | None) -> None:
    parameters = trace.parameters if trace is not None else model_choice.subject().model.state_dict()
    path = "encoder.0.self_attention."
    names = [name.removeprefix(path) for name in parameters if name.startswith(f"{path}W_")]
    st.code("\n".join(f"{name}  {' × '.join(map(str, parameters[path + name].shape))}" for name in names),
            language=None)


def _from_the_left() -> None:
    W_k, z = torch.ones(4, 3), torch.ones(5, 3)
    printed, right = st.columns(2)
    product(printed, "W_k 4×3 · z 5×3", W_k, z)
    product(right, "z 5×3 · W_kᵀ 3×4", z, W_k.mT)


def _sum_to_one() -> None:
    """The slide's four scores: the weights printed beside them, and their softmax."""
    w, right = words(PAGE), similarity.slide_weights().tolist()
    sums = {w["slide_printed"]: similarity.SLIDE_WEIGHTS, w["slide_softmax"]: right}
    charts.pairs([f"s = {fixed(s, 1)}" for s in similarity.SLIDE_SCORES],
                 {f"{name} (Σ = {plain(sum(weights))})": weights for name, weights in sums.items()}, w["slide_weight"])
