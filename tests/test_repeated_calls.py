"""A step that is computed several times in one trace, in one shape or in several."""

import io
import json

import numpy as np
import pytest
import torch
from samples import SOURCE, Run, generic, random, recorded, run

from core.models.rnn import RNN
from core.models.transformer import Transformer
from core.trace import given, record

LENGTHS = 5, 3


def two_sentences():
    """An RNN over five and then over three times."""
    model = generic(RNN(3, 4, 6))
    inputs = [random(n, 3, seed=n) for n in LENGTHS]
    with record(model) as trace:
        for x in inputs:
            model(given("x", x, "time d_x"))
    return model, inputs, trace


def test_values_are_listed_call_by_call():
    model, inputs, trace = two_sentences()
    step = trace["readout"]
    assert [tuple(value.shape) for value in step.values] == [(5, 6), (3, 6)] and step.axes[0] == "call"
    for x, value in zip(inputs, step.values):
        assert torch.equal(value, model(x).detach())
    with pytest.raises(ValueError, match="several shapes"):
        _ = step.value
    assert trace["cell.hidden"].value.shape == (8, 4) and trace["cell.hidden"].axes[0] == "time"
    assert "(5, 6), (3, 6)" in repr(step)


def test_a_cell_is_named_with_the_number_of_its_call():
    _, inputs, trace = two_sentences()
    for call, x in enumerate(inputs):
        last = (call, len(x) - 1, 2)
        worked = trace.worked("readout", last)
        assert worked.result == pytest.approx(trace["readout"].at(last)) and worked.rows[0].factors[0][2] == "stacked"
        assert ("stacked", (*last[:2], 0)) in trace.sources("readout", last)
    assert ("cell.hidden", (7, 1)) in trace.sources("stacked", (1, 2, 1))
    assert ("x", (1, 2, 0)) in trace.sources("cell.at_time", (7, 0))
    assert trace.check("readout")[:2] == (48, 48) and trace.check("readout").total == 48


@pytest.mark.parametrize("cell", [(1, 3, 0), (2, 0, 0), (0, 5, 0), (1, 2), (0, -1, 0)])
def test_a_cell_beyond_its_own_call_is_refused(cell):
    _, _, trace = two_sentences()
    for ask in (trace.worked, trace.sources):
        with pytest.raises(IndexError, match="there is no cell"):
            ask("readout", cell)


def test_the_growing_passes_of_a_decoder_stand_in_one_trace():
    base = run("transformer")

    def forward():
        memory = base.model.encode(given("source", SOURCE, "token", shows="ids"))
        for prefix in ([1], [1, 6], [1, 6, 4]):
            read = given("decoder_input", torch.tensor(prefix), "token", shows="ids")
            base.model.logits(base.model.decode(read, memory, SOURCE))

    trace = Run(base.model, forward).trace()
    weights = trace["decoder.1.self_attention.weights"]
    assert [tuple(value.shape) for value in weights.values] == [(2, n, n) for n in (1, 2, 3)]
    assert trace.sources("decoder.1.cross_attention.keys", (2, 0, 4, 0))[0] == ("encoder.1.norm_2.output", (4, 0))
    for name, step in trace.items():
        if step.equation:
            cells, agree, *_ = trace.check(name)
            assert cells == agree, name
    boxes = Transformer.plan.boxes(trace)
    assert {step for box in boxes for step in box.steps} >= set(trace) - {"source"}


def test_calls_of_several_shapes_are_stored_one_by_one():
    _, _, trace = two_sentences()
    file = io.BytesIO()
    trace.save(file)
    file.seek(0)
    with np.load(file, allow_pickle=False) as stored:
        assert set(json.loads(str(stored["about"]))) == set(trace)
        assert np.array_equal(stored["readout[1]"], trace["readout"].values[1].numpy()) and "readout" not in stored


def test_words_along_an_axis_hold_only_where_every_call_has_that_length():
    with record(generic(RNN(3, 4, 6)), labels={"V": {"vocabulary": tuple("abcdef")}}) as trace:
        model = generic(RNN(3, 4, 6))
        for n in LENGTHS:
            model(given("x", random(n, 3), "time d_x", {"time": [str(i) for i in range(n)]}))
    assert trace["x"].labels == (None, None, None)
    assert recorded("rnn")["readout"].labels[0] is None


def test_shape_and_single_numbers_are_read_without_a_copy():
    trace = run("transformer").trace()
    step = trace["encoder.0.self_attention.weights"]
    assert step.shape == (2, 5, 5) and "value" not in vars(step)
    assert step.at((1, 2, 3)) == float(step.values[0][1, 2, 3]) and "value" not in vars(step)
    trace.worked(step.name, (1, 2, 3)), trace.check(step.name), trace.sources(step.name, (0, 0, 0))
    assert not [name for name in trace if "value" in vars(trace[name])]
