"""Words in Latin letters of an answer are those of the text: read, copied whole by both translators, told."""

import random
import re
from html import unescape

import pytest
import torch
from headless_page import opened

from core import catalog, decode, zoo
from core.answer_rules import copied_words
from core.data import templates
from core.data.everyday import normal
from pages.components.text_files import page_words

NAMES = catalog.names(tokenizer="pieces")
READ = {
    ("zh", "我在Microsoft用PyTorch，不用U盘。"): ["Microsoft", "PyTorch"],
    ("zh", "我们昨天看了一部电影。"): [],
    ("en", "The cat and I sat there."): [],
    ("en", "Python is what I learn at DeepMind, on an iPad."): ["Python", "DeepMind", "iPad"],
    ("en", 'He said, "Tom is here." Then Mary left.'): ["Tom", "Mary"],
    ("en", "i like pytorch"): ["pytorch"],
}


@pytest.mark.parametrize(("language", "text"), READ)
def test_what_may_be_copied_is_what_is_no_plain_word(language, text):
    source = zoo.load(next(name for name in NAMES if catalog.languages(name)[0] == language)).source_vocabulary
    assert copied_words.words(text, source) == READ[language, text]


def filled(name):
    """Templates for training with words in Latin letters, filled, as (text, reference)."""
    draw, (source, target) = random.Random(8), catalog.languages(name)
    pairs = [templates.filled(template, draw) for template in templates.templates("latin") for _ in range(2)]
    return [(normal(getattr(pair, source), source), getattr(pair, target)) for pair in pairs]


@pytest.mark.parametrize("name", NAMES)
def test_the_right_answer_is_ruled_out_only_where_it_says_another_word(name):
    """她在做PPT。is what people call a PowerPoint."""
    subject, out, ruled = zoo.load(name), set(), 0
    target = subject.target_vocabulary
    for text, reference in filled(name):
        def equal(prefixes):
            return torch.zeros(len(prefixes), len(target.words))

        ask = copied_words.constrained(equal, text, subject.source_vocabulary, target)
        ruled += ask is not equal
        ids = [*target.ids(reference), target.marks.end]
        out |= {(text, reference) for end, piece in enumerate(ids) if ask([tuple(ids[:end])])[0, piece].isneginf()}
    assert ruled > 200
    assert all("PPT" in text + reference or "KTV" in text + reference or "U盘" in text + reference
               for text, reference in out), out


@pytest.mark.parametrize("name", NAMES)
def test_whatever_the_scores_no_other_word_of_latin_letters_is_made(name):
    """Into Chinese none at all, the text's lone letters aside; into English none with a capital within."""
    subject, draw = zoo.load(name), torch.Generator().manual_seed(3)
    vocabulary, into = subject.target_vocabulary, catalog.languages(name)[1]
    capitals = [i for i, word in enumerate(vocabulary.words) if re.search("^·?[A-Z]", word)]

    def by_lot(prefixes):
        scores = torch.rand(len(prefixes), len(vocabulary.words), generator=draw)
        scores[:, capitals] += 1  # so that such words are written at all
        return torch.log_softmax(scores, -1)

    pattern, said = "[A-Za-z]+" if into == "zh" else "[A-Za-z]+[A-Z][A-Za-z]*", 0
    for text, _ in random.Random(1).sample(filled(name), 12):
        wanted = copied_words.words(text, subject.source_vocabulary)
        if not wanted:
            continue
        ids = subject.ids(subject.read(text))
        ask = copied_words.constrained(by_lot, text, subject.source_vocabulary, vocabulary)
        found = decode.beam(ask, 3, limit=24)
        drawn = [vocabulary.join(vocabulary.decode(found.tree[i].words)) for i in found.best]
        whole = [re.sub("[A-Za-z]+$", "", answer) for answer in drawn]  # at the limit a word may be begun
        for answer in (*whole, *(one.text for one in subject.candidates(tuple(ids.tolist())))):
            written = re.findall(pattern, answer)
            said += len(written)
            assert {*written} <= {*wanted}, (text, answer)
    assert said > 10


@pytest.mark.parametrize("name", NAMES)
def test_more_words_come_through_than_without_the_rule(name):
    about = catalog.about(name)["metrics"]["filled"]
    assert about["kept"] > about["free"]["kept"] + 10 and about["words"] > 40


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(("name", "text", "word"), [
    ("open-zh-en", "我在Huawei工作。", "Huawei"), ("open-en-zh", "I work at Microsoft.", "Microsoft")])
def test_the_ending_tells_what_was_copied(name, text, word, language):
    app = opened("transformer/walkthrough", lang=language, model=name, text=text, step="ending", tour="")
    w, subject = page_words(language, "stage"), zoo.load(name)
    free = subject.candidates(tuple(subject.ids(subject.read(text)).tolist()), free=True)[0].text
    told = [unescape(one.value).replace("\\", "") for one in app.caption
            if w["words_said"].partition("{")[0] in one.value]
    assert not app.exception and len(told) == 1 and word in told[0] and free in told[0] and word not in free
    assert word in subject.answer_text(subject.answer(text))
