"""The exhibits on what a sentence is worth and how to choose one: N0-01, N1-23, R54."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import streamlit as st
import torch

from core import decode, zoo
from core.experiments import generation as experiment
from core.experiments import trees
from core.formula import EQUATIONS
from pages.components import lesson, state
from pages.components.formula import tint
from pages.components.heatmap import Picture, heatmap
from pages.components.lessons import charts
from pages.components.lessons.generation import PAGE, passes, source, vocabulary
from pages.components.numerals import plain
from pages.components.text import words

TREES = {"missed": experiment.MISSED, "lost": experiment.LOST}


# ---- The chain rule --------------------------------------------------------------------------------------------------


@st.cache_data(max_entries=128, show_spinner=False)
def _after(model: str, text: str, prefix: tuple[int, ...]) -> np.ndarray:
    return experiment.next_word(zoo.load(model), source(model, text), prefix).numpy()


@st.cache_data(max_entries=128, show_spinner=False)
def _ledger(model: str, text: str, target: tuple[int, ...], free: int = 0) -> tuple[experiment.Ledger, float, float]:
    """The ledger of a target, or, given ``free``, of its first words and the model's own continuation."""
    ids = experiment.continued(zoo.load(model), source(model, text), target[:free]) if free else list(target)
    found = experiment.ledger(zoo.load(model), source(model, text), ids)
    return found, found.total, found.perplexity


@st.cache_data(max_entries=64, show_spinner=False)
def _telling(model: str, text: str) -> int:
    ids = [word.id for word in passes(model, text)]
    return experiment.telling_change(zoo.load(model), source(model, text), ids)


@st.fragment
def chain_rule() -> None:
    """N0-01: each word depends on the source and on the words already there; the product is the sentence."""
    w, model, text, spelled = words(PAGE), state.model_name(), state.text(), vocabulary()
    own = tuple(word.id for word in passes(model, text))
    with lesson.exhibit(PAGE, "N0-01"):
        left, right = st.columns([0.3, 0.7], gap="medium")
        with left:
            at = st.select_slider(w["change_at"], range(1, len(own) + 1), value=_telling(model, text),
                                  key=f"change {model} {text}",
                                  format_func=lambda t: f"{t} · {spelled[own[t - 1]]}")
            p = _after(model, text, own[: at - 1])
            rivals = [i for i in np.argsort(-p)[:12].tolist() if i > experiment.END and i != own[at - 1]][:8]
            other = st.selectbox(w["change_to"], rivals, key=f"other {model} {text} {at}",
                                 format_func=lambda i: f"{spelled[i]}  ({plain(p[i], 2)})")
        changed = (*own[: at - 1], other)
        rows = [_after(model, text, prefix) for prefix in (own[:at], changed)]
        with right:
            _two_futures(rows, own[:at], changed)
        forced = (*changed, *own[at:]) if at < len(own) else (*changed,)
        _ledgers(model, text, forced, at)
        moved = 0.5 * float(np.abs(rows[0] - rows[1]).sum())
        lesson.predict(PAGE, "N0-01", ("unchanged", "changed_next", "reversed"), moved=moved,
                       was=spelled[int(rows[0].argmax())], now=spelled[int(rows[1].argmax())])


def _two_futures(rows: list[np.ndarray], own: tuple, changed: tuple) -> None:
    """The next word after the prefix as it was and as changed."""
    w, spelled = words(PAGE), vocabulary()
    both = torch.from_numpy(np.stack(rows))
    shown = experiment.columns(both, (), 14)
    labels = tuple(" ".join(spelled[i] for i in prefix[-2:]) for prefix in (own, changed))
    heatmap(Picture("futures", w["futures"], both[:, shown].numpy(), rows=tuple(f"… {label} →" for label in labels),
                    columns=tuple(spelled[i] for i in shown), scale="sequential", column_axis=w["next_word"],
                    colour=tint(EQUATIONS["output.probabilities"]), alt=w["futures"]),
            key="futures", words=words("board"))


def _ledgers(model: str, text: str, forced: tuple[int, ...], at: int) -> None:
    """Word by word: told the true words, and going on alone."""
    w = words(PAGE)
    told, told_sum, told_perplexity = _ledger(model, text, forced)
    alone, alone_sum, alone_perplexity = _ledger(model, text, forced, at)
    left, right = st.columns(2, gap="medium")
    for column, name, ledger in ((left, "teacher_forced", told), (right, "free_running", alone)):
        column.markdown(f"**{w[name]}**")
        column.dataframe([{"t": t, w["word"]: word, "log p": log_p, "p": math.exp(log_p)} for t, (word, log_p) in
                          enumerate(zip(ledger.words, ledger.log_probabilities), 1)],
                         hide_index=True, height="content", key=f"ledger {name}", column_config={
                             "t": st.column_config.NumberColumn(width=40),
                             "log p": st.column_config.NumberColumn(format="%.3f"),
                             "p": st.column_config.ProgressColumn(min_value=0, max_value=1, format="%.4f")})
    for column, total, perplexity in ((left, told_sum, told_perplexity), (right, alone_sum, alone_perplexity)):
        column.markdown(w["ledger_sum"].format(total=f"{total:.3f}".replace("-", "−"), p=plain(math.exp(total)),
                                               perplexity=plain(perplexity)))


# ---- Choosing a sentence ---------------------------------------------------------------------------------------------


def choosing(possible: bool) -> None:
    """N1-23: greedy, beam, sampling. ``possible``: there is a sentence to translate."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-23"):
        names = ["by_hand", "your_sentence", "drawing"] if possible else ["by_hand"]
        for name, tab in zip(names, st.tabs([w[f"tab_{name}"] for name in names])):
            with tab:
                {"by_hand": _by_hand, "your_sentence": _your_sentence, "drawing": _drawing}[name]()
        found = {(name, width): _product(tree, width) for name, tree in TREES.items() for width in (1, 2, 3)}
        lesson.predict(PAGE, "N1-23", ("never_worse", "sometimes_worse", "always_worse"),
                       greedy=found["missed", 1], two=found["missed", 2], lost_greedy=found["lost", 1],
                       lost_two=found["lost", 2], lost_three=found["lost", 3])
        lesson.erratum("R54", _r54)
        lesson.stands(EQUATIONS["output.probabilities"])


def _product(tree, width: int) -> float:
    found = experiment.hand_tree(tree, width)
    return math.exp(found.tree[found.best[0]].log_probability)


@st.fragment
def _by_hand() -> None:
    w = words(PAGE)
    left, right = st.columns([0.28, 0.72], gap="medium")
    with left:
        name = st.radio(w["tree"], list(TREES), key="tree", format_func=lambda n: w[f"tree_{n}"])
        width = st.slider(w["width"], 1, 3, 1, key="hand width")
        st.caption(w["tree_help"])
    found = experiment.hand_tree(TREES[name], width)
    with left:
        chosen = _lit(found, experiment.LETTERS, f"hand {name} {width}")
    places = trees.by_branch(TREES[name], found, chosen)
    right.altair_chart(charts.tree(places, experiment.LETTERS, w["length"], row=30), width="stretch")


def _lit(found: decode.Beam, labels: Mapping[int, str], key: str) -> int:
    """Which of the sentences found has its path lit: a list that the keyboard walks through; the answer comes first."""
    nodes = [found.tree[i] for i in found.best]
    spelled = [" ".join(labels[word] for word in node.words).replace("<", r"\<") for node in nodes]
    return st.radio(words(PAGE)["lit"], range(len(nodes)), key=f"lit {key}", format_func=lambda i: (
        f"{spelled[i]} · {plain(math.exp(nodes[i].log_probability))}"))


@st.cache_resource(max_entries=64, show_spinner=False)
def _beam(model: str, text: str, width: int, alpha: float) -> decode.Beam:
    return experiment.beam(zoo.load(model), source(model, text), width, alpha)


@st.fragment
def _your_sentence() -> None:
    w, spelled = words(PAGE), dict(enumerate(vocabulary()))
    one, two, three = st.columns([0.3, 0.3, 0.4], gap="medium")
    width = one.slider(w["width"], 1, 6, 4, key="beam width")
    alpha = two.slider(w["alpha"], 0.0, 1.5, 0.6, 0.1, key="beam alpha")
    three.caption(w["beam_help"])
    found = _beam(state.model_name(), state.text(), width, alpha)
    places = trees.by_rank(found, 2, _lit(found, spelled, f"{width} {alpha} {state.text()}"))
    st.altair_chart(charts.tree(places, spelled, w["length"], row=34), width="stretch")
    join = state.translator().target_vocabulary
    st.dataframe([{w["sentence"]: join.join(join.decode(node.words)), w["length"]: len(node.words),
                   "log p": node.log_probability, w["score"]: node.score}
                  for node in (found.tree[i] for i in found.best)], hide_index=True, height="content", key="beam table",
                 column_config={"log p": st.column_config.NumberColumn(format="%.3f"),
                                w["score"]: st.column_config.NumberColumn(format="%.3f")})


@st.cache_data(max_entries=128, show_spinner=False)
def _drawn(model: str, text: str, temperature: float, top_k: int, top_p: float, seed: int) -> list[list[int]]:
    choose = decode.sampling(temperature, top_k, top_p, seed)
    return experiment.samples(zoo.load(model), source(model, text), choose, 5, limit=24)


@st.fragment
def _drawing() -> None:
    w, spelled, found = words(PAGE), vocabulary(), passes(state.model_name(), state.text())
    left, right = st.columns([0.34, 0.66], gap="medium")
    with left:
        temperature = st.slider(w["temperature"], 0.0, 3.0, 1.0, 0.1, key="temperature")
        top_k = st.slider(w["top_k"], 0, 20, 0, key="top k")
        top_p = st.slider(w["top_p"], 0.05, 1.0, 1.0, 0.05, key="top p")
        seed = st.number_input(w["seed"], 0, 9999, 1, key="sampling seed")
        t = st.select_slider(w["position"], range(len(found)), key=f"position {state.model_name()} {state.text()}",
                             format_func=lambda i: f"{i + 1} · {spelled[found[i].id]}")
    logits = found[t].trace["logits"].value[-1]
    p = decode.distribution(logits, temperature, top_k, top_p)
    order = logits.argsort(descending=True)[:10]
    labels = tuple(spelled[i] for i in order.tolist())
    with right:
        heatmap(Picture("drawn from", w["drawn_from"], np.stack([torch.softmax(logits, -1)[order], p[order]]),
                        rows=(w["model_says"], w["after_cut"]), columns=labels, scale="sequential", alt=w["drawn_from"],
                        column_axis=w["next_word"], colour=tint(EQUATIONS["output.probabilities"])),
                key="drawn from", words=words("board"))
        st.markdown(w["drawn_sentences"])
        join = state.translator().target_vocabulary
        for ids in _drawn(state.model_name(), state.text(), temperature, top_k, top_p, int(seed)):
            st.markdown(f"- {join.join(join.decode(ids)) or '∅'}")


def _r54() -> None:
    """Always taking the likeliest word, and keeping two prefixes, on both trees."""
    w = words(PAGE)
    for column, (name, tree) in zip(st.columns(2, gap="medium"), TREES.items()):
        column.markdown(f"**{w[f'tree_{name}']}**")
        widths = (1, 2, 3)
        column.altair_chart(charts.bars([w["beam_of"].format(width=n) for n in widths],
                                        [_product(tree, n) for n in widths], w["sentence_probability"],
                                        lit=w["beam_of"].format(width=1)), width="stretch")


