"""The one way to write a number: in a text as in a book (0.0031, 1,920, −4.5×10⁻⁷), and in a formula as LaTeX.

``tests/golden/numbers.json`` holds what comes out; the scripts of the pages write by the same table.
"""

import math

RAISED = str.maketrans("-0123456789[]", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾")
LARGE = 1e6  # from here on a power of ten is shorter and easier to read
WHOLE = 1e9  # below, a whole number is written in full
ROUNDING = 1e-9  # below, a number is an error of rounding, of which only the size matters
NO_NUMBERS = {"nan": ("NaN", r"\text{NaN}"), "inf": ("∞", r"\infty"), "-inf": ("−∞", r"-\infty")}
"""What is written in a text and in a formula of what Python calls so."""


def _written(x: float, digits: int) -> tuple[str, int]:
    """Digits with a comma between thousands, and the power of ten that follows them; 0 if none does."""
    digits = min(digits, 2) if abs(x) < ROUNDING else digits
    if x == int(x) and abs(x) < WHOLE:
        return f"{int(x):,}", 0
    mantissa, _, power = f"{x:,.{digits}g}".partition("e")
    if power and 1 <= abs(x) < LARGE:
        return f"{x:,.0f}", 0
    return mantissa, int(power or 0)


def plain(x: float, digits: int = 3) -> str:
    """A number in a text, to so many significant digits; whole numbers stay whole, tiny and huge ones get a power."""
    if not math.isfinite(x):
        return NO_NUMBERS[str(float(x))][0]
    mantissa, power = _written(float(x), digits)
    return mantissa.replace("-", "−") + (f"×10{str(power).translate(RAISED)}" if power else "")


def fixed(x: float, decimals: int) -> str:
    """A number with so many decimals, for those that stand one below the other; never a negative zero."""
    if not math.isfinite(x):
        return plain(x)
    return f"{round(float(x), decimals) + 0.0:,.{decimals}f}".replace("-", "−")


def share(x: float, decimals: int = 0, most: int = 2) -> str:
    """A share in percent; up to ``most`` decimals where it would be rounded to nothing or to all, which it is not."""
    x, least = float(x), 10.0**-most
    for places in range(decimals, most + 1):
        written = f"{x:.{places}%}"
        if not 0 < x < 1 or 0 < float(written[:-1]) < 100:
            return written
    return f"<{least:g}%" if x < 0.5 else f">{100 - least:g}%"


def latex(x: float, digits: int = 4) -> str:
    """A number in a formula, where a comma would part two things."""
    if not math.isfinite(x):
        return NO_NUMBERS[str(float(x))][1]
    mantissa, power = _written(float(x), digits)
    return mantissa.replace(",", "") + (rf"\cdot 10^{{{power}}}" if power else "")
