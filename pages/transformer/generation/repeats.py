"""What every pass computes again: N0-24; R31."""

from __future__ import annotations

import numpy as np
import streamlit as st
import torch

from core import zoo
from core.experiments import generation as experiment
from core.formula import EQUATIONS
from pages.components import lesson, model_choice, readable_text
from pages.components.board import Frame, Picture, board, heatmap, payload
from pages.components.cache import shared
from pages.components.formula import theme, tint
from pages.components.lesson.pictures import matrix
from pages.components.numbers import plain
from pages.components.text import board_words, language, words
from pages.transformer.generation import PAGE
from pages.transformer.generation.passes import growing, padded, source, vocabulary, written


@shared
def _repeats_board(model: str, text: str, lang: str, base: str):
    """A frame per pass from the second: the rows before, the rows now, and what changed in the old ones; and by how
    much each old row changed at most."""
    w, translator = words(PAGE), zoo.load(model)
    spelled = translator.target_vocabulary.words
    passes = experiment.loop(translator, source(model, text), only=("logits",))
    ids = [word.id for word in passes]
    inputs = [spelled[i] for i in (experiment.MARKS.start, *ids[:-1])]
    last = passes[-1].trace["logits"].value
    shown = experiment.columns(torch.softmax(last, -1), ids, 10)
    limit = float(last[:, shown].abs().max())
    common = {"columns": tuple(spelled[i] for i in shown), "row_axis": w["input"], "column_axis": w["next_word"],
              "row_link": "token", "column_link": "word", "limit": limit,
              "colour": tint(EQUATIONS["output.logits"], base)}
    pictures, frames = [], []
    changed = experiment.repeats(passes)
    for t in range(len(passes)):
        pictures.append(growing(f"rows {t}", w["rows_of_pass"].format(n=t + 1),
                                passes[t].trace["logits"].value[:, shown], inputs, **common))
    for t, difference in enumerate(changed, 1):
        old, masked = padded(difference[:, shown], len(inputs))
        pictures.append(Picture(f"changed {t}", w["changed"], old, masked=masked, alt=w["changed"],
                                rows=tuple(inputs[:t]) + ("·",) * (len(inputs) - t), **common))
        frames.append(Frame(str(t), spelled[passes[t].id], w["words_out"],
                            (f"rows {t - 1}", f"rows {t}", f"changed {t}"), ("→", "Δ")))
    return payload(pictures, frames) if frames else None, [difference.abs().max(-1).values for difference in changed]


@shared
def costs(model: str, text: str):
    """What generation computes without and with the cache, counted in its traces."""
    return tuple(experiment.cost(zoo.load(model), source(model, text), cached) for cached in (False, True))


@lesson.panel
def repeats() -> None:
    """N0-24: at each pass all rows but the last repeat; the cache keeps them instead."""
    w, model, text = words(PAGE), model_choice.name(), readable_text.text()
    with lesson.exhibit(PAGE, "N0-24"):
        packed, changed = _repeats_board(model, text, language(), theme())
        if packed is not None:
            board(payload=packed, key="repeats", words=board_words(w["unwritten"]), url=False)
        bare, cached = costs(model, text)
        st.markdown(w["cache_title"])
        left, right = st.columns([0.72, 0.28], gap="medium")
        with left:
            heatmap(_computed(bare, cached), key="computed", words=board_words(w["unwritten"]), operators=("",))
        difference = float((bare.probabilities - cached.probabilities).abs().max())
        with right:
            one, two = st.columns(2)
            one.metric(w["rows_plain"], sum(bare.own))
            two.metric(w["rows_cached"], sum(cached.own))
            one.metric(w["source_rows_plain"], sum(bare.source))
            two.metric(w["source_rows_cached"], sum(cached.source))
            st.metric(w["largest_difference"], plain(difference, 2))
        lesson.predict(PAGE, "N0-24", ("all_change", "some_change", "one_new"), words=len(bare.own),
                       naive=sum(bare.own), cached=sum(cached.own), difference=plain(difference, 2),
                       repeat=plain(max((float(old.max()) for old in changed), default=0.0), 2), truth="one_new")
        lesson.erratum("R31", lambda: _r31(changed))
        lesson.stands(EQUATIONS["attention.appended_keys"], EQUATIONS["attention.appended_values"])


def _computed(bare, cached) -> list[Picture]:
    """Which keys each pass computes: 1 computed, 0 taken from the cache, masked where there is no word yet."""
    w, spelled, count = words(PAGE), vocabulary(), len(bare.own)
    ids = written(model_choice.name(), readable_text.text()).ids
    inputs = tuple(spelled[i] for i in (experiment.MARKS.start, *ids[:-1]))
    pictures = []
    for name, run in (("computed_plain", bare), ("computed_cached", cached)):
        made = np.zeros((count, count))
        for t, rows in enumerate(run.own):
            made[t, t + 1 - rows: t + 1] = 1
        pictures.append(matrix(name, w[name], made, [str(t + 1) for t in range(count)], inputs, row_axis=w["pass"],
                               column_axis=w["key_of"], scale="magnitude", row_link="pass", column_link="token",
                               masked=np.triu(np.ones((count, count), bool), 1)))
    return pictures


def _r31(changed: list[torch.Tensor]) -> None:
    """How many of the rows that the print calls new are new."""
    w = words(PAGE)
    count, largest = len(changed) + 1, max((float(old.max()) for old in changed), default=0.0)
    again = sum(int((old > 1e-3).sum()) for old in changed)
    lesson.figures((w["r31_printed"], sum(range(1, count + 1))), (w["r31_right"], count))
    st.caption(w["r31_measured"].format(rows=sum(map(len, changed)), again=again, largest=plain(largest, 2)))
