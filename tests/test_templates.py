"""Templates are filled alike in both languages, and anew each time."""

import random
import re

import pytest

from core.data import templates
from core.data.everyday import normal, same
from core.data.templates import FILLERS, PLACE

TABLES = sorted({*templates.TABLES, "held"})
VALUE = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2}


def read(text: str) -> int:
    """A number in Chinese characters, read from left to right: units of a thousand, then of ten thousand."""
    high, _, low = text.rpartition("万")
    total, digit = (read(high) * 10000 if high else 0), 0
    for character in low:
        if character in VALUE:
            digit = VALUE[character]
        else:
            total, digit = total + (digit or 1) * {"十": 10, "百": 100, "千": 1000}[character], 0
    return total + digit


def test_a_number_in_chinese_is_read_back():
    for number in (*range(12_000), *range(12_000, 10_000_000, 977)):
        written = templates.numeral(number)
        assert read(written) == number
        assert not re.search("零零|零$|^二[千万]|^一十", written) or number == 0


def test_a_number_in_english_is_its_tens_and_its_ones():
    for number in range(100):
        tens, _, ones = templates.spelled(number).rpartition("-")
        values = {templates.spelled(each): each for each in (*range(20), *range(20, 100, 10))}
        assert values[ones] + (values[tens] if tens else 0) == number


@pytest.mark.parametrize("table", TABLES)
def test_both_sides_of_a_template_have_the_same_places(table):
    pairs = templates.templates(table)
    assert len(pairs) == len(set(pairs)) > 30
    for pair in pairs:
        zh, en = (sorted(place[0] for place in PLACE.finditer(text)) for text in pair)
        assert zh == en, pair
        assert set(PLACE.findall(pair.zh)) <= set(FILLERS)


@pytest.mark.parametrize("table", TABLES)
def test_a_filled_template_is_a_sentence_with_the_same_numbers(table):
    draw = random.Random(3)
    for template in templates.templates(table):
        for _ in range(20):
            zh, en = templates.filled(template, draw)
            assert (zh, en) == (normal(zh, "zh"), normal(en, "en"))
            assert not re.search("[{}]", zh + en) and not en.endswith("..") and not en[0].islower()
            assert not re.search(r"\b[Aa] [aei]", en), en
            long = [re.findall(r"\d{5,}", text.replace(",", "")) for text in (zh, en)]
            assert set(long[0]) <= set(long[1])  # the others may be spelled in Chinese


def test_no_training_reads_a_template_that_is_held_out():
    known = {side for table in templates.TABLES for pair in templates.templates(table) for side in pair}
    assert known.isdisjoint(side for pair in templates.templates("held") for side in pair)
    assert templates.held() == templates.held()


def test_each_draw_fills_anew_and_renames_tom_and_joins():
    tom = [templates.Pair("汤姆在睡觉。", "Tom is asleep.")]
    one, other = (templates.drawn(tom, set(), 300, random.Random(seed)) for seed in (1, 2))
    assert len(one) == len(other) == 300 and templates.drawn(tom, set(), 0, random.Random(1)) == []
    assert len(set(one) & set(other)) < 30
    asleep = [pair for pair in one if pair.zh.endswith("在睡觉。") and pair.en.endswith("is asleep.")]
    assert 40 < len(asleep) < 140 and len({pair.en for pair in asleep}) > 50
    several = [pair for pair in one if pair.zh.count("。") > 1]
    assert several and all(len(re.findall("[.?!](?= |$)", pair.en)) > 1 for pair in several)


def test_what_is_held_out_is_never_drawn():
    tom = [templates.Pair("汤姆在睡觉。", "Tom is asleep.")]
    known = {side for pair in templates.drawn(tom, set(), 20_000, random.Random(1)) for side in pair}
    held_out = {same(text) for text in ("你好！", "Happy New Year!", "你吃饭了吗？")}
    assert held_out < set(map(same, known))
    for pair in templates.drawn(tom, held_out, 20_000, random.Random(1)):
        for text, ends in zip(pair, ("[。？！]", "[.?!]")):
            assert held_out.isdisjoint(map(same, (text, *re.split(ends, text)))), pair


@pytest.mark.parametrize("kind", ["software", "company", "product", "latin", "foreign"])
def test_a_word_in_latin_letters_is_alike_in_both_languages(kind):
    draw = random.Random(1)
    words = [FILLERS[kind](draw) for _ in range(300)]
    assert all(zh == en and re.fullmatch("[A-Za-z]{2,}", zh) for zh, en in words)
    assert len(set(words)) > 150
