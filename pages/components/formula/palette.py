"""Whose colour is whose: a tensor has one, in its picture's frame, in every formula and in every cell's arithmetic.

    colours(equation)["Q"]              # of result ("result") and inputs by name; "" (ink) for what is learned
    tones(trace, groups)["probabilities"]     # of every step, so that no two of a group of pictures share one

An equation's colour is its place among those of its chapter that have a letter; nothing is listed by hand.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from core.formula import EQUATIONS, Equation
from core.streams import ENTRIES
from pages.components.formula.letters import symbols

if TYPE_CHECKING:
    from core.steps import Step, Trace

PALETTE = {
    "light": ("#3c5aff", "#c31ea5", "#87690f", "#005a5a", "#5a1e00", "#3c0f87"),
    "dark": ("#96b4ff", "#ff3ca5", "#fff000", "#96fff0", "#ffa578", "#b469ff"),
}
PALETTE["both"] = tuple(f"light-dark({light}, {dark})" for light, dark in zip(PALETTE["light"], PALETTE["dark"]))
"""Blue, magenta, ochre, teal, brown, violet: per theme, since no colour reads 4.5 : 1 on both white and near-black.

Found by search: at least 4.5 : 1 on page and panel, and at least 0.12 apart in OKLab, also without red, green or blue
cones (Machado et al. 2009). "both": for a page that CSS alone turns from light to dark.
"""

BOTH = {tone: both for theme in ("light", "dark") for tone, both in zip(PALETTE[theme], PALETTE["both"])}
"""A colour of one theme -> what follows the theme: for what CSS draws."""

COUNT = 6
_OTHERS = (4, 5, 3, 2, 1, 0)  # for inputs that no equation of the chapter makes: first what layers pass on


def theme() -> str:
    """Light or dark, as the reader sees it; only this asks the session."""
    import streamlit as st  # not with the module: formulas are written without a page too

    return "dark" if st.context.theme.type == "dark" else "light"


def css() -> str:
    """Rules by which formulas follow the theme at once: KaTeX keeps the colour that was right when it was drawn."""
    rules = []
    for light, dark in zip(PALETTE["light"], PALETTE["dark"]):
        for tone in (light, dark):
            rgb = ", ".join(str(int(tone[i:i + 2], 16)) for i in (1, 3, 5))
            rules.append(f'.katex [style*="rgb({rgb})"] {{color: light-dark({light}, {dark}) !important}}')
    return "\n".join(rules)


def tensors(equation: Equation) -> tuple[str, ...]:
    """The names of the inputs that have axes, without the constants."""
    return equation.names[: len(equation.inputs)]


def colours(equation: Equation, base: str | None = None, step: Step | None = None, trace: Trace | None = None,
            tints: Mapping[str, str] | None = None) -> dict[str, str]:
    """A colour for the result and for each tensor among the inputs, by name; "" for parameters.

    Of a ``step`` of a ``trace`` an input has the colour of the step that was read. ``tints``: colours by step name
    that count before all others, as ``tones`` gives them.
    """
    palette = PALETTE[base or theme()]
    chosen = {name: "" if slot is None else palette[slot] for name, slot in _slots(equation, step, trace).items()}
    if tints and step is not None:
        for name, read in {"result": step.name, **reads(step)}.items():
            if read in tints and name in chosen:
                chosen[name] = tints[read]
    return chosen


def tint(equation: Equation | None, base: str | None = None) -> str:
    """The colour of a step's picture."""
    return "" if equation is None or place(equation) is None else PALETTE[base or theme()][place(equation)]


def tones(trace: Trace, groups: Iterable[Sequence[str]], base: str | None = None) -> dict[str, str]:
    """A colour for each step such that those of one group differ: its equation's, or else the next that is free.

    Beyond six in a group, and last of all what has no letter, has no colour ("").
    """
    near: dict[str, set[str]] = {name: set() for name in trace}
    for group in groups:
        for name in group:
            near[name].update(other for other in group if other != name)
    slots: dict[str, int | None] = {}
    for name in sorted(trace, key=lambda name: (_wanted(trace[name]) is None, trace[name].equation is None)):
        taken = {slots.get(other) for other in near[name]}
        wanted = _wanted(trace[name])
        order = [(4 if wanted is None else wanted) + i for i in range(COUNT)]
        slots[name] = next((slot % COUNT for slot in order if slot % COUNT not in taken), None)
    palette = PALETTE[base or theme()]
    return {name: "" if slot is None else palette[slot] for name, slot in slots.items()}


def reads(step: Step) -> dict[str, str]:
    """The names of the steps that an equation's inputs were, by the name of the input."""
    if step.equation is None:
        return {}
    pairs = zip(step.equation.names, step.references[0])
    return {name: reference.name for name, reference in pairs if reference.name and not reference.parameter}


def _lettered(equation: Equation) -> list[Equation]:
    """The equations of its chapter that have a letter."""
    chapter = equation.key.partition(".")[0]
    return [other for other in EQUATIONS.values() if other.symbols and other.key.partition(".")[0] == chapter]


@functools.cache
def place(equation: Equation) -> int | None:
    """Its place among those of its chapter that have a letter, round the palette; None without a letter."""
    lettered = _lettered(equation)
    return lettered.index(equation) % COUNT if equation in lettered else None


def _slots(equation: Equation, step: Step | None, trace: Trace | None) -> dict[str, int | None]:
    """Places in the palette, all different as far as it reaches: the result's first, then those of known makers."""
    first = place(equation)
    slots: dict[str, int | None] = {"result": _OTHERS[0] if first is None else first}
    names = [name for i, name in enumerate(tensors(equation)) if not _learned(equation, i, step)]
    makers = {name: _maker(equation, name, step, trace) for name in names}
    for name in sorted(names, key=lambda name: makers[name] is None):
        free = [slot for slot in _OTHERS if slot not in slots.values()] or list(_OTHERS)
        maker = makers[name]
        slots[name] = maker if maker in free else free[0]
    return {name: slots.get(name) for name in ("result", *tensors(equation))}


def _learned(equation: Equation, position: int, step: Step | None) -> bool:
    """Whether an input is a parameter: as it was in this step, or else if it runs along no words and has a letter."""
    if step is not None and step.references[0]:
        return position < len(step.references[0]) and step.references[0][position].parameter
    axes = equation.input_axes(position)
    return len(equation.inputs) > 1 and not set(axes) & ENTRIES and position > 0


def _maker(equation: Equation, name: str, step: Step | None, trace: Trace | None) -> int | None:
    """The place of the equation that made an input, by provenance, or else by its letter in this chapter."""
    read = reads(step).get(name) if step is not None else None
    if trace is not None and read in trace:
        made = trace[read].equation
        return None if made is None else place(made)
    symbol = symbols(equation).get(name)
    made = next((other for other in _lettered(equation) if other is not equation and other.symbols[0] == symbol), None)
    return None if made is None else place(made)


def _wanted(step: Step) -> int | None:
    return None if step.equation is None else place(step.equation)
