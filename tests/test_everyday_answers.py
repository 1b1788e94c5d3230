"""Everyday sentences: who has chosen no model is read by their translator; its doubt, and what is rare, is told."""

import math
import re
from dataclasses import replace
from html import escape

import pytest
import torch
from headless_page import opened

from core import Ablate, Scale, SetCell, Skip, catalog, decode, zoo
from core.answer_rules import copied_words
from core.data import everyday
from core.edits import to_text
from core.measures.everyday import answered
from core.noisy_channel import read_back
from pages.components import model_choice, session
from pages.components.text_files import page_words

WALK = "transformer/walkthrough"
NAMES = catalog.names(tokenizer="pieces")
WORDS = {"zh": "他喝了一瓶酒。", "en": "He drank a bottle of wine."}


def notified(app, key, language):
    """Whether the notice begins with, or holds, the fixed words of a text."""
    fixed = page_words(language, "state")[key].partition("{")[0]
    return any(fixed in box.value for box in app.info)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_who_has_chosen_no_model_is_read_in_her_language(language):
    app = opened(WALK, lang=language)
    name = next(name for name in NAMES if catalog.languages(name)[0] == language)
    assert not app.exception and app.text_input(key="text").placeholder == catalog.examples(name)[0]
    app.text_input(key="text").set_value(WORDS[language]).run()
    subject = zoo.load(name)
    answer = subject.answer_text(subject.answer(WORDS[language]))
    assert any(answer in one.value.replace("\\", "") for one in app.markdown)
    assert model_choice.default(session.MODELS[2:]) == session.MODELS[2]  # a small one, which lessons take apart


@pytest.mark.parametrize("name", NAMES)
def test_certainty_is_that_of_the_trace_and_nothing_is_paid_for_the_letters_of_a_copied_word(name):
    """Without a rule that acts; "Microsoft" is spelled letter by letter, of which the model alone is unsure."""
    subject, copied = zoo.load(name), {"zh": "我在Microsoft工作。", "en": "I work at Microsoft."}
    plain = [text for text in subject.examples if not copied_words.words(text, subject.source_vocabulary)]
    texts = (*plain[:4], copied[catalog.languages(name)[0]])
    answers, certainty = answered(subject, texts)
    assert answers == [subject.answer_text(subject.answer(text)) for text in texts] and "Microsoft" in answers[-1]
    *losses, last = [-float(subject.trace(text)["loss"].value) for text in texts]
    assert certainty[:-1] == pytest.approx(losses, abs=1e-4) and certainty[-1] > last + 0.2
    assert subject.doubt(texts[-1]) is None


@pytest.mark.parametrize("name", NAMES)
def test_doubt_is_told_below_the_mark_and_nowhere_else(name):
    subject, language = zoo.load(name), catalog.languages(name)[0]
    mark, told = subject.about["metrics"]["calibration"]["mark"], {}
    for text in (*subject.examples, WORDS[language], "zxqv 𓀀 17", "Ω ≠ ∅"):
        certainty = subject.candidates(tuple(subject.ids(subject.read(text)).tolist()))[0].direct
        doubt = subject.doubt(text)
        assert (doubt is not None) == (certainty < mark)
        assert doubt is None or doubt.certainty == pytest.approx(certainty, abs=1e-5)
        assert doubt is None or doubt.surest > doubt.least_sure
        told.setdefault(doubt is not None, text)
    assert set(told) == {True, False}
    for doubtful, text in told.items():
        app = opened(WALK, lang="en", model=name, text=text)
        assert not app.exception and notified(app, "doubt", "en") == doubtful, text


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_and_the_doubt_of_it_are_one_search(name, monkeypatch):
    """Two took the first picture of a typed sentence from 0.45 s to 0.63."""
    subject, searched, beam = zoo.fresh(name), [], decode.beam
    monkeypatch.setattr(decode, "beam", lambda *given, **options: searched.append(1) or beam(*given, **options))
    text = subject.examples[0]
    subject.answer(text), subject.trace(text), subject.doubt(text)
    assert subject.candidates(tuple(subject.ids(subject.read(text)).tolist()), ()) and len(searched) == 1


@pytest.mark.parametrize("name", NAMES)
def test_what_training_rarely_saw_is_marked_with_its_count(name):
    subject = zoo.load(name)
    counts = subject.about["metrics"]["rare"]
    piece = next(label for label, count in counts.items()
                 if count and label.isalpha() and subject.read(label)[:-1] == [label])  # and a final mark
    assert subject.rarely_seen(piece) == {piece: counts[piece]} and 0 < counts[piece] < 5
    assert subject.rarely_seen(f"𓀀 {piece}")["𓀀"] == 0 and not zoo.load("translator-zh-en").rarely_seen("我爱你。")
    app = opened(WALK, lang="en", model=name, text=f"𓀀 {piece}")
    assert not app.exception and any(f"**{piece}** ({counts[piece]})" in box.value and "**𓀀** (0)" in box.value
                                     for box in app.info)


def test_traditional_characters_are_read_as_simplified_ones_and_it_is_said():
    app = opened(WALK, lang="en", model="open-zh-en", text="我昨天買了一本書。")
    assert not app.exception and notified(app, "simplified", "en")
    assert not notified(opened(WALK, lang="en", model="open-zh-en", text="我昨天买了一本书。"), "simplified", "en")


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_is_the_best_of_a_beam_and_an_edit_that_changes_nothing_leaves_it(name):
    """Alone by the beam's score; ranked by the other direction by both numbers, which are the losses of two passes."""
    subject = zoo.load(name)
    alone, reader = replace(subject, channel=None), subject.channel.reader()
    assert reader.abilities.languages == subject.abilities.languages[::-1]
    for text in subject.examples[:3]:
        ids = subject.ids(subject.read(text))
        width, alpha = subject.about["beam"]["width"], subject.about["beam"]["alpha"]
        search = decode.beam(decode.scorer(subject.model, ids), width, alpha, subject.limit(ids))
        scores = [search.tree[i].score for i in search.best]
        assert scores == sorted(scores, reverse=True) and len(scores) == width > 1
        assert alone.written(tuple(ids.tolist())) == search.tree[search.best[0]].words
        candidates = subject.candidates(tuple(ids.tolist()))
        assert {one.words for one in candidates} == {search.tree[i].words for i in search.best}
        assert [one.score for one in candidates] == sorted((one.score for one in candidates), reverse=True)
        best, trace = candidates[0], subject.trace(text)
        assert tuple(trace["target"].value.tolist()) == best.words
        assert best.text == subject.answer_text(subject.answer(text))
        back = reader.trace(subject.answer_text(subject.answer(text)), target=reader.target_vocabulary.split(text))
        assert best.direct == pytest.approx(-float(trace["loss"].value), abs=1e-4)
        assert best.channel == pytest.approx(-float(back["loss"].value), abs=1e-4)
        assert best.score == pytest.approx(best.direct + subject.channel.weight * best.channel)
        assert subject.answer(text, (Scale("encoder.0.self_attention.weights", 1.0),)) == subject.answer(text)


def test_an_answer_without_words_is_never_chosen_before_one_with_some():
    reader = zoo.load("open-en-zh")
    nothing, something = read_back(reader, ["", "I drank a bottle of wine."], "我喝了一瓶酒。")
    assert nothing == -math.inf < something < 0


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", ["open-zh-en", "open-en-zh", "translator-zh-en", "poet"])
def test_the_ending_tells_why_this_answer_was_given(name, language):
    """All answers of the beam, each once, the given one on top; nothing of models that nobody reads back."""
    subject = zoo.load(name)
    app = opened(WALK, lang=language, model=name, step="ending", tour="")
    tables = [one.body for one in app.get("html") if "class=candidates" in one.body]
    assert not app.exception and len(tables) == (name in NAMES)
    if tables:
        rows = re.findall("<tr><td>(.*?)</td>", tables[0])
        ids = tuple(subject.ids(subject.read(subject.examples[0])).tolist())
        texts = [one.text for one in subject.candidates(ids)]
        assert rows == [escape(text) for text in dict.fromkeys(texts)] and len(rows) > 1
        assert rows[0] == escape(subject.answer_text(subject.answer(subject.examples[0])))


def test_an_edit_that_leaves_no_numbers_leaves_no_answers_to_weigh():
    edits = (Scale("decoder.*", 1e6),)
    subject = zoo.load("open-zh-en")
    ids = tuple(subject.ids(subject.read(subject.examples[0])).tolist())
    assert math.isnan(subject.candidates(ids, edits)[0].direct)
    for link, count in ((to_text(edits), 0), ("", 1)):
        app = opened(WALK, lang="en", model="open-zh-en", step="ending", tour="", edits=link)
        assert not app.exception and sum("class=candidates" in one.body for one in app.get("html")) == count


def test_a_translator_whose_other_direction_is_not_trained_yet_answers_alone():
    about = catalog.read("open-zh-en") | {"channel": {"model": "nobody", "weight": 1.0}}
    weights = dict(zoo.load("open-zh-en").model.named_parameters())
    assert zoo.build("fresh", about, weights).channel is None


@pytest.mark.parametrize("name", NAMES)
def test_a_scorer_says_the_same_with_edits_that_change_nothing(name):
    subject = zoo.load(name)
    ids = subject.ids(subject.read(subject.examples[0]))
    plain, edited = (decode.scorer(subject.model, ids, edits)
                     for edits in ((), (Scale("decoder.1.cross_attention.weights", 1.0),)))
    for prefixes in ([()], [(300,), (301,)], [(300, 5), (301, 400), (301, 7)]):
        torch.testing.assert_close(plain(prefixes), edited(prefixes), atol=1e-4, rtol=1e-4)


EDITS = (Scale("decoder.*.cross_attention.output", 0.0), Scale("decoder.0.self_attention.keys", 2.0),
         Ablate("decoder.1.self_attention.weights", 1), Skip("target_embedding.positioned"),
         Scale("decoder.*.masked_scores", 2.0), Scale("encoder.1.*", 0.5),
         SetCell("decoder.0.self_attention.weights", (0, 1, 0), 0.5))


@pytest.mark.parametrize("edit", EDITS, ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_under_edits_the_next_word_is_that_of_a_whole_pass_whether_it_is_read_over_a_cache_or_not(name, edit):
    subject = zoo.load(name)
    ids = subject.ids(subject.read(subject.examples[0]))
    score = decode.scorer(subject.model, ids, (edit,))
    for prefixes in ([()], [(300,), (301,)], [(301, 5), (300, 400), (301, 7)]):
        whole = torch.stack([decode.next_scores(subject.model, ids, prefix, (edit,)) for prefix in prefixes])
        torch.testing.assert_close(score(prefixes), torch.log_softmax(whole, -1), atol=1e-4, rtol=1e-4)


def test_pairs_written_here_are_pairs():
    """Each line: Chinese, a tab, English, as ``normal`` writes them, and each pair once."""
    lines = [line for file in everyday.WRITTEN.glob("*.tsv") for line in file.read_text("utf-8").splitlines()]
    assert len(lines) > 5000 and len({everyday.same(line) for line in lines}) == len(lines)
    for line in lines:
        zh, en = line.split("\t")
        assert (everyday.normal(zh, "zh"), everyday.normal(en, "en")) == (zh, en)
        assert re.search("[\u4e00-\u9fff]", zh) and re.search("[a-z]", en) and not re.search("[\u4e00-\u9fff]", en)


def test_the_forty_sentences_each_way_stand_in_no_training():
    lines = {everyday.same(text) for file in everyday.WRITTEN.glob("*.tsv")
             for line in file.read_text("utf-8").splitlines() for text in line.split("\t")}
    forty = everyday.forty()
    assert {language: len(texts) for language, texts in forty.items()} == {"zh": 40, "en": 40}
    assert lines.isdisjoint(everyday.same(text) for texts in forty.values() for text in texts)
