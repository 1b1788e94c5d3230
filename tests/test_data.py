"""Laws of the training language: splits, determinism, alignment, segmentation, builder, dialogue."""

from __future__ import annotations

import random
import unicodedata
from collections import Counter
from functools import cache

import pytest

from core.data import grammar, grammar_builder, lexicon
from core.data import vocabulary as vocabularies
from core.data.dialogue import dialogue_corpus, dialogue_examples
from core.data.vocabulary import Marks, Vocabulary, build_vocabulary

MARKS = Marks()
SIZES = {"train": 52_000, "test": 2_000, "combinations": 2_000, "structure": 2_000}
LANGUAGES = ("zh", "en")


@cache
def pairs(split: str) -> list[grammar.Pair]:
    """Pairs of a split, derived once for all tests."""
    return grammar.corpus(split, SIZES[split], seed=1)


@cache
def vocabulary(language: str) -> Vocabulary:
    """The vocabulary of the training pairs."""
    return build_vocabulary([getattr(p, language) for p in pairs("train")], language)


def everything() -> list[grammar.Pair]:
    """All pairs of all splits."""
    return [p for split in grammar.SPLITS for p in pairs(split)]


@pytest.mark.parametrize("split", grammar.SPLITS)
def test_sizes_distinct_and_deterministic(split):
    corpus = pairs(split)
    assert len(corpus) == SIZES[split] == len({p.zh for p in corpus}) == len({p.en for p in corpus})
    assert grammar.corpus(split, 20, 1) == corpus[:20]
    assert grammar.corpus(split, 20, 2) != corpus[:20]


def test_splits_are_disjoint_for_other_seeds():
    train = {p.zh for p in pairs("train")} | {p.zh for p in grammar.corpus("train", 5_000, 99)}
    for split in grammar.SPLITS[1:]:
        others = {p.zh for p in pairs(split)} | {p.zh for p in grammar.corpus(split, 500, 7)}
        assert not train & others


def test_unknown_split_is_refused():
    with pytest.raises(ValueError, match="unknown split"):
        grammar.corpus("validation", 1, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("split", grammar.SPLITS)
def test_lengths(split, language):
    lengths = [len(getattr(p, language)) for p in pairs(split)]
    assert min(lengths) >= 3
    assert max(lengths) <= (grammar.LONGEST if split == "structure" else grammar.LONGEST_TRAIN)


def test_structure_is_deeper_than_training():
    average = {s: sum(len(p.en) for p in pairs(s)) / SIZES[s] for s in ("train", "structure")}
    assert average["structure"] > 1.5 * average["train"]


@pytest.mark.parametrize(("source", "target"), [("zh", "en"), ("en", "zh")])
def test_translation_is_a_function(source, target):
    translations: dict[tuple[str, ...], tuple[str, ...]] = {}
    for p in everything():
        assert translations.setdefault(getattr(p, source), getattr(p, target)) == getattr(p, target)


@pytest.mark.parametrize("split", grammar.SPLITS)
def test_alignment(split):
    linked = total = 0
    for p in pairs(split):
        assert p.sure <= p.possible
        assert all(0 <= i < len(p.zh) and 0 <= j < len(p.en) for i, j in p.possible)
        assert (len(p.zh) - 1, len(p.en) - 1) in p.sure
        linked += len({i for i, _ in p.possible}) + len({j for _, j in p.possible})
        total += len(p.zh) + len(p.en)
    assert linked >= 0.97 * total


@pytest.mark.parametrize(("zh", "en"), [("不", "not"), ("昨天", "yesterday"), ("书", "book"), ("一", "a")])
def test_known_links_are_sure(zh, en):
    linked = Counter()
    for p in pairs("train")[:5_000]:
        linked.update((p.zh[i], p.en[j]) for i, j in p.sure)
    assert linked[zh, en] > 20


@pytest.mark.parametrize(("language", "low", "high"), [("zh", 162, 218), ("en", 272, 368)])
def test_word_types(language, low, high):
    assert low <= len(vocabulary(language)) - 4 <= high
    known = set(vocabulary(language).words)
    assert all(set(getattr(p, language)) <= known for p in everything())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_frequent(language):
    counts = Counter(w for p in pairs("train") for w in getattr(p, language))
    assert min(counts.values()) >= 20


def test_held_out_combinations_never_in_training():
    held = lexicon.HELD_OUT
    verbs = {v.zh for v in lexicon.ACTIONS}
    assert 30 <= len(held) <= 80
    adjectives = {(a, n) for a, n in held if a in lexicon.ADJECTIVES}
    objects = {(v, n) for v, n in held if v in verbs}
    for p in [*pairs("train"), *pairs("test")]:
        for a, b in zip(p.zh, p.zh[1:]):
            assert (a, b) not in adjectives and (a, b) not in objects
        for a, _, b in zip(p.zh, p.zh[1:], p.zh[2:]):
            if _ == "的":
                assert (a, b) not in adjectives


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("split", grammar.SPLITS)
def test_segmentation_round_trip(split, language):
    words = vocabulary(language)
    for p in pairs(split)[:1_500]:
        tokens = getattr(p, language)
        segments = words.segment(words.join(tokens))
        assert tuple(t.text for t in segments) == tokens
        assert all(t.known and not t.suggestions for t in segments)


@pytest.mark.parametrize("language", LANGUAGES)
def test_encode_decode(language):
    words = vocabulary(language)
    for p in pairs("test")[:200]:
        ids = words.encode(getattr(p, language))
        assert MARKS.unknown not in ids
        assert tuple(words.decode([MARKS.start, *ids, MARKS.end, MARKS.pad, 7])) == getattr(p, language)
    assert words.encode(["nonsense"]) == [MARKS.unknown] and words.decode([MARKS.unknown, 10**6, -5]) == ["<unk>"] * 3


@pytest.mark.parametrize(("text", "expected"), [
    ("The teacher's cat didn't sleep!", "the teacher 's cat did not sleep ."),
    ("I'm happy, but he doesn't like tea？", "I am happy , but he does not like tea ?"),
    ("i can’t go", "I can not go"), ("DON'T go", "do not go"), ("Hello", "Hello"),
])
def test_english_forms(text, expected):
    assert [t.text for t in vocabulary("en").segment(text)] == expected.split()


@pytest.mark.parametrize(("text", "expected"), [
    ("我昨天买了一本书.", "我 昨天 买 了 一 本 书 。"), ("你喜欢喝茶吗?", "你 喜欢 喝 茶 吗 ？"),
    ("我 爱\u200b你！", "我 爱 你 。"), ("我买iPhone15了", "我 买 iPhone15 了"), ("我爱鲸鱼", "我 爱 鲸 鱼"),
])
def test_chinese_forms(text, expected):
    assert [t.text for t in vocabulary("zh").segment(text)] == expected.split()


@pytest.mark.parametrize(("language", "word", "near"), [
    ("en", "tee", "tea"), ("en", "teachers'", "teacher"), ("en", "boook", "book"), ("zh", "生", "学生"),
])
def test_unknown_words_get_suggestions(language, word, near):
    """A word that is not known keeps its text and comes with known words near it."""
    words = vocabulary(language)
    suggested = words.suggest(word)
    assert len(suggested) <= 5 and near in suggested and set(suggested) <= set(words.words)
    told = {token.text: token.suggestions for token in words.segment(word) if not token.known}
    assert told == ({} if word.endswith("'") else {word: suggested})  # a genitive is two words that are known


def nasty(rng: random.Random) -> str:
    """A random string from all over Unicode."""
    pools = ("我你书了。？，不知道鲸", "the cat's DON'T I'm x_y", "\u200b\u202e\u0000\x1b\ud800", "🙂é√ß", " \n\t",
             "".join(chr(rng.randrange(0x20, 0x11FFF)) for _ in range(20)), "<pad></s><unk>", "--''\"")
    return "".join(rng.choice(rng.choice(pools)) for _ in range(rng.randrange(60)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nasty_strings_lose_nothing(language):
    rng = random.Random(5)
    for _ in range(300):
        text = nasty(rng)
        segments = vocabulary(language).segment(text)
        joined = "".join(t.text for t in segments).lower()
        assert all(ch in joined for ch in text.lower() if ch in "我你书了不知道鲸thexy🙂")
        assert all(t.text and (t.known or len(t.suggestions) <= 5) for t in segments)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("unit", ["鲸", "a", "a ", "我", "'", "don't", "\u202e", "ﷺ", "x鲸", "1.", "é'"])
def test_long_strings_are_cut_to_the_end(language, unit):
    count = 10_000 // len(unit)
    segments = vocabulary(language).segment(unit * count)
    once = "".join(t.text for t in vocabulary(language).segment(unit))
    assert bool(segments) == bool(once)
    assert len({t.text for t in segments if t.suggestions}) <= 8


def anything(rng: random.Random) -> str:
    """A random string of any code points at all, most of them from places where new ones are assigned."""
    places = ((0x20, 0x3000), (0x1F000, 0x1FFFF), (0xE000, 0xF900), (0xD800, 0xE000), (0x20, 0x110000))
    return "".join(chr(rng.randrange(*rng.choice(places))) for _ in range(rng.randrange(40)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_can_be_seen_disappears(language):
    rng, words = random.Random(11), vocabulary(language)
    for text in (anything(rng) for _ in range(400)):
        cleaned = vocabularies.clean(text, language)
        cleaned.encode("utf-8")
        assert "".join(words.split(text)).lower() == "".join(cleaned.split()).lower()
        for ch in text:
            if unicodedata.category(ch) not in ("Cc", "Cf", "Zs", "Zl", "Zp") and not vocabularies.SHAPELESS.match(ch):
                assert "".join(words.split(ch)), hex(ord(ch))
                kept = "".join(vocabularies.clean(ch, language).split()).lower()
                assert kept and kept in "".join(words.split(f"鲸{ch}")).lower(), hex(ord(ch))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("new", ["\U0001fae9", "\ue000", "\U000f1234", "\u0378", "\U0003fffd"])
def test_what_unicode_does_not_know_yet_is_an_unknown_word(language, new):
    assert [token for token in vocabulary(language).segment(f"a {new} b") if token.text == new and not token.known]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_very_long_text_is_read_to_its_end(language):
    assert vocabulary(language).split("a " * 12_000 + "end")[-1] == "end"


@pytest.mark.parametrize(("typed", "read"), [
    ("我昨天買了一本書。", "我昨天买了一本书。"), ("老師給學生一本新書", "老师给学生一本新书"),
    ("妳喜歡喝咖啡嗎？", "你喜欢喝咖啡吗？"), ("她在圖書館裡聽音樂", "她在图书馆里听音乐")])
def test_traditional_characters_are_understood(typed, read):
    assert vocabulary("zh").segment(typed) == vocabulary("zh").segment(read)
    assert all(token.known for token in vocabulary("zh").segment(typed))


def test_builder_is_always_valid():
    rng = random.Random(3)
    for _ in range(500):
        choices = {slot: rng.randrange(len(c)) for slot, c in grammar_builder.BUILDER_SLOTS.items()}
        done, valid = grammar_builder.resolve(choices), grammar_builder.slot_choices(choices)
        assert all(done[slot] in valid[slot] for slot in grammar_builder.BUILDER_SLOTS)
        p = grammar.build(choices)
        assert grammar.build(done) == p and 3 <= len(p.zh) <= 20 and 3 <= len(p.en) <= 20
        for language in LANGUAGES:
            words = vocabulary(language)
            segments = words.segment(words.join(getattr(p, language)))
            assert tuple(t.text for t in segments) == getattr(p, language) and all(t.known for t in segments)


def test_builder_without_choices():
    assert grammar.build({}).zh[-1] == "。"


def test_a_surprise_is_not_in_training():
    train = {p.zh for p in pairs("train")}
    assert not any(grammar.surprise(seed, "zh") in train for seed in range(50))


def test_examples():
    shown, english = grammar.examples(), grammar.examples_en()
    assert len(shown) == len(english) >= 12
    for needed in ("我昨天买了一本书。", "因为下雨，所以我没去公园。", "她正在看我昨天买的书。"):
        assert needed in shown
    for language, texts in (("zh", shown), ("en", english)):
        assert all(t.known for text in texts for t in vocabulary(language).segment(text))
    assert all(grammar.example_pairs()[i].zh == tuple(t.text for t in vocabulary("zh").segment(s))
               for i, s in enumerate(shown))


def test_dialogue():
    corpus = dialogue_corpus()
    answers = dict(corpus)
    assert len(answers) == len(corpus) and 200 <= len(corpus) <= 2_000
    assert " ".join(answers[("hi", ",", "how", "are", "you", "?")]) == "I am fine ."
    words = build_vocabulary([side for pair in corpus for side in pair], "en")
    assert 100 <= len(words) - 4 <= 150
    for question in dialogue_examples():
        assert tuple(t.text for t in words.segment(question)) in answers
    for side in (s for pair in corpus for s in pair):
        assert tuple(t.text for t in words.segment(words.join(side))) == side
