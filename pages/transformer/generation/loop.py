"""The loop that writes one word after another: N1-16."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core import decode, zoo
from core.experiments import generation as experiment
from core.formula import EQUATIONS
from pages.components import charts, lesson, model_choice, readable_text, session
from pages.components.address import in_link
from pages.components.board import BoardState, Cell, Frame, board, payload
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic
from pages.components.formula import theme, tint
from pages.components.numbers import plain
from pages.components.text import board_words, language, words
from pages.transformer.generation import PAGE
from pages.transformer.generation.passes import (
    Written,
    growing,
    is_answer,
    looking,
    source,
    trace_after,
    vocabulary,
    written,
)

SHARES = {"scale": "sequential", "limit": 1.0}  # one for all passes
MOST = 16  # words, where the end token may not be chosen and the sentence is not longer


@shared
def _loop_board(model: str, text: str, ends: bool, limit: int, lang: str, base: str):
    """A frame per pass: where it looked in the source, and what it thought of the next word."""
    w, run, spelled = words(PAGE), written(model, text, ends, limit), zoo.load(model).target_vocabulary.words
    inputs = [spelled[i] for i in (experiment.MARKS.start, *run.ids[:-1])]
    pictures, frames = [], []
    for t, one in enumerate(run.passes):
        pictures += [
            growing(f"looked {t}", w["looked"], one.looked, inputs, **SHARES,
                    columns=tuple(zoo.load(model).read(text)), row_axis=w["input"], column_axis=w["source_word"],
                    row_link="token", colour=tint(EQUATIONS["attention.weights"], base)),
            growing(f"p {t}", w["next_probability"], one.shares, inputs,
                    columns=tuple(spelled[i] for i in run.shown), row_axis=w["input"], column_axis=w["next_word"],
                    row_link="token", colour=tint(EQUATIONS["output.probabilities"], base), **SHARES)]
        frames.append(Frame(str(t), spelled[one.id], w["words_out"], (f"looked {t}", f"p {t}"), ("→",)))
    return payload(pictures, frames)


@shared
def _chances_to_end(model: str, text: str, limit: int) -> list[float]:
    """The probability of the end token in each pass of a loop that may not choose it; no traces of them are kept."""
    words = experiment.loop(zoo.load(model), source(model, text), ends=False, limit=limit, only=decode.NOTHING)
    return [float(word.probabilities[experiment.MARKS.end]) for word in words]


@lesson.panel
def loop() -> None:
    """N1-16: the loop from start to end, its input growing by one word per pass."""
    w, run = words(PAGE), (model_choice.name(), readable_text.text())
    own = written(*run).ids
    whole = len(own)
    with lesson.exhibit(PAGE, "N1-16"):
        left, right = st.columns([0.68, 0.32], gap="medium")
        with right:
            ends = in_link(st.toggle)(w["may_end"], value=True, key="may end")
            most = max(MOST, whole + 1)
            endless = most if ends else in_link(st.slider)(w["limit"], whole + 1, whole + MOST, most,
                                                           key="generation limit")
            limit = decode.LIMIT if ends else endless
        with left:
            state = board(payload=_loop_board(*run, ends, limit, language(), theme()), key="growing",
                          words=board_words(w["unwritten"]), url=False)
            _worked(written(*run, ends, limit), state)
        with right, st.container(key="growing next"):
            _new_word(written(*run, ends, limit), int(state.step))
            if not is_answer(*run):
                st.caption(w["greedy_differs"])
        p = _chances_to_end(*run, endless)
        lesson.predict(PAGE, "N1-16", ("other_word", "silence", "goes_on"), truth="goes_on",
                       possible=own[-1] == experiment.MARKS.end, length=whole, limit=len(p), most=max(p), last=p[-1])
        lesson.stands(EQUATIONS["embedding.shift_right"])


def _worked(run: Written, state: BoardState) -> None:
    """The chosen cell of the pass on the film; while none is chosen, at the deeper depths, that of the new word."""
    t, cell = int(state.step), state.cell
    step, head = looking(model_choice.name())
    if cell is not None and cell.picture.startswith("looked"):
        cell = Cell(step, None, cell.row, cell.column)
    elif cell is not None:
        cell = Cell("probabilities", None, cell.row, run.shown[cell.column])
    elif session.depth() != session.DEPTHS[0]:
        cell = Cell("probabilities", None, t, run.ids[t])
    trace = trace_after(model_choice.name(), readable_text.text(), run.ids[:t])
    arithmetic(trace, replace(state, cell=cell), "growing", "probabilities", head=head)


def _new_word(run: Written, t: int) -> None:
    """The prefix that went in, the word that came out, and its rivals."""
    w, spelled = words(PAGE), vocabulary()
    prefix = [spelled[i] for i in (experiment.MARKS.start, *run.ids[:t])]
    st.markdown(w["pass_n"].format(n=t + 1, count=len(run.ids)))
    st.markdown(" ".join(f"`{word}`" for word in prefix) + f" → **`{spelled[run.ids[t]]}`**")
    p = run.passes[t].probabilities
    top = p.topk(6)
    charts.bars({spelled[i]: p for i, p in zip(top.indices.tolist(), top.values.tolist())}, w["next_probability"],
                tones=[0 if i == run.ids[t] else -1 for i in top.indices.tolist()], domain=(0, 1.12))
    st.caption(w["end_probability"].format(p=plain(p[experiment.MARKS.end])))
