"""ViT against convolutional networks: what is reached, and what it costs. N0-30; R39."""

from __future__ import annotations

import streamlit as st

from core.experiments import published_vision as published
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.vision.vit import PAGE

TABLE = published.TABLES["vit_against_others"]
COST, ASKED = "TPUv3-core-days", "VTAB (19 tasks)"
VIT, OTHERS = TABLE.columns[:3], TABLE.columns[3:]
RIVAL = "BiT-L R152x4"


@lesson.panel
def results() -> None:
    """The table to sort by any data set, and one data set against the cost."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-30"):
        sets, known = [name for name in TABLE.rows if name != COST], lesson.guessed(PAGE, "N0-30")
        st.dataframe({w["model"]: TABLE.columns, w["core_days"]: TABLE.rows[COST]}
                     | {name: [_printed(name, model) for model in TABLE.columns] for name in sets
                        if known or name != ASKED}, hide_index=True)
        st.caption(f"{TABLE.source} · {w['three_runs'].format(other=published.NOISY_STUDENT)}")
        if known:
            chosen = in_link(st.selectbox)(w["data_set"], sets, index=sets.index(ASKED), key="vit set")
            charts.lines({w["family_vit"]: _points(chosen, VIT), w["family_cnn"]: _points(chosen, OTHERS)},
                         w["core_days"], w["right_share"], scales=("log", "linear"), dots=True, height=240,
                         ticks=sorted(TABLE.rows[COST]))
        lesson.predict(PAGE, "N0-30", ("higher", "lower"), _on_vtab,
                       lambda accuracy: "lower" if accuracy["large"] < accuracy["rival"] else "higher")
        lesson.erratum("R39", _not_everywhere)


def _cell(name: str, model: str) -> float | None:
    return TABLE.rows[name][TABLE.columns.index(model)]


def _printed(name: str, model: str) -> str:
    """A cell as the paper prints it: mean and deviation, in per cent."""
    mean, spread = _cell(name, model), TABLE.spread[name][TABLE.columns.index(model)]
    if mean is None:
        return "–"
    return plain(mean, 4) if spread is None else f"{fixed(mean, 2)} ± {fixed(spread, 2)}"


def _points(name: str, models: tuple[str, ...]) -> tuple[list[float], list[float]]:
    """Cost and share right of the models that have both, the cheapest first."""
    points = sorted((_cell(COST, model), _cell(name, model)) for model in models if _cell(name, model) is not None)
    return [cost for cost, _ in points], [right for _, right in points]


def _on_vtab() -> dict[str, float]:
    return {"large": _cell(ASKED, VIT[1]), "rival": _cell(ASKED, RIVAL),
            "cheaper": _cell(COST, RIVAL) / _cell(COST, VIT[1]),
            "least": _cell(ASKED, VIT[2]), "cheapest": _cell(COST, RIVAL) / _cell(COST, VIT[2])}


def _not_everywhere() -> None:
    """Where a ViT that was pre-trained on JFT is not above the convolutional network."""
    w, rows = words(PAGE), []
    for name in TABLE.rows:
        for rival in OTHERS:
            ours, theirs = _cell(name, VIT[1]), _cell(name, rival)
            if name != COST and ours is not None and theirs is not None and ours <= theirs:
                rows.append((name, ours, rival, theirs))
    st.dataframe({w["data_set"]: [r[0] for r in rows], VIT[1]: [plain(r[1], 4) for r in rows],
                  w["other"]: [r[2] for r in rows], w["right_share"]: [plain(r[3], 4) for r in rows]}, hide_index=True)
