"""How an alignment emerges, snapshot by snapshot."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core import zoo
from core.experiments import training as experiment
from core.formula import EQUATIONS
from pages.components import charts, lesson, model_choice, readable_text
from pages.components.board import Frame, Picture, board, payload
from pages.components.cache import shared
from pages.components.formula import theme, tint
from pages.components.numbers import plain
from pages.components.text import language, words
from pages.transformer.training import PAGE

LEAST = 3  # different source words
_snapshot_answer, errors = shared(experiment.snapshot_answer), shared(experiment.errors)


def _sentence(possible: bool) -> str:
    """The reader's sentence if it is for the model of the snapshots and can be run, or else that model's example.

    Where there are few source words to look at, nothing can be learned about where to look.
    """
    own = possible and bool(zoo.snapshots(model_choice.name()))
    if own and len({*model_choice.subject().read(readable_text.text())}) >= LEAST:
        return readable_text.text()
    example = model_choice.EXAMPLES[experiment.NAME]
    if own:
        st.caption(words(PAGE)["example_instead"].format(text=example))
    return example


@shared
def _moments(text: str, layer: str, steps: tuple[int, ...]) -> list[experiment.Moment]:
    return list(experiment.moments(text, layer))


@shared
def _film(text: str, layer: str, head: int, steps: tuple[int, ...], lang: str, base: str):
    """A frame per snapshot: one head's cross-attention."""
    w, final = words(PAGE), zoo.load(experiment.NAME)
    read, produced = tuple(final.read(text)), tuple(final.answer(text))
    known = experiment.gold(read)
    outlines = tuple((j, i, 1, 1) for i, j in sorted(known[1])) if known and known[0] == produced else ()
    pictures, frames = [], []
    for moment in _moments(text, layer, steps):
        name = str(moment.step)
        pictures.append(Picture(
            name, w["attention_at"].format(step=plain(moment.step)), moment.weights[head].numpy(),
            rows=(*produced, "</s>"), columns=read, row_axis=w["produced"], column_axis=w["source_word"],
            scale="sequential", limit=1.0, outlines=outlines, colour=tint(EQUATIONS["attention.weights"], base),
            alt=w["attention_alt"]))
        frames.append(Frame(name, w["step_n"].format(step=plain(moment.step)), w["snapshots"], (name,)))
    return payload(pictures, frames), bool(outlines)


@lesson.panel
def emergence(possible: bool) -> None:
    """The alignment head at each snapshot, on the reader's sentence. ``possible``: it can be run."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "snapshots"):
        steps, text = tuple(experiment.steps()), _sentence(possible)
        if not steps:
            st.info(w["no_snapshots"], icon=":material/hourglass_empty:")
            return
        layer, best = experiment.best_head()
        left, right = st.columns([0.58, 0.42], gap="medium")
        with left:
            head = lesson.pressed(st, w["head"], range(4), "snapshot head", best,
                                  lambda head: w["head_n"].format(n=head + 1))
            packed, linked = _film(text, layer, head, steps, language(), theme())
            state = board(payload=packed, key="film", url=False, step=str(steps[0]))
            if linked:
                st.caption(w["gold"])
        moments = _moments(text, layer, steps)
        with right, st.container(key="film moment"):
            _moment(moments, next(m for m in moments if str(m.step) == state.step), text)
        shares = [experiment.agreement(m, moments[-1], best) for m in moments]
        first = next(i for i, share in enumerate(shares) if share >= 0.5 and all(s >= 0.5 for s in shares[i:]))
        lesson.predict(PAGE, "snapshots", ("beginning", "early", "late"), step=plain(moments[first].step),
                       total=plain(steps[-1]), share=100 * moments[first].step / steps[-1], loss=moments[first].loss,
                       start=moments[0].loss, end=moments[-1].loss, truth=_when)
        _errors_over_time(steps, layer, best)


def _when(values: Mapping) -> str:
    """Before any step, in the first third of them, or later."""
    return "beginning" if values["share"] == 0 else "early" if values["share"] < 100 / 3 else "late"


def _moment(moments: list[experiment.Moment], moment: experiment.Moment, text: str) -> None:
    """What the model said then, and this sentence's loss at every snapshot."""
    w, target = words(PAGE), zoo.load(experiment.NAME).target_vocabulary
    st.markdown(w["said_at"].format(step=plain(moment.step)))
    answer = _snapshot_answer(text, moment.step)
    st.markdown(f"> {target.join(answer[:12])}{' …' if len(answer) > 12 else ''}" if answer else "> ∅")
    charts.lines({w["sentence_loss"]: ([m.step for m in moments], [m.loss for m in moments])}, w["steps"],
                 w["sentence_loss"], scales=("sqrt", "linear"), at=moment.step, height=220, dots=True)


def _errors_over_time(steps: tuple[int, ...], layer: str, head: int) -> None:
    """The alignment error of the best head at all snapshots; some seconds, so on a button."""
    w = words(PAGE)
    if st.button(w["measure_all"], key="measure all", icon=":material/straighten:"):
        st.session_state["errors measured"] = steps
    if st.session_state.get("errors measured") != steps:
        return
    bar, error_rates = st.progress(0.0), []
    for i, step in enumerate(steps):
        error_rates.append(errors(step)[f"{layer} head {head}"])
        bar.progress((i + 1) / len(steps), text=w["measuring"].format(step=step))
    bar.empty()
    producing, own = zip(*error_rates)
    charts.lines({w["row_producing"]: (steps, producing), w["row_own"]: (steps, own)}, w["steps"], w["error"],
                 scales=("sqrt", "linear"), height=240)
