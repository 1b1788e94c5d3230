"""The page on the LSTM: the cell's laws, the notes' figures, trained networks beside each other; two languages."""

import json
import re

import pytest
import torch
from headless_page import ROOT, answered, guess, lacking, opened
from samples import LSTM, PeepholeLSTM, close, generic, random
from test_texts import passages, toml
from torch import nn

from core import catalog, zoo
from core.data import slots
from core.experiments import lstm
from core.models.rnn import RNNCell
from core.recipes.slots import measured
from tests.coverage_of_notes import drawn

PAGE = "sequences/lstm"
EXHIBITS = ("N4-30", "N4-31", "N4-33", "N4-32", "N2-09", "reach", "N2-04", "N2-05")
ERRATA = ("R62", "R63", "R103", "R104")
GUESSES = {"N4-32": "h_below_one", "N2-09": "under_percent", "reach": "both_fade", "N2-04": "four_times",
           "N2-05": "blind"}


def test_t94_torchs_lstm_in_its_order_of_gates():
    ours, theirs, x = generic(LSTM(3, 4, 6)), nn.LSTM(3, 4, batch_first=True).double(), random(2, 5, 3)
    U, W, b = ours.cell.stacked_weights()
    theirs.weight_ih_l0.data, theirs.weight_hh_l0.data, theirs.bias_ih_l0.data = U, W, b
    nn.init.zeros_(theirs.bias_hh_l0)
    assert close(ours(x), theirs(x)[0] @ ours.V.mT + ours.c, 1e-9)


def test_peepholes_of_zero_are_no_peepholes_and_others_are():
    seeing, plain, x = generic(PeepholeLSTM(3, 4, 6)), generic(LSTM(3, 4, 6)), random(5, 3)
    plain.load_state_dict({name: p for name, p in seeing.state_dict().items() if ".p_" not in name})
    assert not close(seeing(x), plain(x), 1e-3)
    for gate in "fio":
        nn.init.zeros_(getattr(seeing.cell, f"p_{gate}"))
    assert close(seeing(x), plain(x), 1e-12)


def test_peepholes_by_hand():
    model, x = generic(PeepholeLSTM(2, 3, 4)), random(4, 2)
    cell, h, C = model.cell, torch.zeros(3, dtype=torch.float64), torch.zeros(3, dtype=torch.float64)
    for row in x:
        v = torch.cat((h, row))
        f = torch.sigmoid(cell.W_f @ v + cell.p_f * C + cell.b_f)
        i = torch.sigmoid(cell.W_i @ v + cell.p_i * C + cell.b_i)
        C = f * C + i * torch.tanh(cell.W_C @ v + cell.b_C)
        h = torch.sigmoid(cell.W_o @ v + cell.p_o * C + cell.b_o) * torch.tanh(C)
    assert close(model(x)[-1], model.V @ h + model.c, 1e-12)


def test_t96_a_latch_and_a_counter():
    latch, counter = lstm.forced(1, 0, 1, first=0.7), lstm.forced(1, 1, 1)
    assert set(latch["C"]) == {0.7}
    assert counter["C"] == list(range(101)) and max(counter["h"]) <= 1 and counter["h"][10] < 1


@pytest.mark.parametrize(("gate", "share"), [(0.95, 0.0059205), (0.9, 2.6561e-5)])
def test_t98_a_gate_that_is_open_still_forgets(gate, share):
    assert lstm.left(gate)[-1] == pytest.approx(share, rel=1e-4)


@pytest.mark.parametrize(("bias", "scale"), [(0.0, 1.0), (3.0, 1.0), (0.0, 12.0)])
def test_n2_09_the_carried_gradient_is_autograds(bias, scale):
    made, T = lstm.cell(3, 4, bias, scale), 6
    X = torch.randn(T, 3, generator=torch.Generator().manual_seed(1), dtype=torch.float64)

    def last(C):
        h = torch.zeros(4, dtype=torch.float64)
        for t in range(T):
            h, C = made(h, C, X, t)
        return C

    J = torch.autograd.functional.jacobian(last, torch.zeros(4, dtype=torch.float64))
    assert lstm.reaches(made, (T,))[T] == pytest.approx(torch.linalg.matrix_norm(J, 2).item(), rel=1e-9)


def test_r62_r63_the_forget_bias_decides_and_large_weights_explode():
    by_bias = [lstm.reaches(lstm.cell(forget_bias=bias), (100,))[100] for bias in (0.0, 1.0, 3.0, 5.0)]
    assert by_bias[0] < 1e-15 < by_bias[1] < 1e-3 < by_bias[2] < by_bias[3] and by_bias[3] > 1
    by_scale = [lstm.reaches(lstm.cell(scale=scale), (100,))[100] for scale in (1.0, 12.0, 40.0)]
    assert by_scale[1] > 1e3 and by_scale[2] > 1e15


@pytest.mark.parametrize(("d_x", "d_h"), [(8, 16), (1, 1), (64, 3)])
def test_n2_04_four_times_an_rnn(d_x, d_h):
    counts = lstm.weights(d_x, d_h)
    assert counts["lstm"] == 4 * counts["rnn"] and counts["gru"] == 3 * counts["rnn"] and counts["peepholes"] == 3 * d_h
    assert counts["rnn"] == sum(p.numel() for p in RNNCell(d_x, d_h).parameters())
    assert (d_x, d_h) != (8, 16) or (counts["lstm"], counts["rnn"], counts["peepholes"]) == (1600, 400, 48)


@pytest.mark.parametrize("weight", [-2.0, 1.5])
def test_n2_05_only_a_peephole_sees_the_memory(weight):
    gates = lstm.gate_over_memory((-3, 0, 3), weight)
    assert len(set(gates["plain"])) == 1 and len(set(gates["peephole"])) == 3
    assert gates["plain"][0] == pytest.approx(gates["peephole"][1])


def test_reach_rnn_and_lstm_fade_and_attention_does_not():
    taggers = [zoo.load(catalog.first(answers="labels", network=one)) for one in ("rnn", "lstm", "attention")]
    rnn, gated, seeing = ([lstm.counts(tagger, gap) for gap in (0, 6, 14)] for tagger in taggers)
    for fading in (rnn, gated):
        near, farther, far = (one["gradient"] for one in fading)
        assert farther < 0.5 * near and far < 0.05 * near
    assert min(one["gradient"] for one in seeing) > 0.5 * seeing[0]["gradient"]
    assert min(one["share"] for one in (*rnn, *gated, *seeing)) > 0.95


@pytest.mark.parametrize("name", [catalog.first(answers="labels", network=one) for one in ("lstm", "attention")])
def test_the_taggers_figures_are_their_own(name):
    subject = zoo.load(name)
    figures = subject.about["metrics"]
    assert measured(subject) == figures
    match = re.search(rf"- `{name}`, ([^:]+): ([^;]+); (\d)", (ROOT / "README.md").read_text("utf-8"))
    assert f" {subject.about['parameters']:,} parameters" in match[1] and int(match[3]) == figures["cities_of_six"]
    assert all(f"{figures[kind]}%" in match[2] for kind in ("words", "cities"))


@pytest.mark.parametrize("text", slots.examples())
def test_r104_the_forget_gate_changes_with_the_words(text):
    gate = zoo.load("slots-lstm").trace(text)["cell.forget_gate"].value[:, 0]
    assert gate.max() - gate.min() > 0.1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything_and_every_right_guess_is_right(language):
    app = opened(PAGE, lang=language)
    guess(app, PAGE, GUESSES)
    app.run()
    assert not app.exception and not app.error
    assert len(answered(app)) == len(app.success) == len(GUESSES)
    assert not lacking(app, (*(one for one in EXHIBITS if one not in ("N4-31", "N4-33")),), ERRATA)
    prose, options = passages(language, "lstm"), toml(language, "lstm")
    assert all(f"{key}.wrong" in prose and option in options for key, option in GUESSES.items())


@pytest.mark.parametrize("text", ["Taipei", "leave leave", "one two three"])
def test_page_with_short_and_strange_sentences(text):
    app = opened(PAGE, lang="en", text=text)
    assert not app.exception and not app.error


def test_a_chosen_cell_of_the_bands_opens_its_arithmetic():
    app = opened(PAGE, lang="en")
    app.session_state["lstm gates"] = {"cell": {"picture": "gates", "panel": None, "row": 1, "column": 4}}
    assert not app.run().exception


def test_r62_every_gradient_has_a_bar():
    """However small: that of bias 0 is no error of rounding."""
    title = toml("zh", "lstm")["cell_after"]
    chart = next(one for one in map(json.loads, drawn(PAGE).charts) if title in str(one))
    low, widened = chart["encoding"]["x"]["scale"]["domain"]
    high = float(re.match(r"max\((\S+),", widened["expr"])[1])
    for bias in (0.0, 1.0, 3.0, 5.0):
        assert low < lstm.reaches(lstm.cell(forget_bias=bias), [100])[100] < high
