"""Sentences of the other chapters that were once false on some input: each is held here by what it speaks of."""

import re
from itertools import pairwise
from math import dist

import numpy as np
import pytest
import torch
from headless_page import answered, asked, opened, plainly
from test_counts import plurals, texts
from test_texts import LANGUAGES, passages, toml

from app import CHAPTERS
from core import zoo
from core.data import digits, marks, scenes
from core.equations import embedding
from core.experiments import error_surface, lstm, resting_place, since_2017, verse, vit
from pages.components import reading
from pages.sequences.recurrent.error_surface import STARTS


def written(app):
    return "\n".join(texts(app))


# ---- Sequences -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_n2_07_it_is_not_the_first_step_from_the_wall_that_leads_far_away(language):
    path = error_surface.descend(1.4, -0.2, 0.1, None, 120).path
    steps = [dist(*ends) for ends in pairwise(path)]
    longest = 1 + steps.index(max(steps))
    assert longest > 1 and steps[0] < 0.2 < 20 < max(steps)
    told = passages(language, "recurrent")
    assert "{first}" in told["N2-07.reveal"] and "{number}" in told["N2-07.reveal"]
    app = opened("sequences/recurrent", {"N2-07": "thrown_far"}, lang=language)
    told = next(one for one in answered(app) if "27.05" in one)
    assert {"zh": "从墙边出发", "en": "From the wall"}[language] in told  # whatever start is chosen beside it
    assert re.findall(r"(?:[Ss]tep|第) ?(\d+)", told) == ["1", str(longest)] and f"{steps[0]:.4g}" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_n2_07_the_question_names_its_start_as_the_button_does(language):
    w, question = toml(language, "recurrent"), passages(language, "recurrent")["N2-07.try"]
    assert [name for name in STARTS if w[f"start_{name}"] in question] == ["wall"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_n4_30_some_forget_gates_never_close(language):
    """So no unit is promised to let go; and attention's gradient over the distance stays, but not the same."""
    gates = zoo.load("slots-lstm").trace("I would like to arrive Taipei on November 2nd")["cell.forget_gate"].value
    assert gates.min(0).values.max() > 0.5 > gates.min(0).values.min()
    told = passages(language, "lstm")
    assert all({"zh": "还是一直", "en": ", if "}[language] in told[key] for key in ("N4-30", "N4-30.intuition"))
    near, far = (lstm.counts(zoo.load("slots-attention"), gap)["gradient"] for gap in (0, 14))
    assert far > 1.1 * near and "一样" not in told["reach.reveal"]
    assert not re.search("第一张图|first picture", told["reach.wrong"])  # there is but one


def test_n3_02_of_one_layer_nothing_is_asked():
    """Its ticks are words plus layers less one, and words times layers as well."""
    app = opened("sequences/recurrent", {"N3-02": "times_plus"}, lang="en")
    layers = app.slider(key="recurrent layers")
    for times, count in ((2, layers.min), (16, layers.max)):
        app.slider(key="recurrent times").set_value(times)
        app.slider(key="recurrent layers").set_value(count).run()
        ticks, product = re.search(r"(\d+): words plus layers minus one, not (\d+)", "".join(answered(app))).groups()
        assert int(ticks) == times + count - 1 != int(product) == times * count


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_is_written_as_the_computer_holds_it(language):
    """0.9 · 0.63 is 0.567, and a small share is no "8e-05"."""
    long = "I would like to leave Taipei on November 2nd and arrive in Shanghai on November 3rd"
    for page in ("sequences/lstm", "sequences/recurrent"):
        said = written(opened(page, lang=language, text=long))
        assert not re.search(r"\d\.\d{12}|\de-\d", said), page


def test_a_sentence_without_a_slot_is_not_said_to_end_at_once():
    for language in LANGUAGES:
        w = toml(language, "switchboard")
        said = plainly(opened("sequences/recurrent", lang=language, text="leave leave leave").markdown[0].value)
        assert w["nothing_labelled"].strip("()（）") in said.replace("\\", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_poets_keep_was_measured_on_couplets_that_the_model_has_not_read(language):
    """Verse and model on the same unseen first lines (``core.measures.couplet``); both are named as in the chart."""
    w, told = toml(language, "couplets"), passages(language, "couplets")["rules.reveal"]
    assert {"zh": "它没见过的对句", "en": "couplets it had not seen"}[language] in told.partition("|")[0]
    assert all(w[f"by_{who}"].lower() in told.lower() for who in ("real", "chance"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_difference_that_is_told_is_that_of_the_numbers_beside_it(language):
    said = next(one for one in answered(opened("sequences/language_models", {"entropy": "within_10"}, lang=language))
                if "320,000" in one)
    model, grammar, more = (float(number) for number in re.findall(r"\d\.\d{3,}", said)[:3])
    assert model - grammar == pytest.approx(more, abs=1e-9)


@pytest.mark.parametrize(("link", "given"), [
    ({"poem-acrostic": "春夏秋冬"}, "春夏秋冬"), ({"poem-acrostic": "梅兰"}, "梅兰"), ({"text": "春风"}, "春风"),
    ({"text": "明月", "poem-size": "five"}, "明月")])
def test_what_the_reader_gave_is_not_in_the_poet_s_colour(link, given, monkeypatch):
    drawn = []
    monkeypatch.setattr("pages.sequences.language_models.poem._mount", lambda **data: drawn.append(data["data"]))
    assert not opened("sequences/language_models", **link).exception
    assert "".join(drawn[-1]["tokens"][place] for place in drawn[-1]["given"]) == given


@pytest.mark.parametrize("text", ["今天 2026 😀", "café no. 7", "Once, upon a time!", ""])
def test_n4_36_letters_are_twenty_six(text):
    """So of a text only these are cut; of one without any the example's."""
    app = opened("sequences/language_models", lang="en", **{"vocabulary-text": text})
    cut = next(table.value for table in app.dataframe if "Cut into" in table.value)["Cut into"]
    assert all(re.fullmatch("[A-Za-z]", letter) for letter in cut.iloc[-1].split(" | "))


def test_n2_08_a_power_that_is_written_as_0_is_told_of():
    for language in LANGUAGES:
        app, told = opened("sequences/recurrent", lang=language), toml(language, "recurrent")["underflow"]
        slider = app.select_slider(key="recurrent weight")
        for weight in slider.options[::len(slider.options) - 1 if language == "zh" else 1]:
            slider.set_value(float(weight)).run()
            assert (float(weight) ** 999 == 0) == any(told == caption.value for caption in app.caption)


def test_n4_37_a_character_alone_is_not_asked_what_moves():
    for text, can in (("a", False), ("ab", True)):
        app = opened("sequences/families", {"N4-37": "attention_only"}, lang="en")
        app.session_state["families text"] = text
        app.run()
        assert not app.exception and ("N4-37" in asked(app, "sequences/families")) == can
        assert "changes by up to 0:" not in written(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_characters_that_no_book_tells_of_no_places_are_counted(language):
    unknown = toml(language, "couplets")["kept_unknown"]
    for text, can in (("㐀㐀㐀㐀㐀", False), ("两个黄鹂鸣翠柳", True)):
        app = opened("sequences/couplets", {"rules": "stricter"}, lang=language, text=text)
        assert not app.exception and (unknown in written(app)) != can
        told = toml(language, "couplets")["kept_opposite_tones"].partition("{")[0]
        assert any(one.value.startswith(told) for one in app.markdown) == can


def test_counts_of_one_elsewhere():
    """Captions, answers and metrics where there is one of what is counted."""
    cases = [("sequences/tokens", {"tokens text": "a"}, {}), ("sequences/couplets", {}, {"text": "一一一一一"}),
             ("vision/vit", {"vit side": 8}, {}), ("real/atlas", {}, {}),
             ("sequences/language_models", {"exchange place": 0}, {})]
    for page, state, link in cases:
        app = opened(page, {"N4-04": "any_vector"}, lang="en", **link)
        assert len(texts(app)) > 5
        for key, value in state.items():
            app.session_state[key] = value
        app.run()
        assert not app.exception and not [one for said in texts(app) for one in plurals(said)], (page, state, link)


# ---- Pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["red 5 5; red 5 6", "red 5 5; yellow 5 6; red 12 12", "red 3 3; red 10 10"])
def test_twins_with_other_neighbours_are_not_said_to_be_alike(text):
    for language in LANGUAGES:
        app = opened("vision/nonlocal_block", {"looking": "equal"}, lang=language, text=text)
        told = next(one for one in answered(app) if "red" in one or "红" in one)
        own, twin = (float(one) for one in re.findall(r"\d\.\d+", told)[:2])
        alone = len(marks.read(text)[0]) == 2
        assert (toml(language, "nonlocal_block")["no_others"] in told) == alone
        assert (own == twin) == (text == "red 3 3; red 10 10") == (toml(language, "lesson")["guessed_right"] in told)
        assert {"en": "where both are the same, twins", "zh": "两样都相同，同色的点就分不出彼此"}[language] in told


def test_nothing_is_asked_of_hidden_patches_where_none_is_hidden():
    app = opened("vision/mae", lang="en")
    keys = {"N2-32", "shuffle"}
    assert keys <= asked(app, "vision/mae")
    app.select_slider(key="mae percent").set_value(0).run()
    assert not app.exception and not keys & asked(app, "vision/mae")
    assert toml("en", "mae")["too_short"] in written(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_n3_14_what_most_idle_slots_do_is_what_is_told(language):
    """A small detector reports a shape twice at times: of seven idle slots six are silent still."""
    detector, right = zoo.load("detr-scenes"), set()
    for scene in (*map(scenes.read, scenes.examples()), *scenes.corpus(12, seed=11)):
        text = scenes.written(scene)
        run = detector.trace(text)
        says, idle = run["heads.class_probabilities"].value[-1].argmax(-1).tolist(), [*range(8)]
        for slot in run["matching.matched"].value.tolist():
            idle.remove(slot)
        silent = sum(says[slot] == len(scenes.KINDS) for slot in idle)
        named = sum(one != len(scenes.KINDS) for one in says)
        app = opened("vision/detr", {"N3-14": "rest_nothing"}, lang=language, text=text)
        told = next(one for one in answered(app) if ("∅" in one or "no object" in one or "无目标" in one))
        assert [int(n) for n in re.findall(r"\d+", told)[:4]] == [named, len(scene), len(idle), silent], text
        assert (toml(language, "lesson")["guessed_right"] in told) == (2 * silent >= len(idle)), text
        right.add(named > len(scene))
    assert right == {False, True}


def test_n2_28_of_more_or_fewer_marks_than_it_was_trained_on_the_block_answers_wrong_too():
    """Of four it answers all right; the page says how many they are."""
    block, generator = zoo.load("marks-nonlocal"), np.random.default_rng(0)

    def right(count):
        drawn = [([divmod(int(at), marks.SIDE) for at in generator.choice(marks.SIDE**2, count, replace=False)],
                  [list(marks.COLOURS)[c] for c in generator.integers(4, size=count)]) for _ in range(20)]
        answers = [(likely > 0.5) == (colours.count(colour) > 1) for places, colours in drawn for colour, (*_, likely)
                   in zip(colours, block.answer(marks.written(places, colours)))]
        return sum(answers) / len(answers)

    assert right(marks.MARKS) == 1 and max(right(count) for count in (1, 2, 3, 5, 8)) < 0.95
    assert all("{marks}" in passages(language, "nonlocal_block")["N2-28.reveal"] for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_n2_29_zeros_at_the_edge_matter_where_the_figure_meets_the_edge(language):
    point = "0" * 27 + "g" + "0" * 36
    assert vit.moved_digit(point, 2)["padded"] == 0 < min(vit.moved_digit(text, 2)["padded"]
                                                          for text in digits.examples())
    assert {"zh": "图形一碰到边", "en": "where the figure meets the edge"}[language] in passages(
        language, "vit")["N2-29.reveal"]


# ---- The quiz --------------------------------------------------------------------------------------------------------


def test_equal_distances_have_equal_products_and_a_place_with_itself_the_largest():
    """What the question ``place_product`` says of them."""
    table = embedding.positions(torch.zeros(40, 64, dtype=torch.float64), 0, 10_000.0)
    product = table @ table.T
    assert product.diagonal().max() - product.diagonal().min() < 1e-6 < product.diagonal().min() - product.triu(1).max()
    for apart in (1, 5, 20):
        assert product.diagonal(apart).max() - product.diagonal(apart).min() < 1e-6


def test_with_one_number_set_to_zero_some_heads_rest_on_the_first_token_still():
    """What ``one_number`` and ``second_rhyme_head`` say of the runs kept."""
    losses, rhyme = resting_place.stored()["losses"], verse.stored()["rhyme"]
    whole, first, other = (losses[case] for case in ("whole", "first", "other"))
    assert 0.5 * whole["resting"] < first["resting"] < 0.9 * whole["resting"]
    assert first["loss"] > 2 * whole["loss"] and 0 < other["loss"] - whole["loss"] < 0.1
    assert abs(rhyme["others"] / rhyme["whole"] - 1) < 0.05 and rhyme["without_all"] < 0.6 * rhyme["whole"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_sentence_there_are_thousands_of_numbers_and_the_largest_was_once_larger(language):
    """The first token's is not the largest so far when layer ``layer`` writes; every text is of some ten thousand."""
    run, told = resting_place.stored(), passages(language, "resting_place")
    first = [size for size, _ in run["sizes"]]
    assert max(first[:run["layer"]]) > 5 * first[run["layer"] - 1]
    assert {"zh": "进这一层时", "en": "goes in"}[language] in told["large_feature.reveal"]
    width = since_2017.MODELS["SmolLM2-135M"].d_model
    assert all(10_000 < width * len(re.findall(r"\w+|[.,]", text)) < 20_000 for text in resting_place.TEXTS)
    assert {"zh": "上万个数", "en": "more than ten thousand"}[language] in told["set_to_zero.wrong"]


def test_what_has_no_piece_is_cut_into_bytes():
    """Without them there would be unknown words, which the page on training says there are not."""
    vocabulary = zoo.load("open-zh-en").source_vocabulary
    assert all(piece.startswith("<0x") for piece in vocabulary.split("𠮷"))
    for language, name in (("en", "bytes"), ("zh", "字节")):
        assert name in passages(language, "training")["strangers.reveal"]


# ---- The ways through ------------------------------------------------------------------------------------------------


def test_the_first_way_begins_where_its_text_says():
    """With the walkthrough, then with the dictionary."""
    pages = [page for listed in CHAPTERS.values() for page in listed]
    assert [page.rpartition("/")[2] for page in reading.routes(pages)["first"][:2]] == ["walkthrough", "dictionary"]
    for language, names in (("en", ("walkthrough", "dictionary")), ("zh", ("走一遍", "查字典"))):
        said = toml(language, "path")["told_first"]
        assert all(name in said for name in names) and said.index(names[0]) < said.index(names[1])
