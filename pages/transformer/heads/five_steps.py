"""One module step by step: N1-11, N2-19, N3-10; R04, R06, R42, R77."""

from __future__ import annotations

import streamlit as st

from core import catalog
from core.experiments import heads
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text, runs
from pages.components.board import Frame, Picture, board, payload
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic, holds
from pages.components.formula import theme
from pages.components.glossary.view import passage_with_cards
from pages.components.lesson.pictures import tints
from pages.components.numbers import plain
from pages.components.stage import drawing
from pages.components.text import language, words
from pages.transformer.heads import PAGE

STAGES = {"input": "queries", "split": "queries", "match": "weights", "fetch": "head_outputs", "join": "output"}
"""The stages, and the step whose formula is told at each."""


@shared
def _five(model: str, sentence: str, site: str, lang: str, base: str):
    """The five stages of one attention module, packed once."""
    trace, w, own = runs.cached_trace(model, sentence), words("walkthrough"), words(PAGE)
    x, memory = (trace[f"{site}.{name}"].inputs[0] for name in ("queries", "keys"))
    last = f"{site}.masked_scores" if f"{site}.masked_scores" in trace else f"{site}.scores"
    shown = {"input": ((x,) if x == memory else (x, memory), ("",) if x != memory else ()),
             "split": ((x, "wide", f"{site}.queries"), ("→", "→")),
             "match": ((f"{site}.queries", f"{site}.keys", last, f"{site}.weights"), ("·", "=", "softmax")),
             "fetch": ((f"{site}.weights", f"{site}.values", f"{site}.head_outputs"), ("×", "=")),
             "join": ((f"{site}.head_outputs", f"{site}.concat", f"{site}.output"), ("→", "× Wᴼ"))}
    names = list(dict.fromkeys(name for pictures, _ in shown.values() for name in pictures if name != "wide"))
    tint = tints(trace, names)
    pictures = [_cut(trace, site, name, drawing.picture(trace[name], w, tint.get(name, ""))) for name in names]
    return payload([*pictures, _wide(trace, site, w, own)],
                   [Frame(stage, own[f"stage_{stage}"], "", *shown[stage]) for stage in STAGES])


@shared
def _compared(model: str, sentence: str, site: str) -> tuple[float, float]:
    """The wide Q cut the wrong way, and the projection in two stages: what a guess and an erratum tell."""
    trace = runs.cached_trace(model, sentence)
    return heads.wrong_cut(trace, site), heads.two_stages(trace, site)


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


def five_steps(trace: Trace, site: str) -> None:
    """Input, split, match, fetch, join: the tensors of one module, stage by stage."""
    with lesson.exhibit(PAGE, "N1-11", "N2-19", "N3-10"):
        left, right = st.columns([0.66, 0.34], gap="medium")
        with left:
            packed = _five(model_choice.name(), readable_text.text(), site, language(), theme())
            key = f"heads five {site}"
            state = board(payload=packed, key=key, url=False)
            holds(key, (f"{site}.{result}" for result in STAGES.values()))
        with right:
            st.markdown(passage_with_cards(PAGE, f"stage.{state.step}"))
            if state.step == "input" and heads.normed_first(trace):
                st.markdown(passage_with_cards(PAGE, "stage.input.normed"))
            step = f"{site}.{STAGES[state.step]}"
            arithmetic(trace, state, key, trace[step].inputs[0] if state.step == "input" else step)
        wrong_cut, two_stages = _compared(model_choice.name(), readable_text.text(), site)
        first, second = st.columns(2, gap="large")
        with first:
            lesson.predict(PAGE, "N1-11", ("cut_error", "cut_same", "cut_silent"),
                           share=100 * wrong_cut,
                           truth="cut_silent", possible=wrong_cut > 0)
        with second:
            lesson.predict(PAGE, "N3-10", ("stage_more", "stage_none"), difference=two_stages, truth="stage_none")
        lesson.erratum("R04", lambda: _printed_shapes(trace, site))
        lesson.erratum("R06", lambda: _projected_twice(trace, site, two_stages))
        lesson.erratum("R42", lambda: _one_name(trace))
        lesson.erratum("R77", lambda: _projected_twice(trace, site, two_stages))


def _printed_shapes(trace: Trace, site: str) -> None:
    w, step = words(PAGE), trace[f"{site}.queries"]
    X, d_k = trace[step.inputs[0]].value, step.value.shape[-1]
    for name, x, width in (("own", X, d_k), ("small", X.new_zeros(4, 8), 4), ("lucky", X.new_zeros(4, 4), 4)):
        message, right = heads.shapes_as_printed(x, width)
        printed, correct = st.columns(2)
        n, d = x.shape
        outcome = w["refused" if message else "accepted"].format(message=message, n=n, k=width)
        printed.markdown(f"{w[f'shape_{name}'].format(n=n, d=d, rows=n, k=width)}  \n{outcome}")
        correct.markdown(f"{w[f'shape_{name}'].format(n=n, d=d, rows=d, k=width)}  \n"
                         f"{w['accepted'].format(n=right[0], k=right[1])}")


def _one_name(trace: Trace) -> None:
    """What N, i and X̃ stand for in N0, with their numbers in this run; and that the two X̃ are not one tensor."""
    w, (looked_up, joined) = words(PAGE), heads.called_alike(trace)
    d, n_heads = looked_up.shape[-1], len(trace["encoder.0.self_attention.weights"].value)
    patches = catalog.about(catalog.first(answers="class"))["configuration"]["patches"]
    rows = (("N", "(1)", "dictionary", len(trace.parameters["source_embedding.W_E"])),
            ("N", "(41)", "patches", patches),
            ("i", "(2)", "pairs", d // 2), ("i", "(6)", "heads", n_heads),
            ("X̃", "(1)", "looked_up", "×".join(map(str, looked_up.shape))),
            ("X̃", "(8)", "joined", "×".join(map(str, joined.shape))))
    st.dataframe({w["letter"]: [row[0] for row in rows], w["equation"]: [row[1] for row in rows],
                  w["stands_for"]: [w[f"letter_{row[2]}"] for row in rows],
                  w["here"]: [str(row[3]) for row in rows]}, hide_index=True)
    st.caption(w["two_tensors"].format(difference=plain(float((looked_up - joined).abs().max()), 2)))


def _projected_twice(trace: Trace, site: str, difference: float) -> None:
    """Two projections against the one matrix that is their product, and how many numbers each way has."""
    w, (once, twice) = words(PAGE), heads.stage_counts(trace, site)
    lesson.figures((w["twice_off"], plain(difference, 2)), (w["twice_numbers"], plain(twice)),
                   (w["once_numbers"], plain(once)), border=True)
