"""The four ways in one table: size, exact matches, alignment, cost. N2-10."""

from __future__ import annotations

import streamlit as st

from core.experiments import alignment as computed
from pages.components import charts, lesson
from pages.components.address import expander
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.sequences.alignment import PAGE
from pages.sequences.alignment.sentence import way


@lesson.panel
def four_ways() -> None:
    """Same sentences, same vocabulary, about as many parameters. EXHIBITS N2-10."""
    w, lines = words(PAGE), computed.table()
    with lesson.exhibit(PAGE, "four_ways"):
        st.dataframe([{
            w["model"]: way(line.name), w["parameters"]: plain(line.parameters, 6),
            **{f"{w[f'set_{name}']} %": fixed(share, 1) for name, share in line.exact.items()},
            w["error_short"]: "–" if line.error is None else fixed(line.error, 3),
            w["steps"]: plain(line.steps, 6), w["minutes"]: plain(line.seconds / 60, 2)} for line in lines],
            hide_index=True)
        st.caption(w["conditions"])
        left, right = st.columns(2, gap="large")
        with left:
            st.markdown(f"**{w['set_unseen_structure']}**")
            charts.bars({way(line.name): line.exact["unseen_structure"] for line in lines}, w["exact_percent"],
                        tones=[0, 1, 2, 3], domain=(0, 112))
        with right:
            st.markdown(f"**{w['step_cost']}**")
            charts.bars({way(line.name): 1000 * line.seconds / line.steps for line in lines}, w["milliseconds"],
                        tones=[0, 1, 2, 3])
        n, m = 20, 20
        waits = {way(line.name): computed.steps_in_a_row(line.name, n, m) for line in lines}
        listed = " · ".join(f"{name} **{count}**" for name, count in waits.items())
        st.markdown(w["waits"].format(n=n, m=m, said=listed))
        with expander("commands", w["reproduce"], icon=":material/terminal:"):
            st.code("\n".join(command for line in lines for command in (
                f"python -m core.train {line.name}", f"python -m core.train --measure {line.name}")), language=None)
