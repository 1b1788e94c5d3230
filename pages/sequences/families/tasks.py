"""One to one, one to many, many to one, and two kinds of many to many: N4-38; R111."""

from __future__ import annotations

import streamlit as st

from core.experiments import families as computed
from pages.components import charts, lesson, warm_up
from pages.components.cache import shared
from pages.components.text import words
from pages.sequences.families import PAGE

SHAPES = {"one_to_one": (1, 1), "one_to_many": (1, 3), "many_to_one": (3, 1), "aligned": (3, 3), "unaligned": (3, 4)}
EXAMPLES = 4


_answered, _lengths = shared(computed.answered), shared(computed.lengths)


@lesson.panel
def tasks() -> None:
    """Five wirings, and each on a real run of a trained model."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N4-38"):
        for column, (task, (inputs, outputs)) in zip(st.columns(len(SHAPES)), SHAPES.items()):
            with column:
                st.markdown(f"**{w[task]}**")
                _wired(task, [""] * inputs, [""] * outputs, 190)
        row = lesson.controls()
        task = lesson.one_of(row, w["run"], computed.TASKS, w, "", "families task", default="aligned")
        example = lesson.numbered(row, w["example"], EXAMPLES, "families example")
        warm_up.ready()
        _run(task, computed.asked(task, example))
        lesson.predict(PAGE, "N4-38", ("end_aligned", "end_unaligned", "end_both"), _ends, "end_unaligned")
        lesson.erratum("R111", _counted)


def _run(task: str, given: str) -> None:
    w, (read, answer) = words(PAGE), _answered(task, given)
    labels = [w.get(f"said_{word}", word) for word in answer]  # a label has a name in both languages, a word has not
    if task in computed.PICTURED:
        left, right = st.columns([0.25, 0.75], gap="large", vertical_alignment="center")
        left.image((255 * computed.pixels(task, given).numpy()).clip(0, 255).astype("uint8").repeat(6, 0).repeat(6, 1),
                   caption=w["picture_in"], alt=w["picture_in"], width="stretch")
        with right:
            _wired(task, [w["picture_in"]], labels, 300)
    else:
        _wired(task, read, labels, 300)
    st.caption(w[f"about_{task}"])


def _wired(task: str, read: list[str], written: list[str], height: int) -> None:
    """What goes in below, what comes out above: straight across where they are aligned, else through one memory."""
    wide = max(len(read), len(written), 2)
    spots = {f"in {i}": charts.Spot(_at(i, len(read), wide), 0, word, -1) for i, word in enumerate(read)}
    spots |= {f"out {i}": charts.Spot(_at(i, len(written), wide), 2, word, 1, side="above")
              for i, word in enumerate(written)}
    if task == "aligned":
        spots |= {f"h {i}": charts.Spot(_at(i, len(read), wide), 1, "", 0) for i in range(len(read))}
        wires = [charts.Wire(f"in {i}", f"h {i}") for i in range(len(read))]
        wires += [charts.Wire(f"h {i}", f"out {i}", 1) for i in range(len(written))]
        wires += [charts.Wire(f"h {i}", f"h {i + 1}", 0) for i in range(len(read) - 1)]
    else:
        spots["h"] = charts.Spot((wide - 1) / 2, 1, "", 0)
        wires = [charts.Wire(f"in {i}", "h") for i in range(len(read))]
        wires += [charts.Wire("h", f"out {i}", 1) for i in range(len(written))]
        wires += [charts.Wire(f"out {i}", f"out {i + 1}", 1, 0.2) for i in range(len(written) - 1)
                  if task == "unaligned"]
    charts.wiring(spots, wires, words(PAGE)[task], height=height, size=420)


def _at(i: int, count: int, wide: int) -> float:
    return (wide - 1) / 2 if count == 1 else i * (wide - 1) / (count - 1)


def _ends() -> dict[str, int]:
    aligned, unaligned = _lengths("aligned"), _lengths("unaligned")
    return {"examples": len(aligned), "alike": sum(a == b for a, b in aligned), "others": len(unaligned),
            "unlike": sum(a != b - 1 for a, b in unaligned)}


def _counted() -> None:
    w = words(PAGE)
    for column, task in zip(st.columns(2), ("aligned", "unaligned")):
        column.markdown(f"**{w[task]}**")
        goes_in, comes_out = zip(*_lengths(task))
        column.dataframe({w["goes_in"]: goes_in, w["comes_out"]: comes_out}, hide_index=True)
