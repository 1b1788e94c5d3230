"""Appended is added: N3-11; R78, R79."""

from __future__ import annotations

import streamlit as st
import torch

from core.equations import embedding
from core.experiments import parameters
from core.experiments import positions as computed
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.formula import tint
from pages.components.glossary.view import passage_with_cards
from pages.components.lesson.pictures import titled
from pages.components.numbers import Numeral, fixed, plain
from pages.components.text import prose, words
from pages.transformer.positions import PAGE

PLACES, SEEN = 24, 16  # rows of a table of places, and how many of them a training shows
_trained = shared(computed.taught)


@lesson.panel
def one_table(trace: Trace) -> None:
    """[one-hot word, one-hot place] times one table: what the model adds is a look-up too. EXHIBITS N3-11."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-11"):
        st.latex(prose(PAGE, "N3-11.formula"))
        left, right = st.columns([0.35, 0.65], gap="large")
        kind = lesson.one_of(left, w["kind"], ["wave_table", "learned_table"], w, "", "stacked kind",
                             default="wave_table")
        start = in_link(right.slider)(w["slider_start"], 0, PLACES, 0, key="stacked start")
        _look_up_in_both(trace, kind == "learned_table", start)
        _taught()
        lesson.erratum("R78", _both_tried)
        lesson.erratum("R79", lambda: _appended_or_added(trace))


def _look_up_in_both(trace: Trace, learned: bool, start: int) -> None:
    """The product for a sentence that starts at ``start``, or why there is none."""
    w, labels, ids = words(PAGE), trace["source"].labels[0], trace["source"].value
    W_E = embedding.scaled(trace.parameters["source_embedding.W_E"]).double()
    pocket, places = sorted(set(ids.tolist())), range(start, start + len(ids))
    W_P = computed.places_table(learned, PLACES if learned else max(PLACES, places[-1] + 1), W_E.shape[1])
    x = embedding.one_hot(ids, len(W_E))[:, pocket].double()
    try:
        read, X = computed.appended(x, places, W_E[pocket], W_P)
    except IndexError as error:
        st.error(w["beyond"].format(length=PLACES, last=places[-1], message=error), icon=":material/block:")
        return
    _standing(read, torch.cat((W_E[pocket], W_P)), X, labels, [labels[ids.tolist().index(i)] for i in pocket])
    apart = (X - (W_E[ids] + W_P[list(places)])).abs().max().item()
    lesson.predict(PAGE, "N3-11", ["equal", "nearly", "different"], apart=apart, places=str(PLACES), truth="equal")


def _taught() -> None:
    """Train a table of places, and waves beside it, on the first places only."""
    w = words(PAGE)
    st.markdown(passage_with_cards(PAGE, "N3-11.learn"))
    if st.button(w["teach"], key="teach", icon=":material/school:"):
        st.session_state["places taught"] = True
    if not st.session_state.get("places taught"):
        return
    with st.spinner(w["teaching"]):
        learned, waves = (_trained(kind, PLACES, SEEN) for kind in (False, True))
    axes = {"row_axis": w["axis_position"], "column_axis": w["axis_position"], "scale": "sequential", "limit": 1.0,
            "row_link": "query", "column_link": "key"}
    heatmap([titled(PAGE, "change", learned["change"], row_axis=w["axis_position"], row_link="query"),
             titled(PAGE, "learned_weights", learned["weights"], **axes),
             titled(PAGE, "wave_weights", waves["weights"], **axes)], key="taught", height=400)
    st.success(w["taught"].format(seen=SEEN, last=PLACES - 1, learned_seen=Numeral(100 * learned["seen"]),
                                  learned_beyond=Numeral(100 * learned["beyond"]),
                                  waves_seen=Numeral(100 * waves["seen"]), waves_beyond=Numeral(100 * waves["beyond"])),
               icon=":material/lightbulb:")


def _both_tried() -> None:
    """Sines and a learned table of places, as the paper measured both: base and row (E) of its Table 3."""
    w = words(PAGE)
    published = {row.row: row for row in parameters.TABLE_3 if row.row in ("base", "E")}
    rows = {w["sines"]: published["base"], w["learned"]: published["E"]}
    charts.bars({name: row.bleu for name, row in rows.items()}, "BLEU", scale="dots", domain=(25, 26.2),
                texts=[f"{fixed(row.bleu, 1)} · PPL {fixed(row.perplexity, 2)}" for row in rows.values()])
    st.caption(w["both_source"])


def _appended_or_added(trace: Trace) -> None:
    """This sentence, its places appended as one-hot rows and its places added; and a place beyond a learned table."""
    w, ids = words(PAGE), trace["source"].value
    W_E = embedding.scaled(trace.parameters["source_embedding.W_E"]).double()
    places, W_P = range(len(ids)), computed.places_table(True, max(PLACES, len(ids)), W_E.shape[1])
    _, X = computed.appended(embedding.one_hot(ids, len(W_E)).double(), places, W_E, W_P)
    left, right = st.columns(2)
    left.metric(w["apart"], plain(float((X - (W_E[ids] + W_P[: len(ids)])).abs().max())), border=True)
    try:
        computed.appended(embedding.one_hot(ids[:1], len(W_E)).double(), [len(W_P)], W_E, W_P)
    except IndexError as error:
        right.markdown(w["no_such_place"].format(place=len(W_P), length=len(W_P), message=error))


def _standing(read, stacked, X, labels, near) -> None:
    """What is read, the two tables one above the other, and the product."""
    w = words(PAGE)
    names = [*near, *(w["place_n"].format(n=i) for i in range(len(stacked) - len(near)))]
    heatmap([titled(PAGE, "read", read.numpy(), rows=labels, columns=names, scale="sequential", limit=1.0,
                    row_link="token", column_link="entry"),
             titled(PAGE, "stacked", stacked.numpy(), rows=names, row_link="entry", column_axis="d_model",
                    column_link="d"),
             titled(PAGE, "product", X.numpy(), rows=labels, row_link="token", column_axis="d_model", column_link="d",
                    colour=tint(embedding.positioned.equation))],
            key="stacked", operators=("×", "="), height=640)
