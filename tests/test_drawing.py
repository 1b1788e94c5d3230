"""From a step to its picture and back: every number, word and cell stands where it stands in the trace."""

import itertools
import math
import string

import headless_page
import numpy as np
import pytest
from samples import RUNS, recorded
from unpacking import unpack

from core import catalog, zoo
from core.edits import Scale, SetCell
from pages.components.bar import switchboard
from pages.components.board import BoardState, Cell, Edit
from pages.components.cell import arithmetic
from pages.components.stage import beyond, drawing
from pages.components.stage.run import run as stage_run
from pages.components.stage.stops import WIDEST
from pages.components.text_files import escaped, page_words

WORDS = page_words("en", "walkthrough")
SENTENCE = "我昨天买了一本书。"


def drawn(trace):
    """(step, its picture) of all steps."""
    return [(step, drawing.picture(step, WORDS)) for step in trace.values()]


def cells(step, most=40):
    """Indices all over a step, of the first sentence where there are several and no room for them."""
    indices = list(np.ndindex(*step.shape))
    return itertools.islice(indices, 0, None, max(1, len(indices) // most))


def at(picture, cell):
    """The value of a picture's cell."""
    return picture.values[(cell.row, cell.column) if cell.panel is None else (cell.panel, cell.row, cell.column)]


@pytest.mark.parametrize("name", RUNS)
def test_every_cell_of_a_picture_is_its_cell_of_the_trace(name):
    for step, picture in drawn(recorded(name)):
        assert picture.values.size == math.prod(step.shape) or "batch" in step.axes
        for index in cells(step):
            cell = drawing.cell_of(step, index)
            if cell is not None:
                assert cell.picture == step.name and drawing.index_of(step, cell) == index
                value = float(step.value[index])
                assert at(picture, cell) == (1 - value if step.shows == "hidden" else value), (step.name, index)


@pytest.mark.parametrize("name", RUNS)
def test_a_plane_stays_a_plane(name):
    """Rows and columns of a picture or a feature map are those of its drawing, whatever else there is at a place."""
    for step, picture in drawn(recorded(name)):
        if {"height", "width"} <= set(step.axes):
            assert (picture.row_link, picture.column_link) == ("height", "width"), step.name


@pytest.mark.parametrize("name", catalog.stored())
def test_the_largest_share_of_every_attention_has_the_last_colour(name):
    """All heads, and the layers that stand beside each other, have one scale that ends with the largest weight among
    them, so that one of many keys is not white."""
    run = stage_run(name, catalog.examples(name)[0], "en", "light", (), "base")
    header, arrays = unpack(run.packed.whole)
    shares = {one["name"]: one["limit"] for one in header["pictures"] if one["scale"] == "sequential"}
    assert all(len({shares[one] for one in frame["pictures"] if one in shares}) <= 1 for frame in header["frames"])
    for limit in set(shares.values()):
        largest = max(float(arrays[one].max()) for one in shares if shares[one] == limit)
        assert limit == pytest.approx(largest, rel=1e-3), limit


def test_a_vocabulary_is_shown_by_its_likeliest_words(trace):
    p, likely = trace["probabilities"], drawing.visible_columns(trace["probabilities"], trace)
    assert likely == drawing.visible_columns(trace["logits"], trace) and len(likely) < p.shape[-1] / 10
    assert set(p.value.argmax(-1).tolist()) <= set(likely)
    picture = drawing.picture(p, WORDS, visible=likely)
    assert str(len(likely)) in picture.column_axis and str(p.shape[-1]) in picture.column_axis
    assert p.value.max(0).values[list(likely)].diff().le(0).all()
    for i, word in enumerate(likely):
        cell = drawing.cell_of(p, (1, word), likely)
        assert (cell.column, at(picture, cell)) == (i, float(p.value[1, word]))
        assert drawing.index_of(p, cell, likely) == (1, word) and picture.columns[i] == p.labels[1][word]
    assert drawing.cell_of(p, (1, next(i for i in range(p.shape[-1]) if i not in likely)), likely) is None
    assert drawing.visible_columns(trace["encoder.0.feed_forward.hidden"], trace) is None


def test_the_words_beside_a_cell_are_those_of_its_axes(trace):
    for step, picture in drawn(trace):
        for index in cells(step):
            cell, beside = drawing.cell_of(step, index), set()
            known = {words[i] for words, i in zip(step.labels, index) if words}
            for words, i in ((picture.rows, cell.row), (picture.columns, cell.column)):
                beside |= set(words[i].split(" → ")) if words else set()
            assert known <= beside, (step.name, index)
        if len(step.axes) > 1:
            assert (picture.row_link, picture.column_link) == tuple(step.axes[-2:])
            assert (picture.row_stream, picture.column_stream) == step.streams[-2:]


def test_rows_of_the_decoder_carry_the_word_read_and_the_word_produced(trace):
    read, produced = trace["shift_right"].labels[0], trace["target"].labels[0]
    both = tuple(f"{a} → {b}" for a, b in zip(read, produced))
    for step, picture in drawn(trace):
        if picture.row_stream == "shift_right" and step.name != "target":
            assert picture.rows == (read if picture.row_link == "key" else both), step.name
    assert drawing.picture(trace["decoder.0.self_attention.scores"], WORDS).columns == read
    assert drawing.picture(trace["target"], WORDS).rows == produced


def test_a_picture_grows_from_the_input_whose_cells_it_changes(trace):
    grown = {step.name: picture.grows_from for step, picture in drawn(trace)}
    assert grown["encoder.0.self_attention.weights"] == "encoder.0.self_attention.scores"
    assert grown["decoder.0.self_attention.weights"] == "decoder.0.self_attention.masked_scores"
    assert grown["encoder.0.self_attention.dot_products"] == grown["source_embedding.positions"] == ""
    assert all(trace[name].shape == trace[other].shape for name, other in grown.items() if other)


def test_heads_are_counted_from_one(trace):
    picture = drawing.picture(trace["encoder.0.self_attention.weights"], WORDS)
    assert picture.panels == ("head 1", "head 2", "head 3", "head 4")


def test_shares_have_the_scale_of_shares(trace):
    scales = {step.name: picture.scale for step, picture in drawn(trace)}
    assert {scale for name, scale in scales.items() if name.endswith((".weights", "probabilities"))} == {"sequential"}
    assert scales["look_ahead_mask"] == "mask" and scales["encoder.0.norm_1.variance"] == "magnitude"
    assert scales["encoder.0.norm_1.mean"] == "diverging"


def test_a_difference_is_the_changed_run_minus_the_first(translator, trace):
    changed = translator.trace(SENTENCE, (Scale("encoder.0.self_attention.scores", 2.0),))
    for step, picture in drawn(changed):
        shown = drawing.difference(picture, trace[step.name])
        with np.errstate(invalid="ignore"):
            expected = step.value.double().numpy() - trace[step.name].value.double().numpy()
        expected = np.where(np.isnan(expected), 0.0, expected)
        np.testing.assert_array_equal(shown.values.ravel(), expected.ravel())
        assert (shown.scale, shown.rows, shown.columns) == ("diverging", picture.rows, picture.columns)


def test_a_cell_of_one_head_s_picture_is_the_head_s(trace):
    step = trace["encoder.1.self_attention.weights"]
    states = [BoardState("", Cell(name, None, 2, 5)) for name in (step.name, "encoder.1.residual_1.added")]
    assert [arithmetic._chosen(trace, one, head=3)[1] for one in states] == [(3, 2, 5), (2, 5)]


@pytest.mark.parametrize(("value", "weight"), [(0.7, 0.7), (1.4, 1.0), (-0.2, 0.0)])
def test_a_drawn_weight_is_set_where_it_was_drawn_and_its_row_sums_to_one(monkeypatch, value, weight):
    other, old = SetCell("A", (1, 0, 2), 0.3, True), SetCell("A", (1, 2, 0), 0.1, True)
    put = []
    monkeypatch.setattr(switchboard.runs, "edits", lambda: (other, old))
    monkeypatch.setattr(switchboard, "put", put.extend)
    switchboard.draw(Edit(Cell("A", 1, 2, 0), value, 1))
    assert put == [other, SetCell("A", (1, 2, 0), weight, True)]


def test_any_text_is_markdown_that_shows_it_as_it_is():
    for text in (string.printable, "<b>*a*</b> $x$ :red[y] [z](u) `c` # d", "我_昨天_买 & ~~书~~ | 1. - +"):
        markdown = escaped(text)
        shown, marks = [], iter(markdown)
        for letter in marks:
            assert letter not in "`*_[]<>#$|:~&", (text, letter)
            shown.append(next(marks) if letter == "\\" else letter)
        assert "".join(shown) == text


def test_what_is_hidden_is_drawn_as_hidden():
    autoencoder = zoo.load("mae-digits")
    step = autoencoder.trace(autoencoder.examples[0])["masking.hidden"]
    picture = drawing.picture(step, WORDS)
    assert picture.scale == "mask" and (picture.values[:, 0] == 1 - step.value.numpy()).all()


def test_every_unit_beyond_the_columns_shown_opens_by_its_link():
    """Its arithmetic stands there, and what the picture shows; a link to a unit that there is not opens nothing."""
    name, text = "open-zh-en", catalog.examples("open-zh-en")[0]
    run, trace = stage_run(name, text, "en", "light", (), "base"), zoo.load(name).trace(text)
    wide = [key for key, shown in run.visible_columns.items() if shown == tuple(range(WIDEST))]
    assert len(wide) > 10
    opened = {key: beyond.linked(trace, drawing.cell_of(trace[key], tuple(n - 1 for n in trace[key].shape)),
                                 run.visible_columns[key]) for key in wide}
    assert opened == {key: (key, tuple(n - 1 for n in trace[key].shape)) for key in wide}
    key = next(key for key in wide if trace[key].equation is not None and len(trace[key].shape) == 2)
    column = trace[key].shape[1]
    for at, here in ((column - 1, (key, (1, column - 1))), (WIDEST, (key, (1, WIDEST))), (column, None)):
        app = headless_page.opened("transformer/walkthrough", model=name, text=text, lang="en", step=key,
                                   cell=f"{key}@1.{at}")
        shown = app.session_state["here"] if here else "here" in app.session_state and app.session_state["here"]
        told = any(f"first {WIDEST} columns" in one.value for one in app.caption)
        assert (shown, told) == (here or False, bool(here))
