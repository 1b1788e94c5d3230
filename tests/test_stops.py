"""Laws of the derived walkthrough, over every run: nothing missing, nothing idle, everything told."""

import pytest
from samples import RUNS, recorded

from core import catalog, zoo
from core.formula import EQUATIONS
from pages.components.stage.recipes import PLAIN, RECIPES
from pages.components.stage.stop_text import heading, unit_of
from pages.components.stage.stops import BLOCK, overviews, recipe_of, stop_of, stops
from pages.components.text_files import LANGUAGES, page_words, passages


def walk(name):
    return stops(recorded(name), recorded(name).plan)


@pytest.mark.parametrize("name", RUNS)
def test_every_picture_is_a_result_or_read_by_another_of_its_stop(name):
    trace = recorded(name)
    for stop in walk(name):
        read = {step for picture in stop.pictures for step in trace[picture].inputs}
        assert set(stop.pictures) <= set(trace) and len(set(stop.pictures)) == len(stop.pictures), stop.key
        assert stop.pictures[-1] == stop.results[-1] and stop.results[0] == stop.key
        assert [p for p in stop.pictures if p not in read and p not in stop.results] == [], stop.key
        for result in stop.results:
            assert set(trace[result].inputs) & set(trace) - {result} <= {*stop.pictures, *_later(trace, result)}, result


def _later(trace, name):
    """What a step that repeats reads of its own earlier calls."""
    order = list(trace)
    return order[order.index(name):] if trace[name].repeated else ()


@pytest.mark.parametrize("name", RUNS)
def test_every_step_stands_in_a_stop_and_no_stop_comes_twice(name):
    trace, stops = recorded(name), walk(name)
    assert {picture for stop in stops for picture in stop.pictures} == set(trace)
    assert len({stop.key for stop in stops}) == len(stops)
    assert all(stop_of(stops, step) is not None for step in trace) and stop_of(stops, "nothing") is None


@pytest.mark.parametrize("name", RUNS)
def test_every_two_pictures_have_a_sign_and_a_product_has_its_factors(name):
    trace = recorded(name)
    for stop in walk(name):
        assert len(stop.signs) == len(stop.pictures) - 1
        if stop.arrangement == "product":
            left, above, corner = (trace[picture] for picture in stop.pictures[:3])
            assert {left.name, above.name} == set(corner.inputs)
            assert left.axes[-2] == corner.axes[-2] and corner.shape[-1] in above.shape[-2:]


@pytest.mark.parametrize("name", RUNS)
def test_a_result_with_a_sign_between_its_inputs_stands_right_after_them(name):
    trace = recorded(name)
    for stop in walk(name):
        joined = [result for result in stop.results[1:] if recipe_of(trace, stop.key).join]
        for result in joined:
            at, before = stop.pictures.index(result), stop.pictures.index(stop.results[stop.results.index(result) - 1])
            assert set(stop.pictures[before + 1:at]) <= set(trace[result].inputs), result


@pytest.mark.parametrize("name", RUNS)
def test_stops_follow_the_boxes_and_the_boxes_their_results(name):
    trace, stops = recorded(name), walk(name)
    order = {box.id: i for i, box in enumerate(trace.plan.boxes(trace))}
    places = [order[stop.box.id] for stop in stops if stop.box is not None]
    assert places == sorted(places)
    sheets = overviews(trace, trace.plan)
    assert [sheet.key for sheet in sheets] == [BLOCK + box for box in order]
    assert [step for sheet in sheets for step in sheet.pictures if step not in sheet.box.steps] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stop_of_every_run_has_a_title_a_place_and_prose_of_its_own(language):
    diagram, prose, missing = page_words(language, "diagram"), passages(language, "walkthrough"), []
    for name in RUNS:
        trace = recorded(name)
        for stop in [*walk(name), *overviews(trace, trace.plan)]:
            about = heading(stop, language, unit_of(trace))
            assert about.title and ((about.column and about.box) or stop.box is None)
            missing += [word for word in (stop.box.word, stop.box.column) if word not in diagram] if stop.box else []
            if stop.arrangement != "sheet":
                missing += [key for part in ("", ".numbers", ".formula") if not
                            {key := stop.kind + part, stop.kind.partition(".")[0] + part} & set(prose)]
    assert sorted(set(missing)) == []


def test_recipes_name_equations():
    named = {key for recipe in RECIPES.values() for key in (*recipe.inside, *recipe.beside)} | set(RECIPES)
    assert named - set(EQUATIONS) == set()


def test_attention_is_told_by_what_it_reads():
    kinds = {stop.key: stop.kind for stop in walk("transformer")}
    assert kinds["encoder.0.self_attention.weights"] == "weights.self"
    assert kinds["decoder.1.self_attention.queries"] == "projections.masked"
    assert kinds["decoder.1.cross_attention.scores"] == "scores.cross"
    batch = {stop.key: stop.kind for stop in walk("transformer batch")}
    assert batch["encoder.0.self_attention.masked_scores"] == "masked_scores.self"
    cached = {stop.key: stop.kind for stop in walk("cached decoding")}
    assert cached["decoder.0.self_attention.weights"] == "weights.masked"
    assert cached["decoder.0.cross_attention.queries"] == "projections.cross"


@pytest.mark.parametrize("model", catalog.names())
def test_every_step_has_words_of_its_own(model):
    subject = zoo.load(model)
    trace = subject.trace(catalog.examples(model)[0])
    assert [stop.key for stop in stops(trace, trace.plan) if stop.kind == PLAIN.kind] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("model", catalog.names())
def test_every_picture_has_a_name(model, language):
    trace, known = zoo.load(model).trace(catalog.examples(model)[0]), page_words(language, "walkthrough")
    equations = {name: step.equation.key.replace(".", "_") if step.equation else "" for name, step in trace.items()}
    assert [name for name, key in equations.items()
            if not {f"step_{key}", f"step_{name.rpartition('.')[2]}"} & set(known)] == []
