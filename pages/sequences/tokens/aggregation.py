"""Four ways to gather a picture's pixels in tokens: N4-08; R99."""

from __future__ import annotations

import streamlit as st

from core.experiments import aggregation as computed
from core.experiments.tokens import picture
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.tokens import PAGE, sources

_places = shared(computed.shared)


@shared
def _sees(way: str, token: int, level: int):
    return computed.sees(way, token, level).numpy()


@lesson.panel
def aggregation() -> None:
    """One of the four at a time: what its tokens see, how many there are, and what they cost."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-08"):
        row = lesson.controls()
        way = lesson.one_of(row, w["way"], computed.WAYS, w, "way_", "aggregation way", default="apart")
        level = computed.LEVELS
        if way == "pyramid":
            level = lesson.pressed(row, w["level"], range(1, computed.LEVELS + 1), "aggregation level", computed.LEVELS)
        left, right = st.columns([0.42, 0.58], gap="large")
        with left:
            _token_view(way, level)
        with right:
            counts = computed.counted(way)
            lesson.figures((w["tokens_out"], plain(counts.tokens)), (w["parameters"], plain(counts.parameters)),
                           border=True)
            lesson.figures((w["token_sees"], w["pixels"].format(n=counts.seen)),
                           (w["shares"], w["shares_no" if way == "connected" else "shares_yes"]), border=True)
            charts.bars({w[f"way_{one}"]: computed.counted(one).parameters for one in computed.WAYS}, w["parameters"],
                        scale="symlog", tones=[0 if one == way else -1 for one in computed.WAYS],
                        texts=[plain(computed.counted(one).parameters) for one in computed.WAYS])
            if lesson.predict(PAGE, "N4-08", [f"way_{one}" for one in computed.WAYS], _numbers,
                              "way_connected"):
                st.dataframe({w["way"]: [w[f"way_{one}"] for one in computed.WAYS],
                              w["larger"]: [computed.counted(one).larger for one in computed.WAYS]}, hide_index=True)
        lesson.erratum("R99", _shared)


def _token_view(way: str, level: int) -> None:
    """The picture, and in it what one token sees."""
    w, (down, across) = words(PAGE), computed.grid(way, level)
    token = in_link(st.slider)(w["which_token"], 1, down * across, down * across // 2 + across // 2 + 1,
                               key=f"aggregation token {way} {level}")
    lit = _sees(way, token - 1, level)
    caption = w["lit_pixels"].format(n=int(lit.sum()), all=lit.size)
    st.image(sources.cut(picture(sources.scene()), computed.PATCH, lit, gap=0 if way == "connected" else 2),
             caption=caption, alt=caption, width="stretch")


def _numbers() -> dict[str, float | str]:
    apart, connected = (computed.counted(way) for way in ("apart", "connected"))
    return {"small": plain(apart.parameters, 9), "large": plain(connected.parameters, 9),
            "times": connected.parameters / apart.parameters, "side": computed.SIDE + 1}


def _shared() -> None:
    w, differences = words(PAGE), _places()
    charts.bars({w[f"way_{way}"]: differences[way] for way in ("connected", "apart")}, w["two_places"], tones=(1, 0))
