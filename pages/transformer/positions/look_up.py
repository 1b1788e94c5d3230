"""From the word to its row: N0-04, N1-02, N2-16; R45."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from core import zoo
from core.equations import embedding
from core.experiments import positions as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice, readable_text, runs
from pages.components.address import in_link
from pages.components.board import BoardState, heatmap
from pages.components.cache import shared
from pages.components.labels_told import Label, filled
from pages.components.lesson.pictures import shown, titled
from pages.components.numbers import Numeral, plain
from pages.components.text import language, words
from pages.transformer.positions import PAGE


@shared
def _touched(model: str, sentence: str, pocket: tuple[int, ...]) -> tuple[int, np.ndarray]:
    """How many rows of the table have a gradient, and that of the words in the pocket."""
    trace, translator = runs.cached_trace(model, sentence), zoo.load(model)
    gradient = computed.touched(translator.model, trace["source"].value, trace["target"].value)
    return int(gradient.any(-1).sum()), gradient[list(pocket)].numpy()


@lesson.panel
def look_up(trace: Trace) -> None:
    """One-hot rows times the table are rows of the table. EXHIBITS N0-04, N1-02, N2-16."""
    w, translator = words(PAGE), model_choice.subject()
    ids, W_E = trace["source"].value, trace.parameters["source_embedding.W_E"]
    vocabulary, labels = translator.source_vocabulary.words, trace["source"].labels[0]
    with lesson.exhibit(PAGE, "N0-04", "N1-02", "N2-16"):
        pocket = computed.pocket(ids.tolist(), len(W_E))
        near = tuple(vocabulary[i] for i in pocket)
        chi = embedding.one_hot(ids, len(W_E))[:, pocket].numpy()
        state = heatmap([
            titled(PAGE, "one_hot", chi, rows=labels, columns=near, scale="sequential", limit=1.0, row_link="token",
                   column_link="word", row_axis=w["axis_word"], column_axis=w["axis_vocabulary"]),
            titled(PAGE, "table", W_E[pocket].numpy(), rows=near, row_link="word", column_link="d",
                   column_axis="d_model"),
            shown(trace["source_embedding.lookup"], PAGE),
        ], key="look-up", operators=("×", "="), height=420)
        st.caption(w["pocket_note"].format(shown=len(pocket), all=plain(len(W_E)),
                                           off=plain(computed.one_hot_product(ids, W_E), 2)))
        left, right = st.columns(2, gap="large")
        with left:
            _neighbours(W_E, vocabulary, _chosen_word(state, ids.tolist(), pocket))
        with right:
            lesson.stands(embedding.lookup.equation)
            _any_number(W_E, vocabulary)
        _look_up_tries(ids.tolist(), W_E, pocket, near)
        lesson.erratum("R45", lambda: _r45(trace["shift_right"].value.tolist()))


def _r45(ids: list[int]) -> None:
    """The words that the decoder reads, by their numbers in the encoder's table and in its own."""
    w, subject = words(PAGE), model_choice.subject()
    for column, name, spelled in zip(st.columns(2), ("encoders_table", "decoders_table"),
                                     (subject.source_vocabulary.words, subject.target_vocabulary.words)):
        column.markdown(w[name])
        column.code(" ".join(spelled[i] if i < len(spelled) else w["no_such_row"].format(i=i) for i in ids),
                    language=None, wrap_lines=True)


def _chosen_word(state: BoardState, ids: list[int], pocket: list[int]) -> int:
    """The word of the cell the reader clicked, or the last but one."""
    if state.cell is None:
        return ids[max(0, len(ids) - 2)]
    if state.cell.picture == "one_hot":
        return pocket[state.cell.column]
    return pocket[state.cell.row] if state.cell.picture == "table" else ids[state.cell.row]


def _neighbours(W_E, vocabulary, word: int) -> None:
    w = words(PAGE)
    nearest = computed.neighbours(W_E, word)
    st.markdown(filled(w["neighbours"], {"word": Label(vocabulary[word])}, language()))
    charts.bars({vocabulary[i]: c for i, c in nearest}, w["cosine"], tones=3,
                domain=(0, 1), digits=2)
    st.caption(w["all_alike"].format(distance=Numeral(math.sqrt(2))))


def _any_number(W_E, vocabulary) -> None:
    w = words(PAGE)
    asked = in_link(st.number_input)(w["any_number"].format(last=len(W_E) - 1), 0, 2 * len(W_E), len(W_E) - 1,
                                     key="any number")
    row, message = computed.asked(int(asked), W_E)
    if row is None:
        st.error(w["no_row"].format(message=message), icon=":material/block:")
    else:
        st.markdown(filled(w["a_row"], {"word": Label(vocabulary[int(asked)]), "length": Numeral(row.norm().item())},
                           language()))
    lesson.predict(PAGE, "N1-02", ["raises", "zeros", "wraps"], message=computed.asked(len(W_E), W_E)[1],
                   truth="raises")


def _look_up_tries(ids: list[int], W_E, pocket: list[int], near: tuple[str, ...]) -> None:
    """Which rows learn from this sentence, and how large the first rows are."""
    left, right = st.columns(2, gap="large")
    with left:
        rows, gradient = _touched(model_choice.name(), readable_text.text(), tuple(pocket))
        if lesson.predict(PAGE, "N0-04", ["all_rows", "own_rows", "one_row"], rows=str(rows), words=str(len(set(ids))),
                          all=len(W_E), truth="own_rows"):
            heatmap(titled(PAGE, "gradient", gradient, rows=near, column_axis="d_model"), key="gradient", height=330)
    with right:
        sizes = computed.first_sizes(512)
        lesson.predict(PAGE, "N2-16", ["too_small", "same_size", "too_large"], row=sizes["torch"]["row"],
                       paper=sizes["paper"]["scaled"], logits=sizes["torch"]["logits"],
                       right=sizes["paper"]["logits"], truth="too_large")
