"""What people type without its final mark and capitals is read as the sentence it is meant to be, and this is told."""

import functools

import pytest
from headless_page import opened
from hostile_texts import texts

from core import catalog, zoo
from core.data import everyday
from core.data.typed_sentence import completed, final_mark
from core.files import ASSETS
from core.subjects import TooLongError
from pages.components import readable_text
from pages.components.bar.certainty import shortened
from pages.components.text_files import page_words

NAMES = catalog.names(tokenizer="pieces", can_continue=True)
FINAL = "。？！.?!"
TYPED = {"en": [("i like apples", "I like apples."), ("what's your name", "What's your name?"),
                ("WHERE IS TOM", "Where is Tom?"), ("i'm tom's friend", "I'm Tom's friend."),
                ("Don’t worry", "Don’t worry."), ("do you like tea", "Do you like tea?"), ("apple", "apple."),
                ("iPhone is new", "iPhone is new."), ("you're late, aren't you", "You're late, aren't you?"),
                ("i was ill. can i go", "I was ill. Can I go?"), ("It is 5:30", "It is 5:30."),
                ("He said \"no\"", "He said \"no\"."), ("turn on the tv", "Turn on the TV."), ("3 + 4", "3 + 4"),
                ("what a day", "What a day."), ("Really?!", "Really?!"), ("Wait…", "Wait…"), ("I, you,", "I, you,"),
                ("I use C++", "I use C++"), ("i am ok ❤️👩‍🎓", "I am ok. ❤️👩‍🎓"), ("Yes! ❤", "Yes! ❤"), ("❤", "❤")],
         "zh": [("你好", "你好！"), ("你叫什么名字", "你叫什么名字？"), ("我什么都不想吃", "我什么都不想吃。"),
                ("你去不去", "你去不去？"), ("我知道你在做什么", "我知道你在做什么。"),
                ("你知道他是谁吗", "你知道他是谁吗？"), ("他说“好”", "他说“好”。"), ("好，", "好，"), ("好", "好。"),
                ("hello", "hello"), ("他来了！", "他来了！"), ("42", "42"),
                ("我爱你❤", "我爱你。❤")]}


@functools.cache
def sentences(language):
    """What is written here for the translators, where it ends with a mark that ends a sentence."""
    rows = [line.split("\t") for file in sorted((ASSETS / "sentences").glob("*.tsv"))
            for line in file.read_text("utf-8").splitlines()]
    texts = [everyday.normal(row[0], "zh") if language == "zh" else row[1] for row in rows]
    return [text for text in texts if text[-1] in FINAL]


def known(word):
    return word not in ("tom", "tv", "Tv")


@pytest.mark.parametrize("language", TYPED)
def test_a_typed_text_is_completed(language):
    for text, wanted in TYPED[language]:
        assert completed(text, language, known) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_what_is_complete_stays_and_anything_is_complete_at_the_second_time(name):
    """Whether a text is read as it was typed or as it was completed, its pieces tell: where both are one, nothing."""
    subject, language = zoo.load(name), catalog.languages(name)[0]
    for text in sentences(language):
        assert subject.source_vocabulary.sentence(text) == text
    for text in (*subject.examples, *sentences(language)[::500]):
        assert subject.sentence(text) == text
    for text in {one[:readable_text.BOX] for one in texts(2000, 24)}:
        once = subject.sentence(text)
        assert subject.sentence(once) == once and len(once) <= len(text) + 1


@pytest.mark.parametrize("language", TYPED)
def test_the_mark_of_most_sentences_is_found_again(language):
    """Of those written for the translators, that end in one: at least 95 of 100."""
    asks = [text[-1] in "?？" for text in sentences(language)]
    found = [final_mark(text.rstrip(FINAL), language) in "?？" for text in sentences(language)]
    assert sum(map(bool.__eq__, asks, found)) >= 0.95 * len(asks) > 1000 and set(asks) == {True, False}


@pytest.mark.parametrize("name", NAMES)
def test_a_careless_text_is_answered_as_the_sentence_is(name):
    """Of the forty: at least nine of ten, where of the same texts as they are typed no half is."""
    subject, language = zoo.load(name), catalog.languages(name)[0]
    texts = everyday.forty()[language][::4]
    careless = [text.rstrip(FINAL).lower() for text in texts]
    raw = [subject.target_vocabulary.decode(subject.written(tuple(subject.source_vocabulary.ids(text))))
           for text in careless]
    right = [subject.answer(text) for text in texts]
    assert sum(map(list.__eq__, map(subject.answer, careless), right)) >= 0.9 * len(texts)
    assert sum(map(list.__eq__, raw, right)) < len(texts) / 2


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_tells_how_a_text_is_read_where_it_was_completed(language):
    fixed = page_words(language, "state")["completed"].partition("{")[0]
    for name in NAMES:
        example = catalog.examples(name)[0]
        for text, told in ((example, False), (example.rstrip(FINAL), True)):
            app = opened("transformer/walkthrough", lang=language, model=name, text=text)
            assert not app.exception and any(fixed in box.value for box in app.info) == told
            assert not told or any(fixed + shortened(example) in box.value.replace("\\", "") for box in app.info)


@pytest.mark.parametrize("text, told", [
    ("我爱你。", "我爱你。"), ("我" * 60 + "。", f"{'我' * 14} … {'我' * 13}。"),
    ("This is a typed sentence in English with a long word.", "This is a … a long word.")])
def test_a_long_text_is_told_by_its_ends(text, told):
    assert shortened(text) == told


@pytest.mark.parametrize("name", NAMES)
def test_as_many_pieces_as_are_read_are_read_without_a_final_mark_too(name):
    """They were told to be one too many: the mark that nobody had typed."""
    translator, word = zoo.load(name), {"zh": "我", "en": "I "}[catalog.languages(name)[0]]
    count = next(n for n in range(1, 300) if len(translator.source_vocabulary.split(word * n)) == translator.most)
    assert len(translator.read(word * count)) == translator.most and translator.sentence(word * count) == word * count
    assert translator.sentence(word * 3).strip()[-1] in FINAL
    with pytest.raises(TooLongError):
        translator.read(word * (count + 1))
