"""Three tokenisers side by side: N4-02."""

from __future__ import annotations

import streamlit as st

from core.equations import tokens as eq
from core.experiments import tokens as computed
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.cache import fragment
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import show
from pages.components.lesson.pictures import shown
from pages.components.text import words
from pages.sequences.tokens import PAGE, sources

WIDE = 380  # of the picture, in pixels


def tokenisers() -> None:
    """Text, picture and sound: cut into chunks, each chunk a vector of the same width."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-02"):
        sources.choose()
        trace = sources.run()
        columns = st.columns(3, gap="large")
        with columns[0]:
            _characters(sources.text())
        with columns[1]:
            st.image(sources.scene_patches(sources.scene()), caption=w["cut_picture"], alt=w["cut_picture"],
                     width=WIDE)
        with columns[2]:
            _wave(trace)
        _rows(trace)
        lesson.predict(PAGE, "N4-02", ("same_numbers", "nearly", "different"),
                       lambda: computed.as_convolution(sources.scene()), "same_numbers")


def _characters(text: list[str]) -> None:
    """The characters as boxes, four to a line."""
    across = 4
    spots = {str(i): charts.Spot(i % across, -(i // across), character, 0, side="inside")
             for i, character in enumerate(text)}
    charts.wiring(spots, (), words(PAGE)["cut_text"], height=330, size=560)
    st.caption(words(PAGE)["cut_text"])


def _wave(trace: Trace) -> None:
    """The samples, every other frame in another colour."""
    w, samples = words(PAGE), trace["signal"].value.tolist()
    frames = range(0, len(samples), computed.FRAME)
    series = {w["sound_n"].format(n=k + 1): (range(start, start + computed.FRAME + 1),
                                             samples[start:start + computed.FRAME + 1])
              for k, start in enumerate(frames)}
    charts.lines(series, w["sample"], "", tones=[3 * (k % 2) for k in range(len(series))], legend=False, height=330)
    st.caption(w["cut_sound"])


@fragment
def _rows(trace: Trace) -> None:
    """The three rows of tokens, each cell of which opens."""
    w, names = words(PAGE), list(computed.TOKENS.values())
    drawn = [shown(trace[name], PAGE, title=w[f"tokens_{kind}"], rows=tuple(sources.names(kind)), limit=4.0,
                   column_link="d_model", row_link=kind, row_axis="", column_axis=w["numbers_of"])
             for kind, name in computed.TOKENS.items()]
    state = show(drawn, "tokens rows", height=430)
    arithmetic(trace, state, "tokens rows", names[-1])
    if state.cell is None:
        lesson.stands(eq.frames.equation)
