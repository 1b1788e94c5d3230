"""Choosing a sentence: greedy, beam, by chance: N1-23; R54."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import streamlit as st
import torch

from core import decode, zoo
from core.experiments import beam_tree
from core.experiments import generation as experiment
from core.formula import EQUATIONS
from pages.components import address, charts, lesson, model_choice, readable_text
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.formula import tint
from pages.components.lesson.pictures import matrix
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.generation import PAGE
from pages.transformer.generation.passes import source, vocabulary, written

COLUMNS = 11
"""Lengths of a tree that stand side by side: in more, the words of one would lie on those of the next."""
TREES = {"missed": experiment.MISSED, "lost": experiment.LOST}


@lesson.panel
def choosing(possible: bool) -> None:
    """N1-23: greedy, beam, sampling. ``possible``: there is a sentence to translate."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-23"):
        names = ["by_hand", "your_sentence", "drawing"] if possible else ["by_hand"]
        for name, tab in zip(names, address.tabs("choosing", {name: w[f"tab_{name}"] for name in names})):
            with tab:
                {"by_hand": _by_hand, "your_sentence": _your_sentence, "drawing": _drawing}[name]()
        products = {(name, width): _product(tree, width) for name, tree in TREES.items() for width in (1, 2, 3)}
        lesson.predict(PAGE, "N1-23", ("never_worse", "sometimes_worse", "always_worse"),
                       greedy=products["missed", 1], two=products["missed", 2], lost_greedy=products["lost", 1],
                       lost_two=products["lost", 2], lost_three=products["lost", 3], truth="sometimes_worse")
        lesson.erratum("R54", _r54)
        lesson.stands(EQUATIONS["output.probabilities"])


def _product(tree, width: int) -> float:
    beam = experiment.hand_tree(tree, width)
    return math.exp(beam.tree[beam.best[0]].log_probability)


@st.fragment
def _by_hand() -> None:
    w = words(PAGE)
    left, right = st.columns([0.28, 0.72], gap="medium")
    with left:
        name = in_link(st.radio)(w["tree"], list(TREES), key="tree", format_func=lambda n: w[f"tree_{n}"])
        width = in_link(st.slider)(w["width"], 1, 3, 1, key="hand width")
        st.caption(w["tree_help"])
    beam = experiment.hand_tree(TREES[name], width)
    with left:
        chosen = _lit(beam, experiment.LETTERS, "hand", f"hand {name} {width}")
    places = beam_tree.by_branch(TREES[name], beam, chosen)
    with right:
        charts.tree(_nodes(places, experiment.LETTERS), w["length"], row=30)


def _lit(beam: decode.Beam, labels: Mapping[int, str], name: str, key: str) -> int:
    """Which of the sentences found has its path lit: a list that the keyboard walks through; the answer comes first.

    ``name``: in the link, where the key holds a sentence.
    """
    nodes = [beam.tree[i] for i in beam.best]
    spelled = [" ".join(labels[word] for word in node.words).replace("<", r"\<") for node in nodes]
    return in_link(st.radio, f"lit {name}")(
        words(PAGE)["lit"], range(len(nodes)), key=f"lit {key}",
        format_func=lambda i: f"{spelled[i]} · {plain(math.exp(nodes[i].log_probability))}")


def _nodes(places: Sequence[beam_tree.Place], labels: Mapping[int, str]) -> list[charts.Node]:
    """The boxes of a tree: the word and its probability; at an end, the probability of the whole."""
    nodes = []
    for p in places:
        whole = f" ⇒ {plain(math.exp(p.log_probability), 2)}" if p.words[-1] == experiment.MARKS.end else ""
        nodes.append(charts.Node(
            p.x, p.y, p.from_x, p.from_y, p.fate, f"{labels[p.words[-1]]}  {plain(p.share, 2)}{whole}",
            " ".join(labels[i] for i in p.words), p.share, p.log_probability, p.score))
    return nodes


@shared
def _beam(model: str, text: str, width: int, alpha: float) -> decode.Beam:
    return experiment.beam(zoo.load(model), source(model, text), width, alpha)


@st.fragment
def _your_sentence() -> None:
    w, spelled = words(PAGE), dict(enumerate(vocabulary()))
    one, two, three = st.columns([0.3, 0.3, 0.4], gap="medium")
    width = in_link(one.slider)(w["width"], 1, 6, 4, key="beam width")
    alpha = in_link(two.slider)(w["alpha"], 0.0, 1.5, 0.6, 0.1, key="beam alpha")
    three.caption(w["beam_help"])
    if model_choice.subject().channel:
        st.caption(w["reranked"])
    beam = _beam(model_choice.name(), readable_text.text(), width, alpha)
    places = beam_tree.by_rank(beam, 2, _lit(beam, spelled, "beam", f"{width} {alpha} {readable_text.text()}"))
    charts.tree(_nodes(_window(places), spelled), w["length"], row=34)
    join = model_choice.subject().target_vocabulary
    st.dataframe([{w["sentence"]: join.join(join.decode(node.words)), w["length_and_end"]: len(node.words),
                   "log p": node.log_probability, w["score"]: node.score}
                  for node in (beam.tree[i] for i in beam.best)], hide_index=True, height="content", key="beam table",
                 column_config={"log p": st.column_config.NumberColumn(format="%.3f"),
                                w["score"]: st.column_config.NumberColumn(format="%.3f")})


def _window(places: Sequence[beam_tree.Place]) -> list[beam_tree.Place]:
    """The columns of a tree that its reader has come to: as many as leave room for their words."""
    last = max(place.x for place in places)
    if last <= COLUMNS:
        return list(places)
    first = in_link(st.slider, "first column")(words(PAGE)["first_column"], 1, last - COLUMNS + 1, 1,
                                               key=f"first column {last}")
    return [place for place in places if first <= place.x < first + COLUMNS]


@shared
def _drawn(model: str, text: str, temperature: float, top_k: int, top_p: float, seed: int) -> list[list[int]]:
    choose = decode.sampling(temperature, top_k, top_p, seed)
    return experiment.samples(zoo.load(model), source(model, text), choose, 5, limit=24)


@st.fragment
def _drawing() -> None:
    w, spelled, run = words(PAGE), vocabulary(), (model_choice.name(), readable_text.text())
    passes = written(*run).passes
    left, right = st.columns([0.34, 0.66], gap="medium")
    with left:
        temperature = in_link(st.slider)(w["temperature"], 0.0, 3.0, 1.0, 0.1, key="temperature")
        top_k = in_link(st.slider)(w["top_k"], 0, 20, 0, key="top k")
        top_p = in_link(st.slider)(w["top_p"], 0.05, 1.0, 1.0, 0.05, key="top p")
        seed = in_link(st.number_input)(w["seed"], 0, 9999, 1, key="sampling seed")
        t = in_link(st.select_slider, "position")(w["position"], range(len(passes)), key=f"position {' '.join(run)}",
                                                  format_func=lambda i: f"{i + 1} · {spelled[passes[i].id]}")
    logits = passes[t].logits
    p = decode.distribution(logits, temperature, top_k, top_p)
    order = logits.argsort(descending=True)[:10]
    labels = tuple(spelled[i] for i in order.tolist())
    with right:
        heatmap(matrix("drawn from", w["drawn_from"], np.stack([torch.softmax(logits, -1)[order], p[order]]),
                       (w["model_says"], w["after_cut"]), labels, scale="sequential", limit=1.0,
                       column_axis=w["next_word"], colour=tint(EQUATIONS["output.probabilities"])), key="drawn from")
        st.markdown(w["drawn_sentences"])
        join = model_choice.subject().target_vocabulary
        for ids in _drawn(*run, temperature, top_k, top_p, int(seed)):
            st.markdown(f"- {join.join(join.decode(ids)) or '∅'}")


def _r54() -> None:
    """Always taking the likeliest word, and keeping two prefixes, on both trees."""
    w = words(PAGE)
    for column, (name, tree) in zip(st.columns(2, gap="medium"), TREES.items()):
        column.markdown(f"**{w[f'tree_{name}']}**")
        widths = (1, 2, 3)
        with column:
            charts.bars({w["beam_of"].format(width=n): _product(tree, n) for n in widths}, w["sentence_probability"],
                        tones=(0, -1, -1), domain=(0, 1.12))
