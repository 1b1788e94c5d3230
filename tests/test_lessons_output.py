"""The page on the output: its experiments against the notes and the laws, and the page in both languages."""

import math

import pytest
import torch
from headless_page import answered, asked, guess, lacking, opened

from core import catalog, zoo
from core.equations import variants
from core.experiments import output
from pages.transformer.output import label_smoothing

TEXT = "我昨天买了一本书。"
EXHIBITS, ERRATA = ("N1-01", "N0-22", "N0-23", "doubt"), ("R13", "R14", "R15", "R16", "R30", "R43", "R57")
GUESSES = {"N1-01": "loss_zero", "N0-22": "cost_tenth", "N0-23": "floor_zero", "doubt": "as_sure"}


def test_n0_23_in_the_paper_smoothing_costs_perplexity_and_gains_bleu():
    assert label_smoothing._in_the_paper() == {"perplexity_without": "4.67", "bleu_without": "25.3",
                                               "perplexity_with": "4.92", "bleu_with": "25.8"}


def test_n1_01_before_training_the_loss_is_that_of_a_guess(translator, trace):
    raw = output.never_trained(translator, TEXT)
    log = math.log(raw["logits"].value.shape[-1])
    assert log - 0.5 < float(raw["loss"].value) < log + 1.5 and float(trace["loss"].value) < 0.5
    assert {n: s.value.shape for n, s in raw.items()} == {n: s.value.shape for n, s in trace.items()}


@pytest.mark.parametrize(("temperature", "shares"), [
    (0.1, (1.000, 0, 0)), (1.0, (.659, .242, .099)), (10.0, (.366, .331, .303))])
def test_n0_22_three_scores_at_three_temperatures(temperature, shares):
    assert output.at_temperature(output.HAND, temperature).tolist() == pytest.approx(shares, abs=6e-4)


@pytest.mark.parametrize("temperature", [0.1, 1.0, 7.5])
def test_n0_22_candidates_are_the_likeliest_in_order(translator, trace, temperature):
    candidates = output.candidates(translator, trace, temperature, 4)
    for t, row in enumerate(trace["logits"].value):
        place = [c for c in candidates if c.position == t]
        assert [c.rank for c in place] == [0, 1, 2, 3]
        assert sorted((c.probability for c in place), reverse=True) == [c.probability for c in place]
        assert place[0].word == translator.target_vocabulary.words[int(row.argmax())]


def test_n0_22_the_last_matrix_costs_as_much_as_the_encoder():
    assert output.costs(37000, 512, 2048, 6) == {"last": 18_944_000, "encoder": 18_874_368}


def test_n0_23_the_hand_case_and_the_floors():
    assert output.right_loss() == pytest.approx(.417030, abs=1e-6)
    assert output.loss_of_probabilities() == pytest.approx(.802121, abs=1e-6)
    assert output.floor(37000, 0.1) == pytest.approx(1.376913, abs=1e-5)
    assert output.floor(37000, 0.0) == 0
    assert output.floor_of_probabilities(3) == pytest.approx(.551, abs=1e-3)
    assert output.floor_of_probabilities(10000) == pytest.approx(8.2105, abs=1e-4)


@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.5])
def test_n0_23_no_scores_get_below_the_floor(trace, epsilon):
    losses = output.smoothed(trace, epsilon)
    assert (losses.tokens >= losses.floor - 1e-6).all() and losses.mean == pytest.approx(float(losses.tokens.mean()))
    V = 50  # the smoothed target itself as the distribution reaches it
    best = torch.full((1, V), math.log(max(epsilon / V, 1e-30)), dtype=torch.float64)
    best[0, 3] = math.log(1 - epsilon + epsilon / V)
    reached = variants.smoothed_losses(best, torch.tensor([3]), epsilon)
    assert float(reached) == pytest.approx(output.floor(V, epsilon), abs=1e-9)


def test_n0_23_without_smoothing_it_is_the_models_loss(trace):
    assert torch.allclose(output.smoothed(trace, 0.0).tokens, trace["token_losses"].value, atol=1e-5)


@pytest.mark.parametrize(("answer", "end"), [("I bought the book yesterday .", "."), ("xyzzy", "<unk>"), ("?", "?")])
def test_n0_23_the_readers_own_words_are_what_is_read(translator, answer, end):
    run = output.forced(translator, TEXT, answer)
    target = run["target"].labels[0]
    assert target[-1] == "</s>" and target[-2] == end and run["shift_right"].labels[0][1:] == target[:-1]


def test_r15_probabilities_for_scores_are_stuck(trace):
    right, wrong = output.twice(trace)
    V = trace["logits"].value.shape[-1]
    assert (wrong > output.floor_of_probabilities(V) - 1e-5).all() and wrong.mean() > right.mean() + 1


def test_r13_one_term_too_many():
    value, error = output.counted_from_zero(torch.ones(4))
    assert value == 1.25 and error


def test_r14_as_many_words_as_columns(translator, trace):
    words, n_0 = output.narrow_output(translator, trace), len(trace["target"].value)
    assert set(words) <= set(translator.target_vocabulary.words[:n_0])


def test_r16_one_offset_between_what_is_read_and_what_is_wanted(trace):
    readings, target = output.readings(trace), trace["target"].value
    for ids, mean in readings.values():
        assert mean == pytest.approx(float(torch.nn.functional.cross_entropy(trace["logits"].value, ids)), rel=1e-5)
    assert torch.equal(readings["target"][0], target) and torch.equal(readings["twice"][0][:-1], target[1:])
    assert torch.equal(readings["input"][0][1:], target[:-1])
    assert readings["target"][1] < min(readings["input"][1], readings["twice"][1])


def test_r30_a_word_is_shorter_than_the_dictionary(translator, trace):
    words = translator.target_vocabulary.words
    longest = output.longest_word(translator)
    assert len(longest) == max(map(len, words[4:])) < len(words) == trace["logits"].value.shape[-1]
    assert all(output.longest_word(zoo.load(name)).isalpha() for name in catalog.names(tokenizer="pieces"))  # no mark


@pytest.mark.parametrize("name", ["Linear", "Transformer", "Linaer", "Tranformer"])
def test_r43_torch_knows_the_right_names_alone(name):
    assert bool(output.asked_of_torch(name)) == (not hasattr(torch.nn, name)) == (name in ("Linaer", "Tranformer"))


def test_r57_one_classifier_on_top_of_all_layers(translator, trace):
    assert output.classifiers(trace) == 1 < translator.about["configuration"]["n_layers"]
    assert output.costs(37000, 512, 2048, 6)["last"] * 6 == 113_664_000


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_shows_every_exhibit(language):
    app = opened("transformer/output", lang=language)
    assert not app.exception and not app.error
    assert not lacking(app, EXHIBITS, ERRATA)


def test_any_translation_of_ones_own_is_read():
    """One after the other."""
    app = opened("transformer/output", lang="en")
    app.slider(key="smoothing").set_value(0.2)
    app.slider(key="temperature").set_value(2.5)
    app.toggle(key="untrained").set_value(True)
    for answer in ("I bought the book .", "zz 词 </s>", " . ", "the " * 60):
        app.text_input(key="your_translation").set_value(answer).run()
        assert not app.exception and not app.error, answer


def test_every_guess_is_answered():
    app = opened("transformer/output", lang="zh")
    assert asked(app, "output") == set(GUESSES)
    guess(app, "output", GUESSES).run()
    assert not app.exception and not app.error and len(answered(app)) >= len(GUESSES)
