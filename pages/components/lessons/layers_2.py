"""More exhibits on layers: the feed-forward network, what is linear, the depth lab, batch norm."""

from __future__ import annotations

import inspect

import streamlit as st
import torch

from core import zoo
from core.experiments import heads, layers, parameters
from core.models.layers import EncoderLayer, PreNormEncoderLayer
from core.steps import Trace
from pages.components import frames, lesson, state
from pages.components.heatmap import Cell, heatmap
from pages.components.heatmap.model import cell_from_mapping
from pages.components.lessons import cells
from pages.components.lessons.cells import matrix
from pages.components.lessons.heads_charts import counts, lines, pairs
from pages.components.lessons.layers import PAGE, layer_name
from pages.components.numerals import plain
from pages.components.text import prose, words

START = Cell("normalized", None, 4, 2)  # the cell whose sources are framed before the reader chooses one
WIDE = 560  # high enough for two pictures of 256 columns one below the other, unit under unit
TONES = (3, 2, 4, 0, 1)  # none, norm only, residual only, post-norm, pre-norm


@st.cache_data(max_entries=64, show_spinner=False)
def _on(model: str, sentence: str) -> tuple[dict[str, float], dict[str, float]]:
    """The share of units that are on, trained and untrained."""
    trace = state.cached_trace(model, sentence)
    fresh = heads.untrained(zoo.load(model), 1).trace(sentence, target=heads.own_words(trace))
    return layers.on_share(trace), layers.on_share(fresh)


@st.fragment
def feed_forward(trace: Trace) -> None:
    """Which units are on, per word; how many, trained and untrained; what the network costs."""
    with lesson.exhibit(PAGE, "N0-16", "N2-23"):
        w = words(PAGE)
        trained, fresh = _on(state.model_name(), state.text())
        site = st.segmented_control(w["network"], list(trained), default=next(iter(trained)), required=True,
                                    format_func=layer_name, key="layers network")
        names = [f"{site}.hidden", f"{site}.activation"]
        tint, key = cells.tints(trace, names), f"layers ffn {site}"
        shown = [frames.picture(trace[name], words("walkthrough"), tint[name]) for name in names]
        seen = heatmap(shown, key=key, words=words("board"), operators=("",), height=WIDE)
        left, right = st.columns([0.5, 0.5], gap="large")
        with left:
            cells.told(trace, f"{site}.activation", seen, key)
            if lesson.predict(PAGE, "N0-16", ("on_all", "on_half", "on_few"), trained=100 * trained[site],
                              fresh=100 * sum(fresh.values()) / len(fresh)):
                pairs([layer_name(name) for name in trained],
                      {w["fresh"]: list(fresh.values()), w["trained"]: list(trained.values())}, w["on"])
        with right:
            _cost()
        lesson.erratum("R28", lambda: _collapsed(trace))


def _cost() -> None:
    """What attention, feed-forward network and norms of one layer take, for a ratio d_ff / d_model."""
    w = words(PAGE)
    left, right = st.columns([0.55, 0.45], vertical_alignment="bottom")
    ratio = left.select_slider(w["ratio"], (1, 2, 4, 8), value=4, key="layers ratio")
    ffn, attention = parameters.feed_forward(512, 512 * ratio), parameters.attention(512, 512)
    right.metric(w["share"], f"{ffn / (ffn + attention):.1%}")
    counts({w["part_attention"]: attention, w["part_ffn"]: ffn, w["part_norms"]: 2 * parameters.norm(512)},
           w["parameters"], (0, 1, 2), top=parameters.feed_forward(512, 4096))


def _collapsed(trace: Trace) -> None:
    """Without the ReLU two matrices are one; with it they are not."""
    layer, x = state.translator().model.encoder[0], trace["encoder.0.norm_1.output"].value
    st.caption(words(PAGE)["collapsed"].format(difference=plain(layers.collapse(layer, x), 2),
                                               changed=f"{layers.relu_matters(layer, x):.1%}"))


@st.fragment
def linear_or_not(trace: Trace) -> None:
    """f(2x) against 2 f(x), f(x + y) against f(x) + f(y), for every part of the first layer."""
    with lesson.exhibit(PAGE, "N1-13", "N1-14"):
        w, x = words(PAGE), trace[layers.INPUT].value.double()
        found = layers.linearity(state.translator().model.encoder[0], x, x.flip(0))
        left, right = st.columns([0.5, 0.5], gap="large")
        with left:
            lesson.predict(PAGE, "N1-13", ("ffn_linear", "ffn_scales", "ffn_neither"), scale=found["ffn"][0],
                           add=found["ffn"][1])
        with right:
            lesson.predict(PAGE, "N1-14", ("attention_linear", "attention_not"), scale=found["attention"][0],
                           add=found["attention"][1], frozen=found["frozen"][1])
        if any(lesson.guessed(PAGE, key) for key in ("N1-13", "N1-14")):
            errors = torch.tensor(list(found.values()))
            left, right = st.columns([0.5, 0.5], gap="large")
            with left:
                heatmap(matrix("linear", w["linear"], errors, [w[f"map_{name}"] for name in found],
                               (w["scaling"], w["adding"]), scale="magnitude", limit=1.0),
                        key="layers linear", words=words("board"))
            right.markdown(prose(PAGE, "N1-14.three"))


@st.cache_data(max_entries=256, show_spinner=False)
def _depth(variant: str, n_layers: int, seed: int) -> layers.Depth:
    return layers.depth(variant, n_layers, seed)


@st.fragment
def depth_lab() -> None:
    """Five wirings of the same parts, as deep as the reader likes: gradients, sizes, cosines."""
    with lesson.exhibit(PAGE, "N0-14"):
        w = words(PAGE)
        shown = st.session_state.setdefault("layers run", (6, 0))
        left, right = st.columns([0.36, 0.64], gap="large")
        with left:
            n_layers = st.slider(w["layers"], 2, 48, 24, key="layers depth")
            seed = st.slider(w["seed"], 0, 9, 0, key="layers seed")
            if st.button(w["run"].format(n=n_layers), type="primary", icon=":material/play_arrow:", key="layers go"):
                shown = st.session_state["layers run"] = n_layers, seed
            found = _all(*shown)
            _table(found)
        with right:
            st.caption(w["shown" if shown == (n_layers, seed) else "shown_other"].format(n=shown[0], seed=shown[1],
                                                                                         wanted=n_layers))
            _curves(found)
        _cosines(found)
        _told_depth(shown[1])
        if state.depth() == "code":
            for column, kind in zip(st.columns(2), (EncoderLayer, PreNormEncoderLayer)):
                column.code(inspect.getsource(kind.forward), language="python")
        lesson.erratum("R49", lambda: _table(_all(24, shown[1]), ("none", "residual", "post", "pre")))
        lesson.erratum("R51", lambda: _kept_apart(found))


def _all(n_layers: int, seed: int) -> dict[str, layers.Depth]:
    """All five, with a bar while they are not there yet."""
    w, found, bar = words(PAGE), {}, st.empty()
    for i, variant in enumerate(layers.VARIANTS):
        bar.progress(i / len(layers.VARIANTS), w["running"].format(variant=w[f"variant_{variant}"]))
        found[variant] = _depth(variant, n_layers, seed)
    bar.empty()
    return found


def _table(found: dict[str, layers.Depth], names=tuple(layers.VARIANTS)) -> None:
    w = words(PAGE)
    rows = [f"| {w['variant_head']} | {w['ratio_head']} | RMS | {w['cosine_head']} |", "|---|---|---|---|"]
    rows += [f"| {w[f'variant_{n}']} | {plain(found[n].ratio, 2)} | {plain(found[n].rms[-1])} | "
             f"{float(found[n].cosine[-1]):.4f} |" for n in names]
    st.markdown("\n".join(rows))


def _curves(found: dict[str, layers.Depth]) -> None:
    w = words(PAGE)
    named = {w[f"variant_{name}"]: run for name, run in found.items()}
    lines({n: run.gradient.tolist() for n, run in named.items()}, w["layer"], w["gradient"], log=True, height=250,
          tones=TONES)
    first, second = st.columns(2)
    with first:
        lines({n: run.rms.tolist() for n, run in named.items()}, w["layer"], w["rms"], log=True, height=200,
              tones=TONES, legend=False)
    with second:
        lines({n: run.cosine.tolist() for n, run in named.items()}, w["layer"], w["cosine"], height=200, tones=TONES,
              legend=False)


def _cosines(found: dict[str, layers.Depth]) -> None:
    """The cosine of every pair of tokens, deeper and deeper, in one variant."""
    w = words(PAGE)
    variant = st.segmented_control(w["variant"], list(found), default="norm", required=True, key="layers variant",
                                   format_func=lambda name: w[f"variant_{name}"])
    cosines = found[variant].cosines
    at = sorted({0, 1, 2, 4, len(cosines) - 1} & set(range(len(cosines))))
    heatmap(matrix("cosines", w["cosines"], cosines[at].nan_to_num(0.0), limit=1.0,
                   panels=tuple(w["after_layers"].format(n=i) for i in at)),
            key=f"layers cosines {len(cosines)}", words=words("board"))


def _told_depth(seed: int) -> None:
    """The prediction is about 24 layers, whatever is shown; those are run once the reader has guessed."""
    runs = {name: _depth(name, 24, seed) for name in layers.VARIANTS} if lesson.guessed(PAGE, "N0-14") else {}
    numbers = {f"{name}_ratio": run.ratio for name, run in runs.items()}
    if runs:
        numbers |= {"rms": float(runs["residual"].rms[-1])}
        numbers |= {f"{name}_two": float(run.cosine[1]) for name, run in runs.items()}
        numbers |= {f"{name}_last": float(run.cosine[-1]) for name, run in runs.items()}
    lesson.predict(PAGE, "N0-14", ("depth_vanishes", "depth_explodes", "depth_fine"), **numbers)


def _kept_apart(found: dict[str, layers.Depth]) -> None:
    w = words(PAGE)
    for column, name in zip(st.columns(2), ("norm", "post")):
        column.metric(w["after_two"].format(variant=w[f"variant_{name}"]), f"{float(found[name].cosine[1]):.4f}")


@st.fragment
def layer_or_batch() -> None:
    """The same rows normalized along features and along the batch; another sample moved."""
    with lesson.exhibit(PAGE, "N2-22"):
        w = words(PAGE)
        left, right = st.columns([0.72, 0.28], gap="large")
        with right:
            shift = st.slider(w["shift"], 0.0, 10.0, 0.0, 0.5, key="layers shift")
        before, after = layers.batch(0.0), layers.batch(shift)
        rows = [w["sample_word"].format(sample=s + 1, word=t + 1) for s in range(layers.SAMPLES)
                for t in range(layers.WORDS)]
        with left:
            _both_ways(after, rows)
        first = slice(0, layers.WORDS)
        with right:
            changes = [float((a[first] - b[first]).abs().max()) for a, b in
                       ((after.by_layer, before.by_layer), (after.by_batch, before.by_batch))]
            st.metric(w["changed_layer"], plain(changes[0]))
            st.metric(w["changed_batch"], plain(changes[1]))
        moved = layers.batch(5.0)
        lesson.predict(PAGE, "N2-22", ("both_move", "batch_moves", "layer_moves"),
                       by_layer=float((moved.by_layer[first] - before.by_layer[first]).abs().max()),
                       by_batch=float((moved.by_batch[first] - before.by_batch[first]).abs().max()),
                       error=layers.one_value_per_channel())


def _both_ways(found: layers.Batch, rows: list[str]) -> None:
    """Input, layer norm, batch norm; the cells that the chosen one reads are framed in the input.

    No cross-hair runs through the input: it would light one row and one column, whichever of them is read.
    """
    w, key = words(PAGE), "layers batch"
    cell = cell_from_mapping((st.session_state.get(key) or {"cell": START}).get("cell"))
    frame, told = (), w["batch_click"]
    if cell is not None and cell.picture in ("normalized", "normalized_over_batch"):
        read = layers.read_by(found.trace, cell.picture, (cell.row, cell.column))
        top, left = (min(index) for index in zip(*read))
        bottom, right = (max(index) for index in zip(*read))
        frame = ((top, left, bottom - top + 1, right - left + 1),)
        numbers = torch.stack([found.x[at] for at in read])
        told = w[f"read_{cell.picture}"].format(row=rows[cell.row], feature=cell.column, count=len(read), mean=plain(
            numbers.mean()), spread=plain(numbers.std(correction=0)))
    axes = {"column_axis": w["feature"], "limit": 3.0}
    links = {"row_link": "row", "column_link": "feature"}
    shown = [matrix("x", w["batch_x"], found.x, rows, outlines=frame, **axes),
             matrix("normalized", w["batch_layer"], found.by_layer, rows, **axes, **links),
             matrix("normalized_over_batch", w["batch_batch"], found.by_batch, rows, **axes, **links)]
    heatmap(shown, key=key, words=words("board"), operators=("→", ""), cell=START)
    st.caption(told)
