"""The page on language models: factors multiply, masks hide, what the prose tells holds, nothing typed breaks it."""

import functools
import json
import math
import re
from dataclasses import asdict

import pytest
import torch
from headless_page import answered, lacking, opened

from core import zoo
from core.data import characters, grammar, quatrain
from core.data.vocabulary import SPECIALS
from core.experiments import entropy, verse, vocabularies
from core.models.gpt import GPT
from pages.components.text_files import page_words
from pages.sequences.language_models import prefixes

PAGE = "sequences/language_models"
EXHIBITS = ("poet", "N4-35", "entropy", "N4-34", "N2-26", "hidden_character", "N4-36")
ERRATA = ("R105", "R106")
GUESSES = {"poet": "half", "N4-35": "same", "entropy": "within_10", "N4-34": "far", "N2-26": "seven",
           "hidden_character": "one_side", "N4-36": "ratio_4"}
POEM = "床前明月光，疑是地上霜。举头望明月，低头思故乡。"


@functools.cache
def the(name):
    return zoo.load(name)


def test_once_upon_a_time():
    chain = verse.chained((0.01, 0.2, 0.9, 0.8))
    assert math.isclose(chain["product"], 0.00144, rel_tol=1e-9)
    assert round(chain["nats"], 3) == 6.543 and round(chain["perplexity"], 2) == 5.13


def test_the_factors_of_a_poem_are_its_probability_by_hand():
    poet, tokens = the("poet"), the("poet").read(POEM)
    factors = verse.factors(poet.pass_over(tokens), len(tokens))
    ids = poet.ids(quatrain.form(POEM, poet.vocabulary))
    with torch.no_grad():
        rows = torch.log_softmax(poet.model(ids[:-1]), -1)
    by_hand = sum(rows[i, ids[i + 1]].item() for i in range(len(tokens)))
    assert abs(verse.chained(factors)["nats"] + by_hand) < 1e-3


@pytest.mark.parametrize("words", [("the", "boy"), ("we", "hope", "that", "the")])
def test_any_order_factors_the_same_joint(words):
    sentences = [pair.en for pair in grammar.corpus("train", 500, 1)]
    orders = verse.orders(sentences, words)
    counted = [one for one in sentences if len(one) >= len(words)]
    joint = sum(one[:len(words)] == words for one in counted) / len(counted)
    for order in ("left", "right"):
        assert math.isclose(math.prod(orders[order]), joint, rel_tol=1e-12)
    assert orders["left"] != orders["right"]


@pytest.mark.parametrize("at", [0, 7, 12])
def test_a_changed_character_moves_no_earlier_row_of_the_poet_and_all_of_the_cloze(at):
    moved = verse.moved(the("poet"), the("cloze"), the("poet").read(POEM)[:17], at, "雪")
    assert (moved["one_side"][:at + 1] == 0).all() and (moved["one_side"][at + 1:] > 0).all()  # row r reads token r - 1
    assert (moved["two_sides"] > 0).all()


def test_targets_of_a_pass():
    assert verse.targets(100) == (100, 15)


def test_what_fills_a_gap_is_what_the_models_say():
    tokens = the("poet").read(POEM)
    candidates = verse.filled(the("cloze"), the("poet"), tokens, 4)
    answer = the("cloze").answer(POEM.replace("光", "□", 1))
    assert candidates["two_sides"][0][0] == answer[4]
    for rows in candidates.values():
        assert [p for _, p, _ in rows] == sorted((p for _, p, _ in rows), reverse=True)
        assert sum(right for _, _, right in rows) == 1
        assert all(right == (word == tokens[4]) for word, _, right in rows)


def test_pieces_spell_their_text_and_grow_rarer():
    words = ["the", "teacher", "bought", "a", "book"]
    lengths = [len(vocabularies.pieces(words, count)) for count in (0, 50, 300)]
    assert lengths == sorted(lengths, reverse=True) and lengths[0] == len("".join(words)) and lengths[-1] >= len(words)
    assert "".join(vocabularies.pieces(words, 50)) == "".join(vocabularies.SPACE + word for word in words)
    sizes, pieces = zip(*vocabularies.curve((0, 100, 300)))
    assert list(sizes) == sorted(sizes) and list(pieces) == sorted(pieces, reverse=True)


def test_words_against_letters():
    words, letters = (vocabularies.Cost(n, ()) for n in (vocabularies.WORDS, vocabularies.LETTERS))
    assert (round(words.nats, 2), round(letters.nats, 2)) == (11.51, 3.26)
    assert round(words.nats / letters.nats, 2) == 3.53
    assert (words.output, letters.output) == (51_200_000, 13_312)


def test_what_the_prose_tells_holds():
    """A head that looks at rhymes, which another can stand in for; own prefixes far behind true ones; the cloze."""
    rhyme = verse.stored()["rhyme"]
    assert 0.75 < rhyme["without"] / rhyme["whole"] < 1 and rhyme["others"] > rhyme["without"] > rhyme["without_all"]
    assert len(verse.rhyme_heads(the("poet"))) == 2  # and one stands in for the other
    assert ("rhyme", 0.995) in [(what, share) for what, _, _, share in verse.named_heads(the("poet"))]
    recipes = [the(name).about["recipe"] for name in ("poet", "cloze")]
    assert recipes[0]["steps"] == recipes[1]["steps"] and recipes[1]["hidden"] == 0.25
    assert recipes[0]["batch"] != recipes[1]["batch"]
    for size in (5, 7):
        metrics = the("cloze").about["metrics"]["unseen"][f"lines_of_{size}"]
        assert metrics["cloze"]["right"] < metrics["poet"]["right"]


def test_first_guesses_are_counted_token_by_token():
    poet, poem = the("poet"), ("白日依山尽", "黄河入海流", "欲穷千里目", "更上一层楼")
    rows = torch.stack([poet.ids(quatrain.form("".join(quatrain.tokens(lines)), poet.vocabulary))
                        for lines in (poem, poem[::-1])])
    begun = verse.SIZE + 2
    kept, true, own = rows.tolist(), [], [row[:begun] for row in rows.tolist()]
    for place in range(begun, rows.shape[1]):
        true.append(sum(guessed(poet, row[:place]) == row[place] for row in kept) / 2)
        own = [[*row, guessed(poet, row)] for row in own]
    assert verse.right_by_place(poet, rows) == {
        "true": true, "own": [sum(a[place] == b[place] for a, b in zip(own, kept)) / 2
                              for place in range(begun, rows.shape[1])]}
    assert 0 < sum(true) < len(true)


def test_the_rhymes_probability_is_that_of_each_character_that_rhymes_where_the_last_is_due():
    poet, poem = the("poet"), ("朝辞白帝彩云间", "千里江陵一日还", "两岸猿声啼不住", "轻舟已过万重山")
    ids = poet.ids(quatrain.form("".join(quatrain.tokens(poem)), poet.vocabulary))
    due = max(i for i, one in enumerate(ids.tolist()) if poet.vocabulary.words[one] == "山")
    shares = poet.model(ids[None, :due])[0, -1].softmax(-1)
    rhymes = [share for word, share in zip(poet.vocabulary.words, shares.tolist())
              if word != "还" and characters.rhyme(word, "还")]
    assert verse.rhyming(poet, [poem], ids[None]) == pytest.approx(sum(rhymes), rel=1e-4) and len(rhymes) > 20


def guessed(poet, ids):
    return int(poet.model(torch.tensor([ids]))[0, -1].argmax())


def test_the_stored_run_is_whole():
    shares = verse.stored()["right"]
    assert len(shares["true"]) == len(shares["own"]) == 3 * (verse.SIZE + 1)
    marks = [shares[name][i] for name in shares for i in range(verse.SIZE, len(shares[name]), verse.SIZE + 1)]
    assert set(marks) == {1.0}


def test_the_stored_entropy_is_of_this_grammar_and_this_recipe():
    stored = entropy.stored()
    assert stored["recipe"] == json.loads(json.dumps(asdict(entropy.RECIPE)))
    assert (stored["tested"], stored["counted"], stored["least"]) == (entropy.TESTED, entropy.COUNTED, entropy.LEAST)
    assert stored["command"] == "python -m core.experiments.entropy"
    again = [one.nats for one in entropy.tested(entropy.FIRST, "test")]
    assert stored["first"] == pytest.approx(again, abs=1e-9)
    own = GPT(len(entropy.vocabulary(2000)), entropy.PLACES, **entropy.RECIPE.configuration)
    missing = stored["vocabulary"] + len(SPECIALS) - len(own.embedding.W_E)
    assert sum(p.numel() for p in own.parameters()) + missing * 64 == stored["parameters"] and missing < 9


def test_nobody_gets_below_the_entropy():
    stored = entropy.stored()
    assert stored["excess"] > -2 * stored["excess_error"]
    assert math.isclose(stored["model"] - stored["entropy"], stored["excess"], abs_tol=1e-9)
    assert stored["entropy"] < stored["derivations"] and stored["ways"] > 1
    assert stored["model"] < stored["bigram"] < stored["unigram"] < math.log(stored["vocabulary"])
    assert stored["curve"][-1][1] == pytest.approx(stored["model"]) and stored["curve"][0][1] > stored["unigram"]
    for one in stored["sentences"]:
        assert len(one["model"]) == len(one["words"]) + 1 >= len(one["grammar"]) > 0
        assert sum(one["grammar"]) < one["nats"] + 0.3 and min(one["grammar"]) >= 0


def test_how_near_it_comes_is_covered_until_the_guess():
    shown = {metric.label: metric.value for metric in opened(PAGE, lang="en").metric}
    assert shown["Small GPT"] == "?" and shown["Grammar (entropy)"] == f"{entropy.stored()['entropy']:.3f}"


def test_landmarks_and_surprises_by_hand():
    words = entropy.vocabulary(2000)
    rows = [row for row, _ in zip(entropy.sentences("some"), range(60))]
    read, wanted = entropy.sides(rows, words)
    pairs, asked = torch.zeros(len(words), len(words)), wanted != words.marks.pad
    for a, b in zip(read[asked].tolist(), wanted[asked].tolist()):
        pairs[a, b] += 1
    landmarks = entropy.landmarks(pairs, rows, words)
    share = pairs.sum(0)[wanted[asked]] / pairs.sum()
    assert landmarks["unigram"] == pytest.approx(-share.log().mean().item(), abs=0.7)
    assert landmarks["bigram"] < landmarks["unigram"]
    model = GPT(len(words), entropy.PLACES, d_model=8, n_heads=2, n_layers=1, d_ff=8)
    surprises = entropy.surprises(model, rows[:3], words)
    one = torch.log_softmax(model(read[1, :len(rows[1]) + 1]), -1)
    assert surprises[1] == pytest.approx([-one[i, wanted[1, i]].item() for i in range(len(one))], abs=1e-4)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_relation_has_its_word(language):
    assert all(f"looks_{what}" in page_words(language, "language_models")
               for what in the("poet").about["metrics"]["heads"]["best"])


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything(language):
    app = opened(PAGE, GUESSES, lang=language)
    assert not app.exception and not app.error and not app.warning
    assert len(answered(app)) == len(GUESSES) and not lacking(app, EXHIBITS, ERRATA)


@pytest.mark.parametrize("text", ["龘", POEM, "君不见黄河之水天上来奔流到海", "hello", "🙂"])
def test_strange_beginnings_are_told_about(text):
    app = opened(PAGE, lang="zh", text=text)
    assert not app.exception and not app.error
    assert bool(app.warning) == (text == "🙂")


@pytest.mark.parametrize(("text", "size"), [("床前明月光", 5), ("两个黄鹂鸣翠柳", 7), ("春风", 7)])
def test_a_whole_line_says_how_long_the_others_are(text, size):
    app = opened(PAGE, lang="zh", text=text)
    specs = [json.dumps(json.loads(chart.proto.spec), ensure_ascii=False) for chart in app.get("vega_lite_chart")]
    assert not app.exception
    assert any(f"1 {text[0]}" in spec and f"{4 * (size + 1)} 。" in spec for spec in specs)


def test_an_acrostic_and_what_is_none():
    app = opened(PAGE, lang="zh")
    app.text_input(key="poem acrostic").set_value("春夏秋冬").run()
    assert not app.exception and not app.warning
    app.text_input(key="poem acrostic").set_value("!?").run()
    assert not app.exception and app.warning


def test_what_was_given_is_no_right_guess():
    html = prefixes._table([("alone", "床前月光", "床前明月", 2), ("guessed", "床后明光", "床前明月", 0)])
    assert re.findall("class='(true|right|wrong)'", html) == ["true", "true", "wrong", "wrong",
                                                              "right", "wrong", "right", "wrong"]
