"""Sentences that were once false, or false on some sentence: each is held here by what it speaks of."""

import math
import re

import pytest
from headless_page import answered, blocks, key_of, opened, spied
from test_texts import LANGUAGES, passages, toml

from core.decode import NoNumbersError
from core.edits import Scale, SetCell, to_text
from core.equations import embedding
from core.experiments import decoder_masks, heads, layers, output, symmetry
from core.formula import EQUATIONS
from core.notes import N0
from pages.components import model_choice
from pages.components.formula import called
from pages.components.numbers import POWERS_OF_TEN
from pages.notes.equations import index as views

NAME = "translator-zh-en"
SENTENCES = model_choice.SENTENCES[NAME]


# ---- 1-6: the lessons ------------------------------------------------------------------------------------------------


def test_n2_17_it_is_the_residual_that_keeps_words_apart():
    bare, residual, post = (float(layers.depth(kind, 2).cosine[-1]) for kind in ("none", "residual", "post"))
    assert bare > 0.9999 and residual < 0.9 and post < 0.9
    for language in LANGUAGES:
        assert {"{bare}", "{residual}"} <= set(re.findall(r"\{\w+\}", passages(
            language, "attention")["N2-17.reveal"]))


@pytest.mark.parametrize("text", SENTENCES[:3])
def test_n0_12_unused_and_backed_up_are_told_apart_by_all_heads_together(translator, text):
    ablations = heads.ablations(translator, text)
    alone, together = (ablations.without - ablations.whole).sum(-1), ablations.together - ablations.whole
    sites = list(ablations.sites)
    each = (ablations.without - ablations.whole).abs().amax(-1)
    assert ablations.unused() == [site for i, site in enumerate(sites) if max(each[i], abs(together[i])) < 0.1]
    for site in ablations.backed_up():
        assert together[sites.index(site)] < min(-1, 2 * float(alone[sites.index(site)]))
    assert "decoder.1.cross_attention" in ablations.backed_up() and "encoder.1.self_attention" in ablations.unused()
    assert not set(ablations.unused()) & set(ablations.backed_up())


def test_n2_21_the_norm_turns_a_vector_too(translator):
    assert layers.turned((1.0, 2.0, 3.0, 4.0)) == pytest.approx(0.408, abs=1e-3)
    assert layers.turned((1.0, -1.0, 2.0, -2.0)) == pytest.approx(1, abs=1e-4)
    assert 0 < layers.lengths(translator.trace(SENTENCES[0]), "encoder").cosine < 1


def test_n1_05_entropy_tells_only_where_it_does():
    """The sentence follows the three numbers beside it."""
    w = toml("en", "heads")
    for head in range(4):
        app = opened("transformer/heads", {"N1-05": "map_A"}, lang="en")
        app.session_state["heads arcs"] = head
        sentence = next(box for box in answered(app.run()) if "Entropy of the three maps" in box)
        answer, *rest = re.search(r"It is (\w).*A ([\d.]+), B ([\d.]+), C ([\d.]+)\.", sentence).groups()
        shares = dict(zip("ABC", map(float, rest)))
        least = shares.pop(answer) < min(shares.values())
        assert w["apart_yes" if least else "apart_no"] in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_r17_n2_16_nobody_gives_the_paper_an_initialisation(language):
    for text in (passages(language, "errata")["R17.why"], passages(language, "positions")["N2-16.reveal"]):
        assert "tensor2tensor" in text
        assert ("does not say" in text) if language == "en" else ("没有说" in text)


@pytest.mark.parametrize("text", SENTENCES)
def test_n1_01_before_training_the_loss_is_near_that_of_a_guess_on_either_side(translator, text):
    raw = output.never_trained(translator, text)
    ratio = float(raw["loss"].value) / math.log(raw["logits"].value.shape[-1])
    assert 0.9 < ratio < 1.2
    if text == "他在学校学习中文。":
        assert ratio < 1


# ---- 7-10: errata ----------------------------------------------------------------------------------------------------


def test_r96_n4_18_the_score_of_the_notes_word_falls_and_of_some_words_it_rises(translator):
    W_E = translator.model.source_embedding.W_E
    tokens = translator.read(toml("zh", "symmetry")["twice_zh"])
    first, last = symmetry.twice(tokens)["好"]
    own = symmetry.of_word(W_E[translator.ids(["好"])[0]], first, last)
    assert own["own_score"] < own["own_bare"] and own["own_cosine"] < 1
    x = embedding.scaled(W_E[translator.ids(["好"])[0]]).double()
    assert own["own_bare"] == pytest.approx(float(x @ x) / 8, rel=1e-9) == pytest.approx(14.13, abs=0.01)
    assert 0 < symmetry.risen(W_E, last - first) < 0.5
    every = [symmetry.of_word(row, first, last)["own_cosine"] for row in W_E]
    assert max(every) < 1  # "the cosine always falls"


@pytest.mark.parametrize("language", LANGUAGES)
def test_errata_quote_what_the_notes_print(language):
    md, listed = passages(language, "errata"), toml(language, "errata_list")
    assert r"\mathrm{attn}(\mathrm{permute}(t))=\mathrm{permute}(\mathrm{attn}(t))" in md["R91.printed"]  # R91
    assert "f(PX)=f(X)" not in md["R91.printed"]
    assert "odot" not in md["R55.printed"] and r"-\infty" in md["R55.printed"]  # N1 adds, it multiplies nothing
    assert "(43)" in listed["R36_says"] and "(43)" in listed["R36_right"]
    assert "向量组合" in listed["R64_says"]
    assert "bold" not in listed["R69_right"] and "粗体" not in listed["R69_right"]
    assert "subscript" not in listed["R14_says"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_r12_and_r16_together_shift_by_one(language, translator):
    trace = translator.trace(SENTENCES[0])
    read, target = trace["shift_right"].value, trace["target"].value
    assert read[1:].tolist() == target[:-1].tolist()  # by one, not by two
    assert not re.search("shifted left|左移", toml(language, "errata_list")["R16_right"])


def test_n0_21_n0_writes_theta_x_once_in_the_decoder():
    assert r"\theta_y" in N0[32].latex and r"\theta_y" in N0[33].latex
    assert "twice" not in passages("en", "decoder")["N0-21"] and "两处" not in passages("zh", "decoder")["N0-21"]


# ---- 11: the index of equations --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "letters"), [
    (20, {"Y"}), (21, {"Y"}), (26, {"Y", "Y^{[1]}"}), (28, {"Y^{[3]}", "X^{[6]}"}), (30, {"Y^{[3]}", "Y^{[4]}"}),
    (34, {"Y^{[6]}", "Y^{[7]}"}), (45, {"z_{3}"}), (46, {"y"})])
def test_what_runs_has_the_letters_of_what_is_read(translator, number, letters):
    entry = N0[number]
    run = views._pictures() if entry.vision else translator.trace(SENTENCES[0])
    named = (entry.vision or entry.step).format(l=0)
    read = {name: letter for key in entry.equations
            for name, letter in called(run, views.running(run, key, named)).items()}
    shown = {called(run, views.running(run, key, named)).get(name) for key in entry.equations for name in read}
    assert letters <= shown and (number > 40 or not shown & ({"X"} - letters))


@pytest.mark.parametrize("number", N0)
def test_every_function_of_an_equation_runs_in_its_module(translator, number):
    entry = N0[number]
    run = views._pictures() if entry.vision else translator.trace(SENTENCES[0])
    for key in entry.equations:
        name = views.running(run, key, (entry.vision or entry.step).format(l=1))
        if name is None:
            assert key == "embedding.one_hot"  # which no model computes
            continue
        assert run[name].equation.key == key
        assert not re.search(r"\.0\.", name) or ".{l}." not in (entry.vision or entry.step)


def test_n0_40_is_the_loop_and_9_and_13_are_printed_whole():
    assert not any("appended" in key for key in N0[40].equations)
    assert r"\mathbb{R}^{N \times d_m}" in N0[9].latex and r"\mathbb{R}^{N \times d_m}" in N0[5].latex  # R03
    assert N0[13].latex.count(r"\sum_{j=1}^{d_m}") == 3  # R01: j is free and summed at once


@pytest.mark.parametrize("key", ["embedding.shift_right", "embedding.positioned", "attention.masked_scores",
                                 "attention.appended_keys", "norm.normalized", "output.loss"])
def test_a_formula_that_is_not_the_note_s_is_marked(key):
    assert re.fullmatch(r"After N0 (\(\d+\) ?)+, put right", EQUATIONS[key].number)


# ---- 12-20 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "sign"), [("counting", "≠"), ("balanced", "="), ("constant", "≠")])
def test_n0_15_the_sign_between_the_two_norms_is_computed(monkeypatch, preset, sign):
    signs = spied(monkeypatch)
    app = opened("transformer/layers", lang="en")
    signs.clear()
    app.button(key=f"layers row {preset}").click().run()
    drawn = next(frame.signs for pictures, frames in signs for frame in frames
                 if {"row", "right", "printed"} == set(frame.pictures))
    assert drawn == ("→", sign)


@pytest.mark.parametrize(("page", "key", "value", "says_not"), [
    ("attention", "stages softmax", False, None), ("positions", "total root", False, r"\bar{X}"),
    ("decoder", "no_shift", True, r"\langle s\rangle, y_1"), ("output", "smoothing", 0.1, r"-\log \frac")])
def test_with_a_switch_on_no_formula_says_what_is_off(page, key, value, says_not):
    app = opened(f"transformer/{page}", lang="en", text=SENTENCES[0], model=NAME)
    app.session_state[key] = value
    app.run()
    assert not app.exception
    if says_not is None:
        return
    exhibit = {"positions": "N0-07", "decoder": "N0-17", "output": "N0-23"}[page]
    inside = [one.value for one in app.latex if exhibit in where(app, one)]
    assert inside and not any(says_not in latex for latex in inside)


def where(app, element):
    """The keys of the blocks round an element."""
    return " ".join(key_of(block) for block in blocks(app.main) if element in list(blocks(block)))


@pytest.mark.parametrize(("power", "label"), [(-21, "10⁻²¹"), (-11, "10⁻¹¹"), (-9, "10⁻⁹"), (-15, "10⁻¹⁵"), (7, "10⁷"),
                                              (12, "10¹²"), (-40, "10⁻⁴⁰"), (-124, "10⁻¹²⁴")])
def test_n0_14_ticks_of_any_power_are_written_right(power, label):
    """The Vega expression, read as Python."""
    code = POWERS_OF_TEN.replace("datum.value", "v").replace("&&", "and")
    condition, _, rest = code.partition(" ? ")
    otherwise = rest.partition(" : ")[2]
    v = 10.0**power
    names = {"v": v, "abs": abs, "round": round, "log": math.log, "LN10": math.log(10), "floor": math.floor,
             "slice": lambda s, a, b: s[a:b]}
    ternary = re.sub(r"\((v < 1|abs\S+ / LN10\)\) > 99?) \? (.*?) : ''\)", r"(\2 if \1 else '')", otherwise)
    assert not eval(condition, names) and eval(ternary, names) == label


def test_n1_16_picture_and_answer_have_one_length():
    app = opened("transformer/generation", {"N1-16": "goes_on"}, lang="en", text=SENTENCES[0])
    assert any("now has 16" in box.value for box in app.success)
    app.toggle(key="may end").set_value(False).run()
    app.slider(key="generation limit").set_value(12).run()
    assert any("now has 12" in box.value for box in app.success)
    assert any("of 12" in text.value for text in app.markdown)


@pytest.mark.parametrize("depth", ["numbers", "formula"])
def test_the_walkthrough_carries_no_unrounded_number(depth):
    app = opened("transformer/walkthrough", lang="en", text="我爱你。", depth=depth)
    texts = [one.value for kind in (app.markdown, app.caption, app.latex, app.title) for one in kind]
    assert not [text for text in texts if re.search(r"\d\.\d{7,}", str(text))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_w_o_is_not_zero(language):
    assert "W⁰" not in "".join(toml(language, "heads").values())


def test_values_have_columns_of_their_own(translator):
    assert translator.trace("我爱你。")["encoder.0.self_attention.values"].axes[-1] == "d_v"


def test_n1_21_speaks_of_the_head_that_is_shown(translator):
    trace = translator.trace(SENTENCES[0])
    at, allowed = "decoder.0.self_attention", trace["look_ahead_mask"].value
    P, K = trace[f"{at}.dot_products"].value, trace[f"{at}.queries"].value
    each = [decoder_masks.swapped(P[head:head + 1], allowed, K.shape[-1])["softmax"] for head in range(len(P))]
    assert len(set(each)) == len(each)
    for head in (0, 2):
        app = opened("transformer/decoder", {"N1-21": "swap_softmax"}, lang="en", text=SENTENCES[0], model=NAME)
        app.session_state["four head"] = head
        sentence = next(box.value for box in app.run().success if "Swapped with the scale" in box.value)
        assert f"{each[head]:.4g}"[:5] in sentence


def test_a_chat_is_not_called_a_translator():
    w = toml("en", "lesson")
    assert w["answers"] in [one.value for one in opened("transformer/decoder", lang="en", model="chat").caption]
    assert w["answers"] not in [one.value for one in opened("transformer/decoder", lang="en").caption]


def test_a_hidden_score_leads_to_no_future_word(translator):
    trace = translator.trace(SENTENCES[0])
    last = len(trace["shift_right"].value) - 1
    reached, todo = set(), [("decoder.0.self_attention.weights", (0, 1, 0))]
    while todo:
        name, cell = todo.pop()
        if (name, cell) not in reached and name in trace:
            reached.add((name, cell))
            todo += trace.sources(name, cell)
    rows = {cell[0] for name, cell in reached if name.startswith("target_embedding")}
    assert rows == {0, 1} and last > 1
    assert not [name for name, cell in reached if name == "decoder.0.self_attention.scores" and cell[2] > cell[1]]


def test_numbers_that_break_are_said(translator):
    edits = (SetCell("encoder.0.norm_1.variance", (0,), -5.0),)
    with pytest.raises(ValueError, match="numbers grow too large"):
        translator.trace("我爱你。", edits)
    with pytest.raises(NoNumbersError):
        translator.answer("我爱你。", edits)
    with pytest.raises(ValueError, match="at most"):
        Scale("*.scores", 3e38)
    app = opened("transformer/attention", lang="en", text="我爱你。", edits=to_text(edits))
    assert not app.exception
    assert any(toml("en", "switchboard")["does_not_fit"] in one.value for one in app.warning)


def test_maps_of_heads_are_shares_and_each_has_its_name(monkeypatch):
    """Fields of a picture are given by name: once a field came between, letters and scale fell into others."""
    given = spied(monkeypatch)
    opened("transformer/heads", lang="en", text=SENTENCES[0])
    drawn = {picture.name: picture for pictures, _ in given for picture in pictures}
    assert drawn["which"].panels == ("A", "B", "C") and drawn["head_writes"].panels
    for picture in (drawn["which"], drawn["decoder.1.cross_attention.weights"]):
        assert (picture.scale, picture.limit, picture.row_stream, picture.grows_from) == ("sequential", 1.0, "", "")
