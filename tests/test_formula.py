"""Formulas: colour changes nothing but colour, every symbol finds its input, and everything can be read."""

import functools
import itertools
import re

import numpy as np
import pytest
from samples import KEYS, RUNS, recorded

from core.formula import EQUATIONS, Worked
from pages.components.formula import (
    PALETTE,
    called,
    coloured,
    colours,
    letter,
    number,
    numbers,
    plain,
    roomy,
    shapes,
    symbols,
    tensors,
    tones,
    written,
)
from pages.components.stage.stops import stops

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


@pytest.mark.parametrize("key", KEYS)
def test_colour_changes_nothing_else(key):
    equation = EQUATIONS[key]
    for base in PALETTE:
        latex = coloured(equation, colours(equation, base), {})
        assert balanced(latex), base
        assert unwrapped(latex) == equation.latex, base
        assert not any(r"\textcolor" in text for text in TEXT_MODE.findall(latex)), base
        assert not re.search(r"[_^]\s*\\textcolor", latex), base


@pytest.mark.parametrize("key", KEYS)
def test_every_symbol_is_coloured_as_its_tensor(key):
    equation = EQUATIONS[key]
    palette = colours(equation, "light")
    latex = coloured(equation, palette, {})
    assert set(palette) == {"result", *tensors(equation)}
    for name, symbol in symbols(equation).items():
        longer = [other for other in symbols(equation).values() if symbol in other and symbol != other]
        alone = functools.reduce(lambda rest, other: rest.replace(other, ""), longer, equation.latex)
        tone = palette[name]
        assert symbol not in alone or (rf"\textcolor{{{tone}}}{{{symbol}}}" if tone else symbol) in latex, name


def test_tensors_of_one_equation_have_different_colours():
    for key, base in itertools.product(KEYS, PALETTE):
        chosen = [tone for tone in colours(EQUATIONS[key], base).values() if tone]
        assert len(set(chosen)) == min(len(chosen), len(PALETTE[base])), (key, base)
        assert set(chosen) <= set(PALETTE[base]), (key, base)


@pytest.mark.parametrize("name", RUNS)
def test_a_colour_belongs_to_one_tensor_of_a_stop_and_to_no_parameter(name):
    trace = recorded(name)
    all_stops = stops(trace, trace.plan)
    chosen = tones(trace, [stop.pictures for stop in all_stops], "light")
    for stop in all_stops:
        shown = [chosen[picture] for picture in stop.pictures]
        assert len(set(shown) - {""}) == len([tone for tone in shown if tone]) >= min(len(shown), 6) - 1, stop.key
        for picture in stop.pictures:
            step = trace[picture]
            if step.equation is None:
                continue
            palette = colours(step.equation, "light", step, trace, chosen)
            assert palette["result"] == chosen[picture]
            for part, reference in zip(step.equation.names, step.references[0]):
                if reference.name is not None:
                    assert palette.get(part, "") == ("" if reference.parameter else chosen[reference.name])


def test_a_tensor_keeps_its_colour_from_stop_to_stop_and_layer_to_layer():
    trace = recorded("transformer")
    chosen = tones(trace, [stop.pictures for stop in stops(trace, trace.plan)], "light")
    for name in ("queries", "keys", "values", "scores", "weights", "head_outputs"):
        assert len({chosen[step] for step in trace if step.endswith(f"attention.{name}")}) == 1, name


@pytest.mark.parametrize("name", RUNS)
def test_formula_and_cell_speak_the_letters_of_the_plan(name):
    trace = recorded(name)
    for step in trace.values():
        if step.equation is None or not step.equation.symbols:
            continue
        here, read = called(trace, step.name), dict(zip(step.equation.names, step.references[0]))
        assert here["result"] == (step.letter or step.equation.symbols[0])
        assert here["result"] not in [letter for part, letter in here.items() if part != "result"], step.name
        for part in set(here) & set(read):
            made = trace.get(read[part].name) if read[part].name else None
            if made is not None and letter(made):
                assert here[part] == letter(made), (step.name, part)
        latex = coloured(step.equation, colours(step.equation, "light", step, trace), here)
        assert balanced(latex)
        assert not re.search(r"_(?:[a-z]|\{[a-z]+\})\}_", unwrapped(latex)), (step.name, "an index at an index")
        assert here["result"] in unwrapped(latex) or "_" in step.equation.symbols[0]


def test_the_residual_of_the_decoder_is_written_with_its_own_letters():
    trace = recorded("transformer")
    palette = dict.fromkeys(("result", "x", "f"), "")
    latex = coloured(EQUATIONS["norm.added"], palette, called(trace, "decoder.1.residual_2.added"))
    assert latex == "Y^{[5]} = Y^{[3]} + Y^{[4]}"
    assert called(trace, "decoder.0.self_attention.weights")["S"] == r"\tilde{A}"
    assert written("X^{[2]}") == "X⁽²⁾" and written(r"\mathrm{LN}(z'_{1})") == "LN(z′₁)"


def test_symbols_are_matched_by_spelling_before_order():
    assert symbols(EQUATIONS["norm.output"]) == {
        "result": "X^{[3]}", "normal": r"\hat{X}", "gamma": r"\gamma", "beta": r"\beta"}
    assert symbols(EQUATIONS["attention.queries"]) == {"result": "Q", "x": "X", "W_Q": "W^Q", "b_Q": "b^Q"}


@pytest.mark.parametrize("base", BACKGROUNDS)
def test_colours_can_be_read_on_their_backgrounds(base):
    for colour, background in itertools.product(PALETTE[base], BACKGROUNDS[base]):
        low, high = sorted((luminance(colour), luminance(background)))
        assert (high + 0.05) / (low + 0.05) >= 4.5


@pytest.mark.parametrize("run", RUNS)
def test_shapes_are_those_of_the_run(run):
    trace = recorded(run)
    for name, step in trace.items():
        latex = shapes(trace, name, {"query": "查_询"}, colours(step.equation, "dark") if step.equation else {})
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
    assert plain("W^Q") == (("W", ""), ("Q", "sup"))
    assert plain(r"\hat{\alpha}_i") == (("α\u0302", ""), ("i", "sub"))
    assert plain("h_{t-1}") == (("h", ""), ("t-1", "sub"))
    assert roomy("x") == "x" and roomy(r"\frac{1}{2}").endswith(r"\frac{1}{2}")
