"""Four masks on the reader's sentence: N0-18, N1-21; R07-R09, R11, R19, R20."""

from __future__ import annotations

import streamlit as st
import torch

from core import zoo
from core.experiments import decoder as wiring
from core.experiments import decoder_masks as computed
from core.steps import Trace
from pages.components import charts, lesson, model_choice, readable_text, runs
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.pictures import layer_and_head, matrix, shown, step_words
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.decoder import PAGE
from pages.transformer.decoder.wiring_error import stopped

SCALES = {"scores_times_mask": "diverging", "weights_times_mask": "sequential"}
"""Scores and weights that have met a mask are no masks."""


@lesson.panel
def four_masks(trace: Trace) -> None:
    """The trained model's own scores through each kind of mask. EXHIBITS N0-18, N1-21."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-18", "N1-21"):
        row = st.container(horizontal=True)
        kind = lesson.one_of(row, w["mask_kind"], computed.KINDS, w, "kind_", "mask_kind", default="infinity")
        layer, head = layer_and_head(trace, PAGE, "four", "self_attention.scores", row)
        at, read = f"decoder.{layer}.self_attention", trace["shift_right"].labels[0]
        S, allowed = trace[f"{at}.scores"].value, trace["look_ahead_mask"].value
        run = computed.masked(S, allowed, kind, read)
        names = dict.fromkeys(("scores", "look_ahead_mask", computed.READ[kind], "weights", computed.WRITTEN[kind]))
        pictures = [_of_head(run, name, head) for name in names]
        sums = computed.row_sums(run, kind)[head]
        total = matrix("sums", w["row_sum"], sums.unsqueeze(1), [fixed(x, 2) for x in sums.tolist()], ("Σ",),
                       scale="magnitude", limit=1.0, row_link="query")
        state = heatmap([*pictures, total], key="four masks")
        left, right = st.columns(2, gap="medium")
        with left:
            arithmetic(run, state, "four masks", computed.WRITTEN[kind], head=head)
        with right:
            _told_of_masks(trace, f"{at}.dot_products", head, S[head], allowed)
        _errata(trace)


def _of_head(run: Trace, name: str, head: int):
    step = run[name]
    if name == "look_ahead_mask":
        return shown(step, PAGE)
    scale = {"scale": SCALES[name]} if name in SCALES else {}
    return shown(step, PAGE, values=step.value[head].double().numpy(), panels=(), **scale)


def _told_of_masks(trace: Trace, dots: str, head: int, S: torch.Tensor, allowed: torch.Tensor) -> None:
    """Both guesses, with the numbers of the head on the board."""
    sums = computed.row_sums(computed.masked(S.unsqueeze(0), allowed, "after", ()), "after")[0]
    values: dict[str, str | float] = {"least_sum": fixed(sums.min().item(), 2)}
    if len(S) > 2:
        values["before"], values["after"] = computed.leak(S, allowed, "after")
        values["kept"], values["kept_after"] = computed.leak(S, allowed, "infinity")
        lesson.predict(PAGE, "N0-18", ("stays", "falls", "rises"), **values, truth="falls")
    P = trace[dots].value[head:head + 1]
    differences = computed.swapped(P, allowed, trace[dots.replace("dot_products", "queries")].value.shape[-1])
    lesson.predict(PAGE, "N1-21", ("swap_scale", "swap_softmax", "swap_neither"), **differences, truth="swap_softmax")


def _errata(trace: Trace) -> None:
    sentence = readable_text.text()
    lesson.erratum("R07", lambda: _sources(trace, ("decoder", "encoder", "encoder"), "r07"))
    lesson.erratum("R08", lambda: _sources(trace, ("encoder", "encoder", "encoder"), "r08"))
    lesson.erratum("R09", lambda: _r09(trace))
    lesson.erratum("R11", lambda: _r11(trace))
    lesson.erratum("R19", lambda: _r19(_padded(model_choice.name(), sentence)))
    lesson.erratum("R20", lambda: _r20(_padded(model_choice.name(), sentence)))


def _sources(trace: Trace, printed: tuple[str, str, str], key: str) -> None:
    """Masked self-attention with the sources as printed and as they are."""
    w, module = step_words(PAGE), model_choice.subject().model.decoder[0].self_attention
    read = trace["decoder.0.self_attention.queries"].inputs[0]
    y, x = (trace[name].value for name in (read, wiring.memory_step(trace)))
    mask, least = trace["look_ahead_mask"].value, min(len(x), len(y))
    for column, sources in zip(st.columns(2), (printed, ("decoder",) * 3)):
        with column:
            run = wiring.wired(module, y, x, sources, {}, mask)
            shape = r"\times".join(map(str, run.trace["scores"].value.shape[-2:]))
            st.latex(rf"S: {shape} \qquad M: {len(mask)}\times{len(mask)}")
            if run.error:
                stopped(run)
            cut = wiring.wired(module, y[:least], x[:least], sources, {}, mask[:least, :least])
            heatmap(matrix("weights", w["cut_weights"].format(n=least), cut.trace["weights"].value[0].numpy(),
                           scale="sequential", limit=1.0, row_axis=w["axis_query"],
                           column_axis=w["axis_key"], masked=~mask[:least, :least].numpy()),
                    key=f"{key} {sources}")
            if least > 1:
                shares = wiring.own_words(module, y[:least], x[:least], sources)
                st.caption(w["own_words"].format(earlier=plain(shares["earlier"]), own=plain(shares["own"])))


def _r09(trace: Trace) -> None:
    w, at = words(PAGE), "decoder.0.self_attention"
    right, printed, error = wiring.elementwise(trace[f"{at}.queries"].value[0], trace[f"{at}.keys"].value[0])
    read = trace["shift_right"].labels[0]
    left, side = st.columns(2)
    with left:
        heatmap(matrix("printed", w["scores_printed"], printed, read, column_axis="d_k"), key="r09 printed")
        st.latex(r"\times".join(map(str, printed.shape)))
        if error:
            st.warning(w["stopped_elementwise"].format(m=printed.shape[0], d=printed.shape[1]), icon=":material/error:")
    with side:
        heatmap(matrix("right", w["scores_right"], right, read, read), key="r09 right")
        st.latex(r"\times".join(map(str, right.shape)))


def _r11(trace: Trace) -> None:
    heads, rows, columns = trace["decoder.0.self_attention.masked_scores"].value.shape
    printed, right = st.columns(2)
    printed.latex(rf"\tilde A_{{{heads}}}:\ {rows}\times{columns} \qquad \tilde A_{{{heads},1}}:\ 1")
    right.latex(rf"\tilde A^{{(h)}}_{{ij}}:\ h \le {heads},\ i \le {rows},\ j \le {columns}")


@shared
def _padded(model: str, sentence: str) -> dict[str, tuple[float, float]]:
    translator, plain, results = zoo.load(model), runs.cached_trace(model, sentence), {}
    for name, hidden in (("neither", (False, False)), ("encoder_only", (True, False)), ("both", (True, True))):
        padded = computed.padded_source(translator, plain, *hidden)
        results[name] = padded.logits, padded.words
    for name, leading in (("trailing", False), ("leading", True)):
        padded = computed.padded_target(translator, plain, leading)
        results[name] = padded.logits, padded.words
    return results | {"loss": computed.padded_loss(translator, plain)}


def _logit_changes(results: dict[str, tuple[float, float]], called: dict[str, str]) -> None:
    """How far padding moves the logits, in each of some ways to pad."""
    w = words(PAGE)
    changes = {w["logit_change"]: [results[name][0] for name in called]}
    charts.columns([w[key] for key in called.values()], changes, w["logit_change"], height=190)


def _r19(results: dict[str, tuple[float, float]]) -> None:
    w, names = words(PAGE), ("neither", "encoder_only", "both")
    _logit_changes(results, {name: f"pads_{name}" for name in names})
    st.caption(w["words_changed"].format(**{name: f"{fixed(100 * results[name][1], 0)}%" for name in names}))


def _r20(results: dict[str, tuple[float, float]]) -> None:
    _logit_changes(results, {name: f"pads_{name}_long" for name in ("trailing", "leading", "neither")})
    right, printed = results["loss"]
    st.caption(words(PAGE)["padded_loss"].format(right=fixed(right, 3), printed=fixed(printed, 3)))
