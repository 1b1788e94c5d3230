"""Pieces of words: any text comes back, cuts are the likeliest, those drawn are drawn as often as they should be."""

import itertools
import math
import random
from collections import Counter
from pathlib import Path

import pytest
import torch
from scipy.stats import spearmanr

from core import builder, catalog, zoo
from core.data import grammar
from core.data.everyday import normal, same
from core.data.piece_vocabulary import PieceVocabulary
from core.data.pieces import FIXED, Pieces, spaced
from core.measures import alignment_error
from core.measures.everyday import calibration
from core.models.transformer import PreNormTransformer
from core.subjects import TooLongError, translator

TOY = Pieces((*FIXED, "a", "b", "ab", "ba", "aba", "▁"), [-1.0, -1.5, -1.7, -2.0, -3.0, -2.0])
SCORES = dict(zip(TOY.pieces[len(FIXED):], TOY.scores))


def cuts(text):
    """Every way to cut a text into the toy's pieces."""
    for marks in itertools.product((False, True), repeat=len(text) - 1):
        ends = [i + 1 for i, mark in enumerate(marks) if mark]
        parts = [text[i:j] for i, j in zip([0, *ends], [*ends, len(text)])]
        if all(part in SCORES for part in parts):
            yield tuple(parts)


@pytest.mark.parametrize("text", ["a", "ab", "aba", "abab", "baabab"])
def test_the_cut_is_the_likeliest_of_all(text):
    best = tuple(TOY.pieces[i] for i in TOY.encode(text))
    assert math.isclose(sum(SCORES[p] for p in best), max(sum(SCORES[p] for p in cut) for cut in cuts(text)))


def test_cuts_are_drawn_with_their_probability_to_the_power_alpha():
    text, alpha, draw, many = "abab", 0.5, random.Random(1), 20_000
    counts = Counter(tuple(TOY.pieces[i] for i in TOY.encode(text, alpha, draw)) for _ in range(many))
    weights = {cut: math.exp(alpha * sum(SCORES[p] for p in cut)) for cut in cuts(text)}
    for cut, weight in weights.items():
        share = weight / sum(weights.values())
        assert abs(counts[cut] / many - share) < 4 * math.sqrt(share * (1 - share) / many) + 1e-3, cut


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("text", ["He drank 12 bottles — naïve 😀!", "\u200bab\u0301", "Ωμέγα ok", "a" * 40, "x\ty",
                                  "讀書。"])
def test_any_text_comes_back(language, text):
    words = PieceVocabulary(TOY, language)
    assert len(set(words.words)) == len(words.words) == len(words)
    tokens = words.split(text)
    assert words.decode(words.encode(tokens)) == tokens and words.marks.unknown not in words.encode(tokens)
    assert same(words.join(tokens)) == same(normal(text, language).replace("\u200b", ""))
    assert all(token.known for token in words.segment(text))


def test_a_translator_over_pieces_is_read_traced_and_answers():
    sizes = {"network": "pre_norm", "d_model": 8, "n_heads": 2, "n_layers": 2, "d_ff": 6}
    side = {"words": TOY.pieces[len(FIXED):], "scores": TOY.scores}
    about = {"kind": "everyday_translator", "languages": ["zh", "en"], "examples": ["ab"], "configuration": sizes,
             "vocabulary": {"source": side | {"language": "zh"}, "target": side | {"language": "en"}}}
    torch.manual_seed(0)
    fresh = PreNormTransformer(len(TOY), len(TOY), d_model=8, n_heads=2, n_layers=2, d_ff=6)
    subject = translator.build("toy", about, dict(fresh.named_parameters()))
    assert subject.abilities.tokenizer == "pieces" and not subject.abilities.small
    trace, stop = subject.trace("ab好"), ["<0xE3>", "<0x80>", "<0x82>"]
    assert subject.read("ab好") == ["ab", "<0xE5>", "<0xA5>", "<0xBD>", *stop] == list(trace["source"].labels[0])
    assert [*subject.answer("ab好"), "</s>"][:len(trace["target"].labels[0])] == list(trace["target"].labels[0])
    assert isinstance(subject.answer_text(subject.answer("ab")), str)
    assert subject.next_place("ab", ()).scores.shape == (len(TOY),)
    with pytest.raises(TooLongError, match="at most 200"):
        subject.read("好" * 67)


def test_chinese_keeps_its_marks_and_traditional_characters_become_simplified():
    assert normal("你好，世界!", "zh") == "你好，世界！" and normal("讀書。", "zh") == "读书。"
    assert normal("“Hi”  there", "en") == '"Hi" there' and spaced("a b", "en") == "▁a▁b"
    assert spaced("好 a", "zh") == "好▁a"


def test_the_rank_correlation_is_scipys_also_where_scores_are_equal():
    draw = random.Random(0)
    pairs = [(draw.gauss(0, 1), round(draw.gauss(0, 1), 1)) for _ in range(300)]
    assert calibration(pairs)["rank_correlation"] == round(spearmanr(*zip(*pairs)).statistic, 3)


def test_the_readme_tells_how_well_everyday_sentences_are_translated():
    readme = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
    for name in catalog.names(tokenizer="pieces"):
        about = catalog.about(name)
        test, alone, sure = (about["metrics"][key] for key in ("test", "alone", "calibration"))
        scores = (f"{part['chrf']} / {part['bleu']} / {part['exact']}" for part in (test, alone))
        assert (f"| `{name}` | {about['parameters']:,} | {' | '.join(scores)} | {sure['rank_correlation']}; "
                f"{', '.join(map(str, sure['chrf_by_quarter']))} |") in readme
        dev, typed, filled = (about["metrics"][key] for key in ("dev", "typed", "filled"))
        numbers = f"{filled['copied']:.0f}; {filled['free']['copied']:.0f}"
        assert (f"| {dev['chrf']}, {typed['as_it_is']['chrf']}, {typed['completed']['chrf']} | {numbers} |") in readme
        assert sure["chrf_by_quarter"] == sorted(sure["chrf_by_quarter"], reverse=True)  # as the page says of doubt


@pytest.mark.parametrize("name", catalog.names(tokenizer="pieces"))
def test_weights_of_many_sentences_that_are_too_large_to_keep_are_measured_alike(name, monkeypatch):
    translator, pairs = zoo.load(name), grammar.corpus("test", 10, 7)
    kept = alignment_error.head_errors(translator, pairs)
    monkeypatch.setattr(builder, "WEIGHTS", 0)
    assert kept == alignment_error.head_errors(translator, pairs)
