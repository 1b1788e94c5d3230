"""FIDELITY T36-T47: layer norm, feed-forward, residuals, layers."""

import pytest
import torch
from samples import RUNS, close, generic, random, recorded
from torch import nn
from torch.nn import functional as F
from torch_weights import copy_layer

from core import Skip, catalog, record, zoo
from core.equations.literal import normalized_by_sum
from core.models.layers import (
    DecoderLayer,
    EncoderLayer,
    FeedForward,
    LayerNorm,
    PreNormDecoderLayer,
    PreNormEncoderLayer,
)

COUNTING = torch.arange(1, 5, dtype=torch.float64).unsqueeze(0)


def norm(x: torch.Tensor, epsilon: float = 0.0) -> torch.Tensor:
    """Layer norm without gain and bias."""
    with torch.no_grad():
        return LayerNorm(x.shape[-1], epsilon).double()(x)


def silent(layer: nn.Module) -> nn.Module:
    """The layer with sub-layers that write nothing, and norms without epsilon."""
    for name, parameter in layer.double().named_parameters():
        if name.endswith(("W_O", "W_2", "b_O", "b_2")):
            nn.init.zeros_(parameter)
    for module in layer.modules():
        if isinstance(module, LayerNorm):
            module.epsilon = 0.0
    return layer


def test_t36_layer_norm_of_one_to_four():
    assert close(norm(COUNTING), [[-1.341641, -.447214, .447214, 1.341641]], 1e-6)
    assert close(norm(COUNTING, 1e-5), [[-1.341635, -.447212, .447212, 1.341635]], 1e-6)


def test_t37_what_layer_norm_does_to_a_row():
    x = 3 * random(20, 16) + 2
    y = norm(x)
    assert close(y.mean(-1), torch.zeros(20), 1e-9)
    assert close(y.square().mean(-1), torch.ones(20), 1e-9)
    assert close(y.norm(dim=-1), torch.full((20,), 4.0), 1e-9)
    assert close(norm(2.5 * x - 7), y, 1e-9)
    two = random(20, 2, seed=1)
    assert close(norm(two), torch.sign(two - two.mean(-1, keepdim=True)), 1e-9)
    assert close(norm(torch.full((1, 4), 7.0, dtype=torch.float64), 1e-5), torch.zeros(1, 4), 0)


def test_t38_the_printed_formula():
    y = normalized_by_sum(COUNTING)
    assert close(y, [[-1.186880, -1.055005, -.923129, -.791254]], 1e-5)
    assert close(y.square().mean(), 1.0, 1e-12)
    balanced = torch.tensor([[1, -1, 2, -2]], dtype=torch.float64)
    assert close(normalized_by_sum(balanced), norm(balanced), 1e-12)


def test_t39_layer_norm_sees_one_token_only():
    model, x = generic(LayerNorm(8)), random(3, 5, 8)
    expected = F.layer_norm(x, (8,), model.gamma, model.beta, 1e-5)
    assert close(model(x).detach(), expected.detach(), 1e-12)
    edited = x.clone()
    edited[0], edited[1, 2] = 9 * random(5, 8, seed=3), 100.0 * random(8, seed=2)
    untouched = torch.ones(3, 5, dtype=torch.bool)
    untouched[0], untouched[1, 2] = False, False
    assert torch.equal(model(edited)[untouched], model(x)[untouched])
    batch_norm = nn.BatchNorm1d(8, affine=False).double()
    moved = batch_norm(edited.flatten(0, 1)) - batch_norm(x.flatten(0, 1))
    assert moved.view(3, 5, 8)[untouched].abs().max() > 0.1


def test_t40_feed_forward_is_two_convolutions_of_width_one():
    model, x = generic(FeedForward(8, 16)), random(5, 8)
    with torch.no_grad(), record(model) as trace:
        out = model(x)
    first, second = nn.Conv1d(8, 16, 1).double(), nn.Conv1d(16, 8, 1).double()
    with torch.no_grad():
        for conv, W, b in ((first, model.W_1, model.b_1), (second, model.W_2, model.b_2)):
            conv.weight.copy_(W.T.unsqueeze(-1))
            conv.bias.copy_(b)
        assert close(second(first(x.T.unsqueeze(0)).relu())[0].T, out, 1e-12)
        with record(model, Skip("activation")):
            linear = model(x)
        assert close(linear, x @ (model.W_1 @ model.W_2) + model.b_1 @ model.W_2 + model.b_2, 1e-12)
    assert not close(linear, out, 1e-2)
    assert (trace["activation"].value == trace["hidden"].value.clamp(min=0)).all()


@pytest.mark.parametrize("training", [True, False])
def test_t44_torchs_encoder_layer(training):
    """Masks and pre-norm: test_models.test_encoder_layer_gives_torchs_numbers."""
    ours, theirs = generic(EncoderLayer(16, 4, 32)), nn.TransformerEncoderLayer(16, 4, 32, 0.0, batch_first=True)
    copy_layer(ours, theirs.double().train(training))
    with torch.no_grad():
        assert close(ours.train(training)(random(2, 6, 16)), theirs(random(2, 6, 16)))


def test_t45_torchs_decoder_layer():
    ours, theirs = generic(DecoderLayer(16, 4, 32)), nn.TransformerDecoderLayer(16, 4, 32, 0.0, batch_first=True)
    copy_layer(ours, theirs.double())
    y, memory, allowed = random(2, 5, 16), random(2, 6, 16, seed=1), torch.ones(5, 5, dtype=torch.bool).tril()
    with torch.no_grad():
        assert close(ours(y, memory, allowed), theirs(y, memory, tgt_mask=~allowed))


def test_t46_a_silent_pre_norm_block_is_the_identity():
    x, memory = random(5, 8), random(6, 8, seed=1)
    with torch.no_grad():
        assert close(silent(PreNormEncoderLayer(8, 2, 16))(x), x, 1e-12)
        assert close(silent(PreNormDecoderLayer(8, 2, 16))(x, memory), x, 1e-12)
        assert close(silent(EncoderLayer(8, 2, 16))(x), norm(x), 1e-12)
        assert close(silent(DecoderLayer(8, 2, 16))(x, memory), norm(x), 1e-12)
    assert close(norm(norm(x)), norm(x), 1e-12)


def assert_residuals_are_sums(trace) -> None:
    names = [name for name in trace if name.endswith(".added")]
    for name in names:
        x, f = (trace[source].value for source in trace[name].inputs)
        share = 1e-6 if f.dtype == torch.float32 else 1e-12  # of the largest number, which sets what rounding costs
        assert close(trace[name].value - x, f, share * max(1.0, float(trace[name].value.abs().max()))), name
        assert torch.equal(trace[name].value, x + f), name
        assert trace[name].inputs[1].endswith(("attention.output", "feed_forward.output"))
    layers = {name.rsplit(".", 2)[0] for name in names}
    assert len(names) == sum(3 if layer.startswith("decoder") else 2 for layer in layers)


@pytest.mark.parametrize("name", [name for name in RUNS if "transformer" in name or "decoding" in name])
def test_t47_residuals_are_sums(name):
    assert_residuals_are_sums(recorded(name))


def test_t47_residuals_are_sums_in_the_trained_models():
    for name in catalog.names(reads="sentence", network="transformer", small=True):
        model = zoo.load(name).model
        with record(model) as trace:
            model(torch.arange(4, 12), torch.arange(1, 8))
        assert_residuals_are_sums(trace)
