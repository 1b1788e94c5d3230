"""The texts of the stops that the arrows lead to, drawn beside this one: ``ahead.js`` shows that of the board's frame.

So a key changes picture and words at once; the script, which follows, draws what lies ahead of the new stop. A text
keeps its place while its stop is near: what is on the screen is not drawn anew.
"""

from __future__ import annotations

import streamlit as st

from pages.components.bar.navigation import WALK
from pages.components.modules import component
from pages.components.stage.run import ENDING
from pages.components.stage.stop_view import stop_view
from pages.components.stage.tour import MACHINE
from pages.components.stage.view_state import ViewState

PLACES = 3
"""The stop before, this one, the next."""
_HELD = "texts ahead"
"""In the session: the frame whose text each place holds."""
_mount = component("attention_ahead", "stage/ahead.js")


def forget() -> None:
    """The page is drawn anew: the style that shows one text of three may come after them, so at first there is one."""
    st.session_state.pop(_HELD, None)


def texts(look: ViewState, whole: bool) -> None:
    """Draw them; ``whole``: with formulas and prose, not as the heads of an open cell."""
    near = _near(look) if _HELD in st.session_state else []
    held = _placed([look.frame, *near], st.session_state.get(_HELD, ()))
    st.session_state[_HELD] = held
    boxes = [st.container(key=f"stop-text-{place}") for place in range(PLACES)]
    for place in sorted(range(PLACES), key=lambda place: held[place] != look.frame):  # this one first
        if held[place] and held[place] != ENDING:
            with boxes[place]:
                stop_view(look.at(held[place]), place, whole)
    _mount(key=_HELD, data={"board": WALK, "now": look.frame, "held": held})


def _near(look: ViewState) -> list[str]:
    """The frames to both sides on the path. The machine and the ending lie over the picture: none is near to them."""
    path = look.run.path(look.frame, look.touring)
    if look.frame in (MACHINE, ENDING) or look.frame not in path:
        return []
    at = path.index(look.frame)
    return [key for key in (*path[at + 1:at + 2], *path[max(0, at - 1):at]) if key not in (MACHINE, ENDING)]


def _placed(wanted: list[str], held: tuple[str, ...]) -> tuple[str, ...]:
    """A place for each frame: the one that it has, or one that no wanted frame has; "" in a place that stays free."""
    places = [frame if frame in wanted else "" for frame in held] or [""] * PLACES
    for frame in wanted:
        if frame not in places:
            places[places.index("")] = frame
    return tuple(places)
