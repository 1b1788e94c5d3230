"""How much to hide: one model at higher ratios than it was trained at; the paper's curves. N2-34, N2-35."""

from __future__ import annotations

import statistics

import streamlit as st

from core.experiments import mae as computed
from core.experiments import mask_ratio
from core.experiments import published_vision as published
from pages.components import charts, lesson, model_choice, readable_text, runs
from pages.components.numbers import Numeral, fixed
from pages.components.pixels import Panel, paper, pixels
from pages.components.text import words
from pages.vision.mae import PAGE
from pages.vision.mae.reconstruction import masked

PERCENT = (75, 81, 87, 94)
SHARES = tuple(range(50, 96, 5))


@lesson.panel
def higher() -> None:
    """The same digit with more and more hidden; and how often a hidden patch has a neighbour that is seen."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-34"):
        pixels(_panels(w), key="higher", label=w["pictures"], size=150)
        if lesson.guessed(PAGE, "N2-34"):
            charts.lines({w["neighbours"].format(n=n): (SHARES, [100 * computed.neighbour_visible(s / 100, n)
                                                                 for s in SHARES]) for n in (4, 8)},
                         w["ratio"], w["has_neighbour"], dots=True, height=230)
        lesson.predict(PAGE, "N2-34", ("third", "half", "most"), _neighbours,
                       lambda neighbours: "third" if neighbours["four_90"] < 40 else "half")


def _panels(w: dict[str, str]) -> list[Panel]:
    subject, panels = model_choice.subject(), []
    read = subject.read(readable_text.text())
    for percent in PERCENT:
        trace = runs.cached_trace(subject.name, subject.written(read._replace(ratio=percent / 100)))
        picture, hidden = paper(trace["picture"].value.numpy()), trace["masking.hidden"].value.numpy()
        panels += [Panel(w["hidden_share"].format(percent=percent), masked(picture, hidden)),
                   Panel(w["answer"], paper(trace["unpatched"].value.numpy()),
                         note=w["error"].format(error=Numeral(trace["hidden_loss"].value)))]
    return panels


def _neighbours() -> dict[str, float]:
    return {f"{name}_{round(100 * ratio)}": 100 * computed.neighbour_visible(ratio, n)
            for name, n in (("four", 4), ("eight", 8)) for ratio in (0.75, 0.9)}


@lesson.panel
def published_ratios() -> None:
    """Fine-tuning and linear probing over the share hidden, as in the paper's figure 5."""
    w, table = words(PAGE), published.TABLES["mae_ratios"]
    with lesson.exhibit(PAGE, "N2-35"):
        if lesson.guessed(PAGE, "N2-35"):
            shares = [float(name) for name in table.rows]
            columns = st.columns(2, gap="large")
            for tone, (column, name) in enumerate(zip(columns, ("fine_tuning", "linear_probing"))):
                with column:
                    charts.lines({w[name]: (shares, [row[tone] for row in table.rows.values()])}, w["ratio"],
                                 w[name], dots=True, tones=(tone,), height=240)
            st.caption(table.source)
            _own(w)
        lesson.predict(PAGE, "N2-35", ("percent_50", "percent_75", "percent_90"), _best,
                       lambda best: f"percent_{best['linear_at']}")


def _own(w: dict[str, str]) -> None:
    """The digits, pre-trained at several ratios: lines through the means, a point for each seed."""
    results = mask_ratio.stored()
    shares = [100 * run["ratio"] for run in results["runs"]]
    numbers = {"seeds": len(results["seeds"]), "steps": results["recipe"]["steps"], "labels": results["labels"],
               "test": results["test_pictures"]}
    st.markdown(w["own"].format(**numbers))
    left, right = st.columns(2, gap="large")
    for column, names, title in ((left, ("model", "mean_picture"), "own_error"),
                                 (right, ("fine_tuned", "linear_probe"), "own_right")):
        rows = {w[f"own_{name}"]: [[seed[name] for seed in run["seeds"]] for run in results["runs"]] for name in names}
        with column:
            charts.lines({name: (shares, [statistics.fmean(row) for row in each]) for name, each in rows.items()},
                         w["ratio"], w[title], height=260,
                         marks={name: ([x for x, row in zip(shares, each) for _ in row],
                                       [one for row in each for one in row]) for name, each in rows.items()})
    scratch = {name: statistics.fmean(one[name] for one in results["without_pretraining"])
               for name in ("fine_tuned", "linear_probe")}
    st.caption(w["own_scratch"].format(tuned=fixed(scratch["fine_tuned"], 1), probe=fixed(scratch["linear_probe"], 1)))


def _best() -> dict[str, float | str]:
    rows = published.TABLES["mae_ratios"].rows
    tuned, linear = (max(rows, key=lambda name: rows[name][i]) for i in (0, 1))
    flat = [rows[str(p)][0] for p in (40, 50, 60, 70, 75, 80)]
    return {"linear_at": linear, "linear": rows[linear][1], "tuned_at": tuned, "tuned": rows[tuned][0],
            "least": min(flat), "most": max(flat)}
