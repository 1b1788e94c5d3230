"""What leaving the mask tokens out of the encoder saves: operations of ViT-L, counted. N2-32; R68."""

from __future__ import annotations

import streamlit as st

from core.equations.masking import kept_count
from core.experiments import mae as computed
from core.experiments import published_vision as published
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.numbers import Numeral, fixed
from pages.components.text import words
from pages.vision.mae import PAGE

RATIOS, GIGA = (50, 60, 75, 80, 90), 1e9


@lesson.panel
def saving() -> None:
    """Encoder over all places, encoder over the visible ones, decoder: operations of one picture."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "saving"):
        if lesson.guessed(PAGE, "saving"):
            percent = in_link(st.select_slider)(w["ratio"], RATIOS, value=75, key="saving ratio",
                                                format_func=lambda p: f"{p}%")
            costs, visible = computed.saving(percent / 100), kept_count(computed.PATCHES, percent / 100)
            charts.bars({w["encoder_all"].format(n=computed.PATCHES): costs.full / GIGA,
                         w["encoder_visible"].format(n=visible): costs.ours / GIGA, w["decoder"]: costs.decoder / GIGA},
                        w["operations"], tones=(-1, 0, 1))
            st.caption(w["times_cheaper"].format(encoder=Numeral(costs.encoder_ratio), both=Numeral(costs.ratio)))
            times = published.TABLES["mae_times"]
            st.dataframe({w["model"]: list(times.rows)} | {
                w[f"column_{name}"]: [_or_dash(row[i]) for row in times.rows.values()]
                for i, name in enumerate(times.columns)} | {w["saved_counted"]: list(map(_counted, times.rows))},
                hide_index=True)
            st.caption(times.source)
        lesson.predict(PAGE, "saving", ("less_than_four", "more_than_four", "sixteen"), _three_quarters,
                       lambda ratios: "more_than_four" if 4 < ratios["encoder"] < 10 else "less_than_four")
        lesson.erratum("R68", _three_ratios)


def _or_dash(number: float | None) -> str:
    return "–" if number is None else fixed(number, 1)


def _counted(row: str) -> str:
    """The operations saved in a row of the paper's table: ``ViT-L, decoder 8``."""
    name, _, layers = row.partition(", decoder ")
    return "–" if name not in computed.TIMED else fixed(computed.against_tokens(name, int(layers)), 2)


def _three_quarters() -> dict[str, float]:
    costs = computed.saving(0.75)
    return {"encoder": costs.encoder_ratio, "both": costs.ratio}


def _three_ratios() -> None:
    """The same saving printed, counted and timed."""
    w, hours = words(PAGE), published.TABLES["mae_times"].rows
    printed = published.MAE_ABLATIONS["mask_token"].rows["encoder with [M]"][-1]
    charts.bars({w["saved_printed"]: printed, w["saved_counted"]: computed.saving(0.75).ratio,
                 w["saved_hours"]: hours["ViT-L with [M], decoder 8"][1] / hours["ViT-L, decoder 8"][1]}, w["times"],
                tones=(-1, 0, 1))
