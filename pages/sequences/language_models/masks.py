"""Two masks over one poem: N2-26; R105."""

from __future__ import annotations

import streamlit as st

from core.data import quatrain
from core.experiments import verse
from pages.components import charts, lesson, model_choice
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.lesson.pictures import steps_of, titled
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.language_models import PAGE
from pages.sequences.language_models.poem_reading import Written, cloze_model, passed

SHOWN = 16
HUNDRED = 100


@lesson.panel
def masks(now: Written) -> None:
    """Who may look where, and who does; what moves when one character is exchanged."""
    w, tokens = words(PAGE), now.tokens[:SHOWN]
    with lesson.exhibit(PAGE, "N2-26"):
        trace = passed(now.poet.name, tokens)
        hidden = _hidden(tokens)
        weights = {"gpt": trace["decoder.0.self_attention.weights"].value.mean(0)[:len(tokens) + 1],
                   "bert": hidden["encoder.0.self_attention.weights"].value.mean(0)}
        n = len(tokens) + 1
        labels = [w["size_word"], *tokens]
        options = {"columns": labels, "scale": "sequential", "limit": 1.0, "row_axis": w["query"],
                   "column_axis": w["key"], "row_link": "query", "column_link": "key"}
        heatmap([titled(PAGE, f"{name}_weights", one[:n, :n].sqrt(), rows=labels[:len(one)], **options)
                 for name, one in weights.items()], key="two masks", height=430)
        st.caption(w["masks_told"])
        _moved(now, tokens)
        first, second = verse.targets(HUNDRED)
        if lesson.predict(PAGE, "N2-26", ("as_many", "seven", "fewer"), truth="seven", gpt=first, bert=second,
                          **_right()):
            charts.bars({w["gpt"]: first, w["bert"]: second}, w["targets"], tones=(0, 1))
        lesson.erratum("R105", lambda: _r105(tokens))


@shared
def _hidden_trace(text: str):
    return cloze_model().trace(text)


def _hidden(tokens: tuple[str, ...]):
    """The cloze's pass, the last character hidden."""
    last = verse.last_character(tokens)
    return _hidden_trace("".join([*tokens[:last], quatrain.HIDDEN, *tokens[last + 1:]]))


def _moved(now: Written, tokens: tuple[str, ...]) -> None:
    """Exchange one character: the poet's earlier rows stay exactly, the cloze's all move."""
    w, before = words(PAGE), tokens[:verse.last_character(tokens)]
    places = [i for i, token in enumerate(before) if token not in (quatrain.COMMA, quatrain.STOP)]
    at = in_link(st.select_slider)(w["exchange"], places, value=places[len(places) // 2], key="exchange place",
                                   format_func=lambda i: tokens[i]) if len(places) > 1 else places[0]
    into = next(token for token in (w["into"], w["into_other"]) if token != tokens[at])
    changes = _rows(now.poet.name, tokens, at, into)
    labels = steps_of([w["size_word"], *tokens])
    gpt, bert = changes["one_side"], changes["two_sides"]
    charts.columns(labels, {w["gpt"]: gpt, w["bert"]: bert}, w["moves"], tones=(0, 1), height=200)
    st.caption(w["moved_told"].format(old=tokens[at], new=into, all=len(labels), still=sum(x == 0 for x in gpt),
                                      bert=sum(x == 0 for x in bert)))


@shared
def _rows(model: str, tokens: tuple[str, ...], at: int, into: str) -> dict[str, list[float]]:
    changes = verse.moved(model_choice.loaded(model), cloze_model(), tokens, at, into)
    return {name: [float(x) for x in row] for name, row in changes.items()}


def _right() -> dict[str, float]:
    """How often each is right at hidden characters of unseen quatrains of seven."""
    measured = verse.measured(cloze_model())["lines_of_7"]
    return {f"{sides}_right": measured[sides]["right"] for sides in ("two_sides", "one_side")}


def _r105(tokens: tuple[str, ...]) -> None:
    w = words(PAGE)
    own, hundred = verse.targets(len(tokens)), verse.targets(HUNDRED)
    st.dataframe({w["text_of"]: [w["this_text"].format(n=len(tokens)), w["this_text"].format(n=HUNDRED)],
                  w["printed_targets"]: [plain(1), plain(1)],
                  w["gpt"]: [plain(own[0]), plain(hundred[0])], w["bert"]: [plain(own[1]), plain(hundred[1])]},
                 hide_index=True)
