"""How much a far word still counts in three trained networks: RNN, LSTM, attention."""

from __future__ import annotations

import streamlit as st

from core.experiments import lstm as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.numbers import fixed
from pages.components.text import escaped, words
from pages.sequences.lstm import PAGE

NETWORKS = ("tagger", "lstm_tagger", "attention_tagger")
GAPS = tuple(range(15))


@shared
def _counts(kind: str) -> list[dict[str, float]]:
    from core import catalog, zoo

    tagger = zoo.load(catalog.first(kind))
    return [computed.counts(tagger, gap) for gap in GAPS]


@lesson.panel
def reach() -> None:
    """The gradient of the answer at a city with respect to the verb, over the words between; and the answer."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "reach"):
        left, right = st.columns([0.6, 0.4], gap="large")
        with right:
            gap = in_link(st.slider)(w["words_between"], 0, GAPS[-1], 4, key="lstm gap")
            st.markdown("> " + " ".join(f"**{escaped(one)}**" if one in ("leave", "Taipei") else escaped(one)
                                        for one in computed.journey(gap)))
            revealed = lesson.predict(PAGE, "reach", ("only_rnn", "both_fade", "all_fade"), _told, truth="both_fade")
        with left:
            names = NETWORKS if revealed else NETWORKS[:1]
            series = {w[f"network_{kind}"]: (GAPS, _relative(kind)) for kind in names}
            charts.lines(series, w["words_between"], w["relative"], scales=("linear", "log"), at=gap, dots=True,
                         height=320)
            if revealed:
                for column, kind in zip(st.columns(3), NETWORKS):
                    column.metric(w[f"network_{kind}"], fixed(_counts(kind)[gap]["share"], 3), help=w["share_help"])


def _relative(kind: str) -> list[float]:
    found = [one["gradient"] for one in _counts(kind)]
    return [value / found[0] for value in found]


def _told() -> dict[str, float | str]:
    least = min(one["share"] for kind in NETWORKS for one in _counts(kind))
    return {"last": str(GAPS[-1]), "rnn": _relative("tagger")[-1], "lstm": _relative("lstm_tagger")[-1],
            "attention": _relative("attention_tagger")[-1], "share": least}
