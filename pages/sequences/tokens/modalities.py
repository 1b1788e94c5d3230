"""Tokens of three kinds in one attention: N4-03."""

from __future__ import annotations

import streamlit as st

from core.experiments import tokens as computed
from pages.components import lesson
from pages.components.address import in_link
from pages.components.cell.arithmetic import arithmetic
from pages.components.lesson.one_head import picture, show
from pages.components.text import words
from pages.sequences.tokens import PAGE, sources


@lesson.panel
def modalities() -> None:
    """Attention over all tokens joined, block by block; with the blocks off the diagonal forbidden or not."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-03"):
        blocks = [sources.tokens(kind) for kind in computed.MODALITIES]
        names = [[f"{w[f'brief_{kind}']} {name}" for name in _brief(kind)] for kind in computed.MODALITIES]
        forbid = in_link(st.toggle)(w["forbid"], key="tokens forbid")
        trace = computed.attended(blocks, names, forbid)
        left, right = st.columns([0.62, 0.38], gap="large")
        with left:
            state = show([picture(trace, "weights", title=w["joint_weights"], columns=tuple(
                name for kind in computed.MODALITIES for name in _brief(kind)),
                outlines=_squares([len(block) for block in blocks]))], "tokens joint", height=720)
        with right:
            arithmetic(trace, state, "tokens joint", "weights", head=0)
            lesson.predict(PAGE, "N4-03", ("a_little_worse", "three_models"), lambda: _separate_models(blocks),
                           "three_models")


def _brief(kind: str) -> list[str]:
    return sources.text() if kind == "text" else [str(i + 1) for i in range(len(sources.tokens(kind)))]


def _squares(sizes: list[int]) -> tuple[tuple[int, int, int, int], ...]:
    """The blocks on the diagonal."""
    starts = [sum(sizes[:k]) for k in range(len(sizes))]
    return tuple((start, start, size, size) for start, size in zip(starts, sizes))


def _separate_models(blocks) -> dict[str, float]:
    shares = computed.separate_models(blocks)
    return shares | {"across": 100 * shares["across"]}
