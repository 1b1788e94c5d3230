"""What a memory is for: a picture kept, another compared with it: N4-23."""

from __future__ import annotations

import streamlit as st

from core.experiments import recurrent as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.lesson.pictures import titled
from pages.components.text import words
from pages.sequences.recurrent import PAGE


@lesson.panel
def memory_slot() -> None:
    """The morning's picture is written into a slot; in the evening it is read and compared; slots read by content."""
    w, frames = words(PAGE), computed.frames()
    with lesson.exhibit(PAGE, "N4-23"):
        left, right = st.columns([0.6, 0.4], gap="large")
        with right:
            row = st.columns(2)
            evening = lesson.pressed(row[0], w["evening"], range(len(frames)), "recurrent evening", 2)
            slots = in_link(row[1].slider)(w["slots"], 1, len(frames), 1, key="recurrent slots")
            trace = computed.read_by_content(frames[:slots], frames[evening])
            alone = computed.read_by_content(frames[:1], frames[evening])
            revealed = lesson.predict(PAGE, "N4-23", ("by_likeness", "always_one", "nothing_read"),
                                      weight=float(alone["weights"].value.max()), truth="always_one")
        with left:
            options = {"scale": "magnitude", "limit": 1.0}
            heatmap([titled(PAGE, "evening", frames[evening], **options),
                     titled(PAGE, "memory", frames[0], **options),
                     titled(PAGE, "changed", frames[evening] - frames[0], limit=1.0)],
                    key="recurrent memory", operators=("−", "="), height=250)
        if revealed:
            with left:
                weights = trace["weights"].value[0, 0].tolist()
                charts.bars({w["slot_n"].format(n=i): share for i, share in enumerate(weights)}, w["weight"],
                            domain=(0, 1.1), digits=3)
