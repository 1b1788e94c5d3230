"""The feed-forward network: N0-16, N2-23; R28, R73."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core import zoo
from core.experiments import heads, layers, parameters
from core.steps import Trace
from pages.components import charts, lesson, model_choice, readable_text, runs
from pages.components.address import in_link
from pages.components.bar.reply import model_words
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic, holds
from pages.components.lesson.pictures import tints
from pages.components.numbers import fixed, plain
from pages.components.stage import drawing
from pages.components.text import words
from pages.transformer.layers import PAGE
from pages.transformer.layers.layer_name import layer_name

WIDE = 560  # high enough for two pictures of 256 columns one below the other, unit under unit


@shared
def _on(model: str, sentence: str) -> tuple[dict[str, float], dict[str, float]]:
    """The share of units that are on, trained and untrained."""
    trace = runs.cached_trace(model, sentence)
    fresh = heads.untrained(zoo.load(model), 1).trace(sentence, target=heads.own_words(trace))
    return layers.on_share(trace), layers.on_share(fresh)


@lesson.panel
def feed_forward(trace: Trace) -> None:
    """Which units are on, per word; how many, trained and untrained; what the network costs."""
    with lesson.exhibit(PAGE, "N0-16", "N2-23"):
        w = words(PAGE)
        trained, fresh = _on(model_choice.name(), readable_text.text())
        site = lesson.pressed(st, w["network"], list(trained), "layers network", named=layer_name)
        names = [f"{site}.hidden", f"{site}.activation"]
        tint, key = tints(trace, names), f"layers ffn {site}"
        shown = [drawing.picture(trace[name], words("walkthrough"), tint[name]) for name in names]
        state = heatmap(shown, key=key, operators=("",), height=WIDE)
        holds(key, names)
        left, right = st.columns([0.5, 0.5], gap="large")
        with left:
            arithmetic(trace, state, key, f"{site}.activation")
            if lesson.predict(PAGE, "N0-16", ("on_all", "on_half", "on_few"), trained=100 * trained[site],
                              fresh=100 * sum(fresh.values()) / len(fresh), truth=_how_many):
                charts.pairs([layer_name(name) for name in trained],
                             {w["fresh"]: list(fresh.values()), w["trained"]: list(trained.values())}, w["on"])
        with right:
            _cost()
        lesson.erratum("R28", lambda: _collapsed(trace))
        lesson.erratum("R73", _times)


def _how_many(shares: Mapping) -> str:
    """A third of the units or fewer, two thirds or fewer, or more."""
    return "on_few" if shares["trained"] < 100 / 3 else "on_half" if shares["trained"] < 200 / 3 else "on_all"


def _cost() -> None:
    """What attention, feed-forward network and norms of one layer take, for a ratio d_ff / d_model."""
    w = words(PAGE)
    left, right = st.columns([0.55, 0.45], vertical_alignment="bottom")
    ratio = in_link(left.select_slider)(w["ratio"], (1, 2, 4, 8), value=4, key="layers ratio")
    ffn, attention = parameters.feed_forward(512, 512 * ratio), parameters.attention(512, 512)
    right.metric(w["share"], f"{fixed(100 * (ffn / (ffn + attention)), 1)}%")
    st.caption(_bleu(512 * ratio, w))
    charts.bars({w["part_attention"]: attention, w["part_ffn"]: ffn, w["part_norms"]: 2 * parameters.norm(512)},
                w["parameters"], tones=(0, 1, 2), domain=(0, 1.22 * parameters.feed_forward(512, 4096)), step=28)


def _bleu(inner: int, w: dict[str, str]) -> str:
    """What the paper measured with this d_ff, beside its base model."""
    bleu, base = parameters.bleu_by_inner_width(), parameters.BASE.d_ff
    key = "bleu_base" if inner == base else "bleu_of" if inner in bleu else "bleu_unknown"
    return w[key].format(inner=plain(inner), bleu=fixed(bleu.get(inner, 0), 1), base=fixed(bleu[base], 1))


def _collapsed(trace: Trace) -> None:
    """Without the ReLU two matrices are one; with it they are not."""
    layer, x = model_choice.subject().model.encoder[0], trace["encoder.0.norm_1.output"].value
    st.caption(words(PAGE)["collapsed"].format(difference=plain(layers.collapse(layer, x), 2),
                                               changed=f"{fixed(100 * layers.relu_matters(layer, x), 1)}%"))


def _times() -> None:
    """How many times as wide the inner layer is: in models trained here, and in published ones."""
    w, models = words(PAGE), parameters.widened()
    named = {model_words(one.name) if one.here else one.name: one for one in models}
    charts.bars({name: one.ratio for name, one in named.items()}, w["times_wider"],
                tones=[0 if one.here else 1 for one in named.values()], domain=(0, 10.5), step=24,
                texts=[f"{plain(one.ratio)} × · {one.d_model} → {one.d_ff}" for one in named.values()])
    st.caption(w["times_source"])
