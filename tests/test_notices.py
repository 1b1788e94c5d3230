"""What is said above a page of the text under study: what of it is read, what is not known, and which models do."""

import re

import pytest
from headless_page import opened, unfolded

from core import catalog, zoo
from core.data.pieces import BYTES, SPACE
from core.subjects.translator import Translator
from pages.components import readable_text
from pages.components.bar import reply
from pages.components.text_files import page_words

COUPLETS, WALK = "sequences/couplets", "transformer/walkthrough"
READING = [name for name in catalog.names() if catalog.languages(name)]  # whatever is given words or characters
MARKS = {"translator-zh-en": [("我爱你！", {"！": "。"}),
                              ("我爱你；你爱我、他…", {"；": "，", "、": "，", "…": "。。。"}),
                              ("我爱你。", {}), ("你爱我吗?", {}), ("我爱你.", {".": "。"})],
         "translator-en-zh": [("I love you!", {"!": "."}), ("I love you。", {"。": "."}), ("I love you, Anna.", {})],
         "slots": [("to Taipei!", {})],  # it reads no marks
         "poet": [("春眠不觉晓！", {})],  # its form sets them
         "open-zh-en": [("我爱你！", {})]}


def said(key, language="en", **given):
    return page_words(language, "state")[key].format(**given)


def notices(app):
    assert not app.exception
    return [one.value for one in (*app.info, *app.warning, *app.markdown)]


def offered(app):
    return {str(button.key).removeprefix("use ") for button in app.button if str(button.key).startswith("use ")}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_of_several_lines_the_one_that_is_read_is_named_and_no_mark_between_them_is_unknown(language):
    told = notices(opened(COUPLETS, lang=language, text="春眠不觉晓，处处闻啼鸟"))
    assert said("first_line", language, line="春眠不觉晓") in told
    assert not any(said("none_near", language) in one for one in told)
    told = notices(opened(COUPLETS, lang=language, text="龘眠不觉晓。吗？们"))
    assert any(said("unknown", language, words="`龘`") in one for one in told)
    fixed = said("first_line", language, line="")[:9]
    assert not any(fixed in one for one in notices(opened(COUPLETS, lang=language, text="春眠不觉晓，")))


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("model", ["cloze", "poet"])
def test_of_a_line_that_is_too_long_it_is_said_how_it_is_cut(model, language):
    """Of "床前□月光，疑是地上霜□" the answer ended in a character that nobody saw asked for."""
    def told_of(text):
        return notices(opened(WALK, lang=language, model=model, text=text.replace("□", "□明"[model == "poet"])))

    read = "床前□月光，疑是地上霜。□".replace("□", "□明"[model == "poet"])
    assert said("cut_lines", language, size=5, line=read) in told_of("床前□月光，疑是地上霜□")
    for text in ("床前□月光，疑是地上霜", "床前□月光疑是地上霜", "床前□"):
        told = told_of(text)
        assert not any(said("cut_lines", language, size=5, line="")[:9] in one for one in told)


@pytest.mark.parametrize(("language", "label"), [("zh", "时间: "), ("en", "Time: ")])
def test_what_a_tagger_answers_is_said_in_the_reader_s_language(language, label):
    app = opened("sequences/recurrent", lang=language, text="on Monday")
    assert any(f"**{label}" in one or f"**{label.replace(':', chr(92) + ':')}" in one for one in notices(app))


@pytest.mark.parametrize("name", READING)
def test_an_unknown_word_is_one_that_is_read(name):
    subject = zoo.load(name)
    for text in subject.examples:
        assert set(subject.read(text)) <= subject.source_vocabulary.index.keys()


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", READING)
def test_the_examples_say_how_long_a_text_the_model_reads(name, language):
    app, able = unfolded(opened(WALK, lang=language, model=name), "ideas"), catalog.abilities(name)
    unit = able.reads if able.tokenizer == "characters" else "words" if able.tokenizer == "words" else "pieces"
    most = getattr(zoo.load(name), "most", 0)
    limit = page_words(language, "app")[f"limit_{unit}"].format(most=most)
    assert page_words(language, "app")["text_limit"].format(limit=limit) in [one.value for one in app.caption]
    too_many = {"words": "a ", "pieces": "🙂", "characters": "大"}[able.tokenizer] * (most + 1)
    assert bool(most) == (able.reads not in ("verse", "gaps")) and readable_text.unread(name, too_many)[1] == most


def test_of_a_text_of_too_many_pieces_pieces_are_told():
    for language in ("zh", "en"):
        app = opened(WALK, lang=language, model="open-zh-en", text="我" * 300)
        assert app.warning[0].value.startswith(said("too_long_pieces", language, limit=200, shown="").split("“")[0])


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_backtick_is_named_as_it_was_typed_and_a_space_in_words(monkeypatch, language):
    told = notices(opened(WALK, lang=language, model="translator-zh-en", text="我爱`。"))
    assert any(said("unknown", language, words="`` ` ``") in one for one in told)
    monkeypatch.setattr(Translator, "rarely_seen", lambda subject, text: {SPACE: 3})
    told = notices(opened(WALK, lang=language, model="open-zh-en", text="I love you"))
    assert any(page_words(language, "state")["rare_space"] in one for one in told)
    assert not any("▁" in one for one in told)


def test_a_model_that_would_read_a_text_byte_by_byte_is_not_offered_as_one_that_knows_it():
    pieces = zoo.load("open-zh-en")
    for text in ("我爱鲸鱼。", "我爱你🙂", "我爱你 أ", "我爱<script>", "我爱\ue000"):
        spelled = bool(set(BYTES) & set(pieces.read(text)))
        app = opened(WALK, lang="en", model="translator-zh-en", text=text)
        assert not app.exception and ("open-zh-en" in offered(app)) != spelled, text
    assert spelled


def test_for_another_language_translators_are_offered_first_few_and_none_that_fills_slots():
    for name in ("poet", "couplet", "cloze", "translator-zh-en"):
        names = offered(opened(WALK, lang="en", model=name, text=f"{'□' * (name == 'cloze')}b"))
        assert 0 < len(names) <= reply.OFFERED <= 3 and all(catalog.languages(one)[0] == "en" for one in names)
        assert not any(catalog.abilities(one).answers == "labels" for one in names), names
        assert any(catalog.abilities(one).translates for one in names)


@pytest.mark.parametrize(("text", "near"), [('He said "no" to me.', {"said", "no"}), ("He is 25 & I am 3.", set()),
                                            ("(frend) £5", {"frend"}), ("the 3rd", {"3rd"})])
def test_no_word_is_near_to_a_mark_or_a_number(text, near):
    app = opened("transformer/heads", lang="en", model="translator-en-zh", text=text)
    rows = {one.value.removesuffix(" →").strip("`“”") for one in app.markdown if one.value.endswith(" →")}
    offered_words = [str(button.key) for button in app.button if str(button.key).startswith("suggestion ")]
    assert not app.exception and rows == near and bool(offered_words) == bool(near)
    assert any(said("near" if near else "none_near") in one for one in notices(app))


@pytest.mark.parametrize(("name", "text", "marks"), [(name, *one) for name in MARKS for one in MARKS[name]])
def test_a_mark_that_is_read_as_another_is_told_and_nothing_else(name, text, marks):
    app, fixed = opened(WALK, lang="en", model=name, text=text), said("marks", marks="")[:-1]
    told = [one for one in notices(app) if fixed in one]
    assert dict(re.findall("“(.+?)” is read as “(.+?)”", " ".join(told))) == marks and bool(told) == bool(marks)
