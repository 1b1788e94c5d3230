"""The contents line under a page's question: a link to each exhibit that the page shows, where there are many.

The router opens it round each run, ``lesson.question`` keeps its place, and each ``lesson.exhibit`` adds itself.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.components.text import prose

ENOUGH = 3
"""A page with no more exhibits than this needs no contents."""

_run = threading.local()
_last: dict[str, tuple[str, ...]] = {}  # ids of the previous run, drawn at once to avoid a layout shift


@contextmanager
def collected() -> Iterator[None]:
    """Round one run of a page: once it has ended, its exhibits are known; of a run cut short they are not."""
    _run.place, _run.page, _run.ids = None, "", []
    try:
        yield
        if _run.place is not None and _run.ids:
            _last[_run.page] = tuple(_run.ids)
            _show(_run.place, _run.page, _last[_run.page])
    finally:
        _run.place = None


def keep_place(page: str) -> None:
    """Where the line is to stand."""
    if hasattr(_run, "place"):
        _run.place, _run.page = st.empty(), page
        _show(_run.place, page, _last.get(page, ()))


def add(page: str, identity: str) -> bool:
    """One more exhibit of this run (a fragment that runs again by itself is not one more); whether it is the first."""
    if getattr(_run, "place", None) is None or page != _run.page:
        return False
    _run.ids.append(identity)
    return len(_run.ids) == 1


def _show(place: DeltaGenerator, page: str, ids: tuple[str, ...]) -> None:
    if len(ids) > ENOUGH:
        titles = [prose(page, identity).partition("\n")[0] for identity in ids]
        links = " · ".join(f"[{title}](#{identity.lower()})" for title, identity in zip(titles, ids))
        place.markdown(f":small[{links}]")
    else:
        place.empty()
