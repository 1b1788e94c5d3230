"""Laws of the models that write and read verse: the rules of their games always hold, and their figures are theirs."""

import functools
import json
import re
from pathlib import Path

import pytest
import torch
from headless_page import opened
from samples import close

from core import Ablate, SetCell, Skip, catalog, decode, zoo
from core.data import parallelism, quatrain, verses
from core.measures import cloze as cloze_measures
from core.measures import couplet as couplet_measures
from core.measures import poet as poet_measures
from core.subjects import TooLongError
from core.trace import record

ROOT = Path(__file__).parent
UNSEEN = [tuple(line.split()) for line in (ROOT / "unseen_couplets.txt").read_text("utf-8").splitlines()]
FIRST = ["两个黄鹂鸣翠柳", "千山鸟飞绝", "年年岁岁花相似", "日日深杯酒满", "月", "山外青山楼外楼", "龘龘山中鑫"]


@functools.cache
def the(name: str):
    """A trained model; one whose weights are not there is not tested."""
    if name not in catalog.names():
        pytest.skip(f"{name} has not been trained")
    return zoo.load(name)


def metrics(name: str) -> dict:
    return the(name).about["metrics"]


# ---- The couplet -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", FIRST)
def test_a_second_line_keeps_the_rules(text):
    couplet = the("couplet")
    first = couplet.read(text)
    lines = couplet.lines(text)
    assert [line.log_probability for line in lines] == sorted((line.log_probability for line in lines), reverse=True)
    assert len({line.characters for line in lines}) == len(lines) > 1
    for line in lines:
        assert len(line.characters) == len(first)
        assert parallelism.answers_repetitions("".join(first), "".join(line.characters))
        assert all(couplet.target_vocabulary.index[c] > max(couplet.target_vocabulary.marks) for c in line.characters)
    assert couplet.answer(text) == list(lines[0].characters)


def test_traditional_characters_are_understood():
    for traditional, simple in (("兩個黃鸝鳴翠柳", "两个黄鹂鸣翠柳"), ("風急天高猿嘯哀", "风急天高猿啸哀")):
        assert the("couplet").read(traditional) == list(simple)
        assert the("couplet").answer(traditional) == the("couplet").answer(simple)
    assert the("cloze").read("牀前明月光，疑是地上□") == the("cloze").read("床前明月光，疑是地上_")
    assert the("poet").read("風雲") == ["风", "云"]


def test_unknown_characters_are_marked_and_answered():
    couplet = the("couplet")
    marked = couplet.source_vocabulary.segment("".join(couplet.read("龘龘山中鑫")))
    assert [token.known for token in marked] == [False, False, True, True, False]
    answer = couplet.answer("龘龘山中鑫")
    assert answer[0] == answer[1] and len(set(answer)) == 4


def test_only_the_first_line_is_read():
    couplet = the("couplet")
    for text in ("千山鸟飞绝，万径人踪灭。", "千山鸟飞绝 万径人踪灭", "「千山鸟飞绝」", "千山鸟飞绝\n"):
        assert couplet.read(text) == list("千山鸟飞绝")
    with pytest.raises(ValueError, match="no character"):
        couplet.read(" ，。🙂")
    with pytest.raises(TooLongError, match="at most 7"):
        couplet.read("君不见黄河之水天上来")


def test_a_beam_under_edits_is_the_same_beam():
    couplet, ids = the("couplet"), the("couplet").ids(list("千山鸟飞绝"))
    prefixes = [(9, 17), (25, 31)]
    off = tuple(Ablate("decoder.*.cross_attention.head_outputs", head) for head in range(4))
    first = Skip("encoder.1.residual_2.added"), SetCell("decoder.0.self_attention.weights", (0, 1, 0), 0.9)
    for edits in ((), off, first):
        start = couplet.target_vocabulary.marks.start
        with record(couplet.model, *edits, strict=False):
            rows = torch.stack([couplet.model(ids, torch.tensor([start, *prefix]))[-1] for prefix in prefixes])
        assert close(decode.scorer(couplet.model, ids, edits)(prefixes), torch.log_softmax(rows, -1), 1e-4)
    answer = couplet.answer("千山鸟飞绝", off)
    assert answer != couplet.answer("千山鸟飞绝") and len(answer) == 5
    assert couplet.trace("千山鸟飞绝", off)["target"].labels[0] == (*couplet.answer("千山鸟飞绝"), "</s>")


def test_the_best_head_faces_the_parallel_character():
    couplet = the("couplet")
    step, head = couplet.best_head()
    faced = [(couplet.trace(first, target=list(second))[step].value[head].argmax(-1)[:-1]
              == torch.arange(len(first))).double().mean().item() for first, second in UNSEEN[:30]]
    assert sum(faced) / len(faced) > 0.95
    assert abs(sum(faced) / len(faced) - metrics("couplet")["alignment"]["facing"]) < 0.05


def test_the_couplets_figures_are_its_own():
    couplet, figures = the("couplet"), metrics("couplet")
    nats, count = couplet_measures.loss(couplet, UNSEEN)
    assert count == len(UNSEEN) and abs(nats - figures["nats_per_character"]) < 0.25
    assert couplet_measures.loss(couplet, couplet_measures.shuffled(UNSEEN))[0] > nats + 0.5
    assert figures["length_right"] == 100 and figures["rules"]["written"]["repetition"] == 100
    assert figures["rules"]["written"]["same_class"] > 5 * figures["rules"]["chance"]["same_class"]


def test_unseen_lines_are_not_in_the_index_and_those_of_the_index_are_found_whole():
    for _, second in UNSEEN:
        near = verses.nearest(second)
        assert not near.whole and near.shared == sum(a == b for a, b in zip(near.verse, second))
        assert verses.nearest(near.verse) == verses.Nearest(near.verse, len(second))


# ---- The poet --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "size", "acrostic", "begins"), [
    ("春风", None, "", "春风"), ("床前明月光", None, "", "床前明月光，"), ("明月", 5, "", "明月"),
    ("", 7, "春夏秋冬", "春"), ("", 5, "龘山", "龘"),
    ("床前明月光，疑是地上霜。举头望明月，低头思故乡。", None, "", "床前")])
def test_a_poem_keeps_its_form(text, size, acrostic, begins):
    poet = the("poet")
    poem = "".join(poet.write(text, size, acrostic))
    size = size or (5 if "光" in text else 7)
    assert poem.startswith(begins) and [poem[i] for i in range(size, len(poem), size + 1)] == ["，", "。", "，", "。"]
    lines = re.split("[，。]", poem)[:4]
    assert {len(line) for line in lines} == {size}
    assert [line[0] for line in lines][:len(acrostic)] == list(acrostic)
    assert poem == "".join(poet.write(text, size, acrostic))
    assert len({tuple(poet.write(text, size, acrostic, temperature=1.0, seed=s)) for s in range(3)}) == (
        1 if len(text) > 20 else 3)


@pytest.mark.parametrize("text", ["春", "床前明月光", "白日依山尽，黄河入海流", "不知何处是他乡"])
def test_no_line_ends_with_a_character_that_ended_another(text):
    poet = zoo.load("poet")
    for seed in range(6):
        ends = [line[-1] for line in quatrain.lines("".join(poet.write(text, temperature=1.2, seed=seed)))]
        assert len(set(ends)) == quatrain.LINES


def test_the_likeliest_poem_is_drawn_at_temperature_zero_with_and_without_cache():
    poet = the("poet")
    assert len({tuple(poet.write("秋风", temperature=0, seed=seed)) for seed in range(3)}) == 1
    nothing = Ablate("decoder.9.self_attention.weights", 0)
    assert poet.write("秋风", temperature=0, edits=(nothing,)) == poet.write("秋风", temperature=0)


def test_the_poets_figures_are_its_own():
    figures = metrics("poet")
    for size in (5, 7):
        poems = [(a, b, a, b) for a, b in UNSEEN if len(a) == size]
        assert 2 < poet_measures.losses(the("poet"), poems)["nats_per_character"] < 6.5
    for what, places in poet_measures.relations(7).items():
        best = figures["heads"]["best"][what]
        assert best["share"] == figures["heads"]["all"][best["head"]][what]
        assert all(0 <= min(columns) <= max(columns) <= row for row, columns in places)
    assert figures["rhymes"]["written"] > 3 * figures["rhymes"]["chance"]


def test_the_relations_of_rows_by_hand():
    """Lines of two: <2> a b ， c d 。 e f ， g h 。, of which row r reads entry r and is asked for entry r + 1."""
    relations = poet_measures.relations(2)
    assert (4, {1}) not in relations["line_start"] and (6, {4}) not in relations["line_start"]
    assert (5, {4}) in relations["line_start"]  # asked for 。 behind "c d": the line's first character c is entry 4
    assert (4, {3}) in relations["line_break"]  # asked for d: ， is entry 3
    assert (3, {1}) in relations["parallel"] and (4, {2}) in relations["parallel"]  # asked for c: a; for d: b
    assert relations["rhyme"] == [(10, {2, 5})]  # asked for h: b and d


# ---- The reader of hidden characters ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["床前明月光，疑是地上□。", "千山鸟飞绝，万_人踪灭。孤舟蓑笠_，", "_个黄鹂"])
def test_only_what_is_hidden_is_filled_in(text):
    cloze = the("cloze")
    read, answer = cloze.read(text), cloze.answer(text)
    assert len(read) == len(answer) and "□" not in answer
    assert all(a == b for a, b in zip(read, answer) if a != "□")
    assert all(bool(cloze.characters()[cloze.vocabulary.index[b]]) for a, b in zip(read, answer) if a == "□")
    assert cloze.trace(text)["source"].labels[0][1:] == tuple(read)


def test_nothing_hidden_is_answered_with_a_sentence():
    with pytest.raises(ValueError, match="Nothing is hidden"):
        the("cloze").read("床前明月光，疑是地上霜。")


def test_the_clozes_figures_are_its_own():
    for size in (5, 7):
        stored = metrics("cloze")["unseen"][f"lines_of_{size}"]
        assert stored["cloze"]["nats_per_character"] < 6 and stored["cloze"]["right"] > 5
        measured = cloze_measures.one_size(the("cloze"), [(a, b, a, b) for a, b in UNSEEN if len(a) == size])
        here, there = (one["cloze"]["nats_per_character"] for one in (measured, stored))
        assert measured["hidden"] > 30 and abs(here - there) < 1


# ---- All -------------------------------------------------------------------------------------------------------------


def test_the_readme_tells_the_figures():
    readme = (ROOT.parent / "README.md").read_text("utf-8")
    table = dict(re.findall(r"^\| `(couplet|poet|cloze)` \| (.+) \|$", readme, re.M))
    assert sorted(table) == sorted(catalog.names(tokenizer="characters"))
    for name, row in table.items():
        parameters, nats = row.split(" | ")[:2]
        assert int(parameters.replace(",", "")) == catalog.about(name)["parameters"]
        values = set(re.findall(r'"nats_per_character": ([\d.]+)', json.dumps(metrics(name))))
        assert set(re.findall(r"\d\.\d+", nats)) <= {f"{float(number):.2f}" for number in values}


@pytest.mark.parametrize("name", ["couplet", "poet", "cloze"])
def test_the_walkthrough_shows_models_of_verse(name):
    app = opened("transformer/walkthrough", lang="zh", model=name)
    assert not app.exception and not app.error and not app.warning


def test_what_no_quatrain_is_is_told_with_its_rule():
    for name, text, rule in (("poet", "🙂", "四句"), ("cloze", "床前明月光", "□")):
        app = opened("transformer/walkthrough", lang="zh", model=name, text=text)
        assert not app.exception and rule in app.warning[0].value
