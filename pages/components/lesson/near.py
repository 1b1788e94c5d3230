"""A panel is drawn when it comes near the screen; until then its heading and words stand above an empty place.

    @lesson.panel
    def scale(trace):
        with lesson.exhibit(PAGE, "N0-10"):
            ...                                # not run while the panel waits

The empty place is that of a box, the last of a waiting panel, which ``near.js`` ticks when it comes near. The browser
holds the box, so a reader who is connected anew stands where they stood. A page's first exhibit does not wait, nor one
whose erratum the link asks for; ``?panels=all`` draws a page whole, to print it; a projector gets its exhibit alone.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import streamlit as st

from core.files import UnusableError
from pages.components import turnstile
from pages.components.cache import fragment
from pages.components.lecture import projected
from pages.components.lecture.exhibits import WHOLE
from pages.components.lesson.errata import linked
from pages.components.text import words

FIRST = "first exhibit"
_run = threading.local()
_held: dict[str, str] = {}  # the exhibit in which an erratum stands, once somebody has seen it


@contextmanager
def telling() -> Iterator[None]:
    """Say of what needs a damaged file that it does; which file, and how it is damaged, goes to the server's log."""
    try:
        yield
    except UnusableError as error:
        logging.getLogger(__name__).error("%s", error)
        st.error(words("state")["unusable"], icon=":material/error:")


class NotNearError(Exception):
    """The rest of the panel is not wanted yet."""


def panel(draw: Callable[..., None]) -> Callable[..., None]:
    """A fragment whose exhibit waits until it comes near the screen; what it does before its exhibit is cheap."""
    return fragment(draw, _in_turn)


@contextmanager
def _in_turn() -> Iterator[None]:
    _run.waits = True
    with telling(), turnstile.passed(), suppress(NotNearError):
        yield


def first(identity: str) -> None:
    """The exhibit that stands first on this page."""
    st.session_state[FIRST] = identity


def wait(page: str, identity: str) -> None:
    """Go on if this exhibit is to be drawn; if not, keep its place and raise ``NotNearError``."""
    waits, _run.waits, _run.exhibit = getattr(_run, "waits", False), False, identity
    if waits and (wanted := projected.shown()):
        if identity.lower() != wanted and wanted != WHOLE:
            raise NotNearError
        return
    if not waits or st.session_state.get(FIRST) == identity or whole_page():
        return
    key, sought = f"near {page} {identity}", linked()
    near = st.checkbox(key, key=key, label_visibility="collapsed")
    if not near and (sought is None or _held.get(sought.id, identity) != identity):
        raise NotNearError


def whole_page() -> bool:
    """Whether the link asks for a page with all that is on it."""
    return st.query_params.get("panels") == "all"


def holds(erratum: str) -> None:
    """The exhibit being drawn shows this erratum: a link to it need not draw the others."""
    _held[erratum] = getattr(_run, "exhibit", "")
