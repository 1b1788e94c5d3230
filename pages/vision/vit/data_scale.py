"""How much data a ViT needs: the paper's tables. N0-31, N2-31; R40, R41, R70."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.experiments import data_scale as computed
from core.experiments import published_vision as published
from pages.components import charts, lesson
from pages.components.address import expander, in_link
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.vision.vit import PAGE

MILLION = 1e6


@lesson.panel
def by_data() -> None:
    """Accuracy after pre-training on each of the three data sets, a line per model."""
    w, table = words(PAGE), published.TABLES["vit_by_data"]
    with lesson.exhibit(PAGE, "N0-31"):
        asked = ("B/16", "L/16")
        if lesson.guessed(PAGE, "N0-31"):
            chosen = in_link(st.pills)(w["models"], table.columns, default=[*asked, "H/14"], selection_mode="multi",
                                       key="vit models", wrap=True)
            if chosen:
                _by_size(chosen)
            st.dataframe({w["pretrained_on"]: list(table.rows)} | {
                f"ViT-{name}": ["–" if row[i] is None else fixed(row[i], 2) for row in table.rows.values()]
                for i, name in enumerate(table.columns)}, hide_index=True)
            st.caption(table.source)
            _by_compute(w)
            _own(w)
        lesson.predict(PAGE, "N0-31", ("base_better", "large_better"), _crossing,
                       lambda right: "base_better" if right["base_small"] > right["large_small"] else "large_better")
        lesson.erratum("R40", _one_model)
        lesson.erratum("R41", _with_more_pictures)


def _by_size(models: Sequence[str]) -> None:
    """A line per model: pre-training pictures along, accuracy up."""
    w, table = words(PAGE), published.TABLES["vit_by_data"]
    sizes = [published.TABLES["data_sets"].rows[name][1] * MILLION for name in table.rows]
    series = {f"ViT-{name}": _known(sizes, [row[table.columns.index(name)] for row in table.rows.values()])
              for name in models}
    charts.lines(series, w["pictures"], w["imagenet"], scales=("log", "linear"), ticks=sizes, dots=True)


def _by_compute(w: dict[str, str]) -> None:
    """Accuracy against the operations of pre-training: ViT, convolutional networks, and both mixed."""
    table = published.TABLES["vit_by_compute"]
    families = {w["family_vit"]: [], w["family_cnn"]: [], w["family_mixed"]: []}
    for name, (_, right, cost) in table.rows.items():
        families[w["family_mixed" if "+" in name else "family_vit" if "ViT" in name else "family_cnn"]].append(
            (cost, right))
    with expander("compute", w["compute"]):
        charts.lines({name: tuple(zip(*sorted(points))) for name, points in families.items()}, w["exaflops"],
                     w["imagenet"], scales=("log", "linear"), dots=True, height=280)
        st.dataframe({w["model"]: [name.partition(",")[0] for name in table.rows],
                      w["epochs"]: [row[0] for row in table.rows.values()],
                      w["imagenet"]: [row[1] for row in table.rows.values()],
                      w["exaflops"]: [row[2] for row in table.rows.values()]}, hide_index=True,
                     column_config={w["imagenet"]: st.column_config.NumberColumn(format="%.2f")})
        st.caption(table.source)


def _one_model() -> None:
    """What the axes of such a figure are, with a model that no guess is about."""
    _by_size(("B/32",))
    st.caption(published.TABLES["vit_by_data"].source)


def _with_more_pictures() -> None:
    """The convolutional network and the ViT on more and more digits: both rise, and the lead melts."""
    w, means, pictures = words(PAGE), computed.means(), computed.stored()["pictures"]
    charts.lines({w[f"own_{name}"]: (pictures, means[name]) for name in ("vit", "cnn")}, w["own_pictures"],
                 w["own_right"], scales=("log", "linear"), ticks=pictures, dots=True, height=280)
    first, *_, last = (fixed(cnn - vit, 1) for cnn, vit in zip(means["cnn"], means["vit"]))
    st.caption(w["lead"].format(few=plain(pictures[0]), first=first, many=plain(pictures[-1]), last=last))


def _own(w: dict[str, str]) -> None:
    """The digits, learned from shares of the training set: a line through the means, a point for each seed."""
    results = computed.stored()
    means, seeds = {}, {}
    for name, rows in results["accuracy"].items():
        means[w[f"own_{name}"]] = results["pictures"], computed.means()[name]
        seeds[w[f"own_{name}"]] = ([n for n, row in zip(results["pictures"], rows) for _ in row],
                                   [right for row in rows for right in row])
    st.markdown(w["own"].format(seeds=len(results["seeds"]), steps=results["recipe"]["steps"],
                                test=results["test_pictures"]))
    charts.lines(means, w["own_pictures"], w["own_right"], scales=("log", "linear"), ticks=results["pictures"],
                 marks=seeds, height=280)


def _known(x: list[float], y: list[float | None]) -> tuple[list[float], list[float]]:
    """The points that the paper has."""
    pairs = [pair for pair in zip(x, y) if pair[1] is not None]
    return [one for one, _ in pairs], [other for _, other in pairs]


def _crossing() -> dict[str, float]:
    table = published.TABLES["vit_by_data"]
    small, large = (dict(zip(table.columns, table.rows[name])) for name in ("ImageNet", "JFT-300M"))
    return {"base_small": small["B/16"], "large_small": small["L/16"], "base_large": large["B/16"],
            "large_large": large["L/16"]}


@lesson.panel
def data_sets() -> None:
    """The three data sets, on a scale of powers of ten."""
    w, table = words(PAGE), published.TABLES["data_sets"]
    with lesson.exhibit(PAGE, "N2-31"):
        for tone, (title, column, times) in enumerate(((w["classes"], 0, 1), (w["pictures"], 1, MILLION))):
            if column and not lesson.guessed(PAGE, "N2-31"):
                continue
            sizes = {name: row[column] * times for name, row in table.rows.items()}
            least = min(sizes.values())
            charts.bars(sizes, title, tones=tone, scale="log", domain=(least / 10, 30 * max(sizes.values())))
        st.caption(table.source)
        lesson.predict(PAGE, "N2-31", ("times_20", "times_200", "times_2000"), _larger,
                       lambda ratios: "times_200" if 100 < ratios["times"] < 400 else "")
        lesson.erratum("R70", _name_and_count)


def _name_and_count() -> None:
    """The number in the name of the largest data set, and how many pictures it has."""
    w, name = words(PAGE), "JFT-300M"
    counted = published.TABLES["data_sets"].rows[name][1]
    lesson.figures((w["in_the_name"].format(name=name), f"{plain(published.in_the_name(name))} M"),
                   (w["pictures_counted"].format(name=name), f"{plain(counted)} M"), border=True)
    st.caption(published.TABLES["data_sets"].source)


def _larger() -> dict[str, float]:
    rows = published.TABLES["data_sets"].rows
    return {"times": rows["JFT-300M"][1] / rows["ImageNet"][1]}
