"""Every head's weights as a matrix, named by what was measured; and what is lost without those that face."""

from __future__ import annotations

import streamlit as st

from core.experiments import couplet_heads
from core.experiments import couplets as computed
from core.formula import EQUATIONS
from pages.components import charts, lesson
from pages.components.board import Picture
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import show
from pages.components.lesson.pictures import matrix
from pages.components.numbers import fixed
from pages.components.text import words
from pages.sequences.couplets import PAGE
from pages.sequences.couplets.couplet_reading import Written
from pages.sequences.couplets.facing import named

SHOWN = ("length", "opposite_tones", "same_class")


@lesson.panel
def heads(now: Written) -> None:
    """A diagonal is seen where a head faces the other line; the cell that is clicked opens."""
    with lesson.exhibit(PAGE, "heads"):
        steps = list(dict.fromkeys(step for step, _ in computed.sites(now.trace)))
        best = steps.index(now.couplet.best_head()[0])
        step = steps[lesson.numbered(st, words(PAGE)["layer"], len(steps), "couplet layer", best)]
        state = show([_picture(now, step)], "couplet heads", height=430)
        arithmetic(now.trace, state, "couplet heads", step)
        _without()
        lesson.stands(EQUATIONS["attention.scores"])


def _picture(now: Written, step: str) -> Picture:
    w, step_ = words(PAGE), now.trace[step]
    names = [_called(step, head) for head in range(step_.value.shape[0])]
    return matrix(step, w["picture_weights"], step_.value, (*now.second, "</s>"), tuple(step_.labels[2] or ()),
                  panels=tuple(names), scale="sequential", limit=1.0, row_link="written", column_link="read",
                  row_axis=w["lower"], column_axis=w["upper"])


def _called(step: str, head: int) -> str:
    """A head by the relation that its largest weight has most often, where that is far beyond chance."""
    w, results = words(PAGE), couplet_heads.stored()
    shares = results["heads"][f"{step} head {head}"]
    most = max(shares, key=lambda relation: shares[relation] / results["chance"][relation])
    if shares[most] < 2 * results["chance"][most]:
        return w["no_relation"].format(head=named((step, head)))
    return w[f"relation_{most}"].format(head=named((step, head)), share=f"{fixed(100 * shares[most], 1)}%")


def _without() -> None:
    w, results = words(PAGE), couplet_heads.stored()
    percents = {f"{case}_{what}": figures[what] for case, figures in results["without"].items() for what in SHOWN}
    if lesson.predict(PAGE, "heads", SHOWN, truth=_lost, n=str(len(results["faced"])), asked=results["asked"],
                      **percents):
        charts.pairs([w[what] for what in SHOWN],
                     {w[f"without_{case}"]: [figures[what] / 100 for what in SHOWN]
                      for case, figures in results["without"].items()}, w["share"], tones=(-1, 0, 2))


def _lost(percents) -> str:
    """What falls furthest without the heads that face."""
    return max(SHOWN, key=lambda what: percents[f"none_{what}"] - percents[f"faced_{what}"])
