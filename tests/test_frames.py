"""From a step to its picture and back: every number, word and cell stands where it stands in the trace."""

import itertools
import string

import numpy as np
import pytest

from core.edits import Scale, SetCell
from pages.components import frames, sentence, switchboard
from pages.components.heatmap import Cell, Edit
from pages.components.lessons import attention_board
from pages.components.text import _words

WORDS = _words("en", "walkthrough")
SENTENCE = "我昨天买了一本书。"


def drawn(trace):
    """(step, its picture) of all that can be drawn."""
    return [(step, frames.picture(step, WORDS)) for step in trace.values() if step.value.ndim <= 3 and step.value.ndim]


def cells(step, most=40):
    """Indices all over a step."""
    found = list(np.ndindex(*step.value.shape))
    return itertools.islice(found, 0, None, max(1, len(found) // most))


def test_every_cell_of_a_picture_is_its_cell_of_the_trace(trace):
    for step, picture in drawn(trace):
        for index in cells(step):
            cell = frames.cell_of(step, index)
            assert cell.picture == step.name and frames.index_of(step, cell) == index
            at = (cell.row, cell.column) if cell.panel is None else (cell.panel, cell.row, cell.column)
            shown = picture.values.reshape((1,) * (len(at) - picture.values.ndim) + picture.values.shape)[at]
            assert shown == float(step.value[index]), (step.name, index)


def test_the_words_beside_a_cell_are_those_of_its_axes(trace):
    for step, picture in drawn(trace):
        for index in cells(step):
            cell = frames.cell_of(step, index)
            known = {words[i] for words, i in zip(step.labels, index) if words}
            beside = {words[i] for words, i in ((picture.rows, cell.row), (picture.columns, cell.column)) if words}
            assert beside == known, (step.name, index)
        if step.value.ndim > 1:
            assert (picture.row_link, picture.column_link) == tuple(step.axes[-2:])


def test_heads_are_counted_from_one(trace):
    picture = frames.picture(trace["encoder.0.self_attention.weights"], WORDS)
    assert picture.panels == ("head 1", "head 2", "head 3", "head 4")


def test_shares_have_the_scale_of_shares(trace):
    for step, picture in drawn(trace):
        shares = step.name.endswith((".weights", "probabilities"))
        assert (picture.scale == "sequential") == shares, step.name


def test_a_difference_is_the_changed_run_minus_the_first(translator, trace):
    changed = translator.trace(SENTENCE, (Scale("encoder.0.self_attention.scores", 2.0),))
    for step, picture in drawn(changed):
        shown = frames.difference(picture, trace[step.name])
        with np.errstate(invalid="ignore"):
            expected = step.value.double().numpy() - trace[step.name].value.double().numpy()
        expected = np.where(np.isnan(expected), 0.0, expected)
        np.testing.assert_array_equal(shown.values.ravel(), expected.ravel())
        assert (shown.scale, shown.rows, shown.columns) == ("diverging", picture.rows, picture.columns)


def test_a_cell_of_one_head_s_picture_is_the_head_s(trace):
    step = trace["encoder.1.self_attention.weights"]
    assert attention_board.index_of(step, Cell(step.name, None, 2, 5), head=3) == (3, 2, 5)
    row = trace["encoder.1.residual_1.added"]
    assert attention_board.index_of(row, Cell(row.name, None, 2, 5), head=3) == (2, 5)


@pytest.mark.parametrize(("value", "kept"), [(0.7, 0.7), (1.4, 1.0), (-0.2, 0.0)])
def test_a_drawn_weight_is_set_where_it_was_drawn_and_its_row_sums_to_one(monkeypatch, value, kept):
    other, old = SetCell("A", (1, 0, 2), 0.3, True), SetCell("A", (1, 2, 0), 0.1, True)
    put = []
    monkeypatch.setattr(switchboard.state, "edits", lambda: (other, old))
    monkeypatch.setattr(switchboard, "put", put.extend)
    switchboard.draw(Edit(Cell("A", 1, 2, 0), value, 1))
    assert put == [other, SetCell("A", (1, 2, 0), kept, True)]


def test_any_text_is_markdown_that_shows_it_as_it_is():
    for text in (string.printable, "<b>*a*</b> $x$ :red[y] [z](u) `c` # d", "我_昨天_买 & ~~书~~ | 1. - +"):
        escaped = sentence.escaped(text)
        shown, marks = [], iter(escaped)
        for letter in marks:
            assert letter not in "`*_[]<>#$|:~&", (text, letter)
            shown.append(next(marks) if letter == "\\" else letter)
        assert "".join(shown) == text
