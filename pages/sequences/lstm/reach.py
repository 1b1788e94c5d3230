"""How much a far word still counts in three trained networks: RNN, LSTM, attention."""

from __future__ import annotations

import streamlit as st

from core.experiments import lstm as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.numbers import fixed
from pages.components.text import words
from pages.components.text_files import escaped
from pages.sequences.lstm import PAGE

NETWORKS = ("rnn", "lstm", "attention")
GAPS = tuple(range(15))


@shared
def _counts(network: str) -> list[dict[str, float]]:
    from core import catalog, zoo

    tagger = zoo.load(catalog.first(answers="labels", network=network))
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
            revealed = lesson.predict(PAGE, "reach", ("only_rnn", "both_fade", "all_fade"), _prose_values,
                                      truth="both_fade")
        with left:
            names = NETWORKS if revealed else NETWORKS[:1]
            series = {w[f"network_{network}"]: (GAPS, _relative(network)) for network in names}
            with st.container(key="lstm fading"):
                charts.lines(series, w["words_between"], w["relative"], scales=("linear", "log"), at=gap, dots=True,
                             height=320)
            if revealed:
                for column, network in zip(st.columns(3), NETWORKS):
                    share = fixed(_counts(network)[gap]["share"], 3)
                    column.metric(w[f"network_{network}"], share, help=w["share_help"])


def _relative(network: str) -> list[float]:
    gradients = [one["gradient"] for one in _counts(network)]
    return [value / gradients[0] for value in gradients]


def _prose_values() -> dict[str, float | str]:
    least = min(one["share"] for network in NETWORKS for one in _counts(network))
    return {"last": str(GAPS[-1]), "share": least, **{network: _relative(network)[-1] for network in NETWORKS}}
