"""Stacks with and without residual and norm: N0-14; R49, R51."""

from __future__ import annotations

import inspect

import streamlit as st

from core.experiments import layers
from core.models.layers import EncoderLayer, PreNormEncoderLayer
from pages.components import charts, lesson, session
from pages.components.address import in_link, remembered
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.lecture import projected
from pages.components.lesson.pictures import matrix, table
from pages.components.location import number
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.layers import PAGE

ASKED = 24  # layers of which the prediction asks
RUN, DEPTH, SEED = "layers run", "layers depth", "layers seed"
FEWEST, MOST, SEEDS = 2, 48, 10
TONES = (3, 2, 4, 0, 1)  # none, norm only, residual only, post-norm, pre-norm


_depth = shared(layers.depth)


@lesson.panel
def depth_lab() -> None:
    """Five wirings of the same parts, as deep as the reader likes: gradients, sizes, cosines."""
    with lesson.exhibit(PAGE, "N0-14"):
        w = words(PAGE)
        shown = remembered(RUN, (ASKED if projected.shown() else 6, 0), _from_link, "{0[0]}.{0[1]}".format)
        left, right = st.columns([0.36, 0.64], gap="large")
        with left:
            n_layers = in_link(st.slider)(w["layers"], FEWEST, MOST, ASKED, key=DEPTH)
            seed = in_link(st.slider)(w["seed"], 0, SEEDS - 1, 0, key=SEED)
            st.button(w["run"].format(n=n_layers), type="primary", icon=":material/play_arrow:", key="layers go",
                      on_click=_run)
            depths = _all(*shown)
            _table(depths)
        with right:
            st.caption(w["shown" if shown == (n_layers, seed) else "shown_other"].format(
                n=shown[0], seed=shown[1], wanted=n_layers, wanted_seed=seed))
            _curves(depths)
        _cosines(depths)
        _told_depth(shown[1])
        if session.depth() == "code":
            for column, kind in zip(st.columns(2), (EncoderLayer, PreNormEncoderLayer)):
                column.code(inspect.getsource(kind.forward), language="python")
        lesson.erratum("R49", lambda: _table(_all(ASKED, shown[1]), ("none", "residual", "post", "pre")))
        lesson.erratum("R51", lambda: _kept_apart(depths))


def _run() -> None:
    st.session_state[RUN] = st.session_state[DEPTH], st.session_state[SEED]


def _from_link(text: str) -> tuple[int, int] | None:
    """Layers and seed of a run, as a link has them: ``24.0``."""
    n_layers, seed = (number(part) for part in (*text.split(".", 1), "")[:2])
    sound = None not in (n_layers, seed) and FEWEST <= n_layers <= MOST and seed < SEEDS
    return (n_layers, seed) if sound else None


def _all(n_layers: int, seed: int) -> dict[str, layers.Depth]:
    """All five, with a bar while they are not there yet."""
    w, depths, bar = words(PAGE), {}, st.empty()
    for i, variant in enumerate(layers.VARIANTS):
        bar.progress(i / len(layers.VARIANTS), w["running"].format(variant=w[f"variant_{variant}"]))
        depths[variant] = _depth(variant, n_layers, seed)
    bar.empty()
    return depths


def _table(depths: dict[str, layers.Depth], names=tuple(layers.VARIANTS)) -> None:
    w = words(PAGE)
    table((w["variant_head"], w["ratio_head"], "RMS", w["cosine_head"]),
          ((w[f"variant_{name}"], plain(depths[name].ratio, 2), plain(depths[name].rms[-1]),
            fixed(depths[name].cosine[-1], 4)) for name in names))


def _curves(depths: dict[str, layers.Depth]) -> None:
    w = words(PAGE)
    named = {w[f"variant_{name}"]: run for name, run in depths.items()}
    with st.container(key="layers gradients"):
        _curve({n: run.gradient.tolist() for n, run in named.items()}, w["gradient"], log=True,
               height=320 if projected.shown() else 250)
    first, second = st.columns(2)
    with first:
        _curve({n: run.rms.tolist() for n, run in named.items()}, w["rms"], log=True, legend=False)
    with second:
        _curve({n: run.cosine.tolist() for n, run in named.items()}, w["cosine"], legend=False)


def _curve(curves: dict[str, list[float]], title: str, log: bool = False, height: int = 200,
           legend: bool = True) -> None:
    """A line per variant over the layers."""
    charts.lines({name: (range(1, len(one) + 1), one) for name, one in curves.items()}, words(PAGE)["layer"], title,
                 scales=("linear", "log" if log else "linear"), height=height, tones=TONES, legend=legend, dots=True)


def _cosines(depths: dict[str, layers.Depth]) -> None:
    """The cosine of every pair of tokens, deeper and deeper, in one variant."""
    w = words(PAGE)
    variant = lesson.one_of(st, w["variant"], list(depths), w, "variant_", "layers variant", default="norm")
    cosines = depths[variant].cosines
    at = sorted({0, 1, 2, 4, len(cosines) - 1} & set(range(len(cosines))))
    heatmap(matrix("cosines", w["cosines"], cosines[at].nan_to_num(0.0), limit=1.0,
                   panels=tuple(w["after_layers"].format(n=i) for i in at)),
            key=f"layers cosines {len(cosines)}")


def _told_depth(seed: int) -> None:
    """The prediction is about ASKED layers, whatever is shown; those are run once the reader has guessed."""
    def numbers() -> dict[str, float]:
        runs = {name: _depth(name, ASKED, seed) for name in layers.VARIANTS}
        return {**{f"{name}_ratio": run.ratio for name, run in runs.items()}, "rms": float(runs["residual"].rms[-1]),
                **{f"{name}_two": float(run.cosine[1]) for name, run in runs.items()},
                **{f"{name}_last": float(run.cosine[-1]) for name, run in runs.items()}}

    lesson.predict(PAGE, "N0-14", ("depth_vanishes", "depth_explodes", "depth_fine"), numbers, "depth_explodes")


def _kept_apart(depths: dict[str, layers.Depth]) -> None:
    w = words(PAGE)
    lesson.figures(*((w["after_two"].format(variant=w[f"variant_{name}"]), fixed(depths[name].cosine[1], 4))
                     for name in ("norm", "post")))
