"""Small translators that differ in one thing: what is stored is what the code would find, and what pages say of it."""

import json
from dataclasses import asdict, replace

import pytest
import torch
from headless_page import answered, asked, blocks, key_of, opened
from test_texts import LANGUAGES, passages, toml

from core.experiments import small_translators as computed
from core.experiments import stored_runs
from pages.transformer.heads import one_or_several
from pages.transformer.output import label_smoothing
from pages.transformer.training import norms

STORED = computed.stored()
EACH = range(len(computed.SEEDS))


def test_the_runs_are_kept_as_they_would_be_run_now():
    assert STORED["recipes"] == json.loads(json.dumps({name: asdict(one) for name, one in computed.RECIPES.items()}))
    assert STORED["seeds"] == list(computed.SEEDS) and STORED["sentences"] == computed.SENTENCES
    assert STORED["command"] == stored_runs.command(computed.NAME) and set(STORED["runs"]) == set(computed.RECIPES)
    for name, recipe in computed.RECIPES.items():
        for run in STORED["runs"][name]:
            assert len(run["losses"]) == recipe.steps / computed.AVERAGED
        assert len(STORED["runs"][name]) == len(computed.SEEDS)


@pytest.mark.parametrize("name", ["base", "pre_warmup"])
def test_a_training_begins_as_the_stored_one_did(name):
    """The first point of the first seed's curve: while it warms up, no step knows how many there will be."""
    short = replace(computed.RECIPES[name], steps=computed.AVERAGED, seed=computed.SEEDS[0])
    assert short.warmup > short.steps
    translator, losses = computed.trained(short)
    assert computed.curve(losses)[0] == pytest.approx(STORED["runs"][name][0]["losses"][0], abs=2e-3)
    assert sum(p.numel() for p in translator.model.parameters()) == STORED["runs"][name][0]["parameters"]


def test_what_is_known_by_frequency_alone():
    assert computed.by_frequency(computed.DEEP) == pytest.approx(STORED["by_frequency"], abs=1e-3)


def test_settings_differ_in_one_thing_and_have_equally_many_parameters():
    base = asdict(computed.BASE)
    for name, key in (("unsmoothed", "smoothing"), ("one_head", "configuration")):
        assert [k for k, value in asdict(computed.RECIPES[name]).items() if value != base[k]] == [key]
    for seed in EACH:
        count = [STORED["runs"][name][seed]["parameters"] for name in ("base", "unsmoothed", "one_head")]
        assert len(set(count)) == 1


def test_confidence_that_is_as_often_right_has_no_calibration_error():
    sure, right = torch.tensor([0.25] * 4 + [0.75] * 4 + [1.0]), torch.tensor([1, 0, 0, 0, 1, 1, 1, 0, 1]).bool()
    bins = computed.reliability(sure, right)
    assert bins["words"] == [0, 0, 4, 0, 0, 0, 0, 4, 0, 1] and computed.calibration_error(bins) == 0
    wrong = computed.reliability(sure, ~right)
    assert computed.calibration_error(wrong) == pytest.approx((4 * 0.5 + 4 * 0.5 + 1) / 9)


def test_lower_only_where_every_training_is():
    assert [computed.lower(*pair) for pair in (([1, 2], [3, 4]), ([3, 4], [1, 2]), ([1, 3], [2, 4]))] == [-1, 1, 0]


# ---- What the pages say ----------------------------------------------------------------------------------------------


def test_the_numbers_in_the_prose_are_those_of_the_recipes():
    assert computed.DEEP.steps == 400 and computed.DEEP.configuration["n_layers"] == 6
    assert computed.BASE.smoothing == 0.1 and computed.BASE.configuration["n_heads"] == 4 and computed.BINS == 10
    assert "400" in passages("zh", "training")["norms.try"] and "400" in passages("en", "training")["norms.try"]


def test_what_the_page_on_training_says_of_norm_and_warm_up():
    """Without warm-up post-norm is worst by far, and takes long to come back: it is where the others were long ago."""
    held = {name: computed.of(STORED, name, "held_out") for name in computed.NORMS}
    assert norms._worst(held) == "post"
    assert all(held["post"][i] > held["post_warmup"][i] > held["pre"][i] for i in EACH)
    assert min(held["post"]) < STORED["by_frequency"]


def test_what_the_page_on_the_output_says_of_doubt():
    """Smoothing lowers confidence on every kind of sentence; surer than right on unseen structures without it."""
    for kind in label_smoothing.SETS:
        plain, smooth = (computed.of(STORED, name, "sets", kind) for name in label_smoothing.SETTINGS)
        assert all(smooth[i]["confidence"] < plain[i]["confidence"] for i in EACH)
    assert min(computed.too_sure(STORED, *("unsmoothed", label_smoothing.SETS[0]))) > label_smoothing.MARGIN
    values = label_smoothing._prose_values(STORED)
    assert label_smoothing._judged(values) == "surer" and float(values["train"]) < 0.1
    assert float(values["base_loss"]) < float(values["unsmoothed_loss"])


GUESSES = {"training": ("norms", "norms_post"), "output": ("doubt", "surer"),
           "heads": ("one_or_several", one_or_several.ANSWERS[computed.lower(
               *(computed.of(STORED, name, "sets", "same_distribution", "loss") for name in ("base", "one_head")))])}


@pytest.mark.parametrize("page", GUESSES)
def test_the_answer_is_covered_until_the_guess_and_then_told(page):
    key, right = GUESSES[page]
    before, after = opened(f"transformer/{page}", lang="en"), opened(f"transformer/{page}", {key: right}, lang="zh")
    assert not before.exception and not after.exception and key in asked(before, page)
    shown = [str(one.proto.spec) for one in parts(before, key) if hasattr(getattr(one, "proto", None), "spec")]
    assert all("learning rate" in chart for chart in shown) and len(shown) == (page == "training")
    assert any(sentence.startswith(f"**{toml('zh', 'lesson')['guessed_right']}**") for sentence in answered(after))
    assert sum(hasattr(getattr(one, "proto", None), "spec") for one in parts(after, key)) > len(shown)


def parts(app, key):
    """What stands in an exhibit."""
    return blocks(next(one for one in blocks(app.main) if f"exhibit-{key}" in key_of(one)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_guess_is_explained_whatever_came_out(language):
    for page, (key, _) in GUESSES.items():
        assert passages(language, page)[f"{key}.wrong"]
