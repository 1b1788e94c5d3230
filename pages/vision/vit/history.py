"""From words to pictures: which idea came first. N2-27; R65."""

from __future__ import annotations

import streamlit as st

from core.experiments import published_vision as published
from pages.components import charts, lesson
from pages.components.text import words
from pages.vision.vit import PAGE


@lesson.panel
def history() -> None:
    """First versions on a line of years, beside the months that the note prints."""
    w, versions = words(PAGE), published.FIRST_VERSIONS
    with lesson.exhibit(PAGE, "N2-27"):
        if lesson.guessed(PAGE, "N2-27"):
            began = _month(versions["Transformer"][1])
            after = {name: _month(first) - began for name, (_, first, _) in versions.items()}
            charts.bars(after, w["months_after"], scale="dots", domain=(-2, 1.2 * max(after.values())),
                        texts=[first for _, first, _ in versions.values()])
            st.dataframe({w["model"]: list(versions), "arXiv": [number for number, _, _ in versions.values()],
                          w["month_printed"]: [printed or "–" for _, _, printed in versions.values()]}, hide_index=True)
        lesson.predict(PAGE, "N2-27", ("five_months", "two_years", "four_years"), _between,
                       lambda gaps: "five_months" if gaps["months"] < 12 else "two_years")
        lesson.erratum("R65", _late)


def _late() -> None:
    """How many months the printed month is behind the first version."""
    late = {name: _month(printed) - _month(first) for name, (_, first, printed) in published.FIRST_VERSIONS.items()
            if printed}
    charts.bars(late, words(PAGE)["months_late"], texts=[str(months) for months in late.values()])


def _month(written: str) -> int:
    """Months since the year 0 of "2017-06"."""
    year, number = map(int, written.split("-"))
    return 12 * year + number


def _between() -> dict[str, float]:
    versions = published.FIRST_VERSIONS
    began, pixels, vit = (_month(versions[name][1]) for name in ("Transformer", "Non-local", "ViT"))
    return {"months": pixels - began, "later": vit - began}
