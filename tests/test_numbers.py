"""How numbers are written: the golden table that the scripts of the pages are held to as well; nothing is lost."""

import json
import math
from pathlib import Path

import pytest

from core.numbers import fixed, latex, plain
from pages.components.numbers import Numeral

GOLDEN = json.loads((Path(__file__).parent / "golden" / "numbers.json").read_text("utf-8"))


def read_off(text):
    """The number that ``plain`` wrote."""
    mantissa, _, power = text.replace("−", "-").replace(",", "").partition("×10")
    return float(f"{mantissa}e{power.translate(str.maketrans('⁻⁰¹²³⁴⁵⁶⁷⁸⁹', '-0123456789')) or 0}")


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: f"{row['value']} to {row['digits']}")
def test_numbers_are_written_as_in_the_golden_table(row):
    """A value that JSON cannot hold stands there by its name in JavaScript."""
    assert plain(float(row["value"]), row["digits"]) == row["text"]
    assert latex(float(row["value"]), row["digits"]) == row["latex"]


@pytest.mark.parametrize("x", [-1.2345678e-7, 6.02e23, 3.14159, -2e-5, 99999.5, 123456.7, 0.1, 7.0, -1e9])
def test_a_number_is_read_back_to_its_digits(x):
    assert read_off(plain(x, 4)) == pytest.approx(x, rel=1e-3)


@pytest.mark.parametrize("x, decimals, text", [(-0.00001, 3, "0.000"), (-1.5, 2, "−1.50"), (1234.5, 1, "1,234.5"),
                                               (math.nan, 2, "NaN"), (-math.inf, 1, "−∞")])
def test_fixed(x, decimals, text):
    assert fixed(x, decimals) == text


def test_a_number_in_a_text_is_written_alike():
    assert "{0:.3g} {0:.2f}".format(Numeral(-0.000012)) == "−1.2×10⁻⁵ 0.00"


@pytest.mark.parametrize("x, text", [(0, "0% 0.0%"), (1, "100% 100.0%"), (0.424, "42% 42.4%"), (1.004, "100% 100.4%"),
                                     (0.0031, "0.3% 0.3%"), (0.9968, "99.7% 99.7%"), (0.0003, "0.03% 0.03%"),
                                     (0.99994, "99.99% 99.99%"), (1e-9, "<0.01% <0.01%"),
                                     (0.9999999, ">99.99% >99.99%")])
def test_a_share_is_called_none_or_all_where_it_is(x, text):
    assert "{0:.0%} {0:.1%}".format(Numeral(x)) == text
