"""Lessons on sentences of one word, or of one again and again: they are not asked for what they cannot show."""

import re

import numpy as np
import pytest
from headless_page import HOSTILE, answered, asked, opened, panels, plainly
from test_texts import LANGUAGES, passages, toml

from core.experiments import decoder, generation, heads, weight_removal
from pages.components.lesson import pictures
from pages.transformer.generation import chain_rule

NAME = "translator-zh-en"
of_hostile = pytest.mark.parametrize("text", HOSTILE)


def told(page, key, option, text, panel="", **state):
    """The page in English, or one panel of it, with one guess made, and the answer that it is told, "" where nothing is
    asked."""
    name = page.rpartition("/")[2]
    if panel:
        app = panels(f"pages.{page.replace('/', '.')}.{panel}", panel, text=text, model=NAME,
                     **{f"guess {name} {key}": option} | state)
    else:
        app = opened(page, {key: option}, lang="en", text=text, model=NAME)
    assert not app.exception and not app.error
    begins = passages("en", name)[f"{key}.reveal"].partition("{")[0]
    return app, next((one for one in answered(app) if plainly(begins) in one), "")


def judged(sentence):
    return toml("en", "lesson")["guessed_right"] in sentence


# ---- Nothing is asked that the sentence cannot show ------------------------------------------------------------------


@of_hostile
def test_attention_needs_two_words_or_three_and_says_which_of_two_alike(translator, text):
    labels = translator.read(text)
    app, sentence = told("transformer/attention", "N1-07", "symmetric", text)
    least = {"N1-07": 2, "N1-09": 2, "N3-07": 3, "N4-14": 3, "N0-09": 2, "N1-10": 2, "N3-09": 2}
    assert {*least} & asked(app, "transformer/attention") == {key for key, n in least.items() if len(labels) >= n}
    assert bool(sentence) == (len(labels) > 1) and not judged(sentence)
    one, other = re.search(r"In this head (.*?) looking at (.*?) gives", sentence).groups() if sentence else "01"
    assert one != other
    # where one word is all that can be looked at its weight is 1 whatever was computed: no cut, axis or rule is wrong
    assert any(toml("en", "attention")["columns_wrong"] == one.label for one in app.metric) == (len(labels) > 1)
    assert any(toml("en", "attention")["relative_error"] in one.value for one in app.dataframe) == (len(labels) > 1)


@pytest.mark.parametrize("text", [*HOSTILE, "不不不不"])
def test_n1_16_goes_on_further_than_the_sentence_or_is_not_asked_where_that_never_ends(translator, text):
    own = translator.written(tuple(translator.ids(translator.read(text)).tolist()))
    app, sentence = told("transformer/generation", "N1-16", "goes_on", text, "loop")
    assert bool(sentence) == (own[-1] == generation.MARKS.end)
    app.toggle(key="may end").set_value(False).run()
    least = app.slider(key="generation limit").min
    app.slider(key="generation limit").set_value(least).run()
    had = [re.search(r"had (\d+) words and now has (\d+)", one) for one in (sentence, *answered(app))]
    assert least == len(own) + 1 and all(int(one[1]) == len(own) < int(one[2]) for one in had if one)


def test_n1_16_another_sentence_moves_the_limit_along():
    app = opened("transformer/generation", lang="en", text="我爱你。", model=NAME)
    app.toggle(key="may end").set_value(False).run()
    app.slider(key="generation limit").set_value(app.slider(key="generation limit").min).run()
    for text in ("不不不不", "我爱你。"):
        app.session_state["text"] = text
        app.run()
        slider = app.slider(key="generation limit")
        assert not app.exception and slider.min <= slider.value <= slider.max


def test_a_word_that_comes_twice_is_named_by_its_number():
    assert [pictures.label_at(("a", "b", "a"), i) for i in range(3)] == ["a₁", "b", "a₂"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_difference_is_called_rounding(language, monkeypatch):
    monkeypatch.setattr(pictures, "words", lambda name: toml(language, "terms"))
    word = {"zh": "舍入", "en": "rounding"}[language]
    assert word not in pictures.rounding(0.0) and word in pictures.rounding(1e-7)


@pytest.mark.parametrize("text", [*HOSTILE, "猫狗猫", "我。"])
def test_another_order_must_be_another_sentence(translator, text):
    app, sentence = told("transformer/symmetry", "N4-16", "large", text)
    labels = translator.read(text)
    assert ("N4-16" in asked(app, "transformer/symmetry")) == bool(sentence) == (len({*labels}) > 1)
    assert ("N4-16.last" in asked(app, "transformer/symmetry")) == (labels[:-1] != labels[-2::-1])
    begins = toml("en", "symmetry")["r91_printed"].partition("{")[0]
    r91 = [one.value for one in app.markdown if one.value.startswith(begins)]
    assert bool(r91) == bool(sentence) and f"{begins}0" not in r91
    assert not sentence or not re.search(r"mask alone 0,", sentence)


def test_what_does_not_change_is_not_said_to_change_by_only_so_much(translator):
    last = told("transformer/symmetry", "N4-16.last", "from_two", "猫狗猫")[1]
    assert "does not change after one layer (difference" in last and "changes by only" not in last


def test_of_a_word_that_comes_four_times_the_first_and_the_last_are_compared(translator):
    assert "the first and the last “老师” are 3 apart" in told(
        "transformer/symmetry", "N4-18", "score_falls", "老师老师老师老师")[1]


def test_one_other_word_is_not_counted(translator):
    assert "no word but the reversed one" in told("transformer/layers", "N1-04", "moves_norm", "谢谢我")[1]


def test_of_two_numbers_that_differ_the_larger_is_not_called_only_so_many():
    """A sentence of two words is shorter than its translation of six."""
    assert "只" not in toml("zh", "decoder")["stopped_values"] and "only" not in toml("en", "decoder")["stopped_values"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_r101_a_word_of_the_reader_s_stands_in_quotation_marks(language):
    """"The answer at the depends on" was said of four times "the"."""
    app = opened("sequences/recurrent", lang=language, text="the the the the")
    begins = toml(language, "recurrent")["r101_shown"].partition("{word}")[0] + "the₄”"
    assert begins.startswith(("“", "How")) and any(one.value.startswith(begins) for one in app.markdown)


@of_hostile
def test_r102_tells_of_no_quotient_of_zeros(text):
    app = opened("sequences/recurrent", lang="en", text=text)
    begins = toml("en", "recurrent")["r102_printed"].partition("{")[0]
    shares = [one.value for one in app.markdown if one.value.startswith(begins)]
    assert not app.exception and not any("NaN" in one or " 0%" in one for one in shares)
    assert bool(shares) == ("N2-03" in asked(app, "sequences/recurrent"))


@of_hostile
def test_where_a_head_looks_is_learned_only_where_there_is_something_to_choose(translator, text):
    app, sentence = told("transformer/training", "snapshots", "beginning", text)
    instead = toml("en", "training")["example_instead"].partition("{")[0]
    assert any(instead in one.value for one in app.caption) == (len({*translator.read(text)}) < 3)
    assert sentence and not judged(sentence) and "step 0" not in sentence


# ---- What is told holds ----------------------------------------------------------------------------------------------


@of_hostile
def test_one_source_word_has_no_order_and_no_rival_and_a_removal_moves_the_word_that_its_row_writes(translator, text):
    """Not the word after it, which a word that repeats itself may move more."""
    trace = translator.trace(text)
    pair = weight_removal.pair(weight_removal.removed(translator, trace))
    for one in pair:
        (q,) = weight_removal.without(translator, trace, [(one.step, one.at)])
        p, row = trace["logits"].value.double().softmax(-1), one.at[1]
        assert one.own == pytest.approx(float((p[row] * (p[row] / q[row]).log()).sum()), rel=1e-3, abs=1e-6)
        assert one.own <= one.moved
    moves = tuple(one.own >= weight_removal.SMALL for one in pair)
    right = {(True, True): "both_move", (True, False): "only_A", (False, True): "only_B"}.get(moves, "none_moves")
    app, sentence = told("transformer/decoder", "removed", right, text)
    keys = {"N0-02", "N0-20"}
    assert keys & asked(app, "transformer/decoder") == (keys if len(translator.read(text)) > 1 else set())
    assert judged(sentence)


@pytest.mark.parametrize("text", [*HOSTILE, "下雨了", "。", "？？？"])
def test_the_first_row_is_the_same_to_the_last_digit_before_it_has_seen_the_source(translator, text):
    for other in translator.examples:
        changes = dict(decoder.first_rows(translator, text, other))
        assert changes["decoder.0.self_attention.output"] == changes["decoder.0.norm_1.output"] == 0
        assert changes["decoder.0.cross_attention.output"] > 0.1


def test_the_first_row_read_alone_is_that_of_the_whole_pass(translator):
    text, other = translator.examples[:2]
    runs = [translator.trace(one) for one in (text, other)]
    for name, change in decoder.first_rows(translator, text, other):
        whole = float((runs[0][name].value[0] - runs[1][name].value[0]).norm())
        assert change == pytest.approx(whole, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("text", ["我", "老师老师老师老师"])
def test_n0_01_the_likeliest_next_word_is_said_to_stay_where_it_does(translator, text):
    source = translator.ids(translator.read(text))
    own = translator.written(tuple(source.tolist()))
    for at in range(1, len(own)):
        app, sentence = told("transformer/generation", "N0-01", "changed_next", text, "chain_rule",
                             **{f"change {NAME} {text}": at})
        other = app.selectbox(key=f"other {NAME} {text} {at}").value
        was, now = (int(generation.next_word(translator, source, (*own[: at - 1], word)).argmax())
                    for word in (own[at - 1], other))
        said = re.search(r"next word was “(.*?)”(?: \(.*?\))? and (still is|is now “(.*?)”)", sentence)
        assert said[1].replace("\\", "") == translator.target_vocabulary.words[was]
        assert (said[2] == "still is") == (was == now) and said[1] != said[3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_n0_01_of_a_word_that_stays_the_likeliest_both_probabilities_are_told(language, monkeypatch):
    monkeypatch.setattr(chain_rule, "words", lambda name: toml(language, "generation"))
    monkeypatch.setattr(chain_rule, "language", lambda: language)
    monkeypatch.setattr(chain_rule, "vocabulary", lambda: ("a", "me"))
    stays, other = (chain_rule._likeliest([np.array([0.25, 0.75]), np.array(row)]) for row in ([0.4, 0.6], [0.7, 0.3]))
    assert stays.count("“me”") == 1 and "0.75" in stays and "0.6" in stays
    assert "“me”" in other and "“a”" in other


@of_hostile
def test_n0_12_what_no_head_does_is_not_explained(translator, text):
    ablations = heads.ablations(translator, text)
    harmless = int(((ablations.without - ablations.whole).abs() < 0.05).sum())
    app = opened("transformer/heads", {"N0-12": "lost_cross"}, lang="en", text=text, model=NAME)
    (worst,) = [plainly(one.value) for one in app.markdown if one.value.startswith("The costliest is")]
    assert ("each of the 24 heads matters" in worst) == (harmless == 0)
    assert ("tell which" in worst) == (harmless > 0) and "{" not in worst
    # a head of one word is as any other: no map is the trained one
    assert ({"N1-11", "N1-05"} <= asked(app, "transformer/heads")) == (len(translator.read(text)) > 1)


# ---- Controls at their ends ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("page", "guesses", "state", "wrong"), [
    ("transformer/decoder", {"N1-20": "gradient_zero"}, {"hide_diagonal": True}, r"the row is \$\(\\text\{NaN"),
    ("transformer/positions", {}, {"R64 alpha": 0}, r"still misses by 0\.000|a = \S*10⁻"),
    ("sequences/alignment", {}, {"note match": "own", "energy 1": 20.0, "energy 4": -10.0},
     r"\$[^$]*[⁰¹²³⁴-⁹⁻×][^$]*\$"),
    ("sequences/language_models", {"N4-36": "ratio_4"}, {}, r"\$\\ln \d+,\d")])
def test_at_the_end_of_a_control_the_sentence_still_holds(page, guesses, state, wrong):
    app = opened(page, guesses, lang="en")
    for key, value in state.items():
        app.session_state[key] = value
        app.run()
    assert not app.exception and {*state} <= {key for key in state if key in app.session_state}
    told = [one.value for one in app.markdown if "|" not in one.value] + answered(app)
    assert not [text for text in told if re.search(wrong, text)]
