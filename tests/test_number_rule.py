"""Numbers of an answer are those of the text: read and spelled as people do, copied by both translators, told."""

import random
import re
from html import unescape

import pytest
import torch
from headless_page import opened

from core import Ablate, catalog, decode, zoo
from core.answer_rules import copied_words, number_rule, text_numbers
from core.answer_rules.text_numbers import numbers
from core.data import templates
from core.data.everyday import normal
from pages.components.text_files import page_words

WALK = "transformer/walkthrough"
NAMES = catalog.names(tokenizer="pieces")
READ = {
    ("zh", "这本书有1318页。"): ["1318", "1,318"],
    ("zh", "我花了3,450元。"): ["3450", "3,450"],
    ("zh", "这里有20万人。"): ["200000", "200,000", "200 thousand"],
    ("zh", "有1.5亿人。"): ["150000000", "150,000,000", "150 million"],
    ("zh", "现在3点半。"): ["3", "30"],
    ("zh", "3点15分到5点，六点一刻到七点十分。"): ["3", "15", "5", "00", "6", "1", "7", "10"],
    ("zh", "他5月3日来。"): ["3"],
    ("zh", "电话是0086。"): ["0086"],
    ("zh", "版本是2.13.0。"): ["2.13.0"],
    ("zh", "三点半见。"): [],
    ("zh", "他十二月来。"): [],
    ("zh", "要八千三百块，一个。"): ["8300", "8,300", "1"],
    ("zh", "他生于一九九八年。"): ["1998", "1,998"],
    ("zh", "三四个，十二个，千万别忘。"): [],
    ("en", "It has 1,318 pages."): ["1318"],
    ("en", "There are 175 billion parameters."): ["175000000000", "1750亿"],
    ("en", "We have 420,000 bridges."): ["420000", "42万"],
    ("en", "It is May 12."): ["12", "5月"],
    ("en", "Twelve of May's friends may come."): [],
    ("en", "It costs $3.00."): ["3.00", "3"],
    ("en", "a number of ١٢ and ²"): ["2"],
}


@pytest.mark.parametrize(("language", "text"), READ)
def test_a_number_is_spelled_as_the_other_language_writes_it(language, text):
    target = "en" if language == "zh" else "zh"
    ways = {way.digits + way.behind for number in numbers(text, language, target) for way in number.spellings}
    assert ways == {*READ[language, text]}


@pytest.mark.parametrize("number", [*range(0, 130, 7), 200, 305, 2019, 2600, 40000, 420000, 10**6, 10**8, 6 * 10**8])
@pytest.mark.parametrize(("source", "target"), [("zh", "en"), ("en", "zh")])
def test_whatever_a_number_may_be_spelled_as_is_that_number(number, source, target):
    """Read back, every spelling has the value that was typed."""
    [read] = numbers(f"{number:,}" if source == "en" else str(number), source, target)
    for way in read.spellings:
        [again] = numbers(way.digits + way.behind, target, source)
        assert str(number) in {each.digits for each in again.spellings}, way


@pytest.mark.parametrize("start", range(0, 100000, 20000))
def test_chinese_numerals_are_read_as_they_are_written(start):
    for number in (*range(start, start + 20000, 13), start * 997):
        assert text_numbers.value_of(templates.numeral(number)) == number
        by_digit = "".join(templates.DIGITS[int(digit)] for digit in f"1{number}")
        assert text_numbers.value_of(by_digit) == int(f"1{number}")


def test_any_text_has_numbers_or_none():
    odd = ("9" * 200, "1.2.3.4", "0." + "0" * 40, "7" * 15 + "亿", "½①", "1,000" + ",000" * 9, "0月13月", "百亿千万")
    for text in (*odd, *(f"{one}5{two}" for one in odd for two in odd)):
        for source, target in (("zh", "en"), ("en", "zh")):
            for number in numbers(text, source, target):
                assert all(re.fullmatch("[0-9.,]+", way.digits) for way in number.spellings)


def test_a_month_is_named_by_its_number_and_no_other_month():
    assert [(each.digits, each.words, each.month) for each in numbers("从3月到十二月。", "zh", "en")] == [
        ("3", {"March"}, True), ("12", {"December"}, True)]


def filled(name):
    """Templates for training filled, as (text, reference)."""
    draw, (source, target) = random.Random(8), catalog.languages(name)
    pairs = [templates.filled(template, draw) for template in templates.templates("numbers")]
    return [(normal(getattr(pair, source), source), getattr(pair, target)) for pair in pairs]


def numbered(name):
    """Those of ``filled`` in which the rule has something to say."""
    return [(text, reference) for text, reference in filled(name) if numbers(text, *catalog.languages(name))]


@pytest.mark.parametrize("name", NAMES)
def test_the_right_answer_is_never_ruled_out(name):
    vocabulary, source = zoo.load(name).target_vocabulary, catalog.languages(name)[0]
    size = len(vocabulary.words)
    assert len(numbered(name)) > 100
    for text, reference in numbered(name):
        ask = number_rule.constrained(lambda prefixes: torch.zeros(len(prefixes), size), text, source, vocabulary)
        ids = [*vocabulary.ids(reference), vocabulary.marks.end]
        for end, piece in enumerate(ids):
            assert ask([tuple(ids[:end])])[0, piece] == 0, (text, reference, vocabulary.words[piece])


@pytest.mark.parametrize("name", NAMES)
def test_digits_of_every_answer_spell_numbers_of_the_text_each_as_often_as_it_stands_there(name):
    """Whatever weights: of a translator that is trained, and of scores that are drawn anew at every step."""
    subject, languages = zoo.load(name), catalog.languages(name)
    vocabulary, draw = subject.target_vocabulary, torch.Generator().manual_seed(3)
    digits = [i for i, word in enumerate(vocabulary.words) if re.search("[0-9万亿.,]", word)]

    def by_lot(prefixes):
        scores = torch.rand(len(prefixes), len(vocabulary.words), generator=draw)
        scores[:, digits] += 1  # so that numbers are written at all
        return torch.log_softmax(scores, -1)

    said = 0
    for text, _ in random.Random(1).sample(numbered(name), 12):
        ids = subject.ids(subject.read(text))
        ruled = number_rule.constrained(by_lot, text, languages[0], vocabulary)
        found = decode.beam(ruled, 3, limit=24)
        drawn = [vocabulary.join(vocabulary.decode(found.tree[i].words)) for i in found.best]
        whole = [re.sub("[0-9.,]+$", "", answer) for answer in drawn]  # at the limit a number may be begun
        for answer in (*whole, *(one.text for one in subject.candidates(tuple(ids.tolist())))):
            written, wanted = re.findall(r"[0-9]+(?:[.,][0-9]+)*", answer), numbers(text, *languages)
            said += len(written)
            assert copied(written, wanted), (text, answer)
    assert said > 40


def copied(written, wanted):
    """Whether each number that is written can be another one of the wanted."""
    if not written:
        return True
    return any(copied(written[1:], wanted[:i] + wanted[i + 1:]) for i, number in enumerate(wanted)
               if any(way.digits == written[0] for way in number.spellings))


@pytest.mark.parametrize("name", NAMES)
def test_a_text_without_digits_is_answered_as_if_there_were_no_rule(name):
    subject = zoo.load(name)
    for text in subject.examples[:4]:
        ids = tuple(subject.ids(subject.read(text)).tolist())
        assert not numbers(text, *catalog.languages(name))
        ruled, free = subject.candidates(ids), subject.candidates(ids, free=True)
        assert [one.words for one in ruled] == [one.words for one in free]
        if not copied_words.words(text, subject.source_vocabulary):
            assert ruled == free


@pytest.mark.parametrize("name", NAMES)
def test_long_numbers_come_through_more_often_than_without_the_rule(name):
    about = catalog.about(name)["metrics"]["filled"]
    assert about["copied"] > 90 > about["free"]["copied"] and about["chrf"] > about["free"]["chrf"]


def test_what_an_edit_leaves_without_numbers_is_told_and_not_searched_for_ever():
    subject = zoo.load("open-zh-en")
    ids = tuple(subject.ids(subject.read("这本书有1318页。")).tolist())
    one = subject.candidates(ids, (Ablate("decoder.0.cross_attention.weights", 0),))
    assert all(re.search("[0-9]+", each.text) is None or "1318".startswith(re.search("[0-9]+", each.text)[0])
               for each in one)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(("name", "text"), [
    ("open-zh-en", "八点半打13912345678。"), ("open-en-zh", "My phone number is 13912345678.")])
def test_the_ending_tells_the_rule_and_what_would_be_said_without_it(name, text, language):
    app = opened(WALK, lang=language, model=name, text=text, step="ending", tour="")
    w, subject = page_words(language, "stage"), zoo.load(name)
    ids = tuple(subject.ids(subject.read(text)).tolist())
    free, number = subject.candidates(ids, free=True)[0].text, re.search("[0-9]+", text)[0]
    told = [unescape(one.value).replace("\\", "") for one in app.caption
            if w["numbers_said"].partition("{")[0] in one.value]
    assert not app.exception and len(told) == 1 and free in told[0]
    assert {each.digits for each in numbers(text, *catalog.languages(name))} <= {*re.findall("[0-9]+", told[0])}
    assert number in subject.answer_text(subject.answer(text)) and number not in free


def test_beams_hold_nothing_that_is_ruled_out():
    def one_way(prefixes):
        scores = torch.full((len(prefixes), 9), -torch.inf)
        scores[:, 5] = 0
        return scores

    found = decode.beam(one_way, 4, limit=3)
    assert [node.words for node in found.tree] == [(5,) * i for i in range(4)]
