"""Laws of every equation in the registry: declared in full, linked to the cells it reads, and worked out rightly."""

import functools
import inspect
import re
from pathlib import Path

import numpy as np
import pytest
import torch
from samples import KEYS, RUNS, alone, arguments, random, recorded
from torch import Tensor

from core import equations
from core.cells import Cell
from core.formula import EQUATIONS, Worked
from core.trace import Trace, equation, given, record


def masked(args, i, cell) -> bool:
    allowed = args[1].expand(*args[0].shape[:-3], *args[1].shape[-2:])
    return i == 0 and not allowed[(*cell[:-3], *cell[-2:])]


BLOCKED = {  # (arguments, index of the input, its cell) -> whether the other inputs shut this cell out
    "attention.masked_scores": masked,
    "literal.scores_masked_by_a_number": masked,
    "masks.scores_times_mask": masked,
    "masks.weights_times_mask": masked,
    "reconstruction.hidden_loss": lambda args, i, cell: not args[1][cell],
    "output.loss": lambda args, i, cell: args[1][cell] == args[2],
    "alignment.masked_energies": lambda args, i, cell: args[1][cell] == args[2],
}
PIECEWISE = {  # a choice, or largest and smallest numbers: they stand still until something changes over
    "masking.order", "matching.matched", "matching.overlaps", "matching.generalized_overlaps"}


def every_case(law):
    """A test for each equation that a law holds in all its cases; a failure names the case.

    All laws of an equation come one after the other, for which what they share is kept.
    """
    def test(key):
        assert arguments()[key]
        for case in range(len(arguments()[key])):
            try:
                law(key, case)
            except Exception as broken:
                broken.add_note(f"{key}, case {case}")
                raise

    functools.update_wrapper(test, law)
    del test.__wrapped__  # or pytest would look for the parameters of the law
    return pytest.mark.parametrize("key", KEYS, scope="module")(test)


@functools.lru_cache(maxsize=32)
def traced(key: str, case: int, dtype: torch.dtype = torch.float64) -> Trace:
    """The trace of one call; shared, so not to be changed."""
    return alone(EQUATIONS[key], arguments()[key][case], dtype)


@functools.lru_cache(maxsize=16)
def worked_cells(key: str, case: int) -> list[tuple[Cell, Worked]]:
    """Every cell of the result with its arithmetic."""
    trace, name = traced(key, case), EQUATIONS[key].name
    return [(cell, trace.worked(name, cell)) for cell in np.ndindex(*trace[name].value.shape)]


@pytest.mark.parametrize("key", KEYS)
def test_equation_is_declared_in_full(key):
    equation = EQUATIONS[key]
    assert arguments()[key], "no run computes it and hand_samples.HAND has no arguments for it"
    assert equation._worked, "it has no worked cell"
    assert re.match(r"[A-Z]\w+ \S", equation.number)
    assert equation.latex.count("{") == equation.latex.count("}")
    doc = inspect.getdoc(equation.function)
    assert doc and doc[0].isupper() and doc.endswith(".")
    assert re.search(r"\([\w, *^/2-]*\)|->|number|et al\.", doc), "the docstring names neither shapes nor a source"


@pytest.mark.parametrize("key", KEYS)
def test_symbols_are_letters_of_the_formula(key):
    equation = EQUATIONS[key]
    tensors = [a for a in arguments()[key][0] if a is None or isinstance(a, Tensor)]
    assert len(equation.symbols) <= 1 + len(tensors)
    assert all(symbol in equation.latex for symbol in equation.symbols)
    made, equals, of = equation.latex.partition("=")
    if equals and equation.symbols:
        assert equation.symbols[0] in made and all(symbol in of for symbol in equation.symbols[1:])
    else:
        assert len(equation.symbols) <= 1, "a formula that makes nothing equal has no letters of inputs"


LOOKS = {
    "share": lambda value: value.is_floating_point() and bool(((value >= 0) & (value <= 1)).all()),
    "signed": lambda value: value.is_floating_point(),
    "size": lambda value: value.is_floating_point() and bool((value >= 0).all()),
    "mask": lambda value: value.dtype == torch.bool,
    "hidden": lambda value: value.dtype == torch.bool,
    "ids": lambda value: value.dtype == torch.int64,
    "picture": lambda value: value.is_floating_point(),
}


@every_case
def test_results_look_as_the_equation_says(key, case):
    equation = EQUATIONS[key]
    assert LOOKS[equation.shows](equation.function(*arguments()[key][case]))


@pytest.mark.parametrize("name", RUNS)
def test_steps_look_as_they_say(name):
    for step in recorded(name).values():
        assert LOOKS[step.shows](step.value), step
        assert step.equation is None or step.shows == step.equation.shows


@pytest.mark.parametrize("shows", ["", "pretty"])
def test_an_equation_that_does_not_say_how_it_looks_is_refused(shows):
    with pytest.raises(ValueError, match="must say how it looks"):
        equation("N0 (0)", "x", "a -> a", shows=shows)(lambda x: x)
    with pytest.raises(ValueError, match="must say how it looks"), record(torch.nn.Identity()):
        given("x", torch.zeros(2), "a", shows=shows)


def test_no_equation_hides_another():
    files = Path(equations.__path__[0]).glob("*.py")
    assert sum(len(re.findall(r"^@equation\(", f.read_text("utf-8"), re.M)) for f in files) == len(EQUATIONS)


def jacobian(key: str, args: tuple) -> tuple[Tensor, dict[int, Tensor]]:
    """The result, and per floating input the derivatives (cells of the result, cells of the input)."""
    args = tuple(a.detach().clone().requires_grad_() if isinstance(a, Tensor) and a.is_floating_point() else a
                 for a in args)
    inputs = {i: a for i, a in enumerate(args) if isinstance(a, Tensor) and a.is_floating_point()}
    value, cells = EQUATIONS[key].function(*args), torch.eye(0)
    if value.requires_grad:
        cells = torch.eye(value.numel(), dtype=value.dtype).reshape(-1, *value.shape)  # each alone, all in one pass
    grads = (torch.autograd.grad(value, list(inputs.values()), cells, allow_unused=True, is_grads_batched=True)
             if len(cells) else [None] * len(inputs))
    return value, {i: a.new_zeros(value.numel(), *a.shape) if grad is None else grad
                   for (i, a), grad in zip(inputs.items(), grads)}


@functools.lru_cache(maxsize=16)
def declared_cells(key: str, case: int) -> list[set]:
    return declared_in(traced(key, case), EQUATIONS[key].name)


def declared_in(trace: Trace, name: str) -> list[set]:
    """Per cell of the result, what ``sources`` lists as (index of the argument, cell)."""
    return [{(int(source.removeprefix("input_")), at) for source, at in trace.sources(name, cell)}
            for cell in np.ndindex(*trace[name].value.shape)]


@every_case
def test_a_result_is_not_kept_for_the_next_call(key, case):
    """Whoever writes into a result must not change what the equation says the next time."""
    def computed() -> Tensor:
        return EQUATIONS[key].function(*(a.clone() if isinstance(a, Tensor) else a for a in arguments()[key][case]))

    first = computed()
    value = first.clone()
    if first.is_contiguous():  # a mask that was only expanded has cells that share memory and cannot be written
        first.fill_(7)
    assert torch.equal(computed(), value)


@every_case
def test_sources_are_what_autograd_says(key, case):
    """Nothing is missing: whatever moves a cell is among its sources."""
    args = arguments()[key][case]
    value, derivatives = jacobian(key, args)
    declared = declared_cells(key, case)
    assert len(declared) == value.numel()
    for i, derivative in derivatives.items():
        for k, *at in derivative.nonzero().tolist():
            assert (i, tuple(at)) in declared[k]


@every_case
def test_sources_hold_every_id_and_mask_that_matters(key, case):
    """The same for inputs without derivatives: change one id or mask cell and see what changes."""
    args = arguments()[key][case]
    before, declared = EQUATIONS[key].function(*args), declared_cells(key, case)
    for i, a in enumerate(args):
        if not isinstance(a, Tensor) or a.is_floating_point():
            continue
        for at in np.ndindex(*a.shape):
            for other in (False, True) if a.dtype == torch.bool else (0, 1, 2, 3):
                changed = a.clone()
                changed[at] = other
                after = EQUATIONS[key].function(*args[:i], changed, *args[i + 1:])
                moved = (after != before).flatten()
                assert all((i, at) in cell for cell, m in zip(declared, moved.tolist()) if m)


@every_case
def test_sources_list_nothing_idle(key, case):
    """On generic numbers every declared cell moves the result, unless a mask or an id shuts it out."""
    args = tuple(random(*a.shape, seed=i).abs() / 4 + 0.1 if isinstance(a, Tensor) and a.is_floating_point() else a
                 for i, a in enumerate(arguments()[key][case]))
    if key in PIECEWISE:
        return check_jumps(key, case)
    _, derivatives = jacobian(key, args)
    blocked = BLOCKED.get(key, lambda args, i, cell: False)
    by_axes = EQUATIONS[key].gather is None  # then the numbers do not matter
    declared = declared_cells(key, case) if by_axes else declared_in(alone(EQUATIONS[key], args), EQUATIONS[key].name)
    idle = {i: (derivative == 0).numpy() for i, derivative in derivatives.items()}
    for k, cell in enumerate(declared):
        for i, at in cell:
            if i in derivatives:
                assert idle[i][k, *at] == bool(blocked(args, i, at))


def check_jumps(key, case) -> None:
    """Every declared cell moves the result somewhere if it takes one of a few values far apart."""
    args, declared = arguments()[key][case], declared_cells(key, case)
    for i, at in {read for cell in declared for read in cell}:
        moved = torch.zeros(len(declared), dtype=torch.bool)
        for seed in range(40):
            near = [random(*a.shape, seed=seed).abs() / 2 + 0.2 for a in args]
            before = EQUATIONS[key].function(*near)
            for value in (-9.0, 0.01, 0.5, 9.0):
                near[i][at] = value
                moved |= (EQUATIONS[key].function(*near) != before).flatten()
        assert all(m for m, cell in zip(moved.tolist(), declared) if (i, at) in cell)


@every_case
def test_worked_cells_agree(key, case):
    name = EQUATIONS[key].name
    values, single = traced(key, case)[name].value, traced(key, case, torch.float32)
    size = values.numel()
    assert single.check(name)[:2] == (size, size)
    for cell, worked in worked_cells(key, case):
        value = float(values[cell])
        assert worked.result == value or abs(worked.result - value) <= 1e-10 * max(1, abs(value))
        assert worked.operation
        assert isinstance(worked.result, float | int)


@every_case
def test_factors_of_a_worked_cell_are_linked_to_where_they_were_read(key, case):
    value_of = functools.cache(traced(key, case).value_of)
    for (_, worked), declared in zip(worked_cells(key, case), declared_cells(key, case), strict=True):
        sources = {(f"input_{i}", at) for i, at in declared}
        factors = {factor for row in worked.rows for factor in row.factors}
        linked = {(source, at) for _, number, source, at in factors if value_of(source)[at] == number}
        assert {(source, at) for _, _, source, at in factors} == linked
        assert {at for at in sources if value_of(at[0]).is_floating_point()} <= linked <= sources
