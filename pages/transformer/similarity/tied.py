"""Different maps for queries and keys: N4-13."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.experiments import attention, similarity
from core.steps import Trace
from pages.components import lesson
from pages.components.address import in_link
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.cover import cover, covers
from pages.components.lesson.one_head import choose_head, picture, queries_keys_values, read_words, show, tries
from pages.components.numbers import plain
from pages.components.text import words
from pages.transformer.similarity import PAGE


@lesson.panel
def tied(trace: Trace) -> None:
    """The scores of a sentence with no maps, with one map for both, and with the trained maps."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-13"):
        row = lesson.controls()
        kind = lesson.one_of(row, w["maps"], ("identity", "tied", "untied"), w, "maps_", "tied kind", default="tied")
        normed = in_link(row.toggle)(w["normed"], key="tied normed", disabled=kind != "identity")
        path, head = choose_head(trace, "tied", row)
        one = _scored(trace, path, head, kind, normed)
        P = one["dot_products"].value[0]
        own = similarity.own_largest(P)
        at = tuple((i, i, 1, 1) for i in range(len(own)))
        covered = kind == "untied" and not lesson.guessed(PAGE, "N4-13")
        scores = picture(one, "dot_products", outlines=at)
        state = show([picture(one, "queries"), picture(one, "keys"), cover(scores) if covered else scores],
                     "tied", ("·", "="), words=covers() if covered else None, height=420)
        left, right = st.columns(2, gap="large")
        with left:
            arithmetic(one, state, "tied", "dot_products", head=0)
        if not covered:
            lesson.figures((w["rows_own"], f"{sum(own)} / {len(own)}"),
                           (w["asymmetry"], plain(attention.asymmetry(P)[0])), where=right)
        tries(PAGE, ("N4-13", ("diagonal_wins", "diagonal_loses"), lambda: _rows_by_map(trace, path, head), _led,
                     len(own) > 1))


def _led(counts: Mapping) -> str:
    """Whether most rows are led by their own word, with the trained maps."""
    return "diagonal_wins" if 2 * counts["untied"] > counts["n"] else "diagonal_loses"


def _scored(trace: Trace, path: str, head: int, kind: str, normed: bool) -> Trace:
    """Queries and keys for one of the three kinds of map."""
    labels, (Q, K, V) = list(read_words(trace, path)), queries_keys_values(trace, path, head)
    if kind == "identity":
        layer = path.split(".")[1]
        Q = trace[f"encoder.{layer}.norm_1.normalized" if normed else trace[f"{path}.queries"].inputs[0]].value
    K = K if kind == "untied" else Q
    return attention.attend(Q, K, V, queries=labels, keys=labels)


def _rows_by_map(trace: Trace, path: str, head: int) -> dict[str, float]:
    counts = {}
    for key, kind, normed in (("identity", "identity", False), ("normed", "identity", True), ("tied", "tied", False),
                              ("untied", "untied", False)):
        P = _scored(trace, path, head, kind, normed)["dot_products"].value[0]
        counts[key] = sum(similarity.own_largest(P))
    return counts | {"n": len(P)}
