"""Which word fills which slot: N2-01."""

from __future__ import annotations

import streamlit as st

from core.experiments import recurrent as computed
from core.steps import Trace
from pages.components import lesson, model_choice
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.lesson import slots
from pages.components.lesson.pictures import titled
from pages.components.numbers import fixed
from pages.components.text import words
from pages.sequences.recurrent import PAGE

NETWORKS = ("rnn", "per_word")


@lesson.panel
def filling(trace: Trace) -> None:
    """The reader's sentence labelled word by word; the six sentences of the notes by two kinds of network."""
    w, tagger = words(PAGE), model_choice.subject()
    shares = trace["label_probabilities"].value
    sentence, spoken = trace["source"].labels[0], [tagger.labels[i] for i in shares.argmax(-1).tolist()]
    with lesson.exhibit(PAGE, "N2-01"):
        left, right = st.columns([0.55, 0.45], gap="large")
        with left:
            slots.labelled(sentence, spoken, w)
            heatmap(titled(PAGE, "label_shares", shares.mT.numpy(), rows=[w[f"label_{one}"] for one in tagger.labels],
                           columns=sentence, scale="sequential", limit=1.0),
                    key="recurrent labels", height=330, numbers=True)
        with right:
            revealed = lesson.predict(PAGE, "N2-01", ("right_0", "right_3", "right_6"), _by_network, truth="right_3")
        if revealed:
            for column, network in zip(st.columns(2, gap="large"), NETWORKS):
                with column, st.container(key=f"recurrent six {network}"):
                    _six(network)


def _six(network: str) -> None:
    """The six sentences as one network labels them, right or wrong, and how sure it is of the city."""
    w = words(PAGE)
    st.markdown(f"**{w[f'network_{network}']}**")
    for one in _labelled(network):
        mark = ":green[✓]" if one["right"] else ":red[✗]"
        sure = fixed(one["sure"], 2)
        st.markdown(f"{mark} {slots.coloured(one['words'], one['said'])} :gray[{sure}]")


def _by_network() -> dict[str, str | float]:
    by_network = {network: _labelled(network) for network in NETWORKS}
    right = {network: str(sum(one["right"] for one in six)) for network, six in by_network.items()}
    return {**right, "all": str(len(by_network["rnn"])),
            "sure": by_network["per_word"][0]["sure"], "unsure": by_network["per_word"][0]["unsure"]}


@shared
def _labelled(network: str) -> list[dict]:
    from core import catalog, zoo

    sentences = computed.six(zoo.load(catalog.first(answers="labels", network=network)))
    return [{"words": one["words"], "said": one["said"], "right": one["right"],
             "sure": float(one["shares"][one["city"]].max()),
             "unsure": float(one["shares"][one["city"]].topk(2).values[1])} for one in sentences]
