"""The page on attention, second part: scaling, softmax, and the weighted sum."""

from __future__ import annotations

import math

import streamlit as st
import torch

from core.experiments import attention as computed
from core.experiments import scaling
from core.steps import Trace
from pages.components import lesson
from pages.components.heatmap import Edit, Frame, board
from pages.components.lessons import attention_charts as charts
from pages.components.lessons.attention_board import arithmetic, choose_head, picture, show, tries
from pages.components.lessons.cells import titled
from pages.components.numerals import plain
from pages.components.text import words

PAGE = "attention"
LARGEST_KEY = 4.0


# ---- N0-10, N1-08: scaling --------------------------------------------------------------------------------------


@st.cache_data(show_spinner=False, max_entries=4)
def _table() -> list[dict]:
    return scaling.table()


@st.cache_data(show_spinner=False, max_entries=32)
def _saturation(d_k: int, kind: str) -> tuple[float, float, float, list[float]]:
    found = scaling.saturation(d_k, kind)
    return found.entropy, found.median, found.mean, found.norms.clamp_min(1e-12).log10().tolist()


@st.fragment
def scale(trace: Trace | None) -> None:
    """What the divisor does to a sentence's weights, and to the gradient in heads drawn at random."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-10", "N1-08"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        kind = row.segmented_control(w["divisor"], scaling.DIVISORS, default="none", required=True, key="scale kind",
                                     format_func=lambda k: w[f"divisor_{k}"])
        if trace is not None:
            with row:
                path, head = choose_head(trace, "scale")
            _scaled_sentence(trace, path, head, kind)
        left, right = st.columns(2, gap="large")
        with left:
            rows = [{"x": r["d_k"], "y": r[size], "name": w[size]} for r in _table() if r["kind"] == kind
                    for size in ("median", "mean")]
            st.markdown(w["gradient_title"].format(kind=w[f"divisor_{kind}"]))
            st.altair_chart(charts.lines(rows, (w["median"], w["mean"]), w["d_k"], w["gradient_norm"], log_x=True,
                                         log_y=True, ticks=scaling.WIDTHS, domain=(1e-5, 10)))
        with right:
            d_k = st.select_slider(w["d_k"], scaling.WIDTHS, value=1024, key="scale d_k")
            entropy, median, mean, norms = _saturation(d_k, kind)
            st.altair_chart(charts.histogram(norms, w["gradient_norm"], w["draws"], -6, 1.5, w["bin"]))
            st.caption(w["saturation"].format(
                entropy=f"{entropy:.3f}", most=f"{math.log(scaling.KEYS):.3f}", median=plain(median), mean=plain(mean),
                variance=plain(scaling.variance(d_k), 4), d_k=d_k, weak=sum(norm < -3 for norm in norms) / len(norms)))
        tries(PAGE, ("N0-10", ("vanishes", "explodes", "both"), _extremes),
              ("N1-08", ("sharper", "alike", "averaging"), _by_d_k))
        lesson.erratum("R22", _still_saturated)
        lesson.erratum("R89", _which_width)


def _scaled_sentence(trace: Trace, path: str, head: int, kind: str) -> None:
    w, P = words(PAGE), trace[f"{path}.dot_products"].value[head].double()
    labels, d_k = trace[f"{path}.weights"].labels[-1] or (), trace[f"{path}.keys"].value.shape[-1]
    A = torch.softmax(P / scaling.divisor(kind, d_k), -1)
    across = {"row_link": "query", "column_link": "key", "columns": labels}
    show([picture(trace, f"{path}.dot_products", head),
          titled(PAGE, "divided", P / scaling.divisor(kind, d_k), labels, **across),
          titled(PAGE, "divided_weights", A, labels, scale="sequential", **across)],
         "scale", (w[f"operator_{kind}"], "softmax"), height=360)
    st.caption(w["sentence_entropy"].format(entropy=float(computed.entropy(A).mean()), most=math.log(len(P))))


def _row(d_k: int, kind: str) -> dict:
    return next(r for r in _table() if (r["d_k"], r["kind"]) == (d_k, kind))


def _extremes() -> dict[str, float]:
    narrow, wide, scaled = _row(4, "none"), _row(1024, "none"), _row(1024, "root")
    return {"median_4": narrow["median"], "median_1024": wide["median"], "mean_4": narrow["mean"],
            "mean_1024": wide["mean"], "scaled_median": scaled["median"], "scaled_mean": scaled["mean"]}


def _by_d_k() -> dict[str, float]:
    return {"entropy": _row(256, "d_k")["entropy"], "root": _row(256, "root")["entropy"],
            "most": math.log(scaling.KEYS)}


@st.cache_data(show_spinner=False, max_entries=1)
def _saturated() -> tuple[float, float, list[float]]:
    return (scaling.saturation(64, "root").entropy, scaling.saturation(64, "root", deviation=3.0).entropy,
            [scaling.own_weight(d) for d in (16, 64, 512)])


def _still_saturated() -> None:
    """With larger queries and keys, or with q = k, scaled scores saturate all the same."""
    w, (at_first, trained, own) = words(PAGE), _saturated()
    st.dataframe({w["case"]: [w["case_1"], w["case_3"]], w["row_entropy"]: [at_first, trained],
                  w["highest_entropy"]: [math.log(scaling.KEYS)] * 2}, hide_index=True)
    st.dataframe({w["d_k"]: [16, 64, 512], w["own_weight"]: [f"{x:.10f}" for x in own]}, hide_index=True)


def _which_width() -> None:
    """Dividing by the root of the model's width makes the scores too small by the root of the number of heads."""
    w, d, h = words(PAGE), 512, 8
    draw = scaling.saturation(d // h, "root")
    printed, right = st.columns(2)
    narrow = scaling.entropy_over(d // h, math.sqrt(d))
    for column, root, width, mean in ((printed, f"√{d}", d, narrow), (right, f"√({d}/{h})", d // h, draw.entropy)):
        column.metric(root, f"{math.sqrt(width):.4g}")
        column.caption(f"{w['row_entropy']} {mean:.3f}")


# ---- N1-09, N3-06: softmax --------------------------------------------------------------------------------------


@st.fragment
def softmax(trace: Trace) -> None:
    """One row of scores becomes shares; push one score, or all of them."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-09", "N3-06"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        with row:
            path, head = choose_head(trace, "softmax")
        labels = trace[f"{path}.weights"].labels[-1] or ()
        n = range(len(labels))
        asks = row.selectbox(w["query_word"], n, format_func=lambda i: labels[i], key="softmax query", width=140)
        pushed = row.selectbox(w["key_word"], n, format_func=lambda i: labels[i], key="softmax key", width=140)
        push = row.slider(w["push"], -6.0, 6.0, 2.0, 0.5, key="softmax push", width=200)
        shift = row.slider(w["shift"], -100, 100, 0, 10, key="softmax shift", width=200)
        S = trace[f"{path}.scores"].value[head, min(asks, len(labels) - 1)].double()
        changed = S + shift
        changed[min(pushed, len(labels) - 1)] += push
        left, right = st.columns([0.52, 0.48], gap="large")
        with left:
            seen = show([picture(trace, f"{path}.scores", head), picture(trace, f"{path}.weights", head)], "softmax",
                        ("softmax",), height=360)
            arithmetic(trace, seen, "softmax", head, at_first=f"{path}.weights")
        with right:
            before, after = torch.softmax(S, -1), torch.softmax(changed, -1)
            st.altair_chart(charts.compared(labels, {w["before"]: before.tolist(), w["after"]: after.tolist()},
                                            w["weight"]))
            st.caption(w["softmax_moved"].format(entropy=float(computed.entropy(after)), most=math.log(len(labels)),
                                                 change=plain(float((before - after).abs().max()))))
        tries(PAGE, ("N1-09", ("columns_one", "columns_any"), lambda: _column_sums(trace, path, head, labels)),
              ("N3-06", ("grows", "nothing", "breaks"), lambda: _naive(S)))


def _column_sums(trace: Trace, path: str, head: int, labels) -> dict[str, float | str]:
    sums = trace[f"{path}.weights"].value[head].sum(0)
    return {"most": labels[int(sums.argmax())], "sum": float(sums.max()), "least": labels[int(sums.argmin())],
            "small": float(sums.min()), "rows": float(trace[f"{path}.weights"].value[head].sum(-1).mean())}


def _naive(S: torch.Tensor) -> dict[str, float | str]:
    far = S.float() + 1000
    naive = float(computed.naive_softmax(far)[0])
    return {"naive": "NaN" if math.isnan(naive) else f"{naive:.4g}",
            "stable": float(torch.softmax(far.double(), -1)[0]), "before": float(torch.softmax(S, -1)[0])}


# ---- N0-09, N1-10, N2-18: the weighted sum ----------------------------------------------------------------------


@st.fragment
def weighted_sum(trace: Trace | None) -> None:
    """All of N0 eq (5) in five pictures: by hand with two queries and three keys, or one head on the sentence."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-09", "N1-10", "N2-18"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        cases = ("hand", "sentence") if trace is not None else ("hand",)
        case = row.segmented_control(w["case"], cases, default=cases[-1], required=True, key="sum case",
                                     format_func=lambda c: w[f"case_{c}"])
        prefix, head = "", 0
        if case == "hand":
            causal = row.toggle(w["causal"], key="sum causal")
            one = computed.hand_case(causal, _keys(), w["hand_words"].split())
            row.button(w["reset"], key="sum reset", on_click=_reset, disabled=_keys() == computed.HAND_KEYS)
        else:
            with row:
                path, head = choose_head(trace, "sum")
            one, prefix = trace, f"{path}."
        seen = _pipeline(one, prefix, head, case)
        left, right = st.columns(2, gap="large")
        with left:
            arithmetic(one, seen, f"sum {case}", head, at_first=seen.step)
            Z, V = (one[f"{prefix}{name}"].value[head] for name in ("head_outputs", "values"))
            st.caption(w["hull"].format(beyond=computed.outside_hull(Z, V), cells=Z.numel()))
        if trace is not None:
            with right:
                _sum_tries(trace)
            lesson.erratum("R03", lambda: _sizes(trace))
            lesson.erratum("R50", lambda: _nonlinear(trace))


def _keys() -> tuple[tuple[float, ...], ...]:
    return st.session_state.get("sum keys", computed.HAND_KEYS)


def _reset() -> None:
    st.session_state.pop("sum keys", None)


def _edited(edit: Edit) -> None:
    rows = [list(row) for row in _keys()]
    rows[edit.cell.row][edit.cell.column] = round(max(-LARGEST_KEY, min(LARGEST_KEY, edit.value)), 2)
    st.session_state["sum keys"] = tuple(tuple(row) for row in rows)


def _pipeline(one: Trace, prefix: str, head: int, case: str):
    """MatMul, scale, mask, softmax, MatMul: a frame for each."""
    w = words(PAGE)
    masked = f"{prefix}masked_scores" in one
    scores = f"{prefix}{'masked_scores' if masked else 'scores'}"
    frames = {f"{prefix}dot_products": (("queries", "keys", "dot_products"), ("·", "=")),
              f"{prefix}scores": (("dot_products", "scores"), ("÷ √d",)),
              f"{prefix}masked_scores": (("scores", "look_ahead_mask", "masked_scores"), ("+", "=")),
              f"{prefix}weights": ((scores.removeprefix(prefix), "weights"), ("softmax",)),
              f"{prefix}head_outputs": (("weights", "values", "head_outputs"), ("×", "="))}
    if not masked:
        del frames[f"{prefix}masked_scores"]
    listed = [Frame(key, w[f"frame_{key.removeprefix(prefix)}"], w["frames"], tuple(prefix + n for n in names),
                    operators) for key, (names, operators) in frames.items()]
    names = dict.fromkeys(name for frame in listed for name in frame.pictures)
    st.session_state[f"sum {case} pictures"] = list(names)
    limits = {"keys": {"limit": LARGEST_KEY}} if case == "hand" else {}
    drawn = [picture(one, name, head, **limits.get(name, {})) for name in names]
    return board(drawn, listed, key=f"sum {case}", words=words("board"), url=False, height=400,
                 editable="keys" if case == "hand" else None, on_edit=_edited)


def _sum_tries(trace: Trace) -> None:
    path = "encoder.0.self_attention"
    X, V = trace[trace[f"{path}.queries"].inputs[0]].value, trace[f"{path}.values"].value
    Q, K = (trace[f"{path}.{name}"].value[0] for name in ("queries", "keys"))
    names = ("N0-09", "N1-10", "N2-18")
    first, second, third = st.tabs([words(PAGE)[f"tab_{name}"] for name in names])
    with first:
        lesson.predict(PAGE, "N0-09", ("a_lot", "a_little", "nothing"),
                       lambda: computed.key_bias(computed.attention_module(trace.parameters, path), X))
    with second:
        lesson.predict(PAGE, "N1-10", ("zero", "mean_of", "itself"),
                       lambda: {"difference": computed.equal_scores(V), "words": len(X)})
    with third:
        lesson.predict(PAGE, "N2-18", ("regroups", "never"), lambda: computed.regrouped(Q, K, V[0]))


def _sizes(trace: Trace) -> None:
    """Rows by words of the dictionary, or by words of the sentence."""
    w = words(PAGE)
    n, d = trace["encoder.0.self_attention.output"].value.shape
    size = len(trace.parameters["source_embedding.W_E"])
    st.dataframe({w["case"]: [w["this_model"], w["base_model"]],
                  w["entries_printed"]: [f"{size:,} × {d} = {size * d:,}", f"{37_000:,} × 512 = {37_000 * 512:,}"],
                  w["entries_right"]: [f"{n} × {d} = {n * d:,}", f"4 × 512 = {4 * 512:,}"]}, hide_index=True)


def _nonlinear(trace: Trace) -> None:
    """Relative errors of the two rules of a linear map, on the sentence."""
    w, path = words(PAGE), "encoder.0.self_attention"
    X = trace[trace[f"{path}.queries"].inputs[0]].value
    found = computed.linearity(computed.attention_module(trace.parameters, path), X)
    st.dataframe({w["rule"]: ["f(2X) = 2 f(X)", "f(X + Y) = f(X) + f(Y)", f"f(X + Y) = f(X) + f(Y), {w['frozen']}"],
                  w["relative_error"]: [plain(found[k]) for k in ("homogeneity", "superposition", "frozen")]},
                 hide_index=True)

