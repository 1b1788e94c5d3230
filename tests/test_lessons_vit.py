"""The page on the Vision Transformer: its numbers, its drawing, its exhibits. N0-26 to N0-31, N2-27, N2-29 to N2-31;
R41, R70."""

import pytest
import torch
from headless_page import asked, lacking, opened, unwritten
from torch import nn

from core import catalog, zoo
from core.data import digits
from core.experiments import data_scale, stored_runs, vit
from core.experiments import published_vision as published
from core.files import UnusableError
from core.numbers import fixed
from pages.components import model_choice
from pages.components.draw import accepted
from pages.components.text_files import page_words, passages
from pages.vision.vit import answer, results

PAGE = "vision/vit"
ERRATA = ("R33", "R34", "R35", "R36", "R37", "R38", "R39", "R40", "R41", "R65", "R67", "R70")
TABLES = [table for name, table in published.TABLES.items() if name.startswith("vit_")]
COUNTED = ((85_798_656, 86_567_656), (303_301_632, 304_326_632), (630_764_800, 632_045_800), (306_535_400,))
EXAMPLES = catalog.examples("vit-digits")
EMPTY, FULL, CROSS = "0" * 64, "g" * 64, "".join("g" if i in (j, 7 - j) else "0" for i in range(8) for j in range(8))
"""Drawings that stay as they are with their patches in reverse order; the first two also when they are moved."""


@pytest.fixture(scope="module")
def classifier():
    return zoo.load("vit-digits")


def test_t74_a_patch_embedding_is_a_convolution_with_its_axes_in_order():
    same, unordered = vit.as_convolution()
    assert same < 1e-10 and unordered > 0.1


def test_t73_r33_cut_first():
    assert vit.orders() == {"cut": [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27], "flat": [*range(16)]}


@pytest.mark.parametrize("text", EXAMPLES)
def test_t76_without_places_the_order_of_the_patches_is_not_seen(classifier, text):
    changes = vit.without_places(classifier, text)
    assert changes["none"] < 1e-5 and changes["places"] > 1e-3


@pytest.mark.parametrize("text, shows", [(EXAMPLES[0], {"N0-29", "N2-29"}), (CROSS, {"N2-29"}), (EMPTY, set()),
                                         (FULL, set())])
def test_a_guess_is_asked_only_of_a_drawing_that_can_show_its_answer(text, shows):
    app = opened(PAGE, lang="en", text=text)
    assert asked(app, PAGE) & {"N0-29", "N2-29"} == shows
    said = page_words("en", "vit")["too_short"]
    assert [one.value for one in app.caption].count(said) == 2 - len(shows)


def test_n0_29_the_last_matrix_reads_the_mean_of_the_patches_too(classifier):
    right = vit.right_by_row(classifier.model)
    assert right["class"] == pytest.approx(classifier.about["metrics"]["accuracy"]["test"], abs=0.01)
    assert 50 < right["mean"] < right["class"]
    trace = classifier.trace(EXAMPLES[0])
    own = vit.answered_by(classifier.model, trace["encoder_norm.output"].value, "class")
    assert torch.allclose(own, trace["class_probabilities"].value[0], atol=1e-6)
    app = opened(PAGE, lang="en", text=EXAMPLES[0])
    app.toggle(key="vit mean").set_value(True).run()
    assert not app.exception and any(f"reads {fixed(right['mean'], 1)}%" in one.value for one in app.caption)


def test_n0_29_and_n0_30_what_the_paper_measured():
    assert answer.in_the_paper() == pytest.approx({"bag": 61.382, "placed": 64.206})
    costs = results._on_vtab()
    assert costs["cheapest"] == pytest.approx(43, abs=0.1) and costs["least"] == 72.72


def test_n0_28_a_silent_block_is_the_identity_only_with_its_norm_in_front(classifier):
    moved = vit.silent()
    assert moved["pre"] == 0 and moved["post"] > 1
    for text in EXAMPLES:  # the stream grows, what is read keeps its length
        stream, normed = zip(*vit.lengths(classifier.trace(text)))
        assert list(stream) == sorted(stream) and all(0.5 < x < 1.5 for x in normed)


@pytest.mark.parametrize("at", range(3))
def test_n0_28_both_wirings_of_a_layer_are_torch_s_with_the_same_weights(classifier, at):
    trace, layer = classifier.trace(EXAMPLES[0]), classifier.model.encoder[at]
    own, silent = ({wiring: vit.wired(classifier, trace, at, wiring, silent) for wiring in vit.WIRINGS}
                   for silent in (False, True))
    last, x = f"encoder.{at}.residual_2.added", own["pre"]["stream"].value
    assert torch.equal(own["pre"][last].value, trace[last].value) and torch.equal(silent["pre"][last].value, x)
    norms = [nn.LayerNorm(48), nn.LayerNorm(48)]
    for norm, ours in zip(norms, (layer.norm_1, layer.norm_2)):
        norm.load_state_dict({"weight": ours.gamma, "bias": ours.beta})
    behind = norms[0](x + layer.self_attention(x))
    behind = norms[1](behind + layer.feed_forward(behind))
    assert torch.allclose(own["post"][f"encoder.{at}.norm_2.output"].value, behind, atol=1e-5)
    assert torch.allclose(silent["post"][f"encoder.{at}.norm_2.output"].value, norms[1](norms[0](x)), atol=1e-5)
    for run in (*own.values(), *silent.values()):
        assert vit.sizes_in(run)["stream"] == pytest.approx(float(x.norm()) / x.numel()**0.5)


def test_n0_27_near_places_are_more_alike(classifier):
    similarity = vit.position_similarity(classifier.model)
    rows, columns = torch.arange(16) // 4, torch.arange(16) % 4
    apart = (rows[:, None] - rows).abs() + (columns[:, None] - columns).abs()
    assert similarity[apart == 1].mean() > similarity[apart > 2].mean()


def test_n2_29_the_vit_reads_digits_where_it_learned_them(classifier):
    right = [vit.right_when_moved(classifier.model, by) for by in range(4)]
    assert right == sorted(right, reverse=True) and right[0] > 95 and right[2] < 30
    assert right[0] == pytest.approx(classifier.about["metrics"]["accuracy"]["test"], abs=0.01)


def test_mistaken_digits_are_read_wrong_and_are_as_many_as_measured(classifier):
    mistaken, (images, labels) = vit.mistaken(classifier), digits.part("test")
    truth = {digits.written(image): str(label) for image, label in zip(images, labels)}
    assert mistaken and all(classifier.answer(text)[0][0] != truth[text] for text in mistaken)
    accuracy = classifier.about["metrics"]["accuracy"]["test"]
    assert 100 * (1 - len(mistaken) / len(labels)) == pytest.approx(accuracy, abs=0.01)


@pytest.mark.parametrize("raw", [None, 3, "", "0" * 63, "0" * 63 + "h", ["0"] * 64])
def test_what_was_not_drawn_is_refused(raw):
    assert accepted(raw, digits.SIDE, digits.LEVELS) is None


def test_what_was_drawn_is_what_is_read():
    assert accepted(EXAMPLES[0], digits.SIDE, digits.LEVELS) == EXAMPLES[0]


def test_a_stored_run_that_is_missing_or_damaged_says_what_to_type(monkeypatch, tmp_path):
    monkeypatch.setattr(stored_runs, "FOLDER", tmp_path)
    monkeypatch.setitem(stored_runs.RUNS, "ran", ("seeds",))
    with pytest.raises(UnusableError, match=r"FileNotFoundError.* python -m core\.experiments\.ran"):
        stored_runs.read("ran")
    stored_runs.write("ran", {"seeds": (1, 2)})
    assert stored_runs.read("ran") == {"seeds": [1, 2], "command": "python -m core.experiments.ran"}
    for damaged in ("{", "[1]", "null", '{"seed": 1}'):
        (tmp_path / "ran.json").write_text(damaged, "utf-8")
        with pytest.raises(UnusableError, match=r"ran\.json does not fit .* python -m core\.experiments\.ran"):
            stored_runs.read("ran")


def test_every_exhibit_once_guessed():
    """Each guess is asked, judged, and told with numbers; a wrong digit is picked; a broken link has its message."""
    app = opened(PAGE, lang="en", depth="code")
    asked = [group.key for group in app.button_group if str(group.key).startswith("guess vit ")]
    assert len(asked) == sum(key.endswith(".try") for key in passages("en", "vit"))
    labels = {label: option for option, label in page_words("en", "vit").items()}
    for group in app.button_group:
        if group.key in asked:
            group.set_value(labels[group.options[0]])
    app.run()
    assert not app.exception and not app.error and len(app.success) + len(app.warning) == len(asked)
    assert not lacking(app, errata=ERRATA)
    for table in TABLES:
        assert not unwritten(app, (*table.rows.values(), *(table.spread or {}).values())), table.source
    assert not unwritten(app, [*COUNTED, (published.NOISY_STUDENT,)])
    assert not unwritten(app, ((classes, 1e6 * n) for classes, n in published.TABLES["data_sets"].rows.values()))
    assert unwritten(app, [(0.61383,), (88.54,)]) == [0.61383, 88.54]
    app.button(key="wrong 1").click().run()
    assert not app.exception and app.session_state["text"] == vit.mistaken(zoo.load("vit-digits"))[0]
    broken = opened(PAGE, lang="zh", text="0" * 63 + "z")
    assert not broken.exception and broken.warning[0].value == page_words("zh", "state")["no_picture"]
    assert model_choice.EXAMPLES["vit-digits"] == EXAMPLES[0]


def test_n0_31_the_stored_run_is_whole():
    stored = data_scale.stored()
    assert stored["shares"] == list(data_scale.SHARES) and stored["seeds"] == list(data_scale.SEEDS)
    assert set(stored["accuracy"]) == set(data_scale.MODELS) and stored["pictures"] == sorted(stored["pictures"])
    assert all(len(rows) == len(stored["shares"]) and all(len(row) == len(stored["seeds"]) for row in rows)
               for rows in stored["accuracy"].values())


def test_n0_31_a_cheap_row_of_the_stored_run_comes_out_again():
    accuracy = data_scale.stored()["accuracy"]["mlp"][0][0]
    assert data_scale.trained("mlp", data_scale.SHARES[0], data_scale.SEEDS[0]) == pytest.approx(accuracy, abs=0.6)


def test_r41_the_convolutional_network_rises_too_and_its_lead_melts():
    means = data_scale.means()
    lead = [cnn - vit for cnn, vit in zip(means["cnn"], means["vit"])]
    assert means["cnn"] == sorted(means["cnn"]) and means["vit"] == sorted(means["vit"])
    assert lead == sorted(lead, reverse=True) and lead[-1] > 0
    assert means["cnn"][-1] - means["cnn"][0] < means["vit"][-1] - means["vit"][0]


def test_r70_the_name_says_300_and_there_are_303():
    assert published.in_the_name("JFT-300M") == 300 and published.TABLES["data_sets"].rows["JFT-300M"][1] == 303


def test_table_8_is_the_paper_s():
    none, line, plane, relative = published.TABLES["vit_positions"].rows.values()
    assert none == [0.61382, None, None] and relative == [0.64032, None, None]
    assert line == [0.64206, 0.63964, 0.64292] and plane == [0.64001, 0.64046, 0.64022]
