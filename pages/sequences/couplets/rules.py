"""The rules of the game on this couplet: tones and classes place by place, beside all lines, real verse and chance."""

from __future__ import annotations

import html
from pathlib import Path

import streamlit as st

from core.experiments import couplets as computed
from core.experiments.couplets import Place
from pages.components import charts, lesson
from pages.components.text import words
from pages.sequences.couplets import PAGE
from pages.sequences.couplets.couplet_reading import Written

STYLE = f"<style>{(Path(__file__).parent / 'rules.css').read_text('utf-8')}</style>"
KEPT = ("opposite_tones", "same_class")


@lesson.panel
def rules(now: Written) -> None:
    """What the rules say of each place; the reader guesses who keeps them more strictly, the model or the poets."""
    w, percents_by_writer = words(PAGE), now.couplet.about["metrics"]["rules"]
    with lesson.exhibit(PAGE, "rules"):
        left, right = st.columns([0.56, 0.44], gap="large")
        with left:
            st.html(STYLE)
            st.html(_table(computed.places(now.first, now.second)))
            counts = computed.rules_kept(now.first, now.second)
            st.markdown("  \n".join(w[f"kept_{rule}"].format(right=a, asked=b) for rule, (a, b) in counts.items() if b)
                        or w["kept_unknown"])
        with right:
            percents = {f"{who}_{rule}": percents_by_writer[who][rule] for who in percents_by_writer for rule in KEPT}
            if lesson.predict(PAGE, "rules", ("stricter", "looser", "alike"), truth=_who, **percents):
                judged = all(b for _, b in counts.values())
                series = {w["this"]: {rule: 100 * a / b for rule, (a, b) in counts.items()}} if judged else {}
                series |= {w[f"by_{who}"]: percents_by_writer[who] for who in ("written", "real", "chance")}
                charts.pairs([w[rule] for rule in KEPT],
                             {name: [one[rule] / 100 for rule in KEPT] for name, one in series.items()}, w["share"],
                             tones=(1, 0, 2, -1)[-len(series):])


def _who(percents) -> str:
    """Whether the model keeps the rules more often than the poets: both of them, neither, or one of the two."""
    more = {percents[f"written_{rule}"] > percents[f"real_{rule}"] for rule in KEPT}
    return "alike" if len(more) > 1 else "stricter" if more.pop() else "looser"


def _table(places: list[Place]) -> str:
    w = words(PAGE)
    tones = [w["upper"], w["lower"]]
    rows = ["".join(f"<td class='{_verdict(one)}'>{_character(one, line)}</td>" for one in places) for line in (0, 1)]
    shared = "".join(f"<td class='class'>{w[f'class_{one.shared}'] if one.shared else _no_class(one)}</td>"
                     for one in places)
    body = "".join(f"<tr><th>{name}</th>{row}</tr>" for name, row in zip(tones, rows))
    return f"<table class='rules'>{body}<tr><th>{w['class']}</th>{shared}</tr></table>"


def _character(one: Place, line: int) -> str:
    w, tone = words(PAGE), one.tones[line]
    named = w[f"tone_{len(tone)}"] if len(tone) != 1 else tone
    return f"<b>{html.escape((one.upper, one.lower)[line])}</b><i>{named}</i>"


def _verdict(one: Place) -> str:
    return {True: "opposite", False: "same", None: "open"}[one.opposite]


def _no_class(one: Place) -> str:
    return words(PAGE)["not_shared" if one.classed else "no_class"]
