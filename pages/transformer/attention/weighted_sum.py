"""The weighted sum of the values: N0-09, N1-10, N2-18; R03, R26, R50."""

from __future__ import annotations

import streamlit as st

from core.experiments import attention as computed
from core.steps import Trace
from pages.components import address, lesson
from pages.components.address import in_link, put_number, remembered_rows
from pages.components.board import Edit, Frame, board
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import choose_head, picture
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.attention import PAGE

KEYS, LARGEST_KEY = "sum keys", 4.0


@lesson.panel
def weighted_sum(trace: Trace | None) -> None:
    """All of N0 eq (5) in five pictures: by hand with two queries and three keys, or one head on the sentence."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-09", "N1-10", "N2-18"):
        row = lesson.controls()
        cases = ("hand", "sentence") if trace is not None else ("hand",)
        case = lesson.one_of(row, w["case"], cases, w, "case_", "sum case", default=cases[-1])
        prefix, head = "", 0
        if case == "hand":
            causal = in_link(row.toggle)(w["causal"], key="sum causal")
            one = computed.hand_case(causal, _keys(), w["hand_words"].split())
            row.button(w["reset"], key="sum reset", on_click=_reset, disabled=_keys() == computed.HAND_KEYS)
        else:
            path, head = choose_head(trace, "sum", row)
            one, prefix = trace, f"{path}."
        state = _pipeline(one, prefix, head, case)
        left, right = st.columns(2, gap="large")
        with left:
            arithmetic(one, state, f"sum {case}", state.step, head=head)
            Z, V = (one[f"{prefix}{name}"].value[head] for name in ("head_outputs", "values"))
            st.caption(w["hull"].format(beyond=computed.outside_hull(Z, V), cells=plain(Z.numel())))
        if trace is not None:
            with right:
                _sum_tries(trace)
            lesson.erratum("R03", lambda: _sizes(trace))
            lesson.erratum("R26", lambda: _inner(trace))
            lesson.erratum("R50", lambda: _nonlinear(trace))


def _keys() -> tuple[tuple[float, ...], ...]:
    return remembered_rows(KEYS, computed.HAND_KEYS)


def _reset() -> None:
    st.session_state[KEYS] = computed.HAND_KEYS


def _edited(edit: Edit) -> None:
    bounded = max(-LARGEST_KEY, min(LARGEST_KEY, edit.value))
    put_number(KEYS, edit.cell.row, edit.cell.column, round(bounded, 2))


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
    return board(drawn, listed, key=f"sum {case}", url=False, height=400,
                 editable="keys" if case == "hand" else None, on_edit=_edited)


def _sum_tries(trace: Trace) -> None:
    path = "encoder.0.self_attention"
    X, V = trace[trace[f"{path}.queries"].inputs[0]].value, trace[f"{path}.values"].value
    Q, K = (trace[f"{path}.{name}"].value[0] for name in ("queries", "keys"))
    names = ("N0-09", "N1-10", "N2-18")
    first, second, third = address.tabs("tries", {name: words(PAGE)[f"tab_{name}"] for name in names})
    with first:
        lesson.predict(PAGE, "N0-09", ("a_lot", "a_little", "nothing"),
                       lambda: computed.key_bias(computed.attention_module(trace.parameters, path), X), truth="nothing",
                       possible=len(X) > 1)
    with second:
        lesson.predict(PAGE, "N1-10", ("zero", "mean_of", "itself"),
                       lambda: {"difference": computed.equal_scores(V), "words": len(X)}, truth="mean_of",
                       possible=len(X) > 1)
    with third:
        lesson.predict(PAGE, "N2-18", ("regroups", "never"), lambda: computed.regrouped(Q, K, V[0]), truth="regroups")


def _sizes(trace: Trace) -> None:
    """Rows by words of the dictionary, or by words of the sentence."""
    w = words(PAGE)
    n, d = trace["encoder.0.self_attention.output"].value.shape
    size = len(trace.parameters["source_embedding.W_E"])
    st.dataframe({w["case"]: [w["this_model"], w["base_model"]],
                  w["entries_printed"]: [f"{plain(size)} × {d} = {plain(size * d)}",
                                         f"{plain(37_000)} × 512 = {plain(37_000 * 512)}"],
                  w["entries_right"]: [f"{n} × {d} = {plain(n * d)}", f"4 × 512 = {plain(4 * 512)}"]}, hide_index=True)


def _inner(trace: Trace) -> None:
    """The weights' rows with the rows of the values, and with its columns."""
    w, path = words(PAGE), "encoder.0.self_attention"
    A, V, Z = (trace[f"{path}.{name}"].value[0] for name in ("weights", "values", "head_outputs"))
    printed, right = st.columns(2)
    printed.markdown(f"$AV^T$: `{computed.attempt(A, V.mT)}`")
    right.markdown(f"$AV$: `{computed.attempt(A, V)}`")
    right.caption(w["hull"].format(beyond=computed.outside_hull(Z, V), cells=plain(Z.numel())))


def _nonlinear(trace: Trace) -> None:
    """Relative errors of the two rules of a linear map, on the sentence."""
    w, path = words(PAGE), "encoder.0.self_attention"
    X = trace[trace[f"{path}.queries"].inputs[0]].value
    if not lesson.enough(PAGE, len(X) > 1):  # the weight of the only word is 1 whatever it is: that is linear
        return
    errors = computed.linearity(computed.attention_module(trace.parameters, path), X)
    st.dataframe({w["rule"]: ["f(2X) = 2 f(X)", "f(X + Y) = f(X) + f(Y)", f"f(X + Y) = f(X) + f(Y), {w['frozen']}"],
                  w["relative_error"]: [plain(errors[k]) for k in ("homogeneity", "superposition", "frozen")]},
                 hide_index=True)
