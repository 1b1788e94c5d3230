"""The strip above the stage: the model as lines of boxes, the present one lit, each a way to its steps."""

from __future__ import annotations

from core.edits import Edit
from core.switches import of_box, off, turned
from pages.components.bar import switchboard
from pages.components.bar.navigation import WALK
from pages.components.board import go
from pages.components.cache import lent
from pages.components.diagram import box_of, diagram
from pages.components.stage.layers import LAYER
from pages.components.stage.stop_text import in_its_units
from pages.components.stage.view_state import ViewState
from pages.components.text import language, words


def strip(look: ViewState, edits: tuple[Edit, ...]) -> None:
    """Draw it; a click on a box moves the board to its first step, its switch leaves it out or puts it back."""
    trace, run, seen = look.trace, look.run, lent(look.trace)

    def turn(name: str) -> None:
        trace = seen()
        box = box_of(trace, name)
        if box is not None:
            switchboard.put(turned(trace, [switch.edit for switch in of_box(trace, box)], edits))

    clicked = diagram(trace, look.lit, key="map", words=in_its_units(words("diagram"), trace, language()), compact=True,
                      out=off(trace, edits), on_switch=turn)
    first = next((stop for stop in run.steps_of if clicked and stop.box and stop.box.id == clicked), None)
    if first is not None:
        layer, here = LAYER + first.group, look.stop.group if look.stop else ""
        go(WALK, step=layer if layer in run.stops and first.group != here else first.key, cell=None)
