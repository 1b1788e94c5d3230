"""Heads switched off: N0-12."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import streamlit as st

from core import zoo
from core.edits import Ablate
from core.experiments import heads
from core.steps import Trace
from pages.components import charts, lesson, model_choice, readable_text, runs
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.glossary.view import passage_with_cards
from pages.components.lesson.pictures import matrix, steps_of
from pages.components.numbers import plain
from pages.components.text import words
from pages.components.text_files import escaped
from pages.transformer.heads import PAGE
from pages.transformer.heads.sites import head_names, site_name

_ablations = runs.of_sentence(heads.ablations)


@shared
def _without(model: str, sentence: str, edits: tuple) -> tuple:
    translator = zoo.load(model)
    return heads.word_probabilities(translator, sentence, edits), translator.answer(sentence, edits)


@lesson.panel
def without(trace: Trace) -> None:
    """Heads switched off: what becomes of the translation, word by word and freely written."""
    with lesson.exhibit(PAGE, "N0-12"):
        w, edits = words(PAGE), []
        left, right = st.columns([0.42, 0.58], gap="large")
        with left:
            st.caption(w["switch_off"])
            for site in heads.sites(trace):
                names = head_names(len(trace[f"{site}.head_outputs"].value))
                off = in_link(st.pills)(site_name(site), range(len(names)), selection_mode="multi", key=f"off {site}",
                                        format_func=names.__getitem__)
                edits += [Ablate(f"{site}.head_outputs", head) for head in off]
        with right, st.container(key="heads without"):
            _told_without(trace, tuple(edits))
        sites = heads.sites(trace)
        if lesson.predict(PAGE, "N0-12", ("lost_encoder", "lost_self", "lost_cross", "lost_none"),
                          lambda: {"site": _worst(sites)[0]}, truth=_where):
            _every_head(_ablations(), sites)


def _told_without(trace: Trace, edits: tuple) -> None:
    w, vocabulary = words(PAGE), model_choice.subject().target_vocabulary
    (whole, without), free = _without(model_choice.name(), readable_text.text(), edits)
    st.markdown(f"{w['with_all']} **{escaped(vocabulary.join(heads.own_words(trace)))}**  \n"
                f"{w['with_some']} **{escaped(vocabulary.join(free)) or '∅'}**")
    names = steps_of((*heads.own_words(trace), "</s>"))
    charts.pairs(names, {w["p_whole"]: whole.tolist(), w["p_without"]: without.tolist()}, w["probability"])


def _worst(sites: list[str]) -> tuple[str, int]:
    """The attention and the head without which the translation loses most."""
    ablations = _ablations()
    site, head = divmod(int((ablations.without - ablations.whole).argmin()), ablations.without.shape[1])
    return sites[site], head


def _where(values: Mapping) -> str:
    stack, _, kind = values["site"].split(".")
    return "lost_encoder" if stack == "encoder" else "lost_self" if kind == "self_attention" else "lost_cross"


def _every_head(ablations: heads.Ablations, sites: list[str]) -> None:
    w, loss = words(PAGE), (ablations.without - ablations.whole).double().numpy()
    rows = tuple(site_name(site) for site in sites)
    picture = matrix("loss", w["loss_title"], loss, rows, head_names(loss.shape[1]))
    left, right = st.columns([0.42, 0.58], gap="large")
    groups = np.stack([loss.sum(-1), (ablations.together - ablations.whole).double().numpy()], -1)
    with left:
        heatmap(picture, key="heads every")
    with right:
        heatmap(matrix("groups", w["loss_groups"], groups, rows, (w["one_by_one"], w["all_off"])), key="heads groups")
    worst = divmod(int(loss.argmin()), loss.shape[1])
    harmless = int((abs(loss) < 0.05).sum())
    passages = ("N0-12.worst", "N0-12.harmless" if harmless else "N0-12.all_matter", "N0-12.together")
    right.markdown("\n\n".join(passage_with_cards(PAGE, one) for one in passages).format(
        site=rows[worst[0]], head=worst[1] + 1, p=plain(ablations.without[worst].exp()),
        whole=plain(math.exp(ablations.whole)), unused=_named(ablations.unused()),
        backed=_named(ablations.backed_up()), harmless=harmless, count=loss.size,
        difference=plain(heads.subtraction(model_choice.subject(), readable_text.text(), sites[worst[0]], worst[1]),
                         2)))


def _named(sites: Sequence[str]) -> str:
    """Attentions by name, or that there is none."""
    w = words(PAGE)
    return w["site_break"].join(map(site_name, sites)) or w["no_site"]
