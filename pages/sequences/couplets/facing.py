"""The couplet performed: each written character above what it looked at, and what else might have stood there."""

from __future__ import annotations

import streamlit as st

from core.experiments import couplets as computed
from pages.components import lesson
from pages.components.bar.navigation import WALK, lead_on
from pages.components.board import Cell, go
from pages.components.cache import lent
from pages.components.modules import component
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.sequences.couplets import PAGE
from pages.sequences.couplets.couplet_reading import Written, others

KEY = "couplet facing"
_mount = component("attention_couplet", "word_by_word/couplet.js", css="word_by_word/couplet.css")


def facing(now: Written) -> None:
    """Ribbons from the line above to the line below; a head to choose; the beam's other lines."""
    with lesson.exhibit(PAGE, "facing"):
        head = _head(now)
        heads = [head] if head else computed.facing(now.couplet)
        seen = lent(now)
        _mount(key=KEY, on_open_change=lambda: _walk(seen(), heads), data=_data(now, heads, head))
        others(now)
        st.caption(words(PAGE)["wrote"])


def _data(now: Written, heads: list[tuple[str, int]], head: tuple[str, int] | None) -> dict:
    w, weights = words(PAGE), computed.mean_weights(now.trace, heads)
    shares = now.couplet.about["metrics"]["alignment"]["heads"]
    caption = w["one_head"].format(head=named(head)) if head else w["mean_of"].format(n=len(heads))
    known = [character in now.couplet.source_vocabulary.index for character in now.first]
    figures = "、" if w["comma"] == "、" else ", "
    unseen = w["on_unseen"].format(
        n=plain(now.couplet.about["metrics"]["unseen_pairs"]),
        shares=figures.join(f"{fixed(100 * shares[f'{step} head {one}'], 1)}%" for step, one in heads))
    return {"first": list(now.first), "known": known, "second": list(now.second),
            "weights": [[float(x) for x in row] for row in weights], "opens": now.chosen == 0,
            "considered": [[[c, p, lit] for c, p, lit in place]
                           for place in computed.considered(now.trace, now.first, now.couplet)],
            "finding": w["finding_head" if head else "finding"],
            "facing": w["looked_up"].format(n=computed.looked_at(weights), all=len(weights)), "unseen": unseen,
            "weights_of": caption,
            "words": {name: w[name] for name in ("upper", "lower", "thought", "looks", "walk", "unknown")}}


def named(head: tuple[str, int]) -> str:
    """A head by its layer and number."""
    step, one = head
    return words(PAGE)["head_n"].format(layer=int(step.split(".")[1]) + 1, head=one + 1)


def _head(now: Written) -> tuple[str, int] | None:
    """Which head's weights are drawn; None: the mean of those that face."""
    w, sites = words(PAGE), computed.sites(now.trace)
    chosen = lesson.pressed(st, w["heads"], range(-1, len(sites)), "couplet head",
                            named=lambda i: w["facing_heads"] if i < 0 else named(sites[i]))
    return None if chosen < 0 else sites[chosen]


def _walk(now: Written, heads: list[tuple[str, int]]) -> None:
    """Into the machine; from a character or a ribbon to the cell of its weight."""
    place, (step, head) = st.session_state[KEY].get("open") or {}, max(heads, key=lambda one: _share(now, one))
    row, column = place.get("row"), place.get("column")
    if type(row) is int and type(column) is int:
        go(WALK, step=step, cell=Cell(step, head, row, column))
    lead_on("walkthrough", now.couplet.name, now.text)


def _share(now: Written, head: tuple[str, int]) -> float:
    return now.couplet.about["metrics"]["alignment"]["heads"][f"{head[0]} head {head[1]}"]
