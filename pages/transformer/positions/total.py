"""The sum of word and position: N0-07; R17."""

from __future__ import annotations

import streamlit as st

from core.edits import Skip
from core.equations import embedding, variants
from core.experiments import positions as computed
from core.notes import N0
from core.steps import Trace
from pages.components import charts, lesson, runs
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.lesson.pictures import shown, titled
from pages.components.numbers import Numeral
from pages.components.text import words
from pages.transformer.positions import PAGE


@lesson.panel
def total(trace: Trace) -> None:
    """Word plus place, with and without the square root. EXHIBITS N0-07."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-07"):
        d = trace["source_embedding.scaled"].value.shape[-1]
        scaled = in_link(st.toggle)(w["with_root"].format(d=d), True, key="total root")
        run = trace if scaled else runs.trace((Skip("source_embedding.scaled"),))
        word = "scaled" if scaled else "lookup"
        heatmap([shown(run[f"source_embedding.{step}"], PAGE) for step in (word, "positions", "positioned")],
                key="total", operators=("+", "="), height=420)
        left, right = st.columns([0.62, 0.38], gap="large")
        with left:
            _directions(trace)
        with right:
            lengths = {step: run[f"source_embedding.{step}"].value.norm(dim=-1).mean().item()
                       for step in ("scaled", "positions", "positioned")}
            charts.bars({w[f"length_{step}"]: v for step, v in lengths.items()}, w["length"],
                        tones=[1, 2, 3])
            if scaled:
                lesson.stands(embedding.scaled.equation, embedding.positioned.equation)
            else:
                st.latex(N0[3].latex)
            drawn = computed.two_words(512)
            lesson.predict(PAGE, "N0-07", ["cosine_low", "cosine_middle", "cosine_high"], **drawn, truth="cosine_high")
        lesson.erratum("R17", lambda: root(trace))


def _directions(trace: Trace) -> None:
    """Cosines of all pairs of words with their places: without the root, and with it."""
    labels, PE = trace["source"].labels[0], trace["source_embedding.positions"].value
    vectors = [("cosine_plain", trace["source_embedding.lookup"].value + PE),
               ("cosine_scaled", trace["source_embedding.positioned"].value)]
    heatmap([titled(PAGE, name, variants.cosine(x, x).numpy(), rows=labels, columns=labels, limit=1.0, row_link="i",
                    column_link="j") for name, x in vectors], key="directions", height=330)


def root(trace: Trace) -> None:
    """R17: this sentence without the root (as printed) and with it; and fresh embeddings of width 512."""
    w, drawn = words(PAGE), computed.two_words(512)
    printed = runs.trace((Skip("source_embedding.scaled"),))
    columns = st.columns(2)
    for column, run, name, length in ((columns[0], printed, "printed", "norm"), (columns[1], trace, "right", "scaled")):
        with column:
            lengths = {step: run[f"source_embedding.{step}"].value.norm(dim=-1).mean().item()
                       for step in ("scaled", "positions")}
            charts.bars({w[f"length_{step}"]: v for step, v in lengths.items()}, w["length"],
                        tones=[1, 2])
            st.markdown(w["root_fresh"].format(
                norm=Numeral(drawn[length]), places=Numeral(drawn["places"]), cosine=Numeral(drawn[name])))
            st.markdown(w["root_loss"].format(loss=Numeral(run["loss"].value)))
