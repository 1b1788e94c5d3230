"""One wide head against several narrow ones, trained alike. Beside N2-20."""

from __future__ import annotations

import statistics
from collections.abc import Mapping

import streamlit as st

from core.experiments import parameters
from core.experiments import small_translators as computed
from pages.components import charts, lesson
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.heads import PAGE

KEY = "one_or_several"
NAMES, SETS = ("one_head", "base"), ("same_distribution", "unseen_combinations", "unseen_structure")
ANSWERS = {-1: "several_better", 0: "same_better", 1: "one_better"}


@lesson.panel
def one_or_several() -> None:
    """Loss on new sentences, whole sentences right, and how well the best head aligns; covered until the guess."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        results, recipe = computed.stored(), computed.BASE
        one, several = (computed.RECIPES[name].configuration for name in NAMES)
        st.markdown(w["heads_recipe"].format(
            d=one["d_model"], h=several["n_heads"], d_k=several["d_model"] // several["n_heads"], steps=recipe.steps,
            parameters=plain(results["runs"]["base"][0]["parameters"]), pairs=plain(recipe.pairs),
            seeds=len(results["seeds"]), sentences=results["sentences"]))
        losses = {name: _values(results, name, SETS[0], "loss") for name in NAMES}
        if lesson.predict(PAGE, KEY, tuple(ANSWERS.values()), lambda: _prose_values(results, losses),
                          lambda _: ANSWERS[computed.lower(losses["base"], losses["one_head"])]):
            _drawn(results)


def _values(results: dict, name: str, kind: str, key: str) -> list[float]:
    return computed.of(results, name, "sets", kind, key)


def _prose_values(results: dict, losses: Mapping[str, list[float]]) -> dict[str, str]:
    values = {f"{name}_loss": " · ".join(fixed(one, 3) for one in seeds) for name, seeds in losses.items()}
    for name in NAMES:
        values[f"{name}_exact"] = fixed(statistics.fmean(_values(results, name, SETS[0], "exact_match")), 1)
        values[f"{name}_aligned"] = " · ".join(fixed(one, 3) for one in computed.of(results, name, "alignment_error"))
    bleu = {row.sizes.n_heads: row.bleu for row in parameters.TABLE_3 if row.row in ("base", "A")}
    return values | {"seeds": str(len(results["seeds"])), "bleu_one": str(bleu[1]), "bleu_base": str(bleu[8])}


def _drawn(results: dict) -> None:
    """Loss on new sentences and sentences right, means of the seeds; a bar per seed for the alignment error."""
    w = words(PAGE)
    columns = st.columns(3, gap="large")
    for column, key in zip(columns, ("loss", "exact_match")):
        with column:
            series = {w[f"heads_{name}"]: [statistics.fmean(_values(results, name, kind, key)) for kind in SETS]
                      for name in NAMES}
            charts.columns([w[f"set_{kind}"] for kind in SETS], series, w[f"heads_{key}"], height=260)
    with columns[2]:
        rows = {w["heads_seed"].format(name=w[f"heads_{name}"], seed=seed): error for name in NAMES
                for seed, error in zip(results["seeds"], computed.of(results, name, "alignment_error"))}
        charts.bars(rows, w["heads_aligned"], tones=[tone for tone in (0, 1) for _ in results["seeds"]])
