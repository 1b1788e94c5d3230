"""FIDELITY T110: the notes' formulas as printed give the numbers of ERRATA, and say that they are the notes'."""

import math
import re
from itertools import pairwise

import pytest
import torch
from samples import KEYS, START, close, generic, random

from core import Skip, record
from core.equations import attention, embedding, literal, output, variants, vision
from core.experiments import layers
from core.formula import EQUATIONS
from core.models.attention import MultiHeadAttention
from core.models.layers import Embedding, EncoderLayer, LayerNorm
from core.models.transformer import Transformer

CAUSAL = torch.ones(5, 5, dtype=torch.bool).tril()


def rows(*numbers) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


def spread(x: torch.Tensor) -> torch.Tensor:
    return x.std(-1, unbiased=False)


def test_t110_printed_formulas_say_so():
    printed = [key for key in KEYS if EQUATIONS[key].number.endswith(" as printed")]
    assert printed == [key for key in KEYS if key.startswith("literal.")]
    assert all(re.search(r"\(R\d\d\)", EQUATIONS[key].function.__doc__) for key in printed)


def test_t110_r01_the_sum_for_the_mean():
    counting = rows([1, 2, 3, 4])
    assert close(literal.normalized_by_sum(counting), [[-1.187, -1.055, -.923, -.791]], 1e-3)
    assert close(LayerNorm(4).double()(counting).detach(), [[-1.342, -.447, .447, 1.342]], 1e-3)
    balanced = rows([1, -1, 2, -2])
    assert close(literal.normalized_by_sum(balanced), [[.632, -.632, 1.265, -1.265]], 1e-3)
    assert close(literal.normalized_by_sum(torch.ones(1, 4, dtype=torch.float64)), -torch.ones(1, 4), 1e-12)
    wide = random(1, 512)
    wide += (231 - wide.sum()) / 512
    y = literal.normalized_by_sum(wide)
    assert close(y.mean(), -0.99999, 1e-5)
    assert close(spread(y), [0.0043], 2e-4)
    assert close(y.square().mean(), 1.0, 1e-12)


def test_t110_r02_of_one_number_nothing_is_left():
    row, norm = random(1, 6), LayerNorm(1).double()
    assert close(torch.stack([norm(x.reshape(1)) for x in row[0]]).detach(), torch.zeros(6, 1), 0)
    assert close(layers.normalized(row.mT), torch.zeros(6, 1), 0)
    assert close(layers.normalized(row), torch.nn.functional.layer_norm(row, (6,)), 1e-12)


def test_t110_r03_the_dictionary_is_not_the_sentence():
    assert Embedding(37_000, 512).W_E.numel() == 18_944_000
    E = embedding.lookup(torch.tensor([1, 2, 3, 1]), torch.zeros(9, 512))
    assert E.numel() == 4 * 512 == 2048


def test_t110_r04_r05_matrices_as_high_as_the_sentence_do_not_fit():
    X, W = random(4, 8), random(1, 4, 4)
    with pytest.raises(RuntimeError, match=r"mat1 and mat2 shapes cannot be multiplied \(4x8 and 4x4\)"):
        attention.queries(X, W, None)
    assert attention.queries(random(8, 8), random(1, 8, 4), None).shape == (1, 8, 4)  # n = d: silently
    model = generic(MultiHeadAttention(8, 2))
    assert [model(random(n, 8)).shape for n in (4, 5)] == [(4, 8), (5, 8)]


def test_t110_r09_elementwise_scores():
    Q, K = random(1, 4, 4), random(1, 4, 4, seed=1)
    right, printed = attention.scores(attention.dot_products(Q, K), 4), literal.elementwise_scores(Q, K)
    assert right.shape == printed.shape
    assert not close(right, printed, 0.1)
    assert close(printed[0, 1, 2], Q[0, 1, 2] * K[0, 1, 2] / 2, 1e-12)
    narrow = literal.elementwise_scores(random(1, 5, 3), random(1, 5, 3, seed=1))
    with pytest.raises(RuntimeError, match="must match"):
        literal.scores_masked_by_a_number(narrow, CAUSAL)


def test_t110_r10_a_number_for_minus_infinity():
    S, nothing = random(1, 1, 4), torch.zeros(1, 4, dtype=torch.bool)
    assert close(torch.softmax(literal.scores_masked_by_a_number(S, nothing), -1), torch.full((1, 1, 4), .25), 0)
    added = torch.softmax(torch.tensor([30, .1, -.2, 100]) - 1e9, -1)
    assert close(added, [0, 0, 0, 1], 0)
    with pytest.raises(RuntimeError, match="overflow"):
        literal.scores_masked_by_a_number(S.half(), nothing)


def test_t110_r13_the_loss_counts_from_zero():
    assert close(literal.loss_from_zero(torch.ones(5, dtype=torch.float64)), 1.25, 1e-12)
    assert close(output.loss(torch.ones(4, dtype=torch.float64), torch.full((4,), 5), 0), 1.0, 1e-12)


def test_t110_r14_an_output_as_wide_as_the_sentence():
    y = random(3, 8)
    printed = output.logits(y, random(3, 8, seed=1), None)
    assert printed.shape == (3, 3)
    assert output.logits(y, random(7, 8, seed=1), None).shape == (3, 7)


@pytest.mark.parametrize(("n", "floor"), [(3, 0.551), (10_000, 8.2105)])
def test_t110_r15_the_loss_of_probabilities_has_a_floor(n, floor):
    perfect = embedding.one_hot(torch.tensor([2]), n)
    assert close(output.token_losses(perfect, torch.tensor([2])), [floor], 1e-3)
    logits = rows([2, 1, .1])
    assert close(output.token_losses(logits, torch.tensor([0])), [0.417], 1e-3)
    assert close(output.token_losses(output.probabilities(logits), torch.tensor([0])), [0.802], 1e-3)


def test_t110_r17_without_the_square_root_places_drown_words():
    model = Embedding(2000, 512).double()
    with torch.no_grad():
        model.W_E.copy_(random(2000, 512) / 512**0.5)
    ids, cosines, norms = torch.arange(2000), {}, {}
    for name, edits in (("printed", (Skip("scaled"),)), ("right", ())):
        with record(model, *edits) as trace:
            model(ids)
        x = trace["positioned"].value
        norms[name] = trace["scaled"].value.norm(dim=-1).mean()
        words = x - trace["positions"].value
        places = trace["positions"].value[:2]
        cosines[name] = torch.stack([variants.cosine(a + places[:1], b + places[1:])[0, 0]
                                     for a, b in pairwise(words[:400].split(1))]).mean()
    assert close(norms["printed"], 0.998, 5e-3)
    assert close(norms["right"], 22.6, 0.1)
    assert close(cosines["printed"], 0.969, 5e-3)
    assert close(cosines["right"], 0.336, 2e-2)


def test_t110_r18_places_alone_are_not_invariant():
    PE = embedding.positions(torch.zeros(60, 512, dtype=torch.float64), 0, 10000.0)
    steps = PE[1] - PE[0], PE[51] - PE[50]
    assert close([float(s.norm()) for s in steps], [3.714, 3.714], 1e-3)
    assert close((steps[0] - steps[1]).norm(), 5.19, 5e-3)
    assert close((PE[0] - PE[50]).norm(), 15.8, 0.05)
    likeness = variants.gram(PE[:1], PE)[0]
    assert next(k for k in range(1, 60) if likeness[k] > likeness[k - 1]) == 44


def test_t110_r19_padding_moves_an_encoder_that_is_not_told():
    layer, x, pads = generic(EncoderLayer(8, 2, 16)), random(3, 8), torch.zeros(2, 8, dtype=torch.float64)
    padded, only_words = torch.cat((x, pads)), torch.tensor([True] * 3 + [False] * 2).expand(5, 5)
    with torch.no_grad():
        assert close(layer(padded, only_words)[:3], layer(x), 1e-12)
        assert (layer(padded)[:3] - layer(x)).abs().max() > 1e-2


def test_t110_r33_flattened_before_it_is_cut():
    image = torch.arange(64, dtype=torch.float64).view(8, 8, 1)
    assert literal.pieces(image, 4)[0].tolist() == list(range(16))
    assert vision.patches(image, 4)[0].tolist() == [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27]


def crossed(model: MultiHeadAttention, y: torch.Tensor, memory: torch.Tensor) -> torch.Tensor:
    """N1 4.3 as printed: query and key from the encoder, value from the decoder."""
    Q, K = attention.queries(memory, model.W_Q, model.b_Q), attention.keys(memory, model.W_K, model.b_K)
    A = attention.weights(attention.scores(attention.dot_products(Q, K), model.d_k))
    Z = attention.head_outputs(A, attention.values(y, model.W_V, model.b_V))
    return attention.output(attention.concat(Z), model.W_O, model.b_O).detach()


def test_t110_r44_query_and_key_from_the_encoder():
    model, y, memory = generic(MultiHeadAttention(8, 2)), random(4, 8), random(4, 8, seed=1)
    right, printed, order = model(y, memory).detach(), crossed(model, y, memory), torch.tensor([2, 0, 3, 1])
    assert (right - printed).abs().max() > 0.1  # no error is raised
    assert close(model(y, memory[order]).detach(), right, 1e-12)
    assert not close(crossed(model, y, memory[order]), printed, 0.1)
    future = torch.cat((y[:3], random(1, 8, seed=2)))
    assert close(model(future, memory)[0].detach(), right[0], 0)
    assert (crossed(model, future, memory)[0] - printed[0]).abs().max() > 0.01
    with pytest.raises(RuntimeError):
        crossed(model, y, random(6, 8))


def test_t110_r50_attention_is_not_linear():
    model, x, y = generic(MultiHeadAttention(8, 2)), random(5, 8), random(5, 8, seed=1)
    with torch.no_grad():
        for name in ("b_Q", "b_K", "b_V", "b_O"):
            getattr(model, name).zero_()
        assert (model(2 * x) - 2 * model(x)).abs().max() > 0.1
        assert (model(x + y) - model(x) - model(y)).abs().max() > 0.1


@pytest.mark.parametrize(("n", "best"), [(4, 0.711), (196, 0.0365)])
def test_t110_r88_real_cosines_cannot_focus(n, best):
    X = torch.cat((torch.ones(1, 3), -torch.ones(n - 1, 3))).double()
    A = attention.weights(variants.cosine(X[:1], X).unsqueeze(0))
    assert close(A[0, 0, 0], best, 1e-3)
    assert close(variants.gram(rows([1, 0]), rows([3, 1])), [[3]], 0)
    assert close(variants.cosine(rows([1, 0]), rows([3, 1])), [[0.949]], 1e-3)


def test_t110_r31_only_the_last_row_is_new():
    model = generic(Transformer(9, 7, d_model=8, n_heads=2, n_layers=2, d_ff=6))
    source, ids = torch.tensor([4, 6, 5]), torch.tensor([START, 6, 4, 5])
    with torch.no_grad():
        assert close(model(source, ids[:3]), model(source, ids)[:3], 1e-12)
    assert math.isclose(sum(torch.softmax(model(source, ids)[-1], -1).tolist()), 1)
