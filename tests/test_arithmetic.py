"""The arithmetic that a cell opens to, for every equation: its terms follow from their factors and make the result;
what is written comes to what was computed."""

import functools
import itertools
import math
import re

import numpy as np
import pytest
from latex import place, sides, size
from samples import KEYS, alone, arguments
from test_equations import every_case

from core.equations.arithmetic import number
from core.formula import EQUATIONS

TERMS = {  # how a term may come from its factors, column by column: first factor, all factors
    "the number itself": lambda first, factors: first,
    "a product": lambda first, factors: np.prod(factors, axis=0),
    "exp after the largest": lambda first, factors: np.exp(first - first.max()),
    "a square": lambda first, factors: first**2,
    "a squared distance": lambda first, factors: (first - factors[-1]) ** 2,
}
OTHERWISE = {
    "attention.masked_scores": lambda first, factors: np.where(factors[-1] > 0, first, -np.inf),
    "output.loss": lambda first, factors: first * (factors[1] != 0),
    "alignment.masked_energies": lambda first, factors: np.where(factors[1] > 0, first, -np.inf),
    "matching.distances": lambda first, factors: np.abs(first - factors[1]),
    "matching.matching_costs": None,  # the weights of the three costs are constants
    "rotary.rotated_keys": None,  # the angle is a constant and stands in the operation
    "rotary.rotated_queries": None,
    "set_loss.box_losses": None,
    "through_time.step_jacobian": None,  # the slope of tanh stands in the operation
    "through_time.weight_term": None,
    "variants.moved_positions": None,  # the turn is a constant and stands in the operation
    "variants.smoothed_losses": None,  # a factor is the smoothed target, which is no input
}
NO_SUM = {  # equations whose operation does not tell the sum of their terms, but this of them
    "output.token_losses": lambda terms, result: alike(terms / terms.sum(), math.exp(-result), any),
    "variants.normalized_over_batch": lambda terms, result: True,  # mean and variance: seen in the operation
    "reconstruction.normalized_pixels": lambda terms, result: True,
    "matching.overlaps": lambda terms, result: True,  # areas: seen in the operation
    "matching.generalized_overlaps": lambda terms, result: True,
    "masking.order": lambda terms, result: int(result) in range(len(terms)),  # the operation is in SAID
    "masking.restore": lambda terms, result: int(result) in range(len(terms)),
    "matching.matched": lambda terms, result: True,  # the least total: see SAID
    "rollout.mixed": lambda terms, result: alike(result, (terms.mean() + np.array([0, 1])) / 2, any),
    "set_loss.slot_losses": lambda terms, result: alike(
        result, -np.log(terms / terms.sum())[:, None] * np.array([1.0, 0.1, 0.5]), any),
} | dict.fromkeys(("literal.elementwise_scores", "literal.scores_masked_by_a_number", "masks.additive_mask",
                   "variants.learning_rates"), lambda terms, result: len(terms) == 1)  # one of two cases
def block_read(worked) -> str:
    """Which cell of which block was read, as the note writes it."""
    _, _, name, cell = worked.rows[0].factors[0][:4]
    return rf"T^{{({int(name.removeprefix('input_')) + 1})}}[{cell[-2]}, {cell[-1]}]"


SAID = {  # operations that tell where a number stands instead of computing it
    "recurrent.stacked": lambda cell, value, worked: f"h_{{{cell[-2]}}}[{cell[-1]}]",
    "bridge.bridge": lambda cell, value, worked: f"h_{{{sentence_end(worked)}}}[{cell[-1]}]",
    "bridge.memory_bridge": lambda cell, value, worked: f"C_{{{sentence_end(worked)}}}[{cell[-1]}]",
    "tokens.in_one_row": lambda cell, value, worked: block_read(worked),
    "masking.order": lambda cell, value, worked: rf"|\{{u_q < u_p\}}| = {cell[-1]}",
    "masking.restore": lambda cell, value, worked: rf"\pi_{{{int(value)}}} = {cell[-1]}",
    "matching.matched": lambda cell, value, worked: rf"\min_\sigma = {number(least_total(worked))}",
}


@functools.lru_cache(maxsize=16)
def worked_cells(key: str, case: int, most: int = 60) -> list[tuple]:
    """(cell, value, worked) of up to so many cells of the equation's result."""
    trace, name = alone(EQUATIONS[key], arguments()[key][case]), EQUATIONS[key].name
    value = trace[name].value
    cells = list(np.ndindex(*value.shape))
    return [(cell, float(value[cell]), trace.worked(name, cell))
            for cell in itertools.islice(cells, 0, None, max(1, len(cells) // most))]


def alike(a, b, of=all) -> bool:
    """Equal numbers, infinities too: all of them, or any."""
    a, b = np.broadcast_arrays(np.asarray(a, dtype=float), np.asarray(b, dtype=float))
    with np.errstate(invalid="ignore"):
        return of(((a == b) | (np.abs(a - b) < 1e-9)).ravel())


def least_total(worked) -> float:
    """The least cost of giving every object a slot of its own, by trying all choices; costs (slot, object)."""
    costs = {row.factors[0][3][-2:]: row.value for row in worked.rows}
    slots, objects = (1 + max(cell[i] for cell in costs) for i in (0, 1))
    return min(sum(costs[slot, j] for j, slot in enumerate(chosen))
               for chosen in itertools.permutations(range(slots), objects))


def sentence_end(worked) -> int:
    """Which of the states, which come after the ids and the padding's number, was read."""
    return int(worked.rows[0].factors[0][2].removeprefix("input_")) - 2


@every_case
def test_what_is_written_comes_to_the_result(key, case):
    for cell, value, worked in worked_cells(key, case):
        if key in SAID:
            assert worked.operation == SAID[key](cell, value, worked)
        elif place(worked.operation) is None:
            allowed = 2e-3 * max(size(worked.operation), r"\log" in worked.operation)
            assert all(side == value or abs(side - value) <= allowed for side in sides(worked.operation)), worked
        else:
            at = worked.rows[0].factors[0][3]
            assert place(worked.operation) == at[-len(place(worked.operation)):]


@every_case
def test_terms_come_from_their_factors(key, case):
    rules = [*TERMS.values(), *filter(None, [OTHERWISE.get(key)])]
    for _, _, worked in worked_cells(key, case):
        for part in worked.parts:
            factors = np.array([np.broadcast_to(f, len(part.terms)) for f in part.factors.values()], dtype=float)
            with np.errstate(invalid="ignore", over="ignore"):
                fits = any(alike(part.terms, rule(factors[0], factors)) for rule in rules)
            assert fits or (key in OTHERWISE and OTHERWISE[key] is None), (key, part)


@every_case
def test_terms_add_up_to_the_result_or_their_sum_is_in_the_operation(key, case):
    for _, value, worked in worked_cells(key, case):
        totals, rest = [part.terms.sum() for part in worked.parts], worked.operation
        if not totals or alike(sum(totals), value):
            continue
        for part, total in zip(worked.parts, totals):
            written = number(total) if number(total) in rest else number(abs(total))
            assert written in rest or NO_SUM[key](part.terms, value), (key, worked)
            rest = rest.replace(written, "", 1)


@pytest.mark.parametrize("key", [key for key in KEYS if EQUATIONS[key].along])
def test_the_own_term_of_a_softmax_over_the_sum_is_the_cell(key):
    softmax = r"\frac{e" in worked_cells(key, 0)[0][2].operation
    assert softmax or "normalized" in key
    for cell, value, worked in worked_cells(key, 0):
        own = cell[EQUATIONS[key].output.index(EQUATIONS[key].along)]
        (part,) = worked.parts
        if softmax and part.terms.any():
            assert alike(part.terms[own] / part.terms.sum(), value)
            assert number(part.terms[own]) in worked.operation
        elif not softmax:
            assert re.match(r"\\frac{" + re.escape(number(part.terms[own])), worked.operation)


def test_an_operation_that_cannot_be_read_is_told():
    assert sides("(3)^{2}") == [9.0]
    with pytest.raises(ValueError, match=r"write \^\{2\}, not \^2"):
        sides("(3)^2")
