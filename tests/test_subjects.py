"""Laws of trained models as subjects: told of without torch, built by kind, read, traced and asked in one way."""

import importlib
import subprocess
import sys

import pytest
import torch

from core import Scale, catalog, zoo
from core.data import dialogue, grammar
from core.decode import greedy
from core.plan import Plan
from core.subjects import LongLineError, LongTextError, LongWordError, TooLongError
from core.subjects.abilities import KINDS
from pages.components.model_choice import LESSON, SMALL

every_model = pytest.mark.parametrize("name", catalog.names())
every_text_model = pytest.mark.parametrize("name", catalog.names(answers="sentence", network="transformer"))


def test_what_pages_need_first_is_told_without_torch():
    code = ("import sys; from core import catalog; import core.subjects, core.plan, core.check\n"
            "for name in catalog.names(): catalog.vocabulary(name), catalog.surprise(name, 1), catalog.first_page()\n"
            "sys.exit('torch' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@every_model
def test_a_subject_keeps_the_protocol(name):
    subject, about = zoo.load(name), catalog.about(name)
    assert (subject.name, subject.about, subject.abilities) == (name, about, catalog.abilities(name))
    assert set(catalog.languages(name)) <= {"zh", "en"} and subject.examples == catalog.examples(name) != []
    assert isinstance(subject.plan, Plan) and subject.read(catalog.surprise(name, 3)) is not None
    for given in subject.examples[:2]:
        subject.read(given)
        trace = subject.trace(given)
        assert {step for box in subject.plan.boxes(trace) for step in box.steps} >= {
            step for step in trace if trace[step].equation}
        assert subject.answer(given) == subject.answer(given)
        assert isinstance(subject.answer_text(subject.answer(given)), str)


@every_model
def test_a_model_can_do_what_its_abilities_say(name):
    subject, able = zoo.load(name), catalog.abilities(name)
    given, pictured = subject.examples[0], able.reads == "picture"
    assert able.writes == hasattr(subject, "next_place") != hasattr(subject, "answer_in")
    assert pictured == hasattr(subject, "picture") == (not able.languages) == (not able.tokenizer)
    assert (catalog.vocabulary(name) is None) == (pictured or able.brought)
    assert able.writes or subject.answer_in(given, subject.trace(given)) == subject.answer(given)
    assert not (able.can_continue and able.can_fill) and able.small == (subject.about["parameters"] <= 500_000)


def written(subject, given):
    """The likeliest word at each place, in the order in which the model writes, and what stands there in the end."""
    ids, places = [], []
    while (place := subject.next_place(given, ids)).scores is not None:
        assert place.scores.shape == (len(subject.target_vocabulary),) and len(ids) < 64
        assert bool(place.after) <= subject.abilities.can_fill and (bool(ids) or not place.new)
        places.append(place)
        ids.append(int(place.scores.argmax()))
    return places, place.before + place.new + place.after


@pytest.mark.parametrize("name", [name for name in catalog.names() if catalog.abilities(name).writes])
def test_a_writer_writes_place_by_place_to_its_end(name):
    """Of the likeliest words the answer is made, where it is not drawn (verse) or searched for (the second line)."""
    subject = zoo.load(name)
    for given in subject.examples[:3]:
        (first, *_), whole = written(subject, given)
        assert not torch.equal(first.scores, subject.next_place(given, (), (Scale("logits", 0.5),)).scores)
        read = subject.abilities.reads
        if subject.about.get("beam"):
            likeliest = greedy(subject.model, subject.ids(subject.read(given)))
            assert whole == subject.answer_text(subject.target_vocabulary.decode(likeliest.tolist()))
        elif read in ("sentence", "gaps"):
            assert whole == subject.answer_text(subject.answer(given))
        elif read == "line":
            assert len(whole) == len(subject.read(given))
        else:
            assert whole.startswith("".join(subject.read(given))) and len(subject.read(whole)) == len(whole) == len(
                subject.answer(given))


def test_every_kind_is_built_and_none_has_an_ability_without_a_name():
    for kind, (module, able) in KINDS.items():
        assert callable(importlib.import_module(f"core.subjects.{module}").build), kind
        assert able.reads and able.answers and able.network, kind
    with pytest.raises(AttributeError):
        catalog.names(kind="translator")


@every_text_model
def test_a_text_that_cannot_be_read_is_answered_with_a_sentence(name):
    subject = zoo.load(name)
    for ask in (subject.read, subject.trace, subject.answer):
        with pytest.raises(ValueError, match="no word in this text"):
            ask("  ")
        limit = subject.most
        assert limit == (200 if catalog.abilities(name).tokenizer == "pieces" else 32)
        with pytest.raises(TooLongError, match=f"at most {limit} words") as refused:
            ask("a " * (limit + 1) if catalog.languages(name)[0] == "en" else "书" * (limit + 1))
        assert refused.value.limit == limit


@every_text_model
def test_the_answer_is_the_traced_one_unless_edited(name):
    subject = zoo.load(name)
    trace, answer = subject.trace(subject.examples[0]), subject.answer(subject.examples[0])
    assert [*answer, "</s>"] == list(trace["target"].labels[0])
    if "beam" not in subject.about:  # or else it is the best of a beam, see test_everyday_answers.py
        ids = subject.ids(subject.read(subject.examples[0]))
        assert subject.target_vocabulary.decode(greedy(subject.model, ids).tolist()) == answer
    blind = (Scale("decoder.*.cross_attention.output", 0.0),)
    assert subject.answer(subject.examples[0], blind) != answer


def test_examples_are_those_of_the_data():
    shown = {"translator-zh-en": grammar.examples(), "translator-en-zh": grammar.examples_en(),
             "chat": dialogue.dialogue_examples()}
    for name, examples in shown.items():
        assert catalog.examples(name) == list(examples)


def test_names_are_those_of_the_abilities_needed():
    assert catalog.names(corpus="dialogue") == ["chat"]
    assert catalog.names(corpus="grammar") == ["translator-zh-en", "translator-en-zh"]
    assert catalog.names()[:4] == ["open-zh-en", "open-en-zh", "translator-zh-en", "translator-en-zh"]
    small = ["translator-zh-en", "translator-en-zh", "chat"]
    assert catalog.names(**SMALL) == small and catalog.names(**LESSON) == ["open-zh-en", "open-en-zh", *small]
    assert catalog.names(reads="gaps") == [catalog.first(can_fill=True)] and not catalog.names(reads="smoke")
    with pytest.raises(catalog.UnusableError, match="smoke"):
        catalog.first(reads="smoke")


@pytest.mark.parametrize(("name", "text", "answer"), [
    ("translator-zh-en", "我昨天买了一本书。", "I bought a book yesterday ."),
    ("translator-en-zh", "I love you.", "我 爱 你 。"), ("chat", "What is your name?", "my name is anna .")])
def test_the_checkpoints_say_what_they_have_always_said(name, text, answer):
    assert " ".join(zoo.load(name).answer(text)) == answer


def test_a_batch_says_what_each_of_its_sentences_says():
    subject = zoo.load("translator-zh-en")
    rows = [subject.ids(subject.read(text)) for text in subject.examples[:4]]
    batch = greedy(subject.model, torch.nn.utils.rnn.pad_sequence(rows, batch_first=True,
                                                                  padding_value=subject.source_vocabulary.marks.pad))
    assert [subject.target_vocabulary.decode(row.tolist()) for row in batch] == [
        subject.answer(text) for text in subject.examples[:4]]


READING = [name for name in catalog.names() if catalog.languages(name)]  # whatever is given words or characters
VERSE = catalog.names(tokenizer="characters")


@pytest.mark.parametrize("name", [name for name in READING if catalog.abilities(name).tokenizer != "pieces"])
def test_item_5_words_and_texts_have_a_length(name):
    subject, gap = zoo.load(name), "□" * catalog.abilities(name).can_fill
    for ask in (subject.read, subject.trace, subject.answer):
        for text in ("x" * 33, "x" * 499, "Ж" * 100, f"好。{'W' * 33}"):
            with pytest.raises(LongWordError, match=r"at most 32 letters; one of this text has \d+") as refused:
                ask(gap + text)
            assert refused.value.limit == 32
        for text in ("x" * 10_000, "书" * 501, "x " * 251):
            with pytest.raises(LongTextError, match=rf"at most 500 letters; this one has {len(gap + text)}"):
                ask(gap + text)
    if name not in VERSE:
        assert subject.read("x" * 32) == ["x" * 32]


@pytest.mark.parametrize("name", VERSE)
def test_item_5_a_model_of_verse_reads_a_latin_word_letter_by_letter(name):
    subject, gap = zoo.load(name), "□" * catalog.abilities(name).can_fill
    assert subject.read(f"{gap}明ab")[-3:] == ["明", "a", "b"] and len(subject.answer(f"{gap}abc")) >= 3
    for line in ("W" * 8, "山" * 500) if name == "couplet" else ():
        with pytest.raises(LongLineError, match=f"at most 7 characters; this one has {len(line)}"):
            subject.read(line)


def test_an_edited_run_may_say_as_many_words_as_one_without_edits(monkeypatch):
    translator, text = zoo.load("translator-zh-en"), "昨天我的老师在学校买了三本新书。"
    assert len(translator.answer(text)) > 4
    monkeypatch.setattr(type(translator), "limit", lambda self, ids: 3)
    assert len(translator.answer(text, (Scale("logits", 1.0),))) == 3


def test_no_answer_is_surer_than_the_model_is():
    """Four marks were said to have a twin with "100%, 100%, 0%, 0%"."""
    marker = zoo.load("marks-nonlocal")
    told = marker.answer_text(marker.answer(marker.examples[0]))
    assert told and not {"0%", "100%"} & {*told.split(", ")}
