"""The page on couplets: what it shows is what the model computed, what it says holds, strange lines do not break it."""

import functools

import pytest
import torch
from headless_page import answered, lacking, opened

from core import catalog, zoo
from core.data import parallelism
from core.experiments import couplet_heads
from core.experiments import couplets as computed
from pages.components.text_files import page_words

PAGE = "sequences/couplets"
GUESSES = {"rules": "stricter", "heads": "same_class"}
TEXT = "春风又绿江南岸"


@functools.cache
def couplet():
    return zoo.load("couplet")


def test_the_ribbons_are_the_weights_and_lean_on_the_character_opposite():
    heads = computed.facing(couplet())
    assert heads and heads == sorted(heads) and couplet().best_head() in heads
    for text in couplet().examples:
        trace = couplet().trace(text)
        mean = computed.mean_weights(trace, heads)
        assert torch.allclose(mean.sum(-1), torch.ones(len(mean)), atol=1e-5)
        assert computed.looked_at(mean) == len(text)


def test_what_else_it_thought_of_holds_what_it_wrote():
    first = couplet().read(TEXT)
    for line in couplet().lines(TEXT)[:3]:
        trace = couplet().trace(TEXT, target=line.characters)
        for i, place in enumerate(computed.considered(trace, first, couplet())):
            assert [c for c, _, lit in place if lit] == [line.characters[i]] and len(place) == computed.CONSIDERED
            assert not {c for c, _, _ in place} & set(first) and 0 < sum(p for _, p, _ in place) <= 1.0001


@pytest.mark.parametrize("first", ["行行重行行", "夜夜夜深闻子规", "青青河畔草", "WWWWWWW"])
def test_what_else_it_thought_of_may_stand_there(first):
    line = couplet().lines(first)[0].characters
    marks = {couplet().target_vocabulary.words[i] for i in couplet().target_vocabulary.marks}
    places = computed.considered(couplet().trace(first, target=line), first, couplet())
    for i, place in enumerate(places):
        again = first.index(first[i]) < i
        assert [c for c, _, _ in place] == [line[i]] if again else len(place) == computed.CONSIDERED
        assert not {c for c, _, _ in place} & (marks | set(first))


@pytest.mark.parametrize("text", ["hello", "天123地", "AI时代真好", TEXT])
def test_every_character_that_is_not_known_is_marked(text, monkeypatch):
    """Each by itself, though a word of letters is one unknown word."""
    drawn = []
    monkeypatch.setattr("pages.sequences.couplets.facing._mount", lambda **given: drawn.append(given))
    app = opened(PAGE, text=text, model="couplet")
    assert not app.exception
    words = couplet().source_vocabulary.words
    assert drawn[-1]["data"]["known"] == [character in words for character in couplet().read(text)]


def test_places_say_what_the_rules_say():
    for first, second in (("两个黄鹂鸣翠柳", "一行白鹭上青天"), ("千山鸟飞绝", "万径人踪灭"), ("月", "山")):
        places, rules = computed.places(first, second), computed.rules_kept(first, second)
        opposite = [one.opposite for one in places if one.opposite is not None]
        assert (sum(opposite), len(opposite)) == rules["opposite_tones"] == parallelism.answered_tones(first, second)
        assert (sum(bool(p.shared) for p in places), sum(p.classed for p in places)) == rules["same_class"]
    assert computed.places("两个黄鹂鸣翠柳", "一行白鹭上青天")[0].shared == "number"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_class_and_relation_has_its_word(language):
    words = page_words(language, "couplets")
    assert all(f"class_{name}" in words for name in parallelism.CLASSES)
    assert all(f"relation_{name}" in words for name in couplet_heads.RELATIONS)


def test_the_stored_figures_are_those_of_the_checkpoint_and_of_these_heads():
    stored, metrics = couplet_heads.stored(), couplet().about["metrics"]["alignment"]["heads"]
    assert abs(stored["heads"]["decoder.1.cross_attention.weights head 2"]["facing"]
               - metrics["decoder.1.cross_attention.weights head 2"]) < 0.01
    assert [tuple(head) for head in stored["faced"]] == computed.facing(couplet())
    assert len(stored["faced"]) == len(stored["others"])
    few = couplet_heads.written(couplet(), ["春风又绿江南岸", "两个黄鹂鸣翠柳", "千山鸟飞绝", "海内存知己"] * 2, [])
    assert few["length"] == 100


def test_heads_are_measured_by_hand():
    assert couplet_heads.columns("before", 4).tolist() == [-1, 0, 1, 2]
    assert couplet_heads.columns("behind", 4).tolist() == [1, 2, 3, -1]
    assert couplet_heads.columns("last", 3).tolist() == [2, 2, 2]


def test_what_the_prose_tells_holds():
    """The answers name a winner, and say that length is the others' work: both are in the figures."""
    rules, lost = couplet().about["metrics"]["rules"], couplet_heads.stored()["without"]
    assert all(rules["written"][rule] > rules["real"][rule] > rules["chance"][rule]
               for rule in ("opposite_tones", "same_class"))
    assert lost["none"]["same_class"] > 3 * lost["faced"]["same_class"] and lost["others"]["same_class"] > 30
    assert lost["faced"]["length"] > 95 and lost["faced"]["opposite_tones"] > 90 and lost["others"]["length"] < 50


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything(language):
    app = opened(PAGE, GUESSES, lang=language, text=TEXT)
    assert not app.exception and not app.error and not app.warning
    assert len(answered(app)) == len(GUESSES) and not lacking(app, ("facing", "rules", "heads", "model"))


def test_another_line_of_the_beam_and_another_head_are_shown():
    app = opened(PAGE, lang="zh", text=TEXT)
    app.session_state["couplet line"] = (TEXT, 2)
    app.session_state["couplet head"] = 1
    app.run()
    assert not app.exception and "".join(couplet().lines(TEXT)[2].characters) in " ".join(m.value for m in app.markdown)


@pytest.mark.parametrize("text", ["月", "龘龘山中鑫", "兩個黃鸝鳴翠柳", "日日深杯酒滿", "君不见黄河之水天上来", "hello",
                                  "🙂"])
def test_strange_lines_are_told_about(text):
    app = opened(PAGE, lang="zh", text=text)
    assert not app.exception and not app.error
    assert bool(app.warning) == (text in ("君不见黄河之水天上来", "🙂"))


def test_the_page_needs_its_model_only():
    assert catalog.names(reads="line") == ["couplet"]


def test_lengths_of_which_a_line_has_one_are_joined_by_or():
    told = [one.value for one in opened("sequences/couplets", lang="en", text="春").info]
    assert any("lines of 5 or 7 characters" in one for one in told)
