"""Convolution over time, on a film strip: N4-21."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.experiments import film as computed
from pages.components import lesson
from pages.components.address import in_link
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import show
from pages.components.lesson.pictures import shown
from pages.components.text import words
from pages.sequences.families import PAGE
from pages.sequences.families.frames import strip


@lesson.panel
def film() -> None:
    """A window of three frames over the strip; each frame four numbers, each window six."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-21"):
        at = in_link(st.slider)(w["window"], 1, computed.FRAMES, 3, key="film window") - 1
        frames = computed.film()
        inside = range(max(0, at - 1), min(computed.FRAMES, at + 2))
        lit = np.zeros(tuple(frames.shape), bool)
        lit[list(inside)] = True
        caption = w["strip"].format(n=len(inside))
        st.image(strip(frames, lit), caption=caption, alt=caption, width="stretch")
        trace, labels = computed.over_frames(frames), tuple(w["frame_n"].format(n=i + 1) for i in range(len(frames)))
        left, right = st.columns(2, gap="large")
        with left:
            state = show([shown(trace["frames"], PAGE, title=w["picture_frames"], rows=labels,
                                outlines=((inside.start, 0, len(inside), 4),)),
                          shown(trace["convolved_in_time"], PAGE, title=w["picture_convolved_in_time"],
                                rows=labels, outlines=((at, 0, 1, computed.FILTERS),))], "film rows", ("→",),
                         height=380)
        with right:
            arithmetic(trace, state, "film rows", "convolved_in_time")
        if lesson.predict(PAGE, "N4-21", ("said_differs", "said_same"), computed.rearranged,
                          lambda differences: "said_same" if differences["said"] < 1e-9 else "said_differs"):
            st.image(strip(computed.shuffled(frames)), caption=w["shuffled"], alt=w["shuffled"], width="stretch")
