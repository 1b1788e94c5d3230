"""Why doubt is wanted: how sure a model is and how often right, with and without label smoothing. Beside N0-23."""

from __future__ import annotations

import statistics
from collections.abc import Mapping

import streamlit as st

from core.experiments import parameters
from core.experiments import small_translators as computed
from pages.components import charts, lesson
from pages.components.lesson.pictures import table
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.output import PAGE

KEY = "doubt"
SETTINGS, SETS = ("unsmoothed", "base"), ("unseen_structure", "unseen_combinations", "same_distribution")
MARGIN = 0.02


@lesson.panel
def label_smoothing() -> None:
    """Confidence against being right, bin by bin, on sentences of three kinds; covered until the guess."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        results = computed.stored()
        st.markdown(w["doubt_recipe"].format(
            pairs=plain(computed.BASE.pairs), epsilon=computed.BASE.smoothing, seeds=len(results["seeds"]),
            parameters=plain(results["runs"]["base"][0]["parameters"]), sentences=results["sentences"]))
        if lesson.predict(PAGE, KEY, ("surer", "as_sure", "less_sure"), lambda: _prose_values(results), _judged):
            kind = lesson.one_of(st, w["doubt_set"], SETS, w, "set_", "doubt set", default=SETS[0])
            left, right = st.columns([0.56, 0.44], gap="large")
            with left:
                _reliability(results, kind)
            with right:
                _table(results)


def _prose_values(results: dict) -> dict[str, float | str]:
    """Confidence and share that is right on the first of the sets, in percent, and all calibration errors."""
    values: dict[str, float | str] = {}
    for name in SETTINGS:
        for key in ("confidence", "right"):
            values[f"{name}_{key}"] = fixed(100 * statistics.fmean(computed.of(results, name, "sets", SETS[0], key)), 1)
        values[f"{name}_loss"] = fixed(statistics.fmean(computed.of(results, name, "sets", SETS[0], "loss")), 2)
    values["train"] = fixed(statistics.fmean(curve[-1] for curve in computed.of(results, SETTINGS[0], "losses")), 2)
    values["gap"] = statistics.fmean(computed.too_sure(results, SETTINGS[0], SETS[0]))
    w = words(PAGE)
    better = [w[f"set_{kind}"] for kind in SETS if _better(results, kind) < 0]
    worse = [w[f"set_{kind}"] for kind in SETS if _better(results, kind) > 0]
    values |= {"better": w["doubt_and"].join(better) or w["doubt_nowhere"],
               "worse": w["doubt_and"].join(worse) or w["doubt_nowhere"]}
    return values | _in_the_paper()


def _in_the_paper() -> dict[str, str]:
    """Perplexity and BLEU of the base model in the paper's Table 3, without smoothing and with it."""
    rows = {row.change or row.row: row for row in parameters.TABLE_3}
    printed = {"without": rows["eps_ls=0.0"], "with": rows["base"]}
    return {f"{key}_{name}": str(getattr(row, key)) for name, row in printed.items() for key in ("perplexity", "bleu")}


def _better(results: dict, kind: str) -> int:
    """-1 where smoothing lowers the calibration error with every seed against every seed, 1 where it raises it."""
    return computed.lower(*(_errors(results, name, kind) for name in reversed(SETTINGS)))


def _errors(results: dict, name: str, kind: str) -> list[float]:
    return [computed.calibration_error(one) for one in computed.of(results, name, "sets", kind, "reliability")]


def _judged(values: Mapping) -> str:
    """Whether the model without smoothing is surer than right on sentences of a form that it does not know."""
    return "surer" if values["gap"] > MARGIN else "less_sure" if values["gap"] < -MARGIN else "as_sure"


def _reliability(results: dict, kind: str) -> None:
    """Per bin the mean confidence and the share that is right, all seeds together; a diagonal for being as sure."""
    w, series = words(PAGE), {}
    for name in SETTINGS:
        bins = computed.pooled(results, name, kind)
        filled = [i for i, count in enumerate(bins["words"]) if count >= 20]
        series[w[f"doubt_{name}"]] = [[bins[key][i] for i in filled] for key in ("confidence", "right")]
    series[w["doubt_diagonal"]] = [[0, 1], [0, 1]]
    charts.lines(series, w["doubt_confidence"], w["doubt_right"], domain=(0, 1), dots=True, tones=(1, 0, -1),
                 height=380)


def _table(results: dict) -> None:
    """Per set and model: how sure, how often right, calibration error, loss; means of the seeds."""
    w = words(PAGE)
    rows = []
    for kind in SETS:
        for name in SETTINGS:
            one = {key: statistics.fmean(computed.of(results, name, "sets", kind, key))
                   for key in ("confidence", "right", "loss")}
            rows.append((w[f"set_{kind}"], w[f"doubt_{name}"], fixed(one["confidence"], 3), fixed(one["right"], 3),
                         fixed(statistics.fmean(_errors(results, name, kind)), 3), fixed(one["loss"], 2)))
    table((w["doubt_set"], w["doubt_model"], w["doubt_confidence"], w["doubt_right"], "ECE", w["doubt_loss"]), rows)
    st.caption(w["doubt_ece"])
