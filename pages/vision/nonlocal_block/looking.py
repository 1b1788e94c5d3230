"""Where a pixel looks, and what its answer hangs on: click one."""

from __future__ import annotations

import streamlit as st

from core import zoo
from core.data import marks
from core.experiments import families
from core.experiments import nonlocal_block as computed
from pages.components import charts, lesson
from pages.components.formula import PALETTE
from pages.components.numbers import Numeral, plain
from pages.components.pixels import Box, Panel, chosen, pixels
from pages.components.text import words
from pages.vision.nonlocal_block import PAGE
from pages.vision.nonlocal_block.reading import Reading, flat, layers, named

GRID = (marks.SIDE, marks.SIDE)
OPTIONS = ("itself", "its_twin", "equal")


@lesson.panel
def looking(read: Reading) -> None:
    """The row of weights of the chosen pixel, and how far each network's answer reaches."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "looking"):
        at = chosen("looking", read.places[0], GRID)
        pixels(_panels(read, at), key="looking", label=w["choose_pixel"], start=read.places[0], size=560)
        left, right = st.columns(2, gap="large")
        with left:
            _far(read)
            if read.answers.any():
                lesson.predict(PAGE, "looking", OPTIONS, lambda: _weights(read), _larger)
        with right:
            _without(read, at)


def _panels(read: Reading, at: tuple[int, int]) -> list[Panel]:
    w, side = words(PAGE), marks.SIDE
    row = computed.reach(read.block["block.weights"].value, side, at)
    panels = [Panel(w["looks"], read.image, fog=row.numpy(), low=float(row.min()), grid=GRID,
                    note=w["even"].format(most=Numeral(row.max()), even=Numeral(1 / side**2)))]
    for name, trace, model in zip(("plain", "block"), (read.plain, read.block), read.names):
        hangs = computed.dependence(zoo.load(model).model, trace["picture"].value, at)
        panels.append(Panel(w[f"hangs_{name}"], read.image, fog=hangs.numpy(), grid=GRID,
                            boxes=_window(read, at) if name == "plain" else (),
                            note=w["depends"].format(n=int((hangs > 0).sum()), all=side**2)))
    return panels


def _window(read: Reading, at: tuple[int, int]) -> tuple[Box, ...]:
    """What a pixel of the plain network can see at all."""
    reach, side = families.reach(layers(read)), marks.SIDE
    first = [max(0, n - reach // 2) for n in at]
    last = [min(side, n + reach // 2 + 1) for n in at]
    return (Box(first[1] / side, first[0] / side, (last[1] - first[1]) / side, (last[0] - first[0]) / side,
                PALETTE["light"][1]),)


def _far(read: Reading) -> None:
    """How many convolutions it would take from one twin to the other."""
    w, apart = words(PAGE), computed.farthest_twins(read.places, read.colours)
    if apart:
        has = layers(read)
        # a convolution of 3 x 3 reads one pixel farther
        st.markdown(w["far"].format(apart=apart, needs=apart, has=has, reach=families.reach(has)))
    else:
        st.markdown(w["no_twins"])


def _without(read: Reading, at: tuple[int, int]) -> None:
    """The two answers for one mark when each of the others is taken away."""
    w = words(PAGE)
    if at not in read.places or len(read.places) < 2:
        st.caption(w["choose_mark"])
        return
    asked = read.places.index(at)
    st.markdown(w["without"].format(mark=named(read, asked)))
    series = {}
    for name, model in zip(("plain", "block"), read.names):
        probabilities = computed.taken_away(zoo.load(model), read.places, read.colours, asked)
        series[w[f"network_{name}"]] = probabilities
    names = [w["all_there"], *(w["minus"].format(mark=named(read, i)) for i in range(len(read.places)))]
    for tone, (title, probabilities) in enumerate(series.items()):
        st.caption(title)
        bars = {name: p for i, (name, p) in enumerate(zip(names, probabilities)) if i != asked + 1}
        charts.bars(bars, w["p_twin"], tones=[tone] * len(bars), domain=(0, 1.15))


def _weights(read: Reading) -> dict[str, str | float]:
    """What the first mark with a twin looks at: itself, its twin, the other colours on average; an even share."""
    A, places = read.block["block.weights"].value[0], flat(read)
    asked = int(read.answers.argmax())
    mate = next(j for j, colour in enumerate(read.colours) if colour == read.colours[asked] and j != asked)
    others = [places[j] for j, colour in enumerate(read.colours) if colour != read.colours[asked]]
    row = A[places[asked]]
    return {"mark": named(read, asked), "mate": named(read, mate), "own": float(row[places[asked]]),
            "twin": float(row[places[mate]]), "even": 1 / len(A),
            "others": plain(row[others].mean()) if others else words(PAGE)["no_others"]}


def _larger(weights) -> str:
    """Which of the two weights is the larger, beyond rounding."""
    own, twin = weights["own"], weights["twin"]
    return "equal" if abs(own - twin) < 1e-4 * own else "itself" if own > twin else "its_twin"
