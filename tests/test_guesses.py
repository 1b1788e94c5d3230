"""Guess before reveal: right or not is said, why the wrong answer tempts, and first guesses are counted."""

import ast
import functools
from types import SimpleNamespace

import numpy as np
import pytest
from headless_page import answered, blocks, key_of, opened, spied
from house import PAGES, name_of, tree
from test_texts import LANGUAGES, passages, toml

from pages.components.board import Picture
from pages.components.lesson import cover

PAGE = "transformer/attention"
TEXT = "我昨天买了一本书。"


@pytest.mark.parametrize("language", LANGUAGES)
def test_right_and_wrong_are_told_apart_and_counted(language):
    w = toml(language, "lesson")
    app = opened(PAGE, {"N0-03": "doubles", "N0-10": "vanishes", "N2-12": "one"}, lang=language)
    right, wrong = [box.value for box in app.success], [box.value for box in app.warning]
    assert len(right) == 2 and len(wrong) == 1 and len(answered(app)) == 3
    assert all(value.startswith(f"**{w['guessed_right']}**") for value in right)
    assert wrong[0].startswith(f"**{w['guessed_wrong']}**")
    captions = [caption.value for caption in app.caption]
    assert captions.count(w["guesses"].format(right=2, all=3)) == 1


def test_only_the_first_guess_counts():
    w = toml("en", "lesson")
    app = opened(PAGE, {"N0-03": "same", "N0-10": "both"}, lang="en")
    app.session_state["guess attention N0-03"] = "doubles"
    app.run()
    assert len(app.success) == 2 and not app.warning
    assert w["guesses"].format(right=1, all=2) in [caption.value for caption in app.caption]


def asked(path):
    """(key, options, truth) of every guess in a file that names its truth; None for what is computed."""
    for node in ast.walk(tree(path)):
        given = {}
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "lesson.predict":
            given = dict(enumerate(node.args[1:])) | {word.arg: word.value for word in node.keywords}
        elif isinstance(node, ast.Tuple) and len(node.elts) in (4, 5) and isinstance(node.elts[1], ast.Tuple):
            given = dict(enumerate(node.elts))
        truth = given.get("truth", given.get(3))
        if truth is not None and all(isinstance(given.get(i), kind) for i, kind in
                                     ((0, ast.Constant), (1, (ast.Tuple, ast.List)))):
            options = [option.value for option in given[1].elts if isinstance(option, ast.Constant)]
            yield given[0].value, options, truth.value if isinstance(truth, ast.Constant) else None


def test_what_is_right_is_among_the_options_and_the_others_are_explained():
    guesses = [(path, *one) for path in PAGES for one in asked(path)]
    assert len(guesses) > 70
    for path, key, options, truth in guesses:
        assert truth is None or truth in options, (name_of(path), key)
        page = path.parent.name
        for language in LANGUAGES:
            assert f"{key}.wrong" in passages(language, page), (page, key)


def test_covered_cells_keep_no_number():
    picture = cover.cover(Picture("p", "p", np.arange(6.0).reshape(2, 3)), np.eye(2, 3))
    assert picture.values.tolist() == [[0, 1, 2], [3, 0, 5]] and picture.masked.tolist() == [[1, 0, 0], [0, 1, 0]]
    assert not cover.cover(Picture("p", "p", np.ones((2, 2)))).values.any()


# ---- What would give an answer away ----------------------------------------------------------------------------------


PAGES_OF = {"N0-03": "attention", "N1-07": "attention", "N0-10": "attention", "N2-17": "attention",
            "N0-11": "attention", "N4-20": "positions", "N4-12": "similarity", "N4-13": "similarity",
            "N4-11": "similarity", "N4-10": "similarity", "N4-15": "similarity", "N0-13": "layers",
            "N2-13": "heads", "N1-17": "decoder", "N0-20": "decoder", "N0-17": "decoder"}


@functools.cache
def before(page):
    """A page as it opens: its exhibits' charts, metrics and texts, and the pictures of all boards."""
    with pytest.MonkeyPatch.context() as patch:
        given = spied(patch)
        app = opened(f"transformer/{page}", lang="en", text=TEXT)
    assert not app.exception
    return app, given


def exhibit(identity):
    """What stands in one exhibit before its guess, without what its errata hold."""
    app, given = before(PAGES_OF[identity])
    block = next(one for one in blocks(app.main) if f"exhibit-{identity}" in key_of(one))
    errata = [one for one in blocks(block) if "erratum-" in key_of(one)]
    folded = [id(part) for one in errata for part in blocks(one)]
    parts = [one for one in blocks(block) if id(one) not in folded]
    kinds = [(type(getattr(one, "proto", None)).__name__, one) for one in parts]
    return SimpleNamespace(
        charts=[str(one.proto.spec) for kind, one in kinds if kind == "VegaLiteChart"],
        metrics={one.proto.label: one.proto.body for kind, one in kinds if kind == "Metric"},
        texts=[one.value for kind, one in kinds if kind == "Markdown"],
        images=[one for kind, one in kinds if "Image" in kind],
        pictures=[picture for pictures, _ in given for picture in pictures],
        frames=[frame for _, frames in given for frame in frames])


def named(view, name):
    return [picture for picture in view.pictures if picture.name == name]


def test_n0_03_no_curve_of_the_pull():
    assert not exhibit("N0-03").charts


def test_n1_07_of_each_pair_of_words_one_direction_is_covered():
    view = exhibit("N1-07")
    P = next(one for one in named(view, "dot_products") if one.masked is not None)
    below = np.tril(np.ones(P.masked.shape, dtype=bool), -1)
    assert (P.masked == below).all() and not P.values[below].any()
    assert not {toml("en", "attention")[key] for key in ("asymmetry", "least_eigenvalue")} & set(view.metrics)


def test_n0_10_no_gradient():
    view = exhibit("N0-10")
    assert not view.charts and not any("Gradient:" in text for text in view.texts)


def test_n2_17_one_application_and_no_curve():
    view = exhibit("N2-17")
    assert not view.charts
    assert {one.name for one in view.pictures if one.name.startswith("mixed ")} == {"mixed 0", "mixed 1"}


def test_n0_11_neither_multiplications_nor_steps():
    assert len(exhibit("N0-11").charts) == 1  # paths
    assert "all words are computed at once" not in " ".join(exhibit("N0-11").texts)


def test_n4_20_no_curve_of_distances():
    assert not exhibit("N4-20").charts


def test_n4_12_only_the_diagonal():
    view = exhibit("N4-12")
    (G,) = named(view, "gram")
    assert (G.masked == ~np.eye(len(G.values), dtype=bool)).all() and not (G.values * G.masked).any()
    assert not view.charts and not any("In 3 of 4" in text or "In 4 of 4" in text for text in view.texts)


def test_n4_13_the_trained_scores_come_after_the_guess():
    app, _ = before("similarity")
    assert app.session_state["tied kind"] == "tied"
    with pytest.MonkeyPatch.context() as patch:
        given = spied(patch)
        app = opened("transformer/similarity", lang="en", text=TEXT)
        given.clear()
        app.session_state["tied kind"] = "untied"
        app.run()
    scores = [one for pictures, _ in given for one in pictures if one.name == "dot_products" and one.outlines]
    assert scores and all(one.masked.all() and not one.values.any() for one in scores)
    assert toml("en", "similarity")["rows_own"] not in {metric.label for metric in app.metric}


def test_n4_11_opens_on_no_tree():
    from core.experiments import similarity

    view = exhibit("N4-11")
    (row,) = named(view, "row_of_weights")
    assert row.masked is None and tuple(row.outlines[0][:2]) not in similarity.TREES


def test_n4_10_neither_weights_nor_answer():
    view = exhibit("N4-10")
    (weights,) = named(view, "question_weights")
    assert weights.masked.all() and not weights.values.any()
    assert not any("red" in text and "blue" in text and "green" in text for text in view.texts)


def test_n4_15_no_curve_of_the_bare_stack():
    (chart,) = exhibit("N4-15").charts
    assert toml("en", "similarity")["stack_none"] not in chart
    assert toml("en", "similarity")["stack_residual"] in chart


def test_n0_13_only_the_chosen_word_s_change():
    (spread,) = named(exhibit("N0-13"), "spread")
    columns = (~spread.masked).any(0)
    assert columns.sum() == 1 and spread.masked.all(0).sum() == len(columns) - 1
    assert not spread.values[:, ~columns].any()
    assert "only attention" not in " ".join(exhibit("N0-13").texts)


def test_n2_13_no_total_of_the_base_model():
    view = exhibit("N2-13")
    assert view.metrics[toml("en", "heads")["total"]] == "?"
    assert not any("63," in chart or toml("en", "heads")["part_embedding"] in chart for chart in view.charts)


def test_n1_17_no_bars_of_the_first_row():
    assert not exhibit("N1-17").charts


def test_n0_20_no_change_of_scores():
    app, _ = before("decoder")
    assert toml("en", "decoder")["logits_moved"] not in {metric.label for metric in app.metric}
    again = opened("transformer/decoder", lang="en", text=TEXT)
    again.toggle(key="shuffle_memory").set_value(True).run()
    assert toml("en", "decoder")["logits_moved"] not in {metric.label for metric in again.metric}


def test_n0_17_no_frame_and_no_count():
    view = exhibit("N0-17")
    assert toml("en", "decoder")["in_sight"] not in view.metrics
    with pytest.MonkeyPatch.context() as patch:
        given = spied(patch)
        app = opened("transformer/decoder", lang="en", text=TEXT)
        given.clear()
        app.toggle(key="no_shift").set_value(True).run()
    (answers,) = [one for pictures, _ in given for one in pictures if one.name == "answers"]
    assert not answers.outlines
