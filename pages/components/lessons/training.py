"""The exhibits on how the translators were trained: attention at the snapshots, loss, metrics, alignment error."""

from __future__ import annotations

import streamlit as st

from core import zoo
from core.experiments import training as experiment
from core.formula import EQUATIONS
from pages.components import lesson, state
from pages.components.formula import theme, tint
from pages.components.heatmap import Frame, Picture, board, payload
from pages.components.lessons import charts
from pages.components.text import language, words

PAGE = "training"


def _sentence(possible: bool) -> str:
    """The reader's sentence if it is for the model of the snapshots and can be run, or else that model's example."""
    return state.text() if possible and state.model_name() == experiment.NAME else state.EXAMPLES[experiment.NAME]


@st.cache_data(ttl=60, max_entries=1, show_spinner=False)
def kept() -> list[int]:
    """The snapshots; asked again after a minute, since a training may be writing them."""
    return experiment.steps()


@st.cache_resource(max_entries=16, show_spinner=False)
def _moments(text: str, layer: str, steps: tuple[int, ...]) -> list[experiment.Moment]:
    return list(experiment.moments(text, layer))


@st.cache_resource(max_entries=32, show_spinner=False)
def _film(text: str, layer: str, head: int, steps: tuple[int, ...], lang: str, base: str):
    """A frame per snapshot: one head's cross-attention."""
    w, final = words(PAGE), zoo.load(experiment.NAME)
    read, produced = tuple(final.words(text)), tuple(final.translate(text))
    known = experiment.gold(read)
    outlines = tuple((j, i, 1, 1) for i, j in sorted(known[1])) if known and known[0] == produced else ()
    pictures, frames = [], []
    for moment in _moments(text, layer, steps):
        name = str(moment.step)
        pictures.append(Picture(
            name, w["attention_at"].format(step=f"{moment.step:,}"), moment.weights[head].numpy(),
            rows=(*produced, "</s>"), columns=read, row_axis=w["produced"], column_axis=w["source_word"],
            scale="sequential", outlines=outlines, colour=tint(EQUATIONS["attention.weights"], base),
            alt=w["attention_alt"]))
        frames.append(Frame(name, w["step_n"].format(step=f"{moment.step:,}"), w["snapshots"], (name,)))
    return payload(pictures, frames), bool(outlines)


@st.fragment
def emergence(possible: bool) -> None:
    """The alignment head at each snapshot, on the reader's sentence. ``possible``: it can be run."""
    w, steps, text = words(PAGE), tuple(kept()), _sentence(possible)
    with lesson.exhibit(PAGE, "snapshots"):
        if not steps:
            st.info(w["no_snapshots"], icon=":material/hourglass_empty:")
            return
        layer, best = experiment.best_head()
        left, right = st.columns([0.58, 0.42], gap="medium")
        with left:
            head = st.segmented_control(w["head"], range(4), default=best, key="snapshot head", required=True,
                                        format_func=lambda h: w["head_n"].format(n=h + 1))
            packed, linked = _film(text, layer, head, steps, language(), theme())
            seen = board(payload=packed, key="film", words=words("board"), url=False, step=str(steps[0]))
            if linked:
                st.caption(w["gold"])
        found = _moments(text, layer, steps)
        with right:
            _moment(found, next(m for m in found if str(m.step) == seen.step))
        shares = [experiment.agreement(m, found[-1], best) for m in found]
        first = next(i for i, share in enumerate(shares) if share >= 0.5 and all(s >= 0.5 for s in shares[i:]))
        lesson.predict(PAGE, "snapshots", ("beginning", "early", "late"), step=f"{found[first].step:,}",
                       total=f"{steps[-1]:,}", share=100 * found[first].step / steps[-1], loss=found[first].loss,
                       start=found[0].loss, end=found[-1].loss)
        _errors_over_time(steps, layer, best)


def _moment(found: list[experiment.Moment], moment: experiment.Moment) -> None:
    """What the model said then, and this sentence's loss at every snapshot."""
    w, target = words(PAGE), zoo.load(experiment.NAME).target_vocabulary
    st.markdown(w["said_at"].format(step=f"{moment.step:,}"))
    said = moment.said[:12]
    st.markdown(f"> {target.join(said)}{' …' if len(moment.said) > len(said) else ''}" if said else "> ∅")
    rows = [{"step": m.step, "loss": m.loss, "name": "loss"} for m in found]
    st.altair_chart(charts.curves(rows, "step", "loss", (w["steps"], w["sentence_loss"]), ["loss"],
                                  scales=("sqrt", "linear"), mark=moment.step, height=220, points=True),
                    width="stretch")


@st.cache_data(max_entries=32, show_spinner=False)
def _errors(step: int | None) -> dict[str, tuple[float, float]]:
    return experiment.errors(step)


def _errors_over_time(steps: tuple[int, ...], layer: str, head: int) -> None:
    """The alignment error of the best head at all snapshots; some seconds, so on a button."""
    w = words(PAGE)
    if st.button(w["measure_all"], key="measure all", icon=":material/straighten:"):
        st.session_state["errors measured"] = steps
    if st.session_state.get("errors measured") != steps:
        return
    bar, rows = st.progress(0.0), []
    for i, step in enumerate(steps):
        for name, error in zip(("row_producing", "row_own"), _errors(step)[f"{layer} head {head}"]):
            rows.append({"step": step, "error": error, "name": w[name]})
        bar.progress((i + 1) / len(steps), text=w["measuring"].format(step=step))
    bar.empty()
    st.altair_chart(charts.curves(rows, "step", "error", (w["steps"], w["error"]), [w["row_producing"], w["row_own"]],
                                  scales=("sqrt", "linear"), height=240), width="stretch")


@st.fragment
def curve() -> None:
    """The loss over the whole training, what it led to, and each head's alignment error."""
    w, name = words(PAGE), state.model_name()
    about = zoo.load(name).about
    with lesson.exhibit(PAGE, "curve"):
        left, right = st.columns([0.62, 0.38], gap="medium")
        rows = [{"step": step, "loss": loss, "name": "loss"} for step, loss in experiment.losses(name)]
        with left:
            st.altair_chart(charts.curves(rows, "step", "loss", (w["steps"], w["training_loss"]), ["loss"],
                                          rule=experiment.floor(name), height=300), width="stretch")
            recipe = about["recipe"]
            st.caption(w["floor"].format(floor=f"{experiment.floor(name):.3f}"))
            if "calm" in recipe:
                st.caption(w["calm"].format(step=f"{round(recipe['calm'] * recipe['steps']):,}"))
        with right:
            st.markdown(w["recipe"].format(parameters=f"{about['parameters']:,}", **{
                key: f"{recipe[key]:,}" for key in ("steps", "batch", "rate", "warmup", "smoothing", "dropout")}))
            for column, (key, percent) in zip(st.columns(3), about["metrics"]["exact_match"].items()):
                column.metric(w[f"set_{key}"], f"{percent:g} %")
            st.caption(w["exact_help"])
        if "alignment" in about["metrics"] and name == experiment.NAME:
            _head_errors(about["metrics"]["alignment"])
        lesson.stands(EQUATIONS["output.token_losses"], EQUATIONS["output.loss"])


def _head_errors(told: dict) -> None:
    """Every head's alignment error, at the row that produces a word, and, on request, at the word's own row."""
    w = words(PAGE)
    st.markdown(w["alignment_title"])
    left, right = st.columns([0.3, 0.7], gap="medium")
    with left:
        st.markdown(w["alignment_body"])
        if st.button(w["measure"], key="measure heads", icon=":material/straighten:"):
            st.session_state["heads measured"] = True
    both = _errors(None) if st.session_state.get("heads measured") else {}
    rows = []
    for key, error in told["heads"].items():
        step, _, head = key.partition(" head ")
        label = w["layer_head"].format(layer=int(step.split(".")[1]) + 1, head=int(head) + 1)
        for kind, value in zip(("row_producing", "row_own"), both.get(key, (error,))):
            rows.append({"word": label, "p": value, "kind": w[kind]})
    right.altair_chart(charts.pairs(rows, (w["row_producing"], w["row_own"]), w["error"]), width="stretch")
    producing, own = experiment.told_errors()
    lesson.predict(PAGE, "curve", ("same", "better", "worse"), producing=producing, own=own)
