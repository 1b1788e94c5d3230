"""The page on recurrence, convolution and attention: N3-01, N3-03, N4-21, N4-22, N4-37, N4-38; R84, R104, R111."""

import pytest
import torch
from headless_page import answered, guess, lacking, opened
from samples import close

from core.equations import over_time
from core.experiments import families as computed
from core.experiments import film

EXHIBITS = ["N3-01", "N3-03", "N4-21", "N4-22", "N4-37", "N4-38"]
ERRATA = ["R84", "R104", "R111"]
GUESSES = {"N3-01": "all_passes", "N3-03": "layers_500", "N4-21": "said_same", "N4-22": "solid",
           "N4-37": "attention_only", "N4-38": "end_unaligned"}


@pytest.mark.parametrize("n", [1, 2, 5, 7])
def test_n4_37_who_reads_whom(n):
    i = torch.arange(n)
    gap = i.unsqueeze(0) - i.unsqueeze(1)
    assert torch.equal(computed.reads("recurrence", n), gap <= 0)
    assert torch.equal(computed.reads("convolution", n), gap.abs() <= 1)
    assert computed.reads("attention", n).all()


@pytest.mark.parametrize("text", ["我昨天买了书。", "bought!", "好好好好"])
@pytest.mark.parametrize("new", ["卖", "x", "🙂"])
def test_n4_37_r104_only_what_the_data_make_moves(text, new):
    for at in range(len(text)):
        changes = computed.moved(list(text), [*text[:at], new, *text[at + 1:]])
        assert changes["recurrence"] == changes["convolution"] == 0
        assert changes["attention"] > 0.01 and changes["lstm"] > 0.01


def test_n4_37_the_same_words_move_nothing():
    assert set(computed.moved(list("abc"), list("abc")).values()) == {0.0}


def test_n4_37_gates_before_the_exchanged_word_stay():
    before, after = (computed.forget_gates(list(text)) for text in ("abcde", "abxde"))
    assert torch.equal(before[:2], after[:2]) and (before[2:] != after[2:]).any(-1).all()
    assert ((before > 0) & (before < 1)).all()


@pytest.mark.parametrize(("n", "d"), [(5, 64), (50, 512), (4000, 64)])
def test_n4_37_costs(n, d):
    costs = computed.costs(n, d)
    assert costs["attention"]["multiplications"] == 3 * n * d * d + 2 * n * n * d
    assert [costs[family]["serial"] for family in computed.FAMILIES] == [n, 1, 1]
    assert [costs[family]["path"] for family in computed.FAMILIES] == [n, n - 1, 1]
    deep = computed.layers_to_see(2 * n - 1)
    assert deep == n - 1


@pytest.mark.parametrize("doubling", [False, True])
@pytest.mark.parametrize("layers", [1, 2, 3, 4])
def test_n3_03_the_triangle_is_what_convolutions_depend_on(layers, doubling):
    n = 41
    x = torch.randn(1, 1, n, generator=torch.Generator().manual_seed(0), dtype=torch.float64).requires_grad_()
    y = x
    for k in range(layers):
        step = 2**k if doubling else 1
        y = torch.nn.functional.conv1d(y, torch.ones(1, 1, 3, dtype=torch.float64), padding=step, dilation=step)
    lit = set(torch.autograd.grad(y[0, 0, n // 2], x)[0][0, 0].nonzero().flatten().tolist())
    assert lit == {place for level, place in computed.cone(layers, n // 2, n, doubling) if level == 0}
    span = max(lit) - min(lit) + 1
    assert span == len(lit) == computed.reach(layers, doubling) == (2**(layers + 1) - 1 if doubling else 2 * layers + 1)


def test_n3_03_a_thousand_words():
    assert computed.layers_to_see(1000) == 500 and computed.layers_to_see(1000, True) == 9


@pytest.mark.parametrize("n", [2, 8, 16])
def test_n3_01_r84_parallel_in_training_only(n):
    passes = computed.passes(n)
    assert (passes["training"], passes["generation"]) == (1, n) and passes["difference"] < 1e-12


def test_n4_21_means_hide_what_is_rearranged():
    differences = film.rearranged()
    assert differences["pictures"] > 0.5 and differences["said"] < 1e-12


def test_n4_22_time_s_direction_and_weights():
    differences = film.backwards()
    assert differences["flat"] < 1e-12 and differences["solid"] > 1e-2
    assert film.weights() == {"flat": 36864, "solid": 110592}
    assert film.film().min() >= 0 and 0.5 < film.film().max() <= 1


def test_n4_22_without_the_relu_only_the_ends_of_a_film_tell_its_direction(monkeypatch):
    whole = film.backwards()["solid"]
    monkeypatch.setattr(film.convolution, "rectified", lambda y: y)
    assert 0 < film.backwards()["solid"] < 0.3 * whole
    dark_ends = film.film()
    dark_ends[[0, -1]] = 0
    monkeypatch.setattr(film, "film", lambda: dark_ends)
    assert film.backwards()["solid"] < 1e-12


def test_convolution_over_time_is_torch_s():
    X, conv = film.quarters(film.film()), torch.nn.Conv1d(4, 6, 3, padding=1).double()
    ours = over_time.convolved_in_time(X, conv.weight, conv.bias)
    assert close(ours.detach(), conv(X.T[None])[0].T.detach(), 1e-12)


@pytest.mark.parametrize("task", computed.TASKS)
def test_n4_38_r111_each_task_really_runs(task):
    read, written = computed.answered(task, computed.asked(task))
    single_in, single_out = task.startswith("one_to"), task.endswith("to_one")
    assert (len(read) == 1) == single_in and (len(written) == 1) == single_out and all(written)
    if task in computed.PICTURED:
        pixels = computed.pixels(task, computed.asked(task))
        assert pixels.shape[-1] == 3 and pixels.min() >= 0 and pixels.max() <= 1


def test_n4_38_r111_only_the_aligned_kind_is_as_long():
    assert all(a == b for a, b in computed.lengths("aligned"))
    assert any(a != b - 1 for a, b in computed.lengths("unaligned"))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_shows_everything(language):
    app = opened("sequences/families", lang=language, depth="code")
    guess(app, "families", GUESSES)
    app.run()
    assert not app.exception and not app.error and not app.warning
    assert len(answered(app)) == len(GUESSES) and not lacking(app, EXHIBITS, ERRATA)


def test_page_follows_what_is_chosen():
    app = opened("sequences/families", dict.fromkeys(("N4-37",), "all_move"), lang="en")
    for text in ("a", "", "many more than seven words"):
        app.text_input(key="families text").set_value(text).run()
        assert not app.exception
    app.text_input(key="families new").set_value(" ").run()
    app.toggle(key="triangle doubling").set_value(True)
    app.slider(key="film window").set_value(1)
    app.slider(key="cube at").set_value(8).run()
    assert not app.exception
