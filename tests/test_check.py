"""The badge: what it compares, what it lets pass as rounding, what it never lets pass; and cells of large tensors."""

import math
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
import torch
from samples import KEYS, alone, arguments, recorded, run

from core.cells import Cells, Numbers
from core.check import MOST_CELLS, MOST_TERMS, agrees
from core.edits import SetCell
from core.equations import attention, norm, output
from core.formula import EQUATIONS, Part, Worked
from core.trace import given, record


def traced(equation, *args, axes=("token d_model",)):
    """The trace of one call, its first argument given."""
    with record(torch.nn.Identity()) as trace:
        equation(given("x", args[0], axes[0]), *args[1:])
    return trace


@pytest.mark.parametrize("key", KEYS)
def test_a_cell_that_is_off_by_a_hundredth_is_seen(key):
    equation = EQUATIONS[key]
    if equation.shows in ("mask", "hidden", "ids"):
        pytest.skip("whole numbers")
    noticed = []
    for args in arguments()[key]:
        trace = alone(equation, args)
        step = trace[equation.name]
        for cell in list(np.ndindex(*step.shape))[:200]:
            worked, value = trace.worked(equation.name, cell), step.at(cell)
            if value and math.isfinite(value):
                noticed.append(not agrees(worked, value * 1.01))
    assert sum(noticed) >= 0.85 * len(noticed)


@pytest.mark.parametrize("key", KEYS)
def test_rounding_in_float32_is_let_pass(key):
    for args in arguments()[key]:
        trace = alone(EQUATIONS[key], args, torch.float32)
        cells, agree, _, total = trace.check(EQUATIONS[key].name)
        assert cells == agree == total


def test_a_wrong_cell_beside_a_feature_of_three_thousand_is_seen():
    x = torch.ones(2, 768).index_fill(1, torch.tensor([7]), 3000.0)
    trace = traced(norm.mean, x)
    assert trace.check("mean")[:2] == (2, 2)
    trace["mean"].values[0][1] += 0.001
    assert trace.check("mean")[:2] == (2, 1)


def test_terms_that_cancel_may_leave_their_rounding():
    trace = traced(norm.added, torch.tensor([[3000.1]]), torch.tensor([[-3000.0]]))
    worked = trace.worked("added", (0, 0))
    assert worked.scale == pytest.approx(6000, rel=1e-3)
    assert agrees(worked, worked.result + 1e-3) and not agrees(worked, worked.result + 1)


@pytest.mark.parametrize(("result", "value", "agree"), [
    (math.nan, math.nan, False), (math.inf, math.inf, False), (-math.inf, -math.inf, True), (3e39, math.inf, False),
    (-math.inf, 0.0, False), (math.nan, 1.0, False), (1.0, math.nan, False), (1.0, 1.0, True), (0.0, -0.0, True)])
def test_what_is_no_number_never_agrees(result, value, agree):
    assert agrees(Worked(result, (Part(np.array([result]), {}),), ""), value) is agree
    assert agrees(Worked(result, (), "", math.inf), value) is agree


@pytest.mark.parametrize("edit", [
    SetCell("encoder.0.norm_1.variance", (0,), -5.0), SetCell("encoder.0.norm_1.variance", (2,), -1e6)])
def test_after_an_edit_that_breaks_the_numbers_not_all_agree(edit):
    sample = run("transformer")
    with record(sample.model, edit, strict=False) as trace:
        sample.forward()
    broken = [name for name, step in trace.items() if any(not v.isfinite().all() for v in step.values)
              and step.equation is not None and step.equation.key != "attention.masked_scores" and not step.edited]
    for name in broken:
        cells, agree, *_ = trace.check(name)
        assert agree < cells
    assert broken


def test_a_large_picture_is_sampled_and_says_so():
    trace = traced(attention.weights, torch.zeros(4, 40, 40), axes=("head query key",))
    assert trace.check("weights")[:2] == (MOST_CELLS, MOST_CELLS) and trace.check("weights").total == 6400
    assert trace.check("weights") == trace.check("weights")


def test_a_wrong_quarter_of_a_large_picture_is_found_by_the_sample():
    trace = traced(attention.weights, torch.zeros(4, 40, 40), axes=("head query key",))
    trace["weights"].values[0][2] += 0.01
    cells, agree, largest, _ = trace.check("weights")
    assert 0.2 < 1 - agree / cells < 0.3 and largest == pytest.approx(0.01, rel=1e-5)


def test_cells_of_very_many_terms_are_sampled_more_thinly():
    trace = traced(output.probabilities, torch.zeros(2, 2**17), axes=("token vocabulary",))
    cells, agree, _, total = trace.check("probabilities")
    assert cells == agree == MOST_TERMS // 2**17 + 1 and total == 2**18


def test_a_cell_of_a_large_tensor_is_opened_without_a_copy():
    wide = torch.zeros(8, 200_000)
    trace = traced(output.probabilities, wide, axes=("token vocabulary",))
    trace.worked("probabilities", (0, 0))
    tracemalloc.start()
    try:
        worked = trace.worked("probabilities", (3, 199_999))
        assert tracemalloc.get_traced_memory()[1] < 6 * 200_000 * 8  # a few rows in float64, of eight
    finally:
        tracemalloc.stop()
    assert len(worked.rows) == 200_000
    assert worked.rows[199_999].factors == (("scores", 0.0, "x", (3, 199_999)),)
    assert [row.factors[0][3] for row in worked.rows[5:8]] == [(3, 5), (3, 6), (3, 7)]
    with pytest.raises(IndexError):
        worked.rows[200_000]


def test_a_block_of_cells_is_what_its_product_lists():
    cells = Cells(4, range(2), range(1, 4))
    listed = [(4, i, j) for i in range(2) for j in range(1, 4)]
    assert list(cells) == listed == [cells[t] for t in range(6)] == cells[:] and len(cells) == 6
    assert cells[-1] == (4, 1, 3) and next(iter(cells.behind((7, 8)))) == (7, 8, 4, 0, 1)
    assert list(Cells()) == [()] and Cells()[0] == ()
    with pytest.raises(IndexError):
        cells[6]


def test_numbers_convert_what_is_read():
    numbers = Numbers(torch.arange(6, dtype=torch.bfloat16).reshape(2, 3).requires_grad_())
    assert numbers.shape == (2, 3) and numbers.ndim == 2 and len(numbers) == 2
    assert numbers[1].tolist() == [3, 4, 5] and numbers[1].dtype == np.float64
    assert numbers[1, 2] == 5 and isinstance(numbers[1, 2], np.float64) and numbers[:].shape == (2, 3)
    assert Numbers(torch.tensor([True]))[0] is np.True_ and Numbers(torch.tensor([3]))[0].dtype == np.int64


def test_every_worked_cell_is_found_again_with_the_same_result_after_rounding_to_float32():
    trace = recorded("transformer")
    worked = trace.worked("probabilities", (0, 0))
    assert agrees(worked, float(np.float32(worked.result)))
    assert not agrees(replace(worked, result=worked.result * 1.01), float(np.float32(worked.result)))
