"""Equations at their edges: one of a kind, nothing but zeros, sizes that do not fit."""

import inspect
import math

import pytest
import torch
from samples import KEYS, arguments, close, random
from torch import Tensor

from core.equations import alignment, detection, embedding, grouped, matching, reconstruction, variants
from core.formula import EQUATIONS


def thinned(key: str, args: tuple):
    """The arguments with each axis in turn cut to its first place; only without a batch, where axes have names."""
    equation = EQUATIONS[key]
    axes = [equation.input_axes(i) if isinstance(x, Tensor) else () for i, x in enumerate(args)]
    if all(x.ndim == len(names) for x, names in zip(args, axes) if isinstance(x, Tensor)):
        for axis in sorted({name for names in axes for name in names}):
            yield [x.narrow(names.index(axis), 0, 1) if axis in names else x for x, names in zip(args, axes)]


def zeros(args: tuple) -> list:
    return [torch.zeros_like(x) if isinstance(x, Tensor) and x.is_floating_point() else x for x in args]


@pytest.mark.parametrize("key", KEYS)
def test_no_number_comes_of_numbers_only_where_the_docstring_says_so(key):
    said = "NaN" in inspect.getdoc(EQUATIONS[key].function)
    for args in arguments()[key]:
        for some in (zeros(args), *thinned(key, args)):
            try:
                result = EQUATIONS[key].function(*some)
            except (RuntimeError, ValueError, IndexError):
                continue  # one axis alone cannot be cut where another goes by it
            assert said or not torch.isnan(result).any()


def test_a_source_of_padding_alone_is_nothing_to_look_at():
    ids, e = torch.tensor([7, 7, 7]), torch.zeros(3, dtype=torch.float64, requires_grad=True)
    alpha = alignment.weights(alignment.masked_energies(e, ids, 7))
    assert alpha.tolist() == [0.0, 0.0, 0.0]
    assert all(alignment.weights.equation.work((j,), torch.full((3,), -math.inf).numpy()).result == 0 for j in range(3))
    alpha.sum().backward()
    assert not e.grad.any()


def test_boxes_without_area_overlap_nothing():
    points = torch.tensor([[0.1, 0.1, 0.0, 0.0], [0.9, 0.9, 0.0, 0.0], [0.5, 0.5, 0.2, 0.2]], dtype=torch.float64)
    for measure, apart in ((matching.overlaps, 0.0), (matching.generalized_overlaps, -1.0)):
        result = measure(points, points)
        assert close(result, [[0.0, apart, result[0, 2]], [apart, 0.0, result[1, 2]], [*result[2, :2], 1.0]], 1e-12)
        assert close(result, [[measure.equation.work((i, j), points.numpy(), points.numpy()).result for j in range(3)]
                              for i in range(3)], 1e-12)


@pytest.mark.parametrize("d", [1, 2, 5, 6])
def test_positions_in_halves_have_the_same_columns_whatever_the_width(d):
    like = random(7, d)
    halves, pairs = variants.positions_in_halves(like, 100.0), embedding.positions(like, 0, 100.0)
    assert close(halves, torch.cat((pairs[:, 0::2], pairs[:, 1::2]), -1), 1e-12)
    worked = variants.positions_in_halves.equation.work
    assert close(halves, [[worked((p, j), like.numpy(), 100.0).result for j in range(d)] for p in range(7)], 1e-12)


@pytest.mark.parametrize("compute", [
    lambda: detection.plane_positions(random(2, 3, 6), 9.0),
    lambda: variants.positions_in_a_plane(random(2, 3, 5), 9.0),
    lambda: grouped.shared_keys(random(2, 3, 4), 5), lambda: grouped.shared_values(random(3, 3, 4), 2),
    lambda: reconstruction.unpatched(random(4, 4), 2, 5)])
def test_sizes_that_do_not_fit_are_told(compute):
    with pytest.raises(ValueError, match=r"cannot be|has no patches"):
        compute()
