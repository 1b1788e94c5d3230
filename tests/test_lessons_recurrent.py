"""The page on recurrent networks: torch's own numbers, autograd's gradients, the notes' figures; two languages."""

import re
from itertools import pairwise

import pytest
import torch
from headless_page import ROOT, answered, guess, lacking, opened
from samples import close, generic, random
from test_texts import passages, toml
from torch import nn

from core import catalog, zoo
from core.data import slots
from core.equations import through_time as equations
from core.experiments import error_surface, recurrent
from core.experiments import through_time as computed
from core.models.rnn import DeepRNN
from core.recipes.slots import measured

PAGE = "sequences/recurrent"
EXHIBITS = ("N2-01", "N2-02", "N2-03", "N2-06", "N2-07", "N2-08", "N3-02", "N4-23", "N4-24", "N4-25", "N4-26", "N4-27",
            "N4-28")
ERRATA = ("R100", "R101", "R102")
GUESSES = {"N2-01": "right_3", "N4-24": "other_state", "N2-03": "half_or_more", "N4-26": "vanishes",
           "N2-08": "times_thousands", "N2-07": "thrown_far", "N3-02": "times_plus", "N4-23": "always_one",
           "N4-28": "thousand_times"}


@pytest.fixture(scope="module")
def tagger():
    return zoo.load("slots")


def run_of(tagger, text, seed=0):
    words = tagger.read(text)
    labels = torch.tensor([tagger.labels.index(label) for label in tagger.labelled(words)])
    return computed.unrolled(computed.fresh(tagger.model, seed), tagger.ids(words), labels)


# ---- T90-T92: torch's own networks and gradients ---------------------------------------------------------------------


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_t90_deep_rnn_gives_torchs_numbers(layers):
    ours, theirs = generic(DeepRNN(3, 4, 6, layers)), nn.RNN(3, 4, num_layers=layers, batch_first=True).double()
    for i, layer in enumerate(ours.layers):
        for name, value in (("ih", layer.cell.U), ("hh", layer.cell.W)):
            getattr(theirs, f"weight_{name}_l{i}").data = value.data
        theirs.get_parameter(f"bias_ih_l{i}").data = layer.cell.b.data
        nn.init.zeros_(theirs.get_parameter(f"bias_hh_l{i}"))
    x = random(2, 5, 3)
    states, _ = theirs(x)
    assert close(ours(x), states @ ours.V.mT + ours.c, 1e-9)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("text", slots.examples()[:3])
def test_t91_the_triangle_adds_up_to_autograd(tagger, text, seed):
    run = run_of(tagger, text, seed)
    terms = computed.terms(run)
    triangle = computed.triangle(run, terms)
    assert triangle["difference"] < 1e-9 and not computed.terms(run)[:, 0].any()
    direct = sum(torch.outer(g * (1 - h**2), before) for g, h, before in zip(run.g, run.h, run.before))
    assert triangle["direct_error"] == pytest.approx(float(100 * torch.dist(direct, run.whole) / run.whole.norm()))
    assert triangle["count"] == len(run) * (len(run) + 1) // 2 and triangle["direct_error"] > 20
    later = torch.ones(len(run), len(run), dtype=torch.bool).triu(1)
    assert not terms[later].any(), "no loss reaches a state that comes after it"


def chain(run, t, k):
    """dh_t/dh_k, the product of the Jacobians from k+1 to t; the identity for k = t."""
    P = torch.eye(run.h.shape[-1], dtype=run.h.dtype)
    for j in range(k + 1, t + 1):
        P = equations.jacobian_product(equations.step_jacobian(run.h[j], run.W), P)
    return P


def test_t91_a_term_of_the_picture_is_the_term_worked_out(tagger):
    run = run_of(tagger, slots.examples()[0])
    terms = computed.terms(run)
    for t, k in ((8, 8), (8, 7), (8, 6), (7, 2), (3, 0)):
        trace = computed.term(run, t, k)
        assert close(trace["weight_term"].value, terms[t, k], 1e-12)
        if t - k > 1:
            product = trace["jacobian_product"].value
            assert close(product[-1] if product.ndim == 3 else product, chain(run, t, k), 1e-12)


def test_t92_jacobians_are_autograds():
    W, x, h = random(4, 4), random(6, 4, seed=1), random(4, seed=2)
    states = [h]
    for row in x:
        states.append(torch.tanh(W @ states[-1] + row))

    def last(start):
        for row in x:
            start = torch.tanh(W @ start + row)
        return start

    P = torch.eye(4, dtype=torch.float64)
    for t, state in enumerate(states[1:]):
        J = equations.step_jacobian(state, W)
        step = torch.autograd.functional.jacobian(lambda h, t=t: torch.tanh(W @ h + x[t]), states[t])
        assert close(J, step, 1e-9)
        P = equations.jacobian_product(J, P)
    assert close(P, torch.autograd.functional.jacobian(last, h), 1e-9)


# ---- T97, T99 and the notes' figures ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("w", "y", "slope"), [(1.0, 1, 999), (1.01, 20751.64, 2.0526e7), (0.99, 4.3607e-5, 0.0440)])
def test_t97_one_weight_a_thousand_steps(w, y, slope):
    assert computed.power(w) == (pytest.approx(y, rel=1e-3), pytest.approx(slope, rel=1e-3))


@pytest.mark.parametrize(("w", "loss"), [(1.0, 0), (1.01, 4.3e8), (0.99, 0.9999)])
def test_n2_08_one_percent_in_the_loss(w, loss):
    assert computed.toy_loss(w) == pytest.approx(loss, rel=0.01)


def test_n2_06_one_step_from_the_toys_cliff():
    assert abs(computed.toy_step(1.01, 1e-6)) == pytest.approx(8.5e5, rel=0.01)
    assert abs(computed.toy_step(1.01, 1e-6, 1.0)) == pytest.approx(1e-6)


def test_t99_slots_need_what_was_read_before(tagger):
    alone = zoo.load("slots-per-word")
    assert [sum(one["right"] for one in recurrent.six(net)) for net in (alone, tagger)] == [3, 6]
    for one in recurrent.six(alone):
        assert sorted(one["shares"][one["city"]].tolist())[-2:] == pytest.approx([0.5, 0.5], abs=0.02)


@pytest.mark.parametrize("name", [catalog.first(answers="labels", network=one) for one in ("rnn", "per_word")])
def test_the_taggers_figures_are_their_own(name):
    subject = zoo.load(name)
    assert measured(subject) == subject.about["metrics"]
    assert slots.vocabulary().words == subject.source_vocabulary.words
    match = re.search(rf"- `{name}`, ([^:]+): ([^;]+); (\d)", (ROOT / "README.md").read_text("utf-8"))
    figures = subject.about["metrics"]
    assert f" {subject.about['parameters']} parameters" in match[1] and int(match[3]) == figures["cities_of_six"]
    assert all(f"{figures[kind]}%" in match[2] for kind in ("words", "cities"))


def test_every_sentence_has_its_twin():
    pairs = slots.pairs(3)
    for _ in range(50):
        (words, labels), (others, swapped) = next(pairs)
        exchange = {"destination": "departure", "departure": "destination", "arrive": "leave", "leave": "arrive"}
        assert [exchange.get(word, word) for word in words] == list(others)
        assert [exchange.get(label, label) for label in labels] == list(swapped)


def test_a_tagger_refuses_what_it_cannot_read(tagger):
    for text, reason in (("", "no word"), (". ,", "no word"), ("a " * 21, "at most 20 words"), ("x" * 40, "32 letters"),
                         ("x" * 501, "500 letters")):
        with pytest.raises(ValueError, match=reason):
            tagger.read(text)
    assert tagger.answer(slots.examples()[0]) == ["destination:", "Taipei", ",", "time:", "on", "November", "2nd"]


@pytest.mark.parametrize("text", slots.examples())
def test_n4_24_and_r101_hold_for_every_example(tagger, text):
    ids = tagger.ids(tagger.read(text))
    assert recurrent.reordered(tagger.model, ids) > 1e-3
    assert (computed.influence(tagger.model, ids, len(ids) - 1, 0) > 0).all()
    run = run_of(tagger, text)
    assert computed.triangle(run)["direct_error"] >= 50  # what the prose calls right here


def test_n4_26_tanh_tames_and_does_not_stop():
    one, grown, large = (computed.norms(radius, True)[-1] for radius in (1.0, 1.1, 1.5))
    assert computed.norms(1.0, False) == pytest.approx([1.0] * 50)
    assert computed.norms(0.5, False)[-1] == pytest.approx(0.5**50)
    assert one < 0.05 < 1 < large and grown < computed.norms(1.1, False)[-1]


def test_n2_07_the_cliff_throws_and_clipping_holds():
    free, clipped = (error_surface.descend(1.4, -0.2, 0.1, longest, 120) for longest in (None, 0.5))
    (left, right), (bottom, top) = error_surface.W, error_surface.B
    leaves = [any(not (left <= w <= right and bottom <= b <= top) for w, b in one.path) for one in (free, clipped)]
    assert leaves == [True, False] and free.longest_jump > 10 and free.losses[-1] > 0.05
    assert clipped.longest_jump <= 0.05 + 1e-12 and clipped.losses[-1] < 1e-3
    losses = error_surface.descend(2.2, 0.1, 0.1, None, 120).losses
    assert sum(after > 2 * before and after > before + 0.1 for before, after in pairwise(losses)) > 1
    w, b, heights = error_surface.surface(5)
    assert all(heights[j, i] == pytest.approx(error_surface.loss(w[i], b[j])[0]) for i in range(5) for j in range(5))


def test_n2_07_slopes_are_autograds():
    w, b = (torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in (1.3, 0.1))
    h = torch.tensor(error_surface.FIRST, dtype=torch.float64)
    for _ in range(error_surface.TIMES):
        h = torch.tanh(w * h + b)
    loss = (h - error_surface.WANTED) ** 2
    assert close(error_surface.loss(1.3, 0.1), [loss, *torch.autograd.grad(loss, (w, b))], 1e-9)


@pytest.mark.parametrize(("times", "layers"), [(1, 1), (9, 4), (5, 6)])
def test_n3_02_words_plus_layers_minus_one(times, layers):
    ready = recurrent.ticks(recurrent.deep(times, layers))
    assert ready.shape == (layers, times) and ready.max() == times + layers - 1


def test_r100_the_state_stays_and_the_cache_grows():
    few, many = recurrent.measured(5), recurrent.measured(50)
    assert few["state"] == many["state"] == 8 and many["cache"] == 10 * few["cache"] == 2 * 2 * 8 * 50
    assert recurrent.numbers_in_memory(1) == {"state": 512, "training": 512, "cache": 6144}


def test_n4_23_one_slot_has_all_the_weight():
    frames = recurrent.frames()
    assert recurrent.read_by_content(frames[:1], frames[3])["weights"].value.item() == 1
    for i, frame in enumerate(frames):
        assert recurrent.read_by_content(frames, frame)["weights"].value[0, 0].argmax() == i


# ---- The page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything_and_every_right_guess_is_right(language):
    app = opened(PAGE, lang=language)
    guess(app, PAGE, GUESSES)
    app.run()
    assert not app.exception and not app.error
    assert len(answered(app)) == len(app.success) == len(GUESSES)
    assert not lacking(app, ("N2-01", "N4-24", "N4-27", "N4-26", "N2-08", "N2-07", "N4-25", "N4-23", "N4-28"),
                       ERRATA)
    prose, options = passages(language, "recurrent"), toml(language, "recurrent")
    assert all(f"{key}.wrong" in prose and option in options for key, option in GUESSES.items())


def test_the_answer_is_not_on_the_page_before_the_guess():
    app = opened(PAGE, lang="en")
    text = " ".join(str(one.value) for kind in (app.markdown, app.metric) for one in kind)
    w = toml("en", "recurrent")
    assert w["network_per_word"] not in text and not any(m.label in (w["terms"], w["jump_free"]) for m in app.metric)


@pytest.mark.parametrize("text", ["Taipei", "leave", "I want to arrive arrive London London", "one two three"])
def test_page_with_short_and_strange_sentences(text):
    app = opened(PAGE, lang="en", text=text)
    assert not app.exception and not app.error


def test_a_chosen_term_and_a_chosen_cell_open_their_arithmetic():
    app = opened(PAGE, lang="en")
    cell = {"panel": None, "row": 6, "column": 1}
    app.session_state["recurrent triangle"] = {"cell": cell | {"picture": "triangle"}}
    app.session_state["recurrent triangle term"] = {"cell": {"picture": "jacobian_product", "panel": None, "row": 1,
                                                             "column": 2}}
    app.session_state["recurrent steps"] = {"step": "3", "cell": {"picture": "h 3", "panel": None, "row": 2,
                                                                  "column": 0}}
    assert not app.run().exception
