"""Who wrote this: the model's figures, the nearest verse that it was trained on, the way into the machine."""

from __future__ import annotations

import streamlit as st

from core.data import verses
from pages.components import lesson
from pages.components.bar.navigation import lead_on
from pages.components.numbers import plain
from pages.components.text import words
from pages.sequences.couplets import PAGE
from pages.sequences.couplets.couplet_reading import Written


def model(now: Written) -> None:
    """Measured once, on couplets that training did not see; and this line beside the verses of the training set."""
    w, metrics = words(PAGE), now.couplet.about["metrics"]
    with lesson.exhibit(PAGE, "model"):
        _nearest(now)
        columns = st.columns(4)
        for column, (name, value) in zip(columns, {
                "parameters": plain(now.couplet.about["parameters"]),
                "perplexity": plain(metrics["perplexity"]),
                "unseen": plain(metrics["unseen_pairs"]),
                "whole": f"{metrics['training_verse_whole']}%"}.items(), strict=True):
            column.metric(w[f"figure_{name}"], value, border=True, help=w[f"figure_{name}_help"].format(
                lines=plain(metrics["lines_written"]), nats=metrics["nats_per_character"]))
        st.button(w["walk"], key="couplet walk", type="primary", icon=":material/directions_walk:", on_click=lead_on,
                  args=("walkthrough", now.couplet.name, now.text))


def _nearest(now: Written) -> None:
    w, line = words(PAGE), "".join(now.second)
    if len(line) not in verses.lengths():
        st.info(w["other_length"].format(n=len(line), lengths=w["or"].join(map(str, verses.lengths()))))
        return
    near = verses.nearest(line)
    key = "nearest_whole" if near.whole else "nearest"
    (st.warning if near.whole else st.markdown)(w[key].format(line=line, verse=near.verse, shared=near.shared))
