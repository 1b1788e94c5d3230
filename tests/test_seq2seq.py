"""Recurrent translators: fused training beside the recorded equations, the bridge, and attention as in the note."""

import dataclasses

import pytest
import torch
from samples import PAD, RECURRENT, SOURCES, TARGETS, close, generic, recorded

from core import train
from core.fit import fit
from core.models.lstm import LSTMCell
from core.models.rnn import RNNCell
from core.models.seq2seq import NETWORKS, unrolled


def fresh(network: str):
    return generic(NETWORKS[network](9, 7, **RECURRENT, **({"d_match": 6} if network == "attention" else {})))


@pytest.mark.parametrize("network", NETWORKS)
def test_what_is_trained_is_what_the_equations_say(network):
    """Fused kernels and the loop of attention beside the recorded equations, on a padded batch, gradients too."""
    model, read = fresh(network), torch.tensor([[1, 6, 4], [1, 5, 2]])
    for ours, theirs in zip(*([*torch.autograd.grad((scores * (TARGETS != PAD).unsqueeze(-1)).square().sum(),
                                                    list(model.parameters())), scores.detach()]
                              for scores in (model.scores(SOURCES, read), model(SOURCES, read)))):
        assert close(ours, theirs, 1e-9)


@pytest.mark.parametrize("cell", [RNNCell(3, 4), LSTMCell(3, 4)], ids=["rnn", "lstm"])
def test_a_fused_cell_stops_at_each_sequences_end(cell):
    cell, X = generic(cell), torch.randn(2, 5, 3, dtype=torch.float64)
    zero = [torch.zeros(2, 4, dtype=torch.float64)] * (2 if isinstance(cell, LSTMCell) else 1)
    H, after = unrolled(cell, X, zero, torch.tensor([5, 3]))
    short, end = unrolled(cell, X[1:, :3], [part[1:] for part in zero])
    assert close(H[1, :3], short[0]) and close(H[1, 3:], torch.zeros(2, 4))
    assert all(close(a[1], b[0]) for a, b in zip(after, end))


def test_the_bridge_is_the_last_state_whatever_comes_behind():
    whole, single = recorded("lstm translator batch"), recorded("lstm translator")
    assert close(single["encoder.bridge"].value, single["encoder.stacked"].value[-1], 0)
    assert close(whole["encoder.bridge"].value[1], whole["encoder.stacked"].value[1, 2], 0)
    assert close(whole["encoder.memory_bridge"].value[1], whole["encoder.cell.cell_state"].value[2, 1], 0)


def test_the_note_and_the_network_go_the_same_way():
    """N2-11: z^0 asks, c^0 is fetched, both words and context go in, z^1 comes out; each row of weights sums to 1."""
    trace = recorded("attention translator")
    names = {name: set(trace[f"decoder.{name}"].inputs) for name in (
        "cross_attention.matched", "cell.with_context", "cell.joined")}
    assert {"encoder.bridge", "decoder.cell.hidden", "encoder.stacked"} <= names["cross_attention.matched"]
    assert names["cell.with_context"] == {"decoder.cell.at_time", "decoder.cross_attention.context"}
    A = trace["decoder.cross_attention.weights"]
    assert close(A.value.sum(-1), torch.ones(3)) and (A.value > 0).all()
    assert A.streams == ("shift_right", "source") and A.labels[0] == ("<start>", "mao", "yu")
    assert set(trace["logits"].inputs) == {"decoder.stacked", "W_out", "b_out"}


def test_padding_is_never_looked_at():
    A = recorded("attention translator batch")["decoder.cross_attention.weights"].value
    assert (A[:, 1, 3:] == 0).all() and close(A.sum(-1), torch.ones(3, 2))


@pytest.mark.parametrize("network", NETWORKS)
def test_a_few_steps_of_training_lower_the_loss(network):
    recipe = dataclasses.replace(train.RECIPES[f"{network}-zh-en"], steps=12, pairs=300, warmup=2, batch=16, rate=5e-3)
    torch.manual_seed(0)
    task = recipe.task()
    losses = fit(task.model, task.batches, recipe, lambda step, loss: None)
    assert losses[-1] < losses[0] - 0.2
