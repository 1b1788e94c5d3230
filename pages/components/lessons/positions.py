"""Words as vectors, places as waves, and their sum: the first half of the page on positions."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from core import zoo
from core.edits import Skip
from core.equations import embedding, variants
from core.experiments import positions as computed
from core.steps import Trace
from pages.components import lesson, state
from pages.components.formula import formula, tint
from pages.components.heatmap import BoardState, Cell, heatmap
from pages.components.lessons import positions_charts as charts
from pages.components.lessons import positions_errata
from pages.components.lessons.cells import titled
from pages.components.lessons.pictures import shown
from pages.components.lessons.positions_parts import PAGE, formula_of_cell, sliders
from pages.components.numerals import plain
from pages.components.text import words

# ---- N0-04: look-up -------------------------------------------------------------------------------------------------


@st.cache_data(show_spinner=False, max_entries=64)
def _touched(model: str, sentence: str) -> np.ndarray:
    trace, translator = state.cached_trace(model, sentence), zoo.load(model)
    return computed.touched(translator.model, trace["source"].value, trace["target"].value).numpy()


@st.fragment
def look_up(trace: Trace) -> None:
    """One-hot rows times the table are rows of the table. EXHIBITS N0-04, N1-02, N2-16."""
    w, translator = words(PAGE), state.translator()
    ids, W_E = trace["source"].value, trace.parameters["source_embedding.W_E"]
    vocabulary, labels = translator.source_vocabulary.words, trace["source"].labels[0]
    with lesson.exhibit(PAGE, "N0-04", "N1-02", "N2-16"):
        pocket = computed.pocket(ids.tolist(), len(W_E))
        near = tuple(vocabulary[i] for i in pocket)
        chi = embedding.one_hot(ids, len(W_E))[:, pocket].numpy()
        seen = heatmap([
            titled(PAGE, "one_hot", chi, rows=labels, columns=near, scale="sequential", limit=1.0, row_link="token",
                   column_link="word", row_axis=w["axis_word"], column_axis=w["axis_vocabulary"]),
            titled(PAGE, "table", W_E[pocket].numpy(), rows=near, row_link="word", column_link="d",
                   column_axis="d_model"),
            shown(trace["source_embedding.lookup"], PAGE),
        ], key="look-up", words=words("board"), operators=("×", "="), height=420)
        st.caption(w["pocket_note"].format(shown=len(pocket), all=len(W_E),
                                           off=plain(computed.one_hot_product(ids, W_E), 2)))
        left, right = st.columns(2, gap="large")
        with left:
            _neighbours(W_E, vocabulary, _chosen_word(seen, ids.tolist(), pocket))
        with right:
            lesson.stands(embedding.lookup.equation)
            _any_number(W_E, vocabulary)
        _look_up_tries(ids.tolist(), W_E, pocket, near)


def _chosen_word(seen: BoardState, ids: list[int], pocket: list[int]) -> int:
    """The word of the cell the reader clicked, or the last but one."""
    if seen.cell is None:
        return ids[max(0, len(ids) - 2)]
    if seen.cell.picture == "one_hot":
        return pocket[seen.cell.column]
    return pocket[seen.cell.row] if seen.cell.picture == "table" else ids[seen.cell.row]


def _neighbours(W_E, vocabulary, word: int) -> None:
    w = words(PAGE)
    found = computed.neighbours(W_E, word)
    st.markdown(w["neighbours"].format(word=vocabulary[word].replace("`", "'")))
    charts.bars({vocabulary[i]: c for i, c in found}, w["cosine"], key="chart neighbours", tones=3,
                domain=(0, 1), digits=2)
    st.caption(w["all_alike"].format(distance=math.sqrt(2)))


def _any_number(W_E, vocabulary) -> None:
    w = words(PAGE)
    asked = st.number_input(w["any_number"].format(last=len(W_E) - 1), 0, 2 * len(W_E), len(W_E) - 1, key="any number")
    row, message = computed.asked(int(asked), W_E)
    if row is None:
        st.error(w["no_row"].format(message=message), icon=":material/block:")
    else:
        st.markdown(w["a_row"].format(word=vocabulary[int(asked)].replace("`", "'"), length=row.norm().item()))
    lesson.predict(PAGE, "N1-02", ["raises", "zeros", "wraps"], message=computed.asked(len(W_E), W_E)[1])


def _look_up_tries(ids: list[int], W_E, pocket: list[int], near: tuple[str, ...]) -> None:
    """Which rows learn from this sentence, and how large the first rows are."""
    left, right = st.columns(2, gap="large")
    with left:
        gradient = _touched(state.model_name(), state.text())
        rows = int((np.abs(gradient).max(-1) > 0).sum())
        if lesson.predict(PAGE, "N0-04", ["all_rows", "own_rows", "one_row"], rows=str(rows), words=str(len(set(ids))),
                          all=str(len(W_E))):
            heatmap(titled(PAGE, "gradient", gradient[pocket], rows=near, column_axis="d_model"), key="gradient",
                    words=words("board"), height=330)
    with right:
        sizes = computed.first_sizes(512)
        lesson.predict(PAGE, "N2-16", ["too_small", "same_size", "too_large"], row=sizes["torch"]["row"],
                       paper=sizes["paper"]["scaled"], logits=sizes["torch"]["logits"],
                       right=sizes["paper"]["logits"])


# ---- N0-05: waves ---------------------------------------------------------------------------------------------------


@st.fragment
def waves() -> None:
    """The table, one of its columns as a wave, its pairs as clocks. EXHIBITS N0-05, N1-03."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-05", "N1-03"):
        left, right = st.columns([0.56, 0.44], gap="large")
        with left:
            n, d, base = sliders("waves", 32, 64, 10000)
            apart = st.toggle(w["in_halves"], key="waves halves")
            PE = (computed.halves if apart else computed.table)(n, d, base)
            seen = heatmap(titled(PAGE, "PE", PE.numpy(), row_axis=w["axis_position"], column_axis="d_model", limit=1.0,
                                  colour=tint(embedding.positions.equation)),
                           key="waves", words=words("board"), cell=Cell("PE", None, min(5, n - 1), 4), height=520)
        p, column = (seen.cell.row, seen.cell.column) if seen.cell else (min(5, n - 1), min(4, d - 1))
        with right:
            _wave(n, d, base, p, column, apart)
        _wave_tries(n, d, base)


def _wave(n: int, d: int, base: int, p: int, column: int, apart: bool) -> None:
    """The arithmetic of the chosen cell, its pair of columns as waves, and some pairs as clocks at this position."""
    w, pair = words(PAGE), column % (d // 2) if apart else column // 2
    equation = (variants.positions_in_halves if apart else embedding.positions).equation
    like = computed.table(n, d, base)
    arguments = (like, float(base)) if apart else (like, 0, float(base))
    formula(equation, depth="intuition")
    formula_of_cell(equation, (p, column), arguments)
    omega = computed.frequencies(d, base)[pair].item()
    fine = np.linspace(0, n - 1, 4 * (n - 1) + 1)
    places = np.arange(n)
    first, second = _columns(pair, d, apart)
    names = w["sine"].format(i=first), w["cosine_wave"].format(i=second)
    series, points = ({name: (xs, wave(xs * omega)) for name, wave in zip(names, (np.sin, np.cos))}
                      for xs in (fine, places))
    charts.curves(series, w["axis_position"], "", key="chart wave", marks=points, at=p)
    pairs = _some_pairs(d, pair)
    st.caption(w["clocks"].format(p=p))
    tips = computed.clocks(p, d, base)[pairs].tolist()
    charts.clocks([(tips, 0)], ["{}, {}".format(*_columns(i, d, apart)) for i in pairs], key="chart clocks", size=56)


def _columns(pair: int, d: int, apart: bool) -> tuple[int, int]:
    """Where a pair's sine and cosine stand."""
    return (pair, pair + d // 2) if apart else (2 * pair, 2 * pair + 1)


def _some_pairs(d: int, chosen: int) -> list[int]:
    """Eight pairs from the fastest to the slowest; the chosen one takes the place of its neighbour."""
    spread = {round(i * (d // 2 - 1) / 7) for i in range(8)}
    return sorted(spread - {min(spread, key=lambda i: abs(i - chosen))} | {chosen})


def _wave_tries(n: int, d: int, base: int) -> None:
    facts = computed.facts(n, d, base)
    left, right = st.columns(2, gap="large")
    with left:
        lesson.predict(PAGE, "N0-05", ["grows", "constant", "swings"], shortest=facts["shortest"],
                       longest=facts["longest"], root=facts["root"], stripes=facts["stripes"], turned=facts["turned"])
    with right:
        ordered, apart = computed.table(n, d, base), computed.halves(n, d, base)
        lesson.predict(PAGE, "N1-03", ["nothing_changes", "products_change", "order_lost"],
                       off=(variants.gram(ordered, ordered) - variants.gram(apart, apart)).abs().max().item(),
                       cells=(ordered - apart).abs().max().item())
    lesson.erratum("R46", positions_errata.counted_from_one)


# ---- N0-06: what is invariant ---------------------------------------------------------------------------------------


@st.fragment
def claims(trace: Trace | None) -> None:
    """The table is not invariant, its Gram matrix is, and learned projections see more again. EXHIBITS N0-06."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-06"):
        left, middle, right = st.columns([0.42, 0.33, 0.25], gap="large")
        options = ["random"] if trace is None else ["encoder", "decoder", "random"]
        whose = left.segmented_control(w["whose"], options, default=options[0], key="claims whose", required=True,
                                       format_func=lambda o: w[f"whose_{o}"])
        n = middle.slider(w["slider_n"], 8, 64, 32, key="claims n")
        W_Q, W_K = _projections(trace, whose)
        head = lesson.numbered(right, w["head"], len(W_Q), "claims head")
        PE = computed.table(n, W_Q.shape[1])
        S = computed.seen_through(PE, W_Q, W_K)
        axes = {"row_axis": w["axis_position"], "column_axis": w["axis_position"]}
        heatmap([titled(PAGE, "PE", PE.numpy(), row_axis=w["axis_position"], column_axis="d_model", limit=1.0,
                        row_link="p", colour=tint(embedding.positions.equation)),
                 titled(PAGE, "gram", variants.gram(PE, PE).numpy(), row_link="p", column_link="q", **axes),
                 titled(PAGE, "through", S[head].numpy(), row_link="p", column_link="q", **axes)],
                key="claims", words=words("board"), operators=("→", "→"), height=420)
        _shares(PE, S, whose)


def _projections(trace: Trace | None, whose: str):
    if trace is None or whose == "random":
        d = 64 if trace is None else trace.parameters["source_embedding.W_E"].shape[1]
        return computed.random_projections(4, d, d // 4)
    at = f"{whose}.0.self_attention"
    return trace.parameters[f"{at}.W_Q"], trace.parameters[f"{at}.W_K"]


def _shares(PE, S, whose: str) -> None:
    """The reader's guess, then how much of the variance is more than distance, head by head; and the erratum."""
    w = words(PAGE)
    shares = [computed.within_diagonals(G) for G in S]
    raw = computed.within_diagonals(variants.gram(PE, PE))
    left, right = st.columns([0.52, 0.48], gap="large")
    with left:
        guessed = lesson.predict(PAGE, "N0-06", ["share_none", "share_some", "share_most"], raw=raw,
                                 least=100 * min(shares), most=100 * max(shares), whose=w[f"whose_{whose}"])
    if guessed:
        with right:
            names = [w["share_raw"], *(w["head_n"].format(n=h + 1) for h in range(len(shares)))]
            charts.bars(dict(zip(names, [raw, *shares])), w["share"], key="chart shares",
                        tones=[2] + [0] * len(shares), domain=(0, 1.1))
    lesson.erratum("R18", positions_errata.invariance)


# ---- N0-07: the sum -------------------------------------------------------------------------------------------------


@st.fragment
def total(trace: Trace) -> None:
    """Word plus place, with and without the square root. EXHIBITS N0-07."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-07"):
        d = trace["source_embedding.scaled"].value.shape[-1]
        scaled = st.toggle(w["with_root"].format(d=d), True, key="total root")
        run = trace if scaled else state.trace((Skip("source_embedding.scaled"),))
        word = "scaled" if scaled else "lookup"
        heatmap([shown(run[f"source_embedding.{step}"], PAGE) for step in (word, "positions", "positioned")],
                key="total", words=words("board"), operators=("+", "="), height=420)
        left, right = st.columns([0.62, 0.38], gap="large")
        with left:
            _directions(trace)
        with right:
            lengths = {step: run[f"source_embedding.{step}"].value.norm(dim=-1).mean().item()
                       for step in ("scaled", "positions", "positioned")}
            charts.bars({w[f"length_{step}"]: v for step, v in lengths.items()}, w["length"], key="chart lengths",
                        tones=[1, 2, 3])
            lesson.stands(*([embedding.scaled.equation] if scaled else []), embedding.positioned.equation)
            drawn = computed.two_words(512)
            lesson.predict(PAGE, "N0-07", ["cosine_low", "cosine_middle", "cosine_high"], **drawn)
        lesson.erratum("R17", lambda: positions_errata.root(trace))


def _directions(trace: Trace) -> None:
    """Cosines of all pairs of words with their places: without the root, and with it."""
    labels, PE = trace["source"].labels[0], trace["source_embedding.positions"].value
    found = [("cosine_plain", trace["source_embedding.lookup"].value + PE),
             ("cosine_scaled", trace["source_embedding.positioned"].value)]
    heatmap([titled(PAGE, name, variants.cosine(x, x).numpy(), rows=labels, columns=labels, limit=1.0, row_link="i",
                    column_link="j") for name, x in found], key="directions", words=words("board"), height=330)
