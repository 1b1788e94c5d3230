"""The page on order: equivariance as a law over models, orders and modes; the notes' numbers; two languages."""

import copy

import pytest
import torch
from headless_page import answered, guess, lacking, opened
from samples import close
from streamlit.testing.v1 import AppTest

from core import zoo
from core.experiments import symmetry
from core.experiments.positions import table
from pages.components.order import accepted

TEXT, NOTES = "我昨天买了一本书。", "今天天气很好，Transformer是很好的模型。"
ORDERS = {"swapped": [1, 0, 2, 3, 4, 5, 6, 7], "reversed": [7, 6, 5, 4, 3, 2, 1, 0], "dealt": [1, 3, 5, 7, 0, 2, 4, 6]}
every_order = pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
EXHIBITS, ERRATA = ("N4-16", "N4-18"), ("R21", "R91", "R92", "R95", "R96")
GUESSES = {"N4-16": "large", "N4-16.last": "from_two", "N4-18": "score_rises"}


@pytest.fixture(scope="module")
def model():
    return copy.deepcopy(zoo.load("translator-zh-en").model).double()


def ids_of(text):
    translator = zoo.load("translator-zh-en")
    return translator.ids(translator.read(text))


@every_order
@pytest.mark.parametrize("layers", [1, 2])
def test_n4_16_equivariant_only_without_places_and_mask(model, order, layers):
    meters = symmetry.meters(model, ids_of(TEXT), order, layers)
    assert meters.pop((False, False)) < 1e-12
    assert all(value > 1e-3 for value in meters.values())


def test_n4_16_the_same_order_changes_nothing(model):
    assert set(symmetry.meters(model, ids_of(TEXT), range(8), 2).values()) == {0.0}


def test_n4_16_the_last_word_behind_a_mask_needs_two_layers(model):
    differences = symmetry.differences(model, ids_of(TEXT), [6, 5, 4, 3, 2, 1, 0, 7], False, True)
    assert differences[1, -1] < 1e-12 and differences[2, -1] > 1e-3 and (differences[1, :-1] > 1e-3).any()


@every_order
def test_n4_16_weights_move_and_stay_the_same(model, order):
    ids = ids_of(TEXT)
    before, after = (symmetry.weights(model, i, False, False) for i in (ids, ids[order]))
    assert all(close(b[:, order][:, :, order], a, 1e-12) for b, a in zip(before, after))


@every_order
def test_r21_attention_moves_with_the_words_a_recurrent_network_does_not(model, order):
    off = symmetry.with_the_words(model, ids_of(TEXT), order)
    assert off["attention"] < 1e-12 and off["recurrent"] > 0.1
    assert symmetry.with_the_words(model, ids_of(TEXT), range(8))["recurrent"] == 0


@every_order
def test_r91_r92_equivariant_not_invariant(model, order):
    readings = symmetry.readings(model, ids_of(TEXT), order)
    assert readings["equivariant"] < 1e-12 and readings["pooled"] < 1e-12 and readings["invariant"] > 0.1
    differences = symmetry.token_by_token(model, ids_of(TEXT), order)
    assert differences["mlp_right"] < 1e-12 and differences["all_right"] < 1e-12
    assert differences["mlp_printed"] > 0.1 and differences["all_printed"] > 0.1


def test_n4_18_two_words_are_one_until_places_tell_them_apart(model):
    translator = zoo.load("translator-zh-en")
    places = symmetry.twice(translator.read(NOTES))
    assert places == {"很": (2, 7), "好": (3, 8)}
    bare, placed = (symmetry.twins(model, ids_of(NOTES), 3, 8, p) for p in (False, True))
    assert max(bare["apart"]) < 1e-12 and bare["received"] < 1e-12 and close(bare["cosines"], [1, 1, 1], 1e-9)
    assert min(placed["apart"]) > 0.1 and placed["received"] > 1e-3 and max(placed["cosines"]) < 0.999


def test_r96_cosine_falls_score_rises_on_average():
    pairs = symmetry.pairs((1, 13, 100))
    assert close([pairs[g]["cosine"] for g in (1, 13, 100)], [.989, .892, .857], 0.02)
    assert [pairs[g]["score"] > 8 and pairs[g]["rises"] > 0.5 for g in (1, 13, 100)] == [True] * 3
    assert pairs[1]["score"] > pairs[13]["score"] > pairs[100]["score"]


def test_r96_pair_by_hand():
    x = torch.zeros(64, dtype=torch.float64)
    (cosine, score), = symmetry.pair(x, (1,))
    PE = table(2, 64)
    assert close([cosine, score], [PE[0] @ PE[1] / 32, PE[0] @ PE[1] / 8], 1e-12)


@pytest.mark.parametrize("by", [0, 1, 5, 23])
@pytest.mark.parametrize("seed", range(3))
def test_r95_convolution_is_equivariant_on_a_circle(by, seed):
    meters = symmetry.shift_meters(symmetry.shifted(24, by, True, seed))
    assert meters["equivariant"] < 1e-12 and meters["pooled"] < 1e-12 and (meters["invariant"] > 0.1) == (by > 0)
    padded = symmetry.shift_meters(symmetry.shifted(24, by, False, seed))
    assert (padded["equivariant"] > 1e-3) == (by > 0)


@pytest.mark.parametrize(("raw", "order"), [([1, 0], (1, 0)), ((0, 1), (0, 1)), ([0, 0], None), ([0], None),
                                            ([0, 2], None), (None, None), ("10", None), ([True, False], None),
                                            ([0, 1.0], None), ({"0": 1}, None)])
def test_only_an_order_is_an_order(raw, order):
    assert accepted(raw, 2) == order


@pytest.mark.parametrize("said", ["1,0,2", "", "1,0", "0,1,2,3", "0,0,1", "0,1,-2", "0,1,2.0", "0,1,²", "a", "," * 4000,
                                  "0,1," + "9" * 400, "2,1,0"])
def test_a_link_that_holds_no_order_of_these_words_is_as_if_it_held_none(said):
    app = AppTest.from_string("from pages.components.order import reorder\nreorder('abc', key='moved', label='moved', "
                              "start=(2, 1, 0))")
    app.query_params["moved"] = said
    app.run()
    sound = said == "1,0,2"
    assert not app.exception and ("moved" in app.query_params) == sound
    assert app.session_state["moved.kept"]["order"] == ((1, 0, 2) if sound else (2, 1, 0))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything(language):
    app = opened("transformer/symmetry", lang=language)
    guess(app, "symmetry", GUESSES)
    app.run()
    assert not app.exception and not app.error and len(answered(app)) == len(GUESSES)
    assert not lacking(app, EXHIBITS, ERRATA)


@pytest.mark.parametrize("button", ["swap", "reverse", "deal", "undo"])
def test_buttons_reorder(button):
    app = opened("transformer/symmetry", lang="en", text=TEXT)
    app.button(key=f"order {button}").click().run()
    assert not app.exception
    order = app.session_state["symmetry order.kept"]["order"]
    assert order == {"swap": (1, 0, *range(2, 8)), "reverse": tuple(range(8))[::-1], "undo": tuple(range(8)),
                     "deal": (1, 3, 5, 7, 0, 2, 4, 6)}[button]


@pytest.mark.parametrize("text", ["我", "我 我 我", "Transformer", "书" * 60])
def test_page_with_short_strange_and_long_sentences(text):
    app = opened("transformer/symmetry", lang="zh", text=text)
    assert not app.exception and not app.error
    assert not lacking(app, errata=["R95"])


def test_another_sentence_starts_a_new_order():
    app = opened("transformer/symmetry", lang="en", text=TEXT)
    app.button(key="order undo").click().run()
    assert app.query_params["symmetry-order"] in ("0,1,2,3,4,5,6,7", ["0,1,2,3,4,5,6,7"])
    app.text_input(key="text").set_value("我爱你。").run()
    assert not app.exception and app.session_state["symmetry order.kept"]["order"] == (3, 2, 1, 0)
    assert "symmetry-order" not in app.query_params
