"""Where the norm stands, with and without warm-up: four trainings. N0-14 in training."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from core.experiments import small_translators as computed
from pages.components import charts, lesson
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.training import PAGE

KEY = "norms"


@lesson.panel
def norms() -> None:
    """The rates of the steps; once guessed, the loss of the four, and what each leads to on new sentences."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        results = computed.stored()
        recipe, guessed = computed.DEEP, lesson.guessed(PAGE, KEY)
        left, right = st.columns([0.66, 0.34], gap="large")
        with left:
            if guessed:
                charts.lines({_named(name): computed.mean_curve(results, name) for name in computed.NORMS}, w["steps"],
                             w["norms_loss"], level=results["by_frequency"], tones=(0, 1), height=330)
                st.caption(w["norms_frequency"].format(loss=fixed(results["by_frequency"], 2)))
            else:
                _rates(recipe)
        with right:
            st.markdown(w["norms_recipe"].format(
                layers=recipe.configuration["n_layers"], width=recipe.configuration["d_model"], steps=recipe.steps,
                batch=recipe.batch, rate=plain(recipe.rate), warmup=recipe.warmup, seeds=len(results["seeds"])))
            if guessed:
                _rates(recipe, height=170)
        held = {name: computed.of(results, name, "held_out") for name in computed.NORMS}
        values = {"seeds": str(len(results["seeds"]))}
        values |= {name: fixed(statistics.fmean(seeds), 2) for name, seeds in held.items()}
        values |= {f"{name}_each": " · ".join(fixed(one, 2) for one in seeds) for name, seeds in held.items()}
        values |= {f"{norm}_gain": _signed(statistics.fmean(held[f"{norm}_warmup"]) - statistics.fmean(held[norm]))
                   for norm in ("post", "pre")}
        lesson.predict(PAGE, KEY, tuple(f"norms_{name}" for name in computed.NORMS),
                       lambda: {"which": w[f"norms_{_worst(held)}"], "sure": w[_surely(held)]},
                       lambda _: f"norms_{_worst(held)}", **values)


def _named(name: str) -> tuple[str, str]:
    """A training by its norm and its beginning."""
    w, (norm, _, begins) = words(PAGE), name.partition("_")
    return w[f"norm_{norm}"], w["warmed" if begins else "unwarmed"]


def _rates(recipe: computed.ComparedRecipe, height: int = 300) -> None:
    """The rate of every step, with warm-up and without."""
    w, steps = words(PAGE), range(recipe.steps)
    both = {w["warmed"]: recipe, w["unwarmed"]: replace(recipe, warmup=0)}
    charts.lines({name: (steps, [one.rate * one.rate_at(step) for step in steps]) for name, one in both.items()},
                 w["steps"], w["rate"], tones=(3, 4), height=height)


def _worst(held: Mapping[str, list[float]]) -> str:
    """Which of the four has the highest loss on new sentences, on the mean of the seeds."""
    return max(held, key=lambda name: statistics.fmean(held[name]))


def _surely(held: Mapping[str, list[float]]) -> str:
    """Whether every seed of the worst is worse than every seed of all others."""
    worst = _worst(held)
    rest = [one for name, seeds in held.items() if name != worst for one in seeds]
    return "every_seed" if computed.lower(held[worst], rest) == 1 else "not_every_seed"


def _signed(change: float) -> str:
    return f"{'+' if change > 0 else '−' if change < 0 else ''}{fixed(abs(change), 2)}"
