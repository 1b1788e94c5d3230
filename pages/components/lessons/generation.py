"""The exhibits of the page on generation that follow the loop: N1-16, N0-24, N0-25."""

from __future__ import annotations

import numpy as np
import streamlit as st
import torch

from core import decode, zoo
from core.experiments import generation as experiment
from core.formula import EQUATIONS
from pages.components import lesson, state
from pages.components.formula import theme, tint
from pages.components.heatmap import Frame, Picture, board, heatmap, payload
from pages.components.lessons.charts import bars
from pages.components.numerals import plain
from pages.components.text import language, words

PAGE, COLUMNS = "generation", 14


def vocabulary() -> tuple[str, ...]:
    return state.translator().target_vocabulary.words


def source(model: str, text: str) -> torch.Tensor:
    translator = zoo.load(model)
    return translator.ids(translator.words(text))


@st.cache_resource(max_entries=32, show_spinner=False)
def passes(model: str, text: str, ends: bool = True, limit: int = decode.LIMIT) -> list:
    """The passes of the greedy loop, one per word."""
    return experiment.loop(zoo.load(model), source(model, text), ends=ends, limit=limit)


def padded(value: torch.Tensor, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """A picture as tall as the last pass needs, and which of its rows are not there yet."""
    value = value.double().numpy()
    tall = np.zeros((rows, value.shape[1]))
    tall[: len(value)] = value
    return tall, np.broadcast_to((np.arange(rows) >= len(value))[:, None], tall.shape)


def growing(name: str, title: str, value: torch.Tensor, rows: list[str], **options) -> Picture:
    """The rows computed so far; the newest is outlined, those to come are masked."""
    tall, masked = padded(value, len(rows))
    named = tuple(word if i < len(value) else "·" for i, word in enumerate(rows))
    return Picture(name, title, tall, rows=named, masked=masked, alt=title,
                   outlines=((len(value) - 1, 0, 1, tall.shape[1]),), **options)


@st.cache_resource(max_entries=32, show_spinner=False)
def _loop_board(model: str, text: str, ends: bool, limit: int, lang: str, base: str):
    """A frame per pass: where it looked in the source, and what it thought of the next word."""
    w, found, spelled = words(PAGE), passes(model, text, ends, limit), zoo.load(model).target_vocabulary.words
    ids = [word.id for word in found]
    inputs = [spelled[i] for i in (experiment.START, *ids[:-1])]
    shown = experiment.columns(found[-1].trace["probabilities"].value, ids, COLUMNS)
    step, head = _looking(zoo.load(model))
    pictures, frames = [], []
    for t, word in enumerate(found):
        pictures += [
            growing(f"looked {t}", w["looked"], word.trace[step].value[head], inputs, scale="sequential",
                    columns=tuple(zoo.load(model).words(text)), row_axis=w["input"], column_axis=w["source_word"],
                    row_link="token", colour=tint(EQUATIONS["attention.weights"], base)),
            growing(f"p {t}", w["next_probability"], word.trace["probabilities"].value[:, shown], inputs,
                    columns=tuple(spelled[i] for i in shown), row_axis=w["input"], column_axis=w["next_word"],
                    scale="sequential", row_link="token", colour=tint(EQUATIONS["output.probabilities"], base))]
        frames.append(Frame(str(t), spelled[word.id], w["words_out"], (f"looked {t}", f"p {t}"), ("→",)))
    return found, payload(pictures, frames)


def _looking(translator) -> tuple[str, int]:
    """The cross-attention head that aligns best; the last layer's first where that was not measured."""
    best = translator.about["metrics"].get("alignment", {}).get("best_head")
    step, _, head = (best or f"decoder.{len(translator.model.decoder) - 1}.cross_attention.weights head 0").partition(
        " head ")
    return step, int(head)


@st.fragment
def loop() -> None:
    """N1-16: the loop from start to end, its input growing by one word per pass."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-16"):
        left, right = st.columns([0.68, 0.32], gap="medium")
        with right:
            ends = st.toggle(w["may_end"], value=True, key="may end")
            limit = decode.LIMIT if ends else st.slider(w["limit"], 8, 24, 16, key="generation limit")
        found, packed = _loop_board(state.model_name(), state.text(), ends, limit, language(), theme())
        with left:
            seen = board(payload=packed, key="growing", words=words("board") | {"masked": w["unwritten"]}, url=False)
        with right:
            _new_word(found, int(seen.step))
        free = passes(state.model_name(), state.text(), False, 24)
        p = [float(word.probabilities[experiment.END]) for word in free]
        lesson.predict(PAGE, "N1-16", ("other_word", "silence", "goes_on"), length=len(passes(
            state.model_name(), state.text())), limit=len(free), most=max(p), last=p[-1])
        lesson.stands(EQUATIONS["embedding.shift_right"])


def _new_word(found: list, t: int) -> None:
    """The prefix that went in, the word that came out, and its rivals."""
    w, spelled = words(PAGE), vocabulary()
    prefix = [spelled[i] for i in (experiment.START, *(word.id for word in found[:t]))]
    st.markdown(w["pass_n"].format(n=t + 1, count=len(found)))
    st.markdown(" ".join(f"`{word}`" for word in prefix) + f" → **`{spelled[found[t].id]}`**")
    p = found[t].probabilities
    top = p.topk(6)
    st.altair_chart(bars([spelled[i] for i in top.indices.tolist()], top.values.tolist(), w["next_probability"],
                         lit=spelled[found[t].id]), width="stretch")
    st.caption(w["end_probability"].format(p=plain(p[experiment.END])))


@st.cache_resource(max_entries=32, show_spinner=False)
def _repeats_board(model: str, text: str, lang: str, base: str):
    """A frame per pass from the second: the rows before, the rows now, and what changed in the old ones."""
    w, found, spelled = words(PAGE), passes(model, text), zoo.load(model).target_vocabulary.words
    ids = [word.id for word in found]
    inputs = [spelled[i] for i in (experiment.START, *ids[:-1])]
    shown = experiment.columns(found[-1].trace["probabilities"].value, ids, 10)
    limit = float(found[-1].trace["logits"].value[:, shown].abs().max())
    common = {"columns": tuple(spelled[i] for i in shown), "row_axis": w["input"], "column_axis": w["next_word"],
              "row_link": "token", "column_link": "word", "limit": limit,
              "colour": tint(EQUATIONS["output.logits"], base)}
    pictures, frames = [], []
    changed = experiment.repeats(found)
    for t in range(len(found)):
        pictures.append(growing(f"rows {t}", w["rows_of_pass"].format(n=t + 1),
                                found[t].trace["logits"].value[:, shown], inputs, **common))
    for t, difference in enumerate(changed, 1):
        old, masked = padded(difference[:, shown], len(inputs))
        pictures.append(Picture(f"changed {t}", w["changed"], old, masked=masked, alt=w["changed"],
                                rows=tuple(inputs[:t]) + ("·",) * (len(inputs) - t), **common))
        frames.append(Frame(str(t), spelled[found[t].id], w["words_out"],
                            (f"rows {t - 1}", f"rows {t}", f"changed {t}"), ("→", "Δ")))
    return payload(pictures, frames) if frames else None, changed


@st.cache_data(max_entries=32, show_spinner=False)
def costs(model: str, text: str):
    """What generation computes without and with the cache, counted in its traces."""
    return tuple(experiment.cost(zoo.load(model), source(model, text), cached) for cached in (False, True))


@st.fragment
def repeats() -> None:
    """N0-24: at each pass all rows but the last repeat; the cache keeps them instead."""
    w, model, text = words(PAGE), state.model_name(), state.text()
    with lesson.exhibit(PAGE, "N0-24"):
        packed, changed = _repeats_board(model, text, language(), theme())
        if packed is not None:
            board(payload=packed, key="repeats", words=words("board") | {"masked": w["unwritten"]}, url=False)
        bare, cached = costs(model, text)
        st.markdown(w["cache_title"])
        left, right = st.columns([0.72, 0.28], gap="medium")
        with left:
            heatmap(_computed(bare, cached), key="computed", words=words("board"), operators=("",))
        difference = float((bare.probabilities - cached.probabilities).abs().max())
        with right:
            one, two = st.columns(2)
            one.metric(w["rows_plain"], sum(bare.own))
            two.metric(w["rows_cached"], sum(cached.own))
            one.metric(w["source_rows_plain"], sum(bare.source))
            two.metric(w["source_rows_cached"], sum(cached.source))
            st.metric(w["largest_difference"], plain(difference, 2))
        lesson.predict(PAGE, "N0-24", ("all_change", "some_change", "one_new"), words=len(bare.own),
                       naive=sum(bare.own), cached=sum(cached.own), difference=plain(difference, 2),
                       repeat=plain(max((float(d.abs().max()) for d in changed), default=0.0), 2))
        lesson.erratum("R31", lambda: _r31(changed))
        lesson.stands(EQUATIONS["attention.appended_keys"], EQUATIONS["attention.appended_values"])


def _computed(bare, cached) -> list[Picture]:
    """Which keys each pass computes: 1 computed, 0 taken from the cache, masked where there is no word yet."""
    w, spelled, count = words(PAGE), vocabulary(), len(bare.own)
    ids = [word.id for word in passes(state.model_name(), state.text())]
    inputs = tuple(spelled[i] for i in (experiment.START, *ids[:-1]))
    pictures = []
    for name, run in (("computed_plain", bare), ("computed_cached", cached)):
        made = np.zeros((count, count))
        for t, rows in enumerate(run.own):
            made[t, t + 1 - rows: t + 1] = 1
        pictures.append(Picture(name, w[name], made, rows=tuple(str(t + 1) for t in range(count)), columns=inputs,
                                row_axis=w["pass"], column_axis=w["key_of"], scale="magnitude", row_link="pass",
                                column_link="token", masked=np.triu(np.ones((count, count), bool), 1), alt=w[name]))
    return pictures


def _r31(changed: list[torch.Tensor]) -> None:
    """How many of the rows that the print calls new are new."""
    w = words(PAGE)
    printed, right = st.columns(2)
    old = [d.abs().max(-1).values for d in changed]
    count, largest = len(changed) + 1, max((float(d.max()) for d in old), default=0.0)
    again = sum(int((d > 1e-3).sum()) for d in old)
    printed.metric(w["r31_printed"], sum(range(1, count + 1)))
    right.metric(w["r31_right"], count)
    st.caption(w["r31_measured"].format(rows=sum(map(len, old)), again=again, largest=plain(largest, 2)))


@st.cache_data(max_entries=64, show_spinner=False)
def _both_ways(model: str, text: str, masked: bool):
    """Logits of one pass and of many, with or without the mask."""
    translator, ids = zoo.load(model), [word.id for word in passes(model, text)]
    edits = () if masked else experiment.unmasked(translator)
    return (experiment.parallel(translator, source(model, text), ids, edits).numpy(),
            experiment.serial(translator, source(model, text), ids, edits).numpy(), ids)


@st.fragment
def one_pass_or_many() -> None:
    """N0-25: training's single masked pass and generation's many passes give the same logits."""
    w, model, text = words(PAGE), state.model_name(), state.text()
    with lesson.exhibit(PAGE, "N0-25"):
        masked = st.toggle(w["mask_on"], value=True, key="generation mask")
        at_once, one_by_one, ids = _both_ways(model, text, masked)
        spelled = vocabulary()
        shown = experiment.columns(torch.softmax(torch.from_numpy(at_once), -1), ids, 12)
        rows = tuple(spelled[i] for i in (experiment.START, *ids[:-1]))
        limit = float(np.abs(np.stack((at_once, one_by_one))[..., shown]).max())
        heatmap([Picture(name, w[name], value[:, shown], rows=rows, columns=tuple(spelled[i] for i in shown),
                         row_axis=w["input"], column_axis=w["next_word"], row_link="token", column_link="word",
                         limit=limit, alt=w[name], colour=tint(EQUATIONS["output.logits"]))
                 for name, value in (("at_once", at_once), ("one_by_one", one_by_one),
                                     ("difference", at_once - one_by_one))],
                key="both ways", words=words("board"), operators=("−", "="))
        gaps = np.abs(at_once - one_by_one).max(-1)
        st.caption(w["row_gaps"].format(gaps=" · ".join(plain(gap, 2) for gap in gaps)))
        with_mask, bare = (np.abs(np.subtract(*_both_ways(model, text, on)[:2])).max(-1) for on in (True, False))
        lesson.predict(PAGE, "N0-25", ("same_rows", "all_rows", "last_row"), masked=plain(with_mask.max(), 2),
                       most=float(bare[:-1].max(initial=0.0)), last=plain(bare[-1], 2), words=len(bare))
        lesson.stands(EQUATIONS["attention.masked_scores"])
