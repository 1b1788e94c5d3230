"""The page on the decoder: its experiments against the notes and the laws, and the page in both languages."""

import pytest
import torch
from headless_page import answered, asked, guess, lacking, opened

from core import zoo
from core.edits import SetCell
from core.equations import attention
from core.experiments import decoder, decoder_masks, weight_removal
from pages.components import model_choice
from pages.components.text_files import page_words

TEXT, OTHER = "我昨天买了一本书。", "他们明天去公园。"
ALLOWED = decoder_masks.visible(4)
SCORES = torch.tensor(decoder_masks.SCORES)
EXHIBITS = ("N0-02", "removed", "N1-15-N2-24", "N0-17", "N2-15", "N1-19-N1-20", "N0-18-N1-21", "padding", "N1-18",
            "N1-17", "N0-20", "N1-22", "N0-19", "N0-21")
ERRATA = ("R07", "R08", "R09", "R10", "R11", "R12", "R19", "R20", "R27", "R44", "R55")
GUESSES = {"N0-02": "always", "removed": "only_A", "N2-24": "uniform", "N0-17": "none", "N2-15": "all_rows",
           "N1-19": "zero_row", "N1-20": "gradient_zero", "N0-18": "stays", "N1-21": "swap_scale",
           "padding": "padding_same", "N1-18": "leak_none", "N1-17": "same_row",
           "N0-20": "order_never", "N1-22": "wire_error", "N0-19": "branch_own", "N0-21": "units_same"}
SWITCHES = ("no_shift", "zero_memory", "hide_diagonal", "mask_on", "shuffle_memory", "same_length", "permute_units")
RIGHT, PRINTED = ("decoder", "encoder", "encoder"), ("encoder", "encoder", "decoder")


def weights(kind: str) -> torch.Tensor:
    run = decoder_masks.masked(SCORES.unsqueeze(0), ALLOWED, kind, decoder_masks.WORDS)
    return run[decoder_masks.WRITTEN[kind]].value[0]


# ---- The mask --------------------------------------------------------------------------------------------------------


def test_n1_20_the_worked_rows():
    rows = torch.tensor([[1, 0, 0, 0], [.378, .622, 0, 0], [.258, .316, .426, 0], [.214, .262, .262, .262]])
    added = decoder_masks.masked(SCORES.unsqueeze(0), ALLOWED, "added", decoder_masks.WORDS)
    assert torch.allclose(added["weights"].value[0], rows, atol=6e-4)
    assert torch.equal(added["weights"].value[0], weights("infinity"))
    assert decoder_masks.first_row_gradient(SCORES) == 0


def test_n1_19_without_the_diagonal_the_first_row_is_not_a_number():
    hidden = decoder_masks.masked(SCORES.unsqueeze(0), decoder_masks.visible(4, 1), "added", decoder_masks.WORDS)
    assert decoder_masks.plain_softmax(hidden["scores_plus_mask"].value)[0, 0].isnan().all()
    assert hidden["weights"].value[0, 0].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("kind", decoder_masks.KINDS)
def test_n0_18_only_a_mask_before_the_softmax_is_one(kind):
    right = kind in ("infinity", "number")
    before, after = decoder_masks.leak(SCORES, ALLOWED, kind)
    assert (before == after) == (kind != "after") and (kind != "after" or after < before)
    assert (torch.triu(weights(kind), 1) == 0).all() == (right or kind == "after")
    assert torch.allclose(weights(kind).sum(-1), torch.ones(4)) == (kind != "after")


def test_r55_a_hidden_score_of_zero_weighs_one():
    assert torch.allclose(weights("times")[0], torch.tensor([.402, .199, .199, .199]), atol=1e-3)


def test_n1_21_scale_and_mask_commute_softmax_and_mask_do_not(trace):
    changes = decoder_masks.swapped(trace["decoder.0.self_attention.dot_products"].value, decoder_masks.visible(7), 16)
    assert changes["scale"] == 0 and changes["softmax"] > 0.1 and changes["least"] < 0.9


def test_r10_a_number_is_infinity_until_nothing_is_left():
    assert decoder_masks.number_against_infinity(SCORES.unsqueeze(0)) == 0
    rows = decoder_masks.fully_masked()
    assert torch.allclose(rows["number"], torch.full((4,), .25)) and rows["infinity"].isnan().all()
    assert (rows["zeros"] == 0).all() and (rows["torch"] == 0).all()
    added = decoder_masks.added_number()
    assert added["weights"].tolist() == [0, 0, 0, 1] and float(added["spacing"]) == 64


def test_n1_18_with_the_mask_no_word_hears_a_later_one(translator):
    future = torch.triu(torch.ones(7, 7), 1).bool()
    assert (decoder_masks.leakage(translator, translator.trace(TEXT), True)[0][future] == 0).all()
    assert (decoder_masks.leakage(translator, translator.trace(TEXT), False)[0][future] > 0).all()


# ---- The shift and the padding ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [1, 2, 7])
def test_n0_17_the_shift_moves_the_answer_out_of_sight(rows):
    visible = decoder_masks.visible(rows)
    assert not (decoder_masks.answers(rows, True) * visible).any()
    assert (decoder_masks.answers(rows, False) * visible).sum() == rows


def test_r12_the_trained_model_expects_the_shift(translator):
    losses = decoder_masks.shifts_compared(translator, translator.trace(TEXT))
    assert losses["shifted"] < 0.5 < losses["unshifted"]


def test_r19_padding_of_the_source_must_be_hidden_twice(translator):
    neither, encoder, both = (decoder_masks.padded_source(translator, translator.trace(TEXT), *hidden).logits
                              for hidden in ((False, False), (True, False), (True, True)))
    assert neither > 0.1 and encoder > 0.1 and both < 1e-4


def test_padding_hurts_without_its_masks_on_every_example_and_never_with_them(translator):
    for sentence in model_choice.SENTENCES["translator-zh-en"]:
        plain = translator.trace(sentence)
        whole = decoder_masks.padded_probability(translator, plain, 0, False)
        masked, unmasked = (decoder_masks.padded_probability(translator, plain, 16, one) for one in (True, False))
        assert abs(masked - whole) < 1e-3 and unmasked < whole - 0.2, sentence


def test_one_decoder_layer_says_where_queries_keys_and_values_come_from():
    app = opened("transformer/decoder", lang="en")
    sentence = page_words("en", "decoder")["comes_from"].format(**dict.fromkeys(("queries", "keys", "values"), "**Y**"))
    assert sentence in [one.value for one in app.markdown]


def test_r20_only_trailing_padding_of_the_target_is_inert(translator):
    assert decoder_masks.padded_target(translator, translator.trace(TEXT), leading=False).logits < 1e-4
    assert decoder_masks.padded_target(translator, translator.trace(TEXT), leading=True).logits > 1e-3
    right, printed = decoder_masks.padded_loss(translator, translator.trace(TEXT))
    assert printed > right + 0.1


# ---- What is read ----------------------------------------------------------------------------------------------------


def test_n0_02_attention_and_gradient(translator):
    dependence = decoder.dependence(translator, TEXT)
    assert torch.allclose(dependence.attention_source.sum(-1), torch.ones(7), atol=1e-5)
    assert (torch.triu(dependence.gradient_target, 1) == 0).all() and (dependence.gradient_source > 0).all()
    assert len(dependence.by_distance()) == 7
    same = [a.argmax() == g.argmax() for a, g in zip(dependence.attention_source, dependence.gradient_source)]
    assert dependence.same_first() == sum(map(int, same)) and dependence.same_order() <= dependence.same_first()


@pytest.mark.parametrize("position", [0, 3, 6])
def test_n2_15_a_changed_word_moves_nothing_before_it(translator, position):
    change, _ = decoder.changed_word(translator, translator.trace(TEXT), "target", position, "park")
    assert (change[:position] < 1e-6).all() and change[position] > 0
    assert (decoder.changed_word(translator, translator.trace(TEXT), "source", 0, "他")[0] > 0).all()


def test_n1_17_the_first_row_knows_no_sentence_before_cross_attention(translator):
    changes = dict(decoder.first_rows(translator, TEXT, OTHER))
    assert changes["decoder.0.self_attention.output"] == changes["decoder.0.norm_1.output"] == 0
    assert changes["decoder.0.cross_attention.output"] > 0.1


def test_n0_19_without_cross_attention_every_source_is_one(translator):
    one, other = (decoder.answer_without(translator, text, "cross_attention") for text in (TEXT, OTHER))
    assert one == other
    assert decoder.answer_without(translator, TEXT, "") != decoder.answer_without(translator, OTHER, "")


def test_n0_20_the_memory_is_a_set(translator):
    trace, order, change = decoder.permuted_memory(translator, TEXT, 3)
    plain = translator.trace(TEXT)["decoder.0.cross_attention.weights"].value
    assert change < 1e-4 and sorted(order.tolist()) == list(range(len(order)))
    assert torch.allclose(trace["decoder.0.cross_attention.weights"].value, plain[..., order], atol=1e-6)
    assert decoder.later_word_changed(translator, TEXT) == 0


def test_n2_24_a_memory_of_zeros_is_seen_evenly(translator, trace):
    run = translator.trace(TEXT, decoder.zeroed(trace))
    for layer in range(decoder.layers(trace)):
        rows = run[f"decoder.{layer}.cross_attention.weights"].value
        assert torch.allclose(rows, torch.full_like(rows, 1 / rows.shape[-1]), atol=1e-6)


@pytest.mark.parametrize("layer", [0, 1])
def test_n0_21_hidden_units_have_no_order(translator, trace, layer):
    R, change = decoder.permuted_units(translator, trace, layer, 3)
    assert change < 1e-4 and not torch.equal(R, trace[f"decoder.{layer}.feed_forward.activation"].value)
    activation = trace[f"decoder.{layer}.feed_forward.activation"].value
    assert decoder.open_share(R) == decoder.open_share(activation) == activation.count_nonzero() / activation.numel()


@pytest.mark.parametrize("name", ["translator-zh-en", "translator-en-zh", "open-zh-en", "open-en-zh"])
def test_r27_a_convolution_of_width_1_is_a_linear_layer_and_the_encoders_numbers_are_others(name):
    own = zoo.load(name)
    run = own.trace("我爱你。" if name.endswith("zh-en") else "i love you .")
    for layer in range(decoder.layers(run)):
        off = decoder.other_networks(run, layer)
        assert off["convolution"] < 1e-5 and off["encoder"] > 0.5


# ---- The wiring ------------------------------------------------------------------------------------------------------


def wired(translator, trace, sources, cut=None) -> decoder.Wired:
    y, x = (trace[name].value[:cut] for name in ("decoder.0.norm_1.output", decoder.memory_step(trace)))
    return decoder.wired(translator.model.decoder[0].cross_attention, y, x, sources, {})


def test_r44_the_printed_wiring_fails_or_leaks(translator, trace):
    assert wired(translator, trace, PRINTED).error
    silent, right = wired(translator, trace, PRINTED, 4), wired(translator, trace, RIGHT, 4)
    assert not silent.error and silent.leak > 1e-3 and silent.off > 0.1
    assert right.leak == 0 and right.off == 0 and not wired(translator, trace, RIGHT).error


def test_n1_22_the_right_wiring_is_the_models(translator, trace):
    run = wired(translator, trace, RIGHT).trace
    assert torch.equal(run["output"].value, trace["decoder.0.cross_attention.output"].value)


@pytest.mark.parametrize(("sources", "earlier", "own"), [
    (("decoder", "decoder", "decoder"), True, True),
    (("decoder", "encoder", "encoder"), False, True),  # R07: earlier words cannot be read
    (("encoder", "encoder", "encoder"), False, False),  # R08: no word of the target can
])
def test_r07_r08_what_self_attention_can_read(translator, trace, sources, earlier, own):
    y, x = trace["target_embedding.positioned"].value, trace[decoder.memory_step(trace)].value[:7]
    changes = decoder.own_words(translator.model.decoder[0].self_attention, y, x, sources)
    assert ((changes["earlier"] > 0), (changes["own"] > 0)) == (earlier, own)


def test_r09_the_printed_scores_have_the_wrong_shape(trace):
    Q, K = (trace[f"decoder.0.self_attention.{name}"].value[0] for name in ("queries", "keys"))
    right, printed, error = decoder.elementwise(Q, K)
    assert right.shape == (7, 7) and printed.shape == (7, 16) and error
    assert torch.allclose(right, attention.scores(Q @ K.T, 16))


# ---- The page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_shows_every_exhibit(language):
    app = opened("transformer/decoder", lang=language)
    assert not app.exception and not app.error
    assert not lacking(app, EXHIBITS, ERRATA)


def test_every_switch_runs():
    """Each alone."""
    app = opened("transformer/decoder", lang="en")
    for switch in SWITCHES:
        before = app.toggle(key=switch).value
        app.toggle(key=switch).set_value(not before).run()
        assert not app.exception and not app.error, switch
        assert app.toggle(key=switch).value != before
        app.toggle(key=switch).set_value(before)  # in the run of the next one


def test_every_guess_is_answered():
    app = opened("transformer/decoder", lang="zh")
    assert asked(app, "decoder") == set(GUESSES)
    guess(app, "decoder", GUESSES).run()
    assert not app.exception and not app.error and len(answered(app)) >= len(GUESSES)


# ---- Large weights taken away ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def removals():
    translator = zoo.load("translator-zh-en")
    return [(text, weight_removal.removed(translator, translator.trace(text))) for text in translator.examples]


def test_a_weight_is_removed_as_an_edit_of_its_cell_removes_it(removals):
    translator, (text, weights) = zoo.load("translator-zh-en"), removals[0]
    trace = translator.trace(text)
    p = trace["logits"].value.double().softmax(-1)
    for one in weight_removal.pair(weights):
        edited = translator.trace(text, (SetCell(one.step, one.at, 0.0, True),))
        q = edited["logits"].value.double().softmax(-1)
        moved = (p * (p.log() - q.log())).sum(-1)
        assert one.moved == pytest.approx(float(moved.max()), rel=1e-3, abs=1e-6)
        assert one.own == pytest.approx(float(moved[one.at[1]]), rel=1e-3, abs=1e-6)
        assert one.weight == float(trace[one.step].value[one.at]) >= weight_removal.LARGE == 0.9


def test_the_first_example_is_where_two_large_weights_differ_most(removals):
    """It opens on the sentence of the built-in ones whose two weights are furthest apart."""
    ratios = {text: max(w.moved for w in two) / min(w.moved for w in two)
              for text, weights in removals if (two := weight_removal.pair(weights))}
    assert max(ratios, key=ratios.get) == removals[0][0] == model_choice.EXAMPLES["translator-zh-en"]
    first, second = weight_removal.pair(removals[0][1])
    assert min(first.moved, second.moved) < 1e-5 and max(first.moved, second.moved) > 1
    assert first.at[1] == second.at[1]


def test_most_large_weights_hardly_move_anything(removals):
    weights = [one for _, removed in removals for one in removed]
    assert weight_removal.SMALL == 0.01 and sum(one.moved < weight_removal.SMALL for one in weights) > len(weights) / 2


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_which_removal_moves_what_is_written_is_judged_on_the_run(lang):
    app = opened("transformer/decoder", {"removed": "only_B"}, lang=lang)
    assert not app.exception and not lacking(app, ("removed",))
    assert any(sentence.startswith(f"**{page_words(lang, 'lesson')['guessed_right']}**") for sentence in answered(app))
