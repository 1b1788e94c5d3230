"""The mask: as an addition, in four kinds, and what leaks without it. N0 5.2, N1 4.2."""

from __future__ import annotations

import numpy as np
import streamlit as st
import torch

from core import zoo
from core.experiments import decoder as wiring
from core.experiments import decoder_masks as computed
from core.steps import Trace
from pages.components import lesson, state
from pages.components.formula import PALETTE, number, theme
from pages.components.heatmap import Edit, heatmap
from pages.components.lessons.cells import matrix, tints
from pages.components.lessons.decoder import PAGE, stopped, training_link
from pages.components.lessons.pictures import arithmetic, layer_and_head, pillars, shown, step_words
from pages.components.numerals import plain
from pages.components.text import words

EDITED = "n1 scores"
SCALES = {"scores_times_mask": "diverging", "weights_times_mask": "sequential"}
"""Scores and weights that have met a mask are no masks."""


# ---- N1-19, N1-20: scores plus mask ---------------------------------------------------------------------------------


@st.fragment
def worked_scores() -> None:
    """N1's four words, with scores to drag: plus the mask, softmax. EXHIBITS N1-19, N1-20."""
    w, start = words(PAGE), torch.tensor(computed.SCORES)
    with lesson.exhibit(PAGE, "N1-19", "N1-20"):
        row = st.container(horizontal=True, vertical_alignment="center")
        below = row.toggle(w["hide_diagonal"], key="hide_diagonal")
        row.button(w["reset"], on_click=_reset, icon=":material/restart_alt:", key="reset scores")
        S = torch.tensor(st.session_state.get(EDITED, computed.SCORES))
        trace = computed.added(S.unsqueeze(0), computed.visible(4, int(below)), computed.WORDS)
        softmax = computed.plain_softmax(trace["scores_plus_mask"].value)
        names = ("scores", "additive_mask", "scores_plus_mask")
        tint = tints(trace, ["scores_plus_mask", *names])
        pictures = [shown(trace[name], PAGE, panels=(), values=trace[name].value.squeeze(0).numpy(), scale="diverging",
                          colour=tint[name]) for name in names]
        weights = shown(trace["weights"], PAGE, panels=(), values=softmax[0].numpy())
        seen = heatmap([*pictures, weights], key="worked scores", words=words("board"), editable="scores",
                       operators=("+", "=", "softmax"), on_edit=_edited)
        left, right = st.columns(2, gap="medium")
        with left:
            st.caption(w["drag"])
            arithmetic(trace, _panelled(seen), PAGE, "scores_plus_mask", "weights")
        with right:
            hidden = computed.added(start.unsqueeze(0), computed.visible(4, 1), computed.WORDS)
            broken = computed.plain_softmax(hidden["scores_plus_mask"].value)[0, 0]
            lesson.predict(PAGE, "N1-19", ("uniform_row", "not_a_number_row", "zero_row"), first=_row(broken),
                           ours=_row(hidden["weights"].value[0, 0]))
            lesson.predict(PAGE, "N1-20", ("gradient_large", "gradient_small", "gradient_zero"),
                           first=_row(softmax[0, 0]), last=_row(softmax[0, -1]),
                           gradient=computed.first_row_gradient(S))
        lesson.erratum("R55", _r55)
        lesson.erratum("R10", _r10)


def _panelled(seen):
    """The steps have a head axis that these pictures leave out."""
    cell = seen.cell
    if cell is None or cell.picture == "additive_mask":
        return seen
    return type(seen)(seen.step, cell._replace(panel=0), seen.head, seen.edit)


def _edited(edit: Edit) -> None:
    scores = [list(row) for row in st.session_state.get(EDITED, computed.SCORES)]
    scores[edit.cell.row][edit.cell.column] = edit.value
    st.session_state[EDITED] = tuple(map(tuple, scores))


def _reset() -> None:
    st.session_state.pop(EDITED, None)


def _row(values: torch.Tensor) -> str:
    """A row of numbers as LaTeX."""
    return "(" + ",\\ ".join(number(round(float(x), 3)) for x in values) + ")"


def _of_kind(kind: str, key: str) -> None:
    """N1's scores through one kind of mask: the weights, and what they add up to."""
    w, S = words(PAGE), torch.tensor(computed.SCORES).unsqueeze(0)
    trace = computed.masked(S, computed.visible(4), kind, computed.WORDS)
    read, written = (trace[steps[kind]].value[0].numpy() for steps in (computed.READ, computed.WRITTEN))
    heatmap([matrix("read", w[f"reads_{kind}"], read, computed.WORDS, computed.WORDS, row_link="q", column_link="k"),
             matrix("weights", w["weights"], written, computed.WORDS, computed.WORDS, scale="sequential", row_link="q",
                    column_link="k", colour=PALETTE[theme()][1])],
            key=key, words=words("board"), operators=("softmax",))
    hidden = float(np.triu(written, 1)[0].sum())
    st.caption(w["first_row_future"].format(share=f"{hidden:.3f}"))


def _r55() -> None:
    for column, kind in zip(st.columns(2), ("times", "infinity")):
        with column:
            _of_kind(kind, f"r55 {kind}")


def _r10() -> None:
    w, rows, big = words(PAGE), computed.fully_masked(), computed.added_number()
    S = torch.tensor(computed.SCORES).unsqueeze(0)
    printed, right = st.columns(2)
    with printed:
        heatmap(matrix("number", w["fully_masked_number"], rows["number"].unsqueeze(0), scale="sequential"),
                key="r10 number", words=words("board"))
        st.latex(rf"\text{{softmax}}({_row(big['scores'])} - 10^9) = {_row(big['weights'])}")
        st.caption(w["spacing"].format(spacing=f"{float(big['spacing']):.0f}"))
    with right:
        kept = torch.stack((rows["infinity"], rows["zeros"]))
        heatmap(matrix("infinity", w["fully_masked_infinity"], kept, (w["plain"], w["this_model"]), scale="sequential"),
                key="r10 infinity", words=words("board"))
        st.caption(w["no_difference"].format(difference=plain(computed.number_against_infinity(S))))


# ---- N0-18, N1-21: four masks on the reader's sentence --------------------------------------------------------------


@st.fragment
def four_masks(trace: Trace) -> None:
    """The trained model's own scores through each kind of mask. EXHIBITS N0-18, N1-21."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-18", "N1-21"):
        row = st.container(horizontal=True)
        kind = row.segmented_control(w["mask_kind"], computed.KINDS, default="infinity", key="mask_kind", required=True,
                                    format_func=lambda k: w[f"kind_{k}"])
        layer, head = layer_and_head(trace, PAGE, "four", "self_attention.scores", row)
        at, read = f"decoder.{layer}.self_attention", trace["shift_right"].labels[0]
        S, allowed = trace[f"{at}.scores"].value, trace["look_ahead_mask"].value
        run = computed.masked(S, allowed, kind, read)
        names = dict.fromkeys(("scores", "look_ahead_mask", computed.READ[kind], "weights", computed.WRITTEN[kind]))
        pictures = [_of_head(run, name, head) for name in names]
        sums = computed.row_sums(run, kind)[head]
        total = matrix("sums", w["row_sum"], sums.unsqueeze(1), [f"{x:.2f}" for x in sums.tolist()], ("Σ",),
                       scale="magnitude", limit=1.0, row_link="query")
        seen = heatmap([*pictures, total], key="four masks", words=words("board"))
        left, right = st.columns(2, gap="medium")
        with left:
            cell = seen.cell and seen.cell._replace(panel=None if seen.cell.picture == "look_ahead_mask" else head)
            arithmetic(run, type(seen)(seen.step, cell), PAGE, computed.WRITTEN[kind])
        with right:
            _told_of_masks(trace, f"{at}.dot_products", S[head], allowed)
        _errata(trace)


def _of_head(run: Trace, name: str, head: int):
    step = run[name]
    if name == "look_ahead_mask":
        return shown(step, PAGE)
    scale = {"scale": SCALES[name]} if name in SCALES else {}
    return shown(step, PAGE, values=step.value[head].double().numpy(), panels=(), **scale)


def _told_of_masks(trace: Trace, dots: str, S: torch.Tensor, allowed: torch.Tensor) -> None:
    sums = computed.row_sums(computed.masked(S.unsqueeze(0), allowed, "after", ()), "after")[0]
    told = {"sums": ", ".join(f"{x:.2f}" for x in sums.tolist())}
    if len(S) > 2:
        _, told["before"], told["after"] = computed.leak(S, allowed, "after")
        _, told["kept"], told["kept_after"] = computed.leak(S, allowed, "infinity")
        lesson.predict(PAGE, "N0-18", ("stays", "falls", "rises"), **told)
    P = trace[dots].value
    found = computed.swapped(P, allowed, trace[dots.replace("dot_products", "queries")].value.shape[-1])
    lesson.predict(PAGE, "N1-21", ("swap_scale", "swap_softmax", "swap_neither"), **found)


def _errata(trace: Trace) -> None:
    sentence = state.text()
    lesson.erratum("R07", lambda: _sources(trace, ("decoder", "encoder", "encoder"), "r07"))
    lesson.erratum("R08", lambda: _sources(trace, ("encoder", "encoder", "encoder"), "r08"))
    lesson.erratum("R09", lambda: _r09(trace))
    lesson.erratum("R11", lambda: _r11(trace))
    lesson.erratum("R19", lambda: _r19(state.model_name(), sentence))
    lesson.erratum("R20", lambda: _r20(state.model_name(), sentence))


# ---- The errata of N0 5.2 -------------------------------------------------------------------------------------------


def _sources(trace: Trace, printed: tuple[str, str, str], key: str) -> None:
    """Masked self-attention with the sources as printed and as they are."""
    w, module = step_words(PAGE), state.translator().model.decoder[0].self_attention
    y, x = (trace[name].value for name in ("target_embedding.positioned", wiring.memory_step(trace)))
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
                           scale="sequential", row_axis=w["axis_query"], column_axis=w["axis_key"],
                           masked=~mask[:least, :least].numpy()), key=f"{key} {sources}", words=words("board"))
            if least > 1:
                found = wiring.own_words(module, y[:least], x[:least], sources)
                st.caption(w["own_words"].format(earlier=plain(found["earlier"]), own=plain(found["own"])))


def _r09(trace: Trace) -> None:
    w, at = words(PAGE), "decoder.0.self_attention"
    right, printed, error = wiring.elementwise(trace[f"{at}.queries"].value[0], trace[f"{at}.keys"].value[0])
    read = trace["shift_right"].labels[0]
    left, side = st.columns(2)
    with left:
        heatmap(matrix("printed", w["scores_printed"], printed, read, column_axis="d_k"), key="r09 printed",
                words=words("board"))
        st.latex(r"\times".join(map(str, printed.shape)))
        if error:
            st.warning(w["stopped_elementwise"].format(m=printed.shape[0], d=printed.shape[1]), icon=":material/error:")
    with side:
        heatmap(matrix("right", w["scores_right"], right, read, read), key="r09 right", words=words("board"))
        st.latex(r"\times".join(map(str, right.shape)))


def _r11(trace: Trace) -> None:
    heads, rows, columns = trace["decoder.0.self_attention.masked_scores"].value.shape
    printed, right = st.columns(2)
    printed.latex(rf"\tilde A_{{{heads}}}:\ {rows}\times{columns} \qquad \tilde A_{{{heads},1}}:\ 1")
    right.latex(rf"\tilde A^{{(h)}}_{{ij}}:\ h \le {heads},\ i \le {rows},\ j \le {columns}")


@st.cache_data(show_spinner=False, max_entries=64)
def _padded(model: str, sentence: str) -> dict[str, tuple[float, float]]:
    translator, found = zoo.load(model), {}
    for name, hidden in (("neither", (False, False)), ("encoder_only", (True, False)), ("both", (True, True))):
        padded = computed.padded_source(translator, sentence, *hidden)
        found[name] = padded.logits, padded.words
    for name, leading in (("trailing", False), ("leading", True)):
        padded = computed.padded_target(translator, sentence, leading)
        found[name] = padded.logits, padded.words
    return found | {"loss": computed.padded_loss(translator, sentence)}


def _r19(model: str, sentence: str) -> None:
    w, found = words(PAGE), _padded(model, sentence)
    names = ("neither", "encoder_only", "both")
    changes = {w["logit_change"]: [found[n][0] for n in names]}
    st.altair_chart(pillars([w[f"pads_{name}"] for name in names], changes, w["logit_change"], height=190))
    st.caption(w["words_changed"].format(**{name: f"{found[name][1]:.0%}" for name in names}))


def _r20(model: str, sentence: str) -> None:
    w, found = words(PAGE), _padded(model, sentence)
    names = ("trailing", "leading", "neither")
    changes = {w["logit_change"]: [found[n][0] for n in names]}
    st.altair_chart(pillars([w[f"pads_{name}_long"] for name in names], changes, w["logit_change"], height=190))
    st.caption(w["padded_loss"].format(right=f"{found['loss'][0]:.3f}", printed=f"{found['loss'][1]:.3f}"))


# ---- N1-18: the leak ------------------------------------------------------------------------------------------------


@st.cache_resource(show_spinner=False, max_entries=64)
def _leakage(model: str, sentence: str, mask: bool):
    return computed.leakage(zoo.load(model), sentence, mask)


@st.fragment
def leak(trace: Trace) -> None:
    """Which word read moves which word written, with the mask and without. EXHIBITS N1-18."""
    w, model, sentence = words(PAGE), state.model_name(), state.text()
    with lesson.exhibit(PAGE, "N1-18"):
        on = st.toggle(w["mask_on"], value=True, key="mask_on")
        norms, weights = _leakage(model, sentence, on)
        read, target = trace["shift_right"].labels[0], trace["target"].labels[0]
        limit = float(_leakage(model, sentence, False)[0].max())
        left, right = st.columns([0.64, 0.36], gap="medium")
        with left:
            heatmap([matrix("weights", w["first_weights"], weights, read, read, scale="sequential", row_axis=w["read"],
                            column_axis=w["read"], column_link="read", colour=PALETTE[theme()][1]),
                     matrix("jacobian", w["jacobian"], norms, target, read, row_axis=w["written"],
                            column_axis=w["read"], column_link="read", scale="magnitude", limit=limit,
                            colour=PALETTE[theme()][0])],
                    key="leak", words=words("board"))
        with right:
            st.latex(r"J_{ij} = \left\lVert \frac{\partial\, Y^{[10]}_{i,\,y_i}}{\partial\, y_j} \right\rVert")
            future = torch.triu(torch.ones_like(norms), 1).bool()
            amounts = [float(_leakage(model, sentence, mask)[0][future].sum()) for mask in (True, False)]
            st.metric(w["from_future"], plain(amounts[not on]))
            share = amounts[1] / float(_leakage(model, sentence, False)[0].sum())
            lesson.predict(PAGE, "N1-18", ("leak_none", "leak_little", "leak_much"), masked=amounts[0],
                           unmasked=amounts[1], cells=str(int(future.sum())), share=f"{share:.0%}")
            training_link()
