"""The chain rule: N4-35."""

from __future__ import annotations

import streamlit as st

from core.data import grammar
from core.experiments import verse
from core.formula import EQUATIONS
from pages.components import charts, lesson
from pages.components.address import in_link, tabs
from pages.components.cache import shared
from pages.components.lesson.pictures import steps_of
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.language_models import PAGE
from pages.sequences.language_models.poem_reading import Written

PHRASE, FACTORS = ("Once", "upon", "a", "time"), (0.01, 0.2, 0.9, 0.8)
COUNTED, ORDERED = 3000, 4


@lesson.panel
def chain(now: Written) -> None:
    """The product of factors, to be changed by hand; the same of the poem; another order of the same words."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-35"):
        phrase, own = tabs("chain", {name: w[name] for name in ("phrase", "own_poem")})
        with phrase:
            _bracketed(_edited())
        with own:
            factors = verse.factors(now.trace, len(now.tokens))
            charts.columns(steps_of(now.tokens), {w["factor"]: factors}, w["factor"], height=230, highest=1.0)
            _chain_metrics(factors)
        _orders()
        lesson.stands(EQUATIONS["output.probabilities"], EQUATIONS["output.token_losses"])


def _edited() -> list[float]:
    columns = st.columns(len(PHRASE))
    return [in_link(column.slider)(_conditional(i), 0.01, 1.0, factor, 0.01, key=f"factor {i}")
            for i, (column, factor) in enumerate(zip(columns, FACTORS))]


def _conditional(i: int) -> str:
    return f"p({PHRASE[i]} | {', '.join(PHRASE[:i])})" if i else f"p({PHRASE[0]})"


def _bracketed(factors: list[float]) -> None:
    inside = ""
    for word, p in zip(PHRASE, factors):
        before = f"{inside}\\;\\cdot\\; " if inside else ""
        inside = rf"\underbrace{{{before}\overset{{\text{{{word}}}}}{{{plain(p)}}}}}"
    st.latex(inside)
    _chain_metrics(factors)


def _chain_metrics(factors: list[float]) -> None:
    w, one = words(PAGE), verse.chained(factors)
    lesson.figures(*((w[f"chain_{name}"], plain(one[name], 4)) for name in ("product", "nats", "perplexity")),
                   border=True)


@shared
def _counted() -> tuple[list[str], dict[str, list[float]]]:
    """The commonest first words of the training language's English, and their factors from both ends."""
    sentences = [pair.en for pair in grammar.corpus("train", COUNTED, 1)]
    begun = [one[:ORDERED] for one in sentences if len(one) >= ORDERED]
    first = max(begun, key=begun.count)
    return list(first), verse.orders(sentences, first)


def _orders() -> None:
    def counted() -> dict[str, str | float]:
        first, factors = _counted()
        printed = {name: " · ".join(plain(p) for p in one) for name, one in factors.items()}
        return printed | {"words": " ".join(first), "counted": COUNTED,
                          "product": verse.chained(factors["left"])["product"],
                          "again": verse.chained(factors["right"])["product"]}

    lesson.predict(PAGE, "N4-35", ("same", "smaller", "larger"), counted, truth="same")
