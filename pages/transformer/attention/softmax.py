"""Softmax, row by row: N1-09, N3-06."""

from __future__ import annotations

import math

import streamlit as st
import torch

from core.experiments import attention as computed
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import choose_head, picture, read_words, show, tries
from pages.components.lesson.pictures import label_at
from pages.components.numbers import Numeral, plain
from pages.components.text import words
from pages.transformer.attention import PAGE

SAME = 0.01  # a difference of two sums that is not shown as one


@lesson.panel
def softmax(trace: Trace) -> None:
    """One row of scores becomes shares; push one score, or all of them."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-09", "N3-06"):
        row = lesson.controls()
        path, head = choose_head(trace, "softmax", row)
        labels = read_words(trace, path)
        n = range(len(labels))
        asks, pushed = (in_link(row.selectbox, f"softmax {name}")(
            w[f"{name}_word"], n, format_func=lambda i: labels[i], key=f"softmax {name} {' '.join(labels)}", width=140)
            for name in ("query", "key"))
        push = in_link(row.slider)(w["push"], -6.0, 6.0, 2.0, 0.5, key="softmax push", width=200)
        shift = in_link(row.slider)(w["shift"], -100, 100, 0, 10, key="softmax shift", width=200)
        S = trace[f"{path}.scores"].value[head, min(asks, len(labels) - 1)].double()
        changed = S + shift
        changed[min(pushed, len(labels) - 1)] += push
        left, right = st.columns([0.52, 0.48], gap="large")
        with left:
            state = show([picture(trace, f"{path}.scores", head), picture(trace, f"{path}.weights", head)], "softmax",
                         ("softmax",), height=360)
            arithmetic(trace, state, "softmax", f"{path}.weights", head=head)
        with right:
            before, after = torch.softmax(S, -1), torch.softmax(changed, -1)
            charts.columns(labels, {w["before"]: before.tolist(), w["after"]: after.tolist()}, w["weight"],
                           tones=(-1, 0), highest=1.0, height=270)
            st.caption(w["softmax_moved"].format(entropy=Numeral(computed.entropy(after)),
                                                 most=Numeral(math.log(len(labels))),
                                                 change=plain(float((before - after).abs().max()))))
        sums = _column_sums(trace, path, head, labels)
        tries(PAGE, ("N1-09", ("columns_one", "columns_any"), lambda: sums,
                     "columns_any", sums["sum"] - sums["small"] > SAME),  # of two words that only look at each other
              ("N3-06", ("grows", "nothing", "breaks"), lambda: _naive(S), "breaks"))


def _column_sums(trace: Trace, path: str, head: int, labels) -> dict[str, float | str]:
    A = trace[f"{path}.weights"].value[head]
    sums = A.sum(0)
    return {"most": label_at(labels, int(sums.argmax())), "sum": float(sums.max()),
            "least": label_at(labels, int(sums.argmin())), "small": float(sums.min()),
            "rows": float(A.sum(-1).mean())}


def _naive(S: torch.Tensor) -> dict[str, float | str]:
    """Of a row in float64, since in float32 the thousand would take digits from the scores themselves."""
    far = S.double() + 1000
    naive = float(computed.naive_softmax(far)[0])
    return {"naive": "NaN" if math.isnan(naive) else plain(naive, 4),
            "stable": float(torch.softmax(far, -1)[0]), "before": float(torch.softmax(S, -1)[0])}
