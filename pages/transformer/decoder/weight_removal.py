"""Large weights taken away: what a weight does not say. Beside N0-02."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
import torch

from core import zoo
from core.experiments import decoder_masks
from core.experiments import weight_removal as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice, readable_text, runs
from pages.components.board import Picture, heatmap
from pages.components.cache import shared
from pages.components.formula import PALETTE, theme
from pages.components.labels_told import filled
from pages.components.lesson.pictures import label_at, matrix
from pages.components.numbers import fixed
from pages.components.text import language, words
from pages.transformer.decoder import PAGE

KEY, LETTERS = "removed", ("A", "B")
WORDS_SHOWN = 4


@shared
def _removed(model: str, sentence: str) -> tuple[list[computed.Weight], torch.Tensor | None]:
    """All large weights of a sentence; and at the row of the two that differ most the distributions (3, V): whole,
    without the one, without the other."""
    translator, trace = zoo.load(model), runs.cached_trace(model, sentence)
    weights = computed.removed(translator, trace)
    two = computed.pair(weights)
    if two is None:
        return weights, None
    row = two[0].at[1]
    changed = computed.without(translator, trace, [(one.step, one.at) for one in two])[:, row]
    return weights, torch.cat((trace["logits"].value[row].double().softmax(-1).unsqueeze(0), changed))


@lesson.panel
def weight_removal() -> None:
    """Two large weights of one row: which of them may go? Then all large weights of the sentence."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        trace = runs.cached_trace(model_choice.name(), readable_text.text())
        weights, p = _removed(model_choice.name(), readable_text.text())
        if p is None:
            st.info(w["removed_none"], icon=":material/info:")
            return
        two = computed.pair(weights)
        row = two[0].at[1]
        read, target = (label_at(trace[name].labels[0], row) for name in ("shift_right", "target"))
        heatmap([_head(trace, one, letter) for one, letter in zip(two, LETTERS)], key="removed heads", operators=("",))
        st.markdown(filled(w["removed_row"], {"read": read, "target": target}, language()))
        right = int(trace["target"].value[row])
        values = {f"moved_{letter}": one.own for letter, one in zip(LETTERS, two)}
        values |= {f"p_{name}": fixed(float(q[right]), 3) for name, q in zip(("whole", *LETTERS), p)}
        values |= {"word": target, "count": str(len(weights)),
                   "small": str(sum(one.moved < computed.SMALL for one in weights))}
        if lesson.predict(PAGE, KEY, ("only_A", "only_B", "both_move", "none_moves"), truth=_which, **values):
            left, side = st.columns(2, gap="large")
            with left:
                _next_words(p)
            with side:
                _all(weights)


def _head(trace: Trace, one: computed.Weight, letter: str) -> Picture:
    """A head's weights, the one in question framed."""
    step, (head, query, key) = trace[one.step], one.at
    title = words(PAGE)["removed_head"].format(letter=letter, place=_place(one.step), head=head + 1,
                                               weight=fixed(one.weight, 3))
    walk = words("walkthrough")
    hidden = decoder_masks.visible(len(step.value[head])).logical_not().numpy() if _causal(one.step) else None
    return matrix(f"removed {letter}", title, step.value[head], step.labels[1] or (), step.labels[2] or (),
                  scale="sequential", limit=1.0, row_axis=walk["axis_query"], column_axis=walk["axis_key"],
                  outlines=((query, key, 1, 1),), masked=hidden, colour=PALETTE[theme()][1])


def _causal(step: str) -> bool:
    stack, _, kind, _ = step.split(".")
    return (stack, kind) == ("decoder", "self_attention")


def _place(step: str) -> str:
    """A layer and its attention in words."""
    stack, number, kind, _ = step.split(".")
    return words(PAGE)[f"place_{stack}_{kind}"].format(n=int(number) + 1)


def _which(values: Mapping) -> str:
    """Which of the two removals moves the word that their row writes by more than hardly at all."""
    moves = [values[f"moved_{letter}"] >= computed.SMALL for letter in LETTERS]
    return {(True, True): "both_move", (True, False): "only_A", (False, True): "only_B"}.get(tuple(moves), "none_moves")


def _next_words(p: torch.Tensor) -> None:
    """The likeliest next words of the three runs."""
    w, vocabulary = words(PAGE), model_choice.subject().target_vocabulary.words
    shown = p.amax(0).topk(WORDS_SHOWN).indices
    names = [w["removed_whole"], *(w["removed_without"].format(letter=letter) for letter in LETTERS)]
    charts.columns([vocabulary[i] for i in shown.tolist()],
                   {name: row.tolist() for name, row in zip(names, p[:, shown])}, w["removed_p"], height=280)


def _all(weights: list[computed.Weight]) -> None:
    """Every large weight of the sentence as a point: how large, and how far its removal moves any word."""
    w, kinds = words(PAGE), {}
    for one in weights:
        stack, _, kind, _ = one.step.split(".")
        kinds.setdefault(w[f"kind_{stack}_{kind}"], []).append((one.weight, max(one.moved, 1e-7)))
    charts.lines({kind: tuple(zip(*points)) for kind, points in kinds.items()}, w["removed_weight"],
                 w["removed_moved"], scales=("linear", "log"), level=computed.SMALL, height=280, joined=False)
