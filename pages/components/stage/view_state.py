"""What one run of the stage looks at: the frame, the followed word, what is asked there and where it is seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.lazy import lazy
from core.steps import Trace
from pages.components import model_choice, session
from pages.components.bar.navigation import WALK
from pages.components.board import Cell, Follow, Halo, follow_from, go
from pages.components.formula import theme
from pages.components.location import Location
from pages.components.stage import drawing, follow
from pages.components.stage.layer_text import answers_around
from pages.components.stage.layers import LAYER
from pages.components.stage.run import Run
from pages.components.stage.stop_text import StopText, explain
from pages.components.stage.stops import BLOCK, Stop
from pages.components.text import language

REVEALED = "revealed"
"""In the session: the frame whose answer is shown."""


@dataclass(frozen=True, eq=False)
class ViewState:
    """``frame``: the key of a stop, of a block, of the machine or the ending; ``touring``: whether on the tour."""

    trace: Trace
    run: Run
    frame: str
    touring: bool

    def at(self, frame: str) -> ViewState:
        """The same look at another frame."""
        return self if frame == self.frame else replace(self, frame=frame)

    @property
    def stop(self) -> Stop | None:
        """The stop or the block; the machine and the ending have none."""
        return self.run.stops.get(self.frame)

    @property
    def lit(self) -> str:
        """The box or the step that is lit in the strip: of a folded layer its first box."""
        return self.stop.box.id if self.folded else self.frame.removeprefix(BLOCK)

    @property
    def folded(self) -> bool:
        """Whether it stands for a layer, of which it says at once what is different."""
        return self.frame.startswith(LAYER)

    @property
    def revealed(self) -> bool:
        """Whether the answer is shown."""
        return st.session_state.get(REVEALED) == self.frame

    @lazy
    def followed(self) -> Follow | None:
        """The reader's choice, or the link's, or the word that is followed at first."""
        wanted = follow_from(self.chosen.get("follow")) or Location.parse(st.query_params).place.follow
        return follow.accepted(self.trace, wanted) or self.run.first

    @property
    def word(self) -> str:
        """The followed word, or "" """
        return follow.word(self.trace, self.followed)

    @property
    def scene(self) -> str:
        """The key of the tour's text about this frame, or "" """
        return next((one.key for one in self.run.scenes if self.touring and one.stop == self.frame), "")

    @lazy
    def text(self) -> StopText:
        """What is said here, of the row of the followed word."""
        row = follow.row_told(self.trace, self.stop, self.followed)
        return explain(self.trace, self.stop, row, language(), session.depth(), scene=self.scene, word=self.word,
                       tints=self.run.tints, base=theme(),
                       answers=answers_around(model_choice.name(), self.trace, self.stop, row))

    @lazy
    def rings(self) -> list[Halo]:
        """The cells of the answer, numbered; of those that no picture shows, none."""
        rings = []
        for number, (name, index) in enumerate(self.text.findings, 1):
            at = tuple(0 if i is None else i for i in index)
            cell = drawing.cell_of(self.trace[name], at, self.run.visible_columns[name])
            if cell is not None:
                rings.append(Halo(number, cell, whole=index[-1] is None))
        return rings

    @property
    def chosen(self) -> Mapping[str, Any]:
        """What the reader has chosen on the board, as the browser told it."""
        return st.session_state.get(WALK) or {}

    @property
    def cell(self) -> Cell | None:
        """The cell to open for whoever wants to see how the answer was computed."""
        return self.rings[0].cell if self.rings else None

    @property
    def head(self) -> int | None:
        """The head of the answer, where the reader has chosen to look at one head alone."""
        alone = self.chosen.get("head") is not None
        return self.cell.panel if alone and self.cell else None


def present(frame: str) -> str:
    """The frame where the board is by now, in a callback that a run at this one has left."""
    return (st.session_state.get(WALK) or {}).get("step") or frame


def reveal(frame: str, head: int | None) -> None:
    """Show the answer of a frame, and the head that it speaks of; of another, if the board has moved on since."""
    now = st.session_state[REVEALED] = present(frame)
    if head is not None and now == frame:
        go(WALK, head=head)
