"""Findings and tour over every model: what a stop asks can be answered, and what it says holds in its trace."""

import copy
import functools
import re
import tomllib

import pytest
import torch
from headless_page import HOSTILE, plainly

from core import catalog, zoo
from pages.components.location import follow_from_text, follow_to_text
from pages.components.machine import machine
from pages.components.model_choice import LESSON
from pages.components.stage import drawing, findings, follow, tour
from pages.components.stage.stop_text import explain
from pages.components.stage.stops import stops
from pages.components.text_files import LANGUAGES, ROOT, page_words, passages
from tests import samples

EXAMPLES = [(model, text) for model in catalog.names(**LESSON) for text in catalog.examples(model)]
TEXTS = {lang: tomllib.loads((ROOT / lang / "findings.toml").read_text("utf-8")) for lang in LANGUAGES}


@functools.cache
def traced(model, text):
    return zoo.load(model).trace(text)


def found_in(trace, followed=None):
    """(stop, finding) of each stop, for the word that is followed."""
    for stop in stops(trace, trace.plan):
        finding = findings.finding(trace, stop.key, follow.row_of(trace, stop.key, followed or follow.first(trace)))
        if finding is not None:
            yield stop, finding


def cells_of(trace, name, index):
    """All cells that an index with open places stands for."""
    shape = tuple(trace[name].value.shape)
    assert len(index) == len(shape)
    return torch.zeros(shape)[tuple(slice(None) if i is None else i for i in index)]


@pytest.mark.parametrize("name", samples.RUNS)
def test_every_run_has_a_tour_and_findings_that_point_at_cells_of_their_stop(name):
    trace = samples.recorded(name)
    every = stops(trace, trace.plan)
    keys = {stop.key for stop in every}
    assert all(scene.stop in keys | {tour.MACHINE} for scene in tour.scenes(trace, every))
    for stop, finding in found_in(trace):
        assert finding.cells and {step for step, _ in finding.cells} <= set(stop.pictures), stop
        assert all(cells_of(trace, step, index).numel() for step, index in finding.cells)


@pytest.mark.parametrize("text", HOSTILE)
def test_the_longest_query_is_no_shorter_than_the_mean_of_what_it_was_chosen_from(text):
    said = [finding.values for _, finding in found_in(traced("translator-zh-en", text)) if "loudest" in finding.key]
    assert said and all(one["length"] >= one["mean"] - 1e-6 for one in said)


@pytest.mark.parametrize(("model", "text"), EXAMPLES)
def test_what_a_finding_says_can_be_said_in_both_languages(model, text):
    trace = traced(model, text)
    pairs = list(found_in(trace))
    assert len({finding.key for _, finding in pairs}) >= 14
    for stop, finding in pairs:
        assert {step for step, _ in finding.cells} <= set(stop.pictures), stop
        for lang in LANGUAGES:
            for part in ("question", "answer"):
                sentence = TEXTS[lang][f"{finding.key}_{part}"].format(**finding.values)
                assert "{" not in sentence and "nan" not in sentence.lower()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("model", "text"), [EXAMPLES[0], ("open-zh-en", "好好"), ("couplet", "春风")])
def test_a_share_that_is_told_as_none_or_all_is(model, text, lang):
    """"What it wrote is 0% as long" stood where it was 0.3%, "the runner-up has 0.0%" where it has 0.02%."""
    trace = traced(model, text)
    told = 0
    for stop in stops(trace, trace.plan):
        for row in range(trace[stop.key].shape[-2] if len(trace[stop.key].shape) > 1 else 0):
            said = explain(trace, stop, row, lang, "intuition").answer if stop.key in trace else ""
            shares = [float(one) for one in re.findall(r"(?<![<>\d.])(\d+(?:\.\d+)?)%", said)]
            values = findings.finding(trace, stop.key, row).values.values() if shares else ()
            exact = any(isinstance(value, float) and (value == 0 or value >= 1) for value in values)
            told += len(shares)
            assert exact or not {0.0, 100.0} & {*shares}, said
    assert told > 20


@pytest.mark.parametrize("text", ["我爱。", "汤", "好好", "你"])
def test_of_two_words_no_pair_is_the_most_alike(text):
    trace = traced("open-zh-en", text)
    for stop, finding in found_in(trace):
        if finding.key == "nearest":
            words = {word for word in trace[stop.key].labels[-2] if any(map(str.isalnum, word)) and word[0] != "<"}
            assert len(words) > 2, stop.key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_word_is_said_to_be_read_as_a_number_not_to_have_it(lang):
    reads = {"zh": "读作", "en": "does the model read"}[lang]
    known = zoo.load("translator-en-zh").source_vocabulary.words
    assert reads in TEXTS[lang]["number_question"] and "Zorblax" not in known
    assert findings.finding(traced("translator-en-zh", "Zorblax sings."), "source", 0).values["number"] == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_word_that_the_reader_gave_is_no_choice_of_an_answer(lang):
    """The poet's first words are the reader's, a couplet ends where its line is full: no search chose them."""
    trace = traced("couplet", "春□")
    assert any(finding.key == "likeliest_passed" for row in range(3)
               if (finding := findings.finding(trace, "probabilities", row)))
    fixed = {"zh": "给定的文字、固定的长度", "en": "a given text, a fixed length"}[lang]
    assert fixed in TEXTS[lang]["likeliest_passed_answer"]


@pytest.mark.parametrize(("model", "text"), EXAMPLES[::7])
def test_where_a_row_looks_is_the_largest_weight_of_that_row_over_all_heads(model, text):
    trace = traced(model, text)
    for _, finding in found_in(trace):
        if finding.key.startswith("looks"):
            (name, (head, row, column)), A = finding.cells[0], trace[finding.cells[0][0]].value
            assert A[head, row, column] == A[:, row].max() == pytest.approx(finding.values["share"])
            assert finding.values["head"] == head + 1
            assert finding.values["looked"] == follow.numbered(trace[name].labels[-1], column)


@pytest.mark.parametrize(("model", "text"), [
    ("translator-en-zh", "I bought a book yesterday."), ("open-zh-en", "老师老师老师老师"), ("open-zh-en", "？？？"),
    *((name, catalog.examples(name)[0]) for name in ("poet", "couplet", "chat", "vit-digits"))])
def test_the_key_that_fits_best_is_one_that_may_be_seen_and_another_place_where_it_is_said_so(model, text):
    trace, keys = traced(model, text), set()
    for stop in stops(trace, trace.plan):
        for row in range(trace[stop.key].shape[-2] if len(trace[stop.key].shape) == 3 else 0):
            finding = findings.finding(trace, stop.key, row)
            if finding is None or not finding.key.startswith("match"):
                continue
            keys.add(finding.key)
            (name, (head, at, column)), said = finding.cells[0], finding.values
            S, masked = trace[name].value, trace.get(f"{name.rpartition('.')[0]}.masked_scores")
            open_ = masked.value[0, row] > -torch.inf if masked else torch.ones(S.shape[-1], dtype=torch.bool)
            assert at == row and open_[column] and S[head, row, column] == S[:, row, open_].max()
            assert (finding.key == "match_own") <= (column == row) and (finding.key == "match_self") <= (column != row)
            assert said["word"] != said["looked"] or column == row or finding.key == "match"
    assert keys


ODD = [("open-zh-en", "他说：“好的好的龘&😀。”"), ("open-zh-en", "谢谢谢谢"), ("poet", "春春"),
       ("open-en-zh", 'He said: "I love `you`, you."'), ("translator-zh-en", "的的的"), ("couplet", "龘龘"),
       ("cloze", "的□的□"), ("vit-digits", catalog.examples("vit-digits")[0])]


def told_of_rows(trace, lang):
    """(finding, question, answer) of each row of each stop."""
    for stop in stops(trace, trace.plan):
        for row in range(trace[stop.key].shape[-2] if stop.key in trace and len(trace[stop.key].shape) > 1 else 0):
            if (finding := findings.finding(trace, stop.key, row)) is not None:
                said = explain(trace, stop, row, lang, "intuition")
                yield finding, plainly(said.question), plainly(said.answer)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("model", "text"), ODD)
def test_what_is_no_plain_word_is_told_what_it_is_and_where_it_stands(model, text, lang):
    """Bytes, marks and spaces once a question and answer; no quotation mark in its like; of several alike, which."""
    told = 0
    for finding, question, answer in told_of_rows(traced(model, text), lang):
        both = question + answer
        for mark in set(re.findall(r"“(\\<[^”]*|\\\[CLS[^”]*|▁[^”]*|·[^”]+)”", both)):
            told += 1
            first = both.partition(f"“{mark}”")[2]
            means = re.match(r"[（ ]\(?([^）)]+)[）)]", first)
            assert means or re.search(r"[（(]", both.partition(f"“{mark}”")[0]), both
        assert "““" not in both and "””" not in both and "“\"”" not in both, both
        assert not re.search(r"(?<![\d,])0 个里的|里的 0 个|(?<![\d,.])0 of ", answer), answer
        looked, alike = finding.values.get("looked"), finding.cells[0][1][-1]
        if looked is not None and alike is not None and len(finding.cells) == 1:
            words = traced(model, text)[finding.cells[0][0]].labels[-1]
            assert words.count(words[alike]) == 1 or looked == follow.numbered(words, alike) != words[alike], both
    assert told > 5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_units_that_are_all_shut_none_is_the_strongest(lang):
    translator = copy.deepcopy(zoo.load("translator-zh-en"))
    translator.model.get_parameter("encoder.0.feed_forward.b_1").data.fill_(-100)
    said = [finding for finding, *_ in told_of_rows(translator.trace("我爱你。"), lang) if "open" in finding.values]
    assert {finding.key for finding in said} == {"units", "units_none"}
    assert all((finding.key == "units_none") == (finding.values["open"] == 0) for finding in said)


def test_a_unit_has_the_number_that_stands_at_its_column():
    units = [finding for _, finding in found_in(traced(*EXAMPLES[0])) if finding.key in ("units", "strongest")]
    assert units and all(finding.values["unit"] == finding.cells[0][1][-1] for finding in units)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_a_cell_that_no_picture_shows_it_is_said_that_it_is_outside(lang):
    """A unit past column 255 had no ring, and nobody said why."""
    trace, outside = traced("open-zh-en", "我爱你。"), 0
    for stop in stops(trace, trace.plan):
        rows = trace[stop.key].shape[-2] if stop.key in trace and len(trace[stop.key].shape) > 1 else 0
        visible = {name: drawing.visible_columns(trace[name], trace) for name in stop.pictures if rows}
        for row in range(rows):
            said = explain(trace, stop, row, lang, "intuition")
            ringless = any(drawing.cell_of(trace[name], tuple(i or 0 for i in at), visible[name]) is None
                           for name, at in said.findings)
            assert said.answer.endswith(page_words(lang, "stage")["beyond"].format(shown=256)) == ringless, said.answer
            outside += ringless
    assert outside > 9


@pytest.mark.parametrize(("model", "text"), [("open-zh-en", "我😀"), ("open-en-zh", "No."), ("open-zh-en", "？"),
                                             ("translator-zh-en", "我"), ("chat", "hello"), ("poet", "床前")])
def test_where_there_is_nothing_to_choose_no_head_is_the_surest_and_no_word_the_loudest(model, text):
    trace = traced(model, text)
    for stop in stops(trace, trace.plan):
        finding = findings.finding(trace, stop.key, 0)
        if finding is None:
            continue
        if finding.key.partition("_")[0] in ("match", "looks", "fetched"):
            A = trace[f"{stop.key.rpartition('.')[0]}.weights"].value[:, 0]
            assert finding.key.endswith("_alone") == (int((A > 0).any(0).sum()) == 1), stop.key
        if finding.key == "loudest":
            words = trace[stop.key].labels[-2]
            assert sum(any(map(str.isalnum, word)) for word in words) != 1, stop.key


def test_two_unknown_words_are_not_called_alike():
    """They are one row of the table."""
    trace = zoo.load("translator-en-zh").trace("Zorblax quuxed the flumph?")
    assert all(finding.values["cosine"] < 0.999 for _, finding in found_in(trace) if finding.key == "nearest")


@pytest.mark.parametrize("name", catalog.names())
def test_the_word_to_follow_is_a_row_of_the_machine_and_is_called_as_there(name):
    trace = traced(name, catalog.examples(name)[0])
    first = follow.first(trace)
    rows = {(row["stream"], row["index"]): row["word"] for track in machine(trace, trace.plan)["tracks"]
            for row in track["rows"]}
    for index, word in enumerate(follow.streams(trace)[first.stream] if first else ()):
        assert rows.get((first.stream, index), word) == word
    assert first is None or (first.stream, first.index) in rows


@pytest.mark.parametrize("text", ["🐉 I love 你 ∅.", "Reykjavík, Ω?"])
def test_what_is_called_a_word_holds_a_letter(text):
    """Bytes of a character, marks and spaces that stand alone are rows too, and no words."""
    words = [finding.values[key] for _, finding in found_in(zoo.load("open-en-zh").trace(text))
             if finding.key in ("nearest", "loudest") for key in ("first", "second", "word") if key in finding.values]
    assert len(words) > 3 and all(any(map(str.isalnum, word)) and not word.startswith("<") for word in words)


def test_the_words_of_a_finding_are_used_by_some_finding():
    code = (ROOT.parents[1] / "pages" / "components" / "stage" / "findings.py").read_text("utf-8")
    for lang in LANGUAGES:
        assert set(TEXTS[lang]) == set(TEXTS["zh"])
        assert all(f'"{key.removeprefix("pictures.").rpartition("_")[0]}"' in code for key in TEXTS[lang])


@pytest.mark.parametrize(("model", "text"), EXAMPLES)
def test_the_word_followed_at_first_is_a_word_of_the_source_and_its_row_is_in_every_stop(model, text):
    trace = traced(model, text)
    followed = follow.first(trace)
    word = follow.streams(trace)[followed.stream][followed.index]
    assert word not in {"。", "，", "？", ".", ",", "?", "<s>"}
    assert follow.accepted(trace, follow_from_text(follow_to_text(followed))) == followed
    for stop in stops(trace, trace.plan):
        row = follow.row_of(trace, stop.key, followed)
        step = trace[stop.key]
        assert 0 <= row < max(1, step.shape[-2] if len(step.shape) > 1 else step.shape[0] if step.shape else 1)


@pytest.mark.parametrize("text", ["", "source", "source.", "source.99", "nowhere.1", "source.-1", "source.1.2", "源.0"])
def test_a_link_that_follows_no_word_follows_none(text):
    assert follow.accepted(traced(*EXAMPLES[0]), follow_from_text(text)) is None


def test_the_tour_of_the_translator_has_nine_scenes_and_each_has_its_words():
    trace = traced(*EXAMPLES[0])
    scenes = tour.scenes(trace, stops(trace, trace.plan))
    assert " ".join(scene.key for scene in scenes) == (
        "machine words positions question_and_key softmax mixture layer across next_word")
    for lang in LANGUAGES:
        assert {scene.key for scene in scenes} <= set(passages(lang, "tour"))


def test_no_stop_asks_which_of_one():
    for model in catalog.stored():
        text = catalog.examples(model)[0]
        for stop, finding in found_in(traced(model, text)):
            assert finding.values.get("heads", 2) > 1, (model, stop.key)
