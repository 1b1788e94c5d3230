"""The page on DETR: its numbers, the reader's own scene, equal queries, two languages."""

import re

import pytest
import torch
from headless_page import guess, lacking, opened, panels, unwritten
from samples import close

from core import zoo
from core.data import scenes
from core.experiments import detr as computed
from core.experiments import published_vision as published
from core.numbers import plain
from pages.components.text_files import LANGUAGES, passages
from pages.vision.detr import boxes, matching
from pages.vision.detr.pipeline import _rest

PAGE = "vision/detr"
GUESSES = {"N3-14": "rest_nothing", "N3-14.places": "four_fifths", "encoder": "places_64", "N3-16": "all_the_same",
           "N3-17": "greedy_more", "N3-17.nothing": "nearly_all", "N3-18": "giou_falls", "N3-15": "axis_more"}
EXHIBITS, ERRATA = [f"N3-{n}" for n in range(14, 19)], ["R80", "R81", "R82", "R83"]
every_example = pytest.mark.parametrize("given", scenes.examples())


@pytest.fixture(scope="module")
def detector():
    return zoo.load("detr-scenes")


@every_example
def test_n3_16_equal_queries_give_equal_answers(detector, given):
    before = detector.model.object_queries.clone()
    trace = computed.with_equal_slots(detector, detector.read(given))
    for step in ("class_probabilities", "box.boxes"):
        values = trace[f"heads.{step}"].value
        assert close(values, values[:, :1].expand_as(values), 1e-5)
    assert torch.equal(detector.model.object_queries, before)
    own = detector.trace(given)["heads.class_probabilities"].value[-1]
    assert (own - own[:1]).abs().max() > 0.5


@every_example
def test_n3_17_greedy_never_pays_less(detector, given):
    best, greedy = computed.best_and_greedy(detector.trace(given)["matching.matching_costs"].value)
    assert best.total <= greedy.total + 1e-6
    totals = matching._greedy(torch.tensor(matching.SMALL))
    assert (totals["best"], totals["greedy"]) == (3.5, 11)


def test_r81_the_three_losses_of_the_hand_case():
    losses = computed.losses(*computed.hand_case(), 0.1)
    assert close([losses.literal, losses.weighted, losses.code], [5.9052, 3.8328, 1.8561], 1e-4)


@every_example
def test_r81_the_codes_loss_is_the_traces(detector, given):
    trace = detector.trace(given)
    predictions = [trace[f"heads.{step}"].value[-1].double() for step in ("class_probabilities", "box.boxes")]
    losses = computed.losses(*predictions, trace["classes"].value, trace["boxes"].value.double(),
                             detector.model.matching.weight)
    assert close(losses.code, trace["matching.set_loss"].value.double(), 1e-4)


@every_example
def test_r83_places_in_the_values_would_change_the_output(detector, given):
    trace = detector.trace(given)
    for i, layer in enumerate(detector.model.encoder):
        assert computed.values_too(trace, layer.self_attention, f"encoder.{i}.self_attention") > 0.1


def test_n3_15_likeness_is_rows_plus_columns():
    rows, columns, whole = computed.split_similarity(7, 9, 256, (2, 3))
    assert close(rows + columns, whole, 1e-9) and close(rows, rows[:, :1].expand_as(rows), 1e-9)
    assert close(whole[2, 3], 128, 1e-9) and close(columns, columns[:1].expand_as(columns), 1e-9)


def test_what_idle_slots_do_is_told_from_the_numbers():
    assert [_rest({"silent": n, "spare": "6"}) for n in ("6", "3", "2")] == ["rest_nothing", "rest_nothing",
                                                                             "rest_repeat"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything(language):
    app = guess(opened(PAGE, lang=language), PAGE, GUESSES).run()
    assert not app.exception and not app.error and len(app.success) == len(GUESSES)
    assert not lacking(app, EXHIBITS, ERRATA)
    for table in map(published.TABLES.get, ("detr_ablations", "detr_sizes", "detr_schedules")):
        assert not unwritten(app, table.rows.values()), table.source


@pytest.mark.parametrize("given", ["circle red 0 0 10 10", "triangle red 0 0 28 28; circle red 36 36 28 28"])
def test_page_with_other_scenes_and_equal_queries(given):
    app = guess(opened(PAGE, lang="en", text=given), PAGE, GUESSES).run()
    app.toggle(key="same queries").set_value(True).run()
    assert not app.exception and not app.error


def test_a_broken_link_is_told_and_shows_the_first_scene():
    app = opened(PAGE, lang="en", text="circle red 99 0 10 10")
    assert not app.exception and app.warning and not lacking(app, EXHIBITS)


def test_a_sentence_and_a_picture_leave_each_other_alone():
    app = opened("transformer/attention", lang="en", text="我爱你。")
    app.switch_page("pages/vision/detr/detr.py").run()
    assert not app.warning and not app.exception and app.session_state["text"] == ""


@pytest.mark.parametrize("language", LANGUAGES)
@every_example
def test_the_walkthrough_names_the_weights_that_the_trace_computes_with(detector, given, language):
    trace, prose = detector.trace(given), passages(language, "walkthrough")
    classes, distances, overlaps = (trace[f"matching.{name}"].value
                                    for name in ("class_costs", "distances", "generalized_overlaps"))
    assert close(trace["matching.matching_costs"].value, classes + 5 * distances - 2 * overlaps, 1e-5)
    slots = trace["matching.matched"].value
    each = [5 * distances[slot, j] + 2 * (1 - overlaps[slot, j]) for j, slot in enumerate(slots)]
    assert close(trace["matching.box_losses"].value, torch.stack(each), 1e-5)
    for kind in ("matching_costs", "box_loss"):
        assert {"5", "2"} <= set(re.findall(r"\d+", prose[f"{kind}.numbers"]))


def test_n3_18_only_l1_shrinks_with_the_scene():
    """FIDELITY T69: gaps of 1 and 9, and one box inside the other; then all a tenth as large."""
    told = boxes._gaps()
    assert [told[name] for name in ("near", "far", "inside")] == pytest.approx([-1 / 3, -9 / 11, 0.25])
    assert [told[f"{name}_iou"] for name in ("near", "far", "inside")] == pytest.approx([0, 0, 0.25])
    assert [told[f"{name}_l1"] for name in ("near", "far", "inside")] == pytest.approx([2, 10, 1])
    assert [told[f"{name}_tenth"] for name in ("near", "far", "inside")] == pytest.approx([0.2, 1, 0.1])
    assert told["same"] < 1e-6


@pytest.mark.parametrize("start", boxes.STARTS)
def test_n3_18_and_r82_the_measures_of_two_boxes_are_counted_pixel_by_pixel(start):
    pair = boxes.STARTS[start]
    app = panels("pages.vision.detr.boxes", "boxes", **{
        boxes.KEY: boxes._pair(pair), "guess detr N3-18": "giou_falls"})
    first, second = ({(x + i, y + j) for i in range(wide) for j in range(high)} for x, y, wide, high in pair)
    around = [max(axis) - min(axis) + 1 for axis in zip(*first | second)]
    giou = len(first & second) / len(first | second) - 1 + len(first | second) / (around[0] * around[1])
    l1 = sum(abs(a - b) for a, b in zip(*((x + wide / 2, y + high / 2, wide, high) for x, y, wide, high in pair)))
    losses = [weights[0] * l1 / boxes.SIDE + weights[1] * (1 - giou) for weights in ((1, 1), (5, 2))]
    assert not app.exception and [one.value for one in app.metric] == [plain(loss, 4) for loss in losses]
    assert any(f"= **{plain(losses[1])}**" in one.value for one in app.markdown)
