"""The page on the non-local block: what its networks know, where they look, the reader's own picture, two languages."""

import pytest
import torch
from headless_page import guess, lacking, opened, unwritten
from samples import close

from core import catalog, zoo
from core.data import marks
from core.experiments import nonlocal_block as computed
from core.experiments import published_vision as published
from pages.components.compose import Rules, Thing, accepted
from pages.vision.nonlocal_block.looking import _larger

PAGE = "vision/nonlocal_block"
GUESSES = {"N2-28": "only_block", "looking": "equal", "attention": "sixteen_times", "variants": "dot_not"}
PLAIN, BLOCK = "marks-plain", "marks-nonlocal"
every_example = pytest.mark.parametrize("given", marks.examples())


@every_example
def test_n2_28_only_the_block_knows_of_far_twins(given):
    places, colours = marks.read(given)
    wanted = [colours.count(colour) > 1 for colour in colours]
    assert [p > 0.5 for _, _, p in zoo.load(BLOCK).answer(given)] == wanted
    for asked in range(len(places)):  # all marks are farther apart than its window: nobody else changes its answer
        probabilities = computed.taken_away(zoo.load(PLAIN), places, colours, asked)
        assert close(probabilities, [probabilities[0]] * len(probabilities), 1e-6)
    assert catalog.about(BLOCK)["metrics"]["accuracy"] > 95 > 65 > catalog.about(PLAIN)["metrics"]["accuracy"]


def test_without_its_twin_a_mark_is_alone():
    places, colours = marks.read(marks.examples()[0])
    probabilities = computed.taken_away(zoo.load(BLOCK), places, colours, 0)
    assert probabilities[0] > 0.5 > probabilities[2] and min(probabilities[3:]) > 0.5


@every_example
def test_a_mark_weighs_its_twin_as_itself(given):
    (places, colours), A = marks.read(given), zoo.load(BLOCK).trace(given)["block.weights"].value[0]
    flat = [row * marks.SIDE + column for row, column in places]
    for i, a in zip(flat, colours):
        for j, b in zip(flat, colours):
            if a == b:
                assert _larger({"own": float(A[i, i]), "twin": float(A[i, j])}) == "equal"


@every_example
def test_the_even_share_is_what_a_row_gives_on_average(given):
    A = zoo.load(BLOCK).trace(given)["block.weights"].value
    assert close(A.mean(-1), torch.full(A.shape[:-1], 1 / A.shape[-1]), 1e-7)


def test_an_answer_hangs_on_the_window_or_on_everything():
    given = marks.examples()[0]
    picture = torch.from_numpy(marks.picture(*marks.read(given)))
    plain, block = (computed.dependence(zoo.load(name).model, picture, (8, 8)) for name in (PLAIN, BLOCK))
    inside = torch.zeros(marks.SIDE, marks.SIDE, dtype=torch.bool)
    inside[5:12, 5:12] = True
    assert (plain[~inside] == 0).all() and (plain > 0).any() and (block > 0).float().mean() > 0.9
    assert computed.farthest_twins(*marks.read(given)) == 13 and computed.farthest_twins([(0, 0)], ["red"]) == 0


def test_rows_sum_to_one_with_a_softmax_only():
    trace = zoo.load(BLOCK).trace(marks.examples()[0])
    W = [trace.parameters[f"block.{name}"][0] for name in ("W_theta", "W_phi", "W_g")]
    shares = computed.variants(zoo.load(BLOCK).model.block, trace["block.flattened"].value)
    sums = {rule: A.sum(-1) for rule, A in shares.items()}
    assert close(sums["gaussian"], torch.ones(256), 1e-5) and close(sums["embedded"], torch.ones(256), 1e-5)
    assert ((sums["dot_product"] - 1).abs() > 0.1).all()
    assert close(shares["embedded"], trace["block.weights"].value[0], 1e-6)
    assert all(computed.as_convolution(trace["first.rectified"].value.double(), one.double()) < 1e-12 for one in W)


def test_few_twins_are_inside_the_window():
    assert 0 < computed.twins_in_window(7, 400) < 0.3 and computed.twins_in_window(31, 100) == 1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything(language):
    app = opened(PAGE, lang=language)
    guess(app, "nonlocal_block", GUESSES)
    app.run()
    assert not app.exception and not app.error and len(app.success) == len(GUESSES)
    assert not lacking(app, ["N2-28"])
    for table in (published.TABLES["non_local_variants"], published.TABLES["non_local_depth"]):
        assert not unwritten(app, table.rows.values()), table.source


@pytest.mark.parametrize("given", ["red 3 4", "red 0 0; red 0 1; blue 15 15; green 2 2; yellow 9 9"])
def test_page_with_other_marks(given):
    app = guess(opened(PAGE, lang="en", text=given), "nonlocal_block", GUESSES).run()
    assert not app.exception and not app.error and not app.get("stException")


def test_a_broken_link_is_told_and_shows_the_first_example():
    app = opened(PAGE, lang="en", text="red 99 1")
    assert not app.exception and app.warning and not lacking(app, ["N2-28"])


RULES = Rules(16, {"mark": "mark"}, {"red": ("red", "#f00")}, (1, 1), (1, 2))


@pytest.mark.parametrize(("raw", "fine"), [
    ([("red", 0, 0)], True), ([("red", 15, 0), ("red", 0, 15)], True), ([], False), ([("red", 16, 0)], False),
    ([("red", 1, 1), ("red", 1, 1)], False), ([("blue", 0, 0)], False), ([("red", -1, 0)], False),
    ([("red", 0.5, 0)], False), ([("red", i, 0) for i in range(3)], False)])
def test_only_what_keeps_the_rules_is_composed(raw, fine):
    things = [{"kind": "mark", "colour": colour, "x": x, "y": y, "width": 1, "height": 1} for colour, x, y in raw]
    assert accepted(things, RULES) == ([Thing(**one) for one in things] if fine else None)
    assert accepted("text", RULES) is None and accepted([3], RULES) is None
