"""The page on generation: its numbers against EXHIBITS and ERRATA, its laws, and the page itself in both languages."""

import json
import math

import pytest
import torch
from headless_page import lacking, opened
from samples import END, close

from core import decode, zoo
from core.experiments import beam_tree
from core.experiments import generation as experiment
from pages.transformer.generation.choosing import COLUMNS
from pages.transformer.generation.passes import looking, trace_after, written

TEXTS = ("我昨天买了一本书。", "老师给学生一本新书。", "他在学校学习中文。")
EXHIBITS = ("N1-16", "N0-01", "N0-24", "N0-25", "N1-23")


def source(translator, text):
    return translator.ids(translator.read(text))


@pytest.mark.parametrize("text", TEXTS)
def test_only_the_last_row_of_a_pass_is_new(translator, text):
    """N0-24, R31: rows repeat to within float32's rounding."""
    passes = experiment.loop(translator, source(translator, text))
    changes = experiment.repeats(passes)
    assert [len(change) for change in changes] == list(range(1, len(passes)))
    assert all(float(change.abs().max()) < 2e-5 for change in changes)


@pytest.mark.parametrize("text", TEXTS)
def test_a_pass_that_is_opened_is_the_one_of_the_loop(translator, text):
    """N1-16: all steps of it, bit for bit; and what the page keeps of each pass is what they hold."""
    passes, kept = experiment.loop(translator, source(translator, text)), written(translator.name, text)
    step, head = looking(translator.name)
    assert kept.ids == tuple(word.id for word in passes)
    for t, (word, one) in enumerate(zip(passes, kept.passes)):
        trace = trace_after(translator.name, text, kept.ids[:t])
        assert list(trace) == list(word.trace)
        assert all(torch.equal(trace[name].value, word.trace[name].value) for name in trace)
        assert torch.equal(one.looked, trace[step].value[head])
        assert torch.equal(one.shares, trace["probabilities"].value[:, kept.shown])
        assert torch.equal(one.logits, trace["logits"].value[-1]) and torch.equal(one.probabilities, word.probabilities)


@pytest.mark.parametrize("text", TEXTS)
def test_the_cache_projects_each_word_once(translator, text):
    """N0-24: naive decoding of m words projects m (m + 1) / 2 rows, cached m."""
    plain, cached = (experiment.cost(translator, source(translator, text), on) for on in (False, True))
    m, n = len(plain.own), len(translator.read(text))
    assert (sum(plain.own), sum(cached.own)) == (m * (m + 1) // 2, m)
    assert (sum(plain.source), sum(cached.source)) == (m * n, n)
    assert close(plain.probabilities, cached.probabilities, 1e-5)


@pytest.mark.parametrize("text", TEXTS)
def test_one_masked_pass_is_many_passes_and_an_unmasked_one_is_not(translator, text):
    """N0-25: 2e-6 with the mask; without it logits differ in every row but the last."""
    ids = [word.id for word in experiment.loop(translator, source(translator, text))]
    for edits, same in (((), True), (experiment.unmasked(translator), False)):
        gap = (experiment.parallel(translator, source(translator, text), ids, edits)
               - experiment.serial(translator, source(translator, text), ids, edits)).abs().amax(-1)
        assert bool((gap < 2e-5).all()) == same
        assert float(gap[-1]) < 2e-5
        assert same or float(gap[:-1].max()) > 1


def test_without_an_end_token_the_loop_runs_to_its_limit(translator):
    """N1-16."""
    ids = [word.id for word in experiment.loop(translator, source(translator, TEXTS[0]), ends=False, limit=12)]
    assert len(ids) == 12
    assert END not in ids


def test_the_beam_may_win_and_may_lose():
    """N1-23, R54: greedy 0.17 against 0.27; greedy 0.16, beam of two 0.07, beam of three 0.16."""
    searches = [[experiment.hand_tree(tree, width) for width in (1, 2, 3)] for tree in (experiment.MISSED,
                                                                                        experiment.LOST)]
    probability = [[math.exp(b.tree[b.best[0]].log_probability) for b in beams] for beams in searches]
    assert close(probability[0], [0.17, 0.27, 0.27], 1e-12)
    assert close(probability[1], [0.16, 0.07, 0.16], 1e-12)
    for tree in (experiment.MISSED, experiment.LOST):
        assert all(math.isclose(sum(row.values()), 1) for row in tree.values())


@pytest.mark.parametrize("width", [1, 2, 4])
def test_every_node_is_drawn_beside_its_parent(translator, width):
    places = beam_tree.by_rank(experiment.beam(translator, source(translator, TEXTS[1]), width, 0.6), dropped=2)
    at = {p.words: (p.x, p.y) for p in places} | {(): (0, 0.0)}
    assert len({(p.x, p.y) for p in places}) == len(places)
    assert all(at[p.words[:-1]] == (p.from_x, p.from_y) for p in places)
    assert sum(p.fate == "lit" for p in places) == max(len(p.words) for p in places if p.fate == "lit")
    hand = beam_tree.by_branch(experiment.LOST, experiment.hand_tree(experiment.LOST, min(width, 3)))
    assert len({(p.x, p.y) for p in hand}) == len(hand) == sum(map(len, experiment.LOST.values()))


@pytest.mark.parametrize("text", TEXTS)
def test_the_ledger_is_the_chain_rule(translator, text):
    """N0-01: the product of the conditionals, taken one by one, is the probability of the sentence."""
    ids = source(translator, text)
    target = [word.id for word in experiment.loop(translator, ids)]
    ledger = experiment.ledger(translator, ids, target)
    one_by_one = [float(experiment.next_word(translator, ids, target[:t])[i]) for t, i in enumerate(target)]
    assert close(ledger.log_probabilities, [math.log(p) for p in one_by_one], 1e-4)
    assert math.isclose(ledger.perplexity, math.exp(-ledger.total / len(target)), rel_tol=1e-9)
    assert experiment.continued(translator, ids, target[:2]) == target
    place = experiment.telling_change(translator, ids, target)
    assert 1 <= place <= len(target)


@pytest.mark.parametrize("text", TEXTS)
def test_r32_every_length_has_its_probability(translator, text):
    """The last is the translation's; each as the ledger of that sequence has it; together no more than certain."""
    ids = source(translator, text)
    own = [word.id for word in experiment.loop(translator, ids)]
    rows = [experiment.next_word(translator, ids, own[:t]) for t in range(len(own))]
    ended = experiment.endings(rows, own)
    for n, share in enumerate(ended):
        told = experiment.ledger(translator, ids, [*own[:n], experiment.MARKS.end])
        assert math.isclose(share, math.exp(told.total), rel_tol=1e-3) and share > 0
    assert len(ended) == len(own) and sum(ended) <= 1 + 1e-6


def test_the_same_seed_draws_the_same_sentences(translator):
    ids = source(translator, TEXTS[0])
    draws = [experiment.samples(translator, ids, decode.sampling(1.5, 0, 1.0, 3), 2, limit=10) for _ in range(2)]
    assert draws[0] == draws[1]
    greedy = experiment.samples(translator, ids, decode.sampling(0.0, 0, 1.0, 3), 1)[0]
    assert greedy == [word.id for word in experiment.loop(translator, ids)]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_page_shows_all_its_exhibits(lang):
    app = opened("transformer/generation", lang=lang)
    assert not app.exception
    assert not lacking(app, EXHIBITS, ("R31", "R32", "R54"))


def test_a_sentence_of_one_word_and_one_that_cannot_be_read():
    for text in ("我", "!!!" * 200, "   ,"):
        app = opened("transformer/generation", lang="en", text=text, model="translator-zh-en")
        assert not app.exception
        assert not lacking(app, ["N1-23"])


def test_the_chosen_beam_is_lit_from_its_first_word_to_its_last(translator):
    search = experiment.beam(translator, source(translator, TEXTS[0]), 4, 0.6)
    for chosen, node in enumerate(search.tree[i] for i in search.best):
        places = beam_tree.by_rank(search, dropped=2, chosen=chosen)
        assert [p.words for p in places if p.fate == "lit"] == [node.words[:t + 1] for t in range(len(node.words))]


@pytest.mark.parametrize("name, text", [("open-zh-en", "这本书有1387页，我在Microsoft看的。"),
                                        ("open-en-zh", "I paid 4,350 yuan for it at IKEA.")])
def test_the_beam_of_the_page_is_that_of_the_answer(name, text):
    model = zoo.load(name)
    ids = model.ids(model.read(text))
    beam = experiment.beam(model, ids, **model.about["beam"])
    answers = {one.words for one in model.candidates(tuple(ids.tolist()))}
    assert answers == {beam.tree[i].words for i in beam.best}


def test_a_reader_lights_another_beam():
    """The list of beams says which path is lit, in the tree by hand and in this sentence's."""
    app = opened("transformer/generation", lang="en", text=TEXTS[0])
    hand, own = (next(r for r in app.radio if str(r.key).startswith(f"lit {which}")) for which in ("hand", "4 "))
    assert len(hand.options) == 1 and len(own.options) == 4
    app.radio(key=own.key).set_value(1).run()
    assert not app.exception and app.radio(key=own.key).value == 1


def columns_of_the_tree(app):
    """The lengths at which the tree of the reader's sentence has boxes, first and last."""
    specs = [json.loads(chart.proto.spec) for chart in app.get("vega_lite_chart") if "strokeDash" in chart.proto.spec]
    axis = next(layer["encoding"]["x"]["axis"]["values"] for layer in specs[-1]["layer"])
    return axis[0], axis[-1]


def test_of_a_long_tree_as_many_columns_are_shown_as_have_room_and_a_slider_leads_to_its_end():
    text = "The day before yesterday my aunt bought a second-hand computer for her youngest son."
    app = opened("transformer/generation", lang="en", text=text, model="open-en-zh")
    slider = next(one for one in app.slider if str(one.key).startswith("first column"))
    last = int(slider.key.split()[-1])
    assert last > COLUMNS and columns_of_the_tree(app) == (1, COLUMNS)
    app.slider(key=slider.key).set_value(slider.max).run()
    assert not app.exception and columns_of_the_tree(app) == (last - COLUMNS + 1, last)
    short = opened("transformer/generation", lang="en", text=TEXTS[0], model="translator-zh-en")
    assert not any(str(one.key).startswith("first column") for one in short.slider)
