"""More exhibits on heads: all maps of a stack, trained against untrained, what the number of heads changes."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core import zoo
from core.experiments import heads, parameters
from core.steps import Trace
from pages.components import lesson, state
from pages.components.heatmap import Picture, heatmap
from pages.components.lessons.heads import PAGE, choose_site, head_names, site_name
from pages.components.lessons.heads_charts import arcs, counts, dots, lines
from pages.components.text import words

KINDS = ("encoder.self_attention", "decoder.self_attention", "decoder.cross_attention")
LETTERS = "ABC"


def _kind(site: str) -> str:
    stack, _, kind = site.split(".")
    return f"{stack}.{kind}"


@st.fragment
def every_map(trace: Trace) -> None:
    """A picture per layer, a panel per head; a click on the name of a panel enlarges it."""
    with lesson.exhibit(PAGE, "N1-24"):
        w, walk = words(PAGE), words("walkthrough")
        kind = st.segmented_control(w["stack"], KINDS, default=KINDS[-1], required=True, key="heads stack",
                                    format_func=lambda k: w[f"kind_{k.replace('.', '_')}"])
        pictures = []
        for site in (site for site in heads.sites(trace) if _kind(site) == kind):
            step = trace[f"{site}.weights"]
            pictures.append(Picture(
                step.name, site_name(site), step.value.double().numpy(), step.labels[1] or (), step.labels[2] or (),
                walk["axis_query"], walk["axis_key"], "query", "key", head_names(len(step.value)), "sequential",
                limit=1.0, alt=site_name(site)))
        heatmap(pictures, key=f"heads grid {kind}", words=words("board"), operators=("",) * (len(pictures) - 1))
        sources = {step.inputs[0] for name, step in trace.items() if name.endswith("cross_attention.keys")}
        layers = len({site for site in heads.sites(trace) if site.startswith("encoder.")})
        lesson.predict(PAGE, "N1-24", ("memory_same_height", "memory_last"), steps=", ".join(sorted(sources)),
                       layers=layers)
        lesson.erratum("R24", lambda: _layers_times_heads(trace))


def _layers_times_heads(trace: Trace) -> None:
    """Counted from the run: layers, heads, maps."""
    w = words(PAGE)
    weights = [step for name, step in trace.items() if name.endswith(".weights")]
    shown = {"attentions": len(weights), "heads": len(weights[0].value),
             "maps": sum(len(step.value) for step in weights)}
    for column, (name, number) in zip(st.columns(3), shown.items()):
        column.metric(w[name], number)


@st.cache_resource(max_entries=32, show_spinner=False)
def _untrained(model: str, sentence: str, seed: int) -> Trace:
    translator = zoo.load(model)
    target = heads.own_words(state.cached_trace(model, sentence))
    return heads.untrained(translator, seed).trace(sentence, target=target)


@st.fragment
def which_is_trained(trace: Trace) -> None:
    """One trained map among two untrained ones, in an order of chance: arcs and heatmaps."""
    with lesson.exhibit(PAGE, "N1-05"):
        w, walk = words(PAGE), words("walkthrough")
        controls = st.container(horizontal=True, vertical_alignment="bottom")
        site = choose_site(trace, "arcs", controls)
        count = len(trace[f"{site}.weights"].value)
        head = lesson.numbered(controls, w["head"], count, "heads arcs")
        draw = st.session_state.setdefault("heads draw", 0)
        controls.button(w["again"], icon=":material/shuffle:", on_click=_again, key="heads again")
        runs = [trace, *(_untrained(state.model_name(), state.text(), 2 * draw + seed) for seed in (1, 2))]
        order = heads.order(3, draw)
        step, maps = trace[f"{site}.weights"], [runs[i][f"{site}.weights"].value[head] for i in order]
        rows, columns = step.labels[1] or (), step.labels[2] or ()
        arcs(dict(zip(LETTERS, (A.tolist() for A in maps))), rows, columns, w["arcs"], w["weight"])
        picture = Picture("which", w["which"], np.stack([A.double().numpy() for A in maps]), rows,
                          columns, walk["axis_query"], walk["axis_key"], "query", "key", tuple(LETTERS), "sequential",
                          1.0, alt=w["which"])
        heatmap(picture, key=f"heads which {site} {head} {draw}", words=words("board"))
        told = {f"entropy_{letter}": heads.entropy(A) for letter, A in zip(LETTERS, maps)}
        lesson.predict(PAGE, "N1-05", ("map_A", "map_B", "map_C"), answer=LETTERS[order.index(0)], **told)


def _again() -> None:
    st.session_state["heads draw"] = st.session_state.get("heads draw", 0) + 1
    st.session_state[f"guess {PAGE} N1-05"] = None


@st.fragment
def how_many() -> None:
    """A slider for h: parameters, multiply-adds, and the rank that a head's scores can have."""
    with lesson.exhibit(PAGE, "N2-20"):
        w = words(PAGE)
        left, middle, right = st.columns([0.2, 0.5, 0.3], gap="medium")
        with left:
            d_model = st.select_slider("d_model", (64, 128, 256, 512), value=64, key="heads d_model")
            n_heads = st.select_slider("h", (1, 2, 4, 8, 16, 32), value=8, key="heads h")
            d_k = d_model // n_heads
            found = _rank(64, d_model, n_heads)
            st.latex(rf"d_k = \frac{{{d_model}}}{{{n_heads}}} = {d_k}")
            ops = parameters.multiply_adds(64, d_model, n_heads, d_k)
            st.metric(w["weights_count"], f"{parameters.attention(d_model, n_heads * d_k, biases=False):,}")
            st.metric(w["multiply_adds"], f"{sum(ops.values()):,}")
            st.metric(w["ranks"], f"{found.scores_rank} → {found.weights_rank}")
        with middle:
            pictures = [Picture("S", "S", found.scores.numpy(), alt="S"),
                        Picture("A", "A", found.weights.numpy(), scale="sequential", alt="A")]
            heatmap(pictures, key="heads rank", words=words("board"), operators=("softmax",))
        with right:
            series = {"S": found.scores_spectrum.clamp_min(1e-17).tolist(), "A": found.weights_spectrum.tolist()}
            lines(series, w["singular_number"], w["singular"], log=True, height=300, at=min(d_k, 64) + 0.5)
        lesson.predict(PAGE, "N2-20", ("count_grows", "count_same", "count_falls"), rank=found.scores_rank,
                       full=found.weights_rank, d_k=d_k, h=n_heads,
                       count=f"{parameters.attention(d_model, n_heads * d_k, biases=False):,}")
        lesson.erratum("R94", lambda: _parameters_by_heads(d_model))
        lesson.erratum("R23", _bleu_by_heads)


@st.cache_data(max_entries=64, show_spinner=False)
def _rank(n: int, d_model: int, n_heads: int) -> heads.Rank:
    return heads.rank(n, d_model, n_heads)


def _parameters_by_heads(d_model: int) -> None:
    """Heads that share d_model, and heads that are each d_model wide."""
    w, found = words(PAGE), parameters.by_heads(d_model)
    left, right = st.columns(2)
    for column, name, numbers in ((left, "full_width", found.full), (right, "shared_width", found.shared)):
        with column:
            st.caption(w[name].format(d=d_model))
            counts({f"h = {h}": count for h, count in zip(found.heads, numbers)}, w["weights_count"],
                   top=max(found.full))


def _bleu_by_heads() -> None:
    """Row (A) of the paper's Table 3, as printed there."""
    rows = sorted((row for row in parameters.TABLE_3 if row.row in ("base", "A")), key=lambda row: row.sizes.n_heads)
    scores = {f"h = {row.sizes.n_heads}": row.bleu for row in rows}
    dots(scores, words(PAGE)["bleu"], (24.5, 26))
