"""The page on residual, norm and feed-forward: numbers agree with exhibits and errata; it opens in both languages."""

import numpy as np
import pytest
import torch
from headless_page import answered, lacking, opened

from core.experiments import heads, layers, parameters
from core.models.layers import EncoderLayer
from pages.transformer.layers import layer_or_batch, norm_by_hand

SENTENCE = "我昨天买了一本书。"


@pytest.fixture(scope="module")
def deep():
    return {variant: layers.depth(variant, 24) for variant in layers.VARIANTS}


def drawn(*shape, seed=0):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def test_of_two_numbers_layer_norm_leaves_which_is_larger():
    norms = layers.two_numbers(50)
    signs = (norms.row[:, :1] > norms.row[:, 1:]).double() * 2 - 1
    assert torch.allclose(norms.right, torch.cat((signs, -signs), 1))


# ---- Depth: N0-14, R49, R51 ------------------------------------------------------------------------------------------


def test_gradients_vanish_explode_or_hold(deep):
    """8e-10 without anything, 4.5e4 with residuals alone (RMS 1920), of the order of 1 with a norm."""
    assert 1e-12 < deep["none"].ratio < 1e-7
    assert 1e3 < deep["residual"].ratio < 1e6
    assert 100 < deep["residual"].rms[-1] < 1e4
    for variant in ("norm", "post", "pre"):
        assert 0.05 < deep[variant].ratio < 20
    assert deep["post"].rms[-1] == pytest.approx(1, abs=1e-3) == deep["norm"].rms[-1]


def test_norms_alone_let_tokens_collapse_at_once(deep):
    """Mean cosine 0.999 after two layers; with the residual it stays far below."""
    assert deep["norm"].cosine[1] > 0.999 and deep["norm"].cosine[-1] > 0.9999
    assert max(deep[variant].cosine[1] for variant in ("residual", "post", "pre")) < 0.4


@pytest.mark.parametrize("variant", layers.VARIANTS)
def test_a_run_comes_from_its_seed_and_has_a_number_per_layer(variant):
    first, again, other = (layers.depth(variant, 3, seed) for seed in (0, 0, 1))
    assert torch.equal(first.gradient, again.gradient) and not torch.equal(first.gradient, other.gradient)
    assert first.gradient.shape == first.rms.shape == first.cosine.shape == (3,)
    assert first.cosines.shape == (4, layers.TOKENS, layers.TOKENS)


# ---- Who moves: N1-04, N0-13 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", [0, 3, 7])
def test_only_attention_carries_a_change_to_other_words(translator, token):
    spread = layers.spread(translator, SENTENCE, token)
    first = spread.stages.index("encoder.0.self_attention.head_outputs")
    others = [i for i in range(spread.change.shape[1]) if i != token]
    assert (spread.change[:first, others] == 0).all() and (spread.change[:first, token] > 1).all()
    assert (spread.change[first:, others] > 0).all()


def test_order_reaches_the_encoder_through_positions_only(translator):
    without, with_positions = layers.equivariance(translator, SENTENCE)
    assert without < 1e-4 < 0.1 < with_positions


# ---- Layer norm: N0-15, N1-12, N2-21, R01 ----------------------------------------------------------------------------


@pytest.mark.parametrize("row, printed, right", [
    ((1, 2, 3, 4), (-1.187, -1.055, -0.923, -0.791), (-1.342, -0.447, 0.447, 1.342)),
    ((1, -1, 2, -2), (0.632, -0.632, 1.265, -1.265), (0.632, -0.632, 1.265, -1.265)),
    ((3, 3, 3, 3), (-1, -1, -1, -1), (0, 0, 0, 0))])
def test_the_printed_norm_and_the_right_one(row, printed, right):
    norms = layers.both_norms(torch.tensor(row, dtype=torch.float64))
    assert norms.printed.tolist() == pytest.approx(printed, abs=1e-3)
    assert norms.right.tolist() == pytest.approx(right, abs=1e-3)


def test_n0_15_layer_norm_forgets_a_factor_and_a_sum_and_the_printed_norm_does_not():
    row, moved = (torch.tensor(norm_by_hand.ROWS[name], dtype=torch.float64) for name in ("counting", "affine"))
    assert torch.equal(moved, 2 * row - 3)
    one, other = (layers.both_norms(x, 0.0) for x in (row, moved))
    assert torch.allclose(one.right, other.right, atol=1e-12) and not torch.allclose(one.printed, other.printed)
    assert torch.allclose(layers.normalized(3.7 * row + 11, 0.0), one.right, atol=1e-12)  # EXHIBITS N0-15


def test_n2_23_the_papers_bleu_by_inner_width():
    assert parameters.bleu_by_inner_width() == {1024: 25.4, 2048: 25.8, 4096: 26.2}


def test_a_long_row_collapses_under_the_printed_norm():
    norms = layers.both_norms(layers.long_row())
    assert norms.row.sum() > 100
    assert norms.printed.mean() == pytest.approx(-1, abs=1e-3) and norms.printed.std() < 0.02
    assert norms.printed.square().mean() == pytest.approx(1, abs=1e-9)
    assert norms.right.mean() == pytest.approx(0, abs=1e-9) and norms.right.std() == pytest.approx(1, abs=1e-2)


def test_without_epsilon_a_constant_row_is_not_a_number():
    assert layers.normalized(torch.full((4,), 3.0), 0.0).isnan().all()


def test_a_second_norm_does_nothing(trace):
    assert layers.twice(drawn(5, 64)) < 1e-12
    assert layers.twice(trace["encoder.0.residual_1.added"].value) < 1e-12


@pytest.mark.parametrize("stack, count", [("encoder", 4), ("decoder", 6)])
def test_every_normalized_row_has_the_same_length(trace, stack, count):
    lengths = layers.lengths(trace, stack)
    assert len(lengths.sites) == count and lengths.before.shape == lengths.after.shape == (count, len(lengths.words))
    assert torch.allclose(lengths.after, torch.full_like(lengths.after, 8.0), atol=2e-3)
    assert lengths.before.max() > 1.2 * lengths.before.min()


# ---- Feed-forward and linearity: N0-16, N1-13, N1-14, N2-23, R28 -----------------------------------------------------


def test_half_of_the_units_are_on_before_training_and_few_after(translator, trace):
    fresh = heads.untrained(translator, 1).trace(SENTENCE, target=heads.own_words(trace))
    before, after = layers.on_share(fresh), layers.on_share(trace)
    assert all(0.4 < share < 0.6 for share in before.values())
    assert all(after[name] < before[name] for name in before)


def test_without_relu_two_matrices_are_one(translator, trace):
    layer, x = translator.model.encoder[0], trace["encoder.0.norm_1.output"].value
    assert layers.collapse(layer, x) < 1e-11 and layers.relu_matters(layer, x) > 0.1


def test_the_feed_forward_network_has_two_thirds():
    ffn, attention = parameters.feed_forward(512, 2048), parameters.attention(512, 512)
    assert ffn == 2_099_712 and ffn + attention == 3_150_336


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_what_is_linear(seed):
    layer = heads.redrawn(EncoderLayer(64, 4, 256), seed)
    deviations = layers.linearity(layer, drawn(8, 64, seed=seed), drawn(8, 64, seed=seed + 10))
    assert deviations["ffn"][0] < 1e-12 < 0.1 < deviations["ffn"][1]
    assert min(deviations["attention"]) > 0.1 and min(deviations["norm"]) > 0.1
    assert max(*deviations["frozen"], *deviations["collapsed"]) < 1e-12


# ---- Batch norm: N2-22 -----------------------------------------------------------------------------------------------


def test_another_sample_moves_batch_norm_only():
    before, after = layers.batch(), layers.batch(5.0)
    first = slice(0, layers.WORDS)
    assert torch.equal(before.by_layer[first], after.by_layer[first])
    assert (before.by_batch[first] - after.by_batch[first]).abs().max() > 0.1
    assert layers.one_value_per_channel().startswith("Expected more than 1 value per channel")


def test_batch_norm_is_torchs():
    batch = layers.batch()
    theirs = torch.nn.BatchNorm1d(layers.FEATURES, dtype=torch.float64)(batch.x)
    assert torch.allclose(batch.by_batch, theirs.detach(), atol=1e-12)


def test_each_norm_reads_its_own_cells():
    batch, rows = layers.batch(), layers.SAMPLES * layers.WORDS
    assert layers.read_by(batch.trace, "normalized", (4, 2)) == [(4, j) for j in range(layers.FEATURES)]
    assert layers.read_by(batch.trace, "normalized_over_batch", (4, 2)) == [(i, 2) for i in range(rows)]
    assert np.isfinite(batch.by_batch.numpy()).all()


def test_r74_the_other_sample_stands_in_the_column_and_not_in_the_row():
    batch, (row, column) = layers.batch(), layer_or_batch.UNTOUCHED
    edited = set(range(layers.WORDS, 2 * layers.WORDS))  # the rows of sample 2
    reads = {name: {i for i, _ in layers.read_by(batch.trace, name, (row, column))}
             for name in ("normalized", "normalized_over_batch")}
    assert not reads["normalized"] & edited and edited <= reads["normalized_over_batch"]
    assert layer_or_batch._frame([(1, 0), (1, 7), (1, 3)]) == (1, 0, 1, 8)


def test_r73_four_times_is_a_choice():
    models = parameters.widened()
    assert {one.ratio for one in models if one.here} == {2, 4}
    published = {one.name: one.ratio for one in models if not one.here}
    assert published["DETR"] == 8 and published["Transformer base"] == published["ViT-Huge"] == 4
    assert len({one.name for one in models}) == len(models)


# ---- The page --------------------------------------------------------------------------------------------------------

EXHIBITS = ("N0-13-N1-04", "N2-21", "N0-15-N1-12", "N0-16-N2-23", "N1-13-N1-14", "N0-14", "N2-22")
ERRATA = ("R01", "R02", "R28", "R49", "R51", "R73", "R74")
GUESSES = {"N1-04": "moves_attention", "N2-21": "length_same", "N1-12": "twice_same", "N0-15.two": "two_only",
           "N0-16": "on_few",
           "N1-13": "ffn_scales", "N1-14": "attention_not", "N0-14": "depth_explodes", "N2-22": "batch_moves"}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_shows_every_exhibit_and_erratum(language):
    app = opened("transformer/layers", GUESSES, lang=language)
    assert not app.exception
    assert not lacking(app, EXHIBITS, ERRATA)
    assert len(answered(app)) == len(GUESSES)


def test_without_a_sentence_the_rest_is_there():
    app = opened("transformer/layers", lang="en", text="我昨天买了一本书。" * 8)
    assert not app.exception and app.warning
    assert not lacking(app, ("N0-15-N1-12", "N0-14", "N2-22"))


def test_a_run_as_deep_as_the_slider_says():
    app = opened("transformer/layers", lang="en")
    app.slider(key="layers depth").set_value(10).run()
    assert any(one.value.startswith("Still one backward pass through 6 layers, seed 0;") for one in app.caption)
    app.button(key="layers go").click().run()
    assert any(one.value == "One backward pass through 10 layers, seed 0." for one in app.caption)
    assert not app.exception and app.session_state["layers run"] == (10, 0)


def test_on_a_projector_the_layers_that_the_prediction_asks_about_are_shown_at_once():
    app = opened("transformer/layers", lang="en", projector="n0-14", ask="N0-14", shows="layers-gradients")
    assert not app.exception and app.session_state["layers run"] == (24, 0)
