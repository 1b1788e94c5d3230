"""What one run of the stage looks at: the frame, the followed word, what is asked there and where it is seen."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.lazy import lazy
from core.steps import Trace
from pages.components.bar.navigation import WALK
from pages.components.board import Cell, Follow, Halo, follow_from, go
from pages.components.location import Location
from pages.components.stage import drawing, follow
from pages.components.stage.findings import Finding, finding
from pages.components.stage.run import Run
from pages.components.stage.stops import Stop

REVEALED = "revealed"
"""In the session: the frame whose answer is shown."""


@dataclass(frozen=True, eq=False)
class Look:
    """``frame``: the key of a stop, of a block, of the machine or the ending."""

    trace: Trace
    found: Run
    frame: str

    @property
    def stop(self) -> Stop | None:
        """The stop or the block; the machine and the ending have none."""
        return self.found.stops.get(self.frame)

    @property
    def revealed(self) -> bool:
        """Whether the answer is shown."""
        return st.session_state.get(REVEALED) == self.frame

    @lazy
    def followed(self) -> Follow | None:
        """The reader's choice, or the link's, or the word that is followed at first."""
        chosen = (st.session_state.get(WALK) or {}).get("follow")
        wanted = follow_from(chosen) or Location.parse(st.query_params).place.follow
        return follow.accepted(self.trace, wanted) or self.found.first

    @property
    def word(self) -> str:
        """The followed word, or "" """
        return follow.streams(self.trace)[self.followed.stream][self.followed.index] if self.followed else ""

    @lazy
    def finding(self) -> Finding | None:
        """What is asked at this stop, in the row of the followed word."""
        if self.stop is None or self.frame not in self.trace:
            return None
        return finding(self.trace, self.frame, follow.row_of(self.trace, self.frame, self.followed))

    @lazy
    def rings(self) -> list[Halo]:
        """The cells of the answer, numbered; of those that no picture shows, none."""
        rings = []
        for number, (name, index) in enumerate(self.finding.cells if self.finding else (), 1):
            at = tuple(0 if i is None else i for i in index)
            cell = drawing.cell_of(self.trace[name], at, self.found.kept[name])
            if cell is not None:
                rings.append(Halo(number, cell, whole=index[-1] is None))
        return rings

    @property
    def cell(self) -> Cell | None:
        """The cell to open for whoever wants to see how the answer was computed."""
        return self.rings[0].cell if self.rings else None

    @property
    def head(self) -> int | None:
        """The head of the answer, where the reader has chosen to look at one head alone."""
        alone = (st.session_state.get(WALK) or {}).get("head") is not None
        return self.cell.panel if alone and self.cell else None

    @lazy
    def again(self) -> Stop | None:
        """The stop of the first layer that this one repeats with other parameters."""
        box = self.stop.box if self.stop else None
        if box is None or not box.layer:
            return None
        return next((other for other in self.found.stops.values() if other.box and other.kind == self.stop.kind
                     and (other.box.column, other.box.layer) == (box.column, 0)), None)


def reveal(frame: str, head: int | None) -> None:
    """Show the answer of a frame, and the head that it speaks of."""
    st.session_state[REVEALED] = frame
    if head is not None:
        go(WALK, head=head)
