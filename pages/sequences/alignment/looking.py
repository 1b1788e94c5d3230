"""Where the decoder looks for each word: additive attention and the Transformer's, both against the gold links."""

from __future__ import annotations

import streamlit as st

from core import zoo
from core.experiments import alignment as computed
from core.formula import EQUATIONS
from pages.components import charts, lesson, runs
from pages.components.address import in_link
from pages.components.board import Picture, heatmap
from pages.components.formula import tint
from pages.components.numbers import fixed
from pages.components.text import words
from pages.sequences.alignment import PAGE
from pages.sequences.alignment.sentence import models, text, way

_looked = runs.of_model(computed.looked)


def attending() -> list[str]:
    """The models with attention from decoder to encoder."""
    return [name for name in models() if computed.error_rate(name) is not None]


@lesson.panel
def looking() -> None:
    """The alignment of the reader's own sentence; the error rate over a thousand. EXHIBITS N2-11."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "looking"):
        read = zoo.load(models()[0]).read(text())
        pair = computed.gold(read)
        forced = bool(pair) and in_link(st.toggle)(w["told"], True, key="looking told")
        pictures = [_map(name, read, pair, forced) for name in attending()]
        heatmap(pictures, key="looking board", height=420)
        st.caption(w["gold_shown" if pair else "gold_unknown"])
        if lesson.predict(PAGE, "looking", ("additive", "alike", "transformer"), _rates, truth=_better):
            rates = {way(name): computed.error_rate(name) for name in attending()}
            charts.bars(rates, w["error_rate"], tones=[2, 3], texts=[fixed(rate, 3) for rate in rates.values()])


def _map(name: str, read, pair, forced: bool) -> Picture:
    """Attention of one model; the gold links are framed where the words produced are the reference."""
    w = words(PAGE)
    A, produced = _looked(name, text(), tuple(pair.en) if forced else None)
    links = sorted(pair.possible) if pair and produced[:-1] == pair.en else ()
    return Picture(f"looked {name}", way(name), A.double().numpy(), rows=produced, columns=tuple(read),
                   row_axis=w["produced"], column_axis=w["source_word"], row_link="produced", column_link="key",
                   scale="sequential", limit=1.0, outlines=tuple((j, i, 1, 1) for i, j in links),
                   colour=tint(EQUATIONS["alignment.weights"]), alt=w["looked_alt"])


def _rates() -> dict[str, float]:
    additive, transformer = (computed.error_rate(name) for name in attending())
    heads = len(computed.metrics(attending()[-1])["alignment"]["heads"])
    return {"additive": additive, "transformer": transformer, "heads": heads}


def _better(errors) -> str:
    """Which of the two aligns better; alike within a tenth of the larger."""
    a, t = errors["additive"], errors["transformer"]
    return "alike" if abs(a - t) < 0.1 * max(a, t) else "additive" if a < t else "transformer"
