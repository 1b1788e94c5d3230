"""The page on words and positions: experiments against EXHIBITS and ERRATA, laws, and the page in two languages."""

import math

import pytest
import torch
from headless_page import answered, guess, lacking, opened, panels, spied
from samples import close

from core import Skip
from core.equations import embedding, variants
from core.experiments import parameters, positions
from pages.components.text_files import page_words
from pages.transformer.positions import waves as page

TEXT, LONG = "我昨天买了一本书。", "书" * 60
EXHIBITS = ("N0-04-N1-02-N2-16", "N0-05-N1-03", "N0-06", "N0-07", "N2-25-N3-12", "N3-11", "N4-20", "N4-19")
ALONE = ("N0-05-N1-03", "N0-06", "N2-25-N3-12", "N4-20", "N4-19")
"""What needs no sentence."""
ERRATA = ("R17", "R18", "R45", "R46", "R47", "R64", "R78", "R79", "R97", "R98")
GUESSES = {"N0-04": "own_rows", "N1-02": "raises", "N2-16": "too_large", "N0-05": "constant",
           "N1-03": "nothing_changes", "N0-06": "share_most", "N0-07": "cosine_high", "N2-25": "only_k",
           "N3-12": "tiny", "N3-11": "equal",
           "N4-20": "sixty_third", "N4-19": "a_stripe"}
SIZES = [(32, 64, 10000.0), (200, 512, 10000.0), (100, 4, 100.0), (9, 2, 10.0)]
every_size = pytest.mark.parametrize(("n", "d", "base"), SIZES)


# ---- N0-04, N1-02, N2-16 ---------------------------------------------------------------------------------------------


def test_n0_04_only_rows_of_the_sentence_get_a_gradient(translator, trace):
    gradient = positions.touched(translator.model, trace["source"].value, trace["target"].value)
    rows = (gradient != 0).any(-1).nonzero().flatten().tolist()
    assert rows == sorted(set(trace["source"].value.tolist()))
    assert not translator.model.source_embedding.W_E.requires_grad


def test_n1_02_the_product_is_the_look_up_and_there_is_no_row_beyond(translator, trace):
    W_E = translator.model.source_embedding.W_E
    assert positions.one_hot_product(trace["source"].value, W_E) == 0
    row, message = positions.asked(len(W_E) - 1, W_E)
    assert torch.equal(row, W_E[-1]) and not message
    assert positions.asked(len(W_E), W_E) == (None, "index out of range in self")


def test_n2_16_torch_hides_the_forgotten_root():
    sizes = positions.first_sizes(512)
    assert close(sizes["torch"]["row"], 22.6, 0.1) and close(sizes["paper"]["scaled"], 22.6, 0.1)
    assert close(sizes["torch"]["logits"] / sizes["paper"]["logits"], 512**0.5, 1e-6)


@pytest.mark.parametrize("ids", [[0], [1, 7, 1], list(range(40)), [212]])
def test_a_pocket_holds_the_sentence(ids):
    pocket = positions.pocket(ids, 213)
    assert set(ids) <= set(pocket) and pocket == sorted(set(pocket)) and max(pocket) < 213
    assert len(pocket) == max(16, len(set(ids))) or max(ids) == 212


def test_neighbours_are_ordered_and_leave_out_the_word_itself(translator):
    neighbours = positions.neighbours(translator.model.source_embedding.W_E, 10)
    assert [c for _, c in neighbours] == sorted((c for _, c in neighbours), reverse=True)
    assert all(i >= 4 and i != 10 for i, _ in neighbours)


# ---- N0-05, N1-03, N0-06 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("d, base, slowest", [(512, 10000, 9646.616), (4, 100, 10)])
def test_t06_how_long_the_clocks_take(d, base, slowest):
    assert [one / (2 * math.pi) for one in positions.rounds(d, base)] == pytest.approx([1, slowest], abs=1e-3)


@every_size
def test_n0_05_rows_equally_long_products_by_distance_moves_by_turning(n, d, base):
    facts = positions.facts(n, d, base, 3)
    assert close([facts["shortest"], facts["longest"]], [facts["root"]] * 2, 1e-9)
    assert facts["stripes"] < 1e-9 and facts["turned"] < 1e-10
    G = variants.gram(positions.table(n, d, base), positions.table(n, d, base))
    assert close(G[0], positions.likeness(n, d, base), 1e-9)


@every_size
def test_n1_03_the_layout_does_not_matter(n, d, base):
    ordered, apart = positions.table(n, d, base), positions.halves(n, d, base)
    assert close(variants.gram(ordered, ordered), variants.gram(apart, apart), 1e-9)
    assert d == 2 or not close(ordered, apart, 0.1)


@every_size
def test_clocks_are_the_rows(n, d, base):
    for p in (0, 1, n - 1):
        assert close(positions.row(p, d, base), positions.table(n, d, base)[p], 1e-9)
    assert close(positions.clocks(5, d, base).norm(dim=-1), torch.ones(d // 2), 1e-12)


def test_n0_06_projections_see_more_than_distance(trace):
    PE = positions.table(200, 512)
    assert positions.within_diagonals(variants.gram(PE, PE)) < 1e-25
    through = positions.seen_through(PE, *positions.random_projections(1, 512, 64))[0]
    assert close(positions.within_diagonals(through), 0.936, 0.03)
    at = "encoder.0.self_attention"
    heads = positions.seen_through(positions.table(32, 64), *(trace.parameters[f"{at}.W_{x}"] for x in "QK"))
    assert all(positions.within_diagonals(S) > 0.01 for S in heads)


def test_r18_numbers():
    facts = positions.shift_facts(512)
    assert close([facts[k] for k in ("near", "far", "apart", "rows")], [3.714, 3.714, 5.19, 15.8], 6e-3)
    assert positions.first_rise(100, 512, 10000.0) == 44


# ---- N0-07 -----------------------------------------------------------------------------------------------------------


def test_n0_07_r17_without_the_root_places_drown_words(translator, trace):
    drawn = positions.two_words(512)
    assert close([drawn["norm"], drawn["scaled"], drawn["places"]], [0.998, 22.6, 16], 0.05)
    assert close(drawn["printed"], 0.969, 5e-3) and close(drawn["right"], 0.336, 2e-2)
    printed = translator.trace(TEXT, (Skip("source_embedding.scaled"),))
    assert torch.equal(printed["source_embedding.scaled"].value, trace["source_embedding.lookup"].value)


# ---- N2-25, N3-12 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [-7, 0, 1, 20])
@every_size
def test_n2_25_a_move_is_one_turn_for_all(n, d, base, k):
    M = positions.rotation(k, d, base)
    assert close(M @ M.mT, torch.eye(d), 1e-10)
    for p in (0, 5, 60):
        assert close(M @ positions.row(p, d, base), positions.row(p + k, d, base), 1e-9)
    blocks = torch.block_diag(*[torch.ones(2, 2)] * (d // 2)).bool()
    assert not M[~blocks].any()


def test_n3_12_the_whole_table_from_one_row():
    PE = positions.table(1000, 512)
    assert close(positions.by_turning(1000, 512), PE, 1e-12)
    assert close(positions.by_turning(1000, 512, dtype=torch.float32), PE, 1e-3)


@pytest.mark.parametrize(("alpha", "beta"), [(3, 5), (1, 2), (7, 7)])
def test_r64_a_combination_misses_a_turn_does_not(alpha, beta):
    combination = positions.combined(alpha, beta, 8)
    assert combination["turned"] < 1e-12 and combination["left"] > 0.1 and close(combination["norm"], 2, 1e-12)
    if (alpha, beta) == (3, 5):
        assert close(combination["left"], 1.226, 1e-3)


# ---- N3-11, N4-20, N4-19 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize("start", [0, 3])
def test_n3_11_appended_is_added(learned, start):
    x, W_I, W_P = torch.eye(4).double(), positions.table(4, 6) + 1, positions.places_table(learned, 9, 6)
    read, X = positions.appended(x, range(start, start + 4), W_I, W_P)
    assert read.shape == (4, 13) and close(X, W_I + W_P[start:start + 4], 1e-12)
    with pytest.raises(IndexError, match="9 rows"):
        positions.appended(x, range(6, 10), W_I, W_P)


def test_n3_11_learned_rows_that_were_never_shown_stay():
    learned, waves = positions.taught(False), positions.taught(True)
    assert not learned["change"][16:].any() and (abs(learned["change"][:16]).max(-1) > 0.01).all()
    assert not waves["change"].any()
    assert learned["seen"] > 0.95 and waves["seen"] > 0.9
    assert learned["beyond"] < 0.2 and learned["beyond"] < waves["beyond"] < waves["seen"]


def test_n4_20_the_robot_and_how_far_its_code_reaches():
    printed = [[0, 1, 0, 1], [.84, .54, .10, 1.0], [.91, -.42, .20, .98], [.14, -.99, .30, .96]]
    assert close(positions.table(4, 4, 100), printed, 5.001e-3)
    twins = positions.twins(100, 4, 100)
    assert twins["near"] == 63 and close(twins["least"], 0.169, 1e-3)
    assert positions.twins(1000, 4, 100)["near"] == 400 - 23 and positions.twins(1000, 4, 100)["least"] < 0.0095


@pytest.mark.parametrize("feature", range(16))
def test_n4_19_one_frequency_repeats_all_together_do_not(feature):
    codes = positions.plane(12, 16, 16, 20)
    stripe = 15 if feature < 8 else 11
    assert positions.look_alikes(codes[..., feature:feature + 1], 4, 6, 1e-9)[0] == stripe
    assert positions.look_alikes(codes, 4, 6, 1e-9)[0] == 0
    assert positions.look_alikes(codes, 4, 6)[1] > 0.1


def test_n4_19_each_picture_says_in_which_direction_its_wave_runs(monkeypatch):
    boards, w = spied(monkeypatch), page_words("en", "positions")
    assert not panels("pages.transformer.positions.plane", "plane").exception
    (stripes,), _ = boards[0]
    for name, wave in zip(stripes.panels, stripes.values, strict=True):
        runs = (wave != wave[:1]).any(), (wave != wave[:, :1]).any()
        assert sum(runs) == 1 and tuple(w[way] in name.split() for way in ("down", "across")) == runs


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("d", [4, 16, 64])
def test_waves_and_clocks_are_named_by_the_columns_that_hold_them(d, apart):
    PE, places = (positions.halves if apart else positions.table)(9, d, 100), torch.arange(9)
    for pair, omega in enumerate(positions.frequencies(d, 100)):
        sine, cosine = page._columns(pair, d, apart)
        assert close(PE[:, sine], (places * omega).sin(), 1e-9) and close(PE[:, cosine], (places * omega).cos(), 1e-9)
        assert pair in page._some_pairs(d, pair) and len(page._some_pairs(d, pair)) == min(8, d // 2)


def test_r78_learned_places_score_a_tenth_less():
    rows = {row.row: row for row in parameters.TABLE_3 if row.row in ("base", "E")}
    assert (rows["base"].bleu, rows["E"].bleu) == (25.8, 25.7) and rows["base"].perplexity == rows["E"].perplexity


def test_r79_appended_is_added_and_beyond_the_table_there_is_nothing():
    ids, W_I, W_P = torch.tensor([2, 0, 2]), torch.eye(3, 4).double(), positions.places_table(True, 3, 4)
    _, X = positions.appended(embedding.one_hot(ids, 3).double(), range(3), W_I, W_P)
    assert torch.equal(X, W_I[ids] + W_P)
    with pytest.raises(IndexError, match="out of bounds for a table of 3 rows"):
        positions.appended(embedding.one_hot(ids[:1], 3).double(), [3], W_I, W_P)


def test_r98_all_sixteen_values_are_right_as_far_as_they_are_printed():
    PE = positions.table(4, 4, 100)
    assert all(positions.as_printed(positions.ROBOT[i][j], float(PE[i, j])) for i in range(4) for j in range(4))
    assert positions.as_printed("1.00", float(PE[1, 3])) and not positions.as_printed("1.000", float(PE[1, 3]))


# ---- The page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything(language):
    app = opened("transformer/positions", lang=language)
    guess(app, "positions", GUESSES)
    app.session_state["places taught"] = True
    app.run()
    assert not app.exception and not app.error
    assert len(answered(app)) == len(GUESSES) + 1
    assert not lacking(app, EXHIBITS, ERRATA)


def test_page_without_a_sentence():
    app = opened("transformer/positions", lang="en", text=LONG, model="translator-zh-en")
    assert not app.exception and not app.error and app.warning
    assert not lacking(app, ALONE)


@pytest.mark.parametrize("text", ["我", "我 我 我", "Transformer"])
def test_page_with_short_and_strange_sentences(text):
    app = opened("transformer/positions", lang="zh", text=text, model="translator-zh-en")
    assert not app.exception and not app.error


def test_every_slider_has_an_answer():
    app, moved = opened("transformer/positions", lang="en"), {
        "waves n": 4, "waves d": 128, "waves base": 10, "waves halves": True, "claims whose": "random",
        "claims head": 3, "turning k": 0, "turning d": 32, "stacked start": 24, "robot d": 2, "plane d": 32,
        "total root": False, "any number": 400}
    for key, value in moved.items():
        was = app.session_state[key]
        app.session_state[key] = value
        app.run()
        assert not app.exception and (not app.error or key == "any number"), key
        app.session_state[key] = was


def test_look_up_is_the_models_own(trace):
    ids, W_E = trace["source"].value, trace.parameters["source_embedding.W_E"]
    assert torch.equal(embedding.lookup(ids, W_E), trace["source_embedding.lookup"].value)
