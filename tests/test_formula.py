"""Formulas: colour changes nothing but colour, every symbol finds its input, and everything can be read."""

import functools
import itertools
import re

import numpy as np
import pytest
from samples import KEYS, RUNS, recorded

from core.formula import EQUATIONS, Worked
from pages.components.formula import PALETTE, coloured, colours, number, numbers, plain, roomy, shapes, symbols, tensors

BACKGROUNDS = {"light": ("#ffffff", "#f0f2f6"), "dark": ("#0e1117", "#262730")}
TEXT_MODE = re.compile(r"\\(?:text|begin|end|operatorname)\{[^{}]*\}")


def unwrapped(latex: str) -> str:
    """The LaTeX without its colours, read by counting braces."""
    while (at := latex.find(r"\textcolor{")) >= 0:
        start = latex.index("}", at) + 2
        depth, end = 1, start
        while depth:
            depth += {"{": 1, "}": -1}.get(latex[end], 0)
            end += 1
        latex = latex[:at] + latex[start:end - 1] + latex[end:]
    return latex


def balanced(latex: str) -> bool:
    depths = list(itertools.accumulate({"{": 1, "}": -1}.get(c, 0) for c in re.sub(r"\\[{}]", "", latex)))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)


def luminance(colour: str) -> float:
    channels = np.array([int(colour[i:i + 2], 16) for i in (1, 3, 5)]) / 255
    return float(np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
                 @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("base", PALETTE)
@pytest.mark.parametrize("key", KEYS)
def test_colour_changes_nothing_else(key, base):
    equation = EQUATIONS[key]
    latex = coloured(equation, base)
    assert balanced(latex)
    assert unwrapped(latex) == equation.latex
    assert not any(r"\textcolor" in found for found in TEXT_MODE.findall(latex))
    assert not re.search(r"[_^]\s*\\textcolor", latex)


@pytest.mark.parametrize("key", KEYS)
def test_every_symbol_is_coloured_as_its_tensor(key):
    equation = EQUATIONS[key]
    palette, latex = colours(equation, "light"), coloured(equation, "light")
    assert set(palette) == {"result", *tensors(equation)}
    for name, symbol in symbols(equation).items():
        longer = [other for other in symbols(equation).values() if symbol in other and symbol != other]
        alone = functools.reduce(lambda rest, other: rest.replace(other, ""), longer, equation.latex)
        assert symbol not in alone or rf"\textcolor{{{palette[name]}}}{{{symbol}}}" in latex


@pytest.mark.parametrize("base", PALETTE)
@pytest.mark.parametrize("key", KEYS)
def test_tensors_of_one_equation_have_different_colours(key, base):
    chosen = list(colours(EQUATIONS[key], base).values())
    assert len(set(chosen)) == min(len(chosen), len(PALETTE[base]))


def test_symbols_are_matched_by_spelling_before_order():
    assert symbols(EQUATIONS["norm.output"]) == {
        "result": "X^{[3]}", "normal": r"\hat{X}", "gamma": r"\gamma", "beta": r"\beta"}
    assert symbols(EQUATIONS["attention.queries"]) == {"result": "Q", "x": "X", "W_Q": "W^Q", "b_Q": "b^Q"}


@pytest.mark.parametrize("base", PALETTE)
def test_colours_can_be_read_on_their_backgrounds(base):
    for colour, background in itertools.product(PALETTE[base], BACKGROUNDS[base]):
        low, high = sorted((luminance(colour), luminance(background)))
        assert (high + 0.05) / (low + 0.05) >= 4.5


@pytest.mark.parametrize("run", RUNS)
def test_shapes_are_those_of_the_run(run):
    trace = recorded(run)
    for name, step in trace.items():
        latex = shapes(trace, name, {"query": "查_询"}, "dark")
        assert balanced(latex)
        if step.equation is None:
            assert latex == ""
        else:
            result = latex.split(r"\\")[0].split("&")[1]
            assert [int(n) for n in re.findall(r"\d+", result)] == list(step.value.shape or (1,))


@pytest.mark.parametrize("x, latex", [(0.5, "0.5"), (-3.0, "-3"), (12345.0, "12345"), (1.5e-7, r"1.5\cdot 10^{-7}"),
                                      (float("-inf"), r"-\infty"), (float("nan"), r"\text{NaN}")])
def test_number(x, latex):
    assert number(x) == latex


@pytest.mark.parametrize("operation, latex", [("", ""), ("2", "2"), (r"\textstyle\sum = 2", r"\textstyle\sum = 2"),
                                              ("1 + (1)", "1 + (1) = 2")])
def test_numbers_end_with_the_result_once(operation, latex):
    assert numbers(Worked(2.0, (), operation)) == latex


def test_a_symbol_as_text():
    assert plain("W^Q") == [("W", ""), ("Q", "sup")]
    assert plain(r"\hat{\alpha}_i") == [("α\u0302", ""), ("i", "sub")]
    assert plain("h_{t-1}") == [("h", ""), ("t-1", "sub")]
    assert roomy("x") == "x" and roomy(r"\frac{1}{2}").endswith(r"\frac{1}{2}")
