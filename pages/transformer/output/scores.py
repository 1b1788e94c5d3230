"""Scores and probabilities: N0-22; R14, R30, R43, R57."""

from __future__ import annotations

import streamlit as st

from core.experiments import output as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice, session
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.formula import number, tint
from pages.components.formula.view import formula
from pages.components.lesson.pictures import matrix, one_line, step_words, steps_of, table
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.output import PAGE
from pages.transformer.output.structure import SIZES


@lesson.panel
def scores(trace: Trace) -> None:
    """The likeliest words at every place, at any temperature. EXHIBITS N0-22."""
    w, translator = step_words(PAGE), model_choice.subject()
    with lesson.exhibit(PAGE, "N0-22"):
        one, two, three = st.columns(3, gap="medium")
        temperature = in_link(one.slider)(w["temperature"], 0.1, 10.0, 1.0, 0.1, key="temperature")
        k = in_link(two.slider)(w["top_k"], 2, 10, 5, key="top_k")
        target = trace["target"].labels[0]
        place = in_link(three.selectbox, "place")(w["place"], range(len(target)), key=f"place {' '.join(target)}",
                                                  format_func=lambda t: steps_of(target)[t])
        candidates = computed.candidates(translator, trace, temperature, k)
        charts.ranked({name: [(c.word, c.probability, c.right) for c in candidates if c.position == i]
                       for i, name in enumerate(steps_of(target))}, words("charts")["p"])
        left, right = st.columns([0.56, 0.44], gap="medium")
        with left:
            names = [c.word for c in candidates if c.position == place]
            at = [translator.target_vocabulary.words.index(name) for name in names]
            raw = trace["logits"].value[place, at].unsqueeze(0)
            after = computed.at_temperature(trace["logits"].value[place].tolist(), temperature)[at].unsqueeze(0)
            common = {"column_link": "word", "column_axis": w["next_word"]}
            heatmap([matrix("raw", w["step_logits"], raw, (target[place],), names, **common,
                            colour=tint(trace["logits"].equation)),
                     matrix("after", w["probabilities_at"].format(T=plain(temperature)), after, (target[place],), names,
                            scale="sequential", limit=1.0, colour=tint(trace["probabilities"].equation), **common)],
                    key="place scores", operators=("softmax",), height=one_line(2))
            _hand(temperature)
        with right:
            for equation in ("logits", "probabilities"):
                formula(trace[equation].equation, trace, equation, depth=session.depth())
            own = model_choice.subject().about["configuration"]
            paper = computed.costs(*SIZES["paper"])
            here = computed.costs(trace["logits"].value.shape[-1], own["d_model"], own["d_ff"], own["n_layers"])
            lesson.predict(PAGE, "N0-22", ("cost_tenth", "cost_half", "cost_same"),
                           last=plain(paper['last']), encoder=plain(paper['encoder']), here=plain(here['last']),
                           here_encoder=plain(here['encoder']), V=trace["logits"].value.shape[-1],
                           width=str(own["d_model"]), layers=str(own["n_layers"]), truth="cost_same")
        lesson.erratum("R14", lambda: _r14(trace))
        lesson.erratum("R30", lambda: _r30(trace))
        lesson.erratum("R43", _r43)
        lesson.erratum("R57", lambda: _r57(trace))


def _hand(temperature: float) -> None:
    """N0-22's three scores at this temperature."""
    p = ",\\ ".join(number(round(x, 4)) for x in computed.at_temperature(computed.HAND, temperature).tolist())
    given = ",\\ ".join(number(x) for x in computed.HAND)
    st.latex(rf"\text{{softmax}}\frac{{({given})}}{{{number(temperature)}}} = ({p})")


def _r14(trace: Trace) -> None:
    w, translator = words(PAGE), model_choice.subject()
    translation, n_0 = computed.narrow_output(translator, trace), len(trace["target"].value)
    printed, right = st.columns(2)
    printed.metric(w["columns"], str(n_0))
    printed.markdown(" ".join(f"`{word}`" for word in translation))
    printed.caption(w["only_words"].format(words=" ".join(f"`{v}`" for v in translator.target_vocabulary.words[:n_0])))
    right.metric(w["columns"], plain(trace["logits"].value.shape[-1]))
    right.markdown(" ".join(f"`{word}`" for word in trace["target"].labels[0]))


def _r30(trace: Trace) -> None:
    """Letters of the longest word, and words in the dictionary."""
    w, word, size = words(PAGE), computed.longest_word(model_choice.subject()), trace["logits"].value.shape[-1]
    lesson.figures((w["longest"].format(word=word), len(word)), (w["dictionary"], plain(size)))
    st.caption(w["could_be_said"].format(n=len(word), all=plain(size)))


def _r43() -> None:
    """Both spellings of two names, asked of torch.nn."""
    w = words(PAGE)
    for column, names in zip(st.columns(2), (("Linaer", "Tranformer"), ("Linear", "Transformer"))):
        for name in names:
            message = computed.asked_of_torch(name)
            column.code(message or w["torch_has"].format(name=name), language=None, wrap_lines=True)


def _r57(trace: Trace) -> None:
    """How many classifiers the run has, and what one per layer would take."""
    w, own = words(PAGE), model_choice.subject().about["configuration"]
    here = computed.costs(trace["logits"].value.shape[-1], own["d_model"], own["d_ff"], own["n_layers"])["last"]
    base, layers = computed.costs(*SIZES["paper"])["last"], SIZES["paper"][-1]
    cases = (("this_model", own["n_layers"], here), ("base_model", layers, base))
    table((w["case"], w["per_layer"], w["on_top"]),
          ((w[case].format(n=n), f"{n} × {plain(one)} = {plain(n * one)}", plain(one)) for case, n, one in cases))
    st.caption(w["classifiers"].format(n=computed.classifiers(trace)))
