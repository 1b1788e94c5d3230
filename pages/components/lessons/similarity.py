"""The page on similarity, first part: a soft look-up, Gram matrices, and what breaks their diagonal."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
import torch

from core.experiments import attention, similarity
from core.steps import Trace
from pages.components import lesson
from pages.components.lessons import attention_charts as charts
from pages.components.lessons.attention_board import arithmetic, choose_head, picture, show, tries
from pages.components.lessons.cells import titled
from pages.components.numerals import plain
from pages.components.text import words

PAGE = "similarity"
TEMPERATURES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


# ---- N1-06: a library of two videos -----------------------------------------------------------------------------


@st.fragment
def look_up() -> None:
    """A query between two titles, and the blend of thumbnails that attention returns."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N1-06"):
        titles = (w["video_1"], w["video_2"])
        row = st.container(horizontal=True, vertical_alignment="bottom")
        degrees = row.slider(w["turned_to"].format(one=titles[0], two=titles[1]), 0, 90, 30, 3, key="video query")
        temperature = row.select_slider(w["temperature"], TEMPERATURES, 1.0, key="video temperature")
        same = row.toggle(w["same_key"], key="video same")
        trace = similarity.look_up(degrees, temperature, same, titles=titles)
        show(_library(trace, titles), "library", ("·", "softmax", "", "", "→"), height=330)
        left, right = st.columns([0.55, 0.45], gap="large")
        with left:
            shown = {1.0: w["at_1"], temperature: w["at_temperature"].format(t=temperature)}
            names = tuple(shown.values())
            rows = [{"x": x, "y": y, "name": name} for t, name in shown.items()
                    for x, y in similarity.weight_curve(t, same)]
            st.altair_chart(charts.lines(rows, names, w["query_angle"], w["weight_of"].format(two=titles[1]),
                                         at=degrees, domain=(0, 1), ticks=range(0, 91, 15), dots=False))
        with right:
            lesson.predict(PAGE, "N1-06", ("first", "one_of_them", "average"), _both)
        lesson.erratum("R53", _blend)


def _library(trace: Trace, titles: tuple[str, str]) -> list:
    """Query, keys, weights, the thumbnails, and their blend."""
    A = trace["weights"].value[0, 0].tolist()
    shots = [titled(PAGE, f"video_{j + 1}", V.view(8, 8), scale="sequential", limit=1.0)
             for j, V in enumerate(trace["values"].value[0])]
    shots = [replace(shot, title=f"{plain(a)} × {title}") for shot, a, title in zip(shots, A, titles)]
    blend = titled(PAGE, "blend", trace["head_outputs"].value[0, 0].view(8, 8), scale="sequential", limit=1.0)
    topics = {"columns": titles}
    return [picture(trace, "queries", rows=("q",), **topics), picture(trace, "keys", **topics),
            picture(trace, "weights", rows=("q",)), *shots, blend]


def _both() -> dict[str, float]:
    A = similarity.look_up(30, 1.0, same_key=True)["weights"].value[0, 0]
    cold = similarity.look_up(30, min(TEMPERATURES), same_key=True)["weights"].value[0, 0]
    return {"one": float(A[0]), "two": float(A[1]), "cold": float(cold[0])}


def _blend() -> None:
    """The hand case: the best match, and what attention returns."""
    w, trace = words(PAGE), attention.hand_case()
    A, V, Z = (trace[name].value[0] for name in ("weights", "values", "head_outputs"))
    printed, right = st.columns(2)
    best = (A[0] >= A[0].max() - 1e-12).nonzero().flatten().tolist()
    printed.metric(w["best_match"], " / ".join(_vector(V[j]) for j in best))
    right.metric(w["weighted_average"], _vector(Z[0]))
    right.caption(" + ".join(f"{a:.3f}·{_vector(v)}" for a, v in zip(A[0].tolist(), V)))


def _vector(values: torch.Tensor) -> str:
    return "(" + ", ".join(f"{x:.4g}" for x in values.tolist()) + ")"


# ---- N4-12: Gram matrices ---------------------------------------------------------------------------------------


@st.cache_data(show_spinner=False, max_entries=1)
def _violations() -> list[tuple[int, float]]:
    return [(d, similarity.violations(d)) for d in (2, 4, 8, 16, 32, 64)]


@st.fragment
def gram(trace: Trace | None) -> None:
    """All pairs of tokens, by dot product or cosine: a sentence, the patches of a picture, or four tokens by hand."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-12"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        sources = ("hand", "patches") + (("sentence",) if trace is not None else ())
        source = row.segmented_control(w["tokens"], sources, default="hand", required=True, key="gram source",
                                       format_func=lambda s: w[f"tokens_{s}"])
        kind = row.segmented_control(w["measure"], ("dot", "cosine"), default="dot", required=True, key="gram kind",
                                     format_func=lambda k: w[f"measure_{k}"])
        X, labels = _tokens(source, trace)
        found, name = similarity.gram(X, kind, labels), {"dot": "gram", "cosine": "cosine"}[kind]
        G = found[name].value
        left, right = st.columns([0.46, 0.54] if source == "hand" else [0.66, 0.34], gap="large")
        with left:
            drawn = [picture(found, "tokens", title=w["picture_tokens"], row_axis="", column_axis="",
                             row_link="token", column_link="feature"),
                     picture(found, name, title=w[f"picture_{name}"], row_axis="", column_axis="",
                             **({"limit": 1.0} if kind == "cosine" else {}))]
            seen = show(drawn, "gram", ("→",), height=430)
            own = similarity.own_largest(G)
            st.caption(w["own_largest"].format(rows=sum(own), n=len(own)))
        with right:
            if source == "patches":
                st.image(pixels(similarity.scene()), width=216)
            arithmetic(found, seen, "gram", at_first=name)
        first, second = st.columns(2, gap="large")
        with first:
            lesson.predict(PAGE, "N4-12", ("always_diagonal", "may_be_elsewhere"), _by_hand)
        with second:
            rows = [{"x": d, "y": share, "name": w["violations"]} for d, share in _violations()]
            st.altair_chart(charts.lines(rows, (w["violations"],), w["token_width"], "", log_x=True,
                                         ticks=[d for d, _ in _violations()], height=200))
        lesson.erratum("R88", lambda: _focus(len(labels) if source == "sentence" else 4))
        lesson.erratum("R90", lambda: _diagonals(trace))


def _tokens(source: str, trace: Trace | None) -> tuple[torch.Tensor, list[str]]:
    if source == "sentence" and trace is not None:
        step = trace["source_embedding.positioned"]
        return step.value, list(step.labels[0] or ())
    if source == "patches":
        return similarity.tokens(similarity.scene()), similarity.patch_names()
    X = torch.tensor(similarity.HAND_TOKENS)
    return X, [_vector(x) for x in X]


def pixels(picture_: torch.Tensor, size: int = 12):
    """Pixels large enough to see, as an image."""
    return (picture_.repeat_interleave(size, 0).repeat_interleave(size, 1) * 255).byte().numpy()


def _by_hand() -> dict[str, float]:
    G = similarity.gram(torch.tensor(similarity.HAND_TOKENS), "dot")["gram"].value
    shares = dict(_violations())
    return {"own": float(G[0, 0]), "other": float(G[0, 1]), "largest": float(G.max()), "share_4": 100 * shares[4],
            "share_64": 100 * shares[64]}


def _focus(n: int) -> None:
    """Dot product and cosine of two tokens; the largest weight that softmax can give to a cosine."""
    w, X = words(PAGE), torch.tensor(similarity.HAND_TOKENS)
    printed, right = st.columns(2)
    printed.metric("cos((1, 0), (3, 1))", f"{float(similarity.gram(X, 'cosine')['cosine'].value[0, 1]):.3f}")
    right.metric("(1, 0) · (3, 1)", f"{float(similarity.gram(X, 'dot')['gram'].value[0, 1]):.4g}")
    counts = sorted({2, 4, n, 196})
    st.dataframe({w["count"]: counts, w["best_by_cosine"]: [similarity.best_cosine_weight(k) for k in counts],
                  w["plain_average"]: [1 / k for k in counts]}, hide_index=True)


def _diagonals(trace: Trace | None) -> None:
    """How many rows have their largest entry on the diagonal, by dot product and by cosine."""
    w, cases = words(PAGE), ("hand", "patches") + (("sentence",) if trace is not None else ())
    table: dict[str, list] = {w["tokens"]: [], w["rows_dot"]: [], w["rows_cosine"]: []}
    for case in cases:
        X, _ = _tokens(case, trace)
        table[w["tokens"]].append(w[f"tokens_{case}"])
        for kind, name, column in (("dot", "gram", "rows_dot"), ("cosine", "cosine", "rows_cosine")):
            own = similarity.own_largest(similarity.gram(X, kind)[name].value)
            table[w[column]].append(f"{sum(own)} / {len(own)}")
    st.dataframe(table, hide_index=True)
    st.dataframe({w["token_width"]: [d for d, _ in _violations()],
                  w["violations"]: [f"{100 * share:.1f} %" for _, share in _violations()]}, hide_index=True)


# ---- N4-13: different maps for queries and keys -----------------------------------------------------------------


@st.fragment
def tied(trace: Trace) -> None:
    """The scores of a sentence with no maps, with one map for both, and with the trained maps."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-13"):
        row = st.container(horizontal=True, vertical_alignment="bottom")
        kind = row.segmented_control(w["maps"], ("identity", "tied", "untied"), default="untied", required=True,
                                     key="tied kind", format_func=lambda k: w[f"maps_{k}"])
        normed = row.toggle(w["normed"], key="tied normed", disabled=kind != "identity")
        with row:
            path, head = choose_head(trace, "tied")
        one = _scored(trace, path, head, kind, normed)
        P = one["dot_products"].value[0]
        own = similarity.own_largest(P)
        at = tuple((i, i, 1, 1) for i in range(len(own)))
        seen = show([picture(one, "queries"), picture(one, "keys"), picture(one, "dot_products", outlines=at)],
                    "tied", ("·", "="), height=420)
        left, right = st.columns(2, gap="large")
        with left:
            arithmetic(one, seen, "tied", at_first="dot_products")
        with right:
            upper = st.columns(2)
            upper[0].metric(w["rows_own"], f"{sum(own)} / {len(own)}")
            upper[1].metric(w["asymmetry"], plain(attention.asymmetry(P)[0]))
        tries(PAGE, ("N4-13", ("diagonal_wins", "diagonal_loses"), lambda: _rows_by_map(trace, path, head)))


def _scored(trace: Trace, path: str, head: int, kind: str, normed: bool) -> Trace:
    """Queries and keys for one of the three kinds of map."""
    labels = list(trace[f"{path}.weights"].labels[-1] or ())
    Q, K, V = (trace[f"{path}.{name}"].value[head] for name in ("queries", "keys", "values"))
    if kind == "identity":
        layer = path.split(".")[1]
        Q = trace[f"encoder.{layer}.norm_1.normalized" if normed else trace[f"{path}.queries"].inputs[0]].value
    K = K if kind == "untied" else Q
    return attention.attend(Q, K, V, queries=labels, keys=labels)


def _rows_by_map(trace: Trace, path: str, head: int) -> dict[str, float]:
    found = {}
    for key, kind, normed in (("identity", "identity", False), ("normed", "identity", True), ("tied", "tied", False),
                              ("untied", "untied", False)):
        P = _scored(trace, path, head, kind, normed)["dot_products"].value[0]
        found[key] = sum(similarity.own_largest(P))
    return found | {"n": len(P)}
