"""The pages on the soft dictionary, attention and similarity; the experiments on attention against notes and laws."""

import math
from itertools import pairwise

import pytest
import torch
from headless_page import answered, asked, guess, lacking, opened
from samples import close, random

from core.experiments import attention, scaling
from core.models.attention import MultiHeadAttention

TEXT, PATH = "我昨天买了一本书。", "encoder.0.self_attention"
PAGES = {
    "attention": (("N0-03", "N0-08-N3-04", "N1-07-N4-14", "N0-10-N1-08", "N1-09-N3-06", "N0-09-N1-10-N2-18",
                   "N3-05-N3-07", "N2-17", "N3-08-N3-09", "N0-11-N2-12"),
                  ("R03", "R05", "R22", "R26", "R50", "R60", "R76", "R89")),
    "dictionary": (("N1-06",), ("R53",)),
    "similarity": (("N4-12", "N4-13", "N4-11", "N4-10", "N4-09", "N4-15"),
                   ("R85", "R86", "R87", "R88", "R90", "R109", "R112")),
}
ALONE = {"attention": ("N0-03", "N0-10-N1-08", "N0-09-N1-10-N2-18", "N0-11-N2-12"),
         "dictionary": ("N1-06",), "similarity": ("N4-12", "N4-11", "N4-10", "N4-15")}
"""What needs no sentence."""
GUESSES = {"attention": {"arrows": "sharper", "N0-03": "doubles", "N0-08": "scores_stay", "N3-04": "q_k",
                         "N1-07": "not_symmetric", "N4-14": "same_or_reversed", "N0-10": "both", "N1-08": "averaging",
                         "N1-09": "columns_any", "N3-06": "breaks", "N0-09": "nothing", "N1-10": "mean_of",
                         "N2-18": "regroups", "N3-07": "stays", "N2-17": "converge", "N3-09": "no_error",
                         "N0-11": "short", "N2-12": "one"},
           "dictionary": {"N1-06": "average"},
           "similarity": {"N4-12": "may_be_elsewhere", "N4-13": "diagonal_loses",
                          "N4-11": "shared", "N4-10": "purple", "N4-09": "fc_fails", "N4-15": "alike"}}
NOT_OF_ONE = ("N1-07", "N4-14", "N1-09", "N3-07", "N2-17", "N0-09", "N1-10", "N3-09", "N4-13")
HEADS = [(layer, head) for layer in range(2) for head in range(4)]
every_head = pytest.mark.parametrize(("layer", "head"), HEADS)


def of_head(trace, layer, head, *names):
    return [trace[f"encoder.{layer}.self_attention.{name}"].value[head].double() for name in names]


# ---- Attention -------------------------------------------------------------------------------------------------------


def test_t10_the_hand_case():
    assert close(attention.hand_case()["head_outputs"].value[0], [[3, 4], [3.406673, 4.406673]], 1e-6)
    assert close(attention.hand_case(causal=True)["head_outputs"].value[0], [[1, 2], [2.339523, 3.339523]], 1e-6)
    changed = attention.hand_case(keys=((1, 0), (0, 1), (9, 1)))
    assert float(changed["weights"].value[0, 0, 2]) > 0.99


@pytest.mark.parametrize("copies", [1, 2, 5, 50])
def test_n0_03_raw_scores_grow_with_every_copy_and_softmax_stays_below_one(copies):
    raw, soft = attention.pull(copies)
    assert math.isclose(raw, copies * attention.pull(1)[0])
    assert soft < 1 and soft > attention.pull(1)[1] * (copies > 1)


@every_head
def test_r76_columns_are_rows_transposed_if_the_softmax_turns_too(trace, layer, head):
    errors = attention.layouts(*of_head(trace, layer, head, "queries", "keys", "values"))
    assert errors["right"] < 1e-14 and errors["wrong"] > 1e-2


@every_head
@pytest.mark.parametrize("seed", [1, 2])
def test_n0_08_other_queries_and_keys_the_same_scores(trace, layer, head, seed):
    path = f"encoder.{layer}.self_attention"
    matrices = attention.gauge(attention.attention_module(trace.parameters, path),
                               trace[trace[f"{path}.queries"].inputs[0]].value, head, seed)
    assert close(matrices["P"], matrices["turned P"], 1e-10) and not close(matrices["Q"], matrices["turned Q"], 0.1)
    assert close(matrices["P"].float(), trace[f"{path}.dot_products"].value[head], 1e-4)


@every_head
@pytest.mark.parametrize("width", [1, 2, 4, 16])
def test_n4_14_the_rank_is_at_most_the_width(trace, layer, head, width):
    Q, K = of_head(trace, layer, head, "queries", "keys")
    narrow = attention.narrowed(Q, K, width)
    assert narrow["rank P"] == min(width, len(Q)) <= narrow["rank A"]
    if width == 1:
        assert len({tuple(row.argsort().tolist()) for row in narrow["P"]}) <= 2


@every_head
def test_n1_07_tied_projections_are_symmetric_and_semidefinite(trace, layer, head):
    Q, K = of_head(trace, layer, head, "queries", "keys")
    difference, least = attention.asymmetry(Q @ Q.mT)
    assert difference == 0 and least > -1e-10 and attention.asymmetry(Q @ K.mT)[0] > 0.5


@every_head
def test_n0_09_n1_10_outputs_lie_among_the_values(trace, layer, head):
    Z, V = of_head(trace, layer, head, "head_outputs", "values")
    assert attention.outside_hull(Z, V) == 0 and attention.outside_hull(Z + 100, V) == Z.numel()
    assert attention.equal_scores(V) < 1e-12


@pytest.mark.parametrize("seed", range(3))
def test_n0_09_the_key_bias_does_nothing(trace, seed):
    effects = attention.key_bias(attention.attention_module(trace.parameters, PATH), random(6, 64), seed)
    assert effects["change"] < 1e-10 and effects["b_K"] < 1e-10 and effects["b_Q"] > 1e-3 and effects["b_V"] > 1


def test_n1_09_softmax_and_its_formula_as_written(trace):
    A, S = of_head(trace, 0, 0, "weights", "scores")
    assert close(A.sum(-1), torch.ones(len(A)), 1e-6) and not close(A.sum(0), torch.ones(len(A)), 0.1)
    assert attention.naive_softmax(torch.tensor([1000.0, 1001, 1002])).isnan().all()
    assert close(attention.naive_softmax(S), torch.softmax(S, -1), 1e-12)
    assert close(attention.entropy(torch.full((3, 8), 1 / 8)), torch.full((3,), math.log(8)), 1e-6)
    assert attention.entropy(torch.eye(3)).abs().max() == 0


def test_n2_17_averaging_again_and_again_leaves_one_vector(trace):
    spreads = attention.spreads(attention.mixed(torch.softmax(random(6, 6), -1), random(6, 8, seed=1), 12))
    assert spreads[0] == 1 and all(b < a for a, b in pairwise(spreads)) and spreads[12] < 1e-3
    assert attention.spreads(attention.mixed(torch.ones(1, 1), random(1, 8), 2)) == [0, 0, 0]


@every_head
def test_r60_averaged_inputs_stay_in_their_span(trace, layer, head):
    X = trace[trace[f"encoder.{layer}.self_attention.queries"].inputs[0]].value
    (A,) = of_head(trace, layer, head, "weights")
    assert attention.outside_span(A @ X.double(), X) < 1e-6
    assert attention.outside_span(trace[f"encoder.{layer}.self_attention.output"].value, X) > 0.5


def test_n2_18_without_softmax_the_products_regroup():
    comparison = attention.regrouped(random(100, 4), random(100, 4, seed=1), random(100, 4, seed=2))
    assert comparison["difference"] < 1e-10 and comparison["softmax"] > 0.1
    assert (comparison["left"], comparison["right"]) == (80_000, 3_200)


@pytest.mark.parametrize("order", [[0, 4, 3, 2, 1], [3, 1, 4, 0, 2]])
def test_n3_07_the_order_of_keys_and_values_does_not_matter(order):
    assert attention.reordered(random(5, 4), random(5, 4, seed=1), random(5, 3, seed=2), order) < 1e-12


@every_head
def test_t32_columns_are_rows_transposed(trace, layer, head):
    Q, K, V, Z = of_head(trace, layer, head, "queries", "keys", "values", "head_outputs")
    right, wrong = (attention.columns(Q, K, V, wrong_axis=flag) for flag in (False, True))
    assert close(right["column_outputs"].value.mT, Z, 1e-5)
    assert close(right["column_weights"].value.sum(0), torch.ones(len(Q)), 1e-12)
    assert close(wrong["wrong_weights"].value.sum(1), torch.ones(len(Q)), 1e-12)
    assert (wrong["column_outputs"].value.mT - Z).abs().max() > 0.1


def test_n0_11_costs():
    ratio = {n: attention.costs(n, 512)["attention"][0] / attention.costs(n, 512)["recurrent"][0] for n in (50, 2000)}
    assert round(ratio[50], 3) == 0.098 and round(ratio[2000], 1) == 3.9
    shares = [round(100 * attention.attention_share(n), 1) for n in (50, 512, 2048, 8192)]
    assert shares == [1.6, 14.3, 40.0, 72.7]
    assert [costs[1] for costs in attention.costs(100, 512).values()] == [1, 100, 1]


def test_r50_attention_is_not_linear_but_for_fixed_weights(trace):
    X = trace["source_embedding.positioned"].value
    for module in (attention.attention_module(trace.parameters, PATH), MultiHeadAttention(64, 4).double()):
        deviations = attention.linearity(module, X)
        assert deviations["homogeneity"] > 0.05 and deviations["superposition"] > 0.05 and deviations["frozen"] < 1e-12


def test_scores_that_differ_by_one_give_weights_in_the_ratio_e():
    """As the tour says: not the share itself is e times as large."""
    rows = torch.softmax(torch.tensor([[1.0, 0.0, x] for x in (-2.0, 0.0, 3.0)]).double(), -1)
    assert close(rows[:, 0] / rows[:, 1], torch.full((3,), math.e, dtype=torch.float64), 1e-12)
    before = torch.softmax(torch.tensor([0.0, 0.0]).double(), -1)[0]
    assert torch.softmax(torch.tensor([1.0, 0.0]).double(), -1)[0] < 1.5 * before


@pytest.mark.parametrize("d_k", scaling.WIDTHS)
def test_n0_10_a_dot_product_s_variance_is_the_number_of_its_terms_for_a_mean_of_zero(d_k):
    """As its text says; with entries of mean 1 and variance 1 it is three times as much."""
    q, K, _ = scaling._drawn(d_k, 4000, 1.0, 0)
    assert float(scaling._dot_products(q, K).var() / d_k) == pytest.approx(1, abs=0.1)
    assert float(scaling._dot_products(q + 1, K + 1).var() / d_k) == pytest.approx(3, abs=0.3)


def test_r48_at_the_widest_the_median_gradient_is_next_to_none_and_the_largest_rises_all_the_way():
    rows = [row for row in scaling.table() if row["kind"] == "none"]
    entropy, median, largest = ([row[name] for row in rows] for name in ("entropy", "median", "largest"))
    assert entropy == sorted(entropy, reverse=True) and largest == sorted(largest)
    assert median[-1] == min(median) < 1e-3 < 0.01 * largest[0]


def test_scaling_n0_10_what_is_first_seen_is_what_the_text_says():
    """Unscaled and wide, nearly all weight goes to one key, and most draws have almost no gradient; scaled, none."""
    app = opened("transformer/attention", lang="en", text=TEXT)
    kind = next(group for group in app.button_group if group.key == "scale kind")
    width = next(slider for slider in app.select_slider if slider.key == "scale d_k")
    assert (kind.value, width.value) == ("none", max(scaling.WIDTHS))
    plain, scaled = (scaling.saturation(width.value, kind) for kind in ("none", "root"))
    assert plain.entropy < 0.05 * math.log(scaling.KEYS) < 0.8 * math.log(scaling.KEYS) < scaled.entropy
    assert (plain.norms < 1e-3).float().mean() > 0.5 and not (scaled.norms < 1e-3).any()


# ---- Pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_the_page_shows_every_exhibit(page, language):
    app = opened(f"transformer/{page}", lang=language)
    assert not app.exception and not app.error
    assert not lacking(app, *PAGES[page])


@pytest.mark.parametrize("text", [TEXT, "书"])
@pytest.mark.parametrize("page", PAGES)
def test_every_guess_is_answered(page, text):
    """But of a single word nobody asks what averaging, order or the other direction makes of it."""
    app = opened(f"transformer/{page}", lang="zh", text=text, model="translator-zh-en")
    guesses = {key: option for key, option in GUESSES[page].items() if text == TEXT or key not in NOT_OF_ONE}
    assert asked(app, page) == set(guesses)
    guess(app, page, guesses).run()
    assert not app.exception and not app.error and len(answered(app)) == len(guesses)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("text", ["词" * 200, "!?", "书"])
def test_any_text_leaves_a_page(page, text):
    app = opened(f"transformer/{page}", lang="en", text=text)
    assert not app.exception and not lacking(app, ALONE[page])


@pytest.mark.parametrize(("page", "key", "value"), [
    ("attention", "stages softmax", False), ("attention", "scores tied", True), ("dictionary", "video same", True),
    ("similarity", "patch positions", True), ("similarity", "question red", True)])
def test_every_switch_runs(page, key, value):
    app = opened(f"transformer/{page}", lang="zh")
    app.toggle(key=key).set_value(value).run()
    assert not app.exception and not app.error


@pytest.mark.parametrize(("page", "state"), [
    ("attention", {"sum case": "hand", "layout": "wrong", "scale kind": "none", "projections role": "values"}),
    ("attention", {"sum case": "sentence", "layout": "rows", "scale kind": "d_k", "projections role": "keys"}),
    ("similarity", {"gram source": "sentence", "gram kind": "cosine", "tied kind": "identity"}),
    ("similarity", {"gram source": "patches", "question kind": "water", "tied kind": "tied"})])
def test_every_choice_runs(page, state):
    app = opened(f"transformer/{page}", lang="en")
    for key, value in state.items():
        app.session_state[key] = value
    app.run()
    assert not app.exception and not app.error
