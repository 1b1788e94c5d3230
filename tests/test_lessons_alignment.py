"""The page on translation four ways: its numbers against laws and by hand, both languages."""

import re

import pytest
import torch
from headless_page import answered, guess, lacking, opened
from samples import close

from core import catalog, evaluate, zoo
from core.equations import alignment as eq
from core.experiments import alignment
from core.measures.alignment_error import head_errors

EXHIBITS, ERRATA = ("N2-10", "N2-11"), ("R61", "R71")
GUESSES = {"N2-10": "collapses", "N2-11": "never", "looking": "alike"}
TEXT = "我昨天买了一本书。"
MODELS = alignment.task_models()
RECURRENT_MODELS = [name for name in MODELS if catalog.abilities(name).network != "transformer"]


def test_t100_the_notes_weights_are_a_limit():
    """T100, R61: energies (10, 10, 0, 0) over unit vectors."""
    trace = alignment.example((10.0, 10.0, 0.0, 0.0))
    assert close(trace["context"].value, [.49998, .49998, .00002, .00002], 1e-5)
    assert close(trace["context"].value, trace["weights"].value, 0)
    left = [alignment.shortfall((gap, gap, 0.0, 0.0)) for gap in (0.0, 10.0, 100.0)]
    assert left[0] == 0.5 and left[0] > left[1] > left[2] > 0
    assert (eq.weights(torch.randn(50, 4, dtype=torch.float64) * 10).sum(-1) - 1).abs().max() < 1e-12


def test_n2_11_a_cosine_cannot_point():
    assert close(alignment.matched("cosine", 20.0), [0.5**0.5, 0.5**0.5, 0, 0])
    assert alignment.matched("product", 10.0) == [10, 10, 0, 0]


@pytest.mark.parametrize("text", ["我", "谢谢", TEXT])
@pytest.mark.parametrize("model", RECURRENT_MODELS)
def test_what_crosses_the_bridge_is_some_of_what_the_encoder_has_computed(model, text):
    """Of an LSTM the cell states too, of which the last one crosses."""
    app = opened("sequences/alignment", lang="en", text=text, **{"bridge-model": model})
    (said,) = [one.value for one in app.caption if "of them cross" in one.value]
    trace = zoo.load(model).trace(text)
    states = [trace[name].value for name in ("encoder.stacked", "encoder.cell.cell_state") if name in trace]
    last = sum(state[-1].numel() for state in states)
    n, whole, crossed, *_ = map(int, re.findall(r"\d+", said.replace(",", "")))
    assert (n, whole, crossed) == (len(states[0]), sum(state.numel() for state in states), last) and crossed <= whole


@pytest.mark.parametrize("text", ["我", TEXT])
def test_the_way_back_leads_through_all_words_or_through_attention(text):
    """N2-10: n + m steps through the bridge; one of each network with attention, whatever the lengths."""
    app = opened("sequences/alignment", {"N2-10": "collapses"}, lang="en", text=text)
    (said,) = [one.value for one in app.markdown if "shortest way" in one.value]
    traces = [zoo.load(name).trace(text) for name in RECURRENT_MODELS]
    through = [sum(len(trace[name].value) for name in ("encoder.stacked", "decoder.stacked")) for trace in traces]
    assert list(map(int, re.findall(r"\*\*(\d+)\*\*", said))) == [*through[:2], 2] and through[0] > 2


def test_four_models_of_one_task():
    assert [catalog.abilities(name).network for name in MODELS] == ["rnn", "lstm", "attention", "transformer"]
    lines = alignment.table()
    assert all(abs(line.parameters / 270_000 - 1) < 0.015 for line in lines)  # "some 270 thousand"
    words = [catalog.about(name)["vocabulary"] for name in MODELS]
    assert all(vocabulary == words[0] for vocabulary in words)
    assert [line.error is None for line in lines] == [True, True, False, False]
    for name in MODELS:
        metrics = alignment.metrics(name)
        assert metrics["sentences_per_set"] == evaluate.COUNT and metrics["evaluation_seed"] == alignment.SEED
        counted = metrics["by_length"]
        assert sum(row["sentences"] for row in counted) == 4 * evaluate.COUNT
        assert sum(group.sentences for group in alignment.by_length(name)) == 4 * evaluate.COUNT
    assert all(group.sentences >= 100 for group in alignment.by_length(MODELS[0]))


def test_what_the_prose_says_of_the_four():
    """Attention beats the bridge alone, and the bridge keeps the smallest part of its matches over length."""
    recipes = [catalog.about(name)["recipe"] for name in MODELS]
    for key in ("pairs", "batch", "smoothing", "dropout"):
        assert len({recipe[key] for recipe in recipes}) == 1
    assert len({recipe["steps"] for recipe in recipes}) > 1 and len({recipe["rate"] for recipe in recipes}) > 1
    rnn, lstm, attention, transformer = alignment.table()
    for name in lstm.exact:
        assert rnn.exact[name] <= lstm.exact[name] < attention.exact[name] <= transformer.exact[name]
    left = {name: alignment.by_length(name)[-1].exact / alignment.by_length(name)[0].exact for name in MODELS[1:]}
    assert left[lstm.name] < left[attention.name] < left[transformer.name]


@pytest.mark.parametrize("name", RECURRENT_MODELS)
def test_the_stored_metrics_are_those_of_the_stored_weights(name):
    translator, pairs = zoo.load(name), evaluate.grammar.corpus("test", 200, alignment.SEED)
    bucket = [pair for pair in pairs if len(pair.zh) == 6]
    right = evaluate.right_ones(translator, [(p.zh, p.en) for p in bucket])
    stored = next(row for row in alignment.metrics(name)["by_length"] if row["words"] == 6)
    assert abs(sum(right) / len(right) - stored["right"] / stored["sentences"]) < 0.2


def test_the_error_rate_is_of_a_head_or_of_the_one_attention():
    additive = zoo.load("attention-zh-en")
    pairs = evaluate.grammar.corpus("test", 60, alignment.SEED)
    (errors,) = head_errors(additive, pairs).values()
    assert abs(errors[0] - alignment.error_rate("attention-zh-en")) < 0.06
    assert head_errors(zoo.load("lstm-zh-en"), pairs[:10]) == {}
    with pytest.raises(ValueError, match="no attention"):
        alignment.looked(zoo.load("lstm-zh-en"), TEXT)


def test_influence_is_a_share_and_agrees_with_a_nudge():
    translator = zoo.load("attention-zh-en")
    share, produced = alignment.influence(translator, TEXT)
    assert share.shape == (len(produced), 8) and close(share.sum(-1), torch.ones(len(produced)), 1e-5)
    assert produced == (*translator.answer(TEXT), "</s>")


def test_words_that_agree_keep_their_order():
    assert alignment.agreeing("abxc", "abc") == [True, True, False, True]
    assert alignment.agreeing((), ("a",)) == []


def test_samples_are_unseen_and_known():
    samples = alignment.samples()
    assert tuple(samples) == alignment.SAMPLES
    translator, unseen = zoo.load("translator-zh-en"), evaluate.grammar.corpus("test", 400, alignment.SEED)
    for n, text in samples.items():
        pair = alignment.gold(translator.read(text))
        assert len(pair.zh) == n and pair in unseen
    assert alignment.gold(("我",)) is None


def test_the_page_opens_with_the_sentence_that_parts_the_models():
    sentence = alignment.parting()
    assert str(catalog.first_page()["parting"]) == sentence
    assert len({tuple(zoo.load(name).answer(sentence)) for name in MODELS}) > 1
    app = opened("sequences/alignment", lang="en")
    assert app.text_input(key="text").placeholder == sentence
    assert any(sentence in block.value for block in app.markdown)


def test_what_must_wait():
    assert [alignment.steps_in_a_row(name, 20, 20) for name in MODELS] == [40, 40, 40, 4]


def test_a_step_of_training_is_measured_for_each():
    assert (cost := alignment.stored()["seconds_per_step"]).keys() == set(MODELS) and min(cost.values()) > 0


def test_r71_both_papers_are_of_one_month():
    assert {alignment.first_version(number) for number, _ in alignment.CITED.values()} == {"2014-09"}
    assert alignment.CITED["Bahdanau"][1].endswith("15")


# ---- The page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything(language):
    app = opened("sequences/alignment", lang=language)
    guess(app, "alignment", GUESSES)
    app.run()
    assert not app.exception and not app.error and len(answered(app)) == len(GUESSES)
    assert not lacking(app, EXHIBITS, ERRATA)


@pytest.mark.parametrize(("text", "model"), [("我", "rnn-zh-en"), ("Transformer 书 书", "attention-zh-en"),
                                             ("I love you.", "translator-en-zh")])
def test_page_with_other_sentences_and_models(text, model):
    app = opened("sequences/alignment", GUESSES, lang="en", text=text, model=model)
    assert not app.exception and not app.error


def test_a_longer_sentence_is_one_press_away():
    app = opened("sequences/alignment", lang="en")
    app.button(key="sentence 15").click().run()
    assert not app.exception and app.session_state["text"] == alignment.samples()[15]
    app.button(key="open lstm-zh-en").click().run()
    assert (app.session_state["model"], app.session_state["text"]) == ("lstm-zh-en", alignment.samples()[15])


@pytest.mark.parametrize("name", RECURRENT_MODELS)
def test_the_walkthrough_shows_every_one(name):
    app = opened("transformer/walkthrough", lang="zh", model=name)
    assert not app.exception and not app.error
