"""Formulas whose symbols carry the colours of their pictures, with the shapes and the numbers of a run.

    typeset(step.equation, trace, step.name, worked, language="en", depth="numbers")    # plain data
    view.formula(step.equation, trace, step.name, worked, depth="numbers")              # on a page
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from core.formula import Equation, Worked
from core.numbers import latex as number
from pages.components.formula.letters import called, letter, plain, symbols, written
from pages.components.formula.palette import PALETTE, colours, tensors, theme, tint, tones
from pages.components.text_files import DEPTHS, page_words

if TYPE_CHECKING:
    from core.steps import Trace

__all__ = ["PALETTE", "Formula", "called", "coloured", "colours", "letter", "number", "numbered", "numbers", "plain",
           "roomy", "shapes", "symbols", "tensors", "theme", "tint", "tones", "typeset", "written"]

_VERBATIM = re.compile(r"\\(?:begin|end|text|mathrm|operatorname)\{[^{}]*\}")
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+|.)", re.DOTALL)
_INDEXED = re.compile(r"(\\?[A-Za-z]+|\\[a-z]+\{[A-Za-z]\})_[a-z]")
_RUNNING = re.compile(r"_(?:[a-z]|\{[a-z]+\})$")
_Mark = tuple[str, str]  # colour, and what it is called here
_PHRASE = re.compile(r"(?<![A-Za-z])(?:After|[a-z][a-z -]*[a-z])")


def _variants(marks: Mapping[str, _Mark]) -> list[tuple[re.Pattern, _Mark]]:
    """A pattern for each symbol, longest first; an index may be another letter, as in a sum."""
    patterns = []
    for symbol in sorted(marks, key=len, reverse=True):
        indexed = _INDEXED.fullmatch(symbol)
        text = re.escape(symbol if indexed is None else symbol[:-1]) + ("" if indexed is None else "[a-z]")
        end = r"(?![a-zA-Z])" if re.search(r"\\[a-zA-Z]+$", symbol) else ""
        tone, here = marks[symbol]
        patterns.append((re.compile(text + end), (tone, here if indexed is None else "")))
    return patterns


def _pieces(latex: str, marks: Mapping[str, _Mark]) -> Iterator[tuple[str, _Mark]]:
    """The string cut into (text, (colour, what it is called here)), with neither between symbols."""
    patterns, at = _variants(marks), 0
    while at < len(latex):
        match, mark = _VERBATIM.match(latex, at), ("", "")
        if match is None and not latex[:at].rstrip().endswith(("^", "_")):
            match, mark = next(((m, mark) for p, mark in patterns if (m := p.match(latex, at))), (None, ("", "")))
        match = match or _COMMAND.match(latex, at)
        text = match.group() if match else latex[at]
        yield text, mark
        at += len(text)


def coloured(equation: Equation, palette: Mapping[str, str], letters: Mapping[str, str]) -> str:
    """The equation's LaTeX with its symbols in the colours of ``palette``, by name as in ``colours``.

    ``letters``: what result and inputs are called here, by name as in ``called``.
    """
    named = dict(reversed(symbols(equation).items()))
    marks = {symbol: (palette.get(name, ""), letters.get(name, "")) for name, symbol in named.items()}
    pieces = [*_pieces(equation.latex, marks), ("", ("", ""))]
    return "".join(_toned(_closed(here, after) or text, tone) for (text, (tone, here)), (after, _) in pairwise(pieces))


def _closed(latex: str, after: str) -> str:
    """A letter, in braces where it has an index and the formula goes on with one of its own; o_t gives up its t."""
    if after == "_":
        latex = _RUNNING.sub("", latex)
    return f"{{{latex}}}" if latex and after[:1] in ("_", "^") and after[0] in latex else latex


def _toned(latex: str, tone: str) -> str:
    return rf"\textcolor{{{tone}}}{{{latex}}}" if tone else latex


def _axis(axis: str, words: Mapping[str, str]) -> str:
    if axis in words:
        return r"\text{" + re.sub(r"([_#$%&{}])", r"\\\1", words[axis]) + "}"
    letter, _, rest = axis.partition("_")
    return rf"{letter}_{{\text{{{rest}}}}}" if rest and len(letter) == 1 else rf"\text{{{axis.replace('_', ' ')}}}"


def shapes(trace: Trace, step_name: str, words: Mapping[str, str], palette: Mapping[str, str]) -> str:
    """The sizes and axes of result and inputs in this run, a line each. ``words``: what the axes are called."""
    step = trace[step_name]
    if step.equation is None:
        return ""
    letters = called(trace, step_name)
    rows = [("result", tuple(step.value.shape), step.axes)]
    for position, value in enumerate(step.arguments(0)[: len(step.equation.inputs)]):
        if value is not None and hasattr(value, "shape"):
            roles = step.equation.input_axes(position)
            batch = ("batch", "batch_2", "batch_3")[: len(value.shape) - len(roles)]
            rows.append((step.equation.names[min(position, len(step.equation.names) - 1)], tuple(value.shape),
                         batch + roles))
    lines = []
    for name, shape, axes in rows:
        symbol = letters.get(name) or (r"\text{" + name.replace("_", r"\_") + "}")
        size = r" \times ".join(map(str, shape)) or "1"
        along = r" \times ".join(_axis(axis, words) for axis in axes)
        lines.append(rf"{_toned(symbol, palette.get(name, ''))} & \quad {size} & \quad {along}")
    return r"\begin{array}{lll} " + r" \\ ".join(lines) + r" \end{array}"


def numbers(worked: Worked) -> str:
    """The last operation of a cell with its numbers, and what comes out."""
    result = number(worked.result)
    if not worked.operation or worked.operation == result or worked.operation.endswith(f"= {result}"):
        return worked.operation
    return f"{worked.operation} = {result}"


def numbered(equation: Equation, language: str) -> str:
    """Its number in the notes, in the reader's language: N0 (5); N0 (13) as printed; After N0 (13), put right."""
    w = page_words(language, "lesson")
    return _PHRASE.sub(lambda match: w[f"number_{re.sub('[ -]', '_', match[0].lower())}"], equation.number)


def roomy(latex: str) -> str:
    """The same with an invisible strut beside fractions, whose top Streamlit's overflow rule would cut off."""
    return r"\rule{0pt}{2em}" + latex if r"\frac" in latex else latex


@dataclass(frozen=True)
class Formula:
    """An equation written out, for KaTeX or MathJax; ``deeper``: more LaTeX below it; ``code``: what computes it."""

    latex: str
    number: str
    deeper: tuple[str, ...] = ()
    code: str = ""


def typeset(equation: Equation, trace: Trace | None = None, step: str | None = None, worked: Worked | None = None,
            *, language: str, depth: str, words: Mapping[str, str] | None = None,
            tints: Mapping[str, str] | None = None, base: str | None = None) -> Formula:
    """The formula and its number in the notes; deeper: this cell's numbers, this run's shapes, the code.

    ``words``: what the axes are called; ``tints``: colours by step, from ``tones``, where the formula stands beside the
    pictures of a stop; ``base``: "light" or "dark", or else as the reader sees it.
    """
    level, here = DEPTHS.index(depth), trace is not None and step is not None
    palette = colours(equation, base, trace[step] if here else None, trace, tints)
    deeper = []
    if worked is not None and worked.operation and level >= DEPTHS.index("numbers"):
        deeper.append(roomy(numbers(worked)))
    if here and level >= DEPTHS.index("formula"):
        deeper.append(shapes(trace, step, words or {}, palette))
    code = inspect.getsource(equation.function) if level >= DEPTHS.index("code") else ""
    latex = roomy(coloured(equation, palette, called(trace, step) if here else {}))
    return Formula(latex, numbered(equation, language), tuple(deeper), code)
