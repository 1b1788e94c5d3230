"""One vector between encoder and decoder, whatever the length: N2-10."""

from __future__ import annotations

import streamlit as st

from core import catalog, zoo
from core.experiments import alignment as computed
from pages.components import charts, lesson, runs
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.pictures import matrix, shown
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.alignment import PAGE
from pages.sequences.alignment.sentence import models, run, text, way

_moved = runs.of_model(computed.influence)


@lesson.panel
def bridge() -> None:
    """What crosses, what it costs long sentences, and how far each source word still reaches. EXHIBITS N2-10."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-10"):
        _crossing()
        if lesson.predict(PAGE, "N2-10", ("holds", "half", "collapses"), _prose_values, truth=_fate):
            series = {way(name): ([group.middle for group in computed.by_length(name)],
                                  [group.exact for group in computed.by_length(name)]) for name in models()}
            st.markdown(f"**{w['by_length']}**")
            with st.container(key="bridge lengths"):
                charts.lines(series, w["source_words"], w["exact_percent"], dots=True, domain=(0, 100), height=360,
                             ticks=[group.middle for group in computed.by_length(models()[0])])
            st.caption(w["counted"].format(
                bins=" · ".join(f"{g.first}–{g.last}: {plain(g.sentences)}" for g in computed.by_length(models()[0]))))
            _influence()


def _crossing() -> None:
    """The states after each word; the last one is all that the decoder is given."""
    w = words(PAGE)
    name = lesson.pressed(st, w["network"], recurrent(), "bridge model", recurrent()[1], way)
    trace = run(name)
    crossing = [step for step in ("encoder.bridge", "encoder.memory_bridge") if step in trace]
    titles = dict(zip(("encoder.stacked", *crossing), ("states", "crosses", "memory_crosses")))
    pictures = [shown(trace[step], PAGE, title=w[title]) for step, title in titles.items()]
    state = heatmap(pictures, key="bridge board", operators=("→", ""), height=330)
    arithmetic(trace, state, "bridge board", "encoder.bridge")
    n, d = trace["encoder.stacked"].value.shape
    caption = w["crossing_looks" if computed.error_rate(name) is not None else "crossing"]
    st.caption(caption.format(n=n, all=plain(n * d * len(crossing)), d=d * len(crossing)))  # an LSTM's cell states too


def recurrent() -> list[str]:
    """The networks whose decoder is begun by the encoder's last state."""
    return [name for name in models() if catalog.abilities(name).network != "transformer"]


def without_attention() -> str:
    """The best network that has nothing but the bridge."""
    return [name for name in recurrent() if computed.error_rate(name) is None][-1]


def _prose_values() -> dict[str, float]:
    """The numbers of the reveal."""
    values = {}
    for name in models():
        groups, network = computed.by_length(name), catalog.abilities(name).network
        values |= {f"{network}_short": groups[0].exact, f"{network}_long": groups[-1].exact}
    first, last = computed.by_length(models()[0])[0], computed.by_length(models()[0])[-1]
    return values | {"first": f"{first.first}–{first.last}", "last": f"{last.first}–{last.last}"}


def _fate(exact) -> str:
    """What becomes of the LSTM's exact matches from the shortest to the longest sentences."""
    left = exact["lstm_long"] / max(exact["lstm_short"], 1e-9)
    return "holds" if left > 0.75 else "half" if left > 0.25 else "collapses"


def _influence() -> None:
    """Who moves whom, through the bridge and with attention."""
    w, read = words(PAGE), zoo.load(models()[0]).read(text())
    st.markdown(f"**{w['influence']}**")
    st.markdown(w["influence_said"])
    influence = {name: _moved(name, text()) for name in (without_attention(), recurrent()[-1])}
    limit = max(float(share.max()) for share, _ in influence.values())
    looks = {"limit": limit, "scale": "sequential", "row_axis": w["produced"], "column_axis": w["source_word"]}
    pictures = [matrix(f"moved {name}", way(name), *drawn, read, **looks) for name, drawn in influence.items()]
    heatmap(pictures, key="influence board", height=380)
    lengths = " · ".join(f"{way(name)} **{computed.way_back(run(name))}**" for name in recurrent())
    st.markdown(w["way_back"].format(said=lengths))
