"""A mask for 14 by 14 patches, and a rounding that loses one. N2-33; R72."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from core.equations.masking import kept_count
from core.experiments import mae as computed
from pages.components import lesson
from pages.components.address import in_link, remembered
from pages.components.board import heatmap
from pages.components.lesson.pictures import titled
from pages.components.location import number
from pages.components.numbers import Numeral
from pages.components.text import words
from pages.vision.mae import PAGE

TRAPS = ((196, 0.8), (196, 0.75), (10, 0.9), (100, 0.9), (16, 0.75))
PERCENT = (0, 25, 50, 75, 80, 90)


@lesson.panel
def sampler() -> None:
    """Choose a share and draw masks; each hides just so many."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-33"):
        left, right = st.columns(2, gap="large")
        with left:
            percent = in_link(st.select_slider)(w["ratio"], PERCENT, value=80, key="sampler ratio",
                                                format_func=lambda p: f"{p}%")
            seed = remembered("sampler-seed", 0, number)
            hidden = computed.sampled(percent / 100, seed)
            heatmap(titled(PAGE, "mask", (~hidden).numpy().astype(np.float32), scale="mask"), key="sampled", height=380)
            st.button(w["another_mask"], icon=":material/casino:", key="sample again", on_click=_again)
        with right:
            st.markdown(w["kept_of"].format(kept=int((~hidden).sum()), all=hidden.numel(),
                                            exact=Numeral(hidden.numel() * (1 - percent / 100))))
            lesson.predict(PAGE, "N2-33", ("zero", "one", "two"), _trap,
                           lambda counts: "zero" if counts["program"] == 0 else "one")
            if lesson.guessed(PAGE, "N2-33"):
                _traps(TRAPS)
        lesson.erratum("R72", lambda: _traps((TRAPS[0], TRAPS[3])))


def _traps(cases: Sequence[tuple[int, float]]) -> None:
    """What the program keeps of so many patches, and what was meant."""
    w = words(PAGE)
    st.dataframe({w["patches"]: [n for n, _ in cases], w["share"]: [r for _, r in cases],
                  "L * (1 - r)": [repr(n * (1 - r)) for n, r in cases],
                  "int(L * (1 - r))": [computed.truncated(n, r) for n, r in cases],
                  w["meant"]: [kept_count(n, r) for n, r in cases]}, hide_index=True)


def _again() -> None:
    st.session_state["sampler-seed"] += 1


def _trap() -> dict[str, float | str]:
    return {"program": computed.truncated(10, 0.9), "product": repr(10 * (1 - 0.9)), "meant": kept_count(10, 0.9)}
