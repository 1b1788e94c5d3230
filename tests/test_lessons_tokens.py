"""The page on tokens: N4-01 to N4-08, and R85, R99, R107, R108, R110."""

import numpy as np
import pytest
import torch
from headless_page import guess, lacking, opened
from samples import close

from core.data import sounds
from core.equations import attention, feedforward, tokens, vision
from core.experiments import aggregation
from core.experiments import tokens as computed

EXHIBITS = ["N4-01", "N4-02", "N4-03", "N4-04", "N4-05", "N4-06", "N4-07", "N4-08", "N4-09"]
ERRATA = ["R85", "R99", "R107", "R108", "R110"]
GUESSES = {"N4-01": "free_tokens", "N4-02": "same_numbers", "N4-03": "three_models", "N4-04": "span_only",
           "N4-05": "two_convolutions", "N4-06": "deeper_same", "N4-07": "many_small", "N4-08": "way_connected",
           "N4-09": "moves_A"}
every_scene = pytest.mark.parametrize("scene", computed.PICTURES)


def blocks(scene="three", text="会计算的讲稿", sound="melody"):
    trace = computed.tokenised(computed.pieces(text), scene, sound)
    return [trace[computed.TOKENS[kind]].value for kind in computed.MODALITIES]


# ---- N4-02: three tokenisers ----------------------------------------------------------------------------------------


@every_scene
def test_n4_02_chunk_and_project_is_a_strided_convolution(scene):
    assert computed.as_convolution(scene)["difference"] < 1e-12


@pytest.mark.parametrize("sound", sounds.KINDS)
def test_n4_02_tokens_of_all_kinds_are_equally_wide(sound):
    assert {block.shape[1] for block in blocks(sound=sound)} == {computed.WIDTH}
    samples = sounds.sound(sound)
    assert samples.shape == (sounds.SAMPLES,) and np.abs(samples).max() <= 1 and np.abs(samples).max() > 0.5


@every_scene
def test_n4_02_the_first_numbers_are_means_as_the_text_says(scene):
    image, tokens = computed.picture(scene), blocks(scene)[1]
    means = vision.patches(image, computed.PATCH).unflatten(1, (-1, 3)).mean(1)
    assert close(tokens[:, :3], means * computed.PATCH / 2, 1e-9)


def test_n4_02_equal_characters_make_equal_tokens():
    text = blocks(text="会会计")[0]
    assert torch.equal(text[0], text[1]) and not torch.equal(text[0], text[2])


@pytest.mark.parametrize("text", ["", "   ", "a", "🙂\u200b\u202e x" * 9])
def test_n4_02_pieces_of_any_text(text):
    assert len(computed.pieces(text)) <= 12 and not any(c.isspace() for c in computed.pieces(text))


def test_unknown_sounds_and_frames_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="A sound is one of"):
        sounds.sound("song")
    with pytest.raises(ValueError, match="has no frames"):
        tokens.frames(torch.zeros(5), 6, 1)


# ---- N4-01, N4-03, N4-09 ---------------------------------------------------------------------------------------------


@every_scene
def test_n4_01_tokens_may_be_reordered_and_their_numbers_not(scene):
    reordered = computed.reordered(blocks(scene)[1])
    assert close(reordered["tokens before"], reordered["tokens after"], 1e-12)
    assert (reordered["features before"] - reordered["features after"]).abs().max() > 0.5


@every_scene
@pytest.mark.parametrize("sound", sounds.KINDS)
def test_n4_03_without_the_outer_blocks_one_model_is_three(scene, sound):
    differences = computed.separate_models(blocks(scene, sound=sound))
    assert differences["forbidden"] < 1e-12 and differences["open"] > 0.1 and differences["across"] > 0.2
    names = [[f"{kind}{i}" for i in range(len(block))] for kind, block in enumerate(blocks(scene, sound=sound))]
    weights = computed.attended(blocks(scene, sound=sound), names, forbid=True)["weights"]
    assert [list(along) for along in weights.labels[1:]] == [[name for block in names for name in block]] * 2
    A = weights.value[0]
    mask = computed.block_mask([len(block) for block in blocks(scene, sound=sound)])
    assert (A[~mask] == 0).all() and close(A.sum(-1), torch.ones(len(A)), 1e-12)


def test_n4_09_r107_only_the_weights_move():
    for one, other in (("three", "two"), ("two", "four")):
        changes = computed.moved(one, other)
        assert changes["W_Q"] == changes["W_K"] == 0 and changes["weights"] > 0.05


@every_scene
def test_r108_the_values_have_a_matrix(scene):
    errors = computed.without_values(scene)
    assert errors["right"] < 1e-12 and errors["off"] > 0.3


# ---- N4-04, N4-05, N4-06 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("w", [(0.5, 1.0, -0.5, 0.2), (0.0, 0.0, 0.0, 0.0), (1.5, -1.5, 0.1, 0.0)])
def test_n4_04_one_weight_for_all_numbers_of_a_token(w):
    Z = blocks()[0][:4]
    trace = computed.combination(w, Z, list("abcd"))
    assert close(trace["combined"].value, torch.tensor(w, dtype=torch.float64) @ Z, 1e-12)
    assert close(trace["combined"].value[0], trace["combined_neurons"].value, 1e-12)
    stacked = torch.cat((Z, trace["combined"].value.unsqueeze(0)))
    assert torch.linalg.matrix_rank(stacked) == torch.linalg.matrix_rank(Z)


@pytest.mark.parametrize("text", ["会计算的讲稿，会算！", "Anything", "好"])
def test_n4_04_a_nonlinearity_leaves_the_span(text):
    Z = blocks(text=text)[0][:4]
    span = computed.beyond(Z, computed.mlp(Z)[0])
    assert span["rank"] == len(Z) < span["width"] and span["missed"] > 0.1


def test_r85_a_dot_product_gives_a_number():
    products = computed.field(blocks()[0][:4], (0.5, 1.0, -0.5, 0.2))
    assert products["printed"].ndim == 0 and products["right"].shape == (computed.WIDTH,)


def test_n4_05_t40_r110_an_mlp_is_two_convolutions():
    for Z in blocks():
        trace = computed.per_token(Z, [str(i) for i in range(len(Z))])
        assert close(trace["hidden"].value.T, trace["one_by_one"].value, 1e-12)
        errors = computed.as_two_convolutions(Z)
        assert errors["two"] < 1e-12 and errors["without"] < 1e-12 and errors["one"] > 0.3
    conv = torch.nn.Conv1d(12, 24, 1).double()
    W, b = conv.weight[..., 0].detach(), conv.bias.detach()
    assert close(conv(blocks()[0].T)[None][0].detach(), feedforward.hidden(blocks()[0], W.T, b).T, 1e-12)


@pytest.mark.parametrize("layers", ["m", "mm", "mmm", "mmmmmmmm"])
def test_n4_06_mixing_alone_is_one_matrix(layers):
    Z = blocks()[1][:6]
    assert close(computed.stack(layers, Z), computed.product(layers, 6) @ Z, 1e-10)
    assert computed.one_matrix(layers, 6) < 1e-12


@pytest.mark.parametrize("layers", ["f", "mf", "fm", "mfmf", "mfmfmfmf"])
def test_n4_06_with_the_part_for_each_token_it_is_not(layers):
    assert computed.one_matrix(layers, 6) > 0.5


# ---- N4-07, N4-08: T101, T103 ----------------------------------------------------------------------------------------


def test_n4_07_t101_receptive_fields():
    assert aggregation.layers_across(9) == 8
    assert [aggregation.width((3,) * k, (2,) * k) for k in (1, 2, 3, 4)] == [3, 7, 15, 31]
    assert aggregation.width((3,) * 7) == aggregation.width((15,)) == 15
    assert (aggregation.weights((15,)), aggregation.weights((3,) * 7)) == (225, 63)
    assert aggregation.layers_for(15) == 7


@pytest.mark.parametrize("kernel", [3, 5, 9])
@pytest.mark.parametrize("layers", [1, 2, 4])
def test_n4_07_what_is_lit_is_as_wide_as_is_said(kernel, layers):
    lit = aggregation.ways_in(kernel, layers, 41, (20, 20)) > 0
    assert lit.any(0).sum() == aggregation.width((kernel,) * layers) == int(lit.sum()) ** 0.5


def test_n4_08_t103_tokens_weights_and_pixels_seen():
    counts = {way: aggregation.counted(way) for way in aggregation.WAYS}
    assert [counts[way].tokens for way in aggregation.WAYS] == [16, 49, 4, 16]
    assert (counts["apart"].parameters, counts["connected"].parameters) == (12352, 3146752)
    assert counts["apart"].parameters == counts["overlapping"].parameters
    assert [counts[way].seen for way in aggregation.WAYS] == [8, 8, 31, 32]
    sizes = {way: counts[way].larger for way in aggregation.WAYS}
    assert [bool(len(size) < 8) for size in sizes.values()] == [True, True, True, False]
    assert "cannot be multiplied" in sizes["connected"]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_n4_08_a_level_of_the_pyramid_sees_what_is_said(level):
    down, across = aggregation.grid("pyramid", level)
    widest = max(int(aggregation.sees("pyramid", k, level).any(0).sum()) for k in range(down * across))
    assert widest == aggregation.width((3,) * level, (2,) * level)


def test_r99_only_convolutions_share():
    differences = aggregation.shared()
    assert differences["apart"] < 1e-6 and differences["connected"] > 0.1


def test_counting_leaves_the_random_numbers_of_others_alone():
    torch.manual_seed(5)
    wanted = torch.rand(3, generator=None)
    torch.manual_seed(5)
    aggregation.network.cache_clear()
    aggregation.network("pyramid")
    assert torch.equal(torch.rand(3), wanted)


def test_weights_are_those_of_attention():
    Z = blocks()[0]
    trace = computed.attended([Z])
    Q, K = (trace[name].value for name in ("queries", "keys"))
    A = attention.weights(attention.scores(attention.dot_products(Q, K), computed.WIDTH))
    assert close(trace["weights"].value, A, 1e-12)


# ---- The page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything(language):
    app = opened("sequences/tokens", lang=language, depth="code")
    guess(app, "tokens", GUESSES)
    app.run()
    assert not app.exception and not app.error and len(app.success) == len(GUESSES) and not app.warning
    assert not lacking(app, EXHIBITS, ERRATA)


def test_page_follows_what_is_chosen():
    app = opened("sequences/tokens", lang="zh")
    app.text_input(key="tokens text").set_value("好")
    app.button(key="add_mix").click().run()
    app.toggle(key="tokens keeps_alone").set_value(False)
    app.toggle(key="tokens forbid").set_value(True).run()
    assert not app.exception and app.session_state["tokens-stack"] == "mfmfm"
    for way in aggregation.WAYS:
        next(group for group in app.button_group if group.key == "aggregation way").set_value(
            next(label for label in _options(app) if label == _word(way)))
        app.run()
        assert not app.exception
    app.text_input(key="tokens text").set_value("   ").run()
    assert not app.exception


def _options(app):
    return next(group for group in app.button_group if group.key == "aggregation way").options


def _word(way):
    from pages.components.text_files import page_words

    return page_words("zh", "tokens")[f"way_{way}"]
