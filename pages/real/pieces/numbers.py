"""How numbers are cut: each digit by itself, or in groups."""

from __future__ import annotations

from core.experiments import pieces
from pages.components import lesson
from pages.components.lesson.pictures import table
from pages.components.text import words
from pages.real.pieces import PAGE
from pages.real.pieces.own_text import in_line, own_tokens

KEY, OPTIONS = "numbers", ("one_token", "by_threes", "each_digit")
ASKED = "1234567"


@lesson.panel
def numbers() -> None:
    """The tokens of some numbers, once the reader has guessed those of one."""
    w, by_number = words(PAGE), dict(pieces.stored()["numbers"])
    with lesson.exhibit(PAGE, KEY):
        if lesson.predict(PAGE, KEY, OPTIONS, truth=_cut, asked=ASKED, digits=len(ASKED), tokens=len(by_number[ASKED])):
            table((w["written"], w["tokens"]), ((text, in_line(tokens)) for text, tokens in by_number.items()))
            own_tokens(w["own_number"], w["own_number_example"], "number")


def _cut(numbers: dict) -> str:
    return OPTIONS[0 if numbers["tokens"] == 1 else 2 if numbers["tokens"] == numbers["digits"] else 1]
