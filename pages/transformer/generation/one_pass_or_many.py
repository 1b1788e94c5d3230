"""One pass of training against many of generation: N0-25."""

from __future__ import annotations

import numpy as np
import streamlit as st
import torch

from core import zoo
from core.experiments import generation as experiment
from core.formula import EQUATIONS
from pages.components import lesson, model_choice, readable_text
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.formula import tint
from pages.components.lesson.pictures import matrix
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.generation import PAGE
from pages.transformer.generation.passes import source, vocabulary, written


@shared
def _both_ways(model: str, text: str, masked: bool):
    """Logits of one pass and of many, with or without the mask."""
    translator, ids = zoo.load(model), list(written(model, text).ids)
    edits = () if masked else experiment.unmasked(translator)
    return (experiment.parallel(translator, source(model, text), ids, edits).numpy(),
            experiment.serial(translator, source(model, text), ids, edits).numpy(), ids)


@lesson.panel
def one_pass_or_many() -> None:
    """N0-25: training's single masked pass and generation's many passes give the same logits."""
    w, model, text = words(PAGE), model_choice.name(), readable_text.text()
    with lesson.exhibit(PAGE, "N0-25"):
        masked = in_link(st.toggle)(w["mask_on"], value=True, key="generation mask")
        at_once, one_by_one, ids = _both_ways(model, text, masked)
        spelled = vocabulary()
        shown = experiment.columns(torch.softmax(torch.from_numpy(at_once), -1), ids, 12)
        rows = [spelled[i] for i in (experiment.MARKS.start, *ids[:-1])]
        limit = float(np.abs(np.stack((at_once, one_by_one))[..., shown]).max())
        heatmap([matrix(name, w[name], value[:, shown], rows, [spelled[i] for i in shown], row_axis=w["input"],
                        column_axis=w["next_word"], row_link="token", column_link="word", limit=limit,
                        colour=tint(EQUATIONS["output.logits"]))
                 for name, value in (("at_once", at_once), ("one_by_one", one_by_one),
                                     ("difference", at_once - one_by_one))],
                key="both ways", operators=("−", "="))
        gaps = np.abs(at_once - one_by_one).max(-1)
        st.caption(w["row_gaps"].format(gaps=" · ".join(plain(gap, 2) for gap in gaps)))
        with_mask, bare = (np.abs(np.subtract(*_both_ways(model, text, on)[:2])).max(-1) for on in (True, False))
        lesson.predict(PAGE, "N0-25", ("same_rows", "all_rows", "last_row"), masked=plain(with_mask.max(), 2),
                       most=float(bare[:-1].max(initial=0.0)), last=plain(bare[-1], 2), words=len(bare),
                       truth="last_row")
        lesson.stands(EQUATIONS["attention.masked_scores"])
