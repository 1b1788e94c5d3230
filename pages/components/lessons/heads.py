"""The exhibits on heads: split, attend, concatenate; what each head writes; what is lost without it."""

from __future__ import annotations

import math

import streamlit as st

from core import zoo
from core.edits import Ablate
from core.equations import variants
from core.experiments import heads
from core.steps import Trace
from pages.components import frames, lesson, state
from pages.components.formula import colours, formula, theme
from pages.components.heatmap import Frame, Picture, board, heatmap, payload
from pages.components.lessons import cells
from pages.components.lessons.heads_charts import pairs, stacked
from pages.components.lessons.pictures import steps_of
from pages.components.numerals import plain
from pages.components.sentence import escaped
from pages.components.text import language, prose, words

PAGE = "heads"
STAGES = {"input": "queries", "split": "queries", "match": "weights", "fetch": "head_outputs", "join": "output"}
"""The stages, and the step whose formula is told at each."""


def site_name(site: str) -> str:
    """An attention module in words."""
    stack, number, kind = site.split(".")
    return words(PAGE)[f"site_{stack}_{kind}"].format(n=int(number) + 1)


def choose_site(trace: Trace, key: str, where=st) -> str:
    """Which attention module an exhibit looks at."""
    return where.segmented_control(words(PAGE)["site"], heads.sites(trace), default=heads.sites(trace)[0],
                                   format_func=site_name, required=True, key=f"heads site {key}")


def head_names(count: int) -> tuple[str, ...]:
    return tuple(words("walkthrough")["head_n"].format(n=i + 1) for i in range(count))


@st.cache_resource(max_entries=64, show_spinner=False)
def _five(model: str, sentence: str, site: str, lang: str, base: str):
    """The five stages of one attention module, packed once."""
    trace, w, own = state.cached_trace(model, sentence), words("walkthrough"), words(PAGE)
    x, memory = (trace[f"{site}.{name}"].inputs[0] for name in ("queries", "keys"))
    last = f"{site}.masked_scores" if f"{site}.masked_scores" in trace else f"{site}.scores"
    shown = {"input": ((x,) if x == memory else (x, memory), ("",) if x != memory else ()),
             "split": ((x, "wide", f"{site}.queries"), ("→", "→")),
             "match": ((f"{site}.queries", f"{site}.keys", last, f"{site}.weights"), ("·", "=", "softmax")),
             "fetch": ((f"{site}.weights", f"{site}.values", f"{site}.head_outputs"), ("×", "=")),
             "join": ((f"{site}.head_outputs", f"{site}.concat", f"{site}.output"), ("→", "× Wᴼ"))}
    names = list(dict.fromkeys(name for pictures, _ in shown.values() for name in pictures if name != "wide"))
    tint = cells.tints(trace, names)
    pictures = [_cut(trace, site, name, frames.picture(trace[name], w, tint.get(name, ""))) for name in names]
    return payload([*pictures, _wide(trace, site, w, own)],
                   [Frame(stage, own[f"stage_{stage}"], "", *shown[stage]) for stage in STAGES])


def _cut(trace: Trace, site: str, name: str, picture: Picture) -> Picture:
    """The concatenation with a line round each head."""
    if name != f"{site}.concat":
        return picture
    return Picture(**{**vars(picture), "outlines": _blocks(trace, site)})


def _blocks(trace: Trace, site: str) -> tuple[tuple[int, int, int, int], ...]:
    n_heads, n, d_v = trace[f"{site}.head_outputs"].value.shape
    return tuple((0, head * d_v, n, d_v) for head in range(n_heads))


def _wide(trace: Trace, site: str, w: dict[str, str], own: dict[str, str]) -> Picture:
    step = trace[f"{site}.queries"]
    return Picture("wide", own["wide"], heads.wide(trace, site).double().numpy(), rows=step.labels[1] or (),
                   row_axis=w["axis_query"], column_axis="h·d_k", row_link="query", column_link="wide",
                   alt=own["wide"], outlines=_blocks(trace, site))


@st.fragment
def one_module(trace: Trace) -> None:
    """One module, step by step, and what its heads write."""
    site = choose_site(trace, "main")
    five_steps(trace, site)
    each_writes(trace, site)


def five_steps(trace: Trace, site: str) -> None:
    """Input, split, match, fetch, join: the tensors of one module, stage by stage."""
    with lesson.exhibit(PAGE, "N1-11", "N2-19", "N3-10"):
        left, right = st.columns([0.66, 0.34], gap="medium")
        with left:
            packed = _five(state.model_name(), state.text(), site, language(), theme())
            key = f"heads five {site}"
            seen = board(payload=packed, key=key, words=words("board"), url=False)
        with right:
            st.markdown(prose(PAGE, f"stage.{seen.step}"))
            told = f"{site}.{STAGES[seen.step]}"
            cells.told(trace, trace[told].inputs[0] if seen.step == "input" else told, seen, key)
        first, second = st.columns(2, gap="large")
        with first:
            lesson.predict(PAGE, "N1-11", ("cut_error", "cut_same", "cut_silent"),
                           share=100 * heads.wrong_cut(trace, site))
        with second:
            lesson.predict(PAGE, "N3-10", ("stage_more", "stage_none"), difference=heads.two_stages(trace, site))
        lesson.erratum("R04", lambda: _printed_shapes(trace, site))


def _printed_shapes(trace: Trace, site: str) -> None:
    w, step = words(PAGE), trace[f"{site}.queries"]
    X, d_k = trace[step.inputs[0]].value, step.value.shape[-1]
    for name, x, width in (("own", X, d_k), ("small", X.new_zeros(4, 8), 4), ("lucky", X.new_zeros(4, 4), 4)):
        message, right = heads.shapes_as_printed(x, width)
        printed, correct = st.columns(2)
        n, d = x.shape
        told = w["refused" if message else "accepted"].format(message=message, n=n, k=width)
        printed.markdown(f"{w[f'shape_{name}'].format(n=n, d=d, rows=n, k=width)}  \n{told}")
        correct.markdown(f"{w[f'shape_{name}'].format(n=n, d=d, rows=d, k=width)}  \n"
                         f"{w['accepted'].format(n=right[0], k=right[1])}")


def each_writes(trace: Trace, site: str) -> None:
    """What each head adds to each word, and that the additions are the output."""
    with lesson.exhibit(PAGE, "N4-17"):
        written = heads.writes(trace, site)
        own, value = words(PAGE), written["head_writes"].value
        labels = trace[f"{site}.head_outputs"].labels[1] or ()
        tint = colours(variants.head_writes.equation)
        left, right = st.columns([0.66, 0.34], gap="medium")
        with left:
            pictures = [Picture("head_writes", own["writes"], value.double().numpy(), labels, (),
                                words("walkthrough")["axis_query"], "d_model", "query", "d_model",
                                head_names(len(value)), colour=tint["result"], alt=own["writes"]),
                        frames.picture(trace[f"{site}.output"], words("walkthrough"))]
            key = f"heads writes {site}"
            seen = heatmap(pictures, key=key, words=words("board"), operators=("Σ + b",))
        with right:
            if seen.cell is not None and seen.cell.picture == "head_writes":
                cells.told(written, "head_writes", seen, key)
            else:
                formula(variants.head_writes.equation, depth=state.depth())
            _lengths(value, labels)
        split = heads.split(trace, site)
        lesson.predict(PAGE, "N4-17", ("scalar_same", "scalar_less"), difference=split.difference,
                       scalar=split.scalar_reach, matrix=split.matrix_reach,
                       d_v=trace[f"{site}.values"].value.shape[-1])
        lesson.erratum("R93", lambda: _sum_or_concat(split))


def _lengths(value, labels) -> None:
    """A bar per word: how long each head's write is."""
    w, names = words(PAGE), head_names(len(value))
    rows = [{"word": f"{i + 1} {labels[i] if labels else ''}", "part": names[h], "value": float(length)}
            for h, row in enumerate(value.norm(dim=-1)) for i, length in enumerate(row)]
    stacked(rows, names, w["length"])


def _sum_or_concat(split: heads.Split) -> None:
    w = words(PAGE)
    left, right = st.columns(2)
    left.metric(w["reach_scalar"], split.scalar_reach)
    right.metric(w["reach_matrix"], split.matrix_reach)
    st.caption(w["sum_is_concat"].format(difference=plain(split.difference)))


@st.cache_data(max_entries=64, show_spinner=False)
def _ablations(model: str, sentence: str) -> heads.Ablations:
    return heads.ablations(zoo.load(model), sentence)


@st.cache_data(max_entries=256, show_spinner=False)
def _without(model: str, sentence: str, edits: tuple) -> tuple:
    translator = zoo.load(model)
    return heads.word_probabilities(translator, sentence, edits), translator.translate(sentence, edits)


@st.fragment
def without(trace: Trace) -> None:
    """Heads switched off: what becomes of the translation, word by word and freely written."""
    with lesson.exhibit(PAGE, "N0-12"):
        w, edits = words(PAGE), []
        left, right = st.columns([0.42, 0.58], gap="large")
        with left:
            st.caption(w["switch_off"])
            for site in heads.sites(trace):
                names = head_names(len(trace[f"{site}.head_outputs"].value))
                off = st.pills(site_name(site), range(len(names)), selection_mode="multi", key=f"off {site}",
                               format_func=names.__getitem__)
                edits += [Ablate(f"{site}.head_outputs", head) for head in off]
        with right:
            _told_without(trace, tuple(edits))
        sites = heads.sites(trace)
        if lesson.predict(PAGE, "N0-12", ("lost_encoder", "lost_self", "lost_cross", "lost_none")):
            _every_head(_ablations(state.model_name(), state.text()), sites)


def _told_without(trace: Trace, edits: tuple) -> None:
    w, vocabulary = words(PAGE), state.translator().target_vocabulary
    (whole, without), free = _without(state.model_name(), state.text(), edits)
    st.markdown(f"{w['with_all']} **{escaped(vocabulary.join(heads.own_words(trace)))}**  \n"
                f"{w['with_some']} **{escaped(vocabulary.join(free)) or '∅'}**")
    names = steps_of((*heads.own_words(trace), "</s>"))
    pairs(names, {w["p_whole"]: whole.tolist(), w["p_without"]: without.tolist()}, w["probability"])


def _every_head(found: heads.Ablations, sites: list[str]) -> None:
    w, loss = words(PAGE), (found.without - found.whole).double().numpy()
    rows = tuple(site_name(site) for site in sites)
    picture = Picture("loss", w["loss_title"], loss, rows, head_names(loss.shape[1]), alt=w["loss_title"])
    left, right = st.columns([0.42, 0.58], gap="large")
    with left:
        heatmap(picture, key="heads every", words=words("board"))
    worst = divmod(int(loss.argmin()), loss.shape[1])
    right.markdown(prose(PAGE, "N0-12.worst").format(
        site=rows[worst[0]], head=worst[1] + 1, p=plain(found.without[worst].exp()),
        whole=plain(math.exp(found.whole)), harmless=int((abs(loss) < 0.05).sum()), count=loss.size,
        difference=plain(heads.subtraction(state.translator(), state.text(), sites[worst[0]], worst[1]), 2)))
