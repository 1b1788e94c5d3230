"""What things are called: the letters of an equation's result and inputs, and what the notes call them here."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from core.formula import Equation
from pages.components.numbers import RAISED

if TYPE_CHECKING:
    from core.steps import Step, Trace

LOWERED = str.maketrans("0123456789t-ij", "₀₁₂₃₄₅₆₇₈₉ₜ₋ᵢⱼ")
_MARKS = {"hat": "\u0302", "tilde": "\u0303", "bar": "\u0304"}
_GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "epsilon": "ε", "mu": "μ", "sigma": "σ", "chi": "χ",
          "theta": "θ", "phi": "φ", "top": "T"}


def symbols(equation: Equation) -> dict[str, str]:
    """The LaTeX of result and inputs by name: spelled alike, or else in the order of the inputs."""
    if not equation.symbols:
        return {}
    result, *letters = equation.symbols
    names, by_name = list(equation.names[: len(equation.inputs)]), {"result": result}
    for letter in list(letters):
        spelled = re.sub(r"[\\{}]", "", letter).replace("^", "_")
        if spelled in names:
            names.remove(spelled)
            letters.remove(letter)
            by_name[spelled] = letter
    return by_name | dict(zip(names, letters))


def letter(step: Step) -> str | None:
    """What the notes call this result here, as LaTeX: the plan's letter, or the one of its own equation."""
    if step.letter or step.equation is None:
        return step.letter
    return step.equation.symbols[0] if step.equation.symbols else None


def called(trace: Trace, name: str) -> dict[str, str]:
    """The letters here and now of a step's result ("result") and inputs, by name: {"result": "X^{[2]}", "x": "X"}."""
    step = trace[name]
    if step.equation is None:
        return {}
    read = dict(zip(step.equation.names, (reference.name for reference in step.references[0])))
    by_name = symbols(step.equation)
    for part, symbol in by_name.items():
        here = name if part == "result" else read.get(part)
        by_name[part] = (here in trace and letter(trace[here])) or symbol
    return by_name


@functools.lru_cache(maxsize=1024)
def plain(symbol: str) -> tuple[tuple[str, str], ...]:
    """A symbol's LaTeX as text: pieces with "", "sub" or "sup"."""
    symbol = re.sub(r"\\math\w+\{(\w+)\}", r"\1", symbol)
    symbol = re.sub(r"\\([a-z]+)", lambda m: _GREEK.get(m[1], m[0]), symbol)
    symbol = re.sub(r"\\(hat|tilde|bar)\{(\w)\}", lambda m: m[2] + _MARKS[m[1]], symbol).replace("\\", "")
    pieces = re.findall(r"([_^])(?:\{([^{}]*)\}|(.))|([^_^]+)", symbol)
    marks = {"_": "sub", "^": "sup"}
    return tuple((group or single or base, marks.get(mark, "")) for mark, group, single, base in pieces)


@functools.lru_cache(maxsize=1024)
def written(latex: str) -> str:
    """A letter as a word without markup: "X^{[2]}" -> "X⁽²⁾", "z'_{1}" -> "z′₁"."""
    marks = {"sup": RAISED, "sub": LOWERED}
    return "".join(text.translate(marks.get(mark, {})) for text, mark in plain(latex.replace("'", "′")))
