"""A word that stands twice: N4-18; R96."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
import torch

from core import catalog
from core.equations import embedding
from core.experiments import symmetry as computed
from pages.components import charts, lesson, model_choice, readable_text
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.labels_told import Label, filled
from pages.components.lesson.pictures import titled
from pages.components.numbers import Numeral, plain
from pages.components.text import language, words
from pages.components.text_files import escaped
from pages.transformer.symmetry import PAGE
from pages.transformer.symmetry.word_order import double

GAPS = (1, 13, 100)
_pairs = shared(computed.pairs)


def _sentence() -> tuple[list[str], bool]:
    """The words of the reader's sentence if one occurs in it twice, else of the notes'; and whether it is theirs."""
    translator = model_choice.subject()
    tokens = translator.read(readable_text.text())
    if computed.twice(tokens):
        return tokens, True
    w, name = words(PAGE), model_choice.name()
    return translator.read(w.get(f"twice_{name}") or w[f"twice_{catalog.languages(name)[0]}"]), False


@lesson.panel
def word_twice() -> None:
    """Two places, one word: the same vector everywhere, until positions tell them apart. EXHIBITS N4-18."""
    w = words(PAGE)
    tokens, own = _sentence()
    repeated = computed.twice(tokens)
    with lesson.exhibit(PAGE, "N4-18"):
        st.markdown(" ".join(f":blue-background[**{escaped(t)}**]" if t in repeated else escaped(t) for t in tokens))
        st.caption(w["own_sentence" if own else "note_sentence"])
        model, ids = double(model_choice.name()), model_choice.subject().ids(tokens)
        if not own and model.marks.unknown in ids:
            st.caption(w["note_unknown"])
        word = lesson.pressed(st, w["which"], list(repeated), "twice word", _farthest(repeated))
        first, last = repeated.get(word) or next(iter(repeated.values()))
        runs = {places: computed.twins(model, ids, first, last, places) for places in (False, True)}
        _attention_to_both(runs, tokens, first, last)
        left, right = st.columns(2, gap="large")
        with left:
            _alike(runs)
        pairs = _pairs(GAPS)
        with right:
            trained = computed.risen(model.source_embedding.W_E, last - first)
            own = computed.of_word(model.source_embedding.W_E[ids[first]], first, last)
            named = {"word": Label(tokens[first]), "outcome": w[_score(own)]}
            if lesson.predict(PAGE, "N4-18", ["score_falls", "score_stays", "score_rises"], **_prose_values(pairs),
                              **own, **named, gap=str(last - first), trained=100 * trained, truth=_score):
                _gaps(model, ids[first])
                _normed(model, int(ids[first]), first, last, named["word"])
        lesson.erratum("R96", lambda: _r96(pairs))


def _farthest(repeated: Mapping[str, tuple[int, int]]) -> str:
    """The word whose two places are farthest apart, of several the last: none of the pieces of one word."""
    return max(reversed(repeated), key=lambda word: repeated[word][1] - repeated[word][0])


def _normed(model, word: int, first: int, last: int, name: Label) -> None:
    """What becomes of the score where a norm stands between the sum and attention."""
    if scores := computed.normed(model, word, first, last):
        values = {"word": name, "bare": plain(scores["bare"], 4), "placed": plain(scores["placed"], 4),
                  "risen": plain(100 * scores["risen"], 4)}
        st.markdown(filled(words(PAGE)["normed"], values, language()))


def _attention_to_both(runs: dict[bool, dict], tokens, first: int, last: int) -> None:
    """How everybody attends to the two, without positions and with them."""
    w, most = words(PAGE), len(runs[False]["weights"][0])
    columns = st.columns([0.2, 0.8], gap="large")
    with columns[0]:
        head = lesson.numbered(st, w["head"], most, "twice head")
        st.markdown(w["received"].format(bare=Numeral(runs[False]["received"]), places=Numeral(runs[True]["received"])))
    with columns[1]:
        rows = [f"{t} {i}" if i in (first, last) else t for i, t in enumerate(tokens)]
        options = {"rows": rows, "columns": rows, "scale": "sequential", "row_link": "query",
                   "column_link": "key", "row_axis": w["query"], "column_axis": w["key"], "limit": 1.0}
        heatmap([titled(PAGE, "bare", runs[False]["weights"][0][head].numpy(), **options),
                 titled(PAGE, "placed", runs[True]["weights"][0][head].numpy(), **options)],
                key="twice weights", height=420)


def _alike(runs: dict[bool, dict]) -> None:
    """The cosine of the two states, layer by layer."""
    w, steps = words(PAGE), range(len(runs[False]["cosines"]))
    st.markdown(w["by_layers"])
    series = {w["no_places"]: (steps, runs[False]["cosines"]), w["with_places"]: (steps, runs[True]["cosines"])}
    charts.lines(series, w["after_layer"], w["cosine"], dots=True, ticks=steps, height=210)


def _score(scores: Mapping) -> str:
    """What positions do to the score of the reader's word with itself."""
    bare, placed = scores["own_bare"], scores["own_score"]
    return "score_rises" if placed > bare else "score_falls" if placed < bare else "score_stays"


def _gaps(model, word: torch.Tensor) -> None:
    """This word's own vector and itself further on: cosine falls, score mostly rises."""
    w = words(PAGE)
    x = embedding.scaled(model.source_embedding.W_E[word])
    gaps = range(1, 101)
    pairs = computed.pair(x, gaps)
    alone = (x @ x / len(x) ** 0.5).item()
    st.markdown(w["by_gap"].format(alone=Numeral(alone)))
    charts.lines({w["score"]: (gaps, [score for _, score in pairs]), w["score_alone"]: (gaps, [alone] * len(gaps))},
                  w["gap"], w["score"], height=210, tones=(1, 2))


def _prose_values(pairs: dict[int, dict]) -> dict[str, float]:
    """The numbers of the reveal."""
    values = {}
    for gap, numbers in pairs.items():
        values |= {f"cosine_{gap}": numbers["cosine"], f"score_{gap}": numbers["score"],
                   f"rises_{gap}": 100 * numbers["rises"]}
    return values | {"alone": 8.0**2 / 64**0.5}


def _r96(pairs: dict[int, dict]) -> None:
    w, values = words(PAGE), _prose_values(pairs)
    printed, right = st.columns(2)
    with printed:
        charts.bars({w["alone"]: 1.0} | {w["gap_n"].format(n=g): v["cosine"] for g, v in pairs.items()}, w["cosine"],
                    tones=[-1, 0, 0, 0], domain=(0, 1.2))
    with right:
        charts.bars({w["alone"]: values["alone"]} | {w["gap_n"].format(n=g): v["score"] for g, v in pairs.items()},
                    w["score"], tones=[-1, 1, 1, 1])
