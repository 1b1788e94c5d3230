"""Formulas whose symbols carry the colours of their pictures, with the shapes and the numbers of a run.

    formula(step.equation, trace, step.name, worked, depth="numbers")
    colours(step.equation)             # {"result": "#3c5aff", "Q": ..., "K": ...}, for frames and chips
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping

import streamlit as st

from core.formula import Equation, Worked
from core.steps import Trace
from pages.components.diagram import label_of
from pages.components.state import DEPTHS
from pages.components.text import words as words_of

PALETTE = {
    "light": ("#3c5aff", "#c31ea5", "#87690f", "#005a5a", "#5a1e00", "#3c0f87"),
    "dark": ("#96b4ff", "#ff3ca5", "#fff000", "#96fff0", "#ffa578", "#b469ff"),
}
"""Blue, magenta, ochre, teal, brown, violet: per theme, since no colour reads 4.5 : 1 on both white and near-black.

Found by search: at least 4.5 : 1 on page and panel, and at least 0.12 apart in OKLab, also without red, green or blue
cones (Machado et al. 2009).
"""

TINTS = {
    "embedding.lookup": 0, "embedding.scaled": 1, "embedding.positions": 2, "embedding.positioned": 3,
    "embedding.scaled.E": 0, "embedding.positioned.E": 1, "PE": 2, "x": 3,
    "attention.queries": 0, "attention.keys": 1, "attention.values": 2, "Q": 0, "K": 1, "V": 2,
    "attention.dot_products": 4, "P": 4, "attention.scores": 5, "S": 5, "attention.masked_scores": 4, "allowed": 2,
    "masks.additive_mask": 2, "masks.additive_mask.allowed": 0, "M": 2,
    "masks.scores_plus_mask": 4, "masks.scores_times_mask": 4, "literal.scores_masked_by_a_number": 4,
    "embedding.look_ahead_mask": 2, "embedding.padding_mask": 2, "attention.weights": 1, "A": 1,
    "attention.head_outputs": 5, "Z": 5, "attention.concat": 0, "C": 0, "attention.output": 4, "f": 4,
    "norm.added": 0, "norm.mean.x": 0, "norm.variance.x": 0, "norm.normalized.x": 0, "norm.mean": 1, "mu": 1,
    "norm.variance": 2, "var": 2, "norm.normalized": 5, "normal": 5, "norm.output": 3, "y": 3,
    "feedforward.hidden": 1, "H": 1, "feedforward.activation": 2, "R": 2, "feedforward.output": 4,
    "output.logits": 0, "scores": 0, "output.probabilities": 1, "output.token_losses": 5, "losses": 5, "output.loss": 2,
}
"""Places in the palette by equation (its result) and by input, so that a tensor keeps its colour from step to step."""

_VERBATIM = re.compile(r"\\(?:begin|end|text|mathrm|operatorname)\{[^{}]*\}")
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+|.)", re.DOTALL)
_INDEXED = re.compile(r"(\\?[A-Za-z]+|\\[a-z]+\{[A-Za-z]\})_[a-z]")
_PHRASE = re.compile(r"(?<![A-Za-z])[a-z][a-z -]*[a-z]")
_MARKS = {"hat": "\u0302", "tilde": "\u0303", "bar": "\u0304"}
_GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "epsilon": "ε", "mu": "μ", "sigma": "σ", "chi": "χ"}


def theme() -> str:
    """Light or dark, as the reader sees it."""
    return "dark" if st.context.theme.type == "dark" else "light"


def tensors(equation: Equation) -> tuple[str, ...]:
    """The names of the inputs that have axes, without the constants."""
    return equation.names[: len(equation.inputs)]


def colours(equation: Equation, base: str | None = None) -> dict[str, str]:
    """A colour for the result and for each tensor among the inputs, by name: the same wherever that tensor stands."""
    palette, result = PALETTE[base or theme()], TINTS.get(equation.key)
    slots = {name: TINTS.get(f"{equation.key}.{name}", TINTS.get(name)) for name in tensors(equation)}
    free = iter([i for i in range(len(palette)) if i not in (result, *slots.values())] * 2)
    chosen = {"result": result, **slots}
    return {name: palette[next(free, 0) if slot is None else slot] for name, slot in chosen.items()}


def tint(equation: Equation | None, base: str | None = None) -> str:
    """The colour of a step's picture."""
    return colours(equation, base)["result"] if equation else ""


def symbols(equation: Equation) -> dict[str, str]:
    """The LaTeX of result and inputs by name: spelled alike, or else in the order of the inputs."""
    if not equation.symbols:
        return {}
    result, *letters = equation.symbols
    names, found = list(tensors(equation)), {"result": result}
    for letter in list(letters):
        spelled = re.sub(r"[\\{}]", "", letter).replace("^", "_")
        if spelled in names:
            names.remove(spelled)
            letters.remove(letter)
            found[spelled] = letter
    return found | dict(zip(names, letters))


def _variants(marks: Mapping[str, str]) -> list[tuple[re.Pattern, str]]:
    """A pattern for each symbol, longest first; an index may be another letter, as in a sum."""
    patterns = []
    for symbol in sorted(marks, key=len, reverse=True):
        indexed = _INDEXED.fullmatch(symbol)
        text = re.escape(symbol if indexed is None else symbol[:-1]) + ("" if indexed is None else "[a-z]")
        end = r"(?![a-zA-Z])" if re.search(r"\\[a-zA-Z]+$", symbol) else ""
        patterns.append((re.compile(text + end), marks[symbol]))
    return patterns


def _pieces(latex: str, marks: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The string cut into (text, colour), with no colour between symbols."""
    patterns, at = _variants(marks), 0
    while at < len(latex):
        found = _VERBATIM.match(latex, at)
        colour = ""
        if found is None and not latex[:at].rstrip().endswith(("^", "_")):
            found, colour = next(((m, c) for p, c in patterns if (m := p.match(latex, at))), (None, ""))
        found = found or _COMMAND.match(latex, at)
        text = found.group() if found else latex[at]
        yield text, colour
        at += len(text)


def placed(trace: Trace, step_name: str) -> dict[str, str]:
    """What N0 calls this step's X here and now: the letters of its result and inputs, by the equation's own letters.

    Scores that have met a mask have another letter than the S in the softmax's formula, and their own colour.
    """
    step = trace[step_name]
    letters, found = symbols(step.equation), {}
    read = {name: reference.name for name, reference in zip(step.equation.names, step.references[0])}
    for name, symbol in letters.items():
        made = trace[read[name]].equation if symbol == "S" and read.get(name) in trace else None
        if made is not None and made.symbols and made.symbols[0] != symbol:
            found[symbol] = rf"\textcolor{{{tint(made)}}}{{{made.symbols[0]}}}"
        label = label_of(step_name if name == "result" else read.get(name) or "")
        if label and re.fullmatch(r"[XY](\^\{\[\d+\]\})?", symbol):
            found[symbol] = re.sub(r"\^(\[\d+\])", r"^{\1}", label)
    return found


def coloured(equation: Equation, base: str | None = None, letters: Mapping[str, str] | None = None) -> str:
    """The equation's LaTeX with its symbols in their colours; ``letters``: what some of them are called here."""
    letters = letters or {}
    palette = colours(equation, base)
    marks = {symbol: palette[name] for name, symbol in reversed(symbols(equation).items())}
    cut = _pieces(equation.latex, marks)
    return "".join(rf"\textcolor{{{tone}}}{{{letters.get(text, text)}}}" if tone else text for text, tone in cut)


def plain(symbol: str) -> list[tuple[str, str]]:
    """A symbol's LaTeX as text: pieces with "", "sub" or "sup"."""
    symbol = re.sub(r"\\([a-z]+)", lambda m: _GREEK.get(m[1], m[0]), symbol)
    symbol = re.sub(r"\\(hat|tilde|bar)\{(\w)\}", lambda m: m[2] + _MARKS[m[1]], symbol).replace("\\", "")
    pieces = re.findall(r"([_^])(?:\{([^{}]*)\}|(.))|([^_^]+)", symbol)
    return [(group or single or base, {"_": "sub", "^": "sup"}.get(mark, "")) for mark, group, single, base in pieces]


def _axis(axis: str, words: Mapping[str, str]) -> str:
    if axis in words:
        return r"\text{" + re.sub(r"([_#$%&{}])", r"\\\1", words[axis]) + "}"
    letter, _, rest = axis.partition("_")
    return rf"{letter}_{{\text{{{rest}}}}}" if rest and len(letter) == 1 else rf"\text{{{axis.replace('_', ' ')}}}"


def shapes(trace: Trace, step_name: str, words: Mapping[str, str] | None = None, base: str | None = None) -> str:
    """The sizes and axes of result and inputs in this run, a line each. ``words``: what the axes are called."""
    step = trace[step_name]
    if step.equation is None:
        return ""
    palette, here = colours(step.equation, base), placed(trace, step_name)
    letters = {name: here.get(symbol, symbol) for name, symbol in symbols(step.equation).items()}
    rows = [("result", tuple(step.value.shape), step.axes)]
    for position, value in enumerate(step.arguments(0)[: len(step.equation.inputs)]):
        if value is not None and hasattr(value, "shape"):
            roles = step.equation.input_axes(position)
            batch = ("batch", "batch_2", "batch_3")[: len(value.shape) - len(roles)]
            rows.append((step.equation.names[min(position, len(step.equation.names) - 1)], tuple(value.shape),
                         batch + roles))
    lines = []
    for name, shape, axes in rows:
        letter = letters.get(name) or (r"\text{" + name.replace("_", r"\_") + "}")
        size = r" \times ".join(map(str, shape)) or "1"
        called = r" \times ".join(_axis(axis, words or {}) for axis in axes)
        lines.append(rf"\textcolor{{{palette[name]}}}{{{letter}}} & \quad {size} & \quad {called}")
    return r"\begin{array}{lll} " + r" \\ ".join(lines) + r" \end{array}"


def number(x: float) -> str:
    """A number as LaTeX, to four significant digits; whole numbers whole."""
    if x != x:
        return r"\text{NaN}"
    if abs(x) == float("inf"):
        return r"\infty" if x > 0 else r"-\infty"
    mantissa, _, exponent = (str(int(x)) if x == int(x) and abs(x) < 1e9 else f"{x:.4g}").partition("e")
    return rf"{mantissa}\cdot 10^{{{int(exponent)}}}" if exponent else mantissa


def numbers(worked: Worked) -> str:
    """The last operation of a cell with its numbers, and what comes out."""
    result = number(worked.result)
    if not worked.operation or worked.operation == result or worked.operation.endswith(f"= {result}"):
        return worked.operation
    return f"{worked.operation} = {result}"


def numbered(equation: Equation) -> str:
    """Its number in the notes, in the reader's language: N0 (5); N3 self-attention; N0 (13) as printed."""
    w = words_of("lesson")
    return _PHRASE.sub(lambda found: w[f"number_{re.sub('[ -]', '_', found[0])}"], equation.number)


def roomy(latex: str) -> str:
    """The same with an invisible strut beside fractions, whose top Streamlit's overflow rule would cut off."""
    return r"\rule{0pt}{2em}" + latex if r"\frac" in latex else latex


def formula(equation: Equation, trace: Trace | None = None, step: str | None = None, worked: Worked | None = None,
            *, depth: str, words: Mapping[str, str] | None = None, letters: Mapping[str, str] | None = None) -> None:
    """The formula and its number in the notes; deeper: this cell's numbers, this run's shapes, the code."""
    level = DEPTHS.index(depth)
    if trace is not None and step is not None:
        letters = placed(trace, step)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.latex(roomy(coloured(equation, letters=letters)), width="stretch")
        st.caption(numbered(equation), width="content")
    if worked is not None and worked.operation and level >= DEPTHS.index("numbers"):
        st.latex(roomy(numbers(worked)))
    if trace is not None and step is not None and level >= DEPTHS.index("formula"):
        st.latex(shapes(trace, step, words))
    if level >= DEPTHS.index("code"):
        st.code(inspect.getsource(equation.function), language="python", wrap_lines=True)
