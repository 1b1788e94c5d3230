"""What a text calls rounding is rounding: a few units in the last place of the largest number that was compared."""

import itertools

import pytest
import torch

from core import catalog, zoo
from core.data import digits
from core.experiments import attention, decoder, generation, heads, since_2017, vit

UNITS = 64  # sums of as many terms as these models have: 2.8 units was the most that a logit moved
SINGLE, DOUBLE = (torch.finfo(kind).eps for kind in (torch.float32, torch.float64))
TRANSLATORS = [name for name in ("translator-zh-en", "translator-en-zh") if name in catalog.stored()]


def bound(values, unit=SINGLE):
    """The most that rounding may move one of these values."""
    return UNITS * unit * float(values.abs().max())


@pytest.fixture(scope="module", params=TRANSLATORS)
def translator(request):
    return zoo.load(request.param)


@pytest.fixture(scope="module")
def traces(translator):
    return {text: translator.trace(text) for text in translator.examples}


def test_rows_of_earlier_passes_and_the_cache(translator):
    """N0-24."""
    for text in translator.examples:
        ids = translator.ids(translator.read(text))
        passes = generation.loop(translator, ids)
        logits = torch.cat([one.trace["logits"].value.flatten() for one in passes])
        for change in generation.repeats(passes):
            assert float(change.abs().max()) <= bound(logits), text
        plain, cached = (generation.cost(translator, ids, on) for on in (False, True))
        assert float((plain.probabilities - cached.probabilities).abs().max()) <= bound(plain.probabilities), text


def test_queries_and_keys_turned_against_each_other(translator, traces):
    """N0-08, with every turn that the page offers; in float64."""
    for (text, trace), seed in zip(traces.items(), itertools.cycle(range(10))):
        for layer, head in itertools.product(range(2), range(4)):
            path = f"encoder.{layer}.self_attention"
            x = trace[trace[f"{path}.queries"].inputs[0]].value
            turned = attention.gauge(attention.attention_module(trace.parameters, path), x, head, seed)
            moved = float((turned["P"] - turned["turned P"]).abs().max())
            assert moved <= bound(turned["Q"], DOUBLE) * float(turned["turned Q"].abs().max()), (text, seed)


def test_tied_scores_and_keys_in_another_order(translator, traces):
    """N1-07, N3-07."""
    for text, trace in traces.items():
        for layer, head in itertools.product(range(2), range(4)):
            Q, K, V = (trace[f"encoder.{layer}.self_attention.{name}"].value[head]
                       for name in ("queries", "keys", "values"))
            assert attention.asymmetry(Q @ Q.mT)[0] <= bound(Q @ Q.mT), text
            assert attention.reordered(Q, K, V, [0, *range(len(K) - 1, 0, -1)]) <= bound(V, DOUBLE), text


def test_a_head_switched_off_is_its_write_taken_away(translator, traces):
    """N0-12, every head of every attention in turn."""
    sites = [name.removesuffix(".concat") for name in next(iter(traces.values())) if name.endswith(".concat")]
    for (text, trace), (site, head) in zip(traces.items(), itertools.cycle(itertools.product(sites, range(4)))):
        assert heads.subtraction(translator, text, site, head) <= bound(trace[f"{site}.output"].value), (text, site)


def test_the_memory_and_the_hidden_units_in_another_order(translator, traces):
    """N0-20, N0-21."""
    for text, trace in traces.items():
        assert decoder.permuted_memory(translator, text, 3)[2] <= bound(trace["logits"].value), text
        for layer in range(decoder.layers(trace)):
            output = trace[f"decoder.{layer}.feed_forward.output"].value
            assert decoder.permuted_units(translator, trace, layer, 3)[1] <= bound(output), text


def test_patches_without_places():
    """N0-29: every held-out digit; probabilities, so the largest is at most 1."""
    classifier = zoo.load("vit-digits")
    moved = {text: vit.without_places(classifier, text)["none"] for text in map(digits.written, digits.part("test")[0])}
    assert len(moved) > 300 and max(moved.values()) <= UNITS * SINGLE


def test_two_ways_to_cut_a_picture_and_turned_places():
    """N2-29 and the lesson on what came after 2017; in float64."""
    assert vit.as_convolution()[0] <= 16 * UNITS * DOUBLE  # sums of 48 products of drawn numbers are below 16
    products = since_2017.products("rotary")
    assert since_2017.spread(products) <= bound(torch.as_tensor(products), DOUBLE)
