"""Numbers in prose, metrics and captions, written as in a book: 0.0031, 1,920, −4.5×10⁻⁷; never 4.5e-07."""

from __future__ import annotations

from collections.abc import Mapping

RAISED = str.maketrans("-0123456789[]", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾")
LARGE = 1e6  # from here on a power of ten is shorter and easier to read
ROUNDING = 1e-9  # below, a number is an error of rounding, of which only the size matters
POWERS_OF_TEN = ("datum.value >= 0.001 && datum.value < 1e5 ? format(datum.value, ',~g') : '10'"
                 " + (datum.value < 1 ? '⁻' : '') + (abs(round(log(datum.value) / LN10)) > 9 ? '¹' : '')"
                 " + slice('⁰¹²³⁴⁵⁶⁷⁸⁹', abs(round(log(datum.value) / LN10)) % 10,"
                 " abs(round(log(datum.value) / LN10)) % 10 + 1)")
"""Labels of a logarithmic axis, as a Vega expression: 0.01, 100, 10⁶; powers below 20."""


def plain(x: float, digits: int = 3) -> str:
    """A number to so many significant digits; whole thousands stay whole, tiny numbers get a power of ten."""
    x = float(x)
    digits = min(digits, 2) if abs(x) < ROUNDING else digits
    text = f"{x:,.0f}" if 10**digits <= abs(x) < LARGE else f"{x:.{digits}g}"
    mantissa, _, power = text.partition("e")
    return mantissa.replace("-", "−") + (f"×10{str(int(power)).translate(RAISED)}" if power else "")


class Numeral(float):
    """A number that ``{x:.3g}`` in a text writes like `plain`; any other format is a float's."""

    def __format__(self, how: str) -> str:
        if how.startswith(".") and how.endswith("g"):
            return plain(self, int(how[1:-1]))
        return float.__format__(self, how)


def numerals(numbers: Mapping[str, float]) -> dict[str, Numeral]:
    """Numbers for a text to write in full: ``text.format(**numerals(found))``."""
    return {name: Numeral(number) for name, number in numbers.items()}
