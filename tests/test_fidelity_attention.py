"""FIDELITY T09-T35: attention."""

import math

import pytest
import reference as ref
import torch
from samples import close, generic, random
from torch import nn
from torch_weights import copy_attention

from core import Skip, record
from core.equations import attention as eq
from core.equations import variants
from core.equations.embedding import positions
from core.equations.literal import scores_masked_by_a_number
from core.equations.output import probabilities
from core.models.attention import MultiHeadAttention
from core.models.layers import EncoderLayer
from core.models.transformer import Transformer

MODELS = {
    "attention": lambda: MultiHeadAttention(8, 2),
    "encoder layer": lambda: EncoderLayer(8, 2, 16),
    "two encoder layers": lambda: nn.Sequential(EncoderLayer(8, 2, 16), EncoderLayer(8, 2, 16)),
}
CAUSAL = torch.ones(6, 6, dtype=torch.bool).tril()
ORDER = torch.tensor([3, 0, 5, 1, 4, 2])
every_model = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)


def tensor(*rows) -> torch.Tensor:
    return torch.tensor(rows, dtype=torch.float64)


def attend(model: nn.Module, *args, **kwargs):
    """(output, trace) without gradients."""
    with record(model) as trace:
        out = model(*args, **kwargs)
    return out, trace


def test_t09_softmax():
    scores = 5 * random(4, 7, 6)
    p = eq.weights(scores)
    assert (p >= 0).all()
    assert close(p.sum(-1), torch.ones(4, 7), 1e-12)
    assert close(eq.weights(scores + 3 * random(4, 7, 1, seed=2)), p, 1e-12)
    for softmax in (eq.weights, probabilities):
        assert close(softmax(tensor([1000, 1001, 1002])), [[.090031, .244728, .665241]], 1e-6)
    assert close(p, [[ref.softmax(row) for row in head] for head in scores.tolist()], 1e-12)


def test_t10_the_hand_case():
    Q, K, V = tensor([[1, 0], [0, 1]]), tensor([[1, 0], [0, 1], [1, 1]]), tensor([[1, 2], [3, 4], [5, 6]])
    S = eq.scores(eq.dot_products(Q, K), 2)
    A = eq.weights(S)
    assert close(S, [[[.707107, 0, .707107], [0, .707107, .707107]]], 1e-6)
    assert close(A, [[[.401112, .197776, .401112], [.197776, .401112, .401112]]], 1e-6)
    assert close(eq.head_outputs(A, V), [[[3, 4], [3.406673, 4.406673]]], 1e-6)
    A = eq.weights(eq.masked_scores(S, torch.ones(2, 3, dtype=torch.bool).tril()))
    assert close(A, [[[1, 0, 0], [.330238, .669762, 0]]], 1e-6)
    assert close(eq.head_outputs(A, V), [[[1, 2], [2.339523, 3.339523]]], 1e-6)


@pytest.mark.parametrize("n_heads", [1, 2, 4, 8])
def test_t12_torchs_attention(n_heads):
    """Every mask, dtype and memory: test_models.test_attention_gives_torchs_numbers."""
    ours, theirs = generic(MultiHeadAttention(16, n_heads)), nn.MultiheadAttention(16, n_heads, batch_first=True)
    copy_attention(ours, theirs.double())
    x = random(2, 6, 16)
    out, trace = attend(ours, x)
    expected, weights = theirs(x, x, x, average_attn_weights=False)
    assert close(out, expected.detach())
    assert close(trace["weights"].value, weights.detach())


def test_t13_the_heads_write_separately():
    model = generic(MultiHeadAttention(8, 4))
    out, trace = attend(model, random(6, 8))
    Z, W_O = trace["head_outputs"].value, model.W_O.detach()
    writes = variants.head_writes(Z, W_O)
    assert close(writes.sum(0) + model.b_O.detach(), out)
    assert close(writes, torch.stack([Z[h] @ W_O[2 * h:2 * h + 2] for h in range(4)]), 1e-12)


def test_t14_one_wide_projection_is_all_heads():
    model, x = generic(MultiHeadAttention(8, 4)), random(6, 8)
    _, trace = attend(model, x)
    for letter, name in zip("QKV", ("queries", "keys", "values")):
        W, b = getattr(model, f"W_{letter}").detach(), getattr(model, f"b_{letter}").detach()
        wide = x @ W.movedim(0, 1).flatten(1) + b.flatten()
        assert close(trace[name].value, wide.view(6, 4, 2).transpose(0, 1), 1e-12)
        assert close(trace[name].value, torch.stack([x @ W[h] + b[h] for h in range(4)]), 1e-12)


def test_t15_the_key_bias_does_nothing():
    model, x = generic(MultiHeadAttention(8, 2)), random(6, 8)
    before = model(x)
    grads = torch.autograd.grad((before * random(6, 8, seed=1)).sum(), (model.b_K, model.b_Q, model.b_V))
    assert close(grads[0], torch.zeros(2, 4))
    assert all(grad.abs().max() > 1e-2 for grad in grads[1:])
    with torch.no_grad():
        model.b_K += 10 * random(2, 4, seed=3)
        assert close(model(x), before)


def test_t16_only_the_product_of_queries_and_keys_matters():
    model, x, A = generic(MultiHeadAttention(8, 2)), random(6, 8), random(2, 4, 4, seed=5)
    with torch.no_grad():
        model.b_Q.zero_()
        model.b_K.zero_()
        before = attend(model, x)[1]
        model.W_Q.copy_(model.W_Q @ A)
        model.W_K.copy_(model.W_K @ torch.linalg.inv(A).mT)
    after = attend(model, x)[1]
    assert close(after["scores"].value, before["scores"].value, 1e-9)
    assert not close(after["queries"].value, before["queries"].value, 1e-2)


def test_t17_causal_mask():
    _, trace = attend(generic(MultiHeadAttention(8, 2)), random(6, 8), mask=CAUSAL)
    A = trace["weights"].value
    assert (A.triu(1) == 0).all()
    assert torch.equal(A[:, 0], torch.eye(6, dtype=torch.float64)[:1].expand(2, 6))
    assert close(A.sum(-1), torch.ones(2, 6), 1e-12)
    assert (trace["masked_scores"].value[:, ~CAUSAL] == -math.inf).all()


def test_t18_a_large_number_masks_like_infinity_if_something_is_left():
    S = 10 * random(2, 6, 6).float()
    for allowed in (CAUSAL, (random(6, 6) > 0) | torch.eye(6, dtype=torch.bool)):
        assert torch.equal(eq.weights(eq.masked_scores(S, allowed)), eq.weights(scores_masked_by_a_number(S, allowed)))


def test_t19_a_row_with_nothing_allowed_attends_to_nothing():
    """Our choice: zeros, as F.scaled_dot_product_attention has it. A large number would attend to everything."""
    S, allowed = random(1, 2, 4), torch.tensor([[False] * 4, [True] * 4])
    assert torch.equal(eq.weights(eq.masked_scores(S, allowed))[0, 0], torch.zeros(4, dtype=torch.float64))
    assert torch.softmax(eq.masked_scores(S, allowed), -1)[0, 0].isnan().all()
    assert close(eq.weights(scores_masked_by_a_number(S, allowed))[0, 0], [.25] * 4, 0)
    out, trace = attend(generic(MultiHeadAttention(8, 2)), random(3, 8), random(4, 8), allowed[:1].expand(3, 4))
    assert not any(step.value.isnan().any() for step in trace.values())
    assert close(out, generic(MultiHeadAttention(8, 2)).b_O.expand(3, 8).detach())


@every_model
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-12), (torch.float32, 1e-5)])
def test_t21_without_places_order_passes_through(model, dtype, tolerance):
    model, x = generic(model()).to(dtype), random(6, 8).to(dtype)
    with torch.no_grad():
        assert close(model(x[ORDER]), model(x)[ORDER], tolerance)


@every_model
def test_t22_places_or_a_causal_mask_break_it(model):
    model, x = generic(model()), random(6, 8)
    PE = positions(x, 0, 10000.0)
    with torch.no_grad():
        assert (model(x[ORDER] + PE) - model(x + PE)[ORDER]).abs().max() > 1e-3
        masked = model[0] if isinstance(model, nn.Sequential) else model
        assert (masked(x[ORDER], mask=CAUSAL) - masked(x, mask=CAUSAL)[ORDER]).abs().max() > 1e-3


def test_t22_in_the_whole_model_positions_off_restores_it():
    model, ids = generic(Transformer(12, 12, d_model=8, n_heads=2, n_layers=2, d_ff=16)), torch.arange(4, 10)
    memory = {}
    for name, edits in (("on", ()), ("off", (Skip("source_embedding.positioned"),))):
        for order in (torch.arange(6), ORDER):
            with record(model, *edits):
                memory[name, order is ORDER] = model.encode(ids[order])
    assert close(memory["off", True], memory["off", False][ORDER], 1e-12)
    assert (memory["on", True] - memory["on", False][ORDER]).abs().max() > 1e-3


def test_t24_the_order_of_the_memory_does_not_matter():
    model, x, memory = generic(MultiHeadAttention(8, 2)), random(4, 8), random(6, 8, seed=1)
    assert close(attend(model, x, memory[ORDER])[0], attend(model, x, memory)[0], 1e-12)


def test_t25_equal_tokens_attend_equally():
    out, trace = attend(generic(MultiHeadAttention(8, 2)), random(1, 8).expand(6, 8))
    assert close(trace["weights"].value, torch.full((2, 6, 6), 1 / 6, dtype=torch.float64), 1e-12)
    assert close(out, out[:1].expand(6, 8), 1e-12)


def test_t26_without_queries_the_output_is_the_mean():
    model = generic(MultiHeadAttention(8, 2))
    with torch.no_grad():
        model.W_Q.zero_()
        model.b_Q.zero_()
    _, trace = attend(model, random(6, 8))
    assert close(trace["head_outputs"].value, trace["values"].value.mean(1, keepdim=True).expand(2, 6, 4), 1e-12)


def test_t27_outputs_stay_between_the_values():
    A, V = eq.weights(3 * random(8, 10, 7)), random(8, 7, 4, seed=1)
    O = eq.head_outputs(A, V)  # noqa: E741 - the formula's letter
    assert (V.amin(1, keepdim=True) - 1e-12 <= O).all()
    assert (V.amax(1, keepdim=True) + 1e-12 >= O).all()


@pytest.mark.parametrize("d_k", [4, 64, 512])
def test_t30_scaling_keeps_the_variance_at_one(d_k):
    P = torch.cat([eq.dot_products(torch.randn(10_000, 1, d_k), torch.randn(10_000, 1, d_k)) for _ in range(10)])
    assert abs(P.var() / d_k - 1) < 0.03
    assert abs(eq.scores(P, d_k).var() - 1) < 0.03


def test_t32_columns_are_rows_transposed():
    Q, K, V = random(5, 4), random(6, 4, seed=1), random(6, 3, seed=2)
    S = eq.scores(eq.dot_products(Q.unsqueeze(0), K.unsqueeze(0)), 4)[0]
    A = eq.weights(S.unsqueeze(0))[0]
    columns = variants.column_weights(variants.column_scores(K.mT, Q.mT))
    assert close(columns, A.mT, 1e-12)
    assert close(columns.sum(0), torch.ones(5), 1e-12)
    assert close(variants.column_outputs(V.mT, columns), (A @ V).mT, 1e-12)
    assert not close(eq.weights(variants.column_scores(K.mT, Q.mT).unsqueeze(0))[0], A.mT, 1e-2)


def test_t34_cross_attention_of_unequal_lengths():
    model, y, memory = generic(MultiHeadAttention(8, 2)), random(4, 8), random(6, 8, seed=1)
    out, trace = attend(model, y, memory)
    assert trace["weights"].value.shape == (2, 4, 6)
    assert out.shape == (4, 8)
    Q, K = eq.queries(memory, model.W_Q, model.b_Q), eq.keys(memory, model.W_K, model.b_K)
    with pytest.raises(RuntimeError, match=r"6.*4"):  # N1 4.3: query and key from the encoder, value from the decoder
        eq.head_outputs(eq.weights(eq.scores(eq.dot_products(Q, K), 4)), eq.values(y, model.W_V, model.b_V))


def test_t35_dot_products_are_no_cosines():
    X = tensor([1, 0], [3, 1], [0, 2], [2, 0])
    assert variants.gram(X, X).argmax(-1).tolist() == [1, 1, 2, 1]
    assert close(variants.cosine(X, X)[0, 1], .948683, 1e-6)
    assert close(variants.cosine(X, X).diagonal(), torch.ones(4), 1e-12)
