"""A brought model on another device than the CPU: no operation mixes the two, and what a trace hands out is on the CPU.

The device is one that pretends (``elsewhere``): each operation is held to tensors of one device, and computed by the
CPU, so that the numbers must be the same bit for bit. What it cannot show is how a real one computes: which operations
and types it has, how it rounds, how fast it is, how much it holds.
"""

import gc
import random

import elsewhere
import pytest
import torch
from damaged_files import plain
from headless_page import opened
from test_brought_laws import every_kind
from test_brought_walk import KINDS, TEXT, brought  # noqa: F401 (a fixture)
from test_deep_trace import same_steps

from core import blocks, builder, decode, device, file_check, zoo
from core.bring import __main__
from core.edits import Ablate, Permute, Replace, SetCell
from core.equations import rotary
from core.experiments import copying, exchanged_rows, head_kinds, layer_by_layer, resting_place, sentences
from core.files import UnusableError
from core.models.llama import Llama
from core.switches import switches
from core.trace import given, record

CELLS = 40


@pytest.fixture(autouse=True)
def short_answers(monkeypatch):
    """Twelve words, or two for each that is read, show what 48 would: weights that are drawn never end a sentence."""
    monkeypatch.setattr(decode, "LIMIT", 12)


@pytest.fixture
def both(brought, monkeypatch):  # noqa: F811
    """The model on the CPU and on the device that pretends, and what it is given."""
    here = zoo.fresh(brought)
    with elsewhere.chosen(monkeypatch):
        there = zoo.fresh(brought)
        assert {type(one) for one in there.model.parameters()} == {elsewhere.Elsewhere}
        yield here, there, here.examples[0] if here.abilities.reads == "picture" else TEXT


@pytest.fixture(params=["whole", "deep"])
def recorded(request, monkeypatch):
    """Whether a pass is kept whole, or as little of it as of a deep model with large weights."""
    if request.param == "deep":
        monkeypatch.setattr(blocks, "DEEP", 0)
        monkeypatch.setattr(builder, "LARGE", 0)
        monkeypatch.setattr(builder, "WEIGHTS", 0)
    return request.param


def on_cpu(value):
    return not isinstance(value, torch.Tensor) or (type(value) is not elsewhere.Elsewhere and value.is_cpu)


def test_the_device_that_pretends_refuses_to_mix(monkeypatch):
    with elsewhere.chosen(monkeypatch):
        here, there = torch.arange(6.0), torch.arange(6.0, device=device.chosen())
        for mixed in (lambda: here + there, lambda: there[torch.tensor([1])], lambda: torch.cat((here, there)),
                      lambda: there.index_fill(0, torch.tensor([1]), 0.0), lambda: there @ here):
            with pytest.raises(RuntimeError, match="mixes devices"):
                mixed()
        with pytest.raises((RuntimeError, TypeError)):
            there.numpy()
        assert torch.equal((2 * there).cpu(), 2 * here) and on_cpu(there.cpu()) and not on_cpu(there)


@every_kind
def test_a_trace_is_that_of_the_cpu_and_hands_out_nothing_else(both, recorded):
    here, there, text = both
    wanted, trace = here.trace(text), there.trace(text)
    same_steps(trace, wanted)
    draw = random.Random(0)
    for name, step in trace.items():
        assert all(map(on_cpu, (*step.values, step.value, *(arg for call in range(len(step.shapes))
                                                            for arg in step.arguments(call))))), name
        if step.axes:
            assert on_cpu(step.rows(slice(0, 1))), name
        if step.axes == ("head", "query", "key"):
            assert on_cpu(step.glimpse) and torch.equal(step.glimpse, wanted[name].glimpse), name
    assert all(on_cpu(trace.parameters[name]) and on_cpu(trace.value_of(name)) for name in trace.parameters)
    computed = [step for step in trace.values() if step.equation is not None]
    for step in draw.sample(computed, min(CELLS, len(computed))):
        cell = tuple(draw.randrange(n) for n in step.shape)
        assert trace.worked(step.name, cell).result == wanted.worked(step.name, cell).result, step.name
        assert trace.sources(step.name, cell) == wanted.sources(step.name, cell), step.name
        assert trace.check(step.name, 1)[:3] == wanted.check(step.name, 1)[:3], step.name


@every_kind
def test_a_trace_holds_nothing_of_the_device_but_the_parameters(brought, recorded, monkeypatch):  # noqa: F811
    gc.freeze()  # what there is already need not be looked through
    try:
        with elsewhere.chosen(monkeypatch):
            there = zoo.fresh(brought)
            trace = there.trace(there.examples[0] if there.abilities.reads == "picture" else TEXT)
            _ = [step.value for step in trace.values()]
            rotary._angles.cache_clear()
            gc.collect()
            held = [one for one in gc.get_objects() if type(one) is elsewhere.Elsewhere]
            assert held and not [one.shape for one in held if not isinstance(one, torch.nn.Parameter)]
    finally:
        gc.unfreeze()


@every_kind
def test_edits_do_there_what_they_do_on_the_cpu(both, recorded):
    """The edits of each kind, and some switches: of every model half of them where all is kept of the pass and half
    where little is, and of every other model the other halves."""
    here, there, text = both
    wanted, trace = here.trace(text), there.trace(text)
    weights = next(step for step in wanted.values() if step.axes == ("head", "query", "key") and step.shows == "share")
    last = [name for name, step in wanted.items() if step.shows == "signed" and step.equation is not None][-1]
    edits = [Ablate(weights.name, 1), SetCell(weights.name, (1, 1, 0), 0.75, True),
             Permute(weights.name, "key", tuple(reversed(range(weights.shape[2])))),
             Replace(weights.name, weights.value.flip(0)), Replace(last, wanted[last].value / 2),
             *(switch.edit for switch in random.Random(recorded).sample(switches(wanted), 3))]
    again = {} if here.abilities.translates else {"earlier": trace}
    for edit in edits[(list(KINDS).index(here.name) + (recorded == "deep")) % 2::2]:
        same_steps(there.trace(text, (edit,), **again), here.trace(text, (edit,)))


@every_kind
def test_what_it_says_there_is_what_it_says_on_the_cpu(both):
    here, there, text = both
    weights = next(step.name for step in here.trace(text).values() if step.axes == ("head", "query", "key"))
    for edits in ((), (Ablate(weights, 0),)):
        assert there.answer(text, edits) == here.answer(text, edits)
        for written in ((), (5,), (5, 6)) if here.abilities.can_continue or here.abilities.can_fill else ():
            place, wanted = (one.next_place(text, written, edits) for one in (there, here))
            assert place[:4] == wanted[:4] and on_cpu(place.scores)
            assert place.scores is wanted.scores or torch.equal(place.scores, wanted.scores)


@pytest.mark.parametrize("brought", ["tiny-en-zh", "tiny-gpt2", "tiny-mistral"], indirect=True)
@pytest.mark.parametrize("cached", [False, True])
def test_words_drawn_over_its_cache_are_those_of_the_cpu(both, recorded, cached):
    answers = []
    for subject in both[:2]:
        ids = torch.tensor([5, 6, 7, 8], device=device.of(subject.model))
        draw = decode.sampling(1.0, 5, 0.9, seed=3)
        answers.append((list(decode.words(subject.model, ids, draw, cached=cached, limit=5)),
                        decode.greedy(subject.model, ids, 5).tolist(),
                        decode.beam(decode.scorer(subject.model, ids), 3, limit=5).best))
    (wanted, *rest), (generated, *others) = answers
    assert [word.id for word in generated] == [word.id for word in wanted] and rest == others
    for one, other in zip(generated, wanted):
        assert on_cpu(one.probabilities) and torch.equal(one.probabilities, other.probabilities)
        same_steps(one.trace, other.trace)


@pytest.mark.parametrize("options", [{"bias": True, "interleaved": True}, {"head_norm": True, "tied": False},
                                     {"windows": (2, None)}])
def test_what_else_a_llama_can_be_mixes_nothing(options, monkeypatch):
    model, traces = Llama(20, 16, 4, 2, **options).requires_grad_(False), []
    for parameter in model.parameters():
        parameter.normal_(generator=torch.Generator().manual_seed(parameter.numel()))
    with elsewhere.chosen(monkeypatch):
        for place in ("cpu", device.chosen()):
            with record(model.to(place)) as trace:
                model(given("source", torch.arange(7, device=place), "token", shows="ids"))
                assert on_cpu(trace["logits"].value)  # while it is still recorded
            traces.append(trace)
            assert all(on_cpu(call.value) for step in trace.values() for call in step.recorded)
    same_steps(*reversed(traces))


@pytest.mark.parametrize("brought", ["tiny-mistral"], indirect=True)
def test_the_lessons_of_real_models_find_there_what_they_find_on_the_cpu(both):
    here, there, text = both
    pair = text, text.replace("cat", "dog")
    trials = [head_kinds.kinds, lambda one: copying.read_twice(one, text), lambda one: resting_place.loss(one, text),
              lambda one: resting_place.shares(one, text).tolist(), lambda one: exchanged_rows.says(one, text),
              lambda one: exchanged_rows.patched(one, 1, *(exchanged_rows.rows(one, one.ids(line))[1] for line in pair),
                                           (5, 6)).tolist(),
              lambda one: layer_by_layer.early_answer(one, one.trace(text), "decoder.0.residual_2.added", 1),
              lambda one: layer_by_layer.following(one, one.trace(text), 1)]
    for trial in trials:
        assert trial(there) == trial(here)


@pytest.mark.parametrize("brought", ["tiny-sentences"], indirect=True)
def test_sentences_are_directions_there_as_on_the_cpu(brought, monkeypatch):  # noqa: F811
    monkeypatch.setattr(sentences, "MODEL", brought)
    wanted = sentences.encoder.__wrapped__().vectors((TEXT, "the cat"))
    with elsewhere.chosen(monkeypatch):
        vectors = sentences.encoder.__wrapped__().vectors((TEXT, "the cat"))
        assert on_cpu(vectors) and torch.equal(vectors, wanted)


@pytest.mark.parametrize("brought", ["tiny-gpt2", "tiny-mistral", "tiny-en-zh", "tiny-bert"], indirect=True)
def test_weights_held_in_half_precision_mix_nothing(brought, recorded, monkeypatch):  # noqa: F811
    """They are raised as a whole there, here in parts, where a product may add up in another order."""
    read = zoo.weights
    monkeypatch.setattr(zoo, "weights", lambda *asked: {name: one.half() for name, one in read(*asked).items()})
    wanted = zoo.fresh(brought).trace(TEXT)
    with elsewhere.chosen(monkeypatch):
        trace = zoo.fresh(brought).trace(TEXT)
        for name, step in wanted.items():
            assert all(one.dtype != torch.half and torch.allclose(one, other, rtol=0, atol=1e-4)
                       for one, other in zip(trace[name].values, step.values)), name


@every_kind
def test_without_a_name_and_with_that_of_the_cpu_the_bits_are_the_same(brought, recorded, monkeypatch):  # noqa: F811
    traces = []
    for name in (None, "", "cpu"):
        monkeypatch.delenv("ATTENTION_DEVICE", raising=False)
        if name is not None:
            monkeypatch.setenv("ATTENTION_DEVICE", name)
        subject = zoo.fresh(brought)
        assert device.of(subject.model).type == "cpu"
        traces.append(subject.trace(subject.examples[0] if subject.abilities.reads == "picture" else TEXT))
    for trace in traces[1:]:
        same_steps(trace, traces[0])


@pytest.mark.parametrize("brought", ["tiny-gpt2"], indirect=True)
@pytest.mark.parametrize("name", ["foo", "cuda:99", elsewhere.NAME])
def test_a_device_that_is_not_there_is_told_of_in_one_sentence(brought, name, monkeypatch, capfd):  # noqa: F811
    monkeypatch.setenv("ATTENTION_DEVICE", name)
    monkeypatch.setattr(file_check, "_said", {})
    with pytest.raises(UnusableError, match=f"^ATTENTION_DEVICE is '{name}', .* Unset it .*[.]$") as raised:
        zoo.load(brought)
    sentence = str(raised.value)
    assert file_check.damaged() == {"ATTENTION_DEVICE": sentence}
    for arguments, listed in (([], True), (["/nowhere"], False)):
        with pytest.raises(SystemExit) as stopped:
            __main__.main(arguments)
        assert stopped.value.code == sentence and (brought in capfd.readouterr().out) == listed
    assert device.of(zoo.load("translator-zh-en").model).type == "cpu"
    if name == "foo":
        told_on_its_page(brought, name, capfd)
    monkeypatch.delenv("ATTENTION_DEVICE")
    assert zoo.load(brought).answer(TEXT)


def told_on_its_page(brought, name, capfd):  # noqa: F811
    """And others are not affected."""
    capfd.readouterr()
    pages = [opened("transformer/walkthrough", model=one, lang="en", text="") for one in (brought, "translator-zh-en")]
    assert [bool(page.exception) for page in pages] == [True, False]
    assert f"UnusableError: ATTENTION_DEVICE is '{name}'" in plain("".join(capfd.readouterr()))  # app.failed tells it
