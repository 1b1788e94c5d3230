"""The model as one drawing, the scores of all words, and the loss: the page on the output. N0 6-7, N1 4.4."""

from __future__ import annotations

import altair as alt
import numpy as np
import streamlit as st

from core import zoo
from core.equations import output as equations
from core.experiments import output as computed
from core.steps import Trace
from pages.components import frames, lesson, state
from pages.components.diagram import box_of, diagram
from pages.components.formula import PALETTE, formula, number, theme, tint
from pages.components.heatmap import board, heatmap, payload
from pages.components.lessons.cells import matrix, one_line
from pages.components.lessons.charts import FAINT, INK
from pages.components.lessons.pictures import arithmetic, pillars, shown, step_words, steps_of
from pages.components.numerals import plain
from pages.components.text import language, words

PAGE = "output"
SIZES = {"paper": (37000, 512, 2048, 6), "n1": (10000, 512, 2048, 6)}


# ---- N1-01: the whole model ------------------------------------------------------------------------------------------


@st.cache_resource(show_spinner=False, max_entries=64)
def _never_trained(model: str, sentence: str) -> Trace:
    return computed.never_trained(zoo.load(model), sentence)


@st.cache_resource(show_spinner=False, max_entries=128)
def _box(model: str, sentence: str, box: str, trained: bool, lang: str, base: str):
    """The pictures of one box of the drawing, packed."""
    trace = state.cached_trace(model, sentence) if trained else _never_trained(model, sentence)
    w = step_words(PAGE)
    stops = [stop for stop in frames.stops(trace) if box_of(stop.step) == box]
    named = dict.fromkeys(name for stop in stops for name in stop.pictures)
    pictures = [frames.picture(trace[name], w, tint(trace[name].equation, base)) for name in named]
    return payload(pictures, [frames.frame(stop, w[f"kind_{stop.kind.replace('.', '_')}"], "") for stop in stops])


@st.fragment
def structure(trace: Trace) -> None:
    """Every box opens its pictures; the same boxes before any training. EXHIBITS N1-01."""
    w, model, sentence = words(PAGE), state.model_name(), state.text()
    boxes = list(dict.fromkeys(filter(None, (box_of(stop.step) for stop in frames.stops(trace)))))
    with lesson.exhibit(PAGE, "N1-01"):
        left, right = st.columns([0.36, 0.64], gap="medium")
        chosen = st.session_state.get("opened box")
        lit = chosen if chosen in boxes else _continuous(trace)
        with left:
            clicked = diagram(lit, layers=_layers(trace), key="structure", words=words("diagram"))
        if clicked in boxes and clicked != lit:
            st.session_state["opened box"] = lit = clicked
            st.rerun(scope="fragment")
        with right:
            raw = st.toggle(w["untrained"], key="untrained")
            run = _never_trained(model, sentence) if raw else trace
            packed = _box(model, sentence, lit, not raw, language(), theme())
            seen = board(payload=packed, key=f"box {lit} {raw}", words=words("board"), url=False)
            arithmetic(run, seen, PAGE, seen.step)
            V = trace["logits"].value.shape[-1]
            before, after = (float(t["loss"].value) for t in (_never_trained(model, sentence), trace))
            lesson.predict(PAGE, "N1-01", ("loss_zero", "loss_log", "loss_infinite"), before=before, after=after,
                           log=float(np.log(V)), V=str(V), n1=float(np.log(SIZES["n1"][0])))


def _layers(trace: Trace) -> int:
    return sum(name.startswith("decoder.") and name.endswith("norm_3.output") for name in trace)


def _continuous(trace: Trace) -> str:
    """The box of what N1 calls the continuous representation: the encoder's last result."""
    return box_of([name for name in trace if name.startswith("encoder.") and name.endswith("norm_2.output")][-1])


# ---- N0-22: scores and probabilities ---------------------------------------------------------------------------------


@st.fragment
def scores(trace: Trace) -> None:
    """The likeliest words at every place, at any temperature. EXHIBITS N0-22."""
    w, translator = step_words(PAGE), state.translator()
    with lesson.exhibit(PAGE, "N0-22"):
        one, two, three = st.columns(3, gap="medium")
        temperature = one.slider(w["temperature"], 0.1, 10.0, 1.0, 0.1, key="temperature")
        k = two.slider(w["top_k"], 2, 10, 5, key="top_k")
        target = trace["target"].labels[0]
        place = three.selectbox(w["place"], range(len(target)), format_func=lambda t: steps_of(target)[t], key="place")
        found = computed.candidates(translator, trace, temperature, k)
        st.altair_chart(_bars(found, steps_of(target), k))
        left, right = st.columns([0.56, 0.44], gap="medium")
        with left:
            names = [c.word for c in found if c.position == place]
            at = [translator.target_vocabulary.words.index(name) for name in names]
            raw = trace["logits"].value[place, at].unsqueeze(0)
            after = computed.at_temperature(trace["logits"].value[place].tolist(), temperature)[at].unsqueeze(0)
            common = {"column_link": "word", "column_axis": w["next_word"]}
            heatmap([matrix("raw", w["step_logits"], raw, (target[place],), names, **common,
                            colour=tint(trace["logits"].equation)),
                     matrix("after", w["probabilities_at"].format(T=f"{temperature:g}"), after, (target[place],), names,
                            scale="sequential", colour=tint(trace["probabilities"].equation), **common)],
                    key="place scores", words=words("board"), operators=("softmax",), height=one_line(2))
            _hand(temperature)
        with right:
            for equation in ("logits", "probabilities"):
                formula(trace[equation].equation, trace, equation, depth=state.depth())
            own = state.translator().about["configuration"]
            paper = computed.costs(*SIZES["paper"])
            here = computed.costs(trace["logits"].value.shape[-1], own["d_model"], own["d_ff"], own["n_layers"])
            lesson.predict(PAGE, "N0-22", ("cost_tenth", "cost_half", "cost_same"),
                           last=f"{paper['last']:,}", encoder=f"{paper['encoder']:,}", here=f"{here['last']:,}",
                           here_encoder=f"{here['encoder']:,}", V=str(trace["logits"].value.shape[-1]))
        lesson.erratum("R14", lambda: _r14(trace))


def _hand(temperature: float) -> None:
    """N0-22's three scores at this temperature."""
    p = ",\\ ".join(number(round(x, 4)) for x in computed.at_temperature(computed.HAND, temperature).tolist())
    given = ",\\ ".join(number(x) for x in computed.HAND)
    st.latex(rf"\text{{softmax}}\frac{{({given})}}{{{temperature:g}}} = ({p})")


def _bars(found: list[computed.Candidate], places: list[str], k: int) -> alt.Chart:
    """A column of bars per place, the word beside its bar, the target's bar in colour."""
    base = theme()
    rows = [{"place": places[c.position], "rank": c.rank, "word": c.word, "p": c.probability, "right": c.right,
             "text": f"{c.word}  {plain(c.probability, 2)}"} for c in found]
    plot = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("rank:O", axis=None), x=alt.X("p:Q", scale=alt.Scale(domain=[0, 1]), axis=None),
        tooltip=[alt.Tooltip("word:N", title=words("charts")["word"]),
                 alt.Tooltip("p:Q", format=".4f", title=words("charts")["p"])])
    colour = alt.condition("datum.right", alt.value(PALETTE[base][1]), alt.value(FAINT[base]))
    bars = plot.mark_bar(height=18, cornerRadius=2, opacity=0.55).encode(color=colour)
    names = plot.mark_text(align="left", dx=4, fontSize=12, color=INK[base]).encode(text="text:N", x=alt.value(0))
    header = alt.Header(title=None, labelFontSize=13, labelFontWeight=600, labelColor=INK[base])
    return (bars + names).properties(width=146, height=24 * k).facet(
        facet=alt.Facet("place:N", sort=places, header=header), columns=7, spacing=12).configure_view(stroke=None)


def _r14(trace: Trace) -> None:
    w, translator = words(PAGE), state.translator()
    said, n_0 = computed.narrow_output(translator, trace), len(trace["target"].value)
    printed, right = st.columns(2)
    printed.metric(w["columns"], str(n_0))
    printed.markdown(" ".join(f"`{word}`" for word in said))
    printed.caption(w["only_words"].format(words=" ".join(f"`{v}`" for v in translator.target_vocabulary.words[:n_0])))
    right.metric(w["columns"], str(trace["logits"].value.shape[-1]))
    right.markdown(" ".join(f"`{word}`" for word in trace["target"].labels[0]))


# ---- N0-23: the loss -------------------------------------------------------------------------------------------------


@st.cache_resource(show_spinner=False, max_entries=128)
def _forced(model: str, sentence: str, answer: str) -> Trace:
    return computed.forced(zoo.load(model), sentence, answer)


@st.fragment
def loss(trace: Trace) -> None:
    """The loss of each word of a translation, the reader's own if there is one. EXHIBITS N0-23."""
    w, translator = words(PAGE), state.translator()
    with lesson.exhibit(PAGE, "N0-23"):
        said = translator.target_vocabulary.join(list(trace["target"].labels[0][:-1]))
        one, two = st.columns([0.6, 0.4], gap="medium")
        answer = one.text_input(w["your_translation"], key="your_translation", placeholder=said, max_chars=300)
        epsilon = two.slider(w["smoothing"], 0.0, 0.5, 0.0, 0.05, key="smoothing")
        run = _forced(state.model_name(), state.text(), answer.strip()) if answer.strip() else trace
        losses, target = computed.smoothed(run, epsilon), run["target"].labels[0]
        left, right = st.columns([0.6, 0.4], gap="medium")
        with left:
            strip = matrix("losses", w["loss_strip"], losses.tokens.unsqueeze(0), (), target, column_link="token",
                           scale="magnitude", limit=float(max(4.0, losses.tokens.max())))
            read = shown(run["shift_right"], PAGE, column_link="token")
            heatmap([read, strip], key="loss strip", words=words("board"), operators=("→",), height=one_line(3))
            series = {w["loss_of_word"]: computed.smoothed(run, 0.0).tokens.tolist()}
            if epsilon:
                series[w["smoothed_loss"].format(epsilon=f"{epsilon:g}")] = losses.tokens.tolist()
            st.altair_chart(pillars(steps_of(target), series, w["loss_of_word"], height=220))
        with right:
            formula(equations.token_losses.equation, run, "token_losses", depth=state.depth())
            formula(equations.loss.equation, run, "loss", depth=state.depth())
            for column, name, value in zip(st.columns(2), ("mean_loss", "floor"), (losses.mean, losses.floor)):
                column.metric(w[name], f"{value:.3f}")
            st.caption(w["forced"])
            paper = SIZES["paper"][0]
            lesson.predict(PAGE, "N0-23", ("floor_zero", "floor_small", "floor_large"),
                           floor=computed.floor(paper, 0.1), V=f"{paper:,}", right=computed.right_loss(),
                           here=computed.floor(run["logits"].value.shape[-1], 0.1),
                           size=str(run["logits"].value.shape[-1]))
        lesson.erratum("R15", lambda: _r15(run))
        lesson.erratum("R13", lambda: _r13(run))


def _r15(run: Trace) -> None:
    w, target = words(PAGE), run["target"].labels[0]
    right, wrong = computed.twice(run)
    left, side = st.columns(2)
    hand = w["hand_loss"].format(scores=", ".join(f"{x:g}" for x in computed.HAND))
    left.metric(hand, f"{computed.loss_of_probabilities():.3f}")
    side.metric(hand, f"{computed.right_loss():.3f}")
    series = {w["from_probabilities"]: wrong.tolist(), w["from_scores"]: right.tolist()}
    st.altair_chart(pillars(steps_of(target), series, w["loss_of_word"], height=240))
    sizes = (len(computed.HAND), run["logits"].value.shape[-1], SIZES["n1"][0])
    floors = " · ".join(f"V = {V:,}: {plain(computed.floor_of_probabilities(V), 4)}" for V in sizes)
    st.caption(w["stuck"].format(floors=floors, log=plain(np.log(sizes[-1]), 4)))


def _r13(run: Trace) -> None:
    w, losses = words(PAGE), run["token_losses"].value
    printed, right = st.columns(2)
    for n_0 in dict.fromkeys((4, len(losses))):
        ones = np.ones(n_0)
        value, _ = computed.counted_from_zero(losses.new_ones(n_0))
        printed.latex(rf"L_i = 1,\ n_0 = {n_0}:\quad L = {number(round(value, 4))}")
        right.latex(rf"L_i = 1,\ n_0 = {n_0}:\quad L = {number(ones.mean())}")
    _, error = computed.counted_from_zero(losses)
    if error:
        printed.warning(w["this_sentence"].format(count=len(losses), last=len(losses) - 1), icon=":material/error:")
    right.latex(rf"L = {number(round(float(losses.mean()), 4))}")
