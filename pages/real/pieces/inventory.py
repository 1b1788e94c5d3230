"""What the tokens of a vocabulary are made of, and of another one that was learned from Chinese."""

from __future__ import annotations

from core.experiments import pieces
from pages.components import charts, lesson
from pages.components.text import words
from pages.real.pieces import PAGE

KEY, OPTIONS = "inventory", ("one_in_three", "one_in_thirty", "less_than_that")


@lesson.panel
def inventory() -> None:
    """Tokens by script, once the reader has guessed how many hold a Chinese character."""
    w, counts = words(PAGE), pieces.stored()["inventory"]
    with lesson.exhibit(PAGE, KEY):
        totals = {name: sum(one.values()) for name, one in counts.items()}
        shares = {name: {script: 100 * count / totals[name] for script, count in one.items()}
                  for name, one in counts.items()}
        if lesson.predict(PAGE, KEY, OPTIONS, truth=_part, han=counts["brought"]["han"], all=totals["brought"],
                          latin_share=shares["brought"]["latin"], han_share=shares["brought"]["han"],
                          own_all=totals["own"], own_han_share=shares["own"]["han"],
                          own_latin_share=shares["own"]["latin"]):
            charts.stacked([(w[f"list_{name}"], w[f"script_{script}"], share) for name, one in shares.items()
                            for script, share in one.items()], [w[f"script_{script}"] for script in pieces.SCRIPTS],
                           w["percent"])


def _part(numbers: dict) -> str:
    """The option nearest to the share of Chinese pieces."""
    share = numbers["han"] / numbers["all"]
    return OPTIONS[0 if share > 0.1 else 1 if share > 0.01 else 2]
