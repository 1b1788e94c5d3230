"""Sentences about things and people, places, quantities and qualities: what is drawn of them."""

from __future__ import annotations

import itertools

from core.data.textbook.compared import comparison, comparison_asked
from core.data.textbook.measures import counted, counted_asked
from core.data.textbook.nearby import found_asked, found_here
from core.data.textbook.phrases import Both, Draw
from core.data.textbook.selves import self_asked, self_told
from core.data.textbook.things_told import of_thing, of_thing_asked, whom
from core.data.textbook.wares import pair, pair_asked, ware, ware_asked

SAID = [(4, of_thing), (3, whom), (3, comparison), (3.5, counted), (3, ware), (3, found_here), (2, self_told),
        (3.5, pair)]
ASKED = [(3, of_thing_asked), (1.5, comparison_asked), (3, counted_asked), (2, ware_asked), (1.5, found_asked),
         (1, self_asked), (0.5, pair_asked)]


def drawn(d: Draw, makers: list) -> Both:
    """One of several, by their shares; none that says a word twice running: 跟 跟."""
    make = d.rng.choices([make for _, make in makers], [share for share, _ in makers])[0]
    zh, en = make(d)
    while any(a[0] == b[0] for a, b in itertools.pairwise(zh)):
        zh, en = make(d)
    return zh, en


def nominal(d: Draw) -> Both:
    """A statement."""
    return drawn(d, SAID)


def nominal_asked(d: Draw) -> Both:
    """A question."""
    return drawn(d, ASKED)
