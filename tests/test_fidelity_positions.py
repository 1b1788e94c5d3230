"""FIDELITY T01-T08, T109: sinusoidal positions."""

import math

import pytest
import reference as ref
import torch
from samples import close, random

from core.equations.embedding import positions
from core.equations.feedforward import hidden
from core.equations.variants import gram, moved_positions, positions_in_a_plane, positions_in_halves


def table(n: int, d: int, base: float = 10000.0, start: int = 0) -> torch.Tensor:
    return positions(torch.zeros(n, d, dtype=torch.float64), start, base)


def test_t01_the_robot_table():
    expected = [[0, 1, 0, 1], [.841471, .540302, .099833, .995004], [.909297, -.416147, .198669, .980067],
                [.141120, -.989992, .295520, .955336]]
    assert close(table(4, 4, 100.0), expected, 1e-6)


def test_t02_cells_of_a_wide_table():
    PE = table(101, 512)
    cells = [(1, 0), (1, 1), (1, 2), (10, 100), (50, 511), (100, 256)]
    assert close([float(PE[cell]) for cell in cells], [.841471, .540302, .821856, .996472, .999987, .841471], 1e-6)
    assert close(table(20, 16), ref.positions(20, 16), 1e-12)


@pytest.mark.parametrize("k", [7, 1, 50, -3])
def test_t03_a_shift_is_one_rotation(k):
    PE = table(200, 512)
    shifted = moved_positions(PE, k, 10000.0)
    assert close(*((shifted[:-k], PE[k:]) if k > 0 else (shifted[-k:], PE[:k])))
    M = moved_positions(torch.eye(512, dtype=torch.float64), k, 10000.0)
    assert close(PE @ M, shifted)
    assert close(M @ M.mT, torch.eye(512))


def test_t04_inner_products_depend_on_the_distance_only():
    G = gram(table(200, 512), table(200, 512))
    expected = [sum(math.cos(k * 10000 ** (-2 * i / 512)) for i in range(256)) for k in range(200)]
    distance = (torch.arange(200).unsqueeze(1) - torch.arange(200)).abs()
    assert close(G, torch.tensor(expected, dtype=torch.float64)[distance], 1e-9)
    assert close(G.diagonal(), torch.full((200,), 256), 1e-9)


def test_t05_the_other_layout_has_the_same_inner_products():
    interleaved = table(60, 64)
    halves = positions_in_halves(interleaved, 10000.0)
    assert close(gram(halves, halves), gram(interleaved, interleaved), 1e-9)
    assert not close(halves, interleaved, 0.1)
    assert close(halves, torch.cat((interleaved[:, 0::2], interleaved[:, 1::2]), 1), 1e-12)


@pytest.mark.parametrize(("d", "base", "longest"), [(512, 10000.0, 9646.616), (4, 100.0, 10.0)])
def test_t06_the_longest_wavelength(d, base, longest):
    sine, cosine = table(2, d, base)[1, -2:]
    assert close(1 / math.atan2(sine, cosine), longest, 1e-3)


def test_t07_a_row_does_not_depend_on_the_length():
    assert torch.equal(table(3, 512), table(100, 512)[:3])
    assert torch.equal(table(2, 512, start=5), table(100, 512)[5:7])


def test_t08_positions_in_a_plane():
    PE = positions_in_a_plane(torch.zeros(3, 4, 8, dtype=torch.float64), 10000.0)
    assert close(PE[0, 1], [.841471, .540302, .010000, .999950, .909297, -.416147, .019999, .999800], 1e-6)
    rows = positions_in_a_plane(torch.zeros(7, 9, 256, dtype=torch.float64), 10000.0).flatten(0, 1)
    G = gram(rows, rows).view(7, 9, 7, 9)
    f = [sum(math.cos(k * 10000 ** (-2 * i / 128)) for i in range(64)) for k in range(9)]
    expected = [[[[f[abs(y - v)] + f[abs(x - u)] for u in range(9)] for v in range(7)] for x in range(9)]
                for y in range(7)]
    assert close(G, expected, 1e-9)


def test_t109_a_one_hot_place_appended_is_a_learned_vector_added():
    x, W, nothing = random(4, 6), random(10, 5, seed=1), torch.zeros(5, dtype=torch.float64)
    place = torch.eye(4, dtype=torch.float64)
    assert close(hidden(torch.cat((x, place), 1), W, nothing), hidden(x, W[:6], place @ W[6:]), 1e-12)
