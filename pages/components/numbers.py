"""Numbers in prose, metrics, captions and charts: those of core, and what a text's braces write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from core.numbers import RAISED, fixed, plain, share

__all__ = ["POWERS_OF_TEN", "RAISED", "Numeral", "fixed", "numerals", "plain", "vector"]

_POWER = "abs(round(log(datum.value) / LN10))"
_DIGITS = [f"slice('⁰¹²³⁴⁵⁶⁷⁸⁹', {digit}, {digit} + 1)" for digit in (
    f"floor({_POWER} / 100)", f"floor({_POWER} / 10) % 10", f"{_POWER} % 10")]
POWERS_OF_TEN = ("datum.value >= 0.001 && datum.value < 1e5 ? format(datum.value, ',~g') : '10'"
                 " + (datum.value < 1 ? '⁻' : '')"
                 f" + ({_POWER} > 99 ? {_DIGITS[0]} : '') + ({_POWER} > 9 ? {_DIGITS[1]} : '') + {_DIGITS[2]}")
"""Labels of a logarithmic axis, as a Vega expression: 0.01, 100, 10⁶, and all other powers that a number can have."""


class Numeral(float):
    """A number that ``{x:.3g}`` in a text writes like ``plain``, ``{x:.3f}`` like ``fixed``, ``{x:.0%}`` as a share."""

    def __format__(self, how: str) -> str:
        written = re.fullmatch(r"\.(\d+)([fg%])", how)
        if written is None:
            return float.__format__(self, how)
        return {"g": plain, "f": fixed, "%": share}[written[2]](self, int(written[1]))


def vector(numbers: Iterable[float]) -> str:
    """Numbers as a row in brackets."""
    return f"({', '.join(plain(float(number), 4) for number in numbers)})"


def numerals(numbers: Mapping[str, float]) -> dict[str, Numeral]:
    """Numbers for a text to write in full: ``text.format(**numerals(found))``."""
    return {name: Numeral(number) for name, number in numbers.items()}
