"""Why the scores are divided by the root of d_k: N0-10, N1-08; R22, R48, R89."""

from __future__ import annotations

import math

import streamlit as st
import torch

from core.errata import BY_ID
from core.experiments import attention as computed
from core.experiments import scaling
from core.steps import Trace
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.lesson.errata import linked
from pages.components.lesson.one_head import choose_head, picture, read_words, show, tries
from pages.components.lesson.pictures import titled
from pages.components.numbers import Numeral, fixed, plain
from pages.components.text import words
from pages.transformer.attention import PAGE

_table, _variance = shared(scaling.table), shared(scaling.variance)


@shared
def _saturation(d_k: int, kind: str) -> tuple[float, float, float, list[float]]:
    saturation = scaling.saturation(d_k, kind)
    return saturation.entropy, saturation.median, saturation.mean, saturation.norms.clamp_min(1e-12).log10().tolist()


@lesson.panel
def scale(trace: Trace | None) -> None:
    """What the divisor does to a sentence's weights, and to the gradient in heads drawn at random."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N0-10", "N1-08"):
        row = lesson.controls()
        kind = lesson.one_of(row, w["divisor"], scaling.DIVISORS, w, "divisor_", "scale kind", default="none")
        if trace is not None:
            path, head = choose_head(trace, "scale", row)
            _scaled_sentence(trace, path, head, kind)
        _random_heads(kind)
        tries(PAGE, ("N0-10", ("vanishes", "explodes", "both"), _extremes, "both"),
              ("N1-08", ("sharper", "alike", "averaging"), _by_d_k, "averaging"))
        lesson.erratum("R22", _still_saturated)
        if lesson.guessed(PAGE, "N0-10") or linked() is BY_ID["R48"]:  # its card is the answer
            lesson.erratum("R48", _unscaled)
        lesson.erratum("R89", _which_width)


def _random_heads(kind: str) -> None:
    """Heads drawn at random: how saturated, and, once the reader has guessed, how large their gradients are."""
    w, (left, right) = words(PAGE), st.columns(2, gap="large")
    with left:
        d_k = in_link(st.select_slider)(w["d_k"], scaling.WIDTHS, value=1024, key="scale d_k")
        entropy, median, mean, norms = _saturation(d_k, kind)
        st.caption(w["saturation"].format(entropy=fixed(entropy, 3), most=fixed(math.log(scaling.KEYS), 3),
                                          d_k=plain(d_k), variance=plain(_variance(d_k), 4)))
    if not lesson.guessed(PAGE, "N0-10"):
        return
    with left:
        rows = [row for row in _table() if row["kind"] == kind]
        widths = [row["d_k"] for row in rows]
        st.markdown(w["gradient_title"].format(kind=w[f"divisor_{kind}"]))
        charts.lines({w[size]: (widths, [row[size] for row in rows]) for size in ("median", "mean")}, w["d_k"],
                     w["gradient_norm"], scales=("log", "log"), ticks=scaling.WIDTHS, domain=(1e-5, 10), dots=True)
    with right:
        charts.histogram(norms, w["gradient_norm"], w["draws"], -6, 1.5, w["bin"])
        st.caption(w["gradients"].format(median=plain(median), mean=plain(mean),
                                         weak=Numeral(sum(norm < -3 for norm in norms) / len(norms))))


def _scaled_sentence(trace: Trace, path: str, head: int, kind: str) -> None:
    w, P = words(PAGE), trace[f"{path}.dot_products"].value[head].double()
    labels, d_k = read_words(trace, path), trace[f"{path}.keys"].value.shape[-1]
    A = torch.softmax(P / scaling.divisor(kind, d_k), -1)
    across = {"row_link": "query", "column_link": "key", "columns": labels}
    show([picture(trace, f"{path}.dot_products", head),
          titled(PAGE, "divided", P / scaling.divisor(kind, d_k), labels, **across),
          titled(PAGE, "divided_weights", A, labels, scale="sequential", limit=1.0, **across)],
         "scale", (w[f"operator_{kind}"], "softmax"), height=360)
    st.caption(w["sentence_entropy"].format(entropy=Numeral(computed.entropy(A).mean()),
                                            most=Numeral(math.log(len(P)))))


def _row(d_k: int, kind: str) -> dict:
    return next(r for r in _table() if (r["d_k"], r["kind"]) == (d_k, kind))


def _extremes() -> dict[str, float]:
    narrow, wide, scaled = _row(4, "none"), _row(1024, "none"), _row(1024, "root")
    ends = {f"{name}_{row['d_k']}": row[name] for row in (narrow, wide) for name in ("median", "mean", "largest")}
    return ends | {"scaled_median": scaled["median"], "scaled_mean": scaled["mean"]}


def _by_d_k() -> dict[str, float]:
    return {"entropy": _row(256, "d_k")["entropy"], "root": _row(256, "root")["entropy"],
            "most": math.log(scaling.KEYS)}


@shared
def _saturated() -> tuple[float, float, list[float]]:
    return (scaling.saturation(64, "root").entropy, scaling.saturation(64, "root", deviation=3.0).entropy,
            [scaling.own_weight(d) for d in (16, 64, 512)])


def _still_saturated() -> None:
    """With larger queries and keys, or with q = k, scaled scores saturate all the same."""
    w, (at_first, trained, own) = words(PAGE), _saturated()
    st.dataframe({w["case"]: [w["case_1"], w["case_3"]], w["row_entropy"]: [at_first, trained],
                  w["highest_entropy"]: [math.log(scaling.KEYS)] * 2}, hide_index=True)
    st.dataframe({w["d_k"]: [16, 64, 512], w["own_weight"]: [fixed(x, 10) for x in own]}, hide_index=True)


def _unscaled() -> None:
    """Scores as they are: how large, how even the weights, and the gradients of the middle and of the largest draw."""
    w, rows = words(PAGE), [row for row in _table() if row["kind"] == "none"]
    st.dataframe({"d_k": [row["d_k"] for row in rows], "√d_k": [plain(math.sqrt(row["d_k"])) for row in rows],
                  w["row_entropy"]: [fixed(row["entropy"], 3) for row in rows],
                  w["median_gradient"]: [plain(row["median"], 2) for row in rows],
                  w["largest_gradient"]: [plain(row["largest"], 2) for row in rows]}, hide_index=True)


def _which_width() -> None:
    """Dividing by the root of the model's width makes the scores too small by the root of the number of heads."""
    w, d, h = words(PAGE), 512, 8
    draw = scaling.saturation(d // h, "root")
    printed, right = st.columns(2)
    narrow = scaling.entropy_over(d // h, math.sqrt(d))
    for column, root, width, mean in ((printed, f"√{d}", d, narrow), (right, f"√({d}/{h})", d // h, draw.entropy)):
        column.metric(root, plain(math.sqrt(width), 4))
        column.caption(f"{w['row_entropy']} {fixed(mean, 3)}")
