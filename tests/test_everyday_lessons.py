"""What is typed on a lesson's page is read by the translator of everyday sentences; and what is told of it holds."""

import copy
import math
import re

import numpy as np
import pytest
import torch
from coverage_of_notes import guessing
from headless_page import asked, opened
from test_pages import NEEDS, PAGES

from core import catalog, zoo
from core.data.piece_vocabulary import INSIDE
from core.data.pieces import FIXED
from core.data.vocabulary import SPECIALS
from core.experiments import decoder, decoder_masks, heads, symmetry, weight_removal
from core.models.transformer import Transformer
from pages.components import model_choice, readable_text
from pages.components.model_choice import LESSON, SMALL
from pages.components.numbers import plain
from pages.components.text_files import LANGUAGES, page_words, passages
from pages.transformer.attention import softmax
from pages.transformer.decoder import padding
from pages.transformer.decoder.moves import MOST, offered

LESSONS = [path for path in PAGES if path not in NEEDS]
OWN_SENTENCES = {"open-zh-en": "外婆的饺子好吃。", "open-en-zh": "My umbrella is gone again."}
MODELS = catalog.names(**LESSON)
WIDE = [name for name in MODELS if name not in catalog.names(**SMALL)]
STUDIED = [(model, text) for model in MODELS for text in (catalog.examples(model)[0], OWN_SENTENCES.get(model)) if text]
ZEROS = {"N3-06", "N1-19"}
"""Guesses about a quotient of zeros."""


def model_of(app):
    return next(box.value for box in app.selectbox if box.key.startswith("model shown"))


@pytest.mark.parametrize("path", LESSONS)
def test_a_lesson_begins_with_a_small_model_and_gives_what_is_typed_to_one_that_knows_all_words(path):
    app = opened(path, lang="en", panels="")
    assert model_of(app) == catalog.first(**SMALL) and not app.exception
    for model, text in OWN_SENTENCES.items():
        app.text_input(key="text").set_value(text).run()
        assert model_of(app) == model and not app.exception and not app.error
        said = page_words("en", "state")["unknown"].partition("{")[0]
        assert not any(said in one.value for one in app.markdown)


@pytest.mark.parametrize("path", [path for path in LESSONS if path != "notes/equations"])
@pytest.mark.parametrize("model", WIDE)
def test_every_guess_is_answered_with_numbers_about_a_sentence_of_ones_own(path, model):
    app, values = guessing(path, text=OWN_SENTENCES[model], model=model)
    assert not app.exception and not app.error
    assert values
    assert {key for (_, key), filled in values.items() if "NaN" in str(filled)} <= ZEROS


@pytest.mark.parametrize("path", ["transformer/layers", "transformer/training", "sequences/alignment"])
def test_a_page_that_takes_small_models_apart_keeps_them_and_says_where_any_sentence_is_read(path):
    app = opened(path, lang="en", text=OWN_SENTENCES["open-zh-en"])
    assert model_of(app) == catalog.first(**NEEDS[path]) and catalog.abilities(model_of(app)).small
    assert any(page_words("en", "state")["small_here"] in one.value for one in app.markdown)


def test_an_example_and_a_sentence_that_was_built_stay_with_the_model_that_knows_them():
    app = opened("transformer/attention", lang="en")
    small = model_of(app)
    app.session_state["ideas"] = True
    app.run()
    example = catalog.examples(small)[1]
    app.button(key=f"example {example}").click().run()
    assert model_of(app) == small == app.session_state["model"] and app.session_state["text"] == example
    app.text_input(key="text").set_value("我姐姐把雨伞忘在公交车上了。").run()
    use = app.button(key="use open-zh-en")
    assert use.click().run() and model_of(app) == "open-zh-en" and not app.exception


@pytest.mark.parametrize("model", WIDE)
def test_a_lesson_takes_fewer_pieces_than_the_walkthrough_and_says_so(model):
    text = " ".join([OWN_SENTENCES[model]] * 8)
    assert not readable_text.unread(model, text)[0]
    app = opened("transformer/heads", lang="en", text=text, model=model)
    assert any(f"at most {model_choice.PIECES};" in one.value for one in app.warning) and not app.exception
    assert app.session_state["text"] == text
    walk = opened("transformer/walkthrough", lang="en", text=text, model=model)
    assert not walk.warning


# ---- What is told of the decoder, of whatever order norm and sub-layer have ------------------------------------------


@pytest.mark.parametrize(("model", "text"), STUDIED)
def test_n0_20_n0_21_another_order_of_rows_or_units_changes_nothing_but_rounding(model, text):
    translator = zoo.load(model)
    plain, (trace, order, change) = translator.trace(text), decoder.permuted_memory(translator, text, 1)
    assert change < 1e-5 * float(plain["logits"].value.abs().max())
    assert torch.equal(trace["memory"].value, plain[decoder.memory_step(plain)].value[order])
    for layer in range(decoder.layers(plain)):
        R, change = decoder.permuted_units(translator, plain, layer, 3)
        assert change < 1e-5 * float(R.abs().max()) * R.shape[-1] ** 0.5


@pytest.mark.parametrize(("model", "text"), STUDIED)
def test_n2_24_with_zeros_for_a_memory_all_weights_of_a_row_are_equal(model, text):
    translator = zoo.load(model)
    trace = translator.trace(text, decoder.zeroed(translator.trace(text)))
    for layer in range(decoder.layers(trace)):
        A = trace[f"decoder.{layer}.cross_attention.weights"].value
        assert torch.allclose(A, torch.full_like(A, 1 / A.shape[-1]), atol=1e-6)


@pytest.mark.parametrize("model", MODELS)
def test_n0_19_n1_17_without_cross_attention_the_source_is_not_known_and_the_first_row_learns_it_there(model):
    translator = zoo.load(model)
    one, other = translator.examples[:2]
    assert decoder.answer_without(translator, one, "cross_attention") == decoder.answer_without(
        translator, other, "cross_attention")
    changes = decoder.first_rows(translator, one, other)
    seen = [name for name, _ in changes].index("decoder.0.cross_attention.output")
    assert all(change == 0 for _, change in changes[:seen]) and changes[seen][1] > 0.1


@pytest.mark.parametrize(("model", "text"), STUDIED)
def test_the_steps_of_a_branch_stand_in_the_order_of_the_run_and_lead_from_its_input_to_its_sum(model, text):
    trace = zoo.load(model).trace(text)
    for layer in range(decoder.layers(trace)):
        x = trace[f"decoder.{layer}.residual_1.added"].inputs[0]
        for number, branch in enumerate(decoder.BRANCHES, 1):
            begin, *steps = decoder.branch_steps(trace, layer, branch)
            assert begin == x and len(steps) == 4 and steps == sorted(steps, key=list(trace).index)
            added = next(name for name in steps if name.endswith("added"))
            assert torch.equal(trace[added].value, trace[x].value + trace[f"decoder.{layer}.{branch}.output"].value)
            x = f"decoder.{layer}.norm_{number}.output" if steps[-1] != added else added


@pytest.mark.parametrize(("model", "text"), STUDIED)
def test_n1_22_the_right_wiring_of_the_first_cross_attention_is_the_models(model, text):
    translator = zoo.load(model)
    trace = translator.trace(text)
    y, x = (trace[trace[f"decoder.0.cross_attention.{read}"].inputs[0]].value for read in ("queries", "keys"))
    run = decoder.wired(translator.model.decoder[0].cross_attention, y, x, ("decoder", "encoder", "encoder"), {})
    assert torch.allclose(run.trace["output"].value, trace["decoder.0.cross_attention.output"].value, atol=1e-4)
    assert run.off == 0


@pytest.mark.parametrize("model", MODELS)
def test_n0_02_what_a_removal_moves_does_not_depend_on_how_many_are_computed_at_once(model, monkeypatch):
    translator = zoo.load(model)
    trace = translator.trace(translator.examples[0])
    together = weight_removal.removed(translator, trace)
    monkeypatch.setattr(weight_removal, "EACH", 5)
    apart = weight_removal.removed(translator, trace)
    assert [one[:3] for one in together] == [one[:3] for one in apart]
    assert all(abs(a.moved - b.moved) < 1e-4 for a, b in zip(together, apart))


@pytest.mark.parametrize("model", MODELS)
def test_padding_and_leak_tell_the_wrong_guess_their_numbers_and_the_least_hurt_example_is_one(model):
    """Once: some sentences hardly suffer, the future is nearly half of the cells. Of three rows it is a third."""
    for language in LANGUAGES:
        texts = passages(language, "decoder")
        assert {"{best}", "{best_left}", "{changed}", "{rows}"} <= {*re.findall(r"{\w+}", texts["padding.wrong"])}
        assert {"{cells}", "{all}"} <= {*re.findall(r"{\w+}", texts["N1-18.wrong"])}
    translator = zoo.load(model)
    examples = catalog.examples(model)[:3]
    (worst, *_), (best, whole, left) = padding._extremes(model, tuple(examples))
    shares = [math.exp(decoder_masks.padded_probability(translator, plain, 16, False)
                       - decoder_masks.padded_probability(translator, plain, 0, False))
              for plain in map(translator.trace, examples)]
    assert examples[int(np.argmax(shares))] == best and examples[int(np.argmin(shares))] == worst
    assert left / whole == pytest.approx(max(shares), rel=1e-3)


@pytest.mark.parametrize(("model", "text"), STUDIED)
def test_n3_06_with_a_thousand_added_the_stable_weight_is_called_the_same_and_is_to_the_last_digit_shown(model, text):
    trace = zoo.load(model).trace(text)
    for row in trace["encoder.0.self_attention.scores"].value.flatten(0, 1):
        told = softmax._naive(row.double())
        assert told["naive"] == "NaN" and plain(told["stable"], 4) == plain(told["before"], 4)


@pytest.mark.parametrize(("path", "key", "model", "text"), [
    ("transformer/attention", "N1-09", "open-zh-en", "？"), ("transformer/similarity", "N4-13", "open-zh-en", "？")])
def test_a_word_alone_is_not_asked_about(path, key, model, text):
    """Which column adds up to one, and which key fits best."""
    guesses = asked(opened(path, lang="en", model=model, text=text), path)
    assert key not in guesses and guesses


# ---- Where the norm comes first, and where the other direction ranks -------------------------------------------------


@pytest.mark.parametrize(("model", "text"), STUDIED)
def test_a_norm_is_said_to_come_first_where_it_does_and_the_scores_are_those_that_attention_reads(model, text):
    translator = zoo.load(model)
    trace = translator.trace(text)
    before = list(trace).index("encoder.0.norm_1.output") < list(trace).index("encoder.0.self_attention.queries")
    assert heads.normed_first(trace) == before == (model in WIDE)
    scores = symmetry.normed(translator.model, int(trace["source"].value[1]), 1, 1)
    assert (scores is not None) == before
    if scores:
        row = trace["encoder.0.norm_1.output"].value[1]
        assert scores["placed"] == pytest.approx(float(row @ row) / len(row) ** 0.5, rel=1e-4)


@pytest.mark.parametrize("model", WIDE)
def test_n4_18_of_words_far_apart_the_normed_score_rises_for_few_and_the_bare_one_for_most(model):
    translator, words_ = zoo.load(model).model, page_words("en", "symmetry")
    assert symmetry.normed(translator, 0, 3, 15)["risen"] < 0.1 < 0.5 < symmetry.risen(
        translator.source_embedding.W_E, 12)
    app = opened("transformer/symmetry", {"N4-18": "score_rises"}, lang="en", text="I love you.", model=model)
    said = words_["normed"].partition("{")[0]
    assert any(one.value.startswith(said) for one in app.markdown)
    assert not any(words_["note_unknown"] in one.value for one in app.caption)  # it spells what it does not know


@pytest.mark.parametrize(("model", "text"), [
    ("open-zh-en", "别急。"), ("translator-zh-en", "我爱你。")])
def test_where_the_other_direction_ranks_the_answer_is_not_called_the_best_of_a_beam(model, text):
    translator = zoo.load(model)
    answer = translator.answer_text(translator.answer(text))
    told = answer != decoder.answer_without(translator, text, "")
    assert told == (model in WIDE)
    app = opened("transformer/generation", lang="en", text=text, model=model)
    assert any(page_words("en", "generation")["reranked"] == one.value for one in app.caption) == told


# ---- Before training -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
def test_n1_05_an_untrained_model_has_every_parameter_of_the_trained_one_drawn_anew(model):
    translator = zoo.load(model)
    before, fresh = copy.deepcopy(translator.model.state_dict()), heads.untrained(translator, 3).model
    for name, parameter in translator.model.named_parameters():
        assert torch.equal(parameter, before[name])  # the trained one is as it was
        drawn = fresh.get_parameter(name)
        assert drawn.shape == parameter.shape and not torch.equal(drawn, parameter)
    again = heads.untrained(translator, 3).model
    assert all(torch.equal(a, b) for a, b in zip(fresh.parameters(), again.parameters()))


def test_n1_05_of_a_small_one_it_is_the_model_as_it_is_built_drawn_from_the_seed():
    translator = zoo.load(catalog.first(**SMALL))
    sizes = len(translator.source_vocabulary.words), len(translator.target_vocabulary.words)
    built = heads.redrawn(Transformer(*sizes, **translator.about["configuration"]), 3)
    fresh = heads.untrained(translator, 3).model
    assert all(torch.equal(a, b) for a, b in zip(built.parameters(), fresh.parameters()))


@pytest.mark.parametrize("model", MODELS)
def test_n2_15_what_may_stand_in_a_words_place_is_a_word_and_a_list_that_can_be_read(model):
    translator = zoo.load(model)
    for vocabulary in (translator.source_vocabulary, translator.target_vocabulary):
        words = offered(vocabulary)
        assert 100 < len(words) == len({*words}) <= MOST and {*words} <= {*vocabulary.words}
        assert not any(word in FIXED or word.startswith(INSIDE) for word in words)
        assert len(words) == MOST or len(words) == len(vocabulary.words) - len(SPECIALS)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_lesson_on_pieces_of_words_says_that_its_words_may_be_pieces(language):
    told = page_words(language, "lesson")["pieces"]
    for model, pieces in (("open-zh-en", True), ("translator-zh-en", False)):
        for page in ("attention", "heads"):
            app = opened(f"transformer/{page}", lang=language, model=model, text="我爱你。")
            assert (told in [one.value for one in app.caption]) == pieces, (page, model)
