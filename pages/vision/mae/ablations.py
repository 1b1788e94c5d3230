"""What MAE's design is worth: the paper's table 1, and table 3 against other methods. N2-36, N2-37; R66, R69, R75."""

from __future__ import annotations

import streamlit as st

from core.experiments import published_vision as published
from core.experiments.published_vision import TABLES, Table
from pages.components import charts, lesson
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.vision.mae import PAGE

TUNED, LINEAR = "fine-tuning", "linear probing"
RANGES = {TUNED: (82.4, 86.0), LINEAR: (57.0, 77.0)}


@lesson.panel
def ablations() -> None:
    """One of six tables at a time: fine-tuning beside linear probing."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-36"):
        chosen = lesson.one_of(st, w["ablation"], list(published.MAE_ABLATIONS), w, "ablation_", "mae ablation",
                               default="mask_token")
        if chosen != "decoder_depth" or lesson.guessed(PAGE, "N2-36"):
            _dots(published.MAE_ABLATIONS[chosen], published.MAE_DEFAULTS[chosen], w)
        if lesson.predict(PAGE, "N2-36", ("gains_0", "gains_1", "gains_8"), _depth,
                          lambda measured: "gains_8" if measured["linear"] > 4 else "gains_1"):
            _both_measures(w)


def _both_measures(w: dict[str, str]) -> None:
    """A point for each row of the six tables: fine-tuning along, linear probing up."""
    st.markdown(w["both_measures"])
    series = {w[f"ablation_{name}"]: measures(table) for name, table in published.MAE_ABLATIONS.items()}
    charts.lines(series, w["fine_tuning"], w["linear_probing"], joined=False, domain=RANGES[LINEAR], height=300)


def _dots(table: Table, default: str, w: dict[str, str]) -> None:
    """Both measures, each on its own scale; the paper's choice in another colour."""
    for column, name, title in zip(st.columns(2, gap="large"), (TUNED, LINEAR), ("fine_tuning", "linear_probing")):
        at = table.columns.index(name)
        bars = {_named(row, table, w): values[at] for row, values in table.rows.items()}
        with column:
            charts.bars(bars, w[title], scale="dots", domain=RANGES[name],
                        tones=[1 if row == default else 0 for row in table.rows])
    st.caption(f"{table.source} · {w['chosen']}")


def measures(table: Table) -> tuple[list[float], ...]:
    """Fine-tuning and linear probing of every row, in the order of the table."""
    return tuple([row[table.columns.index(name)] for row in table.rows.values()] for name in (TUNED, LINEAR))


def _named(row: str, table: Table, w: dict[str, str]) -> str:
    """A row in the reader's language, with the operations that it costs, where the paper gives them."""
    name = w.get(f"row_{row}", row)
    if "FLOPs" not in table.columns:
        return name
    return f"{name} · {plain(table.rows[row][table.columns.index('FLOPs')])}× FLOPs"


def _depth() -> dict[str, float]:
    rows = published.MAE_ABLATIONS["decoder_depth"].rows
    mask = published.MAE_ABLATIONS["mask_token"].rows
    with_mask, without = mask["encoder with [M]"], mask["encoder without [M]"]
    return {"tuned": rows["8"][0] - rows["1"][0], "linear": rows["8"][1] - rows["1"][1],
            "mask_tuned": without[0] - with_mask[0], "mask_linear": without[1] - with_mask[1]}


@lesson.panel
def against_others() -> None:
    """Every method at each size of model."""
    table = TABLES["mae_against_others"]
    with lesson.exhibit(PAGE, "N2-37"):
        if lesson.guessed(PAGE, "N2-37"):
            for column, size in zip(st.columns(2, gap="large") + st.columns(2, gap="large"), table.columns):
                at = table.columns.index(size)
                accuracy = {name: row[at] for name, row in table.rows.items() if row[at] is not None}
                with column:
                    charts.bars({words(PAGE).get(f"row_{name}", name): right for name, right in accuracy.items()},
                                words(PAGE).get(f"size_{at}", size), scale="dots", domain=(81.8, 88.4),
                                tones=[1 if name == "MAE" else 0 for name in accuracy])
            st.caption(f"{table.source} · {words(PAGE)['pretrained']}")
        lesson.predict(PAGE, "N2-37", ("grows", "same_gain", "shrinks"), _gains,
                       lambda gains: "grows" if gains["base"] < gains["large"] < gains["huge"] else "shrinks")
        lesson.erratum("R66", _six_numbers)
        lesson.erratum("R69", _best_of_each)
        lesson.erratum("R75", _from_scratch)


def _gains() -> dict[str, float]:
    rows = TABLES["mae_against_others"].rows
    gains = {name: rows["MAE"][i] - rows["from scratch"][i] for i, name in enumerate(("base", "large", "huge"))}
    return gains | {"best": rows["MAE"][3], "same_size": rows["MAE"][2]}


def _six_numbers() -> None:
    """The same method under six settings."""
    w, others = words(PAGE), TABLES["mae_against_others"]
    target = published.MAE_ABLATIONS["target"].rows
    accuracy = {"ViT-L": target["pixel, not normalized"][0],
                f"ViT-L, {w['normalised']}": target["pixel, normalized"][0]}
    accuracy |= {f"{size}, {w['long']}": value for size, value in zip(others.columns, others.rows["MAE"])}
    st.dataframe({w["setting"]: list(accuracy), w["fine_tuning"]: list(accuracy.values())}, hide_index=True)


def _best_of_each() -> None:
    """The best of each column, found in the table, and how the note marks it."""
    w, table = words(PAGE), TABLES["mae_against_others"]
    known = [{name: row[at] for name, row in table.rows.items() if row[at] is not None}
             for at in range(len(table.columns))]
    best = [max(column, key=column.get) for column in known]
    st.dataframe({w["size"]: [w.get(f"size_{at}", size) for at, size in enumerate(table.columns)],
                  w["best"]: [f"{w.get(f'row_{name}', name)} {fixed(column[name], 1)}"
                              for name, column in zip(best, known)],
                  w["note_marks"]: [w[f"mark_{mark}"] for mark in published.MAE_MARKS]}, hide_index=True)
    st.caption(table.source)


def _from_scratch() -> None:
    """One training, printed as two numbers; and what MAE gains over each."""
    w, printed = words(PAGE), TABLES["mae_scratch"]
    ours = TABLES["mae_against_others"].rows["MAE"][TABLES["mae_against_others"].columns.index("ViT-L")]
    st.dataframe({w["printed_where"]: [w[f"scratch_{i}"] for i, _ in enumerate(printed.rows)],
                  w["scratch_large"]: [fixed(right, 1) for right, in printed.rows.values()],
                  w["gain_over"].format(right=ours): [fixed(ours - right, 1) for right, in printed.rows.values()]},
                 hide_index=True)
    st.caption(printed.source)
