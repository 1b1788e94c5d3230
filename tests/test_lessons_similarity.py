"""Experiments on scaling and similarity against the notes and the laws; their pages: test_lessons_attention."""

import math

import pytest
import torch
from samples import close, random

from core.experiments import attention, scaling, similarity
from core.experiments.layers import depth

# ---- Scaling ---------------------------------------------------------------------------------------------------------


def test_n0_10_the_median_vanishes_and_the_largest_explodes():
    table = {(row["d_k"], row["kind"]): row for row in scaling.table()}
    narrow, wide = table[4, "none"], table[1024, "none"]
    assert 1.6 < narrow["entropy"] < 2.0 and wide["entropy"] < 0.2
    assert 0.35 < narrow["median"] < 0.55 and wide["median"] < 0.005 and narrow["mean"] < 0.7 < 1 < wide["mean"] < 1.5
    assert narrow["largest"] < 3 and wide["largest"] > 20
    for d_k in (16, 64, 256, 1024):
        scaled = table[d_k, "root"]
        assert abs(scaled["entropy"] - 2.36) < 0.05 and 0.24 < scaled["median"] < scaled["mean"] < 0.32
    assert table[256, "d_k"]["entropy"] > 2.76


@pytest.mark.parametrize("d_k", [4, 64, 512])
def test_t30_the_variance_of_a_dot_product_is_its_width(d_k):
    assert abs(scaling.variance(d_k) / d_k - 1) < 0.06


@pytest.mark.parametrize(("d_k", "kind"), [(4, "none"), (16, "root"), (8, "d_k")])
def test_the_written_out_gradient_is_autograds(d_k, kind):
    q, K, c = (x[:5].double() for x in scaling._drawn(d_k, 256, 1.0, 0))
    q = q.requires_grad_()
    A = torch.softmax((K @ q.unsqueeze(-1)).squeeze(-1) / scaling.divisor(kind, d_k), -1)
    (A * c).sum().backward()
    assert close(scaling.saturation(d_k, kind).norms[:5], q.grad.norm(dim=-1), 1e-5)


def test_r22_r89_scaled_scores_saturate_too():
    assert scaling.saturation(64, "root", deviation=3.0).entropy < 0.5
    own = [scaling.own_weight(d) for d in (16, 64, 512)]
    assert 0.5 < own[0] < 0.9 < own[1] < 1 - 1e-6 < own[2] < 1
    assert scaling.entropy_over(64, math.sqrt(512)) > scaling.entropy_over(64, 8) + 0.2


# ---- Similarity ------------------------------------------------------------------------------------------------------


def test_n1_06_a_cold_look_up_takes_one_video_and_equal_keys_share():
    assert float(similarity.look_up(30, 0.05)["weights"].value[0, 0, 0]) > 0.999
    for temperature in (0.05, 1.0, 5.0):
        trace = similarity.look_up(30, temperature, same_key=True)
        assert close(trace["weights"].value[0, 0], [0.5, 0.5], 1e-12)
        assert close(trace["head_outputs"].value[0, 0], similarity.thumbnails().double().mean(0), 1e-12)


def test_t35_gram_and_cosine():
    X = torch.tensor(similarity.HAND_TOKENS)
    G, C = (similarity.gram(X, kind)[name].value for kind, name in (("dot", "gram"), ("cosine", "cosine")))
    assert G.argmax(-1).tolist() == [1, 1, 2, 1] and abs(float(C[0, 1]) - .948683) < 1e-6
    assert similarity.own_largest(G) == [False, True, True, False] and all(similarity.own_largest(C))


@pytest.mark.parametrize("seed", range(4))
def test_n4_12_the_largest_of_all_is_on_the_diagonal(seed):
    G = similarity.gram(random(7, 3, seed=seed), "dot")["gram"].value
    assert G.max() == G.diagonal().max()


def test_r88_r90_numbers():
    assert [round(similarity.best_cosine_weight(n), 4) for n in (4, 196)] == [0.7112, 0.0365]
    for d, share in ((2, .555), (4, .287), (16, .004), (64, 0)):
        assert abs(similarity.violations(d) - share) < 0.02


def test_n4_13_after_layer_norm_every_token_leads_its_own_row(trace):
    X = trace["encoder.0.norm_1.normalized"].value
    assert close(X.norm(dim=-1), torch.full((len(X),), 8.0), 1e-2)
    assert all(similarity.own_largest((X @ X.mT).double()))


def test_n4_11_twins_have_the_same_row_until_they_have_places():
    first, second = (row * similarity.GRID + column for row, column in similarity.TREES)
    for positions in (False, True):
        A = similarity.looking_at_itself(similarity.scene(), 8.0, positions)["weights"].value[0]
        assert torch.equal(A[first], A[second]) != positions and torch.equal(A[:, first], A[:, second]) != positions


@pytest.mark.parametrize(("kind", "patches"), [("ball", similarity.BALLS), ("tree", similarity.TREES)])
def test_n4_10_equal_keys_share_the_weight(kind, patches):
    A = similarity.answer(kind, 16.0, similarity.scene())["weights"].value[0, 0]
    one, two = (float(A[row * similarity.GRID + column]) for row, column in patches)
    assert abs(one - two) < 1e-6 and one > 0.4


def test_n4_10_the_answer_is_an_average_of_colours():
    purple, red = (similarity.answer("ball", 24.0, similarity.scene(flag))["head_outputs"].value[0, 0]
                   for flag in (False, True))
    assert close(purple, (torch.tensor(similarity.RED) + torch.tensor(similarity.BLUE)) / 2, 0.02)
    assert close(red, similarity.RED, 0.02)


def test_n4_09_fixed_weights_fit_one_length_only():
    W = similarity.fc_weights(6)
    assert attention.attempt(W, random(6, 4)) == "6 × 4"
    assert "cannot be multiplied" in attention.attempt(W, random(7, 4))
    assert torch.equal(W, similarity.fc_weights(6))


def test_n4_15_attention_and_mlp_alone_collapse():
    assert float(depth("none", 2).cosine[1]) > 0.999 > float(depth("residual", 2).cosine[1])


def test_r112_printed_weights_are_no_softmax_of_the_printed_scores():
    right = similarity.slide_weights()
    assert close(right, [.362, .163, .328, .147], 5e-4) and close(right.sum(), 1.0, 1e-12)
    assert sum(similarity.SLIDE_WEIGHTS) == pytest.approx(1.4)
    assert similarity.SLIDE_WEIGHTS[0] == min(similarity.SLIDE_WEIGHTS) < similarity.SLIDE_SCORES[0]
    assert similarity.SLIDE_SCORES[0] == max(similarity.SLIDE_SCORES)


@pytest.mark.parametrize("seed", range(3))
def test_r109_residuals_keep_tokens_apart(seed):
    none, residual, post = (float(depth(kind, 2, seed).cosine[1]) for kind in ("none", "residual", "post"))
    assert none > 0.99 and max(residual, post) < 0.5
