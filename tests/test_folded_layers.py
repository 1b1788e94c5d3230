"""A layer that repeats is folded into one stop, and what is said of it is what this run computed, in both languages."""

import math
import re
from types import SimpleNamespace

import pytest
import torch
from samples import GROUPS, RUNS, SIZES, SOURCE, TARGET, TEXT, in_halves, language_model, recorded, translation

from core.equations import output
from core.experiments import layer_by_layer
from core.models.bert import BERT
from core.models.gpt import GPT
from core.models.llama import Llama
from core.models.transformer import PreNormTransformer, Transformer
from pages.components.stage import follow
from pages.components.stage.layer_text import differences
from pages.components.stage.layers import FEWEST, LAYER, comparable_layers, layers
from pages.components.stage.run import _fold, _ordered
from pages.components.stage.stop_text import explain
from pages.components.stage.stops import BLOCK, overviews, stops
from pages.components.text_files import DEPTHS, LANGUAGES, page_words

DEEP, COUNT = SIZES | {"n_layers": 6}, 6
MODELS = {
    "llama": lambda: language_model(Llama(9, **GROUPS | {"n_layers": COUNT}), TEXT),
    "llama with windows": lambda: language_model(Llama(9, **GROUPS | {"n_layers": COUNT}, windows=(None, 2) * 3), TEXT),
    "gpt-2": lambda: language_model(GPT(9, 7, **DEEP), TEXT),
    "bert": lambda: in_halves(BERT(9, 7, 4, **DEEP), TEXT, output.probabilities),
    "translator": lambda: translation(Transformer, SOURCE, TARGET, sizes=DEEP),
    "pre-norm translator": lambda: translation(PreNormTransformer, SOURCE, TARGET, sizes=DEEP),
}
OPEN = re.compile(r"\{[a-z_]*(?::[^{}]*)?\}")
SAID = ("one", 0.25), ("two", 0.5)


@pytest.fixture(params=MODELS, scope="module")
def made(request):
    torch.manual_seed(0)
    run = MODELS[request.param]()
    return run.model, run.trace()


def folded_of(trace):
    return layers(trace, stops(trace, trace.plan))


def test_each_layer_but_the_first_is_folded_once_and_in_order(made):
    model, trace = made
    stacks = [name for name in ("encoder", "decoder") if hasattr(model, name)]
    assert [stop.key for stop in folded_of(trace)] == [f"{LAYER}{name}.{i}" for name in stacks for i in range(1, COUNT)]


@pytest.mark.parametrize("name", RUNS)
def test_fewer_layers_than_can_be_told_apart_at_a_look_are_not_folded(name):
    trace = recorded(name)
    assert max((box.layer or 0 for box in trace.plan.boxes(trace)), default=0) < FEWEST and not folded_of(trace)


def test_layers_of_different_make_are_not_folded():
    model = Llama(9, **GROUPS | {"n_layers": COUNT})
    for number in (2, 4):
        model.decoder[number] = Llama(9, **GROUPS | {"d_ff": 31}).decoder[0]
    assert folded_of(language_model(model, TEXT).trace()) == []


def test_a_folded_layer_stands_before_all_that_is_in_it(made):
    _, trace = made
    plain, sheets, folded = stops(trace, trace.plan), overviews(trace, trace.plan), folded_of(trace)
    order, folds = _ordered(plain, [*folded, *sheets]), {stop.group: stop.key for stop in folded}
    assert [stop for stop in order if stop in plain] == plain and len(order) == len(plain) + len(sheets) + len(folded)
    keys = [stop.key for stop in order]
    for stop in folded:
        own = [other.key for other in order if _fold(other, folds).get("folded") == stop.key]
        at = keys.index(stop.key)
        assert keys[at + 1:at + 1 + len(own)] == own and own[0].startswith(BLOCK)
        assert {one.group for one in plain if one.key in own} == {stop.group} and len(own) > 10
        assert all(name in trace for name in stop.pictures) and len(stop.signs) == len(stop.pictures) - 1


def test_what_is_said_of_a_layer_was_computed_in_this_run(made):
    """How far the row moves and which head is least like those before, worked out once more, cell by cell."""
    _, trace = made
    for key, (before, now) in comparable_layers(trace).items():
        for row in range(trace[now.output].shape[0]):
            parts, cells = differences(trace, key, row, None)
            facts = dict(parts)
            x, y = trace[now.given(trace)].value[row].tolist(), trace[now.output].value[row].tolist()
            assert now.given(trace) == before.output
            size = math.hypot(*x)
            assert facts["moved"]["ratio"] == pytest.approx(math.dist(x, y) / size, rel=1e-4)
            cosine = sum(a * b for a, b in zip(x, y)) / size / math.hypot(*y)
            assert facts["moved"]["cosine"] == pytest.approx(cosine, abs=1e-5)
            farthest = {}
            for old, new in zip(before.weights(trace), now.weights(trace)):
                A, B = trace[old].value[:, row].tolist(), trace[new].value[:, row].tolist()
                for head, mine in enumerate(B):
                    farthest[new, head] = min(sum(abs(a - b) for a, b in zip(mine, other)) / 2 for other in A)
            most = max(farthest.values())
            assert ("head" in facts) == (most >= 0.005) != ("alike" in facts)
            if "head" in facts:
                name, index = cells[-1]
                assert farthest[name, index[0]] == pytest.approx(most, abs=1e-6) and index[1] == row
                assert facts["head"]["share"] == pytest.approx(float(trace[name].value[index]), abs=1e-6)
                earlier = before.weights(trace)[now.weights(trace).index(name)]
                at = (facts["head"]["other"] - 1, *index[1:])
                assert facts["head"]["before"] == pytest.approx(float(trace[earlier].value[at]), abs=1e-6)


@pytest.mark.parametrize("name", ["llama", "gpt-2", "bert", "translator", "pre-norm translator"])
def test_what_it_would_say_is_what_the_model_says_without_the_later_layers(name):
    torch.manual_seed(0)
    run, short = MODELS[name](), MODELS[name]()
    short.model.load_state_dict(run.model.state_dict())
    trace, stack = run.trace(), "decoder" if hasattr(run.model, "decoder") else "encoder"
    subject = SimpleNamespace(model=run.model, target_vocabulary=SimpleNamespace(words=[str(i) for i in range(99)]))
    for number in range(COUNT, 1, -1):
        setattr(short.model, stack, getattr(short.model, stack)[:number])
        for row, shares in enumerate(torch.softmax(short.trace()["logits"].value, -1)):
            step = comparable_layers(trace)[f"{LAYER}{stack}.{number - 1}"][1].output
            word, share = layer_by_layer.early_answer(subject, trace, step, row)
            assert share == pytest.approx(float(shares.max()), abs=1e-5) and shares[int(word)] == shares.max()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_that_stays_is_told_with_both_its_probabilities_and_not_as_the_same(language):
    told = page_words(language, "stage")["layer_still"].format(new="us", share=0.74, before=0.2)
    assert all(one in told for one in ("“us”", "74%", "20%")) and not re.search("一样|相同|same|, as ", told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_about_a_layer_is_whole_and_its_rings_are_cells_that_are_shown(made, language):
    _, trace = made
    words = [follow.Follow(stream, i) for stream, known in follow.streams(trace).items() for i in range(len(known))]
    for stop in folded_of(trace):
        for word in words:
            row = follow.row_told(trace, stop, word)
            for answers in (None, SAID, (SAID[0], SAID[0])):
                text = explain(trace, stop, row, language, DEPTHS[0], answers=answers)
                (prose,) = text.prose
                assert not OPEN.search(prose) and "nan" not in prose and not text.question and text.title
                assert prose.count("orange-badge") == len(text.findings) == len(re.findall(r"\[[12]\]", prose))
                assert len(prose.split("\n\n")) == (5 if answers else 4)
            for name, index in text.findings:
                assert name in stop.pictures and all(i is None or i < n for i, n in zip(index, trace[name].shape))
