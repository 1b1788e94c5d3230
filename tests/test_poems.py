"""Laws of the poems: what a package becomes, how a line is read, what is parallel. Nothing is fetched."""

import io
import json
import tarfile

import pytest
import torch

from core.data import characters, packages, parallelism, poems, quatrain, verses
from core.data.vocabulary import SPECIALS, Vocabulary
from core.recipes import cloze, couplet, poet

SPRING = ["國破山河在，城春草木深。", "感時花濺淚，恨別鳥驚心。",
          "烽火連三月，家書抵萬金。", "白頭搔更短，渾欲不勝簪。"]
ORIOLES = ["兩箇黃鸝鳴翠柳，一行白鷺上青天。", "窗含西嶺千秋雪，門泊東吳萬里船。"]
BROKEN = ["□破山河在，城春草木深。", "感時花濺淚，恨別鳥驚心。"]
LETTERS = Vocabulary((*SPECIALS, *quatrain.SIZES, quatrain.COMMA, quatrain.STOP, *"床前明月光疑是地上霜我爱",
                      quatrain.HIDDEN), "zh")


@pytest.fixture
def package(tmp_path):
    """A package in which one poem stands twice, one is irregular, and one holds a missing character."""
    path = tmp_path / "poems.tgz"
    files = {"package/dist/quantangshi/poet.tang.0.json": [SPRING, ORIOLES, ["君不見黃河之水天上來，奔流到海不復回。"]],
             "package/dist/quantangshi/poet.song.0.json": [ORIOLES, BROKEN],
             "package/dist/quantangshi/author.tang.json": []}
    with tarfile.open(path, "w:gz") as tar:
        for name, entries in files.items():
            data = json.dumps([{"paragraphs": paragraphs} for paragraphs in entries]).encode()
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return path


# ---- The data --------------------------------------------------------------------------------------------------------


def test_a_package_becomes_regular_poems_in_simplified_characters_each_once(package):
    regular = poems.regular(package)
    assert regular == poems.regular(package) == [
        ("国破山河在", "城春草木深", "感时花溅泪", "恨别鸟惊心",
         "烽火连三月", "家书抵万金", "白头搔更短", "浑欲不胜簪"),
        ("两个黄鹂鸣翠柳", "一行白鹭上青天", "窗含西岭千秋雪", "门泊东吴万里船")]
    assert poems.couplets(regular) == [("感时花溅泪", "恨别鸟惊心"), ("烽火连三月", "家书抵万金")]
    assert poems.quatrains(regular) == regular[1:]
    assert poems.common_characters(regular, 1) == ["万"]


def test_a_package_that_was_changed_is_refused(package, monkeypatch):
    def fetch(*_, **__):
        raise AssertionError("A test fetched the poems.")

    monkeypatch.setattr(packages.subprocess, "run", fetch)
    monkeypatch.setattr(packages, "CACHE", package.parent)
    (package.parent / "chinese-poetry-2.0.1.tgz").write_bytes(package.read_bytes())
    with pytest.raises(ValueError, match="not the package"):
        poems.archive()


def test_neither_line_of_an_unseen_pair_is_trained_on():
    lines = [f"{chr(0x4e00 + i)}山" for i in range(2000)]
    pairs = [*((line, f"{line[0]}水") for line in lines), *((line, "共水") for line in lines[:200])]
    seen, unseen = couplet.split(pairs)
    assert not {first for first, _ in seen} & {first for first, _ in unseen}
    assert not {second for _, second in seen} & {second for _, second in unseen}
    assert len(unseen) / len(lines) == pytest.approx(1 / poems.UNSEEN, rel=0.5)
    assert "共水" in {second for _, second in seen}


def test_batches_hold_lines_of_one_length_and_show_every_pair_once():
    recipe = couplet.CoupletRecipe(steps=1, batch=4)
    pairs = [([9 + i] * n, [99 + i] * n) for i in range(10) for n in (5, 7)]
    data, again = couplet.batches(pairs, recipe), couplet.batches(pairs, recipe)
    rows = []
    for _ in range(6):  # 10 pairs of each length in batches of 4: three batches a length
        source, target = next(data)
        assert [torch.equal(a, b) for a, b in zip((source, target), next(again))] == [True, True]
        assert (target[:, -1] == LETTERS.marks.end).all() and target.shape[1] == source.shape[1] + 1
        rows += [(s.tolist(), t.tolist()[:-1]) for s, t in zip(source, target)]
    assert sorted(rows) == sorted(pairs)


def test_what_is_hidden_is_what_is_asked_for_and_only_characters_are():
    recipe = cloze.ClozeRecipe(steps=1, hidden=0.5, batch=8)
    lines = [tuple("床前明月光"), tuple("疑是地上霜"), tuple("明月光床前"), tuple("地上霜疑是")]
    words = Vocabulary(LETTERS.words, "zh")
    data = recipe.batches(poet.batches([*([lines] * 8), [(*line, "我", "爱") for line in lines]], words, recipe), words)
    shares = []
    for _ in range(40):
        ids, segments, whole, hidden = next(data)
        assert torch.equal(ids != whole, hidden) and (ids[hidden] == words.index[quatrain.HIDDEN]).all()
        assert not torch.isin(whole[hidden], torch.arange(8)).any()
        size = {"<5>": 5, "<7>": 7}[words.words[int(whole[0, 0])]]
        assert segments[0].tolist() == [int(i > 2 * (size + 1)) for i in range(ids.shape[1])]
        assert (ids.shape[1] - 1) % (size + 1) == 0
        shares.append(hidden.double().mean().item() * (size + 1) / size)
    assert sum(shares) / len(shares) == pytest.approx(0.5, abs=0.05)


# ---- Characters ------------------------------------------------------------------------------------------------------


def test_traditional_is_read_as_simplified_and_simplified_stays():
    assert characters.simplified("".join(ORIOLES)) == "两个黄鹂鸣翠柳，一行白鹭上青天。窗含西岭千秋雪，门泊东吴万里船。"
    assert characters.simplified("乾坤日夜浮，乾杯，沈吟，萬里") == "乾坤日夜浮，干杯，沉吟，万里"
    for text in ("".join(SPRING), "".join(ORIOLES), *characters.book()["from"], *characters.book()["words"]):
        once = characters.simplified(text)
        assert len(once) == len(text) and characters.simplified(once) == once


def test_tones_and_rhymes_are_the_books():
    assert characters.tones("东") == {"平"} and characters.tones("月") == {"仄"}
    assert characters.tones("看") == {"平", "仄"}
    assert characters.rhyme("东", "风") and not characters.rhyme("东", "山") and characters.rhymes("あ") == frozenset()
    assert len(characters.book()["rhymes"]) == 106


# ---- Parallelism -----------------------------------------------------------------------------------------------------


def test_parallelism_by_hand():
    first, second = "两个黄鹂鸣翠柳", "一行白鹭上青天"
    assert parallelism.answered_classes(first, second) == (4, 5)  # 两一, 黄白, 鹂鹭, 翠青; 柳 is a plant, 天 is not
    assert parallelism.answered_tones("白日依山尽", "黄河入海流") == (3, 3)  # 日河, 山海, 尽流
    assert parallelism.ends_level(second) is True and parallelism.ends_level(first) is False
    assert parallelism.ends_level("看") is None
    assert parallelism.repetitions("年年岁岁花") == (0, 0, 2, 2, 4)
    assert parallelism.answers_repetitions("年年岁岁花", "日日朝朝月")
    assert not parallelism.answers_repetitions("年年岁岁花", "日日朝夕月")
    assert not parallelism.answers_repetitions("白日", "白云")


def test_a_training_verse_is_recognised(tmp_path, monkeypatch):
    monkeypatch.setattr(verses, "FILE", tmp_path / "index" / "lines.xz")
    verses._lines.cache_clear()
    verses.store(["一行白鹭上青天", "家书抵万金", "一行白鹭上青天", "恨别鸟惊心"])
    try:
        assert verses.nearest("家书抵万金") == verses.Nearest("家书抵万金", 5) and verses.nearest("家书抵万金").whole
        assert verses.nearest("一行白鸟下青天") == verses.Nearest("一行白鹭上青天", 5)
        assert not verses.nearest("一行白鸟下青天").whole
        with pytest.raises(ValueError, match="No verse has 3 characters"):
            verses.nearest("家书抵")
    finally:
        verses._lines.cache_clear()


# ---- The form of a quatrain ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "size", "acrostic", "tokens"), [
    ("床前明月光", None, "", "床前明月光，"), ("床前明月光疑是", None, "", "床前明月光疑是，"),
    ("床前明月光 疑是", None, "", "床前明月光，疑是"), ("床前 ", 5, "", "床前"), ("", 5, "我愛", "我"),
    ("床前明月光疑是地上霜", None, "", "床前明月光，疑是地上霜。"), ("床_明＿光。", None, "", "床□明□光，")])
def test_a_beginning_is_read_with_its_marks(text, size, acrostic, tokens):
    form = quatrain.form(text, LETTERS, size, acrostic)
    assert "".join(form.tokens) == tokens
    assert form.length == 4 * (form.size + 1) and form.word == f"<{form.size}>"
    marks = [form.wanted(place) for place in range(form.length)][form.size::form.size + 1]
    assert marks == ["，", "。", "，", "。"]
    assert [form.wanted(line * (form.size + 1)) for line in range(4)] == [*form.acrostic, *[None] * 4][:4]


@pytest.mark.parametrize(("text", "size", "acrostic", "why"), [
    (" ，。", None, "", "no character"), ("床前", 6, "", "5 or 7"), ("床前明，疑是地上霜", None, "", "same length"),
    ("床" * 29, None, "", "4 lines"), ("", None, "我爱明月光", "4 lines")])
def test_what_is_no_quatrain_is_answered_with_a_sentence(text, size, acrostic, why):
    with pytest.raises(ValueError, match=why):
        quatrain.form(text, LETTERS, size, acrostic)
