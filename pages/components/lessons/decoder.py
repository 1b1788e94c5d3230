"""What an output word depends on, the layer at a glance, the shift: the first part of the page on the decoder."""

from __future__ import annotations

import html

import numpy as np
import streamlit as st

from core import zoo
from core.equations import embedding
from core.experiments import decoder as computed
from core.experiments import decoder_masks as masks
from core.steps import Trace
from pages.components import lesson, state
from pages.components.formula import PALETTE, formula, theme
from pages.components.heatmap import Frame, board, heatmap
from pages.components.lessons.cells import matrix
from pages.components.lessons.pictures import arithmetic, pillars, shown, steps_of
from pages.components.text import words

PAGE = "decoder"
_STRIP = """<style>
.strip {{border-collapse: separate; border-spacing: 4px; font-size: .95rem}}
.strip td {{padding: .25rem .55rem; border-radius: .4rem; text-align: center; border: 2px solid}}
.strip th {{padding-right: .8rem; font-weight: 400; text-align: left; opacity: .75; white-space: nowrap}}
.strip small {{opacity: .7}}
</style><div style="overflow-x: auto"><table class="strip">{rows}</table></div>"""


# ---- N0-02: attention and influence ---------------------------------------------------------------------------------


@st.cache_resource(show_spinner=False, max_entries=64)
def _dependence(model: str, sentence: str) -> computed.Dependence:
    return computed.dependence(zoo.load(model), sentence)


@st.fragment
def depends(trace: Trace) -> None:
    """Attention beside gradient, for the source and for the words read before. EXHIBITS N0-02."""
    w, found = words(PAGE), _dependence(state.model_name(), state.text())
    source, read, target = (trace[name].labels[0] for name in ("source", "shift_right", "target"))
    future = np.triu(np.ones((len(read), len(read)), dtype=bool), 1)
    limit = float(max(found.gradient_source.max(), found.gradient_target.max()))
    common = {"row_axis": w["written"], "row_link": "written"}
    with lesson.exhibit(PAGE, "N0-02"):
        left, right = st.columns([0.66, 0.34], gap="medium")
        with left:
            to_source = common | {"column_axis": w["source_words"], "column_link": "source"}
            to_read = common | {"column_axis": w["read"], "column_link": "read", "masked": future}
            palette = PALETTE[theme()]
            for side, columns, weights, gradients, options in (
                    ("source", source, found.attention_source, found.gradient_source, to_source),
                    ("read", read, found.attention_target, found.gradient_target, to_read)):
                heatmap([matrix("attention", w[f"attention_{side}"], weights, target, columns, scale="sequential",
                                colour=palette[1], **options),
                         matrix("gradient", w[f"gradient_{side}"], gradients, target, columns, scale="magnitude",
                                limit=limit, colour=palette[0], **options)],
                        key=f"depends {side}", words=words("board"))
        with right:
            distances = found.by_distance()
            st.altair_chart(pillars([str(k) for k in range(len(distances))], {w["gradient_mean"]: distances},
                                    w["gradient_mean"], across=w["by_distance"]))
            rows = len(target)
            lesson.predict(PAGE, "N0-02", ("always", "mostly", "seldom"), same=str(found.same_first()), rows=str(rows),
                           order=str(found.same_order()), word=target[0],
                           attended=source[int(found.attention_source[0].argmax())],
                           moved=source[int(found.gradient_source[0].argmax())])


# ---- N1-15, N2-24: the layer at a glance ----------------------------------------------------------------------------


@st.fragment
def layer(trace: Trace) -> None:
    """Nine results of one decoder layer, and what is left of it with zeros for a memory. EXHIBITS N1-15, N2-24."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-15", "N2-24"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        i = lesson.numbered(row, w["layer"], computed.layers(trace), "glance layer")
        zero = row.toggle(w["zero_memory"], key="zero_memory")
        edits = computed.zeroed(trace)
        without = state.cached_trace(state.model_name(), state.text(), edits)
        run = without if zero else trace
        seen = board(*_glance(run, i), key="glance", words=words("board"), url=False)
        left, right = st.columns(2, gap="medium")
        with left:
            arithmetic(run, seen, PAGE, seen.step)
        with right:
            rows = without[f"decoder.{i}.cross_attention.weights"].value
            lesson.predict(PAGE, "N2-24", ("uniform", "first_source", "unchanged"), n=str(rows.shape[-1]),
                           share=1 / rows.shape[-1], spread=float((rows - 1 / rows.shape[-1]).abs().max()),
                           said=_zero_said(state.model_name(), state.text(), edits))


@st.cache_data(show_spinner=False, max_entries=64)
def _zero_said(model: str, sentence: str, edits: tuple) -> str:
    translator = zoo.load(model)
    return translator.target_vocabulary.join(translator.translate(sentence, edits))


def _glance(trace: Trace, i: int):
    """Three frames of one layer: each sub-layer's input, weights or hidden units, result, sum and norm."""
    w, at, x = words(PAGE), f"decoder.{i}", trace[f"decoder.{i}.residual_1.added"].inputs[0]
    pictures, frames = {}, []
    for number, branch in enumerate(computed.BRANCHES, 1):
        inner = f"{at}.{branch}.{'activation' if branch == 'feed_forward' else 'weights'}"
        out, added, normed = (f"{at}.{branch}.output", f"{at}.residual_{number}.added", f"{at}.norm_{number}.output")
        first = 3 * number - 3
        titles = {x: f"Y[{first}]" if first else "Y", inner: w[f"inner_{branch}"],
                  out: f"Y[{first + 1}] {w['written_by']}",
                  added: f"Y[{first + 2}] {w['sum']}", normed: f"Y[{first + 3}] {w['norm']}"}
        for name, title in titles.items():
            pictures.setdefault(name, shown(trace[name], PAGE, title=title))
        frames.append(Frame(out, f"Y[{first + 1}] – Y[{first + 3}]", w[f"branch_{branch}"], tuple(titles),
                            ("→", "→", f"+ {titles[x]} =", "→ LN")))
        x = normed
    return list(pictures.values()), frames


# ---- N0-17: shift right ---------------------------------------------------------------------------------------------


@st.fragment
def shift(trace: Trace) -> None:
    """What is read and what is to be written, offset by one, and where the answer stands. EXHIBITS N0-17."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-17"):
        off = st.toggle(w["no_shift"], key="no_shift")
        strips(trace, shifted=not off)
        left, right = st.columns([0.5, 0.5], gap="medium")
        with left:
            _answers(trace, not off, "answers")
        with right:
            formula(embedding.shift_right.equation, trace, "shift_right", depth=state.depth())
            rows = len(trace["target"].value)
            sight = {shifted: int(masks.answers(rows, shifted).tril().sum()) for shifted in (True, False)}
            st.metric(w["in_sight"], f"{sight[not off]} / {rows}")
            lesson.predict(PAGE, "N0-17", ("none", "half", "all"), rows=str(rows), off=str(sight[False]),
                           on=str(sight[True]), **_shift_losses(state.model_name(), state.text()))
            training_link()
        lesson.erratum("R12", lambda: _r12(trace))


@st.cache_data(show_spinner=False, max_entries=64)
def _shift_losses(model: str, sentence: str) -> dict[str, float]:
    return masks.shifts_compared(zoo.load(model), sentence)


def training_link() -> None:
    """The comparison of models trained with and without shift and mask is a page of its own."""
    st.page_link("pages/transformer/training.py", label=words(PAGE)["to_training"], icon=":material/arrow_forward:")


def strips(trace: Trace, shifted: bool) -> None:
    """Two rows of words, each word of the target in the colour of its copy in the input."""
    w, palette = words(PAGE), PALETTE[theme()]
    target = trace["target"].labels[0]
    colours = [palette[i % len(palette)] for i in range(len(target))]
    read = [(trace["shift_right"].labels[0][0], "currentColor"), *zip(target[:-1], colours)]
    rows = [(w["places"], [(f"<small>{i + 1}</small>", "transparent") for i in range(len(target))]),
            (w["reads"], [(html.escape(t), c) for t, c in (read if shifted else zip(target, colours))]),
            (w["must_write"], [(html.escape(t), c) for t, c in zip(target, colours)])]
    cells = "".join(f"<tr><th>{name}</th>{''.join(map(_chip, row))}</tr>" for name, row in rows)
    st.html(_STRIP.format(rows=cells))


def _chip(word: tuple[str, str]) -> str:
    return f'<td style="border-color: {word[1]}">{word[0]}</td>'


def _answers(trace: Trace, shifted: bool, key: str) -> None:
    """One row per word to write: what the mask lets it read, and where among it the answer is."""
    w, target = words(PAGE), trace["target"].labels[0]
    read = trace["shift_right"].labels[0] if shifted else target
    rows = len(target)
    heatmap(matrix(key, w["answer_place"], masks.visible(rows), target, read, row_axis=w["must_write"],
                   column_axis=w["reads"], scale="mask", masked=~masks.visible(rows).numpy(),
                   outlines=tuple((i, i + shifted, 1, 1) for i in range(rows - shifted)),
                   colour=PALETTE[theme()][5]), key=key, words=words("board"))


def _r12(trace: Trace) -> None:
    for column, shifted in zip(st.columns(2), (False, True)):
        with column:
            strips(trace, shifted)
            _answers(trace, shifted, f"r12 {shifted}")
            loss = _shift_losses(state.model_name(), state.text())["shifted" if shifted else "unshifted"]
            st.metric(words(PAGE)["trained_loss"], f"{loss:.3f}")


# ---- Why a wiring stops ---------------------------------------------------------------------------------------------


def why_stopped(run: computed.Wired) -> str:
    """Which two shapes did not fit, in the reader's language; nothing where all fitted."""
    if not run.error:
        return ""
    size = {name: run.trace[name].value.shape[-2:] for name in run.trace if run.trace[name].value.ndim > 1}
    kind = next((kind for name, kind in (("output", "sum"), ("weights", "values")) if name in size), "mask")
    told = {"A": size.get("weights", size["scores"])[-1], "V": size["values"][-2], "S": size["scores"][-2],
            "n": size["scores"][-1], "Y": size["y"][-2]}
    return words(PAGE)[f"stopped_{kind}"].format(**told)


def stopped(run: computed.Wired) -> None:
    """The same as a warning; at the depth of code also what the program said."""
    st.warning(why_stopped(run), icon=":material/error:")
    if state.depth() == "code":
        st.code(run.error, language=None)


# ---- N2-15: what moves when a word is changed -----------------------------------------------------------------------


@st.cache_resource(show_spinner=False, max_entries=128)
def _changed(model: str, sentence: str, side: str, position: int, word: str):
    return computed.changed_word(zoo.load(model), sentence, side, position, word)


@st.fragment
def moves(trace: Trace) -> None:
    """Change one word that is read, and see which distributions move. EXHIBITS N2-15."""
    w, translator = words(PAGE), state.translator()
    with lesson.exhibit(PAGE, "N2-15"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        side = row.segmented_control(w["which_side"], ("target", "source"), default="target", key="changed side",
                                     required=True, format_func=lambda s: w[f"side_{s}"])
        read = trace["shift_right" if side == "target" else "source"].labels[0]
        vocabulary = (translator.target_vocabulary if side == "target" else translator.source_vocabulary).words
        position = row.selectbox(w["which_word"], range(len(read)), index=min(1, len(read) - 1),
                                 key=f"changed {side} {len(read)}", format_func=lambda i: steps_of(read)[i], width=180)
        word = row.selectbox(w["becomes"], [v for v in vocabulary[4:] if v != read[position]], key=f"becomes {side}",
                             width=180)
        told = _told_of_changes(trace, vocabulary_of=translator)
        change, difference = _changed(state.model_name(), state.text(), side, position, word)
        target = trace["target"].labels[0]
        most = difference.abs().amax(0).topk(min(12, difference.shape[-1])).indices
        left, right = st.columns([0.5, 0.5], gap="medium")
        with left:
            heatmap(matrix("difference", w["difference"], difference[:, most], target,
                           [translator.target_vocabulary.words[v] for v in most], row_axis=w["written"],
                           column_axis=w["most_moved"], limit=max(0.05, float(difference.abs().max()))),
                    key="moved", words=words("board"))
        with right:
            st.altair_chart(pillars(steps_of(target), {w["variation"]: change.tolist()}, w["variation"], height=200))
            lesson.predict(PAGE, "N2-15", ("all_rows", "from_there", "none"), **told)


def _told_of_changes(trace: Trace, vocabulary_of) -> dict[str, str | float]:
    """The numbers of the experiment as the exhibit asks for it: last target word, first source word."""
    read, source = trace["shift_right"].labels[0], trace["source"].labels[0]
    swaps = [(side, place, next(v for v in vocabulary.words[4:] if v != labels[place]))
             for side, place, vocabulary, labels in (
                 ("target", len(read) - 1, vocabulary_of.target_vocabulary, read),
                 ("source", 0, vocabulary_of.source_vocabulary, source))]
    late, early = (_changed(state.model_name(), state.text(), *swap)[0] for swap in swaps)
    return {"last": read[-1], "first": source[0], "before": float(late[:-1].max()) if len(late) > 1 else 0.0,
            "itself": float(late[-1]), "moved": str(int((early > 0).sum())), "rows": str(len(early)),
            "most": float(early.max())}
