"""Laws of the textbook's grammar: splits, every form, its words, and that the strangers' sentences are not in it."""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections import Counter
from functools import cache

import pytest
from opened import opened

from core import catalog, zoo
from core.data import strangers, textbook
from core.data.textbook.forms import made
from core.data.textbook.phrases import Draw
from core.data.vocabulary import build_vocabulary

ROOMS = (textbook, *(importlib.import_module(f"{textbook.__name__}.{room.name}")
                     for room in pkgutil.iter_modules(textbook.__path__)))
WITHIN = ("CALLS", "MORE_WHAT", "WHOM", "ROOMS", "TOPS", "BOUNDS", "ONCE", "RELATED", "INNER")
"""Tables of what is set into other forms, which give it its subject."""
FORMS = list(dict.fromkeys(form for room in ROOMS for name, table in vars(room).items()
                           if name.isupper() and name not in WITHIN and isinstance(table, list)
                           and isinstance(table[0], tuple) and len(table[0]) == 2 and isinstance(table[0][0], str)
                           and " " in table[0][0] + table[0][1]
                           for form in table if "|" not in form[0]))


@cache
def corpus(split: str) -> list:
    """Pairs of a split, drawn once."""
    return textbook.corpus(split, 3000, 1)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_form_can_be_made(seed):
    assert len(FORMS) > 450
    for form in FORMS:
        if "{who" in form[1] and "{who" not in form[0]:
            continue
        zh, en = made(Draw(random.Random(seed)), form)
        assert zh and en and not any(set("{}()|/=_") & set(word) for word, *_ in (*zh, *en)), form


def test_splits_are_apart_and_the_same_every_time():
    train, test = ({pair.zh for pair in corpus(split) if len(pair.zh) >= textbook.SHORTEST}
                   for split in ("train", "test"))
    assert not train & test and len(train) > 2500
    assert corpus("train")[:50] == textbook.corpus("train", 50, 1)


def test_the_strangers_sentences_are_not_learned_by_heart():
    """But for set phrases, which are not counted."""
    subject, taught = zoo.load("textbook-zh-en"), {pair.zh for pair in textbook.set_phrases()}
    asked = {"strangers": strangers.sentences(), "strangers_later": strangers.later()}
    counted = {name: [one.text for one in written if tuple(subject.read(one.text)) not in taught]
               for name, written in asked.items()}
    learned = {"".join(pair.zh) for pair in (*corpus("train"), *corpus("test"), *textbook.set_phrases())}
    for name, texts in counted.items():
        assert not set(texts) & learned
        assert len(texts) == sum(row["sentences"] for row in subject.about["metrics"][name])
    assert len(counted["strangers"]) > 180 and len(counted["strangers_later"]) == len(strangers.later())


def test_what_is_learned_is_cut_as_it_was_made():
    pairs = textbook.learnable(corpus("train"), [], least=2)
    words = build_vocabulary([pair.zh for pair in pairs], "zh")
    assert 400 <= len(words) <= 560 and len(pairs) > 0.9 * len(corpus("train"))
    assert all(tuple(words.split("".join(pair.zh))) == pair.zh for pair in pairs)
    assert min(Counter(word for pair in corpus("train") for word in pair.zh)[word] for word in ("我", "不", "的")) > 100


def test_links_are_of_words_of_the_pair():
    for pair in corpus("test")[:500]:
        assert all(i < len(pair.zh) and j < len(pair.en) for i, j in pair.possible) and pair.sure <= pair.possible


@pytest.mark.parametrize(("text", "said"), [
    ("我每天早上七点去学校。", "I go to school at seven o'clock every morning ."),
    ("房间里没有椅子。", "there is no chair in the room ."),
    ("我给妈妈买了一本书。", "I bought a book for my mother ."),
    ("你好！", "hello ."), ("我不知道他在哪里工作。", "I do not know where he works ."),
    ("今天太冷了，我不想去学校。", "it is too cold today , and I do not want to go to school ."),
    ("昨天我回家的时候，妈妈在做饭。", "when I went home yesterday , my mother was cooking .")])
def test_the_forms_of_a_first_textbook_are_translated(text, said):
    """Time and frequency, absence in a place, for somebody, greeting, an embedded question, too much, while."""
    assert zoo.load("textbook-zh-en").answer(text) == said.split()


def test_who_types_a_word_that_only_the_textbooks_translator_knows_is_led_to_it():
    app = opened("transformer/walkthrough", lang="en", text="他一到机场就打电话。", step="machine")
    assert app.session_state["model"] == "" and [one.key for one in app.button if one.key == "use textbook-zh-en"]
    app.button(key="use textbook-zh-en").click().run()
    assert not app.exception and app.session_state["model"] == "textbook-zh-en"
    assert not [one.key for one in app.button if str(one.key).startswith("use ")]


@pytest.mark.parametrize("name", [name for name in catalog.names() if catalog.languages(name)[:1] == ("zh",)])
def test_a_word_that_nobody_knows_is_offered_to_nobody(name):
    app = opened("transformer/walkthrough", lang="zh", model=name, text="我爱鲸。", step="machine")
    assert not app.exception and not [one.key for one in app.button if str(one.key).startswith("use textbook")]
