"""Laws of recording: it changes nothing, everything is named, nothing is shared, words follow their axes."""

import io
import json
import math
import threading
from dataclasses import replace

import numpy as np
import pytest
import torch
from samples import RUNS, SOURCE, SOURCE_WORDS, TARGET_WORDS, Run, generic, random, recorded, run, translation
from torch import Tensor, nn

from core import catalog, zoo
from core.formula import Equation
from core.models.layers import LayerNorm
from core.models.rnn import RNN
from core.models.transformer import PreNormTransformer, Transformer
from core.trace import given, record

every_run = pytest.mark.parametrize("name", RUNS)


@every_run
def test_recording_changes_nothing(name):
    plain = run(name).forward()
    with record(run(name).model):
        recorded_result = run(name).forward()
    assert torch.equal(plain, recorded_result)
    assert torch.equal(plain, run(name).forward())
    assert torch.is_grad_enabled()


@every_run
def test_every_input_is_a_step_or_a_parameter(name):
    trace = recorded(name)
    for step in trace.values():
        for call, references in enumerate(step.references):
            for argument, reference in zip(step.arguments(call), references):
                if isinstance(argument, Tensor):
                    assert reference.name in trace or reference.name in trace.parameters, step
                    assert torch.equal(value_of(trace, reference), argument)


def value_of(trace, reference) -> Tensor:
    value = trace.value_of(reference.name)
    return value if reference.parameter or not trace[reference.name].repeated else value[reference.call]


@every_run
def test_exposed_values_share_no_memory(name):
    before, trace = run(name).forward(), run(name).trace()
    originals = {key: step.value.clone() for key, step in trace.items()}
    for key, step in trace.items():
        step.value.fill_(1)
        for other in trace:
            assert other == key or torch.equal(trace[other].value, originals[other])
        step.value.copy_(originals[key])
    for key in trace.parameters:
        trace.value_of(key).fill_(1)
    assert torch.equal(run(name).forward(), before)
    assert all(trace[key].value.data_ptr() != argument.data_ptr() for key in trace if trace[key].equation
               for argument in trace[key].arguments(0) if isinstance(argument, Tensor) and argument.numel())


@every_run
def test_axes_and_labels_fit_the_value(name):
    for step in recorded(name).values():
        assert len(step.axes) == step.value.ndim == len(step.labels)
        assert len(set(step.axes)) == len(step.axes)
        assert all(words is None or len(words) == n for words, n in zip(step.labels, step.value.shape))


@every_run
def test_every_cell_of_a_run_is_worked_and_linked(name):
    trace = recorded(name)
    for key, step in trace.items():
        if step.equation is None:
            continue
        cells, agree, largest, total = trace.check(key)
        assert cells == agree == total == step.value.numel()
        assert largest < 1e-10
        for cell in (next(np.ndindex(*step.value.shape)), tuple(n - 1 for n in step.value.shape)):
            sources = trace.sources(key, cell)
            rows = trace.worked(key, cell).rows
            assert [*rows] == [rows[t] for t in range(len(rows))]
            for _, number, source, at in (factor for row in rows for factor in row.factors):
                assert (source, at) in sources
                assert float(trace.value_of(source)[at]) == number


@pytest.mark.parametrize(("error", "agreeing"), [(1e-4, 0), (-1e-4, 0), (1e-12, 50), (math.nan, 0)])
def test_the_check_sees_arithmetic_that_disagrees(monkeypatch, error, agreeing):
    name = "encoder.0.self_attention.weights"
    trace = run("transformer").trace()
    right = Equation.work

    def wrong(equation, cell, *inputs):
        worked = right(equation, cell, *inputs)
        return replace(worked, result=worked.result + error)

    monkeypatch.setattr(Equation, "work", wrong)
    cells, agree, largest, _ = trace.check(name)
    assert (cells, agree) == (50, agreeing)
    assert largest == pytest.approx(abs(error), rel=1e-6, nan_ok=True)


@every_run
def test_every_cell_leads_back_to_what_was_given(name):
    trace = recorded(name)
    last = list(trace.values())[-1]
    front, seen = {(last.name, tuple(end * (n - 1) for n in last.value.shape)) for end in (0, 1)}, set()
    while front:
        seen.add(at := front.pop())
        if at[0] not in trace.parameters:
            front |= set(trace.sources(*at)) - seen
    assert {step for step, _ in seen} >= {source for step in trace.values() for source in step.inputs}


def test_the_trained_models_are_worked_and_linked_throughout():
    for name in catalog.names(reads="sentence", network="transformer", small=True):
        translator = zoo.load(name)
        words = [w for w in translator.source_vocabulary.words[4:] if w.isalpha()][:3]
        trace = translator.trace(" ".join(words))
        for key, step in trace.items():
            if step.equation:
                cells, agree, _, total = trace.check(key, 256)  # test_equations works every cell, on samples
                assert cells == agree == min(256, total) and total == step.value.numel(), f"{name}: {key}"
                assert len(step.inputs) >= sum(isinstance(a, Tensor) for a in {*step.arguments(0)}), f"{name}: {key}"


@pytest.mark.parametrize("words", [TARGET_WORDS, ("mao", "chi", "hong", "yu", "<end>")])
@pytest.mark.parametrize("kind", [Transformer, PreNormTransformer])
def test_words_follow_the_computation(kind, words):
    """Also where both sentences have as many words."""
    target, shifted = torch.arange(6, 6 - len(words), -1), ("<start>", *words[:-1])
    trace = translation(kind, SOURCE, target, words).trace()
    asking = {"source_embedding": SOURCE_WORDS, "encoder": SOURCE_WORDS, "target_embedding": shifted,
              "decoder": shifted, "logits": shifted, "probabilities": shifted, "token_losses": shifted,
              "look_ahead_mask": shifted, "encoder_norm": SOURCE_WORDS, "decoder_norm": shifted}
    for name in trace:
        labels, rows = trace.labels(name), asking.get(name.split(".")[0])
        for axis in ("token", "query"):
            if rows and axis in labels:
                assert labels[axis] == rows, (name, labels)
        if "key" in labels:
            memory = SOURCE_WORDS if "encoder" in name or "cross" in name else shifted
            assert labels["key"] == memory, (name, labels)


@pytest.mark.parametrize("name, text", [("translator-zh-en", "我昨天买了一本书。"), ("chat", "hi , how are you ?"),
                                        ("translator-en-zh", "I love you .")])
def test_rows_of_trained_models_are_labelled_with_the_words_they_read(name, text):
    """The label of a row is the word whose number the model reads there: the decoder's are shifted."""
    model = zoo.load(name)
    trace, words = model.trace(text), model.target_vocabulary.words
    read = tuple(words[i] for i in trace["shift_right"].value.tolist())
    wanted = tuple(words[i] for i in trace["target"].value.tolist())
    assert read[1:] == wanted[:-1] and read != wanted
    for step in ("shift_right", "target_embedding.positioned", "decoder.0.self_attention.queries", "logits"):
        assert read in trace.labels(step).values(), step
    assert trace.labels("token_losses")["token"] == wanted


def test_words_of_the_vocabulary_reach_logits_and_probabilities():
    words = tuple("abcdefg")
    base = run("transformer")
    labels = {"target_embedding.W_E": {"vocabulary": words}, "b_out": {"vocabulary": words}}
    trace = Run(base.model, base.forward, labels).trace()
    assert trace.labels("logits")["vocabulary"] == trace.labels("probabilities")["vocabulary"] == words


def test_steps_carry_the_fields_own_names():
    trace = recorded("transformer")
    for name in ("source_embedding.positioned", "encoder.0.self_attention.weights", "decoder.1.cross_attention.scores",
                 "decoder.0.self_attention.masked_scores", "decoder.0.norm_2.normalized", "encoder.1.residual_1.added",
                 "encoder.0.feed_forward.activation", "probabilities", "loss"):
        assert name in trace
    assert list(trace)[:2] == ["source", "target"]
    assert trace["encoder.0.self_attention.weights"].axes == ("head", "query", "key")
    assert recorded("transformer batch")["encoder.0.self_attention.weights"].axes == ("batch", "head", "query", "key")


def test_a_recurrent_cell_is_one_step_along_time():
    step = recorded("rnn")["cell.hidden"]
    assert step.axes == ("time", "d_h")
    assert step.value.shape == (5, 4)
    assert recorded("rnn batch")["cell.hidden"].axes == ("time", "batch", "d_h")
    assert recorded("rnn").sources("cell.pre_activation", (3, 1))[:4] == [("cell.hidden", (2, i)) for i in range(4)]
    assert ("start", (2,)) in recorded("rnn").sources("cell.pre_activation", (0, 1))


def test_an_unknown_name_is_answered_with_near_ones():
    with pytest.raises(KeyError, match=r"No step is called 'encoder\.0\.self_attention\.weight'; nearest: "
                                       r".*encoder\.0\.self_attention\.weights"):
        recorded("transformer")["encoder.0.self_attention.weight"]
    with pytest.raises(KeyError, match="nearest: none"):
        recorded("transformer")["zzzzzzzz"]


@pytest.mark.parametrize("cell", [(0, 0), (0, 0, 0, 0), (2, 0, 0), (0, 5, 0), (0, 0, -1), ()])
@pytest.mark.parametrize("ask", ["sources", "worked"])
def test_a_cell_that_does_not_exist_is_refused_in_a_sentence(cell, ask):
    with pytest.raises(IndexError, match=r"has the shape \(2, 5, 5\); there is no cell \("):
        getattr(recorded("transformer"), ask)("encoder.0.self_attention.weights", cell)


def test_recording_inside_a_recording_is_refused_and_harmless():
    model, x = generic(LayerNorm(4)), random(2, 4)
    with record(model, gradients=True) as outer:
        with pytest.raises(RuntimeError, match="already running"), record(model):
            pass
        assert model(x).requires_grad
    assert "output" in outer
    assert torch.is_grad_enabled()
    with record(model) as again:
        model(x)
    assert len(again) == len(outer)


def test_a_recording_that_never_starts_changes_nothing():
    record(LayerNorm(4))
    assert torch.is_grad_enabled()


def test_a_failed_pass_ends_its_recording():
    with pytest.raises(RuntimeError), record(generic(LayerNorm(4))):
        torch.zeros(2) @ torch.zeros(3)
    with record(generic(LayerNorm(4))) as trace:
        pass
    assert len(trace) == 0


def test_two_threads_record_side_by_side():
    runs = [RUNS["transformer"](), RUNS["rnn"]()]
    traces, gate = [None, None], threading.Barrier(2)

    def work(i: int) -> None:
        for _ in range(10):
            gate.wait(timeout=30)
            traces[i] = runs[i].trace()

    threads = [threading.Thread(target=work, args=(i,)) for i in (0, 1)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    for trace, name in zip(traces, ("transformer", "rnn")):
        assert list(trace) == list(recorded(name))
        assert all(torch.equal(trace[key].value, recorded(name)[key].value) for key in trace)


def test_a_trace_may_be_read_while_it_grows():
    with record(generic(LayerNorm(4))) as trace:
        x = given("x", random(2, 4), "token d_model")
        assert list(trace) == ["x"]
        given("y", x + 1, "token d_model")
        assert list(trace) == ["x", "y"]


@every_run
def test_a_saved_trace_is_read_without_pickle(name):
    trace, file = recorded(name), io.BytesIO()
    trace.save(file)
    file.seek(0)
    with np.load(file, allow_pickle=False) as stored:
        about = json.loads(str(stored["about"]))
        assert list(about) == list(trace)
        for key, step in trace.items():
            assert np.array_equal(stored[key], step.value.numpy(), equal_nan=step.value.is_floating_point())
            assert about[key]["axes"] == list(step.axes)
            assert about[key]["inputs"] == list(step.inputs)
            assert [w and tuple(w) for w in about[key]["labels"]] == list(step.labels)


@pytest.mark.filterwarnings("ignore:Dynamo detected a call to a `functools.lru_cache`")
@pytest.mark.parametrize("model", [Transformer, RNN])
def test_a_compiled_model_gives_the_same(model):
    if model is RNN:
        inputs, net = (random(5, 3),), generic(RNN(3, 4, 6))
    else:
        base = run("transformer")
        net, inputs = base.model, (torch.tensor([4, 8, 5]), torch.tensor([1, 6, 4]))
    with torch.no_grad():
        assert torch.equal(torch.compile(net, fullgraph=True, backend="eager")(*inputs), net(*inputs))


def test_gradients_flow_through_a_recording_that_keeps_them():
    trace = run("transformer").trace(gradients=True)
    weights, loss = trace["encoder.0.self_attention.weights"], trace["loss"]
    (grad,) = torch.autograd.grad(loss.tensor, weights.tensor)
    assert grad.shape == weights.value.shape
    assert grad.abs().max() > 0
    assert not weights.value.requires_grad
    assert not recorded("transformer")["loss"].tensor.requires_grad


def test_a_step_outside_the_model_keeps_its_bare_name():
    with record(nn.Identity()) as trace:
        generic(LayerNorm(4))(given("x", random(2, 4), "token d_model"))
    assert list(trace) == ["x", "mean", "variance", "normalized", "output"]
