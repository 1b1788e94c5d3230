"""A small model trained on the page, in three ways: N0-17, N1-18; R12."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.data.vocabulary import Marks
from core.equations import embedding
from core.experiments import reversal as experiment
from core.formula import EQUATIONS
from pages.components import charts, lesson, model_choice
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.formula import tint
from pages.components.glossary.view import passage_with_cards
from pages.components.lesson.pictures import matrix
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.training import PAGE
from pages.transformer.training.session import KEY, SEATS, Session, session

_STEADY = "<style>.st-key-race-live [data-stale] {opacity: 1 !important}</style>"
"""Keeps Streamlit from fading elements that are redrawn every second."""


def three_ways(trace) -> None:
    """The exhibit. Only what moves is in a fragment, which a timer draws again."""
    with lesson.exhibit(PAGE, "N0-17", "N1-18"):
        alive = session() is not None and session().alive
        _controls(alive)
        with st.container():
            if session() is not None:
                st.fragment(_live, run_every=session().pause)()
        with st.container():
            for key, options in (("N0-17", tuple(experiment.VARIANTS)), ("N1-18", ("near_all", "about_half", "few"))):
                _ask(key, options)
        with st.container():
            if session() is not None and not session().alive and session().trained:
                st.fragment(_inside)(session().race)
        lesson.erratum("R12", lambda: _r12(trace))
        lesson.stands(EQUATIONS["embedding.shift_right"])


def _controls(alive: bool) -> None:
    """Seed, start, stop."""
    w = words(PAGE)
    with lesson.controls():
        seed = in_link(st.number_input)(w["seed"], 0, 9999, experiment.SEED, key="race seed", disabled=alive, width=140)
        st.button(w["start"], key="race start", icon=":material/play_arrow:", disabled=alive, on_click=_start,
                  args=(int(seed),), type="secondary" if alive else "primary")  # a primary one is blank while disabled
        st.button(w["stop"], key="race stop", icon=":material/stop:", disabled=not alive, on_click=_stop)
        st.caption(w[f"advice_{'running' if alive else session().status if session() is not None else 'before'}"])


def _live() -> None:
    """How far the training is. Who waits in line has nothing to see but the place."""
    w, now = words(PAGE), session()
    if now.turn():
        st.rerun()  # the whole page, once, for another timer or none, and to tell the answers
    counts = {"step": len(now.race.trainings["right"].losses), "steps": now.race.steps, "count": SEATS.count,
              "place": now.place}
    status = w[f"status_{now.status}"].format(**counts)
    if now.status == "running" and now.share:
        status += w["time_left"].format(seconds=max(1, round(now.left)))
    with st.container(key="race-live"):
        st.html(_STEADY)
        st.progress(now.share, text=status)
        if now.share:
            _progress(now.race)


def _start(seed: int) -> None:
    if session() is not None:
        session().stop()
    st.session_state[KEY] = Session(seed)


def _stop() -> None:
    if session() is not None:
        session().stop()


def _averaged(losses: list[float]) -> tuple[list[int], list[float]]:
    """The mean of every five steps."""
    ends = range(5, len(losses) + 5, 5)
    return list(ends), [float(np.mean(losses[end - 5:end])) for end in ends]


def _progress(race: experiment.Race) -> None:
    """Losses, accuracies teacher-forced and alone, and where the three stand."""
    w = words(PAGE)
    names = {name: w[name] for name in race.trainings}
    left, right = st.columns(2, gap="medium")
    with left:
        charts.lines({names[name]: _averaged(t.losses) for name, t in race.trainings.items()}, w["steps"],
                     w["training_loss"], scales=("linear", "log"), height=280)
    with right:
        marks = {name: [mark for mark in race.marks if mark.variant == name] for name in names}
        charts.lines({(names[name], w[kind]): ([mark.step for mark in same], [getattr(mark, kind) for mark in same])
                      for name, same in marks.items() for kind in ("alone", "forced")}, w["steps"], w["right_symbols"],
                     height=280, dots=True)
    kinds = ("loss", "forced", "alone", "exact")
    last = {name: race.last(name) for name in race.trainings}
    share = st.column_config.ProgressColumn(min_value=0, max_value=1, format="percent")
    titles = {"loss": w["training_loss"]} | {kind: w[kind] for kind in kinds[1:]}
    rows = [{w["variant"]: names[name]} | {titles[kind]: getattr(mark, kind, None) for kind in kinds}
            for name, mark in last.items()]
    st.dataframe(rows, hide_index=True, key="race table", column_config={
                       w["training_loss"]: st.column_config.NumberColumn(format="%.4f"),
                       **{w[kind]: share for kind in ("forced", "alone", "exact")}})


def _ask(key: str, options: tuple[str, ...]) -> None:
    """Guess before the training; the answer comes with its numbers."""
    race = session().race if session() is not None else None
    if race is not None and race.done:
        values = {f"{name}_{kind}": fixed(getattr(race.last(name), kind), 4) if kind == "loss"
                  else f"{plain(100 * getattr(race.last(name), kind))}%"
                  for name in race.trainings for kind in ("loss", "forced", "alone", "exact")}
        lowest = min(race.trainings, key=lambda name: race.last(name).loss)
        lesson.predict(PAGE, key, options, lowest=words(PAGE)[lowest], **values)
        return
    w = words(PAGE)
    st.markdown(f"**{words('lesson')['try']}** {passage_with_cards(PAGE, f'{key}.try')}")
    st.pills(words("lesson")["guess"], options, key=f"guess {PAGE} {key}", format_func=lambda o: w[o],
             label_visibility="collapsed")
    st.caption(w["train_to_see"])


def _inside(race: experiment.Race) -> None:
    """Where each of the three looks: the decoder's own words, or the source."""
    w = words(PAGE)
    st.markdown(w["inside"])
    name = lesson.one_of(st, w["variant"], list(race.trainings), w, "", "race variant", default="right")
    trace, target, answer = experiment.example(race.trainings[name])
    pictures = []
    for kind in ("self_attention", "cross_attention"):
        step = trace[f"decoder.1.{kind}.weights"]
        pictures.append(matrix(f"{name} {kind}", w[kind], step.value, step.labels[-2] or (), step.labels[-1] or (),
                               row_axis=w["input"], column_axis=w[f"{kind}_key"], row_link="query", scale="sequential",
                               panels=tuple(w["head_n"].format(n=h + 1) for h in range(4)),
                               colour=tint(EQUATIONS["attention.weights"])))
    heatmap(pictures, key="race inside", operators=("",))
    spelled = [" ".join(experiment.SYMBOLS[i] for i in ids) for ids in (trace["source"].value.tolist(), target, answer)]
    st.markdown(w["example"].format(source=spelled[0], target=spelled[1], said=spelled[2]))


def _r12(trace) -> None:
    """Which inputs each position sees, and where its answer stands among them: as printed, and shifted."""
    w = words(PAGE)
    target = experiment.target(0) if trace is None else trace["target"].value
    vocabulary = experiment.SYMBOLS if trace is None else model_choice.subject().target_vocabulary.words
    shifted = embedding.shift_right(target, Marks().start)
    inputs = {name: [vocabulary[i] for i in ids.tolist()] for name, ids in (("printed", target), ("right", shifted))}
    allowed, spelled = embedding.look_ahead_mask(shifted, shifted).numpy(), inputs["printed"]
    count = len(spelled)
    pictures = []
    for name, shift in (("printed", 0), ("right", 1)):
        answers = tuple((i, i + shift, 1, 1) for i in range(count) if i + shift < count)
        pictures.append(matrix(f"r12 {name}", w[f"r12_{name}"], allowed.astype(float), spelled, inputs[name],
                               row_axis=w["to_predict"], column_axis=w["input"], row_link="token", scale="mask",
                               masked=~allowed, outlines=answers))
    heatmap(pictures, key="r12", operators=("",))
    st.caption(w["r12_outlined"])
    race = session().race if session() is not None else None
    marks = [race.last(name) for name in ("no_shift", "right")] if race is not None else []
    if not marks or None in marks:
        st.caption(w["train_to_see"])
        return
    for column, mark in zip(st.columns(2), marks):
        column.markdown(w["r12_measured"].format(step=mark.step, loss=fixed(mark.loss, 4),
                                                 forced=f"{fixed(100 * mark.forced, 1)}%",
                                                 alone=f"{fixed(100 * mark.alone, 1)}%"))
